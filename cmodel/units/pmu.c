#include "pmu.h"

#include "render.h"

#define UNIT_ROWS "units/pmu.def"
#include "rows.h"

enum { HEADER_READ = 2 };       /* cycles from the grant until the header shows in rdata */

void pmu_place(struct pmu *u, const struct shape *s, struct arena *a)
{
	const unsigned n = s->radix;

	u->slots = s->queues * s->queue_slots;
	u->cell = arena_take(a, COLD, u->slots + 1u, sizeof *u->cell);
	u->rx = arena_take(a, PAST, n, sizeof *u->rx);
	u->history = arena_take(a, PAST, (size_t)n * 2, sizeof *u->history);
	u->newest = arena_take(a, PAST, n, sizeof *u->newest);
}

void pmu_reset(struct pmu *u, const struct shape *s)
{
	u->idle = ones(s->radix);
}

void pmu_remember_arrival(struct pmu *u, unsigned port, uint64_t cycle, unsigned slot, unsigned flits)
{
	u->rx[port] = (struct passage){ cycle, (uint16_t)slot, (uint8_t)flits };
}

void pmu_remember(struct pmu *u, unsigned port, uint64_t cycle, const struct kept *k)
{
	u->newest[port] ^= 1;
	u->history[port * 2 + u->newest[port]] = (struct departed){ cycle, *k };
}

uint64_t pmu_image_write(const struct pmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_pmu);
	uint64_t more = 0;
	unsigned i;

	EACH(i, inputs) {
		const struct passage rx = u->rx[i];
		const unsigned wrote = passage_flits(rx, cycle);

		render(r, i, ROW_waddr_q, (rx.slot * s->packet_flits + wrote) & ones(s->data_aw));
		more |= (uint64_t)(wrote < rx.flits) << i;
	}
	return more;
}

/* raddr_q, rdata_q and new_queue_q show the newest packet whose header has been read. */
static void image_departing(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned port, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_pmu);
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

uint64_t pmu_image_read(const struct pmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_pmu);
	uint64_t more = 0;
	unsigned i;

	EACH(i, inputs) {
		const struct departed *d = pmu_departed(u, i);
		const struct passage rd = { d->cycle, d->kept.slot, (uint8_t)d->kept.packet.flits };
		const unsigned read = passage_flits(rd, cycle - 1);

		if (!rd.flits)
			continue;
		render(r, i, ROW_rd_left_q, rd.flits - read);
		render(r, i, ROW_rd_queue_q, d->kept.packet.queue);
		render(r, i, ROW_next_queue_q, d->kept.next_queue);
		image_departing(u, s, cycle, i, m);
		more |= (uint64_t)(read < rd.flits || cycle <= rd.cycle + HEADER_READ) << i;
	}
	return more;
}

void pmu_image_credits(const struct pmu *u, uint64_t credit, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_pmu);
	unsigned i;

	render_bits(r, ROW_credit_q, inputs, credit);
	EACH(i, credit)
		render(r, i, ROW_credit_queue_q, u->credit_queue[i]);
	render_output(m, SITE_pmu, ROW_credit_q, inputs);
	render_output(m, SITE_pmu, ROW_credit_queue_q, credit);
}

bool pmu_memory(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned port, const struct kept *k, unsigned j, uint32_t *words)
{
	const struct passage *rx = u->rx + port;

	if (j >= k->packet.flits || (k->slot == rx->slot && j >= cycle - rx->cycle))
		return false;
	packet_flit(s, &k->packet, j, words);
	return true;
}

uint64_t pmu_written(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned address[SWITCH_PORTS])
{
	uint64_t ports = 0;

	for (unsigned port = 0; port < s->radix; port++) {
		const struct passage *rx = u->rx + port;
		const uint64_t j = cycle - rx->cycle;

		if (j < rx->flits) {
			address[port] = rx->slot * s->packet_flits + (unsigned)j;
			ports |= bit(port);
		}
	}
	return ports;
}
