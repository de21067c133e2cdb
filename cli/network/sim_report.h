#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include "sim.h"

/* The page of --report: DIR/report.html. True, too, where it is not asked for. False: why, and errno. Before a run: can it be written? */
bool sim_report_possible(const struct sim_options *, char why[PARAMS_WHY]);
bool sim_report_write(const struct sim_job *, const struct simulation_result *, char why[PARAMS_WHY]);

#endif
