#ifndef SIM_JOBS_H
#define SIM_JOBS_H

#include "net/jobs_report.h"

/* What jobs took: in words; and as CSV, a row for each operation of each job in each round, and one for the job. */
void sim_print_jobs(const struct jobs_report *, unsigned flit_bits, FILE *);
void sim_write_jobs(const struct jobs_report *, FILE *);

#endif
