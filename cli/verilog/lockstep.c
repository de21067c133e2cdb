#define _GNU_SOURCE     /* asprintf, open_memstream */
#include "lockstep.h"

#include "generated.h"
#include "leftovers.h"
#include "lockstep_print.h"
#include "options.h"
#include "report.h"
#include "rtl.h"
#include "say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CYCLES, SEED, TRAFFIC, LOAD, RESETS, SATURATE, FIXED_LENGTH, OWN_PORT, HOT_PORT, HOT_FRACTION, INJECTION, NO_BACK_PRESSURE,
       BACKEND, NO_DRAIN, MEMORY_CHECK, BANK, WAVES, BUILD_DIR, FLATTEN, NO_ASSERTIONS, THREADS, PLANT };

static const struct option_desc own[] = {
	[CYCLES] = { "cycles", "N", "cycles with traffic [100000]" },
	[SEED] = { "seed", "S", "of the traffic, and of the RTL's values before reset [1]" },
	[TRAFFIC] = { "traffic", "NAME", "uniform, hotspot, permutation, bursty, incast, or all, one after the other [uniform]" },
	[LOAD] = { "load", "L", "flits that each input is offered per cycle, 0..1 [0.8]" },
	[RESETS] = { "resets", "N", "reset switch and neighbours so often, in cycles drawn from the seed [0]" },
	[SATURATE] = { "saturate", NULL, "keep the inputs full, whatever the load" },
	[FIXED_LENGTH] = { "fixed-length", NULL, "all packets as long as packet_flits [1 to packet_flits, random]" },
	[OWN_PORT] = { "own-port", NULL, "inputs send to the output of their own number too" },
	[HOT_PORT] = { "hot-port", "P", "of hotspot, and first target of incast [0]" },
	[HOT_FRACTION] = { "hot-fraction", "F", "of the traffic that goes to the hot spot, 0..1 [0.375]" },
	[INJECTION] = { "injection", "HOW", "fifo: in arrival order; oldest-first or per-destination: a queue per output, obeying Xoff" },
	[NO_BACK_PRESSURE] = { "no-back-pressure", NULL, "downstream always takes everything at once, and routing tables stay as they are" },
	[BACKEND] = { "backend", "WHAT", "both: RTL and model in lockstep; or c, or rtl alone [both]" },
	[NO_DRAIN] = { "no-drain", NULL, "stop after N cycles, packets inside or not" },
	[MEMORY_CHECK] = { "memory-check", "HOW", "memory words compared: every: all in each cycle; rolling: the words "
			   "written, and all in turn [rolling]" },
	[BANK] = { "bank", NULL, "run the model as the first of as many switches as networks step at once; each other one repeats what it did some "
		   "cycles later" },
	[WAVES] = { "waves", "A:B", "write the waveform of cycles A to B, as FST" },
	[BUILD_DIR] = { "build-dir", "DIR", "where the compiled RTL is kept [lockstep/ beside the config]" },
	[FLATTEN] = { "flatten", NULL, "compile the RTL as Verilator does by itself, without code shared by all ports: slower" },
	[NO_ASSERTIONS] = { "no-assertions", NULL, "compile the RTL without its assertions" },
	[THREADS] = { "threads", "N", "2: the model runs ahead of the RTL in a thread of its own; 1: both in turn [2 if there are so many "
		      "processors]" },
	[PLANT] = { "plant", "REG:BIT@CYCLE", "flip a bit of the RTL in that cycle, to see it caught: g_in[0].iport.mu.count_q:1@500" },
};

static const struct command_line lockstep = {
	.name = "lockstep",
	.summary = "Runs a switch that `sluice gen` wrote against its C model, under traffic: every register, output\n"
		   "and memory is compared in every cycle, and every packet has to come out once, in order and intact.",
	.options = own,
	.n = sizeof own / sizeof *own,
};

/* A whole invocation. */
struct job {
	struct options o;
	struct lockstep_config config;
	bool all;                       /* every traffic */
	char *dir;                      /* of the config */
	char *build_dir, *list, *waves, *rerun;
	char top[64];
	struct dut_lib lib;
};

static bool read_traffic(struct job *j, char why[PARAMS_WHY])
{
	const struct options *o = &j->o;
	struct neighbours_config *t = &j->config.traffic;
	const char *names[TRAFFIC_KINDS + 1];
	unsigned kind = t->traffic, injection = t->injection;
	uint64_t hot = t->hot_port;

	memcpy(names, traffic_names, sizeof traffic_names);
	names[TRAFFIC_KINDS] = "all";
	if (!options_choice(o, &lockstep, TRAFFIC, names, TRAFFIC_KINDS + 1, &kind, why) ||
	    !options_choice(o, &lockstep, INJECTION, injection_names, INJECTIONS, &injection, why) ||
	    !options_number(o, &lockstep, SEED, 0, UINT64_MAX, &t->seed, why) ||
	    !options_real(o, &lockstep, LOAD, 0, 1, &t->load, why) ||
	    !options_real(o, &lockstep, HOT_FRACTION, 0, 1, &t->hot_fraction, why) ||
	    !options_number(o, &lockstep, HOT_PORT, 0, j->config.shape.radix - 1, &hot, why))
		return false;
	j->all = kind == TRAFFIC_KINDS;
	t->traffic = j->all ? 0 : (enum traffic_kind)kind;
	t->injection = (enum injection)injection;
	t->hot_port = (unsigned)hot;
	t->saturate = o->value[SATURATE];
	t->fixed_length = o->value[FIXED_LENGTH];
	t->own_port = o->value[OWN_PORT];
	t->back_pressure = !o->value[NO_BACK_PRESSURE];
	t->fixed_table = !t->back_pressure;
	return true;
}

static bool read_waves(struct job *j, char why[PARAMS_WHY])
{
	const char *text = j->o.value[WAVES];

	if (!text)
		return true;
	if (!rtl_numbers(text, ':', &j->config.waves_from, &j->config.waves_to) ||
	    j->config.waves_from > j->config.waves_to) {
		snprintf(why, PARAMS_WHY, "--waves: '%.40s' is not A:B, two cycles with A <= B", text);
		return false;
	}
	return true;
}

static bool read_plant(struct job *j, char why[PARAMS_WHY])
{
	const char *text = j->o.value[PLANT];

	if (!text || rtl_plant(&j->config.plant, text))
		return true;
	snprintf(why, PARAMS_WHY, "--plant: '%.80s' is not REGISTER:BIT@CYCLE", text);
	return false;
}

static bool read_options(struct job *j, char why[PARAMS_WHY])
{
	static const char *const checks[] = { "rolling", "every" };
	struct lockstep_config *c = &j->config;
	unsigned backend = LOCKSTEP_BOTH, every = 0;
	uint64_t threads = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;

	c->shape = shape_of(&j->o.params);
	c->traffic = neighbours_default(&c->shape);
	c->cycles = 100000;
	if (!options_number(&j->o, &lockstep, CYCLES, 1, UINT64_MAX / 2, &c->cycles, why) ||
	    !options_number(&j->o, &lockstep, THREADS, 1, 2, &threads, why) ||
	    !options_number(&j->o, &lockstep, RESETS, 0, c->cycles / 2, &c->resets, why) ||
	    !options_choice(&j->o, &lockstep, BACKEND, backend_names, BACKENDS, &backend, why) ||
	    !options_choice(&j->o, &lockstep, MEMORY_CHECK, checks, 2, &every, why) || !read_traffic(j, why) ||
	    !read_waves(j, why) || !read_plant(j, why))
		return false;
	c->backend = (enum lockstep_backend)backend;
	c->memory_every = every;
	c->bank = j->o.value[BANK];
	c->threads = (unsigned)threads;
	c->drain = !j->o.value[NO_DRAIN];
	if (c->backend != LOCKSTEP_C && !j->o.config) {
		snprintf(why, PARAMS_WHY, "--config is missing: the sluice.conf of the generated switch to run");
		return false;
	}
	if (c->backend != LOCKSTEP_BOTH && *c->plant.name) {
		snprintf(why, PARAMS_WHY, "--plant needs --backend both");
		return false;
	}
	if (c->backend == LOCKSTEP_C && j->o.value[WAVES]) {
		snprintf(why, PARAMS_WHY, "--waves needs RTL: --backend both or rtl");
		return false;
	}
	return true;
}

/* Where things are. NULL strings: out of memory. */
static bool locate(struct job *j)
{
	const char *build = j->o.value[BUILD_DIR];
	bool ok;

	j->dir = generated_dir(j->o.config);
	ok = j->dir && asprintf(&j->list, "%s/sluice.f", j->dir) >= 0;
	ok = ok && (build ? asprintf(&j->build_dir, "%s", build) : asprintf(&j->build_dir, "%s/lockstep", j->dir)) >= 0;
	if (ok && j->o.value[WAVES]) {
		ok = asprintf(&j->waves, "%s/sluice-waves.fst", j->build_dir) >= 0;
		j->config.waves = j->waves;
	}
	snprintf(j->top, sizeof j->top, "%s_switch", j->o.params.name);
	j->config.top = j->top;
	return ok;
}

/* The command line that repeats this run, without --waves. */
static void compose_rerun(struct job *j)
{
	const struct neighbours_config *t = &j->config.traffic;
	size_t size;
	FILE *f;

	free(j->rerun);
	j->rerun = NULL;
	f = open_memstream(&j->rerun, &size);
	if (!f)
		return;
	fputs("sluice lockstep", f);
	if (j->o.config) {
		fputs(" --config ", f);
		options_quote(j->o.config, f);
	}
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (j->o.param[i]) {
			fprintf(f, " --%s ", params_table[i].name);
			options_quote(j->o.param[i], f);
		}
	fprintf(f, " --cycles %" PRIu64 " --seed %" PRIu64 " --traffic %s --load %g", j->config.cycles, t->seed,
		traffic_names[t->traffic], t->load);
	for (unsigned i = RESETS; i < sizeof own / sizeof *own; i++)
		if (j->o.value[i] && i != WAVES) {
			fprintf(f, " --%s%s", own[i].name, own[i].argument ? " " : "");
			if (own[i].argument)
				options_quote(j->o.value[i], f);
		}
	fclose(f);
}

static int build_rtl(struct job *j)
{
	const struct build b = {
		.list = j->list, .dir = j->build_dir, .name = j->o.params.name, .shape = &j->config.shape,
		.probed = j->config.backend == LOCKSTEP_BOTH,
		.flat = j->o.value[FLATTEN],
		.traced = j->config.waves,
		.unchecked = j->o.value[NO_ASSERTIONS],
		.quick = j->config.cycles < 200000,
	};
	char why[LOCKSTEP_WHY];
	int status;

	if (*j->config.plant.name && !lockstep_plant_valid(&j->config.shape, &j->config.plant, why))
		return bad_input("%s", why);
	status = rtl_load(&b, &j->lib);
	if (status == EXIT_OK)
		j->config.lib = &j->lib;
	return status;
}

/* What is wrong, and where. */
static void complain(struct job *j, struct lockstep *l)
{
	const uint64_t now = lockstep_now(l);

	if (l->verdict == LOCKSTEP_DIFFERS) {
		report_divergence(l, j->rerun ? j->rerun : "", stdout);
		return;
	}
	puts(l->why);
	if (l->verdict == LOCKSTEP_STUCK)
		leftovers_print(l, 40, stdout);
	printf("\nrerun with waves: %s --waves %" PRIu64 ":%" PRIu64 "\n", j->rerun ? j->rerun : "", now < 50 ? 0 : now - 50, now);
}

static int run_one(struct job *j)
{
	struct progress progress;
	struct lockstep *l;
	char why[LOCKSTEP_WHY];
	int status = EXIT_OK;

	compose_rerun(j);
	errno = 0;
	l = lockstep_new(&j->config, why);
	if (!l)
		return cannot("%s", why);
	printf("rerun       %s\n", j->rerun ? j->rerun : "");
	fflush(stdout);
	progress_begin(&progress, isatty(2) ? stderr : NULL, traffic_names[j->config.traffic.traffic], j->config.cycles);
	l->config.progress = progress_at;
	l->config.progress_arg = &progress;
	lockstep_run(l);
	progress_end(&progress);
	print_summary(l, stdout);
	if (j->config.waves)
		say("waves       %s", j->config.waves);
	if (l->verdict == LOCKSTEP_SAME) {
		print_verdict(l, stdout);
	} else {
		complain(j, l);
		status = EXIT_CHECK_FAILED;
	}
	lockstep_free(l);
	return status;
}

static int run_all(struct job *j)
{
	int status = EXIT_OK;

	for (unsigned i = 0; i < TRAFFIC_KINDS && status == EXIT_OK; i++) {
		if (j->all)
			j->config.traffic.traffic = (enum traffic_kind)i;
		status = run_one(j);
		if (!j->all)
			break;
	}
	return status;
}

static void job_free(struct job *j)
{
	dut_unload(&j->lib);
	free(j->dir);
	free(j->build_dir);
	free(j->list);
	free(j->waves);
	free(j->rerun);
}

int command_lockstep(int argc, char **argv);

int command_lockstep(int argc, char **argv)
{
	struct job j = { .all = false };
	char why[PARAMS_WHY];
	int status = EXIT_BAD_INPUT;

	if (!options_parse(&j.o, &lockstep, argc, argv, &status))
		return status;
	if (!read_options(&j, why)) {
		status = bad_input("%s", why);
	} else if (!locate(&j)) {
		status = environment_failed("%s", strerror(ENOMEM));
	} else if (j.config.backend & LOCKSTEP_RTL) {
		status = generated_from(j.dir, &j.o.params, why) ? build_rtl(&j) : bad_input("%s", why);
		if (status == EXIT_OK)
			status = run_all(&j);
	} else {
		status = run_all(&j);
	}
	job_free(&j);
	return status;
}
