/* Memories of cells, and what their queues stop (sink.h). */
#include "point.h"
#include "sink_parts.h"

/* Durations are drawn with rng_log_below(), so that short ones are as frequent as long ones. */
enum {
	HELD = 16, HOLD_LONGEST = 1024,         /* one cell freed in so many holds its VC, for so many cycles at most */
	STRANGE = 8,                            /* one congested point in so many is not on the route received last */
	AT_ONCE = 3,                            /* one stop in so many ends in the next cycle */
};

void sink_place_cells(struct sink *k, const struct shape *s, struct arena *a)
{
	struct cell_packet *packets;

	k->vc = arena_take(a, HOT, s->vcs, sizeof *k->vc);
	members_place(&k->queued, a, s->vcs);
	packets = arena_take(a, HOT, s->side_cells, sizeof *packets);
	for (unsigned v = 0; k->vc && v < s->vcs; v++)
		k->vc[v].packet = packets + v * s->cells;
}

/* ---- Cells ---- */

/* The cycle in which the next cell of the VC's first packet is freed: when its last flit, or the last one of the packet, has come. */
static void schedule(struct sink *k, struct cell_vc *v, uint64_t cycle)
{
	const struct shape *s = k->shape;
	const struct cell_packet *p = &v->packet[v->first];
	const unsigned end = (v->freed + 1) * s->cell_flits;
	const unsigned flits = p->at_tail || end > p->pace.flits ? p->pace.flits : end;

	if (!v->n)
		return;
	const uint64_t last = p->pace.head + link_flit(s, p->pace.tokens, flits - 1);

	v->next = (cycle < last ? last : cycle) + 1;
	if (k->pace.now == PACE_SLOW)
		v->next += rng_below(&k->rng, SINK_SLOW_GAP);
}

/* A cell is freed, and the VC is held from now on, at random. */
static void release(struct sink *k, struct cell_vc *v, uint64_t cycle)
{
	if (++v->freed == credits_of(k->shape, v->packet[v->first].pace.flits)) {
		v->first = v->first + 1 == k->shape->cells ? 0 : v->first + 1;
		if (!--v->n)
			members_remove(&k->queued, (unsigned)(v - k->vc));
		v->freed = 0;
	}
	v->from = 0;
	if (k->back_pressure && cycle < k->stop_cycle && !rng_below(&k->rng, HELD))
		v->from = cycle + rng_log_below(&k->rng, HOLD_LONGEST);
	schedule(k, v, cycle);
}

/* The next VC after this one that has packets, in turn; vcs: none has. */
static unsigned filled_after(const struct sink *k, unsigned v)
{
	return members_any(&k->queued) ? members_next(&k->queued, v + 1 == k->shape->vcs ? 0 : v + 1) : k->shape->vcs;
}

bool sink_free_cell(struct sink *k, uint64_t cycle, uint16_t *vc)
{
	const unsigned first = filled_after(k, k->last);
	unsigned v = first;

	if (v == k->shape->vcs || k->pace.now == PACE_STALL)
		return false;
	while (k->vc[v].next > cycle || k->vc[v].from > cycle) {
		v = filled_after(k, v);
		if (v == first)
			return false;
	}
	release(k, &k->vc[v], cycle);
	k->last = v;
	*vc = (uint16_t)v;
	return true;
}

void sink_packet_in_cells(struct sink *k, uint64_t cycle, const struct packet *p)
{
	const struct shape *s = k->shape;
	struct cell_vc *v = &k->vc[credit_class(s, p)];

	v->packet[(v->first + v->n++) % s->cells] = (struct cell_packet){ k->link->pace, k->back_pressure && rng_below(&k->rng, 2) };
	members_add(&k->queued, credit_class(s, p));
	if (v->n == 1)
		schedule(k, v, cycle);
	if (p->turns_left) {
		k->route = p->turnpool;
		k->route_left = p->turns_left;
		k->level = packet_level(s, p);
	}
}

/* ---- Messages ---- */

static struct level_stop *stop_of(struct sink *k, unsigned level, unsigned queue)
{
	for (struct level_stop *t = k->stop; t < k->stop + k->n; t++)
		if (t->xoff.levels == 1u << level && t->xoff.line == queue)
			return t;
	return NULL;
}

/* The point of a set-aside queue: the beginning of the route received last, sometimes any; now and then one that another queue has stopped. */
static void draw_point(struct sink *k, struct message *m)
{
	const unsigned draw = rng_below(&k->rng, STRANGE);

	if (k->n && draw == 0) {
		const struct message *other = &k->stop[rng_below(&k->rng, k->n)].xoff;

		m->turns = other->turns;
		m->len = other->len;
	} else if (k->route_left && draw > 1) {
		m->len = (uint8_t)(1 + rng_log_below(&k->rng, k->route_left));
		m->turns = k->route & point_mask(k->shape, m->len);
	} else {
		m->len = (uint8_t)(1 + rng_below(&k->rng, k->shape->turns));
		m->turns = point_any(k->shape, &k->rng, k->shape->dqs, m->len);
	}
}

/* A queue and a level, and its point: half of them detection queues, and of these half that of the route. */
static struct message draw_stop(struct sink *k)
{
	const struct shape *s = k->shape;
	const bool saq = rng_below(&k->rng, 2) && s->vc_queues > s->dqs, known = k->route_left && rng_below(&k->rng, 2);
	struct message m = { .xoff = 1, .len = 1 };

	m.levels = (uint8_t)(1u << (known ? k->level : rng_below(&k->rng, s->levels)));
	if (saq) {
		m.line = (uint16_t)(s->dqs + rng_below(&k->rng, s->vc_queues - s->dqs));
		draw_point(k, &m);
	} else {
		m.turns = known ? k->route & point_mask(s, 1) : rng_below(&k->rng, s->dqs);
		m.line = (uint16_t)m.turns;
	}
	return m;
}

static void xoff(struct sink *k, const struct message *xoff, struct message *m)
{
	*m = *xoff;
	k->stats->xoff_sent++;
}

/* Levels of the same VC, each with a chance of one in two. */
static unsigned some_levels(struct sink *k, unsigned vc)
{
	unsigned levels = 0;

	for (unsigned level = 0; level < k->shape->levels; level++)
		if (level_vc(k->shape, level) == vc && rng_below(&k->rng, 2))
			levels |= 1u << level;
	return levels;
}

/* An Xon of a queue, for these levels, whatever of them is stopped. What is not said by an Xon has any value. */
static void xon(struct sink *k, unsigned queue, unsigned levels, struct message *m)
{
	*m = (struct message){ .turns = rng_next(&k->rng) & ones(k->shape->pool_w), .line = (uint16_t)queue, .levels = (uint8_t)levels };
	m->len = (uint8_t)rng_below(&k->rng, k->shape->turns + 1);
	for (unsigned i = 0; i < k->n;) {
		if (k->stop[i].xoff.line == queue && k->stop[i].xoff.levels & levels)
			k->stop[i] = k->stop[--k->n];
		else
			i++;
	}
	k->stats->xon_sent++;
}

/* A new stop, or one more Xoff of a queue that has stopped the level. */
static void begin(struct sink *k, uint64_t cycle, const struct message *wanted, struct message *m)
{
	struct level_stop *t = stop_of(k, lowest(wanted->levels), wanted->line);

	if (!t) {
		t = &k->stop[k->n++];
		t->xoff = *wanted;
		t->until = cycle + 1 + (rng_below(&k->rng, AT_ONCE) ? rng_log_below(&k->rng, k->hold_longest) : 0);
		t->again = !rng_below(&k->rng, AT_ONCE);
	}
	xoff(k, &t->xoff, m);
}

/* Something new: a stop, mostly. */
static void step_idle(struct sink *k, uint64_t cycle, struct message *m)
{
	const struct message drawn = draw_stop(k);
	const unsigned draw = rng_below(&k->rng, 8), level = rng_below(&k->rng, k->shape->levels);

	if (draw == 0)
		xon(k, rng_below(&k->rng, k->shape->vc_queues), 1u << level | some_levels(k, level_vc(k->shape, level)), m);
	else if (k->n && (draw < 3 || k->n == SINK_STOPS))
		xoff(k, &k->stop[rng_below(&k->rng, k->n)].xoff, m);
	else
		begin(k, cycle, &drawn, m);
}

/* End a stop: an Xon for its level, often for others too; perhaps only to stop it again in the next cycle. */
static void end(struct sink *k, unsigned i, struct message *m)
{
	const struct level_stop was = k->stop[i];
	const unsigned level = lowest(was.xoff.levels), others = rng_below(&k->rng, 2) ? some_levels(k, level_vc(k->shape, level)) : 0;

	xon(k, was.xoff.line, 1u << level | others, m);
	k->repeats = was.again;
	k->repeat = was.xoff;
}

/* The stop whose Xon is due, the one stopped last first: its Xon may come in the cycle after the Xoff. k->n: none. */
static unsigned due_stop(const struct sink *k, uint64_t cycle)
{
	for (unsigned i = k->n; i--;)
		if (cycle >= k->stop[i].until || cycle >= k->stop_cycle)
			return i;
	return k->n;
}

bool sink_step_levels(struct sink *k, uint64_t cycle, struct message *m)
{
	const unsigned i = due_stop(k, cycle);
	const bool repeats = k->repeats && cycle < k->stop_cycle;

	k->repeats = false;
	if (repeats) {
		begin(k, cycle, &k->repeat, m);
	} else if (i < k->n) {
		end(k, i, m);
	} else if (cycle < k->next_congestion || cycle >= k->stop_cycle) {
		return false;
	} else {
		k->next_congestion = cycle + 1 + rng_log_below(&k->rng, k->congestion_gap);
		step_idle(k, cycle, m);
	}
	return true;
}
