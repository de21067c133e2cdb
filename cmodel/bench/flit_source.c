#include "flit_source.h"

enum {
	PACE_LONGEST = 512, REST_LONGEST = 64,
	STRANGE = 8,                    /* one packet in so many comes from where shortest ways do not lead */
	TRIES = 16,
	SATURATE_QUEUE = 4,
};

static void draw_next(struct flit_source *u)
{
	u->next = traffic_next(u->traffic, &u->generator);
	if (u->next.cycle >= u->config->stop_cycle)
		u->next.cycle = UINT64_MAX;
}

void flit_source_reset(struct flit_source *u, const struct shape *s, const struct neighbours_config *c, const struct traffic *t, struct neighbours_stats *stats, uint32_t at,
		       unsigned input)
{
	struct flit_waiting *const waiting = u->waiting;

	*u = (struct flit_source){
		.input = input,
		.generator = traffic_source(t, input),
		.waiting = waiting,
		.capacity = c->saturate && c->source_packets > SATURATE_QUEUE ? SATURATE_QUEUE : c->source_packets,
		.pace_until = c->back_pressure ? 0 : UINT64_MAX,
		.at = at,
		.rng = rng_seed(~c->seed, input),
		.shape = s, .config = c, .traffic = t, .stats = stats,
	};
	for (unsigned v = 0; v < s->vcs; v++)
		u->vc[v].credits = s->buffer_flits;
	u->next.cycle = UINT64_MAX;
	if (!c->saturate && cube_linked(s, at, input))
		draw_next(u);
}

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
	if (u->n == u->capacity) {
		u->stats->refused++;
		u->stats->flits_refused += p->flits;
		u->stats->refused_to[p->destination] += p->flits;
		return;
	}
	u->waiting[(u->first + u->n++) % u->capacity] = (struct flit_waiting){ (uint16_t)p->destination, (uint16_t)p->flits };
	u->stats->generated++;
	u->stats->flits_generated += p->flits;
	u->stats->generated_to[p->destination] += p->flits;
}

void flit_source_generate(struct flit_source *u, uint64_t cycle)
{
	const bool saturated = u->config->saturate && cycle < u->config->stop_cycle && cube_linked(u->shape, u->at, u->input);

	while (u->next.cycle <= cycle) {
		generate(u, &u->next);
		draw_next(u);
	}
	while (saturated && u->n < u->capacity) {
		const struct traffic_packet p = traffic_now(u->traffic, &u->generator, cycle);

		generate(u, &p);
	}
}

static void change_pace(struct flit_source *u, uint64_t cycle)
{
	const unsigned draw = rng_below(&u->rng, 8);
	uint64_t end;

	u->pace = draw < 4 ? SOURCE_STEADY : draw < 7 ? SOURCE_WITH_GAPS : SOURCE_RESTS;
	u->runs = rng_below(&u->rng, 2);
	end = cycle + 1 + rng_log_below(&u->rng, u->pace == SOURCE_RESTS ? REST_LONGEST : PACE_LONGEST);
	u->pace_until = end;
	if (cycle < u->config->stop_cycle)
		return;
	u->pace = SOURCE_STEADY;
	u->pace_until = UINT64_MAX;
}

/* VCs that have a flit to send, and its credit. */
static unsigned busy_vcs(const struct flit_source *u)
{
	unsigned vcs = 0;

	for (unsigned v = 0; v < u->shape->vcs; v++)
		vcs |= (unsigned)(u->vc[v].left && u->vc[v].credits) << v;
	return vcs;
}

/* VCs that may get a header. */
static unsigned free_vcs(const struct flit_source *u)
{
	unsigned vcs = 0;

	for (unsigned v = 0; v < u->shape->vcs; v++)
		vcs |= (unsigned)(!u->vc[v].left && u->vc[v].credits == u->shape->buffer_flits) << v;
	return vcs;
}

/* One of a set, at random. */
static unsigned any_of(struct rng *r, unsigned set)
{
	for (unsigned skip = rng_below(r, count_members(set)); skip--;)
		set &= set - 1;
	return lowest(set);
}

static void begin(struct flit_source *u, unsigned v)
{
	const struct shape *s = u->shape;
	const struct flit_waiting w = u->waiting[u->first];
	const uint32_t to = flit_destination(s, &u->rng, u->at, u->input, w.output);

	u->vc[v].packet = (struct packet){ .turnpool = to, .tag = u->sent++ << 6 | u->input, .flits = w.flits & 0xfffu, .to = (uint16_t)cube_number(s, to) };
	u->vc[v].packet.source = cube_number(s, u->input == s->local ? u->at : cube_anywhere(s, &u->rng)) & 0xffffff;
	u->vc[v].left = w.flits;
	u->vc[v].next = 0;
	u->first = (u->first + 1) % u->capacity;
	u->n--;
	u->stats->injected++;
	u->stats->flits_injected += w.flits;
}

/* The VC that sends in this cycle; the number of VCs: none. */
static unsigned choose(struct flit_source *u)
{
	const unsigned busy = busy_vcs(u), idle = u->n ? free_vcs(u) : 0;
	unsigned v;

	if (u->runs && busy >> u->last & 1)
		return u->last;
	if (!(busy | idle))
		return u->shape->vcs;
	v = any_of(&u->rng, busy | (idle & -idle));
	if (busy >> v & 1)
		return v;
	v = rng_below(&u->rng, 2) ? v : any_of(&u->rng, idle);
	begin(u, v);
	return v;
}

bool flit_source_step(struct flit_source *u, uint64_t cycle, struct packet *p, uint8_t *vc, uint8_t *flit)
{
	struct flit_source_vc *from;

	if (u->pace_until <= cycle)
		change_pace(u, cycle);
	if (u->pace == SOURCE_RESTS || (u->pace == SOURCE_WITH_GAPS && rng_below(&u->rng, 2)))
		return false;
	const unsigned v = choose(u);

	if (v == u->shape->vcs)
		return false;
	from = &u->vc[v];
	*p = from->packet;
	*vc = (uint8_t)v;
	*flit = (uint8_t)from->next++;
	from->left--;
	from->credits--;
	u->last = v;
	return true;
}

void flit_source_credit(struct flit_source *u, unsigned vcs)
{
	if (vcs >> u->shape->vcs)
		u->stats->violations++;
	for (unsigned v = 0; v < u->shape->vcs; v++) {
		if (!(vcs >> v & 1))
			continue;
		if (u->vc[v].credits == u->shape->buffer_flits)
			u->stats->violations++;
		else
			u->vc[v].credits++;
	}
}

unsigned flit_source_spent(const struct flit_source *u)
{
	unsigned spent = 0;

	for (unsigned v = 0; v < u->shape->vcs; v++)
		spent += u->shape->buffer_flits - u->vc[v].credits;
	return spent;
}

bool flit_source_drained(const struct flit_source *u)
{
	for (unsigned v = 0; v < u->shape->vcs; v++)
		if (u->vc[v].left)
			return false;
	return !u->n && u->next.cycle == UINT64_MAX && !flit_source_spent(u);
}
