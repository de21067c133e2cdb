#include "sim.h"

#include "interrupt.h"
#include "progress.h"
#include "report_error.h"
#include "sim_backend.h"
#include "simulation_options.h"
#include "verilog/generated_fabric.h"

#include <errno.h>
#include <unistd.h>

static bool go_on(void *progress, uint64_t cycle)
{
	progress_at(progress, cycle);
	return !interrupt_signal();
}

static bool run_shown(struct simulation *s, struct simulation_result *r, char why[NETWORK_WHY])
{
	struct progress p;
	bool good;

	progress_begin(&p, isatty(2) ? stderr : NULL, workload_pattern_names[s->traffic.pattern], s->o.cycles);
	s->progress = go_on;
	s->progress_arg = &p;
	interrupt_watch();
	errno = 0;
	good = simulate(s, r, why);
	progress_end(&p);
	return good;
}

static int run(struct sim_job *j, const struct sim_backend *b)
{
	struct simulation_result r;
	char why[NETWORK_WHY];
	int status;

	if (!run_shown(&j->run, &r, why))
		return cannot("%s", why);
	sim_backend_judge(b, &r);
	sim_print(&j->run, &r, sim_words(&j->s));
	sim_backend_print(b, j, &r, sim_words(&j->s));
	status = r.failed ? EXIT_CHECK_FAILED : r.complete ? EXIT_OK : EXIT_SIGNAL + interrupt_signal();
	if (!sim_write_outputs(j, &r, why))
		status = cannot("%s", why);
	simulation_result_free(&r);
	return status;
}

static int run_with_backend(struct sim_job *j)
{
	struct sim_backend b;
	char why[NETWORK_WHY];
	int status;

	if (!sim_outputs_possible(&j->s, why))
		return cannot("%s", why);
	status = sim_backend_open(&b, j);
	if (status == EXIT_OK) {
		status = run(j, &b);
		sim_backend_close(&b);
	}
	return status;
}

/* Parameters that only network interfaces have are theirs, unless they were given. */
static bool take_interfaces(struct sim_job *j, const struct generated_fabric *network, char why[PARAMS_WHY])
{
	struct params nic;

	j->run.o.nics = true;
	if (!generated_fabric_interfaces(network, &nic, why))
		return false;
	nic = params_native(&nic);
	for (unsigned i = 0; i < PARAMETERS; i++) {
		const struct param_desc *const d = &params_table[i];
		char text[PARAMS_WORD];

		if (!params_used(&nic, d) || params_used(&j->run.params, d) || !options_open(&j->given, i))
			continue;
		params_text(&nic, d, text, sizeof text);
		if (!params_set(&j->run.params, d->name, text, why))
			return false;
	}
	return true;
}

/* The topology of a network that was generated, if --config names one and no other topology is given. */
static bool take_network(struct sim_job *j, struct generated_fabric *network, char why[PARAMS_WHY])
{
	const unsigned stages = generated_fabric_stages(network);

	if (!j->s.run.given.link_delay && stages)
		j->run.o.link_delay = stages;
	return generated_fabric_wire(network, &j->run, why) && (!generated_fabric_has_interfaces(network) || take_interfaces(j, network, why));
}

static int run_job(struct sim_job *j, struct generated_fabric *network)
{
	char why[PARAMS_WHY];

	if (network && !j->s.run.given.topology && !take_network(j, network, why))
		return bad_input("%s", why);
	if (!simulation_setup(&j->run, why) || !sim_backend_check(j, why))
		return bad_input("%s", why);
	return run_with_backend(j);
}

int command_sim(int argc, char **argv)
{
	struct generated_fabric network;
	struct sim_job j;
	bool generated;
	int status;

	if (!options_parse(&j.given, &line_sim, &j.s, argc, argv, &status))
		return status;
	j.run = simulation_of(&j.given, &j.s.run);
	j.run.links = j.s.csv_links;
	generated = generated_fabric_read(&network, j.given.config);
	status = run_job(&j, generated ? &network : NULL);
	if (generated)
		generated_fabric_free(&network);
	options_free(&j.given);
	return status;
}
