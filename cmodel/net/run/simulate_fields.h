#pragma once

#include "net/results/fields.h"
#include "simulate.h"

/*
 * What a run measured and how it was configured, by the names of the JSON of `sluice sim`. First the results, then the configuration, which says
 * also what the switches were: a struct with the options of simulate_backend.def, and its table.
 */
void simulate_fields(const struct simulation *, const struct simulation_result *, struct fields *to);
void simulate_fields_results(const struct simulation *, const struct simulation_result *, struct fields *to);   /* without the times and memory that it took */
void simulate_fields_config(const struct simulation *, const void *backend, const struct option_row *backend_rows, struct fields *to);

/* What the results are a function of, and nothing else: key by key; and as lines "# key = value". */
typedef void simulate_input(const char *key, const char *value, void *to);
void simulate_inputs(const struct simulation *, simulate_input *, void *to);
void simulate_write_config(const struct simulation *, FILE *);

/* Is there a result of this name, once the run is made? A run that was set up. */
bool simulate_fields_have(const struct simulation *, const char *name);
