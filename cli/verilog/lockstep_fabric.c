/* `sluice lockstep` of a whole network: what was generated is read from its manifest. */
#include "lockstep_options.h"

#include "fabric_lockstep.h"
#include "fabric_pins.h"
#include "progress.h"
#include "report_error.h"
#include "rtl.h"
#include "simulation_options.h"
#include "texts.h"
#include "why_not.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A whole invocation. */
struct job {
	const struct options *o;
	const struct lockstep_options *own;
	struct lockstep_place place;
	struct generated_fabric *network;
	struct simulation run;          /* switches and topology */
	struct params nic;
	struct fabric_lockstep_config config;
	struct dut_lib lib;
};

/* ----- what was generated ----- */

static bool read_network(struct job *j, char why[PARAMS_WHY])
{
	struct simulation defaults;

	if (!generated_fabric_has_interfaces(j->network))
		return why_not(why, PARAMS_WHY, "--config: a network without end nodes; generate it with --endpoints native or axis");
	simulation_default(&defaults);
	j->run = simulation_of(j->o, &defaults.o);
	if (!generated_fabric_wire(j->network, &j->run, why) || !simulation_setup(&j->run, why) || !generated_fabric_interfaces(j->network, &j->nic, why))
		return false;
	struct shape sw = j->run.network.shape;
	const struct shape nic = shape_of(&j->nic);

	packet_carries_beats(&sw, &nic);
	j->config.model = (struct fabric_model_config){
		.topology = &j->run.network.topology, .sw = sw, .nic = nic, .stages = generated_fabric_stages(j->network),
	};
	return true;
}

/* ----- options ----- */

static bool read_options(struct job *j, char why[PARAMS_WHY])
{
	const struct lockstep_options *const own = j->own;
	const unsigned nodes = j->config.model.topology->nodes;
	struct hosts_config *const h = &j->config.hosts;
	const struct option_row *const of_switch = option_given(lockstep_rows, own,
		"resets own-port injection no-drain memory-check bank flatten link-monitor threads");

	if (of_switch)
		return why_not(why, PARAMS_WHY, "--%s: of one switch only, not of a whole network", of_switch->name);
	if (!option_within("hot-port", own->hot_port, 0, nodes - 1, why) || !option_within("hot-sources", own->hot_sources, 0, nodes - 2, why) ||
	    !lockstep_plant_and_waves(own, "PART.REGISTER", &j->config.plant, &j->config.waves_from, &j->config.waves_to, why))
		return false;
	if (own->traffic == TRAFFIC_KINDS)
		return why_not(why, PARAMS_WHY, "--traffic: all is of one switch only; a whole network takes one pattern");
	if (own->backend == LOCKSTEP_RTL)
		return why_not(why, PARAMS_WHY, "--backend: both or c; the RTL of a network alone is run by its testbench");
	if (own->backend == LOCKSTEP_C && (own->waves || own->plant))
		return why_not(why, PARAMS_WHY, "--waves and --plant need --backend both");
	if (own->hot_sources && own->traffic != TRAFFIC_HOTSPOT)
		return why_not(why, PARAMS_WHY, "--hot-sources needs --traffic hotspot");
	*h = (struct hosts_config){
		.nodes = nodes, .nic = j->config.model.nic, .traffic = (enum traffic_kind)own->traffic, .load = own->load, .saturate = own->saturate,
		.fixed_length = own->fixed_length, .hot_node = (unsigned)own->hot_port, .hot_fraction = own->hot_fraction,
		.hot_sources = (unsigned)own->hot_sources, .stalls = !own->no_back_pressure, .faults = !own->no_back_pressure, .seed = own->seed,
		.warm_cycle = own->cycles / 5,
	};
	j->config.backend = (enum lockstep_backend)own->backend;
	j->config.cycles = own->cycles;
	return true;
}

static int build_rtl(struct job *j)
{
	const struct fabric_model_config *const m = &j->config.model;
	char module[2 * PARAMS_WORD];
	const struct bench_ports ports = fabric_pins_ports(&m->nic, m->topology->nodes);
	const struct text_inside fabric = {
		.module = module, .instance = "fabric", .prompt = true, .flat = true,
		.open = m->nic.axis_bytes ? NULL : m->nic.cell_nic ? "send_stopped" : "send_room",
	};

	snprintf(module, sizeof module, "%s_fabric", j->o->params.name);
	struct build_texts texts = {
		text_ports(&ports), text_bench(&ports, &fabric), text_fabric_config(&m->sw, j->o->params.name, &m->nic, j->nic.name),
	};
	const struct build b = {
		.list = j->place.list, .dir = j->place.build_dir, .name = j->o->params.name, .texts = &texts, .probed = true, .prompt = true,
		.traced = j->place.waves, .unchecked = j->own->no_assertions, .quick = j->config.cycles < 50000,
	};
	const int status = rtl_load(&b, &j->lib);

	free(texts.ports.s);
	free(texts.bench.s);
	free(texts.config.s);
	j->config.lib = &j->lib;
	return status;
}

/* ----- the run ----- */

static void print_run(const struct job *j, const struct fabric_lockstep *l, FILE *f)
{
	const struct hosts_config *const h = &l->config.hosts;
	const struct hosts_stats s = hosts_stats(l->hosts);
	const char *const what = h->nic.axis_bytes ? "frames" : "packets";
	const double counted = (double)(h->stop_cycle - h->warm_cycle);
	const unsigned most = h->nic.axis_bytes ? h->nic.frame_beats : h->nic.packet_flits;

	fprintf(f, "network     %s: %u switches, %u end nodes%s\n", generated_fabric_topology(j->network), l->config.model.topology->switches, h->nodes,
		h->nic.axis_bytes ? " with AXI-Stream" : "");
	fprintf(f, "traffic     %s, ", traffic_names[h->traffic]);
	if (h->saturate)
		fputs("hosts kept full, ", f);
	else
		fprintf(f, "load %g, ", h->load);
	fprintf(f, "%s of %s%u flits, %s, seed %" PRIu64 "\n", what, h->fixed_length ? "" : "1 to ", most, h->stalls ? "with stalls and bad ones" : "no stalls", h->seed);
	fprintf(f, "throughput  %.4f flits a cycle and end node; %" PRIu64 " %s delivered, %" PRIu64 " dropped as they should be\n",
		(double)s.beats / counted / h->nodes, s.delivered, what, s.dropped);
	if (h->hot_sources)
		fprintf(f, "hot spot    %.4f flits a cycle to it; the %u others %.4f a cycle and end node\n", (double)s.to_hot / counted, h->nodes - h->hot_sources,
			(double)s.from_others / counted / (h->nodes - h->hot_sources));
	fprintf(f, "drained     %" PRIu64 " cycles after the traffic ended\n", l->drain_cycles);
	fprintf(f, "speed       %.0f cycles/s\n", (double)l->cycle / l->seconds);
}

static int verdict(const struct job *j, struct fabric_lockstep *l)
{
	if (l->verdict != LOCKSTEP_SAME) {
		puts(l->why);
		fabric_lockstep_report(l, stdout);
		fputs("\nrerun: ", stdout);
		options_again(j->o, &line_lockstep, OPTION_EFFORT, stdout);
		putchar('\n');
		return EXIT_CHECK_FAILED;
	}
	print_run(j, l, stdout);
	if (j->place.waves)
		say("waves       %s", j->place.waves);
	if (l->config.backend == LOCKSTEP_BOTH)
		printf("lockstep: %" PRIu64 " cycles, %" PRIu64 " state bits in %u parts, %" PRIu64 " %s, 0 mismatches\n", l->config.cycles,
		       l->register_bits + l->memory_bits, l->n_parts, hosts_stats(l->hosts).delivered, l->config.hosts.nic.axis_bytes ? "frames" : "packets");
	else
		printf("model alone: %" PRIu64 " cycles, %" PRIu64 " delivered, none lost\n", l->config.cycles, hosts_stats(l->hosts).delivered);
	return EXIT_OK;
}

static int run(struct job *j)
{
	struct progress progress;
	struct fabric_lockstep *l;
	char why[LOCKSTEP_WHY];
	int status;

	j->config.waves = j->place.waves;
	l = fabric_lockstep_new(&j->config, why);
	if (!l)
		return cannot("%s", why);
	progress_begin(&progress, isatty(2) ? stderr : NULL, "network", j->config.cycles);
	l->config.progress = progress_at;
	l->config.progress_arg = &progress;
	fabric_lockstep_run(l);
	progress_end(&progress);
	status = verdict(j, l);
	fabric_lockstep_free(l);
	return status;
}

static int prepared(struct job *j)
{
	char why[PARAMS_WHY];
	int status = EXIT_OK;

	if (!read_network(j, why) || !read_options(j, why) || !generated_from(j->place.dir, &j->o->params, why))
		return bad_input("%s", why);
	if (j->config.backend == LOCKSTEP_BOTH)
		status = build_rtl(j);
	return status == EXIT_OK ? run(j) : status;
}

int lockstep_fabric(const struct options *o, const struct lockstep_options *own, struct generated_fabric *network)
{
	struct job j = { .o = o, .own = own, .network = network };
	const int status = lockstep_locate(&j.place, o, own) ? prepared(&j) : environment_failed("%s", strerror(ENOMEM));

	dut_unload(&j.lib);
	lockstep_place_free(&j.place);
	return status;
}
