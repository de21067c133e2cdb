/*
 * What the neighbours of a link with VCs drive keeps its contract (docs/internals/microarchitecture-cioq.md, 1), checked by a second reading of it, cycle by
 * cycle; and they use the freedom that it leaves.
 */
#include "random_config.h"

#include "one_switch.h"
#include "level_stops.h"
#include "link_use.h"
#include "test.h"

#include <inttypes.h>

enum { CONFIGURATIONS = 120, RIVALS = 40, CYCLES = 6000, LEVELS = 8, VCS = 80 };

/* The links as the page has them. */
struct link {
	unsigned tokens, left;                  /* into the input; flits to come of its packet */
	unsigned credits[VCS];
	unsigned taken[VCS];                    /* cells of the sink, by VC */
	bool stopped[LEVELS][64];               /* by level, queue: by the sink */
	struct message point[LEVELS][64];
	struct message last;                    /* message of the cycle before ... */
	bool said;                              /* ... if there was one */
};

struct checker {
	struct shape s;
	bool obeys;
	struct link link[SWITCH_PORTS];
	struct level_stops *stops;              /* by input: what it has stopped */
};

/* What was met, over all runs. */
struct seen {
	uint64_t headers, vcs[VCS], one_flit, whole_cells, in_cell, longest, last_credit, full;
	uint64_t xoff_dq, xoff_saq, again, xon_many, xon_nothing, xon_at_once, xoff_at_once, same_point, lengths[4];
};

static unsigned need(const struct shape *s, const struct packet *p)
{
	return (p->flits + s->cell_flits - 1) / s->cell_flits;
}

static unsigned vc_of(const struct shape *s, const struct packet *p)
{
	return s->scheme == SCHEME_voqnet_qos ? p->sl * (s->vcs / s->sls) + p->to : s->sl_map >> 3 * p->sl & 7;
}

static void check_fields(const struct shape *s, unsigned i, const struct packet *p, struct seen *seen)
{
	assert_true(p->turns_left >= 1 && p->turns_left <= s->turns);
	for (unsigned t = 0; t < p->turns_left; t++)
		assert_true((p->turnpool >> t * s->turn_w & ones(s->turn_w)) < s->radix);
	assert_int_equal(p->turnpool & ~ones(s->turnpool_bits), 0);
	assert_true(p->flits >= 1 && p->flits <= s->packet_flits && p->sl < s->sls);
	assert_int_equal(p->source, i);
	assert_true(s->scheme != SCHEME_voqnet_qos || p->to < s->vcs / s->sls);
	seen->headers++;
	seen->vcs[vc_of(s, p)]++;
	seen->one_flit += p->flits == 1;
	seen->whole_cells += p->flits % s->cell_flits == 0 && s->cell_flits > 1;
	seen->in_cell += p->flits < s->cell_flits;
	seen->longest += p->flits == s->packet_flits;
}

/* One cycle of the link into an input. */
static void check_link_in(struct checker *k, unsigned i, const struct switch_in *in, struct seen *seen)
{
	const struct shape *s = &k->s;
	struct link *l = &k->link[i];
	const struct packet *p = &in->packet[i];
	const bool head = in->head >> i & 1, allowed = l->tokens + s->speed_d >= s->speed_n;

	if (head) {
		assert_int_equal(l->left, 0);
		assert_true(allowed);
		assert_int_equal(in->tokens[i], l->tokens);
		check_fields(s, i, p, seen);
		assert_true(l->credits[vc_of(s, p)] >= need(s, p));
		l->credits[vc_of(s, p)] -= need(s, p);
		seen->last_credit += !l->credits[vc_of(s, p)];
		if (k->obeys && s->messages)
			assert_false(level_stops_packet(s, &k->stops[i], p));
		l->left = p->flits;
	}
	if (l->left && allowed) {
		l->left--;
		l->tokens = l->tokens + s->speed_d - s->speed_n;
	} else {
		l->tokens = l->tokens + s->speed_d < s->speed_n - 1 ? l->tokens + s->speed_d : s->speed_n - 1;
	}
}

static void check_xoff(struct checker *k, unsigned o, unsigned level, const struct message *m, struct seen *seen)
{
	const struct shape *s = &k->s;
	struct link *l = &k->link[o];

	assert_true(m->len >= 1 && m->len <= s->turns && !(m->turns & ~ones(m->len * s->turn_w)));
	for (unsigned t = 0; t < m->len; t++)
		assert_true((m->turns >> t * s->turn_w & ones(s->turn_w)) < s->radix);
	assert_true(m->levels == 1u << level);
	if (m->line < s->radix)
		assert_true(m->len == 1 && m->turns == m->line);
	if (l->stopped[level][m->line])
		assert_true(l->point[level][m->line].turns == m->turns && l->point[level][m->line].len == m->len);
	seen->again += l->stopped[level][m->line];
	seen->xoff_dq += m->line < s->radix;
	seen->xoff_saq += m->line >= s->radix;
	seen->lengths[m->len < 4 ? m->len : 0]++;
	seen->xoff_at_once += l->said && !l->last.xoff && l->last.line == m->line && l->last.levels & m->levels;
	for (unsigned q = 0; q < s->vc_queues; q++)
		seen->same_point += q != m->line && l->stopped[level][q] && l->point[level][q].turns == m->turns && l->point[level][q].len == m->len;
	l->stopped[level][m->line] = true;
	l->point[level][m->line] = *m;
}

static void check_message(struct checker *k, unsigned o, const struct message *m, struct seen *seen)
{
	const struct shape *s = &k->s;
	struct link *l = &k->link[o];
	unsigned first = 8, stopped = 0;

	assert_true(m->line < s->vc_queues && m->levels && m->levels < 1u << s->levels && m->xoff <= 1);
	for (unsigned level = 0; level < s->levels; level++) {
		if (!(m->levels >> level & 1))
			continue;
		first = first < 8 ? first : level;
		assert_int_equal(s->level_map >> 3 * level & 7, s->level_map >> 3 * first & 7);
		if (m->xoff) {
			check_xoff(k, o, level, m, seen);
			continue;
		}
		stopped += l->stopped[level][m->line];
		l->stopped[level][m->line] = false;
	}
	if (m->xoff)
		return;
	seen->xon_nothing += !stopped;
	seen->xon_many += stopped > 1;
	seen->xon_at_once += l->said && l->last.xoff && l->last.line == m->line && l->last.levels & m->levels;
}

static void check_link_out(struct checker *k, unsigned o, const struct switch_in *in, struct seen *seen)
{
	struct link *l = &k->link[o];
	const bool said = in->message >> o & 1;

	if (in->credit >> o & 1) {
		assert_true(in->credit_queue[o] < k->s.vcs);
		assert_true(l->taken[in->credit_queue[o]]-- > 0);
	}
	if (said)
		check_message(k, o, &in->msg[o], seen);
	l->said = said;
	l->last = in->msg[o];
}

/* A cycle in which that is on the links, and what the switch says in it, which acts from the next one on. */
static void check_cycle(struct checker *k, const struct bench *b, struct seen *seen)
{
	const struct shape *s = &k->s;
	const struct switch_out *departs = bench_decided(b, switch_depart(s)), *last = bench_decided(b, 1);

	assert_int_equal((b->in.head | b->in.credit | b->in.message) & ~ones(s->radix), 0);
	for (unsigned i = 0; i < s->radix; i++) {
		struct link *l = &k->link[i];

		check_link_in(k, i, &b->in, seen);
		check_link_out(k, i, &b->in, seen);
		if (departs->depart >> i & 1) {
			unsigned *const taken = &l->taken[vc_of(s, departs->packet + i)];

			*taken += need(s, departs->packet + i);
			seen->full += *taken + s->packet_cells > s->cells;
			assert_true(*taken <= s->cells);
		}
		if (last->credit >> i & 1)
			l->credits[last->credit_queue[i]]++;
		if (last->message >> i & 1)
			level_stops_note(&k->stops[i], last->msg + i);
	}
}

static void run(const struct shape *s, const struct neighbours_config *c, struct seen *seen)
{
	struct bench *b = bench_new(s, c);
	struct checker *k = test_calloc(1, sizeof *k);

	k->s = *s;
	k->obeys = c->injection != INJECTION_FIFO;
	k->stops = test_calloc(s->radix, sizeof *k->stops);
	for (unsigned i = 0; i < s->radix; i++) {
		k->link[i].tokens = s->speed_n - 1;
		for (unsigned v = 0; v < s->vcs; v++)
			k->link[i].credits[v] = s->cells;
	}
	while (b->cycle < CYCLES || (b->cycle < 100 * CYCLES && !bench_drained(b))) {
		if (!bench_step(b))
			fail_msg("%s", b->why);
		check_cycle(k, b, seen);
	}
	assert_true(bench_drained(b));
	assert_int_equal(neighbours_stats(b->neighbours)->violations, 0);
	for (unsigned i = 0; i < s->radix; i++) {
		for (unsigned v = 0; v < s->vcs; v++)
			assert_true(k->link[i].credits[v] == s->cells && !k->link[i].taken[v]);
		for (unsigned level = 0; level < s->levels; level++)
			for (unsigned q = 0; q < s->vc_queues; q++)
				assert_false(k->link[i].stopped[level][q]);
	}
	test_free(k->stops);
	test_free(k);
	bench_free(b);
}

TEST(the_link_contract_is_kept)
{
	struct rng r = rng_seed(7, 1);
	struct seen seen = { 0 };

	for (unsigned i = 0; i < CONFIGURATIONS + RIVALS; i++) {
		const struct params p = i < CONFIGURATIONS ? random_qos_params(&r, 9) : random_rival_params(&r, 9);
		const struct shape s = shape_of(&p);
		struct neighbours_config c = random_neighbours(&r, &s, rng_below(&r, TRAFFIC_KINDS));

		c.stop_cycle = CYCLES;
		run(&s, &c, &seen);
	}
	print_message("# headers %" PRIu64 ", by VC %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 ", of one flit %" PRIu64 ", within a cell %" PRIu64 ", of whole cells %" PRIu64
		      ", the longest %" PRIu64 ", with the last credit %" PRIu64 "; sink nearly full %" PRIu64 "\n", seen.headers, seen.vcs[0], seen.vcs[1], seen.vcs[2],
		      seen.vcs[3], seen.one_flit, seen.in_cell, seen.whole_cells, seen.longest, seen.last_credit, seen.full);
	print_message("# Xoffs of detection queues %" PRIu64 ", of others %" PRIu64 ", again %" PRIu64 ", in the cycle after its Xon %" PRIu64 ", of a point that another queue has stopped %"
		      PRIu64 ", of lengths 1, 2, 3: %" PRIu64 " %" PRIu64 " %" PRIu64 "; Xons of several levels %" PRIu64 ", of none %" PRIu64
		      ", in the cycle after an Xoff %" PRIu64 "\n", seen.xoff_dq, seen.xoff_saq, seen.again, seen.xoff_at_once, seen.same_point, seen.lengths[1],
		      seen.lengths[2], seen.lengths[3], seen.xon_many, seen.xon_nothing, seen.xon_at_once);
	assert_true(seen.vcs[0] && seen.vcs[1] && seen.vcs[2] && seen.vcs[3] && seen.one_flit && seen.in_cell && seen.whole_cells && seen.longest);
	assert_true(seen.last_credit && seen.full && seen.xoff_dq && seen.xoff_saq && seen.again && seen.xoff_at_once && seen.same_point);
	assert_true(seen.xon_many && seen.xon_nothing && seen.xon_at_once && seen.lengths[1] && seen.lengths[2] && seen.lengths[3]);
}
