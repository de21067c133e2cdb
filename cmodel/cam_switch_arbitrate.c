/* The scheduler of a switch port by port, for the cases that switch_arbitrate.h leaves, and the stamps that packets have for oldest-first. */
#include "cam_switch_wires.h"

/* One by one, where a matrix or age decides: the queue that the input picks; the input that the output picks. */
static inline unsigned pick_queue(const struct cam_switch *sw, unsigned i, uint64_t queues)
{
	return sw->stamp.used ? stamp_oldest(&sw->stamp, sw->base.number[i], i, &queues, 1) : arbiter_pick(&sw->arb_in, i, queues);
}

static unsigned pick_input(const struct cam_switch *sw, const struct wires *w, unsigned o, uint64_t inputs)
{
	if (sw->stamp.used)
		return stamp_oldest_input(&sw->stamp, sw->base.number[o], inputs, w->pick);
	return sw->base.first[o] + arbiter_pick(&sw->arb_out.arbiter, o, inputs >> sw->base.first[o]);
}

void cam_serve(struct cam_switch *sw, struct wires *w, const uint64_t *candidates, uint64_t any)
{
	uint64_t requests[SWITCH_PORTS] = { 0 }, *const pop = mu_next_pop(&sw->mu);
	unsigned i, o;

	memset(pop, 0, sw->base.shape.queues * sizeof *pop);
	EACH(i, any) {
		const unsigned q = pick_queue(sw, i, rows_with(candidates, sw->base.shape.queues, i));

		w->pick[i] = (uint8_t)q;
		requests[*mu_out(&sw->mu, i, q)] |= bit(i);
		w->granted.outputs |= bit(*mu_out(&sw->mu, i, q));
	}
	EACH(o, w->granted.outputs) {
		const unsigned winner = pick_input(sw, w, o, requests[o]), q = w->pick[winner];

		w->granted.winner[o] = (uint8_t)winner;
		w->granted.inputs |= bit(winner);
		pop[q] |= bit(winner);
		ru_withdraw(&sw->ru, q, bit(winner));
		if (!sw->stamp.used) {
			arbiter_served(&sw->arb_in, winner, q);
			arbiter_served(&sw->arb_out.arbiter, o, winner - sw->base.first[o]);
		}
	}
}

void cam_stamp(struct cam_switch *sw, const struct wires *w)
{
	struct stamp *u = &sw->stamp;
	unsigned i;

	EACH(i, sw->mu.refilling)
		stamp_read(u, i, link_slot(sw->mu.link[i]));
	EACH(i, w->moving) {
		const unsigned dst = w->move_dst[i];

		if (sw->mu.count[dst][i] == 1)
			stamp_set_head(u, i, dst, *stamp_packet(u, i, sw->mu.head[dst][i]));
	}
	EACH(i, w->entering) {
		const uint32_t now = u->now[sw->base.number[i]];

		stamp_set_packet(u, i, sw->mu.tail[0][i], now);
		if (sw->mu.count[0][i] == 1)
			stamp_set_head(u, i, 0, now);
	}
	stamp_count(u, w->in->head, sw->base.shape.radix);
}
