#include "trace.h"

#include "net/workload/trace_make.h"
#include "options.h"
#include "report_error.h"
#include "why_not.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define OPTION_STRUCT trace_options
#define OPTION_FILE "network/trace.def"
#include "option_table.h"

const struct command_line line_trace = {
	.name = "trace",
	.summary = "Writes a trace of disk traffic for `sluice sim --traffic trace`: clients read and write runs of blocks on servers.\n"
		   "The trace is CSV: time in ns, source, destination, bytes.",
	.table = rows,
	.plain = true,
};

enum { NS_PER_US = 1000 };

static bool configure(const struct trace_options *own, struct trace_make_config *c, char why[OPTION_WHY])
{
	const uint64_t quarter = own->nodes < 8 ? 1 : own->nodes / 4, servers = own->given.servers ? own->servers : quarter;

	*c = (struct trace_make_config){
		.nodes = (unsigned)own->nodes, .servers = (unsigned)servers, .seed = own->seed, .duration = own->duration_us * NS_PER_US,
		.think = own->think_us * NS_PER_US, .run = (unsigned)own->run, .reads = own->reads, .cached = own->cached,
		.block = (unsigned)own->block,
	};
	return option_within("servers", servers, 1, own->nodes - 1, why);
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

static bool set(void *to, const char *name, const char *value, char why[OPTION_WHY])
{
	const struct option_row *row = option_find(rows, name);

	if (row)
		return option_set(row, to, value, why);
	return why_not(why, OPTION_WHY, "no option is called '--%.80s'", name);
}

bool trace_draw(const char *options, uint64_t seed, const char *path, char why[OUTPUT_WHY])
{
	char text[OPTION_TEXT];
	struct trace_options own;
	struct trace_make_config c;
	struct trace_made made;

	_Static_assert((int)OUTPUT_WHY == (int)OPTION_WHY, "messages are passed on");
	snprintf(text, sizeof text, "%s", options);
	option_defaults(rows, &own);
	if (!option_words(text, set, &own, why))
		return false;
	own.seed = seed;
	return configure(&own, &c, why) && write_trace(&c, path, &made, why);
}

int command_trace(int argc, char **argv)
{
	struct trace_make_config c;
	struct trace_made made;
	struct trace_options own;
	struct options o;
	char why[OUTPUT_WHY];
	int status;

	if (!options_parse(&o, &line_trace, &own, argc, argv, &status))
		return status;
	if (!own.out)
		return bad_input("--out FILE is missing");
	if (!configure(&own, &c, why))
		return bad_input("%s", why);
	if (!write_trace(&c, own.out, &made, why))
		return cannot("--out: %s", why);
	if (strcmp(own.out, "-"))
		say("%s: %" PRIu64 " messages between %u clients and %u servers, %.1f MB a second and node", own.out, made.messages,
		    c.nodes - c.servers, c.servers, 1e3 * (double)made.bytes / (double)c.duration / c.nodes);
	return EXIT_OK;
}
