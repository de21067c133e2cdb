#include "vib.h"

#include "render.h"

#define UNIT_ROWS "units/vib.def"
#include "rows.h"

void vib_place(struct vib *u, const struct shape *all, unsigned routers, struct arena *a)
{
	u->router = arena_take(a, HOT, routers, sizeof *u->router);
	u->vc = arena_take(a, HOT, all->radix * VC_STRIDE, sizeof *u->vc);
	u->place = arena_take(a, COLD, all->channels * all->buffer_flits, sizeof *u->place);
}

/* In cycle c a header has waited for c - since cycles. */
struct vc_set vib_late(const struct vib *u, const struct shape *s, unsigned router, uint64_t cycle)
{
	const struct vc_set *const asks = &u->router[router].asks;
	struct vc_set late = { .word = { 0 } };
	unsigned number;

	EACH(number, asks->word[0])
		if (number / VC_STRIDE != s->local && cycle - u->vc[router * s->radix * VC_STRIDE + number].since >= s->timeout)
			late.word[0] |= bit(number);
	return late;
}

unsigned vib_first(const struct vib *u, const struct shape *s, unsigned router, const struct vc_set *late)
{
	const struct vib_vc *const vc = u->vc + router * s->radix * VC_STRIDE;
	unsigned first = lowest(late->word[0]), number;

	EACH(number, late->word[0])
		if (vc[number].since < vc[first].since)
			first = number;
	return first;
}

bool vib_empty(const struct vib *u, const struct shape *s, unsigned routers)
{
	for (unsigned port = 0; port < routers * s->radix; port++)
		for (unsigned v = 0; v < s->vcs; v++)
			if (vib_at(u, port, v)->left)
				return false;
	return true;
}

static struct vib_place *places_of(const struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	return u->place + (port * s->vcs + vc) * s->buffer_flits;
}

static unsigned write_place(const struct shape *s, const struct vib_vc *c)
{
	return ((unsigned)c->read + c->count) % s->buffer_flits;
}

/* A packet's flits end where its successor's begin, so the place does not depend on what leaves in the same cycle. */
void vib_remember(struct vib *u, const struct shape *s, unsigned port, unsigned vc, const struct packet *p, unsigned flit)
{
	places_of(u, s, port, vc)[write_place(s, vib_at(u, port, vc))] = (struct vib_place){ *p, flit, true };
}

void vib_remember_popped(struct vib *u, const struct shape *s, uint64_t ports, const uint16_t *vcs)
{
	unsigned port;

	u->popped = (struct vc_set){ .word = { 0 } };
	EACH(port, ports & ones(s->radix))
		u->popped.port[port] = (uint8_t)vcs[port];
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

static unsigned waited(const struct shape *s, const struct vib_router *router, const struct vib_vc *c, unsigned number, uint64_t cycle)
{
	if (!s->recovery || number / VC_STRIDE == s->local || !(router->asks.port[number / VC_STRIDE] & vc_bit(number)))
		return 0;
	return cycle - c->since < s->timeout ? (unsigned)(cycle - c->since) : s->timeout;
}

static void image_vc(struct vib *u, const struct shape *s, struct rendering r, unsigned port, unsigned vc, uint64_t cycle)
{
	const struct vib_vc *c = vib_at(u, port, vc);

	image_places(u, s, r, port, vc);
	render_field(r, port, ROW_wr_q, vc, s->spot_w, write_place(s, c));
	render_field(r, port, ROW_rd_q, vc, s->spot_w, c->read);
	render_field(r, port, ROW_count_q, vc, s->depth_w, c->count);
	render_field(r, port, ROW_left_q, vc, s->flits_w, c->left);
	render_field(r, port, ROW_first_q, vc, 1, c->left && !vib_flit(c));
	render_field(r, port, ROW_dest_q, vc, s->at_w, c->packet.destination);
	render_field(r, port, ROW_routed_q, vc, 1, c->routed);
	if (s->recovery) {
		render_field(r, port, ROW_wait_q, vc, s->wait_w, waited(s, u->router, c, vc_number(port, vc), cycle));
		render_field(r, port, ROW_seized_q, vc, 1, c->seized);
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
