/* A run of a network as a library call: options out of range come back as a text, and text and struct are two ways to the same run. */
#include "net/run/simulate_fields.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A value of the option is refused, and why names the option, the value, and what it may be. */
static void refused(const struct option_row *row, union option_value v, const char *text)
{
	const size_t size[] = { [OPTION_NUMBER] = sizeof v.number, [OPTION_REAL] = sizeof v.real, [OPTION_CHOICE] = sizeof v.choice };
	char why[OPTION_WHY] = "", range[OPTION_TEXT], says[2 * OPTION_TEXT];
	struct simulation s;

	simulation_default(&s);
	memcpy((char *)&s.o + row->offset, &v, size[row->type]);
	assert_false(simulation_setup(&s, why));
	option_range_text(row, range, sizeof range);
	if (row->type == OPTION_CHOICE)
		snprintf(says, sizeof says, "--%s: '%s' is not one of: ", row->name, text);
	else
		snprintf(says, sizeof says, "--%s: '%s' is not a %snumber in %s", row->name, text, row->type == OPTION_NUMBER ? "whole " : "", range);
	if (strncmp(why, says, strlen(says)) != 0)
		fail_msg("'%s', not '%s'", why, says);
}

static void number_refused(const struct option_row *row, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, number);
	refused(row, (union option_value){ .number = number }, text);
}

TEST(out_of_range)
{
	unsigned tried = 0;

	for (const struct option_row *row = simulate_rows; row->name; row++) {
		if (row->type == OPTION_NUMBER && row->least.number)
			number_refused(row, row->least.number - 1);
		if (row->type == OPTION_NUMBER && row->most.number < UINT64_MAX)
			number_refused(row, row->most.number + 1);
		if (row->type == OPTION_REAL)
			refused(row, (union option_value){ .real = -1 }, "-1");
		if (row->type == OPTION_CHOICE)
			refused(row, (union option_value){ .choice = 99 }, "99");
		tried += row->type != OPTION_FLAG && row->type != OPTION_WORDS;
	}
	assert_true(tried >= 18);
}

TEST(defaults_fit)
{
	struct simulation s;
	char why[OPTION_WHY] = "";

	simulation_default(&s);
	if (!simulation_setup(&s, why))
		fail_msg("%s", why);
	assert_int_equal(s.network.topology.nodes, 64);
	assert_int_equal(s.params.radix, 8);
}

/* Each option alone is taken or not; all of the reason is given then, and its beginning where they do not fit together. */
static void assert_refused(const char *options, bool taken, const char *expected)
{
	struct simulation s;
	char text[OPTION_TEXT], why[OPTION_WHY] = "";

	snprintf(text, sizeof text, "%s", options);
	simulation_default(&s);
	assert_true(simulation_words(&s, text, why) == taken);
	if ((taken && simulation_setup(&s, why)) || strncmp(why, expected, taken ? strlen(expected) : sizeof why) != 0)
		fail_msg("'%s': '%s', not '%s'", options, why, expected);
}

TEST(text_that_is_wrong)
{
	static const struct { const char *text, *why; } wrong[] = {
		{ "--cycles x", "--cycles: 'x' is not a whole number in 0..1099511627776" },
		{ "--cycles --k 2", "--cycles needs a value" },
		{ "--own-node 1", "--own-node takes no value" },
		{ "--no-such 1", "no option is called '--no-such'" },
		{ "--saqs", "--saqs needs a value" },
		{ "--saqs 33", "saqs: 33 is outside 0..32 (queue)" },
		{ "cycles 5", "'cycles' is not an option" },
		{ "--k 2 5", "'5' is not an option" },
	};

	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_refused(wrong[i].text, false, wrong[i].why);
}

/* What does not fit together. */
TEST(wrong_together)
{
	static const struct { const char *text, *why; } wrong[] = {
		{ "--radix 6 --k 4", "k = 4" },
		{ "--scheme fbicm --nodes 5", "nodes: 5 words of a routing table do not do for the 64 nodes of the network" },
		{ "--cycles 500 --warmup 500", "--warmup: 500 leave nothing of 500 --cycles to measure" },
		{ "--cycles 1000000000 --bin 1000", "--bin: 1000 cycles make more than 1000000 bins of 1000000000 --cycles" },
		{ "--trace x", "--trace: with --traffic trace only" },
		{ "--cycles 0", "--cycles: 0 is of a trace or jobs, which have an end" },
		{ "--traffic trace --trace x --load 1", "--load: a trace says that itself" },
		{ "--hot-spot node=1", "--hot-spot: 'node=1' lacks traffic=SHARE or sources=SHARE" },
		{ "--xon-threshold 9 --xoff-threshold 5", "xon_threshold" },
	};

	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_refused(wrong[i].text, true, wrong[i].why);
}

static struct simulation_result run(struct simulation *s)
{
	struct simulation_result r;
	char why[NETWORK_WHY] = "";

	if (!simulation_setup(s, why) || !simulate(s, &r, why))
		fail_msg("%s", why);
	assert_true(!r.failed && r.drained);
	return r;
}

TEST(struct_and_text)
{
	char text[] = "--k 2 --n 3 --scheme dbbm --queues 3 --slots 16 --load 0.9 --traffic bit-reversal --cycles 2000 --warmup 500 --seed 7 --own-node";
	struct simulation typed, filled;
	struct simulation_result a, b;
	char why[OPTION_WHY];

	simulation_default(&typed);
	assert_true(simulation_words(&typed, text, why));
	simulation_default(&filled);
	filled.o.k = 2;
	filled.o.traffic = PATTERN_BIT_REVERSAL;
	filled.o.load = 0.9;
	filled.o.cycles = 2000;
	filled.o.warmup = 500;
	filled.o.seed = 7;
	filled.o.own_node = true;
	assert_true(params_set(&filled.params, "scheme", "dbbm", why) && params_set(&filled.params, "queues", "3", why) &&
		    params_set(&filled.params, "slots", "16", why));
	a = run(&typed);
	b = run(&filled);
	assert_true(a.counts.delivered > 500);
	assert_memory_equal(&a.counts, &b.counts, sizeof a.counts);
	assert_memory_equal(&a.report, &b.report, sizeof a.report);
	assert_true(a.cycles == b.cycles);
	simulation_result_free(&b);
	filled.o.seed = 8;
	b = run(&filled);
	assert_memory_not_equal(&a.report, &b.report, sizeof a.report);
	simulation_result_free(&a);
	simulation_result_free(&b);
}

static bool seen(void *arg, uint64_t cycle)
{
	*(uint64_t *)arg = cycle;
	return true;
}

TEST(progress_is_told)
{
	struct simulation_result r;
	struct simulation s;
	uint64_t last = 0;

	simulation_default(&s);
	s.o.k = 2;
	s.o.cycles = 3000;
	s.o.warmup = 0;
	s.progress = seen;
	s.progress_arg = &last;
	r = run(&s);
	assert_int_equal(last, 3000);
	simulation_result_free(&r);
}

static bool link_name(const void *arg, unsigned link, FILE *f)
{
	(void)arg;
	return fprintf(f, "%u", link) > 0;
}

/* What a run says of itself as JSON, without what tells a stopped one from a shorter one, or one time from another; and its CSV files. To be freed. */
static char *all_of(const struct simulation *s, const struct simulation_result *r)
{
	struct fields fields = { .n = 0 };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	simulate_fields(s, r, &fields);
	for (unsigned i = 0; i < fields.n; i++)
		if (!strstr(fields.field[i].name, "seconds") && strcmp(fields.field[i].name, "complete") != 0)
			fprintf(f, "%s %s\n", fields.field[i].name, fields.field[i].text);
	fields_free(&fields);
	stats_write_series(r->stats, f);
	stats_write_histogram(r->stats, f);
	stats_write_nodes(r->stats, f);
	stats_write_links(r->stats, f, "link", link_name, NULL);
	fclose(f);
	return text;
}

/* text: what the simulation keeps of the options. */
static void read_simulation(struct simulation *s, const char *options, char text[OPTION_TEXT])
{
	char why[OPTION_WHY] = "";

	snprintf(text, OPTION_TEXT, "%s", options);
	simulation_default(s);
	s->links = true;
	if (!simulation_words(s, text, why) || !simulation_setup(s, why))
		fail_msg("%s: %s", options, why);
}

/* What is accepted of a pattern: of uniform traffic no more than the middle of a mesh passes, 8 links for half of the nodes either way, though near nodes get
 * more; all in a tree below saturation, or in a mesh; with a hot node as much as one link is of the 3.3 that are wanted of it, and chance (4 roots of 8 / 105,600), while the cold nodes
 * get theirs. */
TEST(pattern_is_accepted)
{
	static const struct { const char *options; double least, most; bool all, all_cold; } rows[] = {
		{ "--topology mesh --sizes 8,8 --load 1", 0, 8 / (32 * 32.0 / 63), false, false },
		{ "--topology mesh --sizes 8,8 --load 0.2", 0.195, 0.205, true, true },
		{ "--k 4 --n 2 --load 0.9", 0.89, 0.91, true, true },
		{ "--k 4 --n 2 --load 0.5 --hot-spot node=0,traffic=0.4", 0.15, 0.172, false, true },
	};

	for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
		char text[OPTION_TEXT], options[OPTION_TEXT];
		struct simulation_result r;
		struct simulation s;

		snprintf(options, sizeof options, "--scheme voqnet --slots 256 --cycles 40000 --warmup 8000 %s", rows[k].options);
		read_simulation(&s, options, text);
		r = run(&s);
		if (r.report.pattern_accepted < rows[k].least || r.report.pattern_accepted > rows[k].most ||
		    (r.report.pattern_accepted == r.report.accepted_load) != rows[k].all || (r.report.cold_pattern_accepted == r.report.cold_accepted) != rows[k].all_cold)
			fail_msg("%s: %f of the pattern, %f of all; cold %f, %f", options, r.report.pattern_accepted, r.report.accepted_load, r.report.cold_pattern_accepted,
				 r.report.cold_accepted);
		assert_true(k || r.report.accepted_load > rows[k].most);
		simulation_result_free(&r);
	}
}

/* Of a run that is told to stop when it has come to a cycle. */
static struct simulation_result run_stopped(const struct simulation *s, uint64_t cycle)
{
	struct simulation_result r;
	char why[NETWORK_WHY];
	struct simulation_run *run = simulation_begin(s, why);

	assert_non_null(run);
	simulation_run_to(run, cycle);
	assert_false(simulation_over(run));
	simulation_stop(run);
	simulation_run_to(run, UINT64_MAX);
	assert_true(simulation_over(run));
	simulation_finish(run, &r);
	simulation_end(run);
	assert_true(!r.failed && r.drained && !r.complete);
	return r;
}

TEST(stopped_is_shorter)
{
	static const struct { const char *options; uint64_t cycle; } runs[] = {
		{ "--load 0.9 --bin 100 --warmup 300", 1989 },          /* 2000 cycles: whole bins */
		{ "--load 0.9 --bin 70 --warmup 300", 1989 },
		{ "--load 0.9 --bin 70 --warmup 300 --threads 2 --injection fifo", 1989 },
		{ "--load 0.9 --hot-spot node=6,traffic=0.3 --bin 64 --warmup 100", 4000 },
		{ "--scheme fbicm --random-length --arrivals bursty --load 0.8 --bin 90 --warmup 300", 2500 },
		{ "--scheme pfc --queues 4 --slots 128 --levels 4 --load 0.7 --bin 90 --warmup 300 --threads 2", 2500 },
		{ "--scheme recn-qos --flit-bits 72 --arrivals on-off --burst-bytes 1024 --pareto-lengths 64,2048,1.3 --load 0.8 --bin 90 --warmup 300", 3000 },
		{ "--scheme recn-iq --nics --load 0.9 --bin 90 --warmup 300", 2500 },
		{ "--topology torus --k 4 --n 2 --scheme wormhole --vcs 3 --packet-flits 16 --deadlock recovery --throttle tuned --arrivals fixed --interval 20 "
		  "--bin 90 --warmup 300", 2500 },
		{ "--phases cycles=667,interval=150+cycles=667,interval=15,traffic=shuffle+interval=100 --bin 90 --warmup 300", 1000 },
	};

	for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
		struct simulation longer, shorter;
		struct simulation_result stopped, whole;
		char text[2][OPTION_TEXT], cycles[24], *a, *b;

		read_simulation(&longer, runs[i].options, text[0]);
		stopped = run_stopped(&longer, runs[i].cycle);
		assert_in_range(stopped.traffic_cycles, runs[i].cycle, runs[i].cycle + 400);
		read_simulation(&shorter, runs[i].options, text[1]);
		snprintf(cycles, sizeof cycles, "%" PRIu64, stopped.traffic_cycles);
		assert_true(simulation_set(&shorter, "cycles", cycles, (char[OPTION_WHY]){ "" }));
		whole = run(&shorter);
		assert_true(whole.complete && whole.counts.delivered > 100);
		a = all_of(&longer, &stopped);
		b = all_of(&shorter, &whole);
		assert_string_equal(a, b);
		free(a);
		free(b);
		simulation_result_free(&stopped);
		simulation_result_free(&whole);
	}
}

/* What was not measured is no number. */
enum { TRACE_PATH = 64 };

static void write_trace(char path[TRACE_PATH], const char *text)
{
	strcpy(path, "/tmp/sluice-test-simulate-XXXXXX");
	const int fd = mkstemp(path);
	FILE *f = fdopen(fd, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* Messages after the stop are left, whether the file was read that far or not. */
TEST(stopped_trace)
{
	static const struct { const char *cycles; uint64_t stop, left; } cases[] = { { "", 200, 2 }, { "--cycles 1500", 200, 2 }, { "--cycles 700", 640, 2 }, { "--cycles 1500", 800, 1 } };
	char path[TRACE_PATH], options[OPTION_TEXT], text[OPTION_TEXT];

	write_trace(path, "0,0,1,80\n100,3,2,4000\n700,1,2,8\n1600,2,1,8\n");
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct simulation_result r;
		struct simulation s;

		snprintf(options, sizeof options, "--k 2 --n 2 --traffic trace --trace %s --trace-unit cycles --bin 100 %s", path, cases[i].cycles);
		read_simulation(&s, options, text);
		assert_int_equal(s.span, *cases[i].cycles ? strtoull(cases[i].cycles + 9, NULL, 10) : 1601);
		r = run_stopped(&s, cases[i].stop);
		assert_int_equal(r.trace_late, cases[i].left);
		simulation_result_free(&r);
	}
	unlink(path);
}

static struct simulation_result run_in_slices(const struct simulation *s, uint64_t slice)
{
	struct simulation_result r;
	char why[NETWORK_WHY];
	struct simulation_run *run = simulation_begin(s, why);

	assert_non_null(run);
	while (!simulation_over(run))
		simulation_run_to(run, simulation_cycle(run) + slice);
	simulation_finish(run, &r);
	simulation_end(run);
	return r;
}

/* Threads have memory of their own. */
static char *without_bytes(char *text)
{
	char *const bytes = strstr(text, "\nbytes ");

	assert_non_null(bytes);
	for (char *c = bytes + 1; *c != '\n'; c++)
		*c = '-';
	return text;
}

/* Three nodes send 1000 packets each to the fourth, which takes three times as long as sending them takes: 6000 flits each. */
static const char crowd[] = "0,1,0,48000\n0,2,0,48000\n0,3,0,48000\n";
#define CROWD "--k 2 --n 2 --packet-flits 6 --traffic trace --trace %s --trace-unit cycles --bin 100 %s"
enum { CROWD_PACKETS = 3000, CROWD_FLITS = 18000 };

/* A trace without --cycles goes on until its last packet has entered, in the same cycle however it is run; and is a run of so many cycles. */
TEST(trace_to_its_end)
{
	static const struct { const char *options; uint64_t slice; } runs[] = {
		{ "", UINT64_MAX / 2 }, { "", 1 }, { "", 700 }, { "", 1024 }, { "--threads 2", 5000 }, { "--every-cycle", UINT64_MAX / 2 },
	};
	char path[TRACE_PATH], options[OPTION_TEXT], text[OPTION_TEXT], *first = NULL, *other;
	struct simulation_result r;
	struct simulation s;
	uint64_t cycles = 0;

	write_trace(path, crowd);
	for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
		snprintf(options, sizeof options, CROWD, path, runs[i].options);
		read_simulation(&s, options, text);
		assert_int_equal(s.span, CROWD_FLITS / 3);
		r = run_in_slices(&s, runs[i].slice);
		assert_true(r.complete && !r.failed && r.counts.injected == CROWD_PACKETS && !r.trace_outside && !r.trace_late);
		assert_in_range(r.traffic_cycles, CROWD_FLITS - 2000, CROWD_FLITS + 2000);
		other = without_bytes(all_of(&s, &r));
		if (first)
			assert_string_equal(first, other);
		free(first);
		first = other;
		cycles = r.traffic_cycles;
		simulation_result_free(&r);
	}
	snprintf(options, sizeof options, CROWD " --cycles %" PRIu64, path, "", cycles);
	read_simulation(&s, options, text);
	r = run(&s);
	other = without_bytes(all_of(&s, &r));
	assert_string_equal(first, other);
	free(first);
	free(other);
	simulation_result_free(&r);
	unlink(path);
}

/* With --cycles, what has not entered is counted; to its end, a trace that is longer than there are bins is a failure. */
TEST(trace_that_does_not_enter)
{
	char path[TRACE_PATH], options[OPTION_TEXT], text[OPTION_TEXT];
	struct simulation_result r;
	struct simulation s;

	write_trace(path, crowd);
	snprintf(options, sizeof options, CROWD, path, "--cycles 6000");
	read_simulation(&s, options, text);
	r = run(&s);
	assert_true(r.complete && !r.failed && r.trace_outside == CROWD_PACKETS - r.counts.injected && r.trace_outside > CROWD_PACKETS / 2);
	simulation_result_free(&r);
	unlink(path);
	write_trace(path, "0,1,0,8000000\n0,2,0,8000000\n0,3,0,8000000\n");
	snprintf(options, sizeof options, CROWD " --bin 2", path, "--packet-flits 64");
	read_simulation(&s, options, text);
	r = run_in_slices(&s, UINT64_MAX / 2);
	assert_true(r.failed && !r.complete && r.trace_outside);
	assert_string_equal(r.why, "packets of the trace wait at their sources after 2000000 cycles, as many as --bin 2 allows");
	simulation_result_free(&r);
	unlink(path);
}

TEST(stopped_in_the_warmup)
{
	struct simulation_result r;
	struct simulation s;
	char options[OPTION_TEXT], *text;

	read_simulation(&s, "--scheme pfc --queues 4 --slots 128 --levels 2 --load 0.7 --warmup 3000 --bin 100", options);
	r = run_stopped(&s, 2000);
	assert_int_equal(r.report.verdict, STATS_SHORT);
	text = all_of(&s, &r);
	for (const char *const *name = (const char *const []){ "accepted_load", "latency_mean", "latency_p99", "cold_latency_mean", "sl1_accepted_load", "saqs_mean",
							       "sources_behind", NULL }; *name; name++) {
		char null[64];

		snprintf(null, sizeof null, "\n%s null\n", *name);
		assert_non_null(strstr(text, null));
	}
	assert_non_null(strstr(text, "\n7,,,\n"));             /* a node */
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
	free(text);
	simulation_result_free(&r);
}

static bool stop_at(void *arg, uint64_t cycle)
{
	return cycle < *(uint64_t *)arg;
}

TEST(progress_ends_a_run)
{
	struct simulation_result r;
	struct simulation s;
	uint64_t last = 2000;
	char options[OPTION_TEXT];

	read_simulation(&s, "--k 2 --cycles 1000000000 --bin 100000", options);
	s.progress = stop_at;
	s.progress_arg = &last;
	r = run(&s);
	assert_in_range(r.traffic_cycles, 2000, 100000000);
	assert_false(r.complete);
	simulation_result_free(&r);
}

/* Options, and behind a NULL parameters that follow from the network. */
static void assert_chosen(const char *options, const char *const expected[])
{
	char text[OPTION_TEXT], value[PARAMS_WORD];
	struct simulation s;

	read_simulation(&s, options, text);
	for (unsigned again = 0; again < 2; again++) {
		char why[OPTION_WHY] = "";
		const bool good = simulation_setup(&s, why);

		assert_string_equal(why, "");
		assert_true(good);
		for (const char *const *e = expected; *e; e += 2) {
			params_text(&s.params, params_find(e[0]), value, sizeof value);
			assert_string_equal(value, e[1]);
		}
	}
}

#define CHOSEN(options, ...) assert_chosen(options, (const char *const[]){ __VA_ARGS__, NULL })

TEST(switches_follow_the_network)
{
	CHOSEN("--k 4 --n 3", "radix", "8", "turnpool_bits", "31", "node_bits", "16", "flit_bits", "64");
	CHOSEN("--k 16 --n 4", "radix", "32", "turnpool_bits", "35", "flit_bits", "64");        /* 7 switches, 5 bits each */
	CHOSEN("--topology mesh --sizes 9,9", "radix", "5", "turnpool_bits", "51", "flit_bits", "80");   /* 17, 3 bits; 51 + 5 + 4 + 16 = 76 */
	CHOSEN("--topology mesh --sizes 9,9 --radix 8 --flit-bits 128", "radix", "8", "turnpool_bits", "51", "flit_bits", "128");
	CHOSEN("--k 32 --n 4 --node-bits 24", "turnpool_bits", "42", "node_bits", "24");
	CHOSEN("--k 32 --n 4", "node_bits", "20");              /* 2 ^ 20 nodes */
	CHOSEN("--scheme voqnet --k 4 --n 4", "nodes", "256", "slots", "256");
	CHOSEN("--scheme voqnet --k 2 --n 3 --slots 8", "nodes", "8", "slots", "8");
	CHOSEN("--scheme fbicm --k 16 --n 3", "nodes", "4096", "lists", "ram");
	CHOSEN("--scheme pfc --link-delay 9", "link_cycles", "9", "slots", "128");      /* 4 (2 + 18 + 7) + 9 + 3, and 8 of the pool */
	CHOSEN("--scheme wormhole --topology torus --k 4 --n 2 --throttle tuned --link-delay 3", "side_cycles", "5");
	CHOSEN("--scheme wormhole --topology torus --k 2 --n 1 --vcs 3 --throttle static", "ary", "2", "threshold", "6");        /* half of 2 2 3 */
	/* Before the radix is known, its default contradicts these. */
	CHOSEN("--k 2 --n 1 --turnpool-bits 2", "radix", "4", "turnpool_bits", "2");
	CHOSEN("--k 2 --n 1 --scheme recn-qos --vc-saqs 28 --vcs 8", "radix", "4", "vc_saqs", "28", "vcs", "8");
	CHOSEN("--k 2 --n 2 --scheme voqsw --slots 4", "radix", "4", "slots", "4");
	/* Nor may a switch contradict its interfaces. */
	CHOSEN("--nics --scheme recn-qos --host-cells 10", "packet_cells", "10");
	CHOSEN("--nics --scheme recn-qos --nic-cells 32", "packet_cells", "32", "detect_cells", "16");  /* half of the memory */
	CHOSEN("--nics --scheme recn-qos --k 4 --n 4", "sls", "4");                                     /* 1024 / 256 nodes */
}

/* What network interfaces have in common with switches follows with these; bins with the cycles. */
TEST(interfaces_and_bins_follow)
{
	char text[OPTION_TEXT], why[OPTION_WHY];
	struct simulation s;

	read_simulation(&s, "--nics --topology mesh --sizes 9,9 --slots 8", text);
	assert_true(simulation_setup(&s, why));
	assert_int_equal(s.nic_params.slots, 8);
	assert_int_equal(s.nic_params.turnpool_bits, 51);
	assert_int_equal(s.nic_params.flit_bits, 80);
	assert_int_equal(s.nic_params.nodes, 81);
	read_simulation(&s, "--cycles 1099511627776", text);    /* in less than a million bins */
	assert_true(simulation_setup(&s, why));
	assert_int_equal(s.stats.bin, 1099512);
}
