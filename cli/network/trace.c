#include "trace.h"

#include "lattice.h"
#include "net/trace_make.h"
#include "options.h"
#include "say.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { OUT, NODES, SERVERS, DURATION, THINK, RUN, READS, CACHED, BLOCK, SEED };

static const struct option_desc own[] = {
	[OUT] = { "out", "FILE", "where to write it; - is standard output" },
	[NODES] = { "nodes", "N", "of the network that it is for [64; 2..1048576]" },
	[SERVERS] = { "servers", "N", "of these, spread evenly; all others are clients [a quarter of the nodes]" },
	[DURATION] = { "duration-us", "T", "length of the trace [1000000; 1..1000000000]" },
	[THINK] = { "think-us", "T", "mean time that a client thinks after the last answer [5000; 1..1000000000]" },
	[RUN] = { "run", "N", "mean number of blocks that it asks for then [8; 1..64]" },
	[READS] = { "reads", "P", "share of reads; the rest writes [0.7; 0..1]" },
	[CACHED] = { "cached", "P", "share that needs no seek [0.8; 0..1]" },
	[BLOCK] = { "block", "BYTES", "smallest block; the largest is 16 times that [4096; 1..1048576]" },
	[SEED] = { "seed", "S", "of everything random [1]" },
};

static const struct command_line trace = {
	.name = "trace",
	.summary = "Writes a trace of disk input and output for `sluice sim --traffic trace`: clients read and write runs of blocks\n"
		   "on servers. CSV: time in ns, source, destination, bytes.",
	.options = own,
	.n = sizeof own / sizeof *own,
	.plain = true,
};

enum { NS_PER_US = 1000, TRACE_WORDS = 32 };

static bool read_options(const struct options *o, struct trace_make_config *c, char why[PARAMS_WHY])
{
	uint64_t nodes = 64, servers, duration = 1000000, think = 5000, run = 8, block = 4096;

	*c = (struct trace_make_config){ .seed = 1, .reads = 0.7, .cached = 0.8 };
	if (!options_number(o, &trace, NODES, 2, 1 << 20, &nodes, why))
		return false;
	servers = nodes < 8 ? 1 : nodes / 4;
	if (!options_number(o, &trace, SERVERS, 1, nodes - 1, &servers, why) ||
	    !options_number(o, &trace, DURATION, 1, 1000000000, &duration, why) || !options_number(o, &trace, THINK, 1, 1000000000, &think, why) ||
	    !options_number(o, &trace, RUN, 1, TRACE_RUN / 4, &run, why) || !options_number(o, &trace, BLOCK, 1, 1 << 20, &block, why) ||
	    !options_real(o, &trace, READS, 0, 1, &c->reads, why) || !options_real(o, &trace, CACHED, 0, 1, &c->cached, why) ||
	    !options_number(o, &trace, SEED, 0, UINT64_MAX, &c->seed, why))
		return false;
	c->nodes = (unsigned)nodes;
	c->servers = (unsigned)servers;
	c->duration = duration * NS_PER_US;
	c->think = think * NS_PER_US;
	c->run = (unsigned)run;
	c->block = (unsigned)block;
	return true;
}

static bool write_trace(const struct trace_make_config *c, const char *path, struct trace_made *made, char why[OUTPUT_WHY])
{
	struct output out;

	if (!output_begin(&out, path, why))
		return false;
	if (!trace_make(c, out.f, made)) {
		output_drop(&out);
		snprintf(why, OUTPUT_WHY, "not enough memory for a trace of %u nodes", c->nodes);
		errno = ENOMEM;
		return false;
	}
	return output_end(&out, why);
}

bool trace_draw(const char *text, const char *seed, const char *path, char why[OUTPUT_WHY])
{
	char copy[LATTICE_TEXT], *argv[TRACE_WORDS];
	const char *word[TRACE_WORDS];
	struct trace_make_config c;
	struct trace_made made;
	struct options o;
	int n;

	_Static_assert((int)OUTPUT_WHY == (int)PARAMS_WHY, "messages are passed on");
	snprintf(copy, sizeof copy, "trace %s --seed %s", text, seed);
	n = (int)lattice_words(copy, word, TRACE_WORDS);
	for (int i = 0; i < n; i++)
		argv[i] = copy + (word[i] - copy);
	return options_scan(&o, &trace, n, argv, why) && read_options(&o, &c, why) && write_trace(&c, path, &made, why);
}

int command_trace(int argc, char **argv);

int command_trace(int argc, char **argv)
{
	struct trace_make_config c;
	struct trace_made made;
	struct options o;
	char why[OUTPUT_WHY];
	int status;

	if (!options_parse(&o, &trace, argc, argv, &status))
		return status;
	if (!o.value[OUT])
		return bad_input("--out FILE is missing");
	if (!read_options(&o, &c, why))
		return bad_input("%s", why);
	if (!write_trace(&c, o.value[OUT], &made, why))
		return cannot("--out: %s", why);
	if (strcmp(o.value[OUT], "-"))
		say("%s: %" PRIu64 " messages between %u clients and %u servers, %.1f MB a second and node", o.value[OUT], made.messages,
		    c.nodes - c.servers, c.servers, 1e3 * (double)made.bytes / (double)c.duration / c.nodes);
	return EXIT_OK;
}
