#include "net_counts.h"

#include "units/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool net_counts_init(struct net_counts *n, const struct shape *s, const struct probe *p)
{
	const struct law_place m = { p->image, p->storage };

	*n = (struct net_counts){
		.shape = s, .probe = p, .reg = law_slots_find(m), .vc_count = law_find(m, SITE_vib, "count_q"), .seized = law_find(m, SITE_vib, "seized_q"),
		.ahead = law_find(m, SITE_estimate, "ahead_q"), .threshold = law_find(m, SITE_tuner, "threshold_q"),
		.done = law_find(m, SITE_metapackets, "done_q"),
	};
	assert(n->reg.count.bytes + n->reg.wait.bytes + n->reg.xoff.bytes + n->reg.sent.bytes <= sizeof n->lines->was || !s->saqs);
	if (s->saqs && s->by_cells)
		n->cells = net_cells_new(s, m);
	return n->cells || !s->saqs || !s->by_cells;
}

void net_counts_free(struct net_counts *n)
{
	free(n->cells);
}

static uint32_t stops(const struct net_counts *n, unsigned input)
{
	return (uint32_t)law_word(&n->reg.xoff, input);
}

static struct net_notified notified(const struct net_counts *n, unsigned input)
{
	const struct shape *s = n->shape;
	struct net_notified point = { .input = input, .stops = stops(n, input), .len = law_field(&n->reg.notify_len, input, 0, s->len_w) };

	if (s->nodes) {
		point.turns = law_field(&n->reg.notify_port, input, 0, s->port_w);
		point.line = law_field(&n->reg.notify_line, input, 0, s->line_w);
		point.destination = law_field(&n->reg.notify_destination, input, 0, s->destination_w);
	} else {
		point.turns = law_bits(&n->reg.notify_turns, input, 0, s->pool_w);
	}
	return point;
}

void net_counts_before(struct net_counts *n, const struct switch_in *in)
{
	const struct shape *s = n->shape;

	n->gathered = s->metapackets && law_bit(&n->done, 0);
	n->counts.gathers += n->gathered;
	if (n->cells) {
		net_cells_before(n->cells, in);
		return;
	}
	n->n_notified = n->n_detected = 0;
	for (unsigned i = 0; s->saqs && i < s->radix; i++) {
		if (law_bit(&n->reg.notify, i))
			n->notified[n->n_notified++] = notified(n, i);
		if (s->sorted)
			n->lines[i].leaving = law_bits(&n->reg.popped, i, queue_of_line(s, 0), s->saqs);
		if (s->sorted && law_bit(&n->reg.detect, i))
			n->detected[n->n_detected++] = (struct net_detected){ i, law_field(&n->reg.turn, i, 0, s->turn_w) };
	}
}

/* Is its destination in the list of the line, in registers or in memory? */
static bool listed(const struct net_counts *n, const struct net_notified *point, unsigned l)
{
	const struct probe_memory *m = n->probe->memories;
	uint32_t row;

	if (!n->shape->lists_in_memory)
		return law_bits(&n->reg.clip, point->input, point->destination * n->shape->saqs + l, 1);
	while (m->reg->site != SITE_clip || m->reg->instance != point->input)
		m++;
	probe_word(m, point->destination, &row);
	return row >> l & 1;
}

/* The line is that of the point, and has the destination in its list if it has lists; where packets are sorted as they arrive, it need not. */
static bool is_for(const struct net_counts *n, const struct net_notified *point, unsigned l)
{
	const struct shape *s = n->shape;
	const unsigned i = point->input;

	if (!s->nodes)
		return law_bits(&n->reg.points, i, l * s->pool_w, s->pool_w) == point->turns;
	return law_field(&n->reg.output, i, l, s->port_w) == point->turns && law_field(&n->reg.out_line, i, l, s->line_w) == point->line &&
	       (s->sorted || listed(n, point, l));
}

static bool stopped(const struct net_counts *n, const struct net_notified *point)
{
	const struct shape *s = n->shape;
	const uint32_t stopped = stops(n, point->input);

	if (stopped & ~point->stops)
		return true;
	EACH_IN(l, stopped)
		if (law_field(&n->reg.len, point->input, l, s->len_w) == point->len && is_for(n, point, l))
			return true;
	return false;
}

/* A line names the output of the head that detected congestion. */
static bool has_line(const struct net_counts *n, const struct net_detected *d)
{
	const struct shape *s = n->shape;
	const struct law_register *const output = s->nodes ? &n->reg.output : &n->reg.points;

	for (unsigned l = 0; l < s->saqs; l++)
		if (law_field(&n->reg.len, d->input, l, s->len_w) == 1 && law_bits(output, d->input, l * s->pool_w, s->pool_w) == d->turn)
			return true;
	return false;
}

/* Registers of an input's lines have changed. */
static void look_again(struct net_counts *n, unsigned i)
{
	struct net_lines *const l = &n->lines[i];
	const unsigned w = n->shape->count_w;
	uint32_t live = stops(n, i) | (uint32_t)law_word(&n->reg.sent, i);

	for (unsigned k = 0; k < n->shape->saqs; k++) {
		const uint16_t packets = (uint16_t)law_field(&n->reg.count, i, queue_of_line(n->shape, k), w);

		if (packets + (l->leaving >> k & 1) > l->packets[k]) {
			n->counts.set_aside++;
			n->counts.detections += !n->shape->sorted && !(l->live >> k & 1);
		}
		l->packets[k] = packets;
		live |= (uint32_t)(packets || law_field(&n->reg.wait, i, k, w)) << k;
	}
	n->counts.lines_in_use += count_members(live) - count_members(l->live);
	l->live = live;
}

static bool changed(struct net_counts *n, unsigned i)
{
	const struct law_register *const looked_at[] = { &n->reg.count, &n->reg.wait, &n->reg.xoff, &n->reg.sent };

	return law_any_changed(looked_at, 4, i, n->lines[i].was);
}

static void count_messages(struct switch_counts *c, const struct switch_in *in, const struct switch_out *out)
{
	EACH_IN(i, in->message)
		c->xoff_received += in->msg[i].xoff;
	EACH_IN(i, out->message) {
		c->xoff_sent += out->msg[i].xoff;
		c->xon_sent += !out->msg[i].xoff;
	}
}

static void look_at_buffers(struct net_counts *n, unsigned i)
{
	const struct shape *s = n->shape;
	struct net_buffers *const b = &n->buffers[i];
	const uint64_t seized = s->recovery ? law_word(&n->seized, i) : 0;
	unsigned full = 0;

	for (unsigned v = 0; v < s->vcs; v++)
		full += law_field(&n->vc_count, i, v, s->depth_w) == s->buffer_flits;
	n->counts.lines_in_use += full - b->full;
	n->counts.detections += count_members(seized & ~b->seized);
	b->full = full;
	b->seized = seized;
}

struct switch_throttle net_counts_throttle(const struct net_counts *n)
{
	const struct shape *s = n->shape;
	const uint64_t ahead = law_word(&n->ahead, 0), sign = bit(s->ahead_w - 1);
	const uint32_t threshold = s->tuned ? (uint32_t)law_word(&n->threshold, 0) : s->threshold;
	const int64_t estimate = (int64_t)((ahead ^ sign) - sign);

	return (struct switch_throttle){ estimate, threshold, estimate > (int64_t)threshold * s->gather_cycles };
}

void net_counts_after(struct net_counts *n, const struct switch_in *in, const struct switch_out *out)
{
	struct switch_counts *c = &n->counts;

	if (n->shape->by_flits) {
		for (unsigned i = 0; i < n->shape->local; i++)
			look_at_buffers(n, i);
		return;
	}
	count_messages(c, in, out);
	if (n->cells)
		net_cells_after(n->cells, c);
	if (n->cells || !n->shape->saqs)
		return;
	for (unsigned k = 0; k < n->n_notified; k++) {
		c->notifications++;
		c->notifications_lost += !stopped(n, &n->notified[k]);
	}
	for (unsigned k = 0; k < n->n_detected; k++)
		c->detections += has_line(n, &n->detected[k]);
	for (unsigned i = 0; i < n->shape->radix; i++)
		if (changed(n, i) || n->lines[i].leaving)
			look_again(n, i);
	if (c->lines_in_use > c->lines_peak)
		c->lines_peak = c->lines_in_use;
}
