/*
 * What the neighbours drive keeps the link contract (docs/internals/microarchitecture-slots.md, 1), checked by a
 * second reading of it; and they use the freedom it leaves.
 */
#include "random_config.h"

#include "one_switch.h"
#include "test.h"

#include <inttypes.h>
#include <string.h>

enum { CONFIGURATIONS = 80, CYCLES = 6000, MOST_NODES = PARAM_MOST_nodes };

/* One run as the links show it. */
struct checker {
	struct shape s;
	uint64_t credits[SWITCH_PORTS];         /* of the sources */
	uint64_t free_from[SWITCH_PORTS];       /* link into an input: first cycle for the next header */
	uint64_t occupied[SWITCH_PORTS];        /* slots of the sinks */
	uint32_t stopped[SWITCH_PORTS];
	struct message line[SWITCH_PORTS][32];
	bool *held;                             /* with a routing table, by output and line: destinations that it stops */
	uint64_t quiet[SWITCH_PORTS][32];       /* lists in memories: cycles without an Xoff since the line's Xon, or reset */
	struct table_entry table[MOST_NODES];
	bool written[MOST_NODES];
	unsigned inside[MOST_NODES];            /* packets, until their header has left ... */
	uint64_t gone[MOST_NODES];              /* ... and their last flit */
	struct upstream {                       /* of an input's line */
		bool stopped, any;      /* any: it knows some */
		uint64_t quiet;
	} upstream[SWITCH_PORTS][32];
	bool *knows;                            /* ... by input and line: destinations that it was stopped for */
};

/* What was met, over all runs. */
struct seen {
	uint64_t back_to_back, gaps, no_credit, out_of_slots, xoff, idle_xoff, nested, more, lengths[4], reused, rerouted, kept;
};

static bool *held(const struct checker *k, unsigned output, unsigned line)
{
	return k->held + ((size_t)output * k->s.saqs + line) * k->s.nodes;
}

static bool *knows(const struct checker *k, unsigned input, unsigned line)
{
	return k->knows + ((size_t)input * k->s.saqs + line) * k->s.nodes;
}

static uint64_t low(uint64_t x, unsigned bits)
{
	return bits >= 64 ? x : x & ~(UINT64_MAX << bits);
}

static void check_header(struct checker *k, uint64_t cycle, unsigned i, const struct packet *p, struct seen *seen)
{
	const struct shape *s = &k->s;

	assert_true(cycle >= k->free_from[i]);
	assert_true(k->credits[i] > 0);
	if (s->nodes) {
		assert_true(cycle >= s->nodes && p->destination < s->nodes);
	} else {
		assert_true(p->turns_left >= 1 && p->turns_left <= s->turns);
		assert_int_equal(low(p->turnpool, s->turnpool_bits), p->turnpool);
		for (unsigned t = 0; t < p->turns_left; t++)
			assert_true(low(p->turnpool >> t * s->turn_w, s->turn_w) < s->radix);
	}
	assert_true(p->flits >= 1 && p->flits <= s->packet_flits);
	assert_int_equal(p->source, i);
	seen->back_to_back += cycle == k->free_from[i];
	seen->gaps += cycle > k->free_from[i];
	k->free_from[i] = cycle + p->flits;
	k->credits[i]--;
	seen->no_credit += !k->credits[i];
}

static void check_message(struct checker *k, unsigned o, const struct message *m, struct seen *seen)
{
	const struct shape *s = &k->s;
	uint32_t bit;

	assert_true(m->line < s->saqs);
	assert_true(m->xoff <= 1);
	bit = 1u << m->line;
	assert_int_equal(!(k->stopped[o] & bit), m->xoff);
	assert_true(m->len >= 1 && m->len <= s->turns);
	assert_int_equal(low(m->turns, m->len * s->turn_w), m->turns);
	for (unsigned t = 0; t < m->len; t++)
		assert_true(low(m->turns >> t * s->turn_w, s->turn_w) < s->radix);
	if (!m->xoff) {
		assert_true(k->line[o][m->line].turns == m->turns && k->line[o][m->line].len == m->len);
		k->stopped[o] &= ~bit;
		return;
	}
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct message *other = &k->line[o][l];

		if (!(k->stopped[o] >> l & 1))
			continue;
		assert_false(other->len == m->len && other->turns == m->turns);
		seen->nested += other->len < m->len && low(m->turns, other->len * s->turn_w) == other->turns;
	}
	k->stopped[o] |= bit;
	k->line[o][m->line] = *m;
	seen->xoff++;
	seen->idle_xoff += !k->occupied[o];
	seen->lengths[m->len < 4 ? m->len : 0]++;
}

/* What sinks take for the point that a line of destinations is about. */
static uint64_t point(const struct message *m)
{
	return low(rng_mix(m->destination), m->len);
}

/* Of lines that stop destinations, one by one. */
static void check_destination(struct checker *k, unsigned o, const struct message *m, struct seen *seen)
{
	const struct shape *s = &k->s;
	const uint32_t bit = 1u << m->line;

	assert_true(m->line < s->saqs && m->xoff <= 1);
	assert_true(m->xoff || k->stopped[o] & bit);
	if (!m->xoff) {
		k->stopped[o] &= ~bit;
		memset(held(k, o, m->line), 0, k->s.nodes * sizeof *k->held);
		return;
	}
	assert_true(m->len >= 1 && m->len <= s->hops && m->destination < s->nodes);
	assert_true(!(k->stopped[o] & bit) || k->line[o][m->line].len == m->len);
	if (s->lists_in_memory && !(k->stopped[o] & bit) && (point(&k->line[o][m->line]) != point(m) || k->line[o][m->line].len != m->len)) {
		assert_true(k->quiet[o][m->line] >= s->nodes);
		seen->reused += k->line[o][m->line].len != 0;
	}
	for (unsigned l = 0; l < s->saqs; l++) {
		if (l == m->line || !held(k, o, l)[m->destination])
			continue;
		assert_true(k->line[o][l].len != m->len);
		seen->nested++;
	}
	seen->more += k->stopped[o] >> m->line & 1;
	seen->xoff++;
	seen->idle_xoff += !k->occupied[o];
	seen->lengths[m->len < 4 ? m->len : 0]++;
	k->stopped[o] |= bit;
	k->line[o][m->line] = *m;
	held(k, o, m->line)[m->destination] = true;
}

static void count_quiet(struct checker *k, unsigned o, const struct message *m)
{
	for (unsigned l = 0; l < k->s.saqs; l++)
		k->quiet[o][l] += !m || !m->xoff;
	if (m && !m->xoff)
		k->quiet[o][m->line] = 0;
}

/* What upstream knows, by the messages that the switch sends. */
static void follow_upstream(struct checker *k, unsigned i, const struct message *m)
{
	for (unsigned l = 0; l < k->s.saqs; l++) {
		struct upstream *u = &k->upstream[i][l];

		u->quiet += !m || !m->xoff;
		if (!u->stopped && u->any && u->quiet >= (k->s.lists_in_memory ? k->s.nodes : 0)) {
			memset(knows(k, i, l), 0, k->s.nodes * sizeof *k->knows);
			u->any = false;
		}
	}
	if (!m)
		return;
	k->upstream[i][m->line].stopped = m->xoff;
	if (m->xoff)
		k->upstream[i][m->line].any = knows(k, i, m->line)[m->destination] = true;
	else
		k->upstream[i][m->line].quiet = 0;
}

/* A word gets another value only when nothing is left that went by the one before: no packet, and nothing in a list upstream. */
static void check_configuration(struct checker *k, uint64_t cycle, const struct switch_in *in, struct seen *seen)
{
	const uint32_t d = in->destination;
	const bool same = k->table[d].output == in->entry.output && k->table[d].queue == in->entry.queue;

	assert_true(d < k->s.nodes && in->entry.output < k->s.radix && (!k->s.queue_slots || in->entry.queue < k->s.queues));
	for (uint64_t left = in->head; left; left &= left - 1)
		assert_true(in->packet[__builtin_ctzll(left)].destination != d);
	seen->rerouted += k->written[d] && !same;
	seen->kept += k->written[d] && same;
	if (k->written[d] && !same) {
		assert_true(!k->inside[d] && cycle >= k->gone[d]);
		for (unsigned i = 0; i < k->s.radix; i++)
			for (unsigned l = 0; l < k->s.saqs; l++)
				assert_false(knows(k, i, l)[d]);
	}
	k->written[d] = true;
	k->table[d] = in->entry;
}

static void follow_packets(struct checker *k, uint64_t cycle, const struct switch_in *in, const struct switch_out *departs)
{
	for (uint64_t left = in->head; left; left &= left - 1) {
		const uint32_t d = in->packet[__builtin_ctzll(left)].destination;

		assert_true(k->written[d]);
		k->inside[d]++;
	}
	for (uint64_t left = departs->depart; left; left &= left - 1) {
		const struct packet *p = &departs->packet[__builtin_ctzll(left)];

		k->inside[p->destination]--;
		if (k->gone[p->destination] < cycle + p->flits)
			k->gone[p->destination] = cycle + p->flits;
	}
}

static void check_cycle(struct checker *k, struct bench *b, struct seen *seen)
{
	uint64_t cycle = b->cycle - 1;
	const struct switch_out *departs = bench_decided(b, switch_depart(&k->s)), *last = bench_decided(b, 1);

	assert_false((b->in.head | b->in.credit | b->in.message) >> (k->s.radix - 1) >> 1);
	for (unsigned i = 0; i < k->s.radix && k->s.nodes; i++)
		follow_upstream(k, i, last->message >> i & 1 ? &last->msg[i] : NULL);
	if (b->in.configure)
		check_configuration(k, cycle, &b->in, seen);
	if (k->s.nodes)
		follow_packets(k, cycle, &b->in, departs);
	for (unsigned i = 0; i < k->s.radix; i++) {
		if (b->in.head >> i & 1)
			check_header(k, cycle, i, &b->in.packet[i], seen);
		if (b->in.credit >> i & 1)
			assert_true(k->occupied[i]-- > 0);
		if (b->in.message >> i & 1)
			(k->s.nodes ? check_destination : check_message)(k, i, &b->in.msg[i], seen);
		count_quiet(k, i, b->in.message >> i & 1 ? &b->in.msg[i] : NULL);
		k->occupied[i] += departs->depart >> i & 1;
		assert_true(k->occupied[i] <= k->s.slots);
		seen->out_of_slots += k->occupied[i] == k->s.slots;
		k->credits[i] += last->credit >> i & 1;
	}
}

static void run(const struct shape *s, const struct neighbours_config *c, struct seen *seen)
{
	struct bench *b = bench_new(s, c);
	struct checker *k = test_calloc(1, sizeof *k);

	k->s = *s;
	k->held = test_calloc((size_t)s->radix * s->saqs * s->nodes + 1, sizeof *k->held);
	k->knows = test_calloc((size_t)s->radix * s->saqs * s->nodes + 1, sizeof *k->knows);
	for (unsigned i = 0; i < s->radix; i++)
		k->credits[i] = s->slots;
	while (b->cycle < CYCLES || (b->cycle < 100 * CYCLES && !bench_drained(b))) {
		if (!bench_step(b))
			fail_msg("%s", b->why);
		check_cycle(k, b, seen);
	}
	for (unsigned i = 0; i < s->radix; i++)
		assert_true(k->credits[i] == s->slots && !k->occupied[i] && !k->stopped[i]);
	test_free(k->held);
	test_free(k->knows);
	test_free(k);
	bench_free(b);
}

static struct seen kept(struct params draw(struct rng *, unsigned most_ports))
{
	struct rng r = rng_seed(7, 0);
	struct seen seen = { 0 };

	for (unsigned i = 0; i < CONFIGURATIONS; i++) {
		struct params p = draw(&r, 9);
		struct shape s = shape_of(&p);
		struct neighbours_config c = random_neighbours(&r, &s, rng_below(&r, TRAFFIC_KINDS));

		c.stop_cycle = CYCLES;
		run(&s, &c, &seen);
	}
	print_message("# headers back to back %" PRIu64 ", after a gap %" PRIu64 ", with the last credit %" PRIu64 "; sink full %" PRIu64 " cycles; Xoff %" PRIu64 ", of an empty sink "
		      "%" PRIu64 ", within another %" PRIu64 ", of lengths 1, 2, 3: %" PRIu64 " %" PRIu64 " %" PRIu64 "; words with another value %" PRIu64 ", with the same %" PRIu64 "\n", seen.back_to_back, seen.gaps, seen.no_credit,
		      seen.out_of_slots, seen.xoff, seen.idle_xoff, seen.nested, seen.lengths[1], seen.lengths[2], seen.lengths[3], seen.rerouted, seen.kept);
	assert_true(seen.back_to_back && seen.gaps && seen.no_credit && seen.out_of_slots);
	assert_true(seen.xoff && seen.idle_xoff && seen.nested && seen.lengths[1] && seen.lengths[2] && seen.lengths[3]);
	return seen;
}

TEST(the_link_contract_is_kept)
{
	kept(random_params);
}

TEST(by_destination_too)
{
	const struct seen seen = kept(random_fbicm_params);

	assert_true(seen.more && seen.rerouted > 1000 && seen.kept);
}

static struct params few_destinations(struct rng *r, unsigned most_ports)
{
	struct params p = random_fbicm_params(r, most_ports);

	p.lists = LISTS_ram;
	return p;
}

TEST(also_for_lists_in_memories)
{
	const struct seen seen = kept(few_destinations);

	assert_true(seen.reused && seen.rerouted > 1000 && seen.kept);
}
