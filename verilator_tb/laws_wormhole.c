/*
 * Wormhole routers (docs/internals/microarchitecture-wormhole.md, section 8), as far as one router shows it: no flit, credit, token or count is lost or made, VCs are
 * owned by those that have them, and everybody's turn comes; with `port_rate` a header gets a VC only if it asked, and one of an input in a cycle. Counts are
 * looked at for one port in each cycle, in turn, and owners for one input VC, since what is lost stays so; turns, the token and the side band in every cycle.
 */
#include "laws_state.h"

#include <string.h>

enum { PORTS = 2 * PARAM_MOST_dims + 1, VCS = PARAM_MOST_vcs, CHANNELS = PORTS * VCS };

struct counts {
	uint32_t full, flow;
};

/* The side band, according to the links. */
struct law_side_band {
	struct counts own, came;        /* of the last snapshot: of this node; of all that came since */
	struct counts last[2];          /* by direction ("+", "-"): what came in this hop ... */
	bool some[2];                   /* ... if anything did */
	uint32_t delivered;             /* flits, since the snapshot; of metapackets, since local counts were taken */
	struct counts total;            /* of the snapshot before */
	uint32_t before;                /* full buffers of the one before that */
	uint64_t totals;                /* known so far */
	uint32_t period;                /* flits of the totals of this tuning period */
};

/* Metapackets, according to the links. */
struct law_ring {                       /* by port of the network: of what comes there, and goes on by the opposite port; in this phase of its dimension */
	unsigned came, left;            /* flits */
	struct counts counts;           /* that came */
};

struct law_metapackets {
	struct law_ring ring[PORTS];
	uint32_t full;                  /* in the cycle before */
	struct counts part;             /* of the phase that has begun */
	uint32_t delivered;             /* flits since the last snapshot, before the last cycle */
	unsigned dim, parity;           /* in the cycle before ... */
	bool second;                    /* one came before the other in its direction was through */
	bool begun, totals_known;       /* ... whether the phase had begun, and the last one had ended in the cycle before that */
};

#define REGISTERS \
	OF(vib, count) OF(vib, left) OF(vib, routed) OF(vib, seized) OF(vib, rd) OF(vib, route) OF(rva, prio) OF(vob, owned) OF(vob, owner) OF(vob, spent) \
	OF(rlu, boot) OF(rlu, token) OF(rlu, lane_left) OF(rlu, lane_count) OF(estimate, last) OF(estimate, slope) OF(tuner, period) \
	OF(metapackets, begun) OF(metapackets, dim) OF(metapackets, parity) OF(metapackets, done) OF(metapackets, part_full) OF(metapackets, part_flow) \
	OF(metapackets, send)

struct law_wormhole {
#define OF(unit, name) struct law_register name;
	REGISTERS
#undef OF
	uint64_t cycle;                 /* since reset */
	const struct laws *laws;

	/* Flits, according to the links. */
	struct law_vc {                 /* by input, VC: of the packets there, the first of which may have left in part */
		unsigned n;
		uint8_t to_leave[PARAM_MOST_buffer_flits + 1];
	} vc[PORTS][VCS];
	unsigned tokens;                /* in the router, or with a packet in the lane here */
	struct switch_out decided;      /* in the last cycle */

	/* Turns, of the last cycle. */
	bool asked[CHANNELS];           /* by input VC: a header that is not routed */
	bool had_vc[CHANNELS];          /* those that have an output VC */
	bool able[CHANNELS];            /* those that asked, of the network, where a VC that they may get was free; with `port_rate` */
	uint8_t waited[CHANNELS];       /* by input VC: others served in a row while it asked, with `port_rate` others of its input while it was able */
	unsigned ready[PORTS];          /* by output: VCs that could send */
	unsigned lacks_credit[PORTS];   /* those that could with a credit: one counts in the cycle in which it comes */
	uint8_t passed[PORTS][VCS];     /* others that sent in a row while it could */
	struct law_side_band side;
	struct law_metapackets meta;
	unsigned sends;                 /* by output, a bit each: a flit of a metapacket was to leave in the last cycle */
};

static void begin(struct laws *a, struct law_place m)
{
	struct law_wormhole *const c = a->wormhole;

	c->laws = a;
#define OF(unit, name) c->name = law_find(m, SITE_##unit, #name "_q");
	REGISTERS
#undef OF
	c->tokens = c->boot.bytes && !a->at;
}

/* ---- Nothing is lost or made ---- */

static bool input_holds(const struct shape *s, const struct law_wormhole *c, unsigned i, unsigned v)
{
	const unsigned count = law_field(&c->count, i, v, s->depth_w), left = law_field(&c->left, i, v, s->flits_w), held = c->laws->links.in->at[i].spent[v];
	const unsigned to_leave = s->queued && !law_field(&c->routed, i, v, 1) ? 0 : c->vc[i][v].to_leave[0];

	return (count == held || law_broken(c->laws, "input %u: %u flits are in VC %u, but %u came whose credit did not go back", i, count, v, held)) &&
	       (left == to_leave ||
		law_broken(c->laws, "input %u: of the packet in VC %u, %u flits have not left, but %u have not been credited", i, v, left, to_leave)) &&
	       (s->queued || count <= left || law_broken(c->laws, "input %u: VC %u has %u flits of a packet of which %u are to leave", i, v, count, left));
}

/* One that is empty, or in the lane, is not routed. */
static bool state_holds(const struct shape *s, const struct law_wormhole *c, unsigned i, unsigned v)
{
	const unsigned left = law_field(&c->left, i, v, s->flits_w);
	const bool routed = law_field(&c->routed, i, v, 1), seized = law_field(&c->seized, i, v, 1);

	return (!routed && !seized) || (left && routed != seized) ||
	       law_broken(c->laws, "input %u: VC %u is %s, with %u flits to leave", i, v, routed && seized ? "routed and seized" : routed ? "routed" : "seized", left);
}

/* An input VC that is routed owns one output VC. */
static bool owner_holds(const struct shape *s, const struct law_wormhole *c, unsigned i, unsigned v)
{
	const bool routed = law_field(&c->routed, i, v, 1);
	unsigned owns = 0;

	for (unsigned k = 0; k < s->channels; k++)
		owns += law_field(&c->owned, k / s->vcs, k % s->vcs, 1) && law_field(&c->owner, k / s->vcs, k % s->vcs, s->channel_w) == i * s->vcs + v;
	return owns == routed || law_broken(c->laws, "input %u: VC %u is %srouted, and owns %u output VCs", i, v, routed ? "" : "not ", owns);
}

static bool output_holds(const struct shape *s, const struct law_wormhole *c, unsigned o, unsigned w)
{
	const unsigned spent = law_field(&c->spent, o, w, s->depth_w), owner = law_field(&c->owner, o, w, s->channel_w), i = owner / s->vcs, v = owner % s->vcs;
	const unsigned sent = c->laws->links.out->at[o].spent[w];

	return (spent == sent || law_broken(c->laws, "output %u: %u credits of VC %u are spent, but %u flits were sent and not credited", o, spent, w, sent)) &&
	       (!law_field(&c->owned, o, w, 1) || (i < s->radix && law_field(&c->routed, i, v, 1)) ||
		law_broken(c->laws, "output %u: VC %u is owned by VC %u of input %u, which is not routed", o, w, v, i));
}

static bool port_holds(const struct shape *s, const struct law_wormhole *c, unsigned i)
{
	for (unsigned v = 0; v < s->vcs; v++)
		if (!input_holds(s, c, i, v) || !state_holds(s, c, i, v) || !output_holds(s, c, i, v))
			return false;
	return owner_holds(s, c, i, (unsigned)(c->laws->cycle / s->radix % s->vcs));
}

/* The token is where the links say: here, once, or not here. */
static bool token_holds(const struct law_wormhole *c)
{
	const unsigned boots = law_bit(&c->boot, 0) && !c->laws->at, stays = law_bit(&c->token, 0), lane = law_word(&c->lane_left, 0) != 0;

	return ((boots + stays + lane == c->tokens && c->tokens <= 1) ||
		law_broken(c->laws, "recovery lane: %u tokens are here and %u packets, but %u came and did not go", boots + stays, lane, c->tokens)) &&
	       (law_word(&c->lane_count, 0) <= 2 || law_broken(c->laws, "recovery lane: %u flits are in it", (unsigned)law_word(&c->lane_count, 0)));
}

/* ---- Everybody's turn ---- */

static bool asks(const struct shape *s, const struct law_wormhole *c, unsigned i, unsigned v)
{
	return (s->queued || law_field(&c->left, i, v, s->flits_w)) && law_field(&c->count, i, v, s->depth_w) && !law_field(&c->routed, i, v, 1) && !law_field(&c->seized, i, v, 1);
}

/* Of the header that was served in the last cycle, input VC `served`: it had asked, and no other was passed over too often. Sources may be throttled, and not ask. */
static bool headers_hold(const struct shape *s, struct law_wormhole *c)
{
	const unsigned last = s->channels - 1;
	unsigned served = 0;
	bool some = false;

	while (served < last && !law_field(&c->prio, 0, served, 1))
		served++;
	for (unsigned k = 0; k < s->local * s->vcs; k++) {
		some |= c->asked[k];
		c->waited[k] = (uint8_t)(c->asked[k] && k != served ? c->waited[k] + 1 : 0);
		if (c->waited[k] > last)
			return law_broken(c->laws, "routing: the header in VC %u of input %u is passed over %u times", k % s->vcs, k / s->vcs, c->waited[k]);
	}
	return !some || c->asked[served] || law_broken(c->laws, "routing: VC %u of input %u is served, which has no header", served % s->vcs, served / s->vcs);
}

/* Is a VC free that the header in an input VC may get? If packets are alone in a VC, it is so at the latest when no credit is missing. */
static bool able(const struct shape *s, const struct law_wormhole *c, unsigned i, unsigned v)
{
	const unsigned route = law_field(&c->route, i, v * s->buffer_flits + law_field(&c->rd, i, v, s->spot_w), s->route_w), o = route & (unsigned)ones(s->port_w);
	const bool halves = s->torus && s->avoidance && o != s->local, upper = halves && !(route >> s->port_w);
	const unsigned end = o == s->local ? s->delivery_vcs : halves && !upper ? s->vcs / 2 : s->vcs;

	for (unsigned w = upper ? s->vcs / 2 : 0; w < end; w++)
		if (!law_field(&c->owned, o, w, 1) && (s->queued || o == s->local || !law_field(&c->spent, o, w, s->depth_w)))
			return true;
	return false;
}

/* VCs of an input that have got an output VC in the last cycle, also for a packet that started and ended in it. */
static unsigned granted(const struct shape *s, const struct law_wormhole *c, unsigned i)
{
	const unsigned popped = c->decided.credit >> i & 1 ? c->decided.credit_queue[i] : 0;
	unsigned got = 0;

	for (unsigned v = 0; v < s->vcs; v++) {
		const unsigned k = i * s->vcs + v;

		got |= (c->had_vc[k] ? 0 : (c->asked[k] & popped >> v) | law_field(&c->routed, i, v, 1)) << v;
	}
	return got;
}

/* At most one of an input gets an output VC in a cycle, which had asked for it; and no other that could have got one is passed over too often. */
static bool grants_hold(const struct shape *s, struct law_wormhole *c)
{
	for (unsigned i = 0; i < s->radix; i++) {
		const unsigned got = granted(s, c, i);

		for (unsigned v = 0; got && v < s->vcs; v++) {
			const unsigned k = i * s->vcs + v;

			if (got >> v & 1 && (got != 1u << v || !c->asked[k]))
				return law_broken(c->laws, "allocation: VC %u of input %u gets an output VC, %s", v, i,
						  got != 1u << v ? "as another one of its input" : "and has no header");
			c->waited[k] = (uint8_t)(!(got >> v & 1) && c->able[k] ? c->waited[k] + 1 : 0);
			if (c->waited[k] >= s->vcs)
				return law_broken(c->laws, "allocation: the header in VC %u of input %u is passed over %u times", v, i, c->waited[k]);
		}
	}
	return true;
}

/* An output with a VC that can send sends, unless the lane does, and none is passed over too often; with `speculate`, where there is none, a header may start. */
static bool link_holds(const struct shape *s, struct law_wormhole *c, unsigned o)
{
	const bool sends = c->decided.depart >> o & 1, meta = message_metapackets(s, c->decided.message) >> o & 1;
	const unsigned w = c->decided.vc[o];

	if ((c->sends >> o & 1) && !meta && !(sends && w == s->vcs))
		return law_broken(c->laws, "output %u: a flit of a metapacket could leave, and %s", o, sends ? "data does" : "none does");
	if (sends && meta)
		return law_broken(c->laws, "output %u: two flits leave", o);
	if (!sends && !meta && c->ready[o])
		return law_broken(c->laws, "output %u: VC %u could send, and none does", o, lowest(c->ready[o]));
	if (sends && w < s->vcs && !(c->ready[o] >> w & 1) && (!s->speculate || c->ready[o] || c->decided.flit[o]))
		return law_broken(c->laws, "output %u: VC %u sends, which has no flit or no credit", o, w);
	for (unsigned v = 0; v < s->vcs; v++) {
		if (!(c->ready[o] >> v & 1) || (sends && w == v))
			c->passed[o][v] = 0;
		else if (sends && w < s->vcs && ++c->passed[o][v] >= s->vcs)
			return law_broken(c->laws, "output %u: VC %u is passed over %u times", o, v, c->passed[o][v]);
	}
	return true;
}

static void note_requests(const struct shape *s, struct law_wormhole *c)
{
	for (unsigned k = 0; k < s->channels; k++) {
		const unsigned i = k / s->vcs, v = k % s->vcs;

		c->asked[k] = asks(s, c, i, v);
		c->able[k] = c->asked[k] && s->port_rate && i != s->local && able(s, c, i, v);
		c->had_vc[k] = law_field(&c->routed, i, v, 1);
	}
	c->sends = 0;
	for (unsigned way = 0; s->metapackets && way < 2; way++)
		c->sends |= (unsigned)(law_field(&c->send, 0, way, 2) != 0) << (2 * law_word(&c->dim, 0) + way);
	for (unsigned o = 0; o < s->radix; o++) {
		c->ready[o] = c->lacks_credit[o] = 0;
		for (unsigned w = 0; w < s->vcs; w++) {
			const unsigned owner = law_field(&c->owner, o, w, s->channel_w);

			if (!law_field(&c->owned, o, w, 1) || owner >= s->channels || !law_field(&c->count, owner / s->vcs, owner % s->vcs, s->depth_w))
				continue;
			*(law_field(&c->spent, o, w, s->depth_w) < s->buffer_flits ? &c->ready[o] : &c->lacks_credit[o]) |= 1u << w;
		}
	}
}

static bool turns_hold(const struct shape *s, struct law_wormhole *c)
{
	if (c->cycle && !(s->port_rate ? grants_hold(s, c) : headers_hold(s, c)))
		return false;
	for (unsigned o = 0; c->cycle && o < s->radix; o++)
		if (!link_holds(s, c, o))
			return false;
	note_requests(s, c);
	return true;
}

/* ---- Side band ---- */

static unsigned full_buffers(const struct shape *s, const struct law_wormhole *c)
{
	unsigned full = 0;

	for (unsigned i = 0; i < s->local; i++)
		for (unsigned v = 0; v < s->vcs; v++)
			full += law_field(&c->count, i, v, s->depth_w) == s->buffer_flits;
	return full;
}

/* Hop of a gather: that of `cycle`, or the one that it begins. */
static unsigned hop_of(const struct shape *s, uint64_t cycle)
{
	return (unsigned)(cycle / s->side_cycles % (s->dims * s->steps));
}

/* What went by a port of the network in the last cycle is what had to: a node begins a dimension with all that it knows, and passes on what came. */
static bool sends_hold(const struct shape *s, const struct law_wormhole *c, unsigned port)
{
	const struct law_side_band *b = &c->side;
	const uint64_t before = c->cycle - 1;
	const unsigned hop = hop_of(s, before), direction = port & 1;
	const bool begins = hop % s->steps == 0;
	const bool sends = before % s->side_cycles == 0 && port / 2 == hop / s->steps && (begins || b->some[direction]);
	const struct counts n = begins ? (struct counts){ b->own.full + b->came.full, b->own.flow + b->came.flow } : b->last[direction];
	const struct message *m = &c->decided.msg[port];

	return (sends == (c->decided.message >> port & 1) ||
		law_broken(c->laws, "side band: port %u %s", port, sends ? "sends no counts, which it had to" : "sends counts, which it had not to")) &&
	       (!sends || (m->full == n.full && m->flow == n.flow) ||
		law_broken(c->laws, "side band: port %u sends %u full buffers and %u flits, not %u and %u", port, m->full, m->flow, n.full, n.flow));
}

/* What is known of the last snapshot but one is the sum of what came. */
static bool totals_hold(const struct shape *s, const struct law_wormhole *c)
{
	const struct law_side_band *b = &c->side;
	const uint32_t last = (uint32_t)law_word(&c->last, 0), period = (uint32_t)law_word(&c->period, 0);
	const uint64_t slope = s->extrapolate ? ((uint64_t)b->total.full - b->before) & ones(s->full_w + 1) : 0;

	return (last == b->total.full || law_broken(c->laws, "estimate: %u buffers are full, but the counts that came say %u", last, b->total.full)) &&
	       (law_word(&c->slope, 0) == slope || law_broken(c->laws, "estimate: the slope is not %u less %u", b->total.full, b->before)) &&
	       (!s->tuned || period == b->period || law_broken(c->laws, "tuner: %u flits in this period, but the counts that came say %u", period, b->period));
}

static void note_total(const struct shape *s, struct law_side_band *b, struct counts total)
{
	b->before = b->total.full;
	b->total = total;
	b->totals++;
	b->period = b->totals % s->tune_gathers ? b->period + total.flow : 0;
}

/* A snapshot is taken in this cycle: the total of the one before is complete. */
static void snapshot(const struct shape *s, struct law_wormhole *c)
{
	struct law_side_band *b = &c->side;

	if (c->cycle)
		note_total(s, b, (struct counts){ b->own.full + b->came.full, b->own.flow + b->came.flow });
	b->own = (struct counts){ full_buffers(s, c), b->delivered };
	b->came = (struct counts){ 0, 0 };
	b->delivered = 0;
}

static bool side_holds(const struct shape *s, struct law_wormhole *c)
{
	for (unsigned port = 0; c->cycle && port < s->local; port++)
		if (!sends_hold(s, c, port))
			return false;
	if (c->cycle % s->side_cycles == 1)
		c->side.some[0] = c->side.some[1] = false;
	if (c->cycle % s->gather_cycles == 0)
		snapshot(s, c);
	return c->cycle % s->gather_cycles != 1 || totals_hold(s, c);
}

/* ---- Metapackets ---- */

static struct counts plus(const struct shape *s, struct counts a, struct counts b)
{
	return (struct counts){ (a.full + b.full) & (uint32_t)ones(s->full_w), (a.flow + b.flow) & (uint32_t)ones(s->flow_w) };
}

static bool same(struct counts a, struct counts b)
{
	return a.full == b.full && a.flow == b.flow;
}

static bool is_master(const struct shape *s, const struct law_wormhole *c, unsigned dim)
{
	return !(c->laws->at >> dim * s->coord_w & ones(s->coord_w));
}

/* A flit that left by a port in the last cycle has the counts that came by the opposite one and those of the node; or a master launched it. */
static bool flit_holds(const struct shape *s, struct law_wormhole *c, unsigned port)
{
	struct law_ring *const r = &c->meta.ring[port ^ 1];
	const struct message *m = &c->decided.msg[port];
	const bool master = is_master(s, c, port / 2);
	const struct counts none = { 0, 0 }, n = master && port & 1 ? none : master ? c->meta.part : plus(s, c->meta.part, r->counts);

	if (r->left++ != m->flit || (!master && r->came < 2))
		return law_broken(c->laws, "metapackets: port %u sends flit %u, of a metapacket that is not here", port, m->flit);
	return (m->flit ? m->flow == n.flow && !m->full : m->full == n.full && !m->flow) ||
	       law_broken(c->laws, "metapackets: port %u sends %u, not %u", port, m->full + m->flow, m->flit ? n.flow : n.full);
}

/* A phase has ended: both metapackets are through. The row's counts, which the node has from now on, are theirs and its own. */
static bool end_holds(const struct shape *s, struct law_wormhole *c)
{
	struct law_metapackets *const b = &c->meta;
	struct law_ring *const down = b->ring + 2 * b->dim, *const up = down + 1;
	const struct counts others = plus(s, down->counts, b->part);
	const bool master = is_master(s, c, b->dim);

	if (up->came < 2 || down->came < 2 || up->left < 2 || down->left < 2)
		return law_broken(c->laws, "metapackets: phase %u ends before both are through", b->dim);
	if (master && !same(up->counts, others))
		return law_broken(c->laws, "metapackets: '+' brings %u full buffers and %u flits, and '-' and the node have %u and %u", up->counts.full, up->counts.flow,
				  others.full, others.flow);
	b->part = master ? up->counts : plus(s, others, up->counts);
	*up = *down = (struct law_ring){ .came = 0 };
	return true;
}

/* The first phase begins with the counts of the node, of which no flit is counted twice. */
static bool metapackets_hold(const struct shape *s, struct law_wormhole *c)
{
	struct law_metapackets *const b = &c->meta;
	const unsigned dim = (unsigned)law_word(&c->dim, 0), parity = law_bit(&c->parity, 0);
	const bool begun = law_bit(&c->begun, 0), ends = dim != b->dim || parity != b->parity;
	const struct counts part = { (uint32_t)law_word(&c->part_full, 0), (uint32_t)law_word(&c->part_flow, 0) };

	if (b->second)
		return law_broken(c->laws, "metapackets: a second one comes in its direction of a ring");
	if (b->totals_known && !totals_hold(s, c))
		return false;
	EACH_IN(port, c->cycle ? message_metapackets(s, c->decided.message) : 0)
		if (!flit_holds(s, c, port))
			return false;
	if (ends && !end_holds(s, c))
		return false;
	if (begun && !b->begun && !dim) {
		b->part = (struct counts){ b->full, b->delivered & (uint32_t)ones(s->node_flow_w) };
		c->side.delivered -= b->delivered;
	}
	if ((begun || ends) && !same(part, b->part))
		return law_broken(c->laws, "metapackets: in phase %u the node has %u full buffers and %u flits, not %u and %u", dim, part.full, part.flow, b->part.full,
				  b->part.flow);
	b->dim = dim;
	b->parity = parity;
	b->begun = begun;
	b->full = full_buffers(s, c);
	b->delivered = c->side.delivered;
	b->totals_known = law_bit(&c->done, 0);
	if (b->totals_known)
		note_total(s, &c->side, b->part);
	return true;
}

static void metapacket_came(struct law_wormhole *c, unsigned port, const struct message *m)
{
	struct law_ring *const r = &c->meta.ring[port];

	c->meta.second |= r->came++ != m->flit;
	*(m->flit ? &r->counts.flow : &r->counts.full) = m->flit ? m->flow : m->full;
}

/* Counts that come: those that travel "+" by the "-" port. In a ring of even length the node at the far end is heard of both ways, and counts once. */
static void counts_came(const struct shape *s, struct law_wormhole *c, unsigned port, const struct message *m)
{
	struct law_side_band *b = &c->side;
	const unsigned direction = !(port & 1);
	const bool twice = direction && s->torus && s->ary % 2 == 0 && hop_of(s, c->cycle) % s->steps == s->steps - 1;

	b->last[direction] = (struct counts){ m->full, m->flow };
	b->some[direction] = true;
	if (twice)
		return;
	b->came.full += m->full;
	b->came.flow += m->flow;
}

/* ---- All of them ---- */

static bool hold(struct laws *a)
{
	const struct shape *s = &a->shape;
	struct law_wormhole *c = a->wormhole;

	return port_holds(s, c, law_in_turn(a, s->radix)) && (!s->recovery || token_holds(c)) &&
	       (a->again || (turns_hold(s, c) && (!s->totals || (s->metapackets ? metapackets_hold(s, c) : side_holds(s, c)))));
}

/* One that comes into a VC of one packet is that packet, whatever was there. */
static void packet_came(const struct shape *s, struct law_vc *vc, unsigned flits)
{
	vc->n = s->queued && vc->n < s->buffer_flits ? vc->n + 1 : 1;
	vc->to_leave[vc->n - 1] = (uint8_t)flits;
}

static void flit_left(const struct shape *s, struct law_vc *vc)
{
	if (--vc->to_leave[0] || !s->queued)
		return;
	vc->n--;
	memmove(vc->to_leave, vc->to_leave + 1, vc->n);
}

/* Flits to leave, and the token. */
static void flits_passed(const struct shape *s, struct law_wormhole *c, const struct switch_in *in, const struct switch_out *out)
{
	EACH_IN(i, in->head) {
		if (in->flit[i])
			continue;
		if (in->vc[i] < s->vcs)
			packet_came(s, &c->vc[i][in->vc[i]], in->packet[i].flits);
		else
			c->tokens++;
	}
	EACH_IN(i, out->depart)
		c->tokens -= out->vc[i] == s->vcs && i != s->local && out->flit[i] + 1u == out->packet[i].flits;
	EACH_IN(i, out->credit)
		EACH_IN(v, out->credit_queue[i])
			flit_left(s, &c->vc[i][v]);
}

static void passed(struct laws *a, const struct switch_in *in, const struct switch_out *out)
{
	const struct shape *s = &a->shape;
	struct law_wormhole *c = a->wormhole;

	EACH_IN(port, in->credit)
		c->ready[port] |= c->lacks_credit[port] & in->credit_queue[port];
	flits_passed(s, c, in, out);
	c->tokens += (unsigned)(in->message >> s->local & 1) - (unsigned)(out->message >> s->local & 1);
	EACH_IN(port, in->message & ones(s->local))
		if (s->metapackets)
			metapacket_came(c, port, &in->msg[port]);
		else
			counts_came(s, c, port, &in->msg[port]);
	c->side.delivered += (uint32_t)(out->depart >> s->local & 1);
	c->decided = *out;
	c->cycle++;
}

const struct law_kind laws_of_wormhole = { sizeof(struct law_wormhole), begin, hold, passed, NULL, NULL };
