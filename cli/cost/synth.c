#define _GNU_SOURCE     /* asprintf, realpath */
#include "synth.h"

#include "account.h"
#include "verilog/generated.h"
#include "options.h"
#include "output.h"
#include "price.h"
#include "say.h"
#include "synth_check.h"
#include "tool_dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIBERTY, UNIT, RECIPE, CLOCK, TECH, JSON, OUT, CHECK, CYCLES };

static const struct option_desc own[] = {
	[LIBERTY] = { "liberty", "FILE", "cell library [that of OSU for 0.18 um, where Debian's qflow-tech-osu018 puts it]" },
	[UNIT] = { "unit", "NAME", "only this unit: mmu, mu, ru, arb_in ..." },
	[RECIPE] = { "recipe", "NAME", "of abc, to map by it alone: choices, narrow, many, direct [each: the fastest counts, or of two the smaller if 1 % is between them]" },
	[CLOCK] = { "clock", "MHZ", "what cells are sized for, and what the netlist kept has to reach; the smallest that does [as fast as they go]" },
	[TECH] = { "tech", "NM", "technology of the memories, for their area: 22, 32, 45, 65, 90, 130, 180 [180 with the default library, else none]" },
	[JSON] = { "json", "FILE", "the report as JSON; -: on standard output, instead of the table" },
	[OUT] = { "out", "DIR", "keep netlists, scripts and logs there; it must not exist" },
	[CHECK] = { "check", NULL, "run the mapped netlist in lockstep with the C model as well" },
	[CYCLES] = { "cycles", "N", "of --check [10000]" },
};

static const struct command_line synth = {
	.name = "synth",
	.summary = "What a switch that `sluice gen` wrote costs in cells of a library, unit by unit, and what clock it reaches: Yosys\n"
		   "maps it, memories left out, and OpenSTA finds the longest path; abc's figure where OpenSTA is not installed.",
	.options = own,
	.n = sizeof own / sizeof *own,
};

/* A whole invocation. */
struct job {
	struct options o;
	struct synth_config config;
	uint64_t cycles;                /* to check the netlist for; 0: not */
	char *dir;                      /* of the config */
	struct tool_dir temp;           /* what goes at the end */
	bool elsewhere;                 /* --out is not where the tools can work */
	char path[TOOL_PATH];           /* where the tools work */
};

static bool read_options(struct job *j, char why[PARAMS_WHY])
{
	unsigned node = 0, recipe = 0;

	j->config.params = &j->o.params;
	j->config.liberty = j->o.value[LIBERTY];
	j->config.unit = j->o.value[UNIT];
	j->config.jobs = tool_processors();
	j->config.clock_mhz = SYNTH_FASTEST_MHZ;
	j->cycles = 10000;
	if (!options_real(&j->o, &synth, CLOCK, 1, SYNTH_FASTEST_MHZ, &j->config.clock_mhz, why) ||
	    !options_choice(&j->o, &synth, RECIPE, recipe_names, RECIPES, &recipe, why) ||
	    !options_choice(&j->o, &synth, TECH, price_nodes, PRICE_NODES, &node, why) ||
	    !options_number(&j->o, &synth, CYCLES, 1, UINT64_MAX / 2, &j->cycles, why))
		return false;
	if (j->o.value[RECIPE])
		j->config.recipe = recipe_names[recipe];
	if (j->o.value[TECH])
		j->config.nm = (unsigned)strtoul(price_nodes[node], NULL, 10);
	if (!j->o.value[CHECK])
		j->cycles = 0;
	else if (j->config.unit) {
		snprintf(why, PARAMS_WHY, "--check is for the whole switch, not for --unit");
		return false;
	}
	if (!j->o.config)
		snprintf(why, PARAMS_WHY, "--config is missing: the sluice.conf of the generated switch");
	return j->o.config;
}

/* Yosys and abc take no path with a blank in it: where they work, and TMPDIR. What killed tools leave there goes with the rest. */
static bool make_work(struct job *j)
{
	const char *const out = j->o.value[OUT];
	char real[TOOL_PATH];

	j->temp.mark = -1;
	if (out && (mkdir(out, 0777) || !realpath(out, real)))
		return false;
	if (!tool_dir_temporary(&j->temp, "synth") || setenv("TMPDIR", j->temp.path, 1))
		return false;
	j->elsewhere = out && !tool_path_plain(real);
	if (out && !j->elsewhere)
		return snprintf(j->path, sizeof j->path, "%s", real) > 0;
	return snprintf(j->path, sizeof j->path, "%s/work", j->temp.path) < TOOL_PATH && !mkdir(j->path, 0777);
}

/* What is to be kept, to where it was asked for. */
static int move_work(const struct job *j)
{
	char from[TOOL_PATH + 4];
	const char *const args[] = { "cp", "-R", "--", from, j->o.value[OUT], NULL };

	snprintf(from, sizeof from, "%s/.", j->path);
	return tool_run(".", "/dev/null", args) ? environment_failed("cannot copy what the tools wrote to '%.200s'", j->o.value[OUT]) : EXIT_OK;
}

static int tell(const struct job *j, const struct synth_report *r)
{
	const char *const file = j->o.value[JSON];
	char why[OUTPUT_WHY], *text;
	struct output out;

	if (!file || strcmp(file, "-") != 0)
		account_print(r, &j->o.params, stdout);
	if (!file)
		return EXIT_OK;
	text = account_json(r, &j->o.params);
	if (!text)
		return environment_failed("%s", strerror(ENOMEM));
	if (!output_begin(&out, file, why)) {
		free(text);
		return cannot("%s", why);
	}
	fprintf(out.f, "%s\n", text);
	free(text);
	return output_end(&out, why) ? EXIT_OK : cannot("%s", why);
}

static int run(struct job *j)
{
	struct synth_report r;
	char why[SYNTH_WHY];
	const bool terminal = isatty(2);
	int status;

	if (terminal)
		fputs("mapping the switch to cells ...", stderr);
	const enum synth_status result = synth_run(&j->config, &r, why);
	if (terminal)
		fputs("\r\033[K", stderr);
	if (result == SYNTH_OK)
		status = tell(j, &r);
	else
		status = result == SYNTH_BAD_INPUT ? bad_input("%s", why) : environment_failed("%s", why);
	if (status == EXIT_OK && j->cycles)
		status = synth_check(&j->config, j->cycles);
	synth_free(&r);
	return status;
}

static int run_in_place(struct job *j)
{
	char why[PARAMS_WHY], out[OUTPUT_WHY];
	int status;

	j->dir = generated_dir(j->o.config);
	j->config.dir = j->dir;
	j->config.work = j->path;
	if (!j->dir)
		return environment_failed("%s", strerror(ENOMEM));
	if (!generated_from(j->dir, &j->o.params, why))
		return bad_input("%s", why);
	if (j->o.value[JSON] && !output_possible(j->o.value[JSON], out))
		return cannot("%s", out);
	if (!make_work(j))
		return cannot("cannot create '%.200s': %s", j->o.value[OUT] ? j->o.value[OUT] : j->temp.path, strerror(errno));
	status = run(j);
	if (j->elsewhere) {
		const int moved = move_work(j);

		status = status == EXIT_OK ? moved : status;
	}
	tool_dir_remove(&j->temp);
	return status;
}

int command_synth(int argc, char **argv);

int command_synth(int argc, char **argv)
{
	struct job j = { .dir = NULL };
	char why[PARAMS_WHY];
	int status;

	if (!options_parse(&j.o, &synth, argc, argv, &status))
		return status;
	status = read_options(&j, why) ? run_in_place(&j) : bad_input("%s", why);
	free(j.dir);
	return status;
}
