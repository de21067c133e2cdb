#include "vib.h"

#define UNIT_ROWS "units/vib.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct vib *const u = unit;

	u->vc = arena_take(a, HOT, b->s->vcs, sizeof *u->vc);
	u->occupied = arena_take(a, HOT, SWITCH_PORTS, 1);
	u->packet = arena_take(a, HOT, b->ports * VC_STRIDE, sizeof *u->packet);
	u->route = arena_take(a, HOT, b->ports * VC_STRIDE, 1);
	u->more = arena_take(a, HOT, b->s->queued ? b->ports * b->s->vcs * b->s->buffer_flits : 0, sizeof *u->more);
	u->since = arena_take(a, HOT, b->ports * VC_STRIDE, sizeof *u->since);
	u->read = arena_take(a, COLD, VC_PORTS * VC_STRIDE, sizeof *u->read);
	u->place = arena_take(a, COLD, b->s->channels * b->s->buffer_flits, sizeof *u->place);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct vib *const u = unit;

	for (unsigned v = 0; v < b->s->vcs; v++)
		if (bytes_equal(ones(b->ports), u->vc[v].left, 0) != ones(b->ports))
			return false;
	return true;
}

/* In cycle c a header has waited for c - since cycles. */
struct vc_set vib_late(const struct vib *u, const struct shape *s, unsigned first, uint64_t cycle)
{
	const struct vc_set asks = vib_asks(u, s, first, s->vcs);
	struct vc_set late = { .word = { 0 } };

	EACH_IN(number, asks.word[0])
		if (number / VC_STRIDE != s->local && cycle - u->since[first * VC_STRIDE + number] >= s->timeout)
			late.word[0] |= bit(number);
	return late;
}

unsigned vib_first(const struct vib *u, unsigned first, const struct vc_set *late)
{
	const uint64_t *const since = u->since + first * VC_STRIDE;
	unsigned oldest = lowest(late->word[0]);

	EACH_IN(number, late->word[0])
		if (since[number] < since[oldest])
			oldest = number;
	return oldest;
}

static struct vib_place *places_of(const struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	return u->place + (port * s->vcs + vc) * s->buffer_flits;
}

static unsigned write_place(const struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	return ((unsigned)u->read[vc_number(port, vc)] + u->vc[vc].count[port]) % s->buffer_flits;
}

/* The route of the header that came last. */
static unsigned last_route(const struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	const unsigned behind = u->vc[vc].behind[port];

	return behind ? vib_behind(u, s, port, vc, behind - 1)->route : u->route[vc_number(port, vc)];
}

/* What came. A packet's flits end where its successor's begin, so the place does not depend on what left in the same cycle. */
static void note_arrivals(struct vib *u, const struct shape *s, uint64_t inputs, const struct switch_in *in)
{
	EACH_IN(port, inputs) {
		const unsigned vc = in->vc[port];

		if (vc >= s->vcs)
			continue;
		struct vib_place *const p = places_of(u, s, port, vc) + (write_place(u, s, port, vc) + s->buffer_flits - 1) % s->buffer_flits;

		*p = (struct vib_place){ in->packet[port], in->flit[port], true, in->flit[port] ? p->route : (uint8_t)last_route(u, s, port, vc) };
	}
}

static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct vib *const u = unit;

	u->popped = (struct vc_set){ .word = { 0 } };
	EACH_IN(port, out->credit & v->ports) {
		u->popped.port[port] = (uint8_t)out->credit_queue[port];
		EACH_IN(vc, out->credit_queue[port]) {
			uint8_t *const read = u->read + vc_number(port, vc);

			*read = *read + 1u == v->s->buffer_flits ? 0 : (uint8_t)(*read + 1);
		}
	}
	note_arrivals(u, v->s, in->head & v->ports, in);
}

void vib_place_image(struct vib_place *p, const struct shape *s, struct rendering r, unsigned instance, unsigned row, unsigned k)
{
	uint64_t word[8] = { 0 };

	if (!p->fresh)
		return;
	packet_flit(s, &p->packet, p->flit, (uint32_t *)(void *)word);
	render_part(r, instance, row, k, s->flit_bits, word);
	p->fresh = false;
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
	const bool routed = c->routed >> port & 1;
	const unsigned left = s->queued && !routed ? 0 : c->left[port];

	for (unsigned k = 0; k < s->buffer_flits; k++) {
		struct vib_place *const p = places_of(u, s, port, vc) + k;

		if (p->fresh && s->port_rate)
			render_field(r, port, ROW_route_q, vc * s->buffer_flits + k, s->route_w,
				     (p->route & VIB_PORT) | (uint64_t)(p->route >> VIB_WRAPS) << s->port_w);
		vib_place_image(p, s, r, port, ROW_flits_q, vc * s->buffer_flits + k);
	}
	render_field(r, port, ROW_wr_q, vc, s->spot_w, write_place(u, s, port, vc));
	render_field(r, port, ROW_rd_q, vc, s->spot_w, u->read[vc_number(port, vc)]);
	render_field(r, port, ROW_count_q, vc, s->depth_w, c->count[port]);
	render_field(r, port, ROW_left_q, vc, s->flits_w, left);
	render_field(r, port, ROW_first_q, vc, 1, left && !vib_flit(u, port, vc));
	if (!s->queued && !s->port_rate)
		render_field(r, port, ROW_dest_q, vc, s->at_w, vib_packet(u, port, vc)->destination);
	render_field(r, port, ROW_routed_q, vc, 1, routed);
	if (s->recovery) {
		render_field(r, port, ROW_wait_q, vc, s->wait_w, waited(u, s, port, vc, cycle));
		render_field(r, port, ROW_seized_q, vc, 1, c->seized >> port & 1);
	}
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	struct vib *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned port = 0; port < v->s->radix; port++) {
		for (unsigned vc = 0; vc < v->s->vcs; vc++)
			image_vc(u, v->s, r, port, vc, v->cycle);
		render_bit(r, port, ROW_credit_q, u->popped.port[port] != 0);
		render(r, port, ROW_credit_vcs_q, u->popped.port[port]);
	}
	render_output(m, v->site, ROW_credit_q, v->ports);
	render_output(m, v->site, ROW_credit_vcs_q, v->ports);
}

const struct unit_model vib_unit = { .place = place, .rests = rests, .after = after, .image = image };
