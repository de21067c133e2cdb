#include "synth.h"

#include "account.h"
#include "verilog/generated.h"
#include "options.h"
#include "output.h"
#include "price.h"
#include "report_error.h"
#include "synth_check.h"
#include "tool_dir.h"
#include "why_not.h"

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
		   "OpenSTA finds the longest path, and with it the clock. Without OpenSTA, abc estimates the longest path.\n"
		   "With --fabric: a whole network, each of its parts once.\n"
		   "With --fpga: LUTs, flip-flops and block RAMs of each unit, memories included, and the clock by nextpnr.",
	.table = rows,
};

/* A whole invocation. */
struct job {
	struct options o;
	struct synth_options own;
	struct synth_config config;
	struct fpga_config fpga;        /* with --fpga */
	struct memory_map map;
	uint64_t cycles;                /* to check the netlist for; 0: not */
	char *dir;                      /* of the config */
	struct tool_dir temp;           /* what goes at the end */
	bool elsewhere;                 /* --out is not where the tools can work */
	char path[TOOL_PATH];           /* where the tools work */
};

static bool read_fpga(struct job *j, char why[PARAMS_WHY])
{
	const struct synth_options *own = &j->own;

	j->fpga = (struct fpga_config){
		.params = &j->o.params, .unit = own->unit, .family = (enum fpga_family)own->fpga, .device = FPGA_DEVICES,
		.clock_mhz = own->given.clock ? own->clock : 0, .map_only = own->map_only,
	};
	if (!own->given.device)
		return true;
	j->fpga.device = (enum fpga_device)own->device;
	return fpga_family_of(j->fpga.device) == j->fpga.family || why_not(why, PARAMS_WHY, "--device: %s is no device of the family %s", fpga_device_names[own->device], fpga_family_names[own->fpga]);
}

static bool read_options(struct job *j, char why[PARAMS_WHY])
{
	const struct synth_options *own = &j->own;
	const struct option_row *const of_switch = option_given(rows, own, "unit map-once check fpga");
	const struct option_row *const out_of_place = option_given(rows, own, own->given.fpga ? "liberty recipe map-once tech check cycles" : "device map-only");

	if (own->fabric && of_switch)
		return why_not(why, PARAMS_WHY, "--%s is of a switch, and goes not with --fabric", of_switch->name);
	if (out_of_place)
		return why_not(why, PARAMS_WHY, own->given.fpga ? "--%s is of cell libraries, and goes not with --fpga" : "--%s needs --fpga", out_of_place->name);
	if (own->given.fpga && !read_fpga(j, why))
		return false;
	j->config = (struct synth_config){
		.params = &j->o.params, .liberty = own->liberty, .unit = own->unit, .jobs = tool_processors(),
		.clock_mhz = own->given.clock ? own->clock : SYNTH_FASTEST_MHZ, .recipe = own->given.recipe ? recipe_names[own->recipe] : NULL,
		.once = own->once, .fabric = own->fabric, .nm = own->given.tech ? (unsigned)strtoul(price_nodes[own->tech], NULL, 10) : 0,
	};
	j->cycles = own->check ? own->cycles : 0;
	if (own->check && own->unit)
		return why_not(why, PARAMS_WHY, "--check needs the whole switch, without --unit");
	if (own->once && (own->unit || !shape_of(&j->o.params).two_sides))
		return why_not(why, PARAMS_WHY, "--map-once needs a whole switch with queues at inputs and outputs");
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

static void say_running(const char *text)
{
	if (isatty(2))
		fputs(text, stderr);
}

static int complain(enum synth_status result, const char *why)
{
	return result == SYNTH_BAD_INPUT ? bad_input("%s", why) : environment_failed("%s", why);
}

static int run_fpga(struct job *j)
{
	struct fpga_report r;
	char why[SYNTH_WHY];

	say_running("mapping the switch to the FPGA ...");
	const enum synth_status result = fpga_run(&j->fpga, &r, why);
	say_running("\r\033[K");
	if (result != SYNTH_OK)
		return complain(result, why);
	if (!output_is_stdout(j->own.json))
		account_fpga_print(&r, &j->o.params, stdout);
	return j->own.json ? write_json_text(NULL, j->own.json, account_fpga_json(&r, &j->o.params)) : EXIT_OK;
}

static int run(struct job *j)
{
	struct synth_report r;
	char why[SYNTH_WHY];
	int status = EXIT_OK;

	say_running("mapping the switch to cells ...");
	const enum synth_status result = synth_run(&j->config, &r, why);
	say_running("\r\033[K");
	if (result != SYNTH_OK)
		status = complain(result, why);
	else if (!output_is_stdout(j->own.json))
		account_print(&r, &j->o.params, stdout);
	if (result == SYNTH_OK && j->own.json)
		status = write_json_text(NULL, j->own.json, account_json(&r, &j->o.params));
	if (status == EXIT_OK && j->cycles)
		status = synth_check(&j->config, j->cycles);
	liberty_free(&r.liberty);
	return status;
}

/* The module of the end nodes of a network. */
static bool find_node(struct job *j, char why[PARAMS_WHY])
{
	struct generated_fabric network;

	if (!generated_fabric_read(&network, j->o.config))
		return why_not(why, PARAMS_WHY, "%.150s: no network is beside it; --fabric needs one generated by 'sluice gen --topology'", j->o.config);
	j->config.node = generated_fabric_node(&network);
	generated_fabric_free(&network);
	return true;
}

/* The map of a switch with memories of macros lies beside its configuration. False: status is what to return. */
static bool read_map(struct job *j, int *status)
{
	char path[TOOL_PATH];

	snprintf(path, sizeof path, "%s/" GEN_MAP, j->dir);
	if (access(path, F_OK))
		return true;
	if (j->own.given.fpga || j->cycles) {
		*status = bad_input("--%s: the memories of this switch are macros; generate it without --memory-map", j->own.given.fpga ? "fpga" : "check");
		return false;
	}
	j->config.map = &j->map;
	return generated_map(path, &j->map, status);
}

static int run_in_place(struct job *j)
{
	const struct output_option files[] = {
		{ "config", j->o.config, true }, { "liberty", j->own.liberty, true }, { "json", j->own.json, false }, { "out", j->own.out, false },
	};
	char why[PARAMS_WHY], out[OUTPUT_WHY];
	int status;

	j->dir = generated_dir(j->o.config);
	j->config.dir = j->fpga.dir = j->dir;
	j->config.work = j->fpga.work = j->path;
	if (!j->dir)
		return environment_failed("%s", strerror(ENOMEM));
	if (!generated_from(j->dir, &j->o.params, why) || (j->own.fabric && !find_node(j, why)))
		return bad_input("%s", why);
	if (!read_map(j, &status))
		return status;
	if (!output_apart(files, sizeof files / sizeof *files, out))
		return bad_input("%s", out);
	if (j->own.json && !output_possible(j->own.json, out))
		return cannot("%s", out);
	if (!make_work(j))
		return cannot("cannot create '%.200s': %s", j->own.out ? j->own.out : j->temp.path, strerror(errno));
	status = (j->own.given.fpga ? run_fpga : run)(j);
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
