#include "cube_counts.h"

enum {
	LEVELS = 256, STAYS = 8,        /* most gathers of a tendency */
	LOW = 16,
	/* Metapackets: */
	HOP = 4,                        /* cycles, at least */
	USUALLY = 8, SHORTLY = 8,       /* but for one time in so many, they come within so many cycles */
};

static void draw_levels(struct cube_counts *d, struct rng *r)
{
	const unsigned draw = rng_below(r, 8);

	d->full = draw == 0 ? 0 : draw == 1 ? LEVELS : rng_below(r, draw < 5 ? LOW : LEVELS + 1);
	d->full_step = rng_below(r, 2) ? rng_log_below(r, LOW) : rng_below(r, 2) ? LEVELS - rng_log_below(r, LOW) : 0;
	d->flow = rng_below(r, 8) ? rng_below(r, LEVELS + 1) : 0;
	d->flow_step = rng_below(r, 2) ? rng_log_below(r, LOW) : rng_below(r, 2) ? LEVELS - rng_log_below(r, LOW) : 0;
	d->stays = 1 + rng_log_below(r, STAYS);
}

/* As a gather begins. After the traffic there are no full buffers, so that no source waits. */
static void change_levels(struct cube_counts *d, struct rng *r, bool silent)
{
	if (!d->stays--) {
		draw_levels(d, r);
	} else {
		d->full = d->full == LEVELS && !d->full_step ? LEVELS : (d->full + d->full_step) % LEVELS;
		d->flow = (d->flow + d->flow_step) % LEVELS;
	}
	if (silent)
		d->full = 0;
}

static unsigned part(struct rng *r, unsigned most, unsigned level)
{
	const unsigned x = (unsigned)((uint64_t)most * level / LEVELS), less = rng_below(r, 4);

	return level == LEVELS || less > x ? x : x - less;
}

/* Counts of so many nodes, and all that these know of when a dimension begins. */
static struct message draw_counts(const struct cube_counts *d, const struct shape *s, struct rng *r, unsigned dim, unsigned nodes)
{
	for (unsigned k = 0; k < dim; k++)
		nodes *= s->ary;
	return (struct message){ .full = part(r, nodes * s->local * s->vcs, d->full), .flow = part(r, nodes * s->gather_cycles, d->flow) };
}

/* ---- Side band ---- */

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
static bool counts_come(const struct shape *s, uint32_t at, struct hop h, unsigned direction)
{
	const unsigned a = cube_coordinate(s, at, h.dim);

	return s->torus || h.step < (direction ? s->ary - 1 - a : a);
}

static void drive_side(struct cube_counts *d, const struct shape *s, uint32_t at, struct rng *r, uint64_t cycle, struct switch_in *in)
{
	const struct hop h = hop_of(s, cycle);
	const unsigned now = (unsigned)(cycle % s->side_cycles);

	for (unsigned k = 0; k < 2; k++) {
		const unsigned port = 2 * h.dim + !k;

		if (!now)
			d->at[k] = counts_come(s, at, h, k) ? 1 + rng_below(r, s->side_cycles - 1) : 0;
		if (!now || now != d->at[k])
			continue;
		in->message |= bit(port);
		in->msg[port] = draw_counts(d, s, r, h.dim, 1);
	}
}

/* ---- Metapackets ---- */

/* How long something is held up that comes in this cycle at the earliest. A gather that is late is not held up further. */
static uint64_t held_up(const struct shape *s, struct rng *r, uint64_t gather, uint64_t earliest)
{
	const unsigned shortly = rng_log_below(r, SHORTLY);

	return !rng_below(r, USUALLY) && earliest < (gather + 1) * s->gather_cycles ? rng_below(r, s->gather_cycles / 4) : shortly;
}

/* At a router that is no master, the metapacket comes at the earliest as if nothing had held it up. A master launches it. */
static void expect(struct cube_counts *d, const struct shape *s, uint32_t at, struct rng *r, uint64_t cycle, unsigned dim, unsigned way)
{
	struct cube_ring *const g = &d->ring[dim][way];
	const unsigned x = cube_coordinate(s, at, dim), hops = way ? s->ary - x : x, others = way ? s->ary - 1 - x : x;

	g->came = g->went = 0;
	if (!x)
		return;
	const uint64_t launch = g->gather * s->gather_cycles + dim * (HOP * s->ary + 1), earliest = launch + 2 + HOP * (hops - 1);
	const uint64_t round = cycle + (g->gather ? HOP * s->ary : 0);

	g->from = (earliest > round ? earliest : round) + held_up(s, r, g->gather, earliest);
	g->counts = draw_counts(d, s, r, dim, others);
}

static void send(struct cube_ring *g, unsigned port, uint64_t cycle, struct switch_in *in)
{
	in->msg[port] = message_metapacket(g->counts.full, g->counts.flow, g->came++ != 0, g->gather & 1);
	in->message |= bit(port);
	g->from = cycle + 1;
}

static bool is_through(const struct cube_ring *g)
{
	return g->came == 2 && g->went == 2;
}

static void drive_rings(struct cube_counts *d, const struct shape *s, uint32_t at, struct rng *r, uint64_t cycle, struct switch_in *in)
{
	for (unsigned dim = 0; dim < s->dims; dim++)
		if (is_through(d->ring[dim]) && is_through(d->ring[dim] + 1))
			for (unsigned way = 0; way < 2; way++) {
				d->ring[dim][way].gather++;
				expect(d, s, at, r, cycle, dim, way);
			}
	for (unsigned k = 0; k < s->local; k++) {
		struct cube_ring *const g = &d->ring[k / 2][k % 2];
		const bool master = !cube_coordinate(s, at, k / 2);

		if (g->came < 2 && (!master || g->went > g->came) && g->from <= cycle && !(in->head >> (k ^ 1) & 1))
			send(g, k ^ 1, cycle, in);
	}
}

/* A flit was launched. It comes back with what the others add, which is the same both ways. */
static void launched(struct cube_counts *d, const struct shape *s, struct rng *r, uint64_t cycle, unsigned dim, unsigned way, const struct message *m)
{
	struct cube_ring *const ring = d->ring[dim], *const g = ring + way;
	const uint64_t back = cycle + HOP * (s->ary - 1);

	if (!m->flit && !ring[!way].went)
		ring[0].counts = ring[1].counts = draw_counts(d, s, r, dim, s->ary - 1);
	if (!m->flit)
		g->from = back + held_up(s, r, g->gather, back);
	else if (g->from < back)
		g->from = back;
	g->counts.full = (uint32_t)((g->counts.full + m->full) & ones(s->full_w));
	g->counts.flow = (uint32_t)((g->counts.flow + m->flow) & ones(s->flow_w));
}

static bool hear_ring(struct cube_counts *d, const struct shape *s, uint32_t at, struct rng *r, uint64_t cycle, unsigned dim, unsigned way, const struct message *m)
{
	struct cube_ring *const g = &d->ring[dim][way];
	const bool master = !cube_coordinate(s, at, dim);

	if (g->went > 1 || m->flit != g->went || m->parity != (g->gather & 1) || (master ? way && (m->full || m->flow) : g->came < 2))
		return false;
	g->went++;
	if (master)
		launched(d, s, r, cycle, dim, way, m);
	return true;
}

/* ---- Either ---- */

void cube_counts_begin(struct cube_counts *d, const struct shape *s, uint32_t at, struct rng *r)
{
	*d = (struct cube_counts){ .full = 0 };
	for (unsigned k = 0; s->metapackets && k < s->local; k++)
		expect(d, s, at, r, 0, k / 2, k % 2);
}

void cube_counts_drive(struct cube_counts *d, const struct shape *s, uint32_t at, struct rng *r, uint64_t cycle, bool silent, struct switch_in *in)
{
	if (cycle % s->gather_cycles == 0)
		change_levels(d, r, silent);
	if (s->metapackets)
		drive_rings(d, s, at, r, cycle, in);
	else
		drive_side(d, s, at, r, cycle, in);
}

/* Of the side band, counts go in the cycle after a hop, by a port of its dimension. */
bool cube_counts_hear(struct cube_counts *d, const struct shape *s, uint32_t at, struct rng *r, uint64_t cycle, unsigned port, const struct message *m)
{
	if (s->metapackets)
		return hear_ring(d, s, at, r, cycle, port / 2, port & 1, m);
	return cycle % s->side_cycles == 1 && port / 2 == hop_of(s, cycle).dim;
}
