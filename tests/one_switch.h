#pragma once

#include "bench/neighbours.h"
#include "bench/scoreboard.h"

#include <stdlib.h>

/*
 * One C-model switch between its neighbours, watched by a scoreboard, stepped cycle by cycle. Results of a cycle can be read until the next bench_step().
 */
struct bench {
	struct shape shape;
	struct sluice_switch *sw;
	struct neighbours *neighbours;
	struct scoreboard *scoreboard;
	uint64_t cycle;                         /* next cycle to be run */
	uint64_t next;                          /* next cycle in which the switch asks to be stepped */
	bool skip;                              /* step the switch only in cycles that it asks for, or in which something arrives */
	struct switch_in in;                    /* what arrived in the last cycle */
	struct switch_out out[SWITCH_DEPART_MOST + 1];     /* results of the last cycles, by cycle modulo their number */
	char why[SCOREBOARD_WHY];
};

static inline void bench_free(struct bench *b)
{
	if (!b)
		return;
	switch_free(b->sw);
	neighbours_free(b->neighbours);
	scoreboard_free(b->scoreboard);
	free(b);
}

/* NULL: out of memory. */
static inline struct bench *bench_new(const struct shape *s, const struct neighbours_config *c)
{
	struct bench *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	b->shape = *s;
	b->sw = switch_new(s);
	b->neighbours = neighbours_new(s, c);
	if (b->neighbours) {
		const struct table_words table = neighbours_table(b->neighbours);

		b->scoreboard = scoreboard_new(s, &table, neighbours_position(b->neighbours));
	}
	if (!b->sw || !b->neighbours || !b->scoreboard) {
		bench_free(b);
		return NULL;
	}
	if (s->by_flits)
		switch_position(b->sw, 0, neighbours_position(b->neighbours));
	return b;
}

static inline struct switch_out *bench_slot(struct bench *b, uint64_t cycle)
{
	return &b->out[cycle % (SWITCH_DEPART_MOST + 1)];
}

/* A grant of cycle c is on tx_* in c + switch_depart(), credits and messages on rx_* in c + 1. */
static inline bool bench_deliver(struct bench *b, uint64_t cycle)
{
	const struct switch_out *departs = bench_slot(b, cycle - switch_depart(&b->shape));

	if (!scoreboard_departing(b->scoreboard, cycle, departs, b->why))
		return false;
	neighbours_hear(b->neighbours, cycle, departs, bench_slot(b, cycle - 1));
	return true;
}

/* Run one cycle. False: the scoreboard refused a packet, see why. */
static inline bool bench_step(struct bench *b)
{
	struct switch_in *in = &b->in;
	struct switch_out *out = bench_slot(b, b->cycle);

	neighbours_drive(b->neighbours, b->cycle, in);
	scoreboard_brought(b->scoreboard, b->cycle, in);
	if (!bench_deliver(b, b->cycle))
		return false;
	out->depart = out->credit = out->message = 0;
	if (!b->skip || b->cycle >= b->next || in->head || in->credit || in->message || in->configure)
		b->next = switch_step(b->sw, b->cycle, in, out);
	b->cycle++;
	return true;
}

/* What the switch decided `ago` cycles before the last one; ago <= SWITCH_DEPART_MOST. */
static inline const struct switch_out *bench_decided(const struct bench *b, unsigned ago)
{
	return &b->out[(b->cycle - 1 - ago) % (SWITCH_DEPART_MOST + 1)];
}

/* True if nothing is left in the switch, at its neighbours, or on the links. */
static inline bool bench_drained(const struct bench *b)
{
	for (unsigned i = 0; i <= SWITCH_DEPART_MOST; i++)
		if (b->out[i].depart || b->out[i].credit || (b->out[i].message && b->shape.messages != MESSAGES_SIDE))
			return false;
	return switch_drained(b->sw) && neighbours_drained(b->neighbours) && !scoreboard_outstanding(b->scoreboard);
}
