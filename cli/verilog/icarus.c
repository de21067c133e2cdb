#include "icarus.h"

#include "generated.h"
#include "options.h"
#include "report_error.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define OPTION_STRUCT icarus_options
#define OPTION_FILE "verilog/icarus.def"
#include "option_table.h"

const struct command_line line_icarus = {
	.name = "icarus",
	.summary = "Runs a switch that `sluice gen` wrote under Icarus Verilog for a short time: all registers start at X, and idle links\n"
		   "carry X. Every register, every output and every memory word written is compared with the C model.",
	.table = rows,
};

static void configure(struct icarus *c, const struct options *o, const struct icarus_options *own)
{
	const struct shape s = shape_of(&o->params);

	c->params = &o->params;
	c->cycles = own->cycles;
	c->monitored = own->link_monitor;
	c->traffic = neighbours_default(&s);
	c->traffic.traffic = (enum traffic_kind)own->traffic;
	c->traffic.seed = own->seed;
	c->traffic.load = own->load;
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
		puts("icarus: the simulation ended before its last cycle");
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

static int run_beside_config(struct icarus *c, const struct options *o, const struct icarus_options *own)
{
	char why[PARAMS_WHY], *dir = generated_dir(o->config), *build = NULL;
	int status;

	if (dir && asprintf(&build, "%s/icarus", dir) < 0)
		build = NULL;
	c->dir = dir;
	c->build_dir = own->build_dir ? own->build_dir : build;
	if (!dir || !build)
		status = environment_failed("%s", strerror(ENOMEM));
	else
		status = generated_from(dir, &o->params, why) ? run(c) : bad_input("%s", why);
	free(dir);
	free(build);
	return status;
}

int command_icarus(int argc, char **argv)
{
	struct icarus_options own;
	struct options o;
	struct icarus c;
	int status;

	if (!options_parse(&o, &line_icarus, &own, argc, argv, &status))
		return status;
	if (!o.config)
		return bad_input("--config is missing: the sluice.conf of the generated switch to run");
	configure(&c, &o, &own);
	return run_beside_config(&c, &o, &own);
}
