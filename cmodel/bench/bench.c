#include "bench.h"

#include <stdlib.h>

struct bench *bench_new(const struct shape *s, const struct neighbours_config *c)
{
	struct bench *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	b->shape = *s;
	b->sw = switch_new(s);
	b->neighbours = neighbours_new(s, c);
	if (b->neighbours) {
		const struct table_words table = neighbours_table(b->neighbours);

		b->scoreboard = scoreboard_new(s, &table);
	}
	if (!b->sw || !b->neighbours || !b->scoreboard) {
		bench_free(b);
		return NULL;
	}
	scoreboard_position(b->scoreboard, neighbours_position(b->neighbours));
	if (s->by_flits)
		switch_position(b->sw, 0, neighbours_position(b->neighbours));
	return b;
}

void bench_free(struct bench *b)
{
	if (!b)
		return;
	switch_free(b->sw);
	neighbours_free(b->neighbours);
	scoreboard_free(b->scoreboard);
	free(b);
}

static struct switch_out *slot(struct bench *b, uint64_t cycle)
{
	return &b->out[cycle % (SWITCH_DEPART_MOST + 1)];
}

/* A grant of cycle c is on tx_* in c + switch_depart(), credits and messages on rx_* in c + 1. */
static bool deliver(struct bench *b, uint64_t cycle)
{
	const struct switch_out *departs = slot(b, cycle - switch_depart(&b->shape));

	if (!scoreboard_departing(b->scoreboard, cycle, departs, b->why))
		return false;
	neighbours_hear(b->neighbours, cycle, departs, slot(b, cycle - 1));
	return true;
}

bool bench_step(struct bench *b)
{
	struct switch_in *in = &b->in;
	struct switch_out *out = slot(b, b->cycle);

	neighbours_drive(b->neighbours, b->cycle, in);
	scoreboard_brought(b->scoreboard, b->cycle, in);
	if (!deliver(b, b->cycle))
		return false;
	out->depart = out->credit = out->message = 0;
	if (!b->skip || b->cycle >= b->next || in->head || in->credit || in->message || in->configure)
		b->next = switch_step(b->sw, b->cycle, in, out);
	b->cycle++;
	return true;
}

const struct switch_out *bench_decided(const struct bench *b, unsigned ago)
{
	return &b->out[(b->cycle - 1 - ago) % (SWITCH_DEPART_MOST + 1)];
}

bool bench_drained(const struct bench *b)
{
	for (unsigned i = 0; i <= SWITCH_DEPART_MOST; i++)
		if (b->out[i].depart || b->out[i].credit || (b->out[i].message && b->shape.messages != MESSAGES_SIDE))
			return false;
	return switch_drained(b->sw) && neighbours_drained(b->neighbours) && !scoreboard_outstanding(b->scoreboard);
}
