#include "sim_fabric.h"

#include "real_fabric_print.h"
#include "report_error.h"

#include <errno.h>

static int judge(const struct sim_job *j)
{
	const struct real_fabric *r = &j->fabric.fabric;
	FILE *const f = sim_words(&j->s);

	if (!fabric_topology_runs(&j->fabric, &j->s.run)) {
		real_fabric_print(r, f);
		return EXIT_CHECK_FAILED;
	}
	if (r->verdict.cycle)
		real_fabric_print_cycle(r, f);
	return EXIT_OK;
}

int sim_fabric_open(struct sim_job *j)
{
	const struct graph *g = &j->fabric.fabric.graph;
	int status;

	if (!j->s.run.fabric)
		return EXIT_OK;
	if (!fabric_topology_read(&j->fabric, &j->s.run))
		return real_fabric_refused(&j->fabric.fabric);
	status = judge(j);
	if (status != EXIT_OK || fabric_topology_wire(&j->fabric, &j->run))
		return status;
	errno = ENOMEM;
	return cannot("--fabric: not enough memory for %u switches and %u end nodes", g->switches, g->nodes);
}

void sim_fabric_close(struct sim_job *j)
{
	fabric_topology_close(&j->fabric);
	j->run.stored = NULL;
}
