#include "cube_neighbours.h"

#include "cube_counts.h"
#include "sink_pace.h"

#include <stdlib.h>

/* Durations are drawn with rng_log_below(), so that short ones are as frequent as long ones. */
enum {
	AT_NODE_0 = 4,                  /* one position in so many */
	PACE_LONGEST = 512,
	/* Sources: */
	REST_LONGEST = 64,
	STRANGE = 8,                    /* one packet in so many comes from where shortest ways do not lead */
	TRIES = 16,
	/* Sinks: */
	STALL_LONGEST = 256,
	SLOW = 4,                       /* a slow sink takes the flits of a VC in one cycle of so many */
	HELD = 48, HOLD_LONGEST = 512,  /* one flit in so many holds its VC, for so many cycles at most */
	/* Recovery lane: */
	AWAY = 96,                      /* most cycles from the token's going to what it does next */
	BY_LANE = 3,                    /* the token comes with a packet one time in so many */
	HERE = 2,                       /* one of these packets in so many is for the router's node */
	GAP = 3,                        /* one flit of these in so many is late */
	BY_LANE_TAG = 63,               /* tags: where the others have their input */
};

/*
 * Upstream of one input: packets wait in one queue, and get a VC whose last packet is complete and, unless packets follow each other there, whose credits are all
 * home. Flits of the VCs alternate at random, now and then in long runs of one VC. With back-pressure the link rests at random, within packets too, as one does whose
 * buffers run dry.
 */
struct flit_source {
	struct link_sender *link;
	struct supply supply;
	unsigned input;
	struct waiting *waiting;        /* a ring of the supply's capacity */
	unsigned first, n;
	struct flit_source_vc {
		struct packet packet;
		unsigned next, left;            /* its next flit; flits to come, 0: no packet */
	} vc[PARAM_MOST_vcs];
	unsigned last;                  /* VC of the last flit */
	uint64_t sent;                  /* packets; names the next one */
	uint64_t pace_until;            /* cycle in which the pace changes */
	enum { SOURCE_STEADY, SOURCE_WITH_GAPS, SOURCE_RESTS } pace;
	bool runs;                      /* flits of a VC in a row, as long as it can go on */
	struct rng rng;
};

/*
 * Downstream of one output: a buffer for each VC, whose flits are taken out one by one, each with a credit; or the end node, which need not take a packet as a whole
 * before it gets the next. Without back-pressure that is in the cycle after a flit came. With it the pace changes from time to time, and single VCs are held, so that
 * their credits run out; the credits of several VCs come in one cycle, or apart.
 */
struct flit_sink {
	struct link_sender *link;
	unsigned output;
	struct flit_sink_vc {
		unsigned left;                  /* flits to come of the packet; 0: none */
		uint64_t from;                  /* held, and nothing is taken before this cycle */
	} vc[PARAM_MOST_vcs];
	struct sink_pace pace;
	struct rng rng;
};

/*
 * What the network shares with the router. The token of the recovery lane: it is in the router, with a packet in the lane, or elsewhere; from there it comes to the
 * router as a message, or with a packet that comes by the lane, for the router's node or to pass. And counts of full buffers and flits.
 */
struct cube_rest {
	bool token;                     /* the token is elsewhere */
	uint64_t act;                   /* ... and does something in this cycle */
	unsigned input, to_come, next;  /* of a packet that comes by the lane: port, flits to come, the next one */
	unsigned to_leave;              /* flits of the lane's packet that have still to leave the router; known with its header ... */
	unsigned output;                /* ... which left here */
	struct packet packet;
	uint64_t sent;                  /* packets by the lane; names the next one */
	struct cube_counts counts;
	struct rng rng;
};

struct cube_neighbours {
	uint32_t at;
	struct flit_source source[CUBE_PORTS];
	struct flit_sink sink[CUBE_PORTS];
	struct cube_rest rest;

	const struct shape *shape;
	const struct neighbours_config *config;
	struct neighbours_stats *stats;
};

/* The position is drawn apart from all else; another one for each pattern. */
struct cube_neighbours *cube_neighbours_new(const struct shape *s, const struct neighbours_config *c)
{
	struct rng r = rng_seed(rng_mix(rng_mix(c->seed)), c->traffic);
	struct cube_neighbours *n = calloc(1, sizeof *n);

	if (n)
		n->at = rng_below(&r, AT_NODE_0) ? cube_anywhere(s, &r) : 0;
	return n;
}

void cube_neighbours_free(struct cube_neighbours *n)
{
	free(n);
}

uint32_t cube_neighbours_position(const struct cube_neighbours *n)
{
	return n->at;
}

/* ---- Sources ---- */

/* A coordinate on the way by port `to` of a dimension, from a; both ends of a ring may be as near. */
static unsigned beyond(const struct shape *s, struct rng *r, unsigned a, unsigned to)
{
	const unsigned most = s->torus ? s->ary / 2 : to & 1 ? a : s->ary - 1 - a, hops = most ? 1 + rng_below(r, most) : 0;

	return (to & 1 ? a + s->ary - hops : a + hops) % s->ary;
}

/* May a packet for this destination have come by the input on a shortest way? */
static bool comes_by(const struct shape *s, uint32_t at, unsigned input, uint32_t to)
{
	const unsigned d = input / 2, a = cube_coordinate(s, at, d);
	const unsigned before = input & 1 ? (a + s->ary - 1) % s->ary : (a + 1) % s->ary;

	return input == s->local || cube_shortest(s, before, cube_coordinate(s, to, d)) & (input & 1 ? 1 : 2);
}

static uint32_t draw_destination(const struct shape *s, struct rng *r, uint32_t at, unsigned output)
{
	uint32_t to = at;

	if (output == s->local || !cube_linked(s, at, output))
		return to;
	for (unsigned d = 0; d < s->dims; d++)
		if (d == output / 2)
			to = cube_with(s, to, d, beyond(s, r, cube_coordinate(s, at, d), output));
		else if (rng_below(r, 2))
			to = cube_with(s, to, d, rng_below(r, s->ary));
	return to;
}

/* A destination behind this output of the router, for a packet that comes by an input: mostly such as shortest ways bring there. */
static uint32_t flit_destination(const struct shape *s, struct rng *r, uint32_t at, unsigned input, unsigned output)
{
	const bool strange = !rng_below(r, STRANGE);
	uint32_t to = draw_destination(s, r, at, output);

	for (unsigned i = 0; i < TRIES && !strange && !comes_by(s, at, input, to); i++)
		to = draw_destination(s, r, at, output);
	while (input == s->local && to == at)
		to = cube_anywhere(s, r);
	return to;
}

static void generate(struct flit_source *u, const struct traffic_packet *p)
{
	supply_count(&u->supply, p, p->destination, u->n < u->supply.capacity);
	if (u->n < u->supply.capacity)
		u->waiting[(u->first + u->n++) % u->supply.capacity] = (struct waiting){ .output = (uint16_t)p->destination, .flits = (uint16_t)p->flits };
}

/* What is generated in this cycle, in any case. */
static void generate_due(const struct cube_neighbours *n, struct flit_source *u, uint64_t cycle)
{
	const bool saturated = supply_saturates(&u->supply, cycle) && cube_linked(n->shape, n->at, u->input);

	while (u->supply.next.cycle <= cycle) {
		generate(u, &u->supply.next);
		supply_next(&u->supply);
	}
	while (saturated && u->n < u->supply.capacity) {
		const struct traffic_packet p = traffic_now(u->supply.traffic, &u->supply.generator, cycle);

		generate(u, &p);
	}
}

static void change_pace(const struct cube_neighbours *n, struct flit_source *u, uint64_t cycle)
{
	const unsigned draw = rng_below(&u->rng, 8);
	uint64_t end;

	u->pace = draw < 4 ? SOURCE_STEADY : draw < 7 ? SOURCE_WITH_GAPS : SOURCE_RESTS;
	u->runs = rng_below(&u->rng, 2);
	end = cycle + 1 + rng_log_below(&u->rng, u->pace == SOURCE_RESTS ? REST_LONGEST : PACE_LONGEST);
	u->pace_until = end;
	if (cycle < n->config->stop_cycle)
		return;
	u->pace = SOURCE_STEADY;
	u->pace_until = UINT64_MAX;
}

/* VCs that have a flit to send, and its credit; and those that may get a header. */
static unsigned busy_vcs(const struct flit_source *u, unsigned vcs)
{
	return (unsigned)MEMBERS_WHERE(v, ones(vcs), u->vc[v].left && link_credits(u->link, v));
}

static unsigned free_vcs(const struct flit_source *u, const struct shape *s)
{
	return (unsigned)MEMBERS_WHERE(v, ones(s->vcs), !u->vc[v].left && link_credits(u->link, v) >= credits_of_header(s));
}

/* One of a set, at random. */
static unsigned any_of(struct rng *r, unsigned set)
{
	for (unsigned skip = rng_below(r, count_members(set)); skip--;)
		set &= set - 1;
	return lowest(set);
}

static void begin(const struct cube_neighbours *n, struct flit_source *u, unsigned v)
{
	const struct shape *s = n->shape;
	const struct waiting w = u->waiting[u->first];
	const uint32_t to = flit_destination(s, &u->rng, n->at, u->input, w.output);

	u->vc[v].packet = (struct packet){ .turnpool = to, .tag = u->sent++ << 6 | u->input, .flits = w.flits & 0xfffu, .to = (uint16_t)cube_number(s, to) };
	u->vc[v].packet.source = cube_number(s, u->input == s->local ? n->at : cube_anywhere(s, &u->rng)) & 0xffffff;
	u->vc[v].left = w.flits;
	u->vc[v].next = 0;
	u->first = (u->first + 1) % u->supply.capacity;
	u->n--;
	n->stats->injected++;
	n->stats->flits_injected += w.flits;
}

/* The VC that sends in this cycle; the number of VCs: none. */
static unsigned choose(const struct cube_neighbours *n, struct flit_source *u)
{
	const unsigned vcs = n->shape->vcs, busy = busy_vcs(u, vcs), idle = u->n ? free_vcs(u, n->shape) : 0;
	unsigned v;

	if (u->runs && busy >> u->last & 1)
		return u->last;
	if (!(busy | idle))
		return vcs;
	v = any_of(&u->rng, busy | (idle & -idle));
	if (busy >> v & 1)
		return v;
	v = rng_below(&u->rng, 2) ? v : any_of(&u->rng, idle);
	begin(n, u, v);
	return v;
}

/* The link is free in this cycle. */
static void send(const struct cube_neighbours *n, struct flit_source *u, uint64_t cycle, struct switch_in *in)
{
	if (u->pace_until <= cycle)
		change_pace(n, u, cycle);
	if (u->pace == SOURCE_RESTS || (u->pace == SOURCE_WITH_GAPS && rng_below(&u->rng, 2)))
		return;
	const unsigned v = choose(n, u);

	if (v == n->shape->vcs)
		return;
	in->head |= bit(u->input);
	in->packet[u->input] = u->vc[v].packet;
	in->vc[u->input] = (uint8_t)v;
	in->flit[u->input] = (uint8_t)u->vc[v].next++;
	u->vc[v].left--;
	link_sent(u->link, cycle, &u->vc[v].packet, v);
	u->last = v;
}

/* ---- Sinks ---- */

/* Is a flit of the VC taken now? */
static bool takes(struct flit_sink *k, uint64_t cycle, uint64_t stop_cycle, unsigned v)
{
	if (!k->link->spent[v] || k->pace.now == PACE_STALL)
		return false;
	if (cycle >= stop_cycle)
		return true;
	return k->vc[v].from <= cycle && (k->pace.now == PACE_FAST || !rng_below(&k->rng, SLOW));
}

/* Credits given in this cycle, a bit for each VC. */
static void give(const struct cube_neighbours *n, struct flit_sink *k, uint64_t cycle, struct switch_in *in)
{
	unsigned credits = 0;

	sink_pace_step(&k->pace, cycle, n->config->stop_cycle, &k->rng);
	for (unsigned v = 0; v < n->shape->vcs; v++) {
		if (!takes(k, cycle, n->config->stop_cycle, v))
			continue;
		credits |= 1u << v;
		if (n->config->back_pressure && !rng_below(&k->rng, HELD))
			k->vc[v].from = cycle + rng_log_below(&k->rng, HOLD_LONGEST);
	}
	link_credit(k->link, credits);
	in->credit |= (uint64_t)(credits != 0) << k->output;
	in->credit_queue[k->output] = (uint16_t)credits;
}

/* Does a flit keep the contract? A header comes when the last packet of its VC is complete; into an empty VC, unless packets follow each other
 * or it comes to the end node. */
static bool is_right(const struct cube_neighbours *n, const struct flit_sink *k, unsigned vc, unsigned flit)
{
	if (!cube_linked(n->shape, n->at, k->output) || vc >= n->shape->vcs || !link_credits(k->link, vc))
		return false;
	return flit ? k->vc[vc].left : !k->vc[vc].left && (k->output == n->shape->local || link_credits(k->link, vc) >= credits_of_header(n->shape));
}

/* A flit of a VC arrives; after give() of this cycle. */
static void take(const struct cube_neighbours *n, struct flit_sink *k, uint64_t cycle, const struct packet *p, unsigned vc, unsigned flit)
{
	struct flit_sink_vc *v;

	if (!is_right(n, k, vc, flit)) {
		n->stats->violations++;
		return;
	}
	link_sent(k->link, cycle, p, vc);
	v = &k->vc[vc];
	v->left = flit ? v->left - 1 : p->flits - 1u;
	if (!flit && n->config->back_pressure && cycle < n->config->stop_cycle && !rng_below(&k->rng, HELD))
		v->from = cycle + rng_log_below(&k->rng, HOLD_LONGEST);
}

/* ---- Recovery lane ---- */

static void token_goes(struct cube_rest *r, uint64_t cycle)
{
	r->token = true;
	r->act = cycle + 1 + rng_log_below(&r->rng, AWAY);
}

static struct cube_rest rest_of(const struct cube_neighbours *n)
{
	struct cube_rest r = { .token = n->shape->recovery && n->at, .rng = rng_seed(rng_mix(~n->config->seed), SWITCH_PORTS) };

	r.act = rng_log_below(&r.rng, AWAY);
	return r;
}

/* A port of the network where flits can come. */
static unsigned draw_input(struct cube_neighbours *n)
{
	unsigned i;

	do
		i = rng_below(&n->rest.rng, n->shape->local);
	while (!cube_linked(n->shape, n->at, i));
	return i;
}

static void begin_lane(struct cube_neighbours *n)
{
	struct cube_rest *const r = &n->rest;
	const struct shape *s = n->shape;
	const uint32_t to = rng_below(&r->rng, HERE) ? cube_anywhere(s, &r->rng) : n->at;

	r->input = draw_input(n);
	r->to_come = 1 + rng_below(&r->rng, s->packet_flits);
	r->next = 0;
	r->packet = (struct packet){ .turnpool = to, .tag = r->sent++ << 6 | BY_LANE_TAG, .flits = r->to_come & 0xfffu, .to = (uint16_t)cube_number(s, to) };
	r->packet.source = cube_number(s, cube_anywhere(s, &r->rng)) & 0xffffff;
	n->stats->generated++;
	n->stats->injected++;
	n->stats->flits_generated += r->packet.flits;
	n->stats->flits_injected += r->packet.flits;
	n->stats->lane_in++;
}

/* What the token does elsewhere: it comes, or brings a packet. */
static void token_acts(struct cube_neighbours *n, struct switch_in *in)
{
	n->rest.token = false;
	if (!rng_below(&n->rest.rng, BY_LANE)) {
		begin_lane(n);
		return;
	}
	in->message |= bit(n->shape->local);
	in->msg[n->shape->local] = (struct message){ 0 };
	n->stats->tokens++;
}

static void drive_lane(struct cube_neighbours *n, struct switch_in *in)
{
	struct cube_rest *const r = &n->rest;

	if (r->next && !rng_below(&r->rng, GAP))
		return;
	in->head |= bit(r->input);
	in->packet[r->input] = r->packet;
	in->vc[r->input] = (uint8_t)n->shape->vcs;
	in->flit[r->input] = (uint8_t)r->next++;
	r->to_come--;
}

static void drive_token(struct cube_neighbours *n, uint64_t cycle, struct switch_in *in)
{
	if (n->rest.token && n->rest.act <= cycle && cycle < n->config->stop_cycle)
		token_acts(n, in);
	if (n->rest.to_come)
		drive_lane(n, in);
}

/* A flit leaves by the lane. */
static void take_by_lane(struct cube_neighbours *n, uint64_t cycle, const struct packet *p, unsigned output, unsigned flit)
{
	struct cube_rest *const r = &n->rest;

	if (!n->shape->recovery || r->token || !cube_linked(n->shape, n->at, output) || !flit == !!r->to_leave || (flit && output != r->output)) {
		n->stats->violations++;
		return;
	}
	if (!flit) {
		r->to_leave = p->flits;
		r->output = output;
		n->stats->lane_out++;
	}
	if (!--r->to_leave && output != n->shape->local)
		token_goes(r, cycle);
}

/* ---- All of them ---- */

void cube_neighbours_reset(struct cube_neighbours *n, struct link_senders *in, struct link_senders *out, const struct neighbours_config *c, const struct traffic *t,
			   struct neighbours_stats *stats, struct waiting *waiting)
{
	n->shape = in->at->behind;
	n->config = c;
	n->stats = stats;
	for (unsigned i = 0; i < n->shape->radix; i++) {
		n->source[i] = (struct flit_source){
			.link = &in->at[i], .supply = supply_of(c, t, stats, i, cube_linked(n->shape, n->at, i)), .input = i,
			.waiting = waiting + (size_t)i * c->source_packets, .pace_until = c->back_pressure ? 0 : UINT64_MAX, .rng = rng_seed(~c->seed, i),
		};
		n->sink[i] = (struct flit_sink){
			.link = &out->at[i], .output = i, .pace = sink_pace_of(c->back_pressure, PACE_LONGEST, STALL_LONGEST), .rng = rng_seed(rng_mix(c->seed), i),
		};
	}
	n->rest = rest_of(n);
	cube_counts_begin(&n->rest.counts, n->shape, n->at, &n->rest.rng);
}

/* A flit in the lane takes its link, and one of a metapacket. */
void cube_neighbours_drive(struct cube_neighbours *n, uint64_t cycle, struct switch_in *in)
{
	if (n->shape->recovery)
		drive_token(n, cycle, in);
	if (n->shape->totals)
		cube_counts_drive(&n->rest.counts, n->shape, n->at, &n->rest.rng, cycle, cycle >= n->config->stop_cycle, in);
	for (unsigned i = 0; i < n->shape->radix; i++) {
		give(n, &n->sink[i], cycle, in);
		generate_due(n, &n->source[i], cycle);
		if (!((in->head | message_metapackets(n->shape, in->message)) >> i & 1))
			send(n, &n->source[i], cycle, in);
	}
}

void cube_neighbours_flit(struct cube_neighbours *n, uint64_t cycle, unsigned output, const struct packet *p, unsigned vc, unsigned flit)
{
	if (vc == n->shape->vcs)
		take_by_lane(n, cycle, p, output, flit);
	else
		take(n, &n->sink[output], cycle, p, vc, flit);
}

/* The token comes out when it was in, and no packet is in the lane. */
void cube_neighbours_message(struct cube_neighbours *n, uint64_t cycle, unsigned port, const struct message *m)
{
	struct cube_rest *r = &n->rest;
	const struct shape *s = n->shape;
	const bool of_token = port == s->local;

	if (of_token ? !s->recovery || r->token || r->to_come || r->to_leave || m->full || m->flow
		     : !s->totals || !cube_counts_hear(&r->counts, s, n->at, &r->rng, cycle, port, m))
		n->stats->violations++;
	if (of_token && s->recovery)
		token_goes(&n->rest, cycle);
}

/* No packet is at a source, on a link or in the lane, and the token is not in the router. */
bool cube_neighbours_drained(const struct cube_neighbours *n)
{
	const struct cube_rest *r = &n->rest;

	for (unsigned i = 0; i < n->shape->radix; i++) {
		if (n->source[i].n || n->source[i].supply.next.cycle != UINT64_MAX)
			return false;
		for (unsigned v = 0; v < n->shape->vcs; v++)
			if (n->source[i].vc[v].left || n->sink[i].vc[v].left)
				return false;
	}
	return !n->shape->recovery || (r->token && !r->to_come && !r->to_leave);
}
