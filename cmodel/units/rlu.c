#include "rlu.h"

#define UNIT_ROWS "units/rlu.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	(void)b;
	((struct rlu *)unit)->boot = true;
}

static bool rests(const void *unit, const struct bank *b)
{
	(void)b;
	return !((const struct rlu *)unit)->busy;
}

void rlu_seize(struct rlu *u, unsigned router, unsigned number, unsigned out, unsigned flits)
{
	struct rlu_router *const r = u->router + router;

	u->token &= ~bit(router);
	u->busy |= bit(router);
	r->seized = (uint8_t)number;
	r->source = r->routed = r->first = true;
	r->out = (uint8_t)out;
	r->left = (uint8_t)flits;
}

void rlu_leave(struct rlu *u, const struct shape *s, unsigned router)
{
	struct rlu_router *const r = u->router + router;

	if (!r->source) {
		r->read ^= 1;
		r->count--;
	}
	r->first = false;
	r->left--;
	if (r->left)
		return;
	r->routed = r->source = false;
	u->busy &= ~bit(router);
	u->token |= (uint64_t)(r->out == s->local) << router;
}

void rlu_arrive(struct rlu *u, unsigned router, unsigned input, const struct packet *p, unsigned flit)
{
	struct rlu_router *const r = u->router + router;

	assert(r->count < 2 && "one packet in the lane of the network, and it goes on at once");
	if (!flit) {
		assert(!r->left);
		r->packet = *p;
		r->left = (uint8_t)p->flits;
		r->first = true;
		u->busy |= bit(router);
	}
	r->count++;
	r->came = (uint8_t)input;
}

static unsigned write_place(const struct rlu_router *r)
{
	return (unsigned)(r->read + r->count) & 1;
}

/* A flit comes by the lane. */
static void before(void *unit, const struct sight *v, const struct switch_in *in)
{
	struct rlu *const u = unit;

	EACH_IN(port, in->head & v->ports)
		if (in->vc[port] == v->s->vcs)
			u->place[write_place(u->router)] = (struct vib_place){ .packet = in->packet[port], .flit = in->flit[port], .fresh = true };
}

/* By pair of network VCs: has the last header of the lower one come no later? */
static void image_order(const struct vib *vib, const struct shape *s, struct rendering r)
{
	unsigned pair = 0;

	for (unsigned j = 1; j < s->local * s->vcs; j++)
		for (unsigned i = 0; i < j; i++) {
			const uint64_t lower = vib->since[vc_number(i / s->vcs, i % s->vcs)], higher = vib->since[vc_number(j / s->vcs, j % s->vcs)];

			render_field(r, 0, ROW_order_q, pair++, 1, higher && lower <= higher);
		}
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	struct rlu *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct rlu_router *const c = u->router;

	render_bit(r, 0, ROW_boot_q, u->boot);
	render_bit(r, 0, ROW_token_q, u->token & 1);
	render_bit(r, 0, ROW_pass_q, u->pass & 1);
	image_order(v->at[SITE_vib].unit, s, r);
	render_bit(r, 0, ROW_source_q, c->source);
	render(r, 0, ROW_from_q, vc_channel(s, c->seized));
	render(r, 0, ROW_lane_out_q, c->out);
	render(r, 0, ROW_lane_left_q, c->left);
	render_bit(r, 0, ROW_lane_first_q, c->first);
	render_bit(r, 0, ROW_lane_routed_q, c->routed);
	render(r, 0, ROW_lane_dest_q, c->packet.destination);
	for (unsigned k = 0; k < 2; k++)
		vib_place_image(u->place + k, s, r, 0, ROW_lane_flits_q, k);
	render(r, 0, ROW_lane_wr_q, write_place(c));
	render(r, 0, ROW_lane_rd_q, c->read);
	render(r, 0, ROW_lane_count_q, c->count);
}

const struct unit_model rlu_unit = { .arrays = ARRAYS(ARRAY(rlu, HOT, switch, router)), .reset = reset, .rests = rests, .before = before, .image = image };
