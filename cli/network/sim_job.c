#include "report_error.h"
#include "routes.h"
#include "sim.h"
#include "sim_backend.h"
#include "simulation_options.h"

/* Reads the fabric that --fabric names, if there is one, and judges whether it can be run. Unless EXIT_OK, all is said. */
static int open_fabric(struct sim_job *j)
{
	const struct real_fabric *const r = &j->fabric.fabric;

	if (!j->s.run.fabric)
		return EXIT_OK;
	if (!fabric_topology_read(&j->fabric, &j->s.run))
		return real_fabric_refused(r);
	if (!fabric_topology_runs(&j->fabric, &j->s.run)) {
		real_fabric_print(r, sim_words(&j->s));
		return EXIT_CHECK_FAILED;
	}
	if (r->verdict.cycle)
		real_fabric_print_cycle(r, sim_words(&j->s));
	if (fabric_topology_wire(&j->fabric, &j->run))
		return EXIT_OK;
	return environment_failed("--fabric: not enough memory for %u switches and %u end nodes", r->graph.switches, r->graph.nodes);
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

		if (!params_used(&nic, d) || params_used(&j->run.params, d) || j->run.given[i])
			continue;
		j->run.given[i] = true;
		params_text(&nic, d, text, sizeof text);
		if (!params_set(&j->run.params, d->name, text, why))
			return false;
	}
	return true;
}

/* The topology of a network that was generated, if --config names one and neither another topology is given nor a fabric. */
static bool take_network(struct sim_job *j, struct generated_fabric *network, char why[PARAMS_WHY])
{
	const unsigned stages = generated_fabric_stages(network);

	if (!j->s.run.given.link_delay && stages)
		j->run.o.link_delay = stages;
	return generated_fabric_wire(network, &j->run, why) && (!generated_fabric_has_interfaces(network) || take_interfaces(j, network, why));
}

/* A parameter that no switch of the scheme has was meant for something, though it is its default. */
static bool check_given(const struct sim_job *j, char why[PARAMS_WHY])
{
	char scheme[PARAMS_WHY / 2];

	params_text(&j->run.params, &params_table[PARAM_INDEX_scheme], scheme, sizeof scheme);
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (j->given.param[i] && !j->schemes && !simulation_has(&j->run, &params_table[i]))
			return why_not(why, PARAMS_WHY, "%s: scheme %s has no such parameter; leave it out", params_table[i].name, scheme);
	return true;
}

static bool set_up(struct sim_job *j, char why[PARAMS_WHY])
{
	if (j->generated && !j->s.run.given.topology && !j->s.run.fabric && !take_network(j, &j->network, why))
		return false;
	if (j->schemes)
		simulation_leave_out(&j->run);
	if (!simulation_setup(&j->run, why) || !check_given(j, why))
		return false;
	if (j->s.csv_jobs && j->run.traffic.pattern != PATTERN_JOBS)
		return why_not(why, PARAMS_WHY, "--csv-jobs: with --traffic jobs only");
	return sim_outputs_apart(j, why) && sim_backend_check(j, why);
}

int sim_job_make(struct sim_job *j)
{
	char why[PARAMS_WHY];
	int status;

	if (!options_finish(&j->given, &line_sim, &j->s, &status))
		return status;
	j->run = simulation_of(&j->given, &j->s.run);
	j->run.links = j->s.csv_links || j->s.report;
	j->run.samples = j->s.report;
	j->generated = generated_fabric_read(&j->network, j->given.config);
	status = open_fabric(j);
	if (status == EXIT_OK && set_up(j, why))
		return EXIT_OK;
	sim_job_free(j);
	return status == EXIT_OK ? bad_input("%s", why) : status;
}

void sim_job_free(struct sim_job *j)
{
	if (j->generated)
		generated_fabric_free(&j->network);
	fabric_topology_close(&j->fabric);
	j->run.stored = NULL;
	options_free(&j->given);
}
