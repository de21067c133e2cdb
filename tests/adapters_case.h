#pragma once

/* What tests of the adapters between a network interface and its host have in common: settings, odds, packets that are expected, registers of an empty one. */
#include "flit.h"
#include "given.h"
#include "image.h"
#include "rng.h"

#include <stdlib.h>
#include <string.h>

enum { CYCLES = 20000, MOST = 60000, WAITING = 4096, WORDS = FLIT_MOST / 32 };

/* Of 64: a cycle has a flit of the host, the host takes one, a credit that is due comes; a packet or frame is too long, is for a node that is not there. */
struct odds {
	unsigned sends, takes, credits, too_long, unknown;
};

static const struct odds random_odds = { 40, 36, 30, 6, 6 };

static inline bool happens(struct rng *r, unsigned of_64)
{
	return rng_below(r, 64) < of_64;
}

static inline struct shape shape_with(const char *set, enum shape_sides side)
{
	const struct shape whole = SHAPE_GIVEN("%s", set);

	return shape_side(&whole, side);
}

/* All registers that an empty switch has at their reset values are. */
static inline void empty(const struct image *m, const struct shape *s, enum site at)
{
	struct image *fresh = image_new(s);
	uint32_t is[2048], was[2048];

	assert_non_null(fresh);
	for (unsigned i = 0; i < m->n; i++) {
		const struct signal *row = image_row(m, m->regs + i);

		if (m->regs[i].site != at || row->kind != SIGNAL_REG || row->leftover != LEFT_AT_RESET)
			continue;
		assert_true(m->regs[i].words <= 2048);
		image_read(m, i, is);
		image_read(fresh, i, was);
		assert_memory_equal(is, was, m->regs[i].words * sizeof *is);
	}
	image_free(fresh);
}

/* What was read of a memory, in an image. */
static inline void shows_read(struct image *m, enum site at, const char *memory, const uint32_t *words)
{
	const unsigned row = image_row_named(m, at, memory), reg = image_reg(m, at, 0, row);

	assert_true(m->known[reg]);
	assert_memory_equal(image_at(m, at, 0, row), words, m->regs[reg].words * sizeof *words);
}

/* Packets that were sent, in order. */
struct expected {
	struct packet packet[WAITING];
	unsigned begun, ended;
};

static inline void expect(struct expected *e, const struct packet *p)
{
	assert_true(e->ended - e->begun < WAITING);
	e->packet[e->ended++ % WAITING] = *p;
}

static inline unsigned nodes_of(const struct shape *s)
{
	return s->nodes + s->ends;
}
