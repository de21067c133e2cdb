/* QMU as a unit, and its registers, which follow what it does: images only. */
#include "qmu.h"
#include "rt.h"
#include "stamp.h"

#include "render.h"

#define UNIT_ROWS "units/qmu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct qmu *const qmu = unit;
	struct qmu_shown *const u = &qmu->shown;
	const unsigned n = b->ports;

	qmu_place(qmu, b, a);
	u->queues = b->s->queues;
	u->queue_slots = b->s->queue_slots;
	u->pop_queue = arena_take(a, PAST, n, sizeof *u->pop_queue);
	u->refill_queue = arena_take(a, PAST, n, sizeof *u->refill_queue);
	u->slot = arena_take(a, PAST, n, sizeof *u->slot);
	u->entered = arena_take(a, PAST, n, sizeof *u->entered);
	u->link = arena_take(a, PAST, n, sizeof *u->link);
	u->ring = arena_take(a, PAST, (size_t)n * u->queues, sizeof *u->ring);
	u->changed = arena_take(a, PAST, (size_t)n * QMU_WORDS, sizeof *u->changed);
}

/* The place after one in a ring. */
static uint16_t following(const struct qmu_shown *u, unsigned place)
{
	return (uint16_t)(place + 1 == u->queue_slots ? 0 : place + 1);
}

static void mark(struct qmu_shown *u, unsigned port, unsigned q)
{
	u->changed[port * QMU_WORDS + q / 64] |= bit(q % 64);
}

/* A header arrives. */
static void arrive(struct qmu_shown *u, unsigned port, unsigned q)
{
	struct ring *ring = qmu_ring(u, port, q);

	u->slot[port] = (uint16_t)(q * u->queue_slots + ring->tail);
	ring->tail = following(u, ring->tail);
	mark(u, port, q);
}

/* The granted head leaves its queue, and the entries move. True if the request of the packet that is the third now is in memory. */
static bool pop(struct qmu_shown *u, unsigned port)
{
	struct ring *ring = qmu_ring(u, port, u->pop_queue[port]);

	assert(ring->count);
	mark(u, port, u->pop_queue[port]);
	ring->head = following(u, ring->head);
	ring->count--;
	for (unsigned j = 0; j + 1 < HEADS; j++)
		ring->entry[j] = ring->entry[j + 1];
	return ring->count >= HEADS;
}

/* The request of the packet that is the third of the queue that pops is read. */
static void read_third(struct qmu_shown *u, const struct qmu *qmu, const struct pmu *pmu, unsigned port)
{
	const unsigned q = u->pop_queue[port];
	const struct cell *at = pmu_at(pmu, port, qmu_nth(qmu, pmu, port, q, HEADS - 1));

	u->link[port] = (struct request){ (uint16_t)at->packet.queue, at->out, (uint8_t)at->packet.flits };
	u->refill_queue[port] = (uint16_t)q;
}

/* The packet that arrived in the cycle before enters its queue, after any departure. */
static void enter(struct qmu_shown *u, unsigned port, const struct rt_entry *e)
{
	struct ring *ring = qmu_ring(u, port, e->queue);
	const unsigned left = ring->count++;

	mark(u, port, e->queue);
	u->entered[port] = u->slot[port];
	if (left < HEADS)
		ring->entry[left] = (struct request){ e->next_queue, e->out, e->flits };
}

/* Entry that the request read in the cycle before becomes. */
static unsigned refilled_entry(const struct qmu_shown *u, unsigned port)
{
	return (u->popping >> port & 1) && u->pop_queue[port] == u->refill_queue[port] ? 1 : 2;
}

static void refill(struct qmu_shown *u, unsigned port)
{
	const unsigned q = u->refill_queue[port];

	mark(u, port, q);
	qmu_ring(u, port, q)->entry[refilled_entry(u, port)] = u->link[port];
}

/* In the cycle after grants and arrivals: heads leave, requests are filled in and read, packets enter. */
static void follow(struct qmu_shown *u, const struct qmu *qmu, const struct pmu *pmu, const struct rt *rt)
{
	const uint64_t reads = MEMBERS_WHERE(i, u->popping, pop(u, i));

	EACH_IN(i, u->refilling)
		refill(u, i);
	EACH_IN(i, reads)
		read_third(u, qmu, pmu, i);
	u->refilling = reads;
	u->read |= reads;
	EACH_IN(i, rt->entering)
		enter(u, i, rt->enter + i);
	u->wrote = rt->entering;
}

/* Packets that are in a queue when its head has left. */
static unsigned left_in(const struct qmu_shown *u, unsigned port, unsigned q)
{
	return qmu_ring(u, port, q)->count - (unsigned)(u->popping >> port & 1 && u->pop_queue[port] == q);
}

/* Stamps of the entries that change in this cycle. */
static void follow_stamps(const struct qmu_shown *u, struct stamp *stamp, const struct rt *rt, unsigned radix)
{
	EACH_IN(i, u->popping)
		stamp_pop(stamp, i, u->pop_queue[i]);
	EACH_IN(i, u->refilling)
		stamp_refill(stamp, i, u->refill_queue[i], refilled_entry(u, i));
	EACH_IN(i, rt->entering) {
		const unsigned q = rt->enter[i].queue, left = left_in(u, i, q);

		if (left < HEADS)
			stamp_set_head(stamp, i, q, left, stamp->now[i / radix]);
	}
}

/* What registers show of the cycle before; then headers take slots. */
static void before(void *unit, const struct sight *v, const struct switch_in *in)
{
	struct qmu *const qmu = unit;
	struct qmu_shown *const u = &qmu->shown;
	const struct pmu *const pmu = v->at[SITE_pmu].unit;
	const struct rt *const rt = v->at[SITE_rt].unit;
	struct stamp *const stamp = v->at[SITE_stamp].unit;

	if (stamp->used)
		follow_stamps(u, stamp, rt, v->s->radix);
	follow(u, qmu, pmu, rt);
	EACH_IN(i, stamp->used ? u->refilling : 0)
		stamp_read(stamp, i, qmu_nth(qmu, pmu, i, u->refill_queue[i], HEADS - 1));
	EACH_IN(i, in->head)
		arrive(u, i, in->packet[i].queue);
}

/* Heads that are granted. */
static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct qmu *const qmu = unit;
	struct qmu_shown *const u = &qmu->shown;

	(void)v, (void)in;
	u->popping = 0;
	EACH_IN(o, out->depart) {
		const unsigned i = out->from[o], q = out->queue[o];
		const struct request *const r = qmu_ring(u, i, q)->entry;

		assert(r->next_queue == out->packet[o].queue && r->out == o && r->flits == out->packet[o].flits);
		(void)r;
		u->pop_queue[i] = (uint16_t)q;
		u->popping |= bit(i);
	}
}

/* {output port, queue at the next hop, length, stamp}, port lowest. */
static uint64_t request_word(const struct shape *s, struct request r, uint64_t stamp)
{
	return r.out | (uint64_t)r.next_queue << s->port_w | (uint64_t)r.flits << (s->port_w + s->queue_w) | stamp << (s->port_w + s->queue_w + s->flits_w);
}

/* Credits of the queue downstream that a request names. */
static unsigned credits(const struct qcu *qcu, struct request r)
{
	return qcu->credits - qcu_shown(qcu, r.out, r.next_queue);
}

static void image_queue(const struct qmu_shown *u, const struct qcu *qcu, const struct shape *s, unsigned port, unsigned q, struct rendering r)
{
	const struct ring *ring = qmu_ring(u, port, q);

	render_field(r, port, ROW_head_q, q, s->place_w, ring->head);
	render_field(r, port, ROW_tail_q, q, s->place_w, ring->tail);
	render_field(r, port, ROW_count_q, q, s->fill_w, ring->count);
	for (unsigned j = 0; j < HEADS; j++) {
		const struct request e = ring->entry[j];
		const unsigned k = q * HEADS + j, f = q * FRONTS + j;

		render_field(r, port, ROW_port_q, k, s->port_w, e.out);
		render_field(r, port, ROW_next_queue_q, k, s->queue_w, e.next_queue);
		render_field(r, port, ROW_flits_q, k, s->flits_w, e.flits);
		if (j >= FRONTS)
			continue;
		render_field(r, port, ROW_credit_q, f, 1, credits(qcu, e) > 0);
		render_field(r, port, ROW_two_credits_q, f, 1, credits(qcu, e) > 1);
	}
}

static void image_credits(const struct qmu_shown *u, const struct qcu *qcu, unsigned port, struct rendering r)
{
	uint64_t one[QMU_WORDS * FRONTS] = { 0 }, two[QMU_WORDS * FRONTS] = { 0 };

	for (unsigned f = 0; f < u->queues * FRONTS; f++) {
		const unsigned n = credits(qcu, qmu_ring(u, port, f / FRONTS)->entry[f % FRONTS]);

		one[f / 64] |= (uint64_t)(n > 0) << f % 64;
		two[f / 64] |= (uint64_t)(n > 1) << f % 64;
	}
	render_set(r, port, ROW_credit_q, one);
	render_set(r, port, ROW_two_credits_q, two);
}

/* Queues that changed. */
static void image_queues(const struct qmu_shown *u, const struct qcu *qcu, const struct sight *v, unsigned port, struct rendering r)
{
	uint64_t *const changed = u->changed + port * QMU_WORDS;

	for (unsigned k = 0; k * 64 < u->queues; k++) {
		const uint64_t queues = v->anew ? ones(u->queues - k * 64 < 64 ? u->queues - k * 64 : 64) : changed[k];

		EACH_IN(q, queues)
			image_queue(u, qcu, v->s, port, k * 64 + q, r);
		stamp_image_heads(v->at[SITE_stamp].unit, v->s, port, queues, k, r, ROW_stamp_q);
		changed[k] = 0;
	}
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	struct qmu *const qmu = unit;
	struct qmu_shown *const u = &qmu->shown;
	const struct qcu *const qcu = v->at[SITE_qcu].unit;
	const struct stamp *const stamp = v->at[SITE_stamp].unit;
	const struct rendering r = render_unit(m, v->site);
	const uint64_t leaving = u->popping | u->refilling, all = v->anew ? v->ports : 0;

	EACH_IN(i, v->ports) {
		image_queues(u, qcu, v, i, r);
		render(r, i, ROW_arrive_slot_q, u->slot[i]);
		if (v->anew || qcu->scarce)
			image_credits(u, qcu, i, r);
		if ((leaving | u->left | all) >> i & 1) {
			render_one_hot(r, i, ROW_pop_q, u->popping >> i & 1, u->pop_queue[i]);
			render_one_hot(r, i, ROW_refill_q, u->refilling >> i & 1, u->refill_queue[i]);
		}
		if (u->read & (u->refilling | all) & bit(i)) {
			render_known(m, v->site, ROW_req_mem, i);
			render(r, i, ROW_req_mem, request_word(v->s, u->link[i], stamp_linked(stamp, i)));
		}
	}
	u->left = leaving;
}

/* One that waits in its queue. */
static bool waits(const struct qmu *qmu, const struct sight *v, unsigned port, unsigned slot, struct kept *k)
{
	const struct qmu_shown *const u = &qmu->shown;
	const struct pmu *const pmu = v->at[SITE_pmu].unit;
	const unsigned q = slot / u->queue_slots, place = slot % u->queue_slots;

	if (q >= u->queues)
		return false;
	const struct ring *ring = qmu_ring(u, port, q);
	const bool popping = u->popping >> port & 1 && u->pop_queue[port] == q;
	const unsigned ahead = place + u->queue_slots - (popping ? following(u, ring->head) : ring->head);
	const unsigned cell = qmu_nth(qmu, pmu, port, q, ahead % u->queue_slots);
	const struct cell *at = pmu_at(pmu, port, cell);

	if (!cell)
		return false;
	*k = (struct kept){ at->packet, (uint32_t)stamp_kept(v->at[SITE_stamp].unit, port, cell), (uint16_t)slot, (uint16_t)at->packet.queue, at->out };
	k->packet.queue = q;
	return true;
}

bool qmu_kept(const struct sight *v, unsigned port, unsigned slot, struct kept *k)
{
	const struct departed *d = pmu_departed(v->at[SITE_pmu].unit, port);

	if (!d->kept.packet.flits || d->kept.slot != slot || v->cycle > d->cycle + d->kept.packet.flits)
		return waits(v->at[SITE_qmu].unit, v, port, slot, k);
	*k = d->kept;
	return true;
}

/* Of req_mem; false: there is no packet, or it has not entered its queue yet. */
static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned slot, uint32_t *words)
{
	const struct qmu *const qmu = unit;
	const struct rt *const rt = v->at[SITE_rt].unit;
	const struct shape *const s = v->s;
	struct kept k;

	(void)row;
	if (!qmu_kept(v, port, slot, &k) || (rt->entering >> port & 1 && qmu->shown.slot[port] == k.slot))
		return false;
	words_put(words, request_word(s, (struct request){ k.next_queue, k.out, (uint8_t)k.packet.flits }, k.stamp), s->port_w + s->queue_w + s->flits_w + s->stamp_w);
	return true;
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct qmu *const qmu = unit;

	(void)row;
	return v->stepped ? writes_of(qmu->shown.wrote, qmu->shown.entered, address) : 0;
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct qmu *const qmu = unit;
	unsigned any = 0;

	for (size_t k = 0; k < (size_t)b->ports << qmu->log; k++)
		any |= qmu->queue[k].first;
	return !any;
}

const struct unit_model qmu_unit = {
	.place = place, .rests = rests, .before = before, .after = after, .image = image, .memory = memory, .writes = writes,
};
