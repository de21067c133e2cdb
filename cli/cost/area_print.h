#pragma once

#include "grid.h"
#include "inventory.h"

/* What `sluice area` says, as tables on stdout and as JSON. */

/* Where the figures come from: one line, "45 nm, ..." */
void area_source(const struct price_setup *s, const char *cacti, char *text, size_t size);

void area_print_memory(const struct memory *m, const struct price *p, const char *source);
void area_print_switch(const char *name, const struct inventory *inventory, const char *source);
void area_print_report(const char *path, const struct grid_report *r);

/* The caller frees it. NULL: out of memory. */
char *area_memory_json(const struct memory *m, const struct price *p, const struct price_setup *s, const char *source);
char *area_switch_json(const char *name, const struct inventory *inventory, const struct price_setup *s, const char *source);

/* Figures of the papers, with the embedded model. Returns what the command returns. */
int area_print_obqa(const struct price_setup *s);
int area_print_recn_iq(const struct price_setup *s);
int area_print_fbicm(const struct price_setup *s);
int area_print_qos(const struct price_setup *s);
