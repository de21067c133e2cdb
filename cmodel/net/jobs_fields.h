#ifndef JOBS_FIELDS_H
#define JOBS_FIELDS_H

#include "fields.h"
#include "jobs_report.h"

/* What jobs took, by name: docs/study/workloads.md. */
void jobs_fields(struct fields *, const struct jobs_report *);

#endif
