#include "qmu.h"

#include "render.h"

#define UNIT_ROWS "units/qmu.def"
#include "rows.h"

void qmu_place(struct qmu *u, const struct shape *s, unsigned radix, struct arena *a)
{
	const unsigned n = s->radix;
	const unsigned pairs = n * radix + n;

	u->radix = radix;
	u->queues = s->queues;
	u->queue_slots = s->queue_slots;
	u->words = (s->queues + 63) / 64;
	u->pop_queue = arena_take(a, HOT, n, sizeof *u->pop_queue);
	u->refill_queue = arena_take(a, HOT, n, sizeof *u->refill_queue);
	u->slot = arena_take(a, HOT, n, sizeof *u->slot);
	u->cell = arena_take(a, HOT, n, sizeof *u->cell);
	u->entered = arena_take(a, HOT, n, sizeof *u->entered);
	u->link = arena_take(a, HOT, n, sizeof *u->link);
	u->waiting = arena_take(a, HOT, n, sizeof *u->waiting);
	u->headed = arena_take(a, HOT, n, sizeof *u->headed);
	u->heads = arena_take(a, HOT, (size_t)pairs * u->words, sizeof *u->heads);
	u->credited = arena_take(a, HOT, (size_t)pairs * u->words, sizeof *u->credited);
	u->credited_twice = arena_take(a, HOT, (size_t)pairs * u->words, sizeof *u->credited_twice);
	u->ring = arena_take(a, HOT, (size_t)n * s->queues, sizeof *u->ring);
}

/* Call `how` for each head that waits for output `out` and `queue` downstream of it. */
static void change(struct qmu *u, unsigned out, unsigned queue, void (*how)(struct qmu *, unsigned port, unsigned q, unsigned out))
{
	unsigned i, q;

	EACH(i, u->headed[out]) {
		const uint64_t *heads = u->heads + qmu_pair(u, i, out);

		for (unsigned k = 0; k < u->words; k++)
			EACH(q, heads[k])
				if (qmu_ring(u, i, k * 64 + q)->entry[0].next_queue == queue)
					how(u, i, k * 64 + q, out);
	}
}

void qmu_exhausted(struct qmu *u, unsigned out, unsigned queue)
{
	change(u, out, queue, qmu_disable);
}

void qmu_refund(struct qmu *u, unsigned out, unsigned queue)
{
	change(u, out, queue, qmu_enable);
}

uint64_t qmu_narrow(struct qmu *u, const struct qcu *qcu, unsigned out, uint64_t inputs)
{
	uint64_t left = 0;
	unsigned i, q;

	EACH(i, inputs) {
		const uint64_t *one = u->credited + qmu_pair(u, i, out);
		uint64_t *two = u->credited_twice + qmu_pair(u, i, out);

		for (unsigned k = 0; k < u->words; k++) {
			two[k] = 0;
			EACH(q, one[k])
				two[k] |= (uint64_t)qcu_avail_two(qcu, out, qmu_ring(u, i, k * 64 + q)->entry[0].next_queue) << q;
		}
		left |= (uint64_t)qmu_any(u, two) << i;
	}
	return left;
}

/* {output port, queue at the next hop, length, stamp}, port lowest. */
static uint64_t request_word(const struct shape *s, struct request r, uint64_t stamp)
{
	return r.out | (uint64_t)r.next_queue << s->port_w | (uint64_t)r.flits << (s->port_w + s->queue_w) | stamp << (s->port_w + s->queue_w + s->flits_w);
}

static void image_queue(const struct qmu *u, const struct qcu *qcu, const struct shape *s, unsigned port, unsigned q, struct rendering r)
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
		render_field(r, port, ROW_credit_q, f, 1, qcu_avail(qcu, e.out, e.next_queue));
		render_field(r, port, ROW_two_credits_q, f, 1, qcu_avail_two(qcu, e.out, e.next_queue));
	}
}

void qmu_image(const struct qmu *u, const struct qcu *qcu, const struct stamp *stamp, const struct shape *s, unsigned port, const uint64_t *queues, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned q;

	for (unsigned k = 0; k < u->words; k++) {
		EACH(q, queues[k])
			image_queue(u, qcu, s, port, k * 64 + q, r);
		stamp_image_heads(stamp, s, port, queues[k], k, r, ROW_stamp_q);
	}
	render(r, port, ROW_arrive_slot_q, u->slot[port]);
}

void qmu_image_credits(const struct qmu *u, const struct qcu *qcu, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned i;

	EACH(i, inputs) {
		uint64_t one[QMU_WORDS * FRONTS] = { 0 }, two[QMU_WORDS * FRONTS] = { 0 };

		for (unsigned f = 0; f < u->queues * FRONTS; f++) {
			const struct request *at = qmu_ring(u, i, f / FRONTS)->entry + f % FRONTS;

			one[f / 64] |= (uint64_t)qcu_avail(qcu, at->out, at->next_queue) << f % 64;
			two[f / 64] |= (uint64_t)qcu_avail_two(qcu, at->out, at->next_queue) << f % 64;
		}
		render_set(r, i, ROW_credit_q, one);
		render_set(r, i, ROW_two_credits_q, two);
	}
}

void qmu_image_leaving(const struct qmu *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned i;

	EACH(i, inputs) {
		render_one_hot(r, i, ROW_pop_q, u->popping >> i & 1, u->pop_queue[i]);
		render_one_hot(r, i, ROW_refill_q, u->refilling >> i & 1, u->refill_queue[i]);
	}
}

void qmu_image_read(const struct qmu *u, const struct stamp *stamp, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_qmu);
	unsigned i;

	EACH(i, inputs & u->read) {
		render_known(m, SITE_qmu, ROW_req_mem, i);
		render(r, i, ROW_req_mem, request_word(s, u->link[i], stamp_linked(stamp, i)));
	}
}

unsigned qmu_at(const struct qmu *u, const struct pmu *pmu, unsigned port, unsigned slot)
{
	const struct departure *rd = pmu->rd + port;

	if (slot >= pmu->slots)
		return 0;
	for (unsigned cell = qmu_ring(u, port, slot / u->queue_slots)->first; cell; cell = pmu_at(pmu, port, cell)->behind)
		if (pmu_at(pmu, port, cell)->slot == slot)
			return cell;
	return rd->cell && rd->passage.slot == slot ? rd->cell : 0;
}

bool qmu_memory(const struct qmu *u, const struct pmu *pmu, const struct rt *rt, const struct stamp *stamp, const struct shape *s, unsigned port,
		unsigned cell, uint32_t *words)
{
	const struct cell *at = pmu_at(pmu, port, cell);

	if (rt->entering >> port & 1 && u->slot[port] == at->slot)
		return false;
	words_put(words, request_word(s, (struct request){ at->next_queue, at->out, at->flits }, stamp_kept(stamp, port, cell)),
		  s->port_w + s->queue_w + s->flits_w + s->stamp_w);
	return true;
}
