#include "cube_rest.h"

enum {
	AWAY = 96,                      /* most cycles from the token's going to what it does next */
	BY_LANE = 3,                    /* the token comes with a packet one time in so many */
	HERE = 2,                       /* one of these packets in so many is for the router's node */
	GAP = 3,                        /* one flit of these in so many is late */
	LEVELS = 256, STAYS = 8,        /* most gathers of a tendency */
	LOW = 16,
	BY_LANE_TAG = 63,               /* tags: where the others have their input */
};

void cube_rest_reset(struct cube_rest *r, const struct shape *s, const struct neighbours_config *c, struct neighbours_stats *stats, uint32_t at)
{
	*r = (struct cube_rest){
		.token = s->recovery && at,
		.at = at,
		.rng = rng_seed(rng_mix(~c->seed), SWITCH_PORTS),
		.shape = s, .config = c, .stats = stats,
	};
	r->act = rng_log_below(&r->rng, AWAY);
}

/* ---- Recovery lane ---- */

static void token_goes(struct cube_rest *r, uint64_t cycle)
{
	r->token = true;
	r->act = cycle + 1 + rng_log_below(&r->rng, AWAY);
}

/* A port of the network where flits can come. */
static unsigned draw_input(struct cube_rest *r)
{
	unsigned i;

	do
		i = rng_below(&r->rng, r->shape->local);
	while (!cube_linked(r->shape, r->at, i));
	return i;
}

static void begin_lane(struct cube_rest *r)
{
	const struct shape *s = r->shape;
	const uint32_t to = rng_below(&r->rng, HERE) ? cube_anywhere(s, &r->rng) : r->at;

	r->input = draw_input(r);
	r->to_come = 1 + rng_below(&r->rng, s->packet_flits);
	r->next = 0;
	r->packet = (struct packet){ .turnpool = to, .tag = r->sent++ << 6 | BY_LANE_TAG, .flits = r->to_come & 0xfffu, .to = (uint16_t)cube_number(s, to) };
	r->packet.source = cube_number(s, cube_anywhere(s, &r->rng)) & 0xffffff;
	r->stats->generated++;
	r->stats->injected++;
	r->stats->flits_generated += r->packet.flits;
	r->stats->flits_injected += r->packet.flits;
	r->stats->lane_in++;
}

/* What the token does elsewhere: it comes, or brings a packet. */
static void token_acts(struct cube_rest *r, struct switch_in *in)
{
	r->token = false;
	if (!rng_below(&r->rng, BY_LANE)) {
		begin_lane(r);
		return;
	}
	in->message |= bit(r->shape->local);
	in->msg[r->shape->local] = (struct message){ 0 };
	r->stats->tokens++;
}

static void drive_lane(struct cube_rest *r, struct switch_in *in)
{
	if (r->next && !rng_below(&r->rng, GAP))
		return;
	in->head |= bit(r->input);
	in->packet[r->input] = r->packet;
	in->vc[r->input] = (uint8_t)r->shape->vcs;
	in->flit[r->input] = (uint8_t)r->next++;
	r->to_come--;
}

static void drive_token(struct cube_rest *r, uint64_t cycle, struct switch_in *in)
{
	if (r->token && r->act <= cycle && cycle < r->config->stop_cycle)
		token_acts(r, in);
	if (r->to_come)
		drive_lane(r, in);
}

void cube_rest_flit(struct cube_rest *r, uint64_t cycle, const struct packet *p, unsigned output, unsigned flit)
{
	if (!r->shape->recovery || r->token || !cube_linked(r->shape, r->at, output) || !flit == !!r->to_leave || (flit && output != r->output)) {
		r->stats->violations++;
		return;
	}
	if (!flit) {
		r->to_leave = p->flits;
		r->output = output;
		r->stats->lane_out++;
	}
	if (!--r->to_leave && output != r->shape->local)
		token_goes(r, cycle);
}

/* ---- Side band ---- */

static void draw_levels(struct cube_side *d, struct rng *r)
{
	const unsigned draw = rng_below(r, 8);

	d->full = draw == 0 ? 0 : draw == 1 ? LEVELS : rng_below(r, draw < 5 ? LOW : LEVELS + 1);
	d->full_step = rng_below(r, 2) ? rng_log_below(r, LOW) : rng_below(r, 2) ? LEVELS - rng_log_below(r, LOW) : 0;
	d->flow = rng_below(r, 8) ? rng_below(r, LEVELS + 1) : 0;
	d->flow_step = rng_below(r, 2) ? rng_log_below(r, LOW) : rng_below(r, 2) ? LEVELS - rng_log_below(r, LOW) : 0;
	d->stays = 1 + rng_log_below(r, STAYS);
}

/* As a gather begins. After the traffic there are no full buffers, so that no source waits. */
static void change_levels(struct cube_rest *r, uint64_t cycle)
{
	struct cube_side *d = &r->side;

	if (!d->stays--) {
		draw_levels(d, &r->rng);
	} else {
		d->full = d->full == LEVELS && !d->full_step ? LEVELS : (d->full + d->full_step) % LEVELS;
		d->flow = (d->flow + d->flow_step) % LEVELS;
	}
	if (cycle >= r->config->stop_cycle)
		d->full = 0;
}

/* A hop: of a dimension, and of its steps. */
struct hop {
	unsigned dim, step;
};

static struct hop hop_of(const struct shape *s, uint64_t cycle)
{
	const unsigned n = (unsigned)(cycle / s->side_cycles % (s->dims * s->steps));

	return (struct hop){ n / s->steps, n % s->steps };
}

/* Do counts come in a direction (0: "+")? In a mesh those of a node so many steps away, if there is one. */
static bool counts_come(const struct cube_rest *r, struct hop h, unsigned direction)
{
	const unsigned a = cube_coordinate(r->shape, r->at, h.dim);

	return r->shape->torus || h.step < (direction ? r->shape->ary - 1 - a : a);
}

static unsigned part(struct rng *r, unsigned most, unsigned level)
{
	const unsigned x = (unsigned)((uint64_t)most * level / LEVELS), less = rng_below(r, 4);

	return level == LEVELS || less > x ? x : x - less;
}

/* Counts of all nodes that this dimension's nodes know of when it begins. */
static struct message draw_counts(struct cube_rest *r, struct hop h)
{
	const struct shape *s = r->shape;
	unsigned nodes = 1;

	for (unsigned d = 0; d < h.dim; d++)
		nodes *= s->ary;
	return (struct message){
		.full = part(&r->rng, nodes * s->local * s->vcs, r->side.full),
		.flow = part(&r->rng, nodes * s->gather, r->side.flow),
	};
}

static void drive_side(struct cube_rest *r, uint64_t cycle, struct switch_in *in)
{
	const struct shape *s = r->shape;
	const struct hop h = hop_of(s, cycle);
	const unsigned now = (unsigned)(cycle % s->side_cycles);

	if (!now && !h.dim && !h.step)
		change_levels(r, cycle);
	for (unsigned k = 0; k < 2; k++) {
		const unsigned port = 2 * h.dim + !k;

		if (!now)
			r->side.at[k] = counts_come(r, h, k) ? 1 + rng_below(&r->rng, s->side_cycles - 1) : 0;
		if (!now || now != r->side.at[k])
			continue;
		in->message |= bit(port);
		in->msg[port] = draw_counts(r, h);
	}
}

void cube_rest_drive(struct cube_rest *r, uint64_t cycle, struct switch_in *in)
{
	if (r->shape->recovery)
		drive_token(r, cycle, in);
	if (r->shape->side_band)
		drive_side(r, cycle, in);
}

/* The token comes out when it was in, and no packet is in the lane. Counts go in the cycle after a hop, by a port of its dimension. */
void cube_rest_message(struct cube_rest *r, uint64_t cycle, unsigned port, const struct message *m)
{
	const struct shape *s = r->shape;
	const bool of_token = port == s->local;

	if (of_token ? !s->recovery || r->token || r->to_come || r->to_leave || m->full || m->flow
		     : !s->side_band || cycle % s->side_cycles != 1 || port / 2 != hop_of(s, cycle).dim)
		r->stats->violations++;
	if (of_token && s->recovery)
		token_goes(r, cycle);
}

bool cube_rest_drained(const struct cube_rest *r)
{
	return !r->shape->recovery || (r->token && !r->to_come && !r->to_leave);
}
