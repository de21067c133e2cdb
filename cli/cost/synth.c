#define _GNU_SOURCE     /* asprintf, realpath */
#include "synth.h"

#include "account.h"
#include "verilog/generated.h"
#include "options.h"
#include "output.h"
#include "price.h"
#include "report_error.h"
#include "synth_check.h"
#include "tool_dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPTION_STRUCT synth_options
#define OPTION_FILE "cost/synth.def"
#include "option_table.h"

const struct command_line line_synth = {
	.name = "synth",
	.summary = "Synthesizes a switch that `sluice gen` wrote, without its memories. Yosys maps each unit to the cells of a library;\n"
		   "OpenSTA finds the longest path, and with it the clock. Without OpenSTA, abc estimates the longest path.",
	.table = rows,
};

/* A whole invocation. */
struct job {
	struct options o;
	struct synth_options own;
	struct synth_config config;
	uint64_t cycles;                /* to check the netlist for; 0: not */
	char *dir;                      /* of the config */
	struct tool_dir temp;           /* what goes at the end */
	bool elsewhere;                 /* --out is not where the tools can work */
	char path[TOOL_PATH];           /* where the tools work */
};

static bool read_options(struct job *j, char why[PARAMS_WHY])
{
	const struct synth_options *own = &j->own;

	j->config = (struct synth_config){
		.params = &j->o.params, .liberty = own->liberty, .unit = own->unit, .jobs = tool_processors(),
		.clock_mhz = own->given.clock ? own->clock : SYNTH_FASTEST_MHZ, .recipe = own->given.recipe ? recipe_names[own->recipe] : NULL,
		.once = own->once, .nm = own->given.tech ? (unsigned)strtoul(price_nodes[own->tech], NULL, 10) : 0,
	};
	j->cycles = own->check ? own->cycles : 0;
	if (own->check && own->unit) {
		snprintf(why, PARAMS_WHY, "--check needs the whole switch, without --unit");
		return false;
	}
	if (own->once && (own->unit || !shape_of(&j->o.params).two_sides)) {
		snprintf(why, PARAMS_WHY, "--map-once needs a whole switch with queues at inputs and outputs");
		return false;
	}
	if (!j->o.config)
		snprintf(why, PARAMS_WHY, "--config is missing: the sluice.conf of the generated switch");
	return j->o.config;
}

/* Yosys and abc take no path with a blank in it: where they work, and TMPDIR. What killed tools leave there goes with the rest. */
static bool make_work(struct job *j)
{
	const char *const out = j->own.out;
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
	const char *const args[] = { "cp", "-R", "--", from, j->own.out, NULL };

	snprintf(from, sizeof from, "%s/.", j->path);
	return tool_run(".", "/dev/null", args) ? environment_failed("cannot copy the files of the tools to '%.200s'", j->own.out) : EXIT_OK;
}

static int tell(const struct job *j, const struct synth_report *r)
{
	const char *const file = j->own.json;
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
	if (j->own.json && !output_possible(j->own.json, out))
		return cannot("%s", out);
	if (!make_work(j))
		return cannot("cannot create '%.200s': %s", j->own.out ? j->own.out : j->temp.path, strerror(errno));
	status = run(j);
	if (j->elsewhere) {
		const int moved = move_work(j);

		status = status == EXIT_OK ? moved : status;
	}
	tool_dir_remove(&j->temp);
	return status;
}

int command_synth(int argc, char **argv)
{
	struct job j = { .dir = NULL };
	char why[PARAMS_WHY];
	int status;

	if (!options_parse(&j.o, &line_synth, &j.own, argc, argv, &status))
		return status;
	status = read_options(&j, why) ? run_in_place(&j) : bad_input("%s", why);
	free(j.dir);
	return status;
}
