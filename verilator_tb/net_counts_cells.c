#include "net_counts.h"

#include "law_lists.h"
#include "link_use.h"

#include <stdlib.h>
#include <string.h>

/* An Xoff that acts in this cycle. */
struct acting {
	unsigned side, port, level, len;
	uint64_t turns;
};

struct net_cells {
	const struct shape *shape;
	struct law_side side[LAW_SIDES];
	unsigned n_acting;
	struct acting acting[LAW_SIDES * SWITCH_PORTS];
	unsigned in_use[SWITCH_PORTS];  /* lines, by input */
	size_t size;                    /* bytes of the registers that lines in use follow from, of an input; and their previous values, by input: */
	uint8_t was[];
};

struct net_cells *net_cells_new(const struct shape *s, struct law_place m)
{
	struct law_side side[LAW_SIDES];

	law_sides_find(side, m);
	const struct law_side *d = side + LAW_IN;
	const size_t size = d->fill.bytes + d->xoff.bytes + d->sent.bytes + d->wait.bytes;
	struct net_cells *c = calloc(1, sizeof *c + s->radix * size);

	if (!c)
		return NULL;
	c->shape = s;
	c->size = size;
	memcpy(c->side, side, sizeof side);
	return c;
}

/* The side of the output sends an Xon of this queue and level. */
static bool output_lets_go(const struct net_cells *c, unsigned output, unsigned queue, unsigned level)
{
	const struct law_side *d = &c->side[LAW_OUT];

	return law_bit(&d->msg, output) && !law_bit(&d->msg_xoff, output) && law_field(&d->msg_queue, output, 0, c->shape->vc_queue_w) == queue &&
	       law_field(&d->msg_levels, output, level, 1);
}

/* So does downstream of the output. */
static bool downstream_lets_go(const struct switch_in *in, unsigned output, unsigned queue, unsigned level)
{
	const struct message *m = &in->msg[output];

	return in->message >> output & 1 && !m->xoff && m->line == queue && m->levels >> level & 1;
}

/* An Xoff is to act on a side. */
static void note(struct net_cells *c, const struct switch_in *in, unsigned side, unsigned port)
{
	const struct shape *s = c->shape;
	const struct law_side *d = &c->side[side];
	const unsigned queue = law_field(&d->notify_queue, port, 0, s->vc_queue_w);
	const struct acting x = {
		.side = side, .port = port, .level = law_field(&d->notify_level, port, 0, s->level_w), .len = law_field(&d->notify_len, port, 0, s->len_w),
		.turns = law_bits(&d->notify_turns, port, 0, s->pool_w),
	};
	const unsigned output = (port + (unsigned)(x.turns & ones(s->turn_w))) % s->radix;

	if (!(side == LAW_IN ? output_lets_go(c, output, queue, x.level) : downstream_lets_go(in, port, queue, x.level)))
		c->acting[c->n_acting++] = x;
}

/* The queue of a line, by its number in the side. */
static unsigned queue_of(const struct shape *s, unsigned line)
{
	return line / s->saqs * s->vc_queues + s->radix + line % s->saqs;
}

void net_cells_before(struct net_cells *c, const struct switch_in *in)
{
	c->n_acting = 0;
	for (unsigned side = 0; side < LAW_SIDES; side++)
		for (unsigned i = 0; i < c->shape->radix; i++)
			if (law_bit(&c->side[side].notify, i))
				note(c, in, side, i);
}

/* A line of the VC names the congested point and level, stopped. */
static bool stopped(const struct net_cells *c, const struct acting *x)
{
	const struct shape *s = c->shape;
	const struct law_side *d = &c->side[x->side];
	const unsigned first = level_vc(s, x->level) * s->saqs;

	for (unsigned l = first; l < first + s->saqs; l++)
		if (law_field(&d->xoff, x->port, l, 1) && law_field(&d->len, x->port, l, s->len_w) == x->len &&
		    law_field(&d->level, x->port, l, s->level_w) == x->level && law_bits(&d->turns, x->port, l * s->pool_w, s->pool_w) == x->turns)
			return true;
	return false;
}

/* A packet has entered a set-aside queue of a side. */
static bool set_aside(const struct net_cells *c, unsigned side, unsigned port)
{
	const struct shape *s = c->shape;
	const unsigned queue = law_lowest(&c->side[side].entered, port, s->queues);

	return queue < s->queues && queue % s->vc_queues >= s->radix;
}

/* A detection queue has sent an Xoff. */
static bool detected(const struct net_cells *c, unsigned side, unsigned i)
{
	const struct law_side *d = &c->side[side];

	return law_bit(&d->msg, i) && law_bit(&d->msg_xoff, i) && law_field(&d->msg_queue, i, 0, c->shape->vc_queue_w) < c->shape->radix;
}

/* Has any register changed that lines in use of an input follow from? */
static bool changed(struct net_cells *c, unsigned input)
{
	const struct law_side *d = &c->side[LAW_IN];
	const struct law_register *const looked_at[] = { &d->fill, &d->xoff, &d->sent, &d->wait };

	return law_any_changed(looked_at, 4, input, c->was + input * c->size);
}

static unsigned lines_in_use(const struct net_cells *c, unsigned input)
{
	const struct shape *s = c->shape;
	const struct law_side *d = &c->side[LAW_IN];
	unsigned n = 0;

	for (unsigned l = 0; l < s->lines; l++)
		n += law_field(&d->fill, input, queue_of(s, l), s->cells_w) || law_field(&d->xoff, input, l, 1) || law_field(&d->sent, input, l, 1) ||
		     law_field(&d->wait, input, l, s->cells_w);
	return n;
}

void net_cells_after(struct net_cells *c, struct switch_counts *n)
{
	for (unsigned k = 0; k < c->n_acting; k++) {
		n->notifications++;
		n->notifications_lost += !stopped(c, &c->acting[k]);
	}
	for (unsigned i = 0; i < c->shape->radix; i++) {
		n->set_aside += (unsigned)set_aside(c, LAW_IN, i) + set_aside(c, LAW_OUT, i);
		n->detections += (unsigned)detected(c, LAW_IN, i) + detected(c, LAW_OUT, i);
		if (!changed(c, i))
			continue;
		const unsigned now = lines_in_use(c, i);

		n->lines_in_use = n->lines_in_use - c->in_use[i] + now;
		c->in_use[i] = now;
	}
	if (n->lines_in_use > n->lines_peak)
		n->lines_peak = n->lines_in_use;
}
