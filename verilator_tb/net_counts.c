#include "net_counts.h"

#include "units/bits.h"

#include <assert.h>
#include <string.h>

/* The i-th field of a register of such fields. */
static uint64_t field(const struct probe *p, enum site at, unsigned port, const char *name, unsigned i, unsigned width)
{
	return probe_field(p, probe_named(p, at, port, name), i * width, width);
}

static unsigned bytes_of(const struct probe *p, unsigned reg)
{
	return p->image->place[p->image->regs[reg].place].bytes;
}

/* Where lines stand. */
static enum site cam_of(const struct shape *s)
{
	if (s->sorted)
		return s->nodes ? SITE_dcam_sort : SITE_cam_sort;
	return s->nodes ? SITE_dcam_in : SITE_cam_in;
}

static void find_lines(struct net_lines *l, const struct probe *p, const struct shape *s, unsigned port)
{
	const enum site cam = cam_of(s);
	const unsigned count = probe_named(p, s->sorted ? SITE_smu : SITE_mu, port, "count_q");
	const unsigned xoff = probe_named(p, cam, port, "xoff_q"), sent = probe_named(p, cam, port, "sent_xoff_q");

	l->count_reg = count;
	l->count = p->storage[count];
	l->xoff = p->storage[xoff];
	l->sent = p->storage[sent];
	l->count_bytes = bytes_of(p, count);
	l->line_bytes = bytes_of(p, xoff);
	if (s->sorted) {
		l->pop_reg = probe_named(p, SITE_smu, port, "pop_q");
		l->wait_reg = probe_named(p, cam, port, "wait_q");
		l->wait = p->storage[l->wait_reg];
		l->wait_bytes = bytes_of(p, l->wait_reg);
	}
	assert(l->count_bytes + l->wait_bytes + 2 * l->line_bytes <= sizeof l->was && p->image->regs[xoff].width <= sizeof l->packets / sizeof *l->packets);
}

static void find_buffers(struct net_counts *n)
{
	for (unsigned i = 0; i < n->shape->local; i++) {
		n->buffers[i].count_reg = probe_named(n->probe, SITE_vib, i, "count_q");
		if (n->shape->recovery)
			n->buffers[i].seized_reg = probe_named(n->probe, SITE_vib, i, "seized_q");
	}
}

bool net_counts_init(struct net_counts *n, const struct shape *s, const struct probe *p)
{
	*n = (struct net_counts){ .shape = s, .probe = p };
	if (s->by_flits)
		find_buffers(n);
	if (s->saqs && s->by_cells) {
		n->cells = net_cells_new(s, p);
		return n->cells;
	}
	for (unsigned i = 0; s->saqs && i < s->radix; i++) {
		n->notify[i] = p->storage[probe_named(p, cam_of(s), i, "notify_q")];
		n->detect[i] = p->storage[probe_named(p, SITE_cdu, i, "detect_q")];
		find_lines(&n->lines[i], p, s, i);
	}
	return true;
}

void net_counts_free(struct net_counts *n)
{
	net_cells_free(n->cells);
}

static uint32_t mask(const uint8_t *storage, unsigned bytes)
{
	uint32_t m = 0;

	memcpy(&m, storage, bytes);
	return m;
}

static uint32_t stops(const struct net_lines *l)
{
	return mask(l->xoff, l->line_bytes);
}

static struct net_notified notified(const struct net_counts *n, unsigned input)
{
	const struct shape *s = n->shape;
	struct net_notified point = { .input = input, .stops = stops(&n->lines[input]), .len = (unsigned)field(n->probe, cam_of(s), input, "notify_len_q", 0, s->len_w) };

	if (s->nodes) {
		point.turns = field(n->probe, cam_of(s), input, "notify_port_q", 0, s->port_w);
		point.line = (unsigned)field(n->probe, cam_of(s), input, "notify_line_q", 0, s->line_w);
		point.destination = (uint32_t)field(n->probe, cam_of(s), input, "notify_destination_q", 0, s->destination_w);
	} else {
		point.turns = field(n->probe, cam_of(s), input, "notify_turns_q", 0, s->pool_w);
	}
	return point;
}

void net_counts_before(struct net_counts *n, const struct switch_in *in)
{
	const struct shape *s = n->shape;

	if (n->cells) {
		net_cells_before(n->cells, in);
		return;
	}
	n->n_notified = n->n_detected = 0;
	for (unsigned i = 0; s->saqs && i < s->radix; i++) {
		if (*n->notify[i])
			n->notified[n->n_notified++] = notified(n, i);
		if (s->sorted)
			n->lines[i].leaving = probe_field(n->probe, n->lines[i].pop_reg, 1, s->saqs);
		if (s->sorted && *n->detect[i])
			n->detected[n->n_detected++] = (struct net_detected){ i, (unsigned)field(n->probe, SITE_smu, i, "turn_q", 0, s->turn_w) };
	}
}

/* Is its destination in the list of the line, in registers or in memory? */
static bool listed(const struct net_counts *n, const struct net_notified *point, unsigned l)
{
	const struct probe_memory *m = n->probe->memories;
	uint32_t row;

	if (!n->shape->lists_in_memory)
		return field(n->probe, SITE_dcam_in, point->input, "clip_q", point->destination * n->shape->saqs + l, 1);
	while (m->reg->site != SITE_clip || m->reg->instance != point->input)
		m++;
	probe_word(m, point->destination, &row);
	return row >> l & 1;
}

/* The line is that of the point, and has the destination in its list if it has lists; where packets are sorted as they arrive, it need not. */
static bool is_for(const struct net_counts *n, const struct net_notified *point, unsigned l)
{
	const struct shape *s = n->shape;

	if (!s->nodes)
		return field(n->probe, cam_of(s), point->input, "turns_q", l, s->pool_w) == point->turns;
	return field(n->probe, cam_of(s), point->input, "port_q", l, s->port_w) == point->turns &&
	       field(n->probe, cam_of(s), point->input, "out_line_q", l, s->line_w) == point->line &&
	       (s->sorted || listed(n, point, l));
}

static bool stopped(const struct net_counts *n, const struct net_notified *point)
{
	const struct shape *s = n->shape;
	const enum site cam = cam_of(s);

	if (stops(&n->lines[point->input]) & ~point->stops)
		return true;
	for (unsigned l = 0; l < s->saqs; l++)
		if (field(n->probe, cam, point->input, "xoff_q", l, 1) && field(n->probe, cam, point->input, "len_q", l, s->len_w) == point->len &&
		    is_for(n, point, l))
			return true;
	return false;
}

/* A line names the output of the head that detected congestion. */
static bool has_line(const struct net_counts *n, const struct net_detected *d)
{
	const struct shape *s = n->shape;
	const enum site cam = cam_of(s);

	for (unsigned l = 0; l < s->saqs; l++)
		if (field(n->probe, cam, d->input, "len_q", l, s->len_w) == 1 &&
		    field(n->probe, cam, d->input, s->nodes ? "port_q" : "turns_q", l, s->pool_w) == d->turn)
			return true;
	return false;
}

/* Registers of an input's lines have changed. */
static void look_again(struct net_counts *n, struct net_lines *l)
{
	uint32_t live = stops(l) | mask(l->sent, l->line_bytes);

	for (unsigned k = 0; k < n->shape->saqs; k++) {
		const uint16_t packets = (uint16_t)probe_field(n->probe, l->count_reg, (k + 1) * n->shape->count_w, n->shape->count_w);

		if (packets + (l->leaving >> k & 1) > l->packets[k]) {
			n->counts.set_aside++;
			n->counts.detections += !n->shape->sorted && !(l->live >> k & 1);
		}
		l->packets[k] = packets;
		live |= (uint32_t)(packets != 0) << k;
		if (l->wait_bytes)
			live |= (uint32_t)(probe_field(n->probe, l->wait_reg, k * n->shape->count_w, n->shape->count_w) != 0) << k;
	}
	n->counts.lines_in_use += (unsigned)__builtin_popcount(live);
	n->counts.lines_in_use -= (unsigned)__builtin_popcount(l->live);
	l->live = live;
}

static bool changed(struct net_lines *l)
{
	uint8_t now[sizeof l->was];
	const unsigned n = l->count_bytes + l->wait_bytes, size = n + 2 * l->line_bytes;

	memcpy(now, l->count, l->count_bytes);
	if (l->wait_bytes)
		memcpy(now + l->count_bytes, l->wait, l->wait_bytes);
	memcpy(now + n, l->xoff, l->line_bytes);
	memcpy(now + n + l->line_bytes, l->sent, l->line_bytes);
	if (!memcmp(now, l->was, size))
		return false;
	memcpy(l->was, now, size);
	return true;
}

static void count_messages(struct switch_counts *c, const struct switch_in *in, const struct switch_out *out)
{
	unsigned i;

	EACH(i, in->message)
		c->xoff_received += in->msg[i].xoff;
	EACH(i, out->message) {
		c->xoff_sent += out->msg[i].xoff;
		c->xon_sent += !out->msg[i].xoff;
	}
}

static void look_at_buffers(struct net_counts *n, struct net_buffers *b)
{
	const struct shape *s = n->shape;
	unsigned full = 0;

	for (unsigned v = 0; v < s->vcs; v++)
		full += probe_field(n->probe, b->count_reg, v * s->depth_w, s->depth_w) == s->buffer_flits;
	n->counts.lines_in_use += full - b->full;
	b->full = full;
	if (!s->recovery)
		return;
	const uint64_t seized = probe_field(n->probe, b->seized_reg, 0, s->vcs);

	n->counts.detections += count_members(seized & ~b->seized);
	b->seized = seized;
}

struct switch_throttle net_counts_throttle(const struct net_counts *n)
{
	const struct shape *s = n->shape;
	const uint64_t ahead = field(n->probe, SITE_estimate, 0, "ahead_q", 0, s->ahead_w), sign = bit(s->ahead_w - 1);
	const uint32_t threshold = s->tuned ? (uint32_t)field(n->probe, SITE_tuner, 0, "threshold_q", 0, s->full_w) : s->threshold;
	const int64_t estimate = (int64_t)((ahead ^ sign) - sign);

	return (struct switch_throttle){ estimate, threshold, estimate > (int64_t)threshold * s->gather };
}

void net_counts_after(struct net_counts *n, const struct switch_in *in, const struct switch_out *out)
{
	struct switch_counts *c = &n->counts;

	if (n->shape->by_flits) {
		for (unsigned i = 0; i < n->shape->local; i++)
			look_at_buffers(n, &n->buffers[i]);
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
		if (changed(&n->lines[i]) || n->lines[i].leaving)
			look_again(n, &n->lines[i]);
	if (c->lines_in_use > c->lines_peak)
		c->lines_peak = c->lines_in_use;
}
