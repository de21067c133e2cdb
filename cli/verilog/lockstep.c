#include "lockstep_options.h"

#include "progress.h"
#include "report.h"
#include "report_error.h"
#include "rtl.h"
#include "rtl_gen.h"
#include "text.h"
#include "why_not.h"

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
	struct lockstep_place place;
	char *rerun;
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

static bool read_options(struct job *j, char why[PARAMS_WHY])
{
	const struct lockstep_options *own = &j->own;
	struct lockstep_config *c = &j->config;

	c->shape = shape_of(&j->o.params);
	if (!option_within("resets", own->resets, 0, own->cycles / 2, why) ||
	    !option_within("hot-port", own->hot_port, 0, c->shape.radix - 1, why) ||
	    !lockstep_plant_and_waves(own, "REGISTER", &c->plant, &c->waves_from, &c->waves_to, why))
		return false;
	set_traffic(j);
	c->cycles = own->cycles;
	c->resets = own->resets;
	c->backend = (enum lockstep_backend)own->backend;
	c->memory_every = own->memory_check;
	c->bank = own->bank;
	c->threads = own->given.threads ? (unsigned)own->threads : sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
	c->drain = !own->no_drain;
	if (c->backend != LOCKSTEP_C && !j->o.config)
		return why_not(why, PARAMS_WHY, "--config is missing: the sluice.conf of the generated switch to run");
	if (c->backend != LOCKSTEP_BOTH && *c->plant.name)
		return why_not(why, PARAMS_WHY, "--plant needs --backend both");
	if (c->backend == LOCKSTEP_C && j->own.waves)
		return why_not(why, PARAMS_WHY, "--waves needs RTL: --backend both or rtl");
	return true;
}

/* The command line that repeats this run, without --waves; what says most about it is there even if it was not given. */
static void compose_rerun(struct job *j)
{
	enum { ALWAYS = 4 };            /* cycles, seed, traffic, load: the first of the table */
	struct lockstep_options own = j->own;
	struct options o = j->o;
	char text[ALWAYS][OPTION_TEXT];
	struct text again;
	FILE *f;

	own.traffic = j->config.traffic.traffic;
	for (unsigned i = 0; i < ALWAYS; i++) {
		option_text(&lockstep_rows[i], &own, text[i], sizeof *text);
		o.value[i] = text[i];
	}
	o.value[option_find(lockstep_rows, "waves") - lockstep_rows] = NULL;
	free(j->rerun);
	f = text_begin(&again);
	if (f)
		options_again(&o, &line_lockstep, OPTION_EFFORT, f);
	j->rerun = text_end(&again, f);
}

static bool holds(const char *dir, const char *name, const char *wanted, size_t size)
{
	char path[BUILD_PATH];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	const struct text t = text_read(path);
	const bool same = t.s && t.size == size && !memcmp(t.s, wanted, size);
	free(t.s);
	return same;
}

/* The Verilog in dir, and its list, are what is generated from these parameters, to the byte, and without a memory map. */
static bool unedited(const char *dir, const struct params *p)
{
	struct rtl_files r = rtl_generate(p);
	struct text list;
	FILE *const f = text_begin(&list);
	bool same = r.n && f;

	for (unsigned i = 0; i < r.n && same; i++) {
		fprintf(f, "%s\n", r.file[i].name);
		same = holds(dir, r.file[i].name, r.file[i].text, r.file[i].size);
	}
	same = text_end(&list, f) && same && holds(dir, GEN_LIST, list.s, list.size);
	free(list.s);
	rtl_files_free(&r);
	return same;
}

/* Monitors, and RTL that is not as it was generated, may have registers that the model has not: then no RTL can take over in the middle of a run. */
static void limit_threads(struct job *j)
{
	if (j->config.threads > 1 && (j->own.link_monitor || !unedited(j->place.dir, &j->o.params)))
		j->config.threads = 1;
}

static int build_rtl(struct job *j)
{
	const struct build b = {
		.list = j->place.list, .dir = j->place.build_dir, .name = j->o.params.name, .shape = &j->config.shape,
		.probed = j->config.backend == LOCKSTEP_BOTH,
		.flat = j->own.flatten,
		.traced = j->place.waves,
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

static void print_traffic(const struct lockstep *l, FILE *f)
{
	const struct neighbours_config *t = &l->config.traffic;

	fprintf(f, "traffic     %s, ", traffic_names[t->traffic]);
	if (t->saturate)
		fputs("inputs kept full, ", f);
	else
		fprintf(f, "load %g, ", t->load);
	fprintf(f, "packets of %s%u flits, injection %s, %s back-pressure, seed %" PRIu64 "\n", t->fixed_length ? "" : "1 to ",
		l->config.shape.packet_flits, injection_names[t->injection], t->back_pressure ? "with" : "no", t->seed);
}

static void print_throughput(const struct lockstep *l, FILE *f)
{
	const struct neighbours_stats *s = neighbours_stats(l->neighbours);
	const double slots = (double)l->config.shape.radix * (double)(lockstep_now(l) ? lockstep_now(l) : 1);
	uint64_t least = UINT64_MAX, most = 0;

	for (unsigned o = 0; o < l->config.shape.radix; o++) {
		least = s->delivered_at[o] < least ? s->delivered_at[o] : least;
		most = s->delivered_at[o] > most ? s->delivered_at[o] : most;
	}
	fprintf(f, "throughput  %.3f of line rate (outputs %.3f to %.3f), offered %.3f; %" PRIu64 " packets delivered\n",
		(double)s->flits_delivered / slots, (double)least * l->config.shape.radix / slots,
		(double)most * l->config.shape.radix / slots,
		(double)(s->flits_generated + s->flits_refused) / slots, s->delivered);
	if (l->config.shape.nodes && l->config.shape.table_words)
		fprintf(f, "tables      %" PRIu64 " words written with another %s while packets passed\n", s->rerouted, l->config.shape.nic ? "queue" : "port");
	if (l->config.shape.recovery)
		fprintf(f, "lane        %" PRIu64 " packets came by it, %" PRIu64 " left by it; the token came %" PRIu64 " times\n", s->lane_in, s->lane_out, s->tokens);
	if (l->config.shape.messages && l->config.shape.messages != MESSAGES_SIDE)
		fprintf(f, "links       Xoff to the switch %" PRIu64 ", from it %" PRIu64 "\n", s->xoff_sent, s->xoff_received);
}

static void print_congestion(const struct lockstep *l, FILE *f)
{
	const struct switch_counts c = lockstep_counts(l);

	if (l->model && !l->config.shape.slot_nic && (l->config.shape.saqs || l->config.shape.nic))
		fprintf(f, "congestion  detections %" PRIu64 ", notifications %" PRIu64 " (lost %" PRIu64 "), set aside %" PRIu64
			", lines in use at most %u\n", c.detections, c.notifications, c.notifications_lost, c.set_aside, c.lines_peak);
}

static void print_compared(const struct lockstep *l, FILE *f)
{
	if (l->config.backend == LOCKSTEP_BOTH)
		fprintf(f, "compared    %" PRIu64 " register bits in %u registers, %" PRIu64 " memory bits in %u memories\n",
			l->probe.register_bits, l->probe.image->n, l->probe.memory_bits, l->probe.n_memories);
	if (l->config.drain)
		fprintf(f, "drained     %" PRIu64 " cycles after the traffic ended%s\n", l->drain_cycles,
			l->probe.storage ? "; all queues, lines and credits at reset values" : "");
}

static void print_resets(const struct lockstep *l, FILE *f)
{
	if (l->resets)
		fprintf(f, "resets      %" PRIu64 ", %" PRIu64 " cycles in reset\n", l->resets, l->reset_cycles);
}

static void print_speed(const struct lockstep *l, FILE *f)
{
	fprintf(f, "speed       %.0f cycles/s, %.3f s of processor time\n", (double)lockstep_now(l) / l->seconds, l->cpu_seconds);
}

static void print_summary(const struct lockstep *l, FILE *f)
{
	print_traffic(l, f);
	if (l->neighbours)
		print_throughput(l, f);
	print_congestion(l, f);
	print_resets(l, f);
	print_speed(l, f);
	if (l->verdict == LOCKSTEP_SAME)
		print_compared(l, f);
}

static void print_verdict(const struct lockstep *l, FILE *f)
{
	if (l->config.backend == LOCKSTEP_BOTH)
		fprintf(f, "lockstep: %" PRIu64 " cycles, %" PRIu64 " state bits, %" PRIu64 " packets, 0 mismatches\n",
			l->config.cycles, lockstep_bits(l), l->packets);
	else
		fprintf(f, "%s alone: %" PRIu64 " cycles, %" PRIu64 " packets, none lost\n",
			l->config.backend == LOCKSTEP_C ? "model" : "RTL", l->config.cycles, l->packets);
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
		report_residue(l, 40, stdout);
	printf("\nrerun with waves: %s --waves %" PRIu64 ":%" PRIu64 "\n", j->rerun ? j->rerun : "", now < 50 ? 0 : now - 50, now);
}

static int run_one(struct job *j)
{
	char top[2 * PARAMS_WORD], why[LOCKSTEP_WHY];
	struct progress progress;
	struct lockstep *l;
	int status = EXIT_OK;

	compose_rerun(j);
	snprintf(top, sizeof top, "%s_switch", j->o.params.name);
	j->config.top = top;
	j->config.waves = j->place.waves;
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
	} else if (!lockstep_locate(&j.place, &j.o, &j.own)) {
		status = environment_failed("%s", strerror(ENOMEM));
	} else if (j.config.backend & LOCKSTEP_RTL) {
		status = generated_from(j.place.dir, &j.o.params, why) ? build_rtl(&j) : bad_input("%s", why);
		if (status == EXIT_OK)
			status = run_all(&j);
	} else {
		status = run_all(&j);
	}
	dut_unload(&j.lib);
	lockstep_place_free(&j.place);
	free(j.rerun);
	return status;
}
