#include "sink.h"
#include "point.h"
#include "sink_parts.h"

/* Cycles, if not said otherwise. Durations are drawn with rng_log_below(), so that short ones are as frequent as long ones. */
enum {
	PACE_LONGEST = 1024, STALL_LONGEST = 512,
	CONGESTION_GAP = 16, CONGESTION_GAPS = 6,       /* a sink draws its longest gap: 16, 32... 512 */
	HOLD = 64, HOLDS = 6,                           /* a sink draws its longest hold: 64, 128... 2048 */
	LEVEL_GAP = 8, LEVEL_GAPS = 7, LEVEL_HOLD = 16, LEVEL_HOLDS = 7,        /* the same of levels */
	HELD = 8,                                       /* one packet served in so many holds its static queue */
	LINE_GAP = 64,
	SERVICE_LATENCY = 2,            /* header in to first flit out, as in the switch itself */
};

/* Draw a distance: 0, any below n, or `far`. */
static unsigned draw_distance(struct rng *r, unsigned n, unsigned far)
{
	const unsigned draw = rng_below(r, 4);

	return draw < 2 ? 0 : draw == 2 ? rng_below(r, n) : far;
}

/* The shape for congested points. With a routing table, the hash of a destination is its route: turns of one bit, at most s->hops of them. */
static struct shape points_of(const struct shape *s)
{
	struct shape points = *s;

	if (s->nic && s->by_route)
		points.radix = s->switch_radix;
	if (s->nodes) {
		points.turn_w = 1;
		points.radix = 2;
		points.turns = clog2(s->nodes) < s->hops ? clog2(s->nodes) : s->hops;
	}
	return points;
}

void sink_place(struct sink *k, const struct shape *s, struct arena *a)
{
	if (s->by_cells) {
		sink_place_cells(k, s, a);
		return;
	}
	members_place(&k->queued, a, s->queues);
	k->queue = arena_take(a, HOT, s->queues, sizeof *k->queue);
	k->packet = arena_take(a, HOT, s->slots, sizeof *k->packet);
}

/* Slots of a queue that is not stopped; behind a network interface, any share is as good as another. */
static unsigned share_of(const struct shape *s)
{
	return s->headroom ? s->reserve + s->pool / s->queues : s->slots / s->queues;
}

static void reset_slots(struct sink *k, const struct shape *s)
{
	for (unsigned i = 0; i < s->slots; i++)
		k->packet[i].next = (uint16_t)(i + 1);
	for (unsigned q = 0; s->messages == MESSAGES_QUEUE && q < s->queues; q++) {
		k->line[q].xoff = (uint16_t)(k->back_pressure ? rng_below(&k->rng, share_of(s) + 1) : share_of(s));
		k->line[q].xon = (uint16_t)rng_below(&k->rng, k->line[q].xoff + 1u);
	}
}

/* How busy this sink is, with back-pressure. */
static void draw_habits(struct sink *k, const struct shape *s)
{
	const unsigned turns = k->points.turns;

	k->congestion_gap = k->vc ? (uint32_t)LEVEL_GAP << rng_below(&k->rng, LEVEL_GAPS) : (uint32_t)CONGESTION_GAP << rng_below(&k->rng, CONGESTION_GAPS);
	if (!k->vc)             /* far: nearly as many turns as a route can have */
		k->congestion_from = draw_distance(&k->rng, turns, turns > PREFIX_NEAR + 1 ? turns - PREFIX_NEAR - 1 : 0);
	/* far: the farthest points have the greatest length of a line. With lists in memories, a message alone has to identify the point */
	if (!k->vc && s->hops > turns && !s->lists_in_memory)
		k->hops = draw_distance(&k->rng, s->hops - turns + 1, s->hops - turns);
	k->hold_longest = k->vc ? (uint32_t)LEVEL_HOLD << rng_below(&k->rng, LEVEL_HOLDS) : (uint32_t)HOLD << rng_below(&k->rng, HOLDS);
	if (s->messages)
		k->next_congestion = rng_log_below(&k->rng, k->congestion_gap);
}

void sink_reset(struct sink *k, struct link_sender *link, const struct neighbours_config *c, struct neighbours_stats *stats, unsigned output)
{
	const struct shape *s = link->behind;

	k->link = link;
	k->due = c->back_pressure || k->vc ? 0 : UINT64_MAX;
	k->busy_until = k->next_congestion = k->lines_due = UINT64_MAX;
	k->back_pressure = c->back_pressure;
	k->pace = sink_pace_of(c->back_pressure, PACE_LONGEST, STALL_LONGEST);
	k->rng = rng_seed(rng_mix(c->seed), output);
	k->shape = s;
	k->points = points_of(s);
	k->stop_cycle = c->stop_cycle;
	k->stats = stats;
	if (!k->vc)
		reset_slots(k, s);
	if (c->back_pressure)
		draw_habits(k, s);
}

/* Cycle from which the head of a queue may be served. */
static uint64_t servable(const struct sink *k, unsigned q)
{
	const unsigned l = line_of_queue(k->shape, q);
	uint64_t from = k->packet[k->queue[q].head].from;

	if (k->shape->named_queues)
		return k->queue[q].from > from ? k->queue[q].from : from;
	if (l < k->shape->saqs) {
		const struct sink_line *line = &k->line[l];

		if (from < line->serve)
			from = first_of(line->serve, line->until > from ? line->until : from);
	}
	return from;
}

/* Pick a queue whose head may be served, round robin. Returns `cycle`, or else the next cycle in which a head may be served. */
static uint64_t pick(const struct sink *k, uint64_t cycle, unsigned *picked)
{
	const uint32_t first = members_next(&k->queued, k->last + 1);
	uint64_t next = UINT64_MAX;
	uint32_t q = first;

	do {
		const uint64_t from = servable(k, q);

		*picked = q;
		if (from <= cycle)
			return cycle;
		next = first_of(next, from);
		q = members_next(&k->queued, q + 1);
	} while (q != first);
	return next;
}

/* Hold the queue from now on, at random. */
static void hold(struct sink *k, uint64_t cycle, struct sink_queue *queue)
{
	if (k->back_pressure && cycle < k->stop_cycle && !rng_below(&k->rng, HELD))
		queue->from = cycle + rng_log_below(&k->rng, k->hold_longest);
}

static void serve(struct sink *k, uint64_t cycle, unsigned q)
{
	struct sink_queue *queue = &k->queue[q];
	const unsigned flits = k->packet[queue->head].flits, l = line_of_queue(k->shape, q);

	k->serving = queue->head;
	k->owed = credits_of(k->shape, flits);
	k->last = q;
	k->busy_until = cycle + flits;
	if (k->pace.now == PACE_SLOW)
		k->busy_until += flits + rng_below(&k->rng, SINK_SLOW_GAP);
	queue->head = k->packet[queue->head].next;
	if (--queue->count == 0)
		members_remove(&k->queued, q);
	if (k->shape->named_queues) {
		hold(k, cycle, queue);
		k->lines_due = k->shape->messages == MESSAGES_QUEUE ? cycle + 1 : k->lines_due;
	} else if (l < k->shape->saqs) {
		k->line[l].serve = k->busy_until + rng_log_below(&k->rng, LINE_GAP);
		if (!queue->count || sink_wants_message(k, cycle, l))
			k->lines_due = cycle;
	}
}

static void release(struct sink *k)
{
	link_credit(k->link, k->last);
	if (--k->owed) {
		k->busy_until++;
		return;
	}
	k->packet[k->serving].next = k->free;
	k->free = k->serving;
	k->busy_until = UINT64_MAX;
}

/* Serve a packet if the server is free. Returns the next cycle in which to call this. */
static uint64_t step_server(struct sink *k, uint64_t cycle)
{
	uint64_t next;
	unsigned q = 0;

	if (k->busy_until == UINT64_MAX && members_any(&k->queued) && k->pace.now != PACE_STALL) {
		next = pick(k, cycle, &q);
		if (next > cycle)
			return next;
		serve(k, cycle, q);
	}
	return k->busy_until;
}

static struct sink_answer step_cells(struct sink *k, uint64_t cycle)
{
	struct sink_answer a = { .credit = false };

	sink_pace_step(&k->pace, cycle, k->stop_cycle, &k->rng);
	a.credit = sink_free_cell(k, cycle, &a.queue);
	if (a.credit)
		link_credit(k->link, a.queue);
	if (k->shape->messages && k->back_pressure)
		a.message = sink_step_levels(k, cycle, &a.msg) && link_message(k->link, cycle, &a.msg);
	return a;
}

struct sink_answer sink_step(struct sink *k, uint64_t cycle)
{
	if (k->vc)
		return step_cells(k, cycle);

	struct sink_answer a = { .credit = cycle == k->busy_until, .queue = (uint16_t)k->last };

	if (a.credit)
		release(k);
	sink_pace_step(&k->pace, cycle, k->stop_cycle, &k->rng);
	if (cycle >= k->next_congestion)
		sink_congest(k, cycle);
	k->due = first_of(step_server(k, cycle), first_of(k->pace.until, k->next_congestion));
	if (cycle >= k->lines_due)
		a.message = sink_step_stops(k, cycle, &a.msg);
	k->due = first_of(k->due, k->lines_due);
	return a;
}

struct way {
	uint64_t turns;
	unsigned left;
};

static struct way way_of(const struct sink *k, const struct packet *p)
{
	if (k->shape->nodes)
		return (struct way){ sink_way_to(p->destination), k->points.turns };
	return (struct way){ p->turnpool, p->turns_left };
}

/* The queue of a packet: the one that its header names; or that of the longest line that it matches; 0: the cold queue. */
static unsigned queue_of(const struct sink *k, const struct packet *p)
{
	const struct way way = way_of(k, p);
	unsigned q = 0, longest = 0;

	if (k->shape->named_queues)
		return p->queue;
	EACH_IN(l, k->in_use) {
		const struct sink_line *line = &k->line[l];

		if (line->len > longest && point_matches(&k->points, line->turns, line->len, way.turns, way.left)) {
			longest = line->len;
			q = queue_of_line(k->shape, l);
		}
	}
	return q;
}

static void enqueue(struct sink *k, unsigned q, uint16_t slot)
{
	struct sink_queue *queue = &k->queue[q];

	if (queue->count++)
		k->packet[queue->tail].next = slot;
	else
		queue->head = slot;
	queue->tail = slot;
	members_add(&k->queued, q);
}

void sink_packet(struct sink *k, uint64_t cycle, const struct packet *p)
{
	if (k->vc) {
		sink_packet_in_cells(k, cycle, p);
		return;
	}

	const struct way way = way_of(k, p);
	const unsigned q = queue_of(k, p), l = line_of_queue(k->shape, q);
	const uint16_t slot = k->free;

	k->free = k->packet[slot].next;
	k->packet[slot].from = cycle + SERVICE_LATENCY;
	k->packet[slot].flits = (uint8_t)p->flits;
	enqueue(k, q, slot);
	if (way.left) {
		k->route = way.turns;
		k->route_left = (uint8_t)way.left;
	}
	if (k->shape->nodes) {
		k->destination = p->destination;
		if (l < k->shape->saqs)
			sink_learn(k, l, p->destination);
	}
	if (k->shape->messages == MESSAGES_QUEUE || (l < k->shape->saqs && sink_wants_message(k, cycle + 1, l)))
		k->due = k->lines_due = cycle + 1;
	else if (k->busy_until == UINT64_MAX)
		k->due = first_of(k->due, cycle + SERVICE_LATENCY);
}
