#define _GNU_SOURCE     /* asprintf, open_memstream */
#include "lockstep_options.h"

#include "generated.h"
#include "lockstep_fabric.h"
#include "residue.h"
#include "lockstep_print.h"
#include "report.h"
#include "rtl.h"
#include "report_error.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A whole invocation. */
struct job {
	struct options o;
	struct lockstep_options own;
	struct lockstep_config config;
	bool all;                       /* every traffic */
	char *dir;                      /* of the config */
	char *build_dir, *list, *waves, *rerun;
	char top[64];
	struct dut_lib lib;
};

static void set_traffic(struct job *j)
{
	const struct lockstep_options *own = &j->own;
	struct neighbours_config *t = &j->config.traffic;

	*t = neighbours_default(&j->config.shape);
	j->all = own->traffic == TRAFFIC_KINDS;
	t->traffic = j->all ? 0 : (enum traffic_kind)own->traffic;
	if (own->given.injection)
		t->injection = (enum injection)own->injection;
	t->seed = own->seed;
	t->load = own->load;
	t->hot_fraction = own->hot_fraction;
	t->hot_port = (unsigned)own->hot_port;
	t->saturate = own->saturate;
	t->fixed_length = own->fixed_length;
	t->own_port = own->own_port;
	t->back_pressure = !own->no_back_pressure;
	t->fixed_table = own->no_back_pressure;
}

static bool read_plant(struct job *j, char why[PARAMS_WHY])
{
	const char *text = j->own.plant;

	if (!text || rtl_plant(&j->config.plant, text))
		return true;
	snprintf(why, PARAMS_WHY, "--plant: '%.80s' is not REGISTER:BIT@CYCLE", text);
	return false;
}

static bool read_options(struct job *j, char why[PARAMS_WHY])
{
	const struct lockstep_options *own = &j->own;
	struct lockstep_config *c = &j->config;

	c->shape = shape_of(&j->o.params);
	if (!option_within("resets", own->resets, 0, own->cycles / 2, why) ||
	    !option_within("hot-port", own->hot_port, 0, c->shape.radix - 1, why) || !rtl_waves(own->waves, &c->waves_from, &c->waves_to, why) || !read_plant(j, why))
		return false;
	set_traffic(j);
	c->cycles = own->cycles;
	c->resets = own->resets;
	c->backend = (enum lockstep_backend)own->backend;
	c->memory_every = own->memory_check;
	c->bank = own->bank;
	c->threads = own->given.threads ? (unsigned)own->threads : sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
	c->drain = !own->no_drain;
	if (c->backend != LOCKSTEP_C && !j->o.config) {
		snprintf(why, PARAMS_WHY, "--config is missing: the sluice.conf of the generated switch to run");
		return false;
	}
	if (c->backend != LOCKSTEP_BOTH && *c->plant.name) {
		snprintf(why, PARAMS_WHY, "--plant needs --backend both");
		return false;
	}
	if (c->backend == LOCKSTEP_C && j->own.waves) {
		snprintf(why, PARAMS_WHY, "--waves needs RTL: --backend both or rtl");
		return false;
	}
	return true;
}

/* Where things are. NULL strings: out of memory. */
static bool locate(struct job *j)
{
	const char *build = j->own.build_dir;
	bool ok;

	j->dir = generated_dir(j->o.config);
	ok = j->dir && asprintf(&j->list, "%s/sluice.f", j->dir) >= 0;
	ok = ok && (build ? asprintf(&j->build_dir, "%s", build) : asprintf(&j->build_dir, "%s/lockstep", j->dir)) >= 0;
	if (ok && j->own.waves) {
		ok = asprintf(&j->waves, "%s/sluice-waves.fst", j->build_dir) >= 0;
		j->config.waves = j->waves;
	}
	snprintf(j->top, sizeof j->top, "%s_switch", j->o.params.name);
	j->config.top = j->top;
	return ok;
}

/* The command line that repeats this run, without --waves; what says most about it is there even if it was not given. */
static void compose_rerun(struct job *j)
{
	enum { ALWAYS = 4 };            /* cycles, seed, traffic, load: the first of the table */
	struct lockstep_options own = j->own;
	struct options o = j->o;
	char text[ALWAYS][OPTION_TEXT];
	size_t size;
	FILE *f;

	own.traffic = j->config.traffic.traffic;
	for (unsigned i = 0; i < ALWAYS; i++) {
		option_text(&lockstep_rows[i], &own, text[i], sizeof *text);
		o.value[i] = text[i];
	}
	o.value[option_find(lockstep_rows, "waves") - lockstep_rows] = NULL;
	free(j->rerun);
	j->rerun = NULL;
	f = open_memstream(&j->rerun, &size);
	if (!f)
		return;
	options_again(&o, &line_lockstep, OPTION_OUTPUT, f);
	fclose(f);
}

/* Monitors, and RTL that is not as it was generated, may have registers that the model has not: then no RTL can take over in the middle of a run. */
static void limit_threads(struct job *j)
{
	if (j->config.threads > 1 && (j->own.link_monitor || !generated_unedited(j->dir, &j->o.params)))
		j->config.threads = 1;
}

static int build_rtl(struct job *j)
{
	const struct build b = {
		.list = j->list, .dir = j->build_dir, .name = j->o.params.name, .shape = &j->config.shape,
		.probed = j->config.backend == LOCKSTEP_BOTH,
		.flat = j->own.flatten,
		.traced = j->config.waves,
		.unchecked = j->own.no_assertions,
		.monitored = j->own.link_monitor,
		.quick = j->config.cycles < 200000,
	};
	char why[LOCKSTEP_WHY];
	int status;

	if (*j->config.plant.name && !lockstep_plant_valid(&j->config.shape, &j->config.plant, why))
		return bad_input("%s", why);
	limit_threads(j);
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
		residue_print(l, 40, stdout);
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

int command_lockstep(int argc, char **argv)
{
	struct job j = { .all = false };
	struct generated_fabric network;
	char why[PARAMS_WHY];
	int status = EXIT_BAD_INPUT;

	if (!options_parse(&j.o, &line_lockstep, &j.own, argc, argv, &status))
		return status;
	if (generated_fabric_read(&network, j.o.config)) {
		status = lockstep_fabric(&j.o, &j.own, &network);
		generated_fabric_free(&network);
		return status;
	}
	if (j.own.given.hot_sources) {
		status = bad_input("--hot-sources: of a whole network only");
	} else if (!read_options(&j, why)) {
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
