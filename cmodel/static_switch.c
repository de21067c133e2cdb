/*
 * The wiring of a switch with static queues: one function per stage, and static_step() that runs them.
 *
 * As in switch.c, decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a
 * register stands before the one that changes it:
 *
 *   ends        time alone makes an input idle and an output open again: registers of this very cycle
 *   queues      what leaves, the request read in the cycle before, what enters: the entries as they are in the next cycle, of which the
 *                   first is the one that the scheduler sees in this
 *   arbitration     reads heads, credits downstream, idle, open; its grants take effect last
 *   credits     taken by the grants of the cycle before, given back by downstream       (after: arbitration, new heads)
 *   release     a slot read to its end is free                            (before: arrival. after: queues)
 *   arrival     a slot, a place, the way: it enters in the next cycle
 *   tables      by the configuration port                                 (after: arrival)
 *   grants      pop_q, read side, output port                             (after: pop, release)
 */
#include "static_switch.h"

#include "links.h"

/* What goes between stages within a cycle. Masks of ports. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t ending;                        /* inputs: the last flit is read */
	uint64_t narrow;                        /* output ports: a packet needs two credits, and not every head with one has two */
	uint64_t granted;                       /* output ports, to the input in: */
	uint64_t granted_inputs;
	uint8_t winner[SWITCH_PORTS];
	uint16_t pick[SWITCH_PORTS];            /* by input: the queue that requests */
};

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct static_switch *sw = static_switch(at);
	const struct shape *s = &at->shape;

	sw->queues = arena_take(a, COLD, all->radix * QMU_WORDS, sizeof *sw->queues);
	sw->credits = arena_take(a, COLD, all->radix * QMU_WORDS, sizeof *sw->credits);
	rt_place(&sw->rt, all, at->switches, a);
	pmu_place(&sw->pmu, all, a);
	qmu_place(&sw->qmu, all, s->radix, a);
	stamp_place(&sw->stamp, all, a);
	arbiter_place(&sw->arb_in, a, s->queues, s->arbiter);
	arb_out_place(&sw->arb_out, all, s->radix, a);
	oport_place(&sw->oport, all, a);
	qcu_place(&sw->qcu, all, a);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct static_switch *sw = static_switch(at);

	pmu_reset(&sw->pmu, all);
	oport_reset(&sw->oport, all);
	qcu_reset(&sw->qcu, all);
	arbiter_reset(&sw->arb_in);
	arbiter_reset(&sw->arb_out.arbiter);
}

static void configure(struct sluice_switch *at, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		rt_write(&static_switch(at)->rt, number, first + d, entry[d]);
}

static void end_reads(struct static_switch *sw, struct wires *w)
{
	const struct ends e = wheel_take(&sw->base.wheel, w->cycle);

	pmu_finish(&sw->pmu, e.inputs);
	oport_release(&sw->oport, e.outputs);
	w->ending = e.inputs;
}

/* Stamps of the entries. Apart, as what follows, so that it costs others nothing. */
static __attribute__((noinline)) void stamp_entries(struct static_switch *sw)
{
	struct stamp *u = &sw->stamp;
	const struct qmu *qmu = &sw->qmu;
	unsigned i;

	EACH(i, qmu->popping)
		stamp_pop(u, i, qmu->pop_queue[i]);
	EACH(i, qmu->refilling)
		stamp_refill(u, i, qmu->refill_queue[i], qmu_pops_refilled(qmu, i) ? 1 : 2);
	EACH(i, sw->rt.entering) {
		const unsigned q = sw->rt.enter[i].queue;
		const bool pops = (qmu->popping >> i & 1) && qmu->pop_queue[i] == q;
		const unsigned left = qmu_ring(qmu, i, q)->count - (unsigned)pops;
		const uint32_t now = u->now[sw->base.number[i]];

		stamp_set_packet(u, i, qmu->cell[i], now);
		if (left < HEADS)
			stamp_head(u, i, q)[left] = now;
	}
}

/* Stamps of what is read. */
static __attribute__((noinline)) void stamp_reads(struct static_switch *sw)
{
	unsigned i;

	EACH(i, sw->qmu.refilling)
		stamp_read(&sw->stamp, i, qmu_ring(&sw->qmu, i, sw->qmu.refill_queue[i])->third);
}

static void update_queues(struct static_switch *sw)
{
	struct qmu *u = &sw->qmu;
	uint64_t reads = 0;
	unsigned i;

	EACH(i, u->popping)
		reads |= (uint64_t)qmu_pop(u, &sw->qcu, &sw->pmu, i) << i;
	EACH(i, u->refilling)
		qmu_refill(u, i);
	EACH(i, reads)
		qmu_read(u, &sw->pmu, i);
	qmu_read_all(u, reads);
	EACH(i, sw->rt.entering)
		qmu_enter(u, &sw->qcu, &sw->pmu, i, sw->rt.enter + i);
	qmu_enter_all(u, sw->rt.entering);
}

/* First phase for an input, of its queues whose heads wait for one of these outputs. Returns the output. */
static inline __attribute__((always_inline)) unsigned choose(const struct static_switch *sw, struct wires *w, unsigned i, uint64_t outputs, bool oldest_first)
{
	const struct qmu *u = &sw->qmu;
	uint64_t candidates[QMU_WORDS] = { 0 };
	unsigned o;

	EACH(o, outputs) {
		const uint64_t *set = (w->narrow >> o & 1 ? u->credited_twice : u->credited) + qmu_pair(u, i, o);

		for (unsigned k = 0; k < u->words; k++)
			candidates[k] |= set[k];
	}
	w->pick[i] = (uint16_t)(oldest_first ? stamp_oldest(&sw->stamp, sw->base.number[i], i, candidates, u->words)
					     : arbiter_pick_of(&sw->arb_in, i, candidates, u->words));
	return qmu_ring(u, i, w->pick[i])->entry[0].out;
}

/* Second phase for an output, requested by these inputs; those of `several` have picked. */
static inline __attribute__((always_inline)) unsigned serve_next(struct static_switch *sw, struct wires *w, unsigned o, uint64_t req, uint64_t several)
{
	const unsigned i = arb_out_serve(&sw->arb_out, o, req, sw->base.first[o]);

	if (!(several >> i & 1))
		choose(sw, w, i, bit(o), false);
	arbiter_served(&sw->arb_in, i, w->pick[i]);
	return i;
}

/* The same where age decides: all of them have to pick before. */
static inline unsigned serve_oldest(struct static_switch *sw, struct wires *w, unsigned o, uint64_t req, uint64_t several)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0, i;

	EACH(i, req & ~several)
		choose(sw, w, i, bit(o), true);
	EACH(i, req) {
		const uint64_t rank = stamp_rank(&sw->stamp, sw->base.number[i], i, w->pick[i]);

		if (rank < least) {
			least = rank;
			oldest = i;
		}
	}
	return oldest;
}

/* Both phases. An input that stands at one output only requests that, whichever of its queues it picks: so of these, only the winners pick. */
static inline __attribute__((always_inline)) void arbitrate(struct static_switch *sw, struct wires *w, bool oldest_first)
{
	const uint64_t idle = sw->pmu.idle;
	const uint64_t outputs = oport_open(&sw->oport) & sw->qmu.wanted;
	uint64_t req[SWITCH_PORTS];     /* by output, where wanted and open */
	uint64_t once = 0, several = 0, requested = 0;
	unsigned i, o;

	w->narrow = qcu_narrow(&sw->qcu);
	EACH(o, outputs) {
		req[o] = sw->qmu.waiting[o] & idle;
		if (w->narrow >> o & 1)
			req[o] = qmu_narrow(&sw->qmu, &sw->qcu, o, req[o]);
		requested |= (uint64_t)(req[o] != 0) << o;
		several |= once & req[o];
		once |= req[o];
	}
	EACH(i, several) {
		uint64_t at = 0;

		EACH(o, requested)
			at |= (req[o] >> i & 1) << o;
		const unsigned chosen = choose(sw, w, i, at, oldest_first);

		EACH(o, at & ~bit(chosen)) {
			req[o] &= ~bit(i);
			requested &= ~((uint64_t)(req[o] == 0) << o);
		}
	}
	w->granted = requested;
	EACH(o, requested) {
		i = (oldest_first ? serve_oldest : serve_next)(sw, w, o, req[o], several);
		w->winner[o] = (uint8_t)i;
		w->granted_inputs |= bit(i);
	}
}

static __attribute__((noinline)) void arbitrate_oldest_first(struct static_switch *sw, struct wires *w)
{
	arbitrate(sw, w, true);
}

static inline void take_credit(struct static_switch *sw, unsigned o, unsigned q)
{
	if (qcu_take(&sw->qcu, o, q))
		qmu_exhausted(&sw->qmu, o, q);
}

static inline void give_credit(struct static_switch *sw, unsigned o, unsigned q)
{
	if (qcu_give(&sw->qcu, o, q))
		qmu_refund(&sw->qmu, o, q);
}

/* A queue whose credit is taken and given in the same cycle keeps it. */
static void count_credits(struct static_switch *sw, struct wires *w)
{
	const struct switch_in *in = w->in;
	uint64_t given = in->credit;
	unsigned o;

	EACH(o, sw->qcu.taking) {
		const unsigned q = sw->qcu.take_queue[o];

		if (given >> o & 1 && in->credit_queue[o] == q)
			given &= ~bit(o);
		else
			take_credit(sw, o, q);
	}
	EACH(o, given)
		give_credit(sw, o, in->credit_queue[o]);
	oport_credit(&sw->oport, in->credit);
}

static void release(struct static_switch *sw, const struct wires *w)
{
	unsigned i;

	EACH(i, w->ending) {
		pmu_end(&sw->pmu, i);
		w->out->credit_queue[i] = sw->pmu.credit_queue[i];
	}
	w->out->credit = w->ending;
	pmu_credit(&sw->pmu, w->ending, w->cycle);
}

static void arrive(struct static_switch *sw, const struct wires *w)
{
	unsigned i;

	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;

		assert(p->flits - 1u < sw->base.shape.packet_flits);
		qmu_arrive(&sw->qmu, &sw->pmu, i, w->cycle, p);
		rt_arrive(&sw->rt, i, sw->base.number[i], sw->base.first[i], p);
	}
	rt_end(&sw->rt, w->in->head);
}

/* Output o takes the head that input i put up. */
static void grant(struct static_switch *sw, const struct wires *w, unsigned o, unsigned i)
{
	const unsigned q = w->pick[i];
	const struct ring *ring = qmu_ring(&sw->qmu, i, q);
	const struct request r = ring->entry[0];
	const unsigned slot = qmu_slot(&sw->qmu, q, ring->head), flits = r.flits;
	struct packet *p = w->out->packet + o;

	*p = pmu_at(&sw->pmu, i, ring->first)->packet;
	p->queue = r.next_queue;
	w->out->from[o] = (uint8_t)i;
	w->out->queue[o] = (uint16_t)q;
	qmu_leave(&sw->qmu, i, q);
	pmu_grant(&sw->pmu, i, (struct departure){ { w->cycle, (uint16_t)slot, (uint8_t)flits }, (uint16_t)q, r.next_queue, ring->first });
	oport_occupy(&sw->oport, (uint64_t)(flits > 1) << o);
	qcu_grant(&sw->qcu, o, i - sw->base.first[i], r.next_queue);
	wheel_file(&sw->base.wheel, w->cycle + flits, bit(i), bit(o));
	if (sw->base.links)
		links_send(sw->base.links, o, i, w->out->queue + o, p);
}

static void grant_all(struct static_switch *sw, const struct wires *w)
{
	unsigned o;

	qmu_leave_all(&sw->qmu, w->granted_inputs);
	qcu_grant_all(&sw->qcu, w->granted);
	oport_grant(&sw->oport, w->cycle, w->granted);
	w->out->depart = w->granted;
	EACH(o, w->granted)
		grant(sw, w, o, w->winner[o]);
	oport_spend(&sw->oport, w->granted);
}

static uint64_t next_step(const struct static_switch *sw, uint64_t cycle)
{
	if (sw->rt.entering | sw->qmu.popping | sw->qmu.refilling | sw->qcu.taking | (sw->qmu.wanted & oport_open(&sw->oport)))
		return cycle + 1;
	return wheel_next(&sw->base.wheel, cycle);
}

static void begin(struct static_switch *sw, struct wires *w)
{
	assert(w->cycle >= sw->base.now && w->cycle <= sw->base.due);
	assert(!((w->in->head | w->in->credit) & ~sw->base.ports) && !w->in->message);
	w->granted = w->granted_inputs = 0;
	w->out->message = 0;
	end_reads(sw, w);
}

static uint64_t static_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct static_switch *sw = static_switch(at);
	struct wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	begin(sw, &w);
	if (sw->stamp.used) {
		stamp_entries(sw);
		update_queues(sw);
		stamp_reads(sw);
		arbitrate_oldest_first(sw, &w);
		stamp_count(&sw->stamp, in->head, sw->base.shape.radix);
	} else {
		update_queues(sw);
		arbitrate(sw, &w, false);
	}
	count_credits(sw, &w);
	release(sw, &w);
	arrive(sw, &w);
	rt_configure(&sw->rt, in->configure, in->destination, in->entry);
	grant_all(sw, &w);
	sw->base.now = cycle + 1;
	sw->base.due = next_step(sw, cycle);
	return sw->base.due;
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	(void)sw;
	return static_step;
}

const struct switch_model switch_STATIC = {
	.bytes = sizeof(struct static_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .place = place, .reset = reset, .step = step,
	.configure = configure, .observe = static_observe, .observed = static_observed_step, .image = static_image, .memory = static_memory,
	.word = static_word, .writes = static_writes, .drained = static_drained, .waiting = static_waiting,
};
