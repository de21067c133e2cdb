#include "sim_report_parts.h"

#include "report_place.h"

bool sim_report_possible(const struct sim_options *s, char why[PARAMS_WHY])
{
	const struct report_place place = { "report", s->report };

	return !s->report || report_possible(&place, why);
}

bool sim_report_write(const struct sim_job *j, const struct simulation_result *r, char why[PARAMS_WHY])
{
	const struct report_place place = { "report", j->s.report };
	const struct report_page page = { &j->run, r, j->run.stored ? &j->fabric.fabric.graph : NULL };

	return !j->s.report || report_write(&place, sim_report_page, &page, why);
}
