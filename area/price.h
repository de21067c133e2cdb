#pragma once

#include "sram.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Price of a memory: area, access time, energy and leakage of one memory macro, by the
 * embedded model (sram.h, cam_array.h), or by a sum of flip-flops for memories too small for an array.
 * The model is fitted to CACTI; docs/use/area.md has its errors.
 */
enum { PRICE_WHY = 256, PRICE_NOTE = 160 };

/* "512x64,1r1w", "2048x32" (1rw), "64x24,1rw,cam". false: says why. */
bool memory_parse(struct memory *m, const char *text, char why[PRICE_WHY]);

void memory_text(const struct memory *m, char *text, size_t size);

/* Technologies, in nm. */
enum { PRICE_NODES = 7 };
extern const char *const price_nodes[PRICE_NODES];

struct price_setup price_setup_default(void);   /* 45 nm, cacti7, itrs-hp, smallest within 60 % of the shortest access */
double price_slack(enum sram_objective objective);      /* 60 % for area, 20 % for the cycle */

enum price_source { PRICE_ARRAY, PRICE_FLIP_FLOPS, PRICE_CACTI, PRICE_MACROS };

extern const char *const price_source_names[];  /* "array", ... */

/* NAN: not modelled. */
struct price {
	enum price_source source;
	double area_mm2, access_ns, cycle_ns, read_nj, write_nj, search_nj, leakage_mw;
	char note[PRICE_NOTE];                  /* caveat, such as a rounding; "": none */
};

/* One of which nothing but the source is known. */
struct price price_unknown(enum price_source source);

/* By the embedded model. false: why names the value and its range. */
bool price_memory(const struct price_setup *setup, const struct memory *m, struct price *p, char why[PRICE_WHY]);

/* Access time in ns of a memory with that price. Technologies that are scaled have none of their own: then that of *nm, which they are scaled from.
 * NAN: not modelled (flip-flops, macros). */
double price_access_ns(const struct price_setup *setup, const struct memory *m, const struct price *p, unsigned *nm);
