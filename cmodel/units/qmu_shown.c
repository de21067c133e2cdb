#include "qmu_shown.h"

#include "render.h"

#define UNIT_ROWS "units/qmu.def"
#include "rows.h"

void qmu_shown_place(struct qmu_shown *u, const struct shape *s, struct arena *a)
{
	const unsigned n = s->radix;

	u->queues = s->queues;
	u->queue_slots = s->queue_slots;
	u->pop_queue = arena_take(a, PAST, n, sizeof *u->pop_queue);
	u->refill_queue = arena_take(a, PAST, n, sizeof *u->refill_queue);
	u->slot = arena_take(a, PAST, n, sizeof *u->slot);
	u->entered = arena_take(a, PAST, n, sizeof *u->entered);
	u->link = arena_take(a, PAST, n, sizeof *u->link);
	u->ring = arena_take(a, PAST, (size_t)n * s->queues, sizeof *u->ring);
}

/* The place after one in a ring. */
static uint16_t after(const struct qmu_shown *u, unsigned place)
{
	return (uint16_t)(place + 1 == u->queue_slots ? 0 : place + 1);
}

unsigned qmu_shown_arrive(struct qmu_shown *u, unsigned port, unsigned q)
{
	struct ring *ring = qmu_shown_ring(u, port, q);

	u->slot[port] = (uint16_t)qmu_shown_slot(u, q, ring->tail);
	ring->tail = after(u, ring->tail);
	return u->slot[port];
}

unsigned qmu_shown_grant(struct qmu_shown *u, unsigned port, unsigned q, struct request r)
{
	const struct ring *ring = qmu_shown_ring(u, port, q);

	assert(ring->entry[0].next_queue == r.next_queue && ring->entry[0].out == r.out && ring->entry[0].flits == r.flits);
	(void)r;
	u->pop_queue[port] = (uint16_t)q;
	return qmu_shown_slot(u, q, ring->head);
}

void qmu_shown_grant_all(struct qmu_shown *u, uint64_t inputs)
{
	u->popping = inputs;
}

/* The granted head leaves its queue, and the entries move. True if the request of the packet that is the third now is in memory. */
static bool pop(struct qmu_shown *u, unsigned port)
{
	struct ring *ring = qmu_shown_ring(u, port, u->pop_queue[port]);

	assert(ring->count);
	ring->head = after(u, ring->head);
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
	struct ring *ring = qmu_shown_ring(u, port, e->queue);
	const unsigned left = ring->count++;

	u->entered[port] = u->slot[port];
	if (left < HEADS)
		ring->entry[left] = (struct request){ e->next_queue, e->out, e->flits };
}

void qmu_shown_step(struct qmu_shown *u, const struct qmu *qmu, const struct pmu *pmu, const struct rt *rt)
{
	uint64_t reads = 0;
	unsigned i;

	EACH(i, u->popping)
		reads |= (uint64_t)pop(u, i) << i;
	EACH(i, u->refilling)
		qmu_shown_ring(u, i, u->refill_queue[i])->entry[qmu_shown_refilled_entry(u, i)] = u->link[i];
	EACH(i, reads)
		read_third(u, qmu, pmu, i);
	u->refilling = reads;
	u->read |= reads;
	EACH(i, rt->entering)
		enter(u, i, rt->enter + i);
	u->wrote = rt->entering;
}

/* {output port, queue at the next hop, length, stamp}, port lowest. */
static uint64_t request_word(const struct shape *s, struct request r, uint64_t stamp)
{
	return r.out | (uint64_t)r.next_queue << s->port_w | (uint64_t)r.flits << (s->port_w + s->queue_w) | stamp << (s->port_w + s->queue_w + s->flits_w);
}

/* Credits of the queue downstream that a request names. */
static unsigned credits(const struct qcu *qcu, struct request r)
{
	return qcu->queue_slots - qcu_shown(qcu, r.out, r.next_queue);
}

static void image_queue(const struct qmu_shown *u, const struct qcu *qcu, const struct shape *s, unsigned port, unsigned q, struct rendering r)
{
	const struct ring *ring = qmu_shown_ring(u, port, q);

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

void qmu_shown_image(const struct qmu_shown *u, const struct qcu *qcu, const struct stamp *stamp, const struct shape *s, unsigned port, const uint64_t *queues,
		     struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned q;

	for (unsigned k = 0; k < QMU_WORDS; k++) {
		EACH(q, queues[k])
			image_queue(u, qcu, s, port, k * 64 + q, r);
		stamp_image_heads(stamp, s, port, queues[k], k, r, ROW_stamp_q);
	}
	render(r, port, ROW_arrive_slot_q, u->slot[port]);
}

void qmu_shown_image_credits(const struct qmu_shown *u, const struct qcu *qcu, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned i;

	EACH(i, inputs) {
		uint64_t one[QMU_WORDS * FRONTS] = { 0 }, two[QMU_WORDS * FRONTS] = { 0 };

		for (unsigned f = 0; f < u->queues * FRONTS; f++) {
			const unsigned n = credits(qcu, qmu_shown_ring(u, i, f / FRONTS)->entry[f % FRONTS]);

			one[f / 64] |= (uint64_t)(n > 0) << f % 64;
			two[f / 64] |= (uint64_t)(n > 1) << f % 64;
		}
		render_set(r, i, ROW_credit_q, one);
		render_set(r, i, ROW_two_credits_q, two);
	}
}

void qmu_shown_image_leaving(const struct qmu_shown *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned i;

	EACH(i, inputs) {
		render_one_hot(r, i, ROW_pop_q, u->popping >> i & 1, u->pop_queue[i]);
		render_one_hot(r, i, ROW_refill_q, u->refilling >> i & 1, u->refill_queue[i]);
	}
}

void qmu_shown_image_read(const struct qmu_shown *u, const struct stamp *stamp, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned i;

	EACH(i, inputs & u->read) {
		render_known(m, SITE_qmu, ROW_req_mem, i);
		render(r, i, ROW_req_mem, request_word(s, u->link[i], stamp_linked(stamp, i)));
	}
}

bool qmu_shown_kept(const struct qmu_shown *u, const struct qmu *qmu, const struct pmu *pmu, const struct stamp *stamp, unsigned port, unsigned slot,
		    struct kept *k)
{
	const unsigned q = slot / u->queue_slots, place = slot % u->queue_slots;

	if (q >= u->queues)
		return false;
	const struct ring *ring = qmu_shown_ring(u, port, q);
	const bool popping = u->popping >> port & 1 && u->pop_queue[port] == q;
	const unsigned ahead = place + u->queue_slots - (popping ? after(u, ring->head) : ring->head);
	const unsigned cell = qmu_nth(qmu, pmu, port, q, ahead % u->queue_slots);
	const struct cell *at = pmu_at(pmu, port, cell);

	if (!cell)
		return false;
	*k = (struct kept){ at->packet, (uint32_t)stamp_kept(stamp, port, cell), (uint16_t)slot, (uint16_t)at->packet.queue, at->out };
	k->packet.queue = q;
	return true;
}

bool qmu_shown_memory(const struct qmu_shown *u, const struct rt *rt, const struct shape *s, unsigned port, const struct kept *k, uint32_t *words)
{
	const struct request r = { k->next_queue, k->out, (uint8_t)k->packet.flits };

	if (rt->entering >> port & 1 && u->slot[port] == k->slot)
		return false;
	words_put(words, request_word(s, r, k->stamp), s->port_w + s->queue_w + s->flits_w + s->stamp_w);
	return true;
}
