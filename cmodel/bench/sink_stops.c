#include "sink_parts.h"
#include "point.h"

enum {
	CONGESTION_LASTS = 4,           /* longest congestion, in longest gaps */
	STRANGE = 8,                    /* one congested point in so many is not on the route received last */
};

uint64_t sink_way_to(uint32_t destination)
{
	return rng_mix(destination);
}

/* Packets in the queue of a line. */
static unsigned packets_of(const struct sink *k, unsigned l)
{
	return k->queue[queue_of_line(k->shape, l)].count;
}

/* Is the line, or queue, stopped? */
static bool is_stopped(const struct sink *k, unsigned l)
{
	return k->link->stopped >> l & 1;
}

/* A random free line, not always the lowest: downstream may choose any. SINK_LINES: none is free. */
static unsigned free_line(struct sink *k, uint64_t cycle)
{
	unsigned at = rng_below(&k->rng, k->shape->saqs);

	for (unsigned i = 0; i < k->shape->saqs; i++) {
		unsigned l = (at + i) % k->shape->saqs;

		if (!(k->in_use >> l & 1) && link_is_swept(k->link, cycle, l))
			return l;
	}
	return SINK_LINES;
}

static void take_line(struct sink *k, uint64_t cycle, unsigned l, uint64_t turns, unsigned len, uint32_t destination)
{
	struct sink_line *line = &k->line[l];
	unsigned most = k->shape->xoff_threshold < k->shape->slots / 2 ? k->shape->xoff_threshold : k->shape->slots / 2;

	line->turns = turns;
	line->len = (uint8_t)len;
	line->destination = destination;
	line->tells = k->shape->nodes;
	line->xoff = (uint16_t)rng_log_below(&k->rng, most + 1);
	line->xon = (uint16_t)rng_below(&k->rng, line->xoff + 1u);
	line->until = cycle + 1 + rng_log_below(&k->rng, CONGESTION_LASTS * k->congestion_gap);
	line->serve = cycle;
	k->in_use |= 1u << l;
	k->lines_due = cycle;
}

/* Draw the length of a congested point on the route received last: one more than that of a line in use, any, or near congestion_from. */
static unsigned draw_length(struct sink *k)
{
	unsigned draw = rng_below(&k->rng, 4), near = k->congestion_from + 1 + rng_below(&k->rng, PREFIX_NEAR);

	EACH_IN(l, draw ? 0 : k->in_use) {
		const struct sink_line *line = &k->line[l];

		if (line->len < k->route_left && point_matches(&k->points, line->turns, line->len, k->route, k->route_left))
			return line->len + 1u;
	}
	return draw > 1 && near <= k->route_left ? near : 1 + rng_below(&k->rng, k->route_left);
}

/* Draw a congested point: a prefix of the route received last, sometimes any point. Returns its length. */
static unsigned draw_point(struct sink *k, uint64_t *turns, uint32_t *destination)
{
	const struct shape *s = &k->points;
	unsigned len;

	*destination = k->destination;
	if (k->route_left && rng_below(&k->rng, STRANGE)) {
		len = draw_length(k);
		*turns = k->route & point_mask(s, len);
		return len;
	}
	len = 1 + rng_below(&k->rng, s->turns);
	if (s->nodes) {
		*destination = rng_below(&k->rng, s->nodes);
		*turns = sink_way_to(*destination) & point_mask(s, len);
		return len;
	}
	*turns = point_any(s, &k->rng, s->radix, len);
	return len;
}

/* Draw a point, which becomes congested unless it is already. */
static void congest_point(struct sink *k, uint64_t cycle)
{
	uint64_t turns;
	uint32_t destination;
	const unsigned len = draw_point(k, &turns, &destination);

	EACH_IN(l, k->in_use)
		if (k->line[l].len == len && k->line[l].turns == turns)
			return;
	const unsigned l = free_line(k, cycle);

	if (l < SINK_LINES)
		take_line(k, cycle, l, turns, len, destination);
}

static bool lets_go(const struct sink *k, uint64_t cycle, unsigned l)
{
	const struct sink_line *line = &k->line[l];

	return is_stopped(k, l) && cycle >= line->hold && (packets_of(k, l) <= line->xon || cycle >= line->until);
}

bool sink_wants_message(const struct sink *k, uint64_t cycle, unsigned l)
{
	const struct sink_line *line = &k->line[l];

	if (is_stopped(k, l))
		return lets_go(k, cycle, l) || line->tells;
	return cycle < line->until && packets_of(k, l) >= line->xoff;
}

/* With a routing table: an Xoff names one destination of the line. After an Xon they are all named again. */
static void tell(struct sink *k, unsigned l, struct message *m)
{
	struct sink_line *line = &k->line[l];

	m->len = (uint8_t)(line->len + k->hops);
	m->destination = line->destination;
	line->tells = !m->xoff;
}

static void send_message(struct sink *k, uint64_t cycle, unsigned l, struct message *m)
{
	struct sink_line *line = &k->line[l];
	const bool more = is_stopped(k, l) && !lets_go(k, cycle, l);

	m->xoff = more || !is_stopped(k, l);
	m->line = (uint8_t)l;
	m->turns = line->turns;
	m->len = line->len;
	if (k->shape->nodes)
		tell(k, l, m);
	link_message(k->link, cycle, m);
	if (more) {
		k->stats->xoff_sent++;
	} else if (m->xoff) {
		line->hold = cycle + 1 + (rng_below(&k->rng, 2) ? rng_log_below(&k->rng, k->hold_longest) : rng_below(&k->rng, k->hold_longest));
		k->stats->xoff_sent++;
	} else {
		/* a threshold of 0 would send the next Xoff at once, and for as long as congestion lasts */
		line->xoff = (uint16_t)(line->xoff + 1);
		k->stats->xon_sent++;
	}
}

/* Step the lines: send at most one message, and free lines whose congestion is over and which hold nothing. True: *m is sent. */
static bool step_lines(struct sink *k, uint64_t cycle, struct message *m)
{
	bool sent = false;

	EACH_IN(l, k->in_use) {
		if (!sent && sink_wants_message(k, cycle, l)) {
			send_message(k, cycle, l, m);
			sent = true;
		}
		if (!is_stopped(k, l) && !packets_of(k, l) && cycle >= k->line[l].until)
			k->in_use &= ~(1u << l);
	}
	return sent;
}

static uint64_t lines_due(const struct sink *k, uint64_t cycle)
{
	uint64_t due = UINT64_MAX;

	EACH_IN(l, k->in_use) {
		const struct sink_line *line = &k->line[l];

		if (sink_wants_message(k, cycle + 1, l))
			return cycle + 1;
		if (line->until > cycle)
			due = first_of(due, line->until);
		if (is_stopped(k, l) && line->hold > cycle)
			due = first_of(due, line->hold);
	}
	return due;
}

void sink_learn(struct sink *k, unsigned l, uint32_t destination)
{
	if (destinations_has(&k->link->held, l, destination))
		return;
	k->line[l].destination = destination;
	k->line[l].tells = true;
}

/* Draw a queue, which is stopped for a while. */
static void congest_queue(struct sink *k, uint64_t cycle)
{
	k->line[rng_below(&k->rng, k->shape->queues)].hold = cycle + rng_log_below(&k->rng, k->hold_longest);
	k->lines_due = cycle;
}

/* The queues that are to be stopped in `cycle`. */
static uint32_t stops_wanted(const struct sink *k, uint64_t cycle)
{
	uint32_t stops = 0;

	for (unsigned q = 0; q < k->shape->queues; q++) {
		const struct sink_line *line = &k->line[q];
		const unsigned count = k->queue[q].count;
		const bool stop = count > line->xoff || (is_stopped(k, q) && count > line->xon);

		stops |= (uint32_t)(stop || cycle < line->hold) << q;
	}
	return stops;
}

/*
 * Send a message if the stopped queues change. True: *m is sent. A queue is stopped when it holds more packets than a threshold, each sink with
 * its own, or for a while without a reason. Together with their headroom the queues fit in the slots.
 */
static bool step_queues(struct sink *k, uint64_t cycle, struct message *m)
{
	const uint32_t stops = stops_wanted(k, cycle);

	if (stops == k->link->stopped)
		return false;
	m->stops = stops;
	message_complete(k->shape, m);
	link_message(k->link, cycle, m);
	k->stats->xoff_sent += m->xoff;
	k->stats->xon_sent += !m->xoff;
	return true;
}

/* The next cycle in which a queue need not be held any longer. */
static uint64_t holds_due(const struct sink *k, uint64_t cycle)
{
	uint64_t due = UINT64_MAX;

	for (unsigned q = 0; q < k->shape->queues; q++)
		if (k->line[q].hold > cycle)
			due = first_of(due, k->line[q].hold);
	return due;
}

/* What a sink stops, by kind of messages. */
static const struct stopping {
	void (*congest)(struct sink *, uint64_t cycle);                         /* something becomes congested */
	bool (*step)(struct sink *, uint64_t cycle, struct message *m);         /* true: *m is sent */
	uint64_t (*due)(const struct sink *, uint64_t cycle);                   /* lines_due, after a step */
} stopping[] = {
	[MESSAGES_LINE] = { congest_point, step_lines, lines_due },
	[MESSAGES_QUEUE] = { congest_queue, step_queues, holds_due },
};

void sink_congest(struct sink *k, uint64_t cycle)
{
	k->next_congestion = cycle < k->stop_cycle ? cycle + 1 + rng_log_below(&k->rng, k->congestion_gap) : UINT64_MAX;
	if (cycle < k->stop_cycle)
		stopping[k->shape->messages].congest(k, cycle);
}

bool sink_step_stops(struct sink *k, uint64_t cycle, struct message *m)
{
	const struct stopping *const by = &stopping[k->shape->messages];
	const bool sent = by->step(k, cycle, m);

	k->lines_due = by->due(k, cycle);
	return sent;
}
