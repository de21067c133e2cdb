#include "oport.h"

#include "render.h"

#define UNIT_ROWS "units/oport.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct oport *const u = unit;
	const unsigned n = b->ports;

	u->history = arena_take(a, PAST, (size_t)DEPTH * n, sizeof *u->history);
	u->newest = arena_take(a, PAST, n, sizeof *u->newest);
	u->shown = arena_take(a, PAST, (n + 7) / 8, sizeof *u->shown);
}

void oport_hot(const struct oport *u, struct hot_lines *h)
{
	hot_add(h, u, offsetof(struct oport, leaving));
	for (unsigned k = 0; k < DEPTH; k++)
		hot_add(h, u->leaving[k], CACHE_LINE);
}

static void reset(void *unit, const struct bank *b)
{
	struct oport *const u = unit;

	u->credited = ones(b->ports);
	for (unsigned o = 0; o < b->ports; o++)
		u->credits[o] = (uint16_t)slot_credits(b->s->slots);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct oport *const u = unit;

	for (unsigned o = 0; o < b->ports; o++)
		if (u->credits[o] != slot_credits(b->s->slots))
			return false;
	return true;
}

/* Set the byte of a port in a word of eight ports. */
static inline void set_port(uint64_t *eight, unsigned port, uint64_t value)
{
	const unsigned lsb = port % 8 * 8;

	*eight = (*eight & ~(UINT64_C(0xff) << lsb)) | value << lsb;
}

/* Packets that are granted, without the switch's own turn. */
static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct oport *const u = unit;

	(void)in;
	EACH_IN(o, out->depart) {
		struct oport_eight *const e = u->shown + o / 8;

		u->newest[o] = (uint8_t)((u->newest[o] + 1u) % DEPTH);
		u->history[o * DEPTH + u->newest[o]] = (struct sending){ v->cycle, out->packet[o], out->from[o] };
		set_port(&e->flits_left, o, out->packet[o].flits + 1u);
		set_port(&e->granted.head, o, 1);
		set_port(&e->granted.src, o, out->from[o]);
	}
}

/* The newest packet of a port that was granted at least so many cycles ago. */
static const struct sending *sending_of(const struct oport *u, unsigned port, uint64_t cycle, unsigned behind)
{
	unsigned k = u->newest[port];

	for (unsigned later = 1; later < behind; later++)
		k -= (unsigned)(oport_granted(u, cycle - later) >> port & 1);
	return u->history + port * DEPTH + k % DEPTH;
}

/* The flit of a port that is `behind` cycles past its grant. Returns the packet. */
static const struct sending *flits_at(const struct oport *u, struct oport_flits *f, unsigned port, uint64_t cycle, unsigned behind)
{
	const struct sending *g = sending_of(u, port, cycle, behind);

	set_port(&f->valid, port, cycle - g->cycle - behind < g->packet.flits);
	set_port(&f->head, port, oport_granted(u, cycle - behind) >> port & 1);
	set_port(&f->src, port, g->from);
	return g;
}

static void image_flit(const struct shape *s, const struct sending *g, uint64_t cycle, uint32_t *words)
{
	const uint64_t j = cycle - g->cycle - 3;
	const unsigned last = g->packet.flits - 1u;

	if (g->packet.flits)
		packet_flit(s, &g->packet, j < last ? (unsigned)j : last, words);
}

/* Crossbar, while the image still shows the cycle before: tx_data_q of an output that sends becomes the read register of data_mem (MMU's
 * last row) of its input; elsewhere it stays. Branch-free, since which outputs send is unpredictable. */
static void image_crossed(const struct shape *s, const struct oport_eight *v, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_oport), mmu = render_unit(m, SITE_mmu);
	const unsigned rdata_q = m->units[UNIT_mmu].n - 1;
	const size_t bytes = (s->flit_bits + 31) / 32 * sizeof(uint32_t);
	uint64_t sent = 0, src = 0, flit;

	for (unsigned o = 0; o < s->radix; o++, sent >>= 8, src >>= 8) {
		if (o % 8 == 0) {
			sent = v[o / 8].departing.valid;
			src = v[o / 8].departing.src;
		}
		const uint32_t at = render_place(r, o, ROW_tx_data_q).at, crossing = render_place(mmu, src & 0xff, rdata_q).at;
		const uint8_t *const from = r.bytes + (at + ((crossing - at) & -(uint32_t)(sent & 1)));

		if (bytes == sizeof flit) {
			memcpy(&flit, from, sizeof flit);
			memcpy(r.bytes + at, &flit, sizeof flit);
		} else {
			memmove(r.bytes + at, from, bytes);
		}
	}
}

/* The same where headers leave with another queue than that with which they were read. */
static void image_sent(const struct oport *u, const struct shape *s, uint64_t cycle, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_oport);

	for (unsigned o = 0; o < s->radix; o++)
		if (u->shown[o / 8].departing.valid >> o % 8 * 8 & 1)
			image_flit(s, sending_of(u, o, cycle, 3), cycle, render_words(r, o, ROW_tx_data_q));
}

/* Advance the flits by one cycle since the last image. */
static void follow_flits(const struct oport *u, const struct shape *s, uint64_t cycle, struct image *m)
{
	const uint64_t each = UINT64_C(0x0101010101010101);

	for (struct oport_eight *e = u->shown; e < u->shown + (s->radix + 7) / 8; e++) {
		e->departing = e->crossing;
		e->crossing = e->reading;
		e->flits_left -= (e->flits_left + 0x7f * each) >> 7 & each;
		e->reading = e->granted;
		e->reading.valid = (e->flits_left + 0x7f * each) >> 7 & each;
		e->granted.head = 0;
	}
	if (s->classifier == CLASSIFIER_STATIC)
		image_sent(u, s, cycle, m);
	else
		image_crossed(s, u->shown, m);
}

/* Find the flits of any cycle from the history. */
static void find_flits(const struct oport *u, const struct shape *s, uint64_t cycle, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_oport);

	for (unsigned o = 0; o < s->radix; o++) {
		struct oport_eight *const e = u->shown + o / 8;
		const struct sending *at = flits_at(u, &e->reading, o, cycle, 1);
		const uint64_t read = cycle - at->cycle - 1;

		set_port(&e->flits_left, o, read < at->packet.flits ? at->packet.flits - read : 0);
		flits_at(u, &e->crossing, o, cycle, 2);
		image_flit(s, flits_at(u, &e->departing, o, cycle, 3), cycle, render_words(r, o, ROW_tx_data_q));
		e->granted.head = 0;
	}
}

/* Render a byte for each of eight ports, or of the ports left if they are fewer. */
static inline void render_eight(struct rendering r, unsigned row, unsigned port, uint64_t values)
{
	const struct image_place *const p = r.place + row * r.instances + port;
	const unsigned n = r.instances - port;

	if (n >= 8) {
#pragma GCC unroll 8
		for (unsigned k = 0; k < 8; k++)
			r.bytes[p[k].at] = (uint8_t)(values >> 8 * k);
		return;
	}
	for (unsigned k = 0; k < n; k++)
		r.bytes[p[k].at] = (uint8_t)(values >> 8 * k);
}

/* Renders every port without a test for changes: most ports change, and without unpredictable branches this is quick. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	struct oport *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	u->open = 0;
	(v->anew ? find_flits : follow_flits)(u, s, v->cycle, m);
	for (unsigned o = 0; o < s->radix; o += 8) {
		const struct oport_eight e = u->shown[o / 8];

		render_eight(r, ROW_flits_left_q, o, e.flits_left);
		render_eight(r, ROW_rd_head_q, o, e.reading.head);
		render_eight(r, ROW_src_q, o, e.reading.src);
		render_eight(r, ROW_xb_valid_q, o, e.crossing.valid);
		render_eight(r, ROW_xb_head_q, o, e.crossing.head);
		render_eight(r, ROW_xb_src_q, o, e.crossing.src);
		render_eight(r, ROW_tx_valid_q, o, e.departing.valid);
		render_eight(r, ROW_tx_head_q, o, e.departing.head);
		if (s->saqs)            /* only the CAM reads the source input */
			render_eight(r, ROW_tx_src_q, o, e.departing.src);
	}
	for (unsigned o = 0; o < s->radix; o++) {
		const struct oport_eight *const e = u->shown + o / 8;

		render(r, o, ROW_credits_q, u->credits[o] + (e->reading.head >> o % 8 * 8 & 1));
		u->open |= (u->credited >> o & 1 & ((e->flits_left >> o % 8 * 8 & 0xff) <= 1)) << o;
	}
	if (s->classifier == CLASSIFIER_STATIC)         /* otherwise each input has open_q */
		render_bits(r, ROW_open_q, v->ports, u->open);
	render_output(m, v->site, ROW_tx_valid_q, v->ports);
	render_output(m, v->site, ROW_tx_head_q, v->ports);
	render_output(m, v->site, ROW_tx_data_q, v->ports);
}

const struct unit_model oport_unit = { .place = place, .reset = reset, .rests = rests, .after = after, .image = image };
