#define _GNU_SOURCE     /* asprintf */
#include "icarus.h"

#include "generated.h"
#include "options.h"
#include "say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES, SEED, TRAFFIC, LOAD, BUILD_DIR };

static const struct option_desc own[] = {
	[CYCLES] = { "cycles", "N", "cycles with traffic [1000]" },
	[SEED] = { "seed", "S", "of the traffic [1]" },
	[TRAFFIC] = { "traffic", "NAME", "uniform, hotspot, permutation, bursty or incast [hotspot]" },
	[LOAD] = { "load", "L", "flits that each input is offered per cycle, 0..1 [0.8]" },
	[BUILD_DIR] = { "build-dir", "DIR", "where to build the bench [icarus/ beside the config]" },
};

static const struct command_line icarus = {
	.name = "icarus",
	.summary = "A second opinion on a switch that `sluice gen` wrote: Icarus Verilog runs it for a short time, from X and with X\n"
		   "on idle links, and compares it with the C model at every register, output and memory word written.",
	.options = own,
	.n = sizeof own / sizeof *own,
};

static bool read_options(const struct options *o, struct icarus *c, char why[PARAMS_WHY])
{
	const struct shape s = shape_of(&o->params);
	unsigned kind = TRAFFIC_HOTSPOT;

	c->params = &o->params;
	c->traffic = neighbours_default(&s);
	c->cycles = 1000;
	if (!options_number(o, &icarus, CYCLES, 1, ICARUS_CYCLES, &c->cycles, why) ||
	    !options_number(o, &icarus, SEED, 0, UINT64_MAX, &c->traffic.seed, why) ||
	    !options_choice(o, &icarus, TRAFFIC, traffic_names, TRAFFIC_KINDS, &kind, why) ||
	    !options_real(o, &icarus, LOAD, 0, 1, &c->traffic.load, why))
		return false;
	c->traffic.traffic = (enum traffic_kind)kind;
	if (!o->config)
		snprintf(why, PARAMS_WHY, "--config is missing: the sluice.conf of the generated switch to run");
	return o->config;
}

/* The bench's own words, and if they come to no verdict, one. */
static void print_report(const char *report)
{
	const char *last = report;
	uint64_t cycle;

	for (const char *nl = strchr(report, '\n'); nl; nl = strchr(nl + 1, '\n'))
		if (nl[1])
			last = nl + 1;
	fputs(report, stdout);
	if (icarus_assertion(report, &cycle))
		printf("icarus: an assertion of the RTL failed at cycle %" PRIu64 "\n", cycle);
	else if (strncmp(last, "icarus: ", 8) != 0)
		puts("icarus: the simulation ended before its time");
}

static int run(const struct icarus *c)
{
	char why[ICARUS_WHY], *report;
	const enum icarus_status status = icarus_run(c, &report, why);

	int exit = EXIT_OK;

	switch (status) {
	case ICARUS_SAME: break;
	case ICARUS_CANNOT: exit = cannot("%s", why); break;
	case ICARUS_FAILED: exit = environment_failed("%s", why); break;
	default: bad_input("%s", why); exit = EXIT_CHECK_FAILED;
	}
	if (report)
		print_report(report);
	free(report);
	return exit;
}

static int run_beside_config(struct icarus *c, const struct options *o)
{
	char why[PARAMS_WHY], *dir = generated_dir(o->config), *build = NULL;
	int status;

	if (dir && asprintf(&build, "%s/icarus", dir) < 0)
		build = NULL;
	c->dir = dir;
	c->build_dir = o->value[BUILD_DIR] ? o->value[BUILD_DIR] : build;
	if (!dir || !build)
		status = environment_failed("%s", strerror(ENOMEM));
	else
		status = generated_from(dir, &o->params, why) ? run(c) : bad_input("%s", why);
	free(dir);
	free(build);
	return status;
}

int command_icarus(int argc, char **argv);

int command_icarus(int argc, char **argv)
{
	char why[PARAMS_WHY];
	struct options o;
	struct icarus c;
	int status;

	if (!options_parse(&o, &icarus, argc, argv, &status))
		return status;
	return read_options(&o, &c, why) ? run_beside_config(&c, &o) : bad_input("%s", why);
}
