#include "pmu.h"

#include "qmu.h"
#include "render.h"
#include "stamp.h"

#define UNIT_ROWS "units/pmu.def"
#include "rows.h"

enum { HEADER_READ = 2 };       /* cycles from the grant until the header shows in rdata */

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct pmu *const u = unit;
	const unsigned n = b->ports;

	u->slots = b->s->queues * b->s->queue_slots;
	u->cell = arena_take(a, COLD, u->slots + 1u, sizeof *u->cell);
	u->rx = arena_take(a, PAST, n, sizeof *u->rx);
	u->history = arena_take(a, PAST, (size_t)n * 2, sizeof *u->history);
	u->newest = arena_take(a, PAST, n, sizeof *u->newest);
}

static void reset(void *unit, const struct bank *b)
{
	struct pmu *const u = unit;

	u->idle = ones(b->ports);
}

/* The slots that headers take, which QMU has said. */
static void before(void *unit, const struct sight *v, const struct switch_in *in)
{
	struct pmu *const u = unit;
	const struct qmu *const qmu = v->at[SITE_qmu].unit;

	EACH_IN(i, in->head)
		u->rx[i] = (struct passage){ v->cycle, qmu->shown.slot[i], (uint8_t)in->packet[i].flits };
}

/* Packets that are granted. In memory each has the queue that it stood in, not the next. */
static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct pmu *const u = unit;
	const struct qmu *const qmu = v->at[SITE_qmu].unit;
	const struct stamp *const stamp = v->at[SITE_stamp].unit;

	(void)in;
	EACH_IN(o, out->depart) {
		const unsigned i = out->from[o], q = out->queue[o];
		const unsigned slot = q * qmu->shown.queue_slots + qmu_ring(&qmu->shown, i, q)->head;
		struct kept k = { .packet = out->packet[o], .slot = (uint16_t)slot, .next_queue = (uint16_t)out->packet[o].queue, .out = (uint8_t)o };

		k.packet.queue = q;
		k.stamp = stamp->used ? *stamp_head(stamp, i, q) & stamp->range : 0;
		u->newest[i] ^= 1;
		u->history[i * 2 + u->newest[i]] = (struct departed){ v->cycle, k };
	}
}

/* raddr_q, rdata_q and new_queue_q show the newest packet whose header has been read. */
static void image_departing(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned port, struct rendering r, struct image *m)
{
	const struct departed *h = u->history + port * 2;
	const struct departed *d = h + u->newest[port];

	if (cycle < d->cycle + HEADER_READ)
		d = h + (u->newest[port] ^ 1);
	const struct packet *p = &d->kept.packet;

	if (!p->flits)
		return;
	const uint64_t j = cycle - d->cycle - HEADER_READ;
	const unsigned last = p->flits - 1u, at = j < last ? (unsigned)j : last;

	render(r, port, ROW_raddr_q, (d->kept.slot * s->packet_flits + at + 1) & ones(s->data_aw));
	render_bit(r, port, ROW_rewrite_queue_q, j == 0);
	render(r, port, ROW_new_queue_q, d->kept.next_queue);
	render_known(m, SITE_pmu, ROW_data_mem, port);
	packet_flit(s, p, at, render_words(r, port, ROW_data_mem));
}

static void image_leaving(const struct pmu *u, const struct sight *v, unsigned port, struct rendering r, struct image *m)
{
	const struct departed *d = pmu_departed(u, port);
	const struct passage rd = { d->cycle, d->kept.slot, (uint8_t)d->kept.packet.flits };

	if (!rd.flits || (!v->anew && v->cycle > rd.cycle + rd.flits + HEADER_READ + 1))
		return;
	render(r, port, ROW_rd_left_q, rd.flits - passage_flits(rd, v->cycle - 1));
	render(r, port, ROW_rd_queue_q, d->kept.packet.queue);
	render(r, port, ROW_next_queue_q, d->kept.next_queue);
	image_departing(u, v->s, v->cycle, port, r, m);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct pmu *const u = unit;
	const struct rendering r = render_unit(m, v->site);
	const uint64_t credit = v->cycle == u->credit_cycle ? u->credit & v->ports : 0;

	EACH_IN(i, v->ports) {
		const struct passage rx = u->rx[i];

		assert((rx.flits || !u->fresh[i]) && "the first image comes before the first packet");
		render(r, i, ROW_waddr_q, (rx.slot * v->s->packet_flits + passage_flits(rx, v->cycle)) & ones(v->s->data_aw));
		image_leaving(u, v, i, r, m);
	}
	render_bits(r, ROW_credit_q, v->ports, credit);
	EACH_IN(i, credit)
		render(r, i, ROW_credit_queue_q, u->credit_queue[i]);
	render_output(m, v->site, ROW_credit_q, v->ports);
	render_output(m, v->site, ROW_credit_queue_q, credit);
}

/* As of the beginning of the cycle; false: the packet has no such flit, or it is not yet written. */
static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned word, uint32_t *words)
{
	const struct pmu *const u = unit;
	const struct passage *rx = u->rx + port;
	const unsigned j = word % v->s->packet_flits;
	struct kept k;

	(void)row;
	if (!qmu_kept(v, port, word / v->s->packet_flits, &k) || j >= k.packet.flits || (k.slot == rx->slot && j >= v->cycle - rx->cycle))
		return false;
	packet_flit(v->s, &k.packet, j, words);
	return true;
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct pmu *const u = unit;

	(void)row;
	return passages_write(u->rx, v->s, v->cycle, address);
}

const struct unit_model pmu_unit = {
	.place = place, .reset = reset, .before = before, .after = after, .image = image, .memory = memory, .writes = writes,
};
