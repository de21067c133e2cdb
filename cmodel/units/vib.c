#include "vib.h"

#include "render.h"

#define UNIT_ROWS "units/vib.def"
#include "rows.h"

void vib_place(struct vib *u, const struct shape *all, struct arena *a)
{
	u->vc = arena_take(a, HOT, all->vcs, sizeof *u->vc);
	u->occupied = arena_take(a, HOT, SWITCH_PORTS, 1);
	u->packet = arena_take(a, HOT, all->radix * VC_STRIDE, sizeof *u->packet);
	u->since = arena_take(a, HOT, all->radix * VC_STRIDE, sizeof *u->since);
	u->read = arena_take(a, COLD, VC_PORTS * VC_STRIDE, sizeof *u->read);
	u->place = arena_take(a, COLD, all->channels * all->buffer_flits, sizeof *u->place);
}

/* In cycle c a header has waited for c - since cycles. */
struct vc_set vib_late(const struct vib *u, const struct shape *s, unsigned first, uint64_t cycle)
{
	const struct vc_set asks = vib_asks(u, s, first, s->vcs);
	struct vc_set late = { .word = { 0 } };
	unsigned number;

	EACH(number, asks.word[0])
		if (number / VC_STRIDE != s->local && cycle - u->since[first * VC_STRIDE + number] >= s->timeout)
			late.word[0] |= bit(number);
	return late;
}

unsigned vib_first(const struct vib *u, unsigned first, const struct vc_set *late)
{
	const uint64_t *const since = u->since + first * VC_STRIDE;
	unsigned oldest = lowest(late->word[0]), number;

	EACH(number, late->word[0])
		if (since[number] < since[oldest])
			oldest = number;
	return oldest;
}

bool vib_empty(const struct vib *u, const struct shape *s, uint64_t ports)
{
	for (unsigned v = 0; v < s->vcs; v++)
		if (bytes_equal(ports, u->vc[v].left, 0) != ports)
			return false;
	return true;
}

static struct vib_place *places_of(const struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	return u->place + (port * s->vcs + vc) * s->buffer_flits;
}

static unsigned write_place(const struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	return ((unsigned)u->read[vc_number(port, vc)] + u->vc[vc].count[port]) % s->buffer_flits;
}

/* A packet's flits end where its successor's begin, so the place does not depend on what leaves in the same cycle. */
void vib_remember(struct vib *u, const struct shape *s, unsigned port, unsigned vc, const struct packet *p, unsigned flit)
{
	places_of(u, s, port, vc)[write_place(u, s, port, vc)] = (struct vib_place){ *p, flit, true };
}

void vib_remember_popped(struct vib *u, const struct shape *s, uint64_t ports, const uint16_t *vcs)
{
	unsigned port, v;

	u->popped = (struct vc_set){ .word = { 0 } };
	EACH(port, ports & ones(s->radix)) {
		u->popped.port[port] = (uint8_t)vcs[port];
		EACH(v, vcs[port]) {
			uint8_t *const read = u->read + vc_number(port, v);

			*read = *read + 1u == s->buffer_flits ? 0 : (uint8_t)(*read + 1);
		}
	}
}

static void image_places(struct vib *u, const struct shape *s, struct rendering r, unsigned port, unsigned vc)
{
	struct vib_place *const place = places_of(u, s, port, vc);

	for (unsigned k = 0; k < s->buffer_flits; k++) {
		uint64_t word[8] = { 0 };

		if (!place[k].fresh)
			continue;
		packet_flit(s, &place[k].packet, place[k].flit, (uint32_t *)(void *)word);
		render_part(r, port, ROW_flits_q, vc * s->buffer_flits + k, s->flit_bits, word);
		place[k].fresh = false;
	}
}

static unsigned waited(const struct vib *u, const struct shape *s, unsigned port, unsigned vc, uint64_t cycle)
{
	const uint64_t since = u->since[vc_number(port, vc)];

	if (!s->recovery || port == s->local || !(u->vc[vc].asks >> port & 1))
		return 0;
	return cycle - since < s->timeout ? (unsigned)(cycle - since) : s->timeout;
}

static void image_vc(struct vib *u, const struct shape *s, struct rendering r, unsigned port, unsigned vc, uint64_t cycle)
{
	const struct vib_vc *const c = u->vc + vc;

	image_places(u, s, r, port, vc);
	render_field(r, port, ROW_wr_q, vc, s->spot_w, write_place(u, s, port, vc));
	render_field(r, port, ROW_rd_q, vc, s->spot_w, u->read[vc_number(port, vc)]);
	render_field(r, port, ROW_count_q, vc, s->depth_w, c->count[port]);
	render_field(r, port, ROW_left_q, vc, s->flits_w, c->left[port]);
	render_field(r, port, ROW_first_q, vc, 1, c->left[port] && !vib_flit(u, port, vc));
	render_field(r, port, ROW_dest_q, vc, s->at_w, vib_packet(u, port, vc)->destination);
	render_field(r, port, ROW_routed_q, vc, 1, c->routed >> port & 1);
	if (s->recovery) {
		render_field(r, port, ROW_wait_q, vc, s->wait_w, waited(u, s, port, vc, cycle));
		render_field(r, port, ROW_seized_q, vc, 1, c->seized >> port & 1);
	}
}

void vib_image(struct vib *u, const struct shape *s, uint64_t cycle, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_vib);

	for (unsigned port = 0; port < s->radix; port++) {
		for (unsigned v = 0; v < s->vcs; v++)
			image_vc(u, s, r, port, v, cycle);
		render_bit(r, port, ROW_credit_q, u->popped.port[port] != 0);
		render(r, port, ROW_credit_vcs_q, u->popped.port[port]);
	}
	render_output(m, SITE_vib, ROW_credit_q, ones(s->radix));
	render_output(m, SITE_vib, ROW_credit_vcs_q, ones(s->radix));
}
