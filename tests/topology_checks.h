#pragma once

#include "asserts.h"
#include "topology_case.h"

#include <stdlib.h>
#include <string.h>

/* What holds in every topology: wiring is symmetric, routes lead where they should, and cannot deadlock. */
static inline void wiring_is_symmetric(const struct topology *t)
{
	unsigned seen = 0;

	for (uint32_t sw = 0; sw < t->switches; sw++)
		for (unsigned port = 0; port < t->radix; port++) {
			const struct place far = t->peer(t, sw, port);

			if (far.is == NODE) {
				const struct place back = t->attach(t, far.index);

				seen++;
				assert_true(far.index < t->nodes && back.is == SWITCH);
				assert_int_equal(back.index, sw);
				assert_int_equal(back.port, port);
			} else if (far.is == SWITCH) {
				const struct place back = t->peer(t, far.index, far.port);

				assert_true(far.index < t->switches && far.port < t->radix && back.is == SWITCH);
				assert_int_equal(back.index, sw);
				assert_int_equal(back.port, port);
			}
		}
	assert_int_equal(seen, t->nodes);
}

/* Ports crossed by a packet: output ports as switch * radix + port. Returns how many; fails unless it ends at its destination. */
static inline unsigned walk(const struct topology *t, uint32_t source, uint32_t destination, uint32_t *crossed)
{
	const unsigned pieces = t->binary.pieces;
	const struct route r = topology_route(t, pieces, topology_turns(t, pieces, source), source, destination), digits = t->route(t, source, destination);
	struct place at = t->attach(t, source);

	assert_int_equal(r.turns, t->hops(t, source, destination));
	assert_int_equal(r.turns, topology_hops(t, pieces, source, destination));
	assert_int_equal(r.turns, digits.turns);
	assert_int_equal(r.turnpool, digits.turnpool);
	for (unsigned i = 0; i < r.turns; i++) {
		const unsigned turn = (unsigned)(r.turnpool >> i * t->turn_w & ((1u << t->turn_w) - 1));

		assert_int_equal(at.is, SWITCH);
		assert_true(turn < t->radix);
		const unsigned out = (at.port + turn) % t->radix;

		assert_int_equal(out, t->out(t, at.index, destination));
		crossed[i] = at.index * t->radix + out;
		at = t->peer(t, at.index, out);
	}
	assert_int_equal(at.is, NODE);
	assert_int_equal(at.index, destination);
	return r.turns;
}

struct channels {
	unsigned n;
	uint8_t *after;                 /* n x n: a packet holds the one while it waits for the other */
	uint8_t *state;
};

static inline void visit(struct channels *c, uint32_t a)
{
	c->state[a] = 1;
	for (uint32_t b = 0; b < c->n; b++) {
		if (!c->after[(size_t)a * c->n + b])
			continue;
		assert_int_not_equal(c->state[b], 1);
		if (!c->state[b])
			visit(c, b);
	}
	c->state[a] = 2;
}

static inline void no_cycle(const struct topology *t)
{
	struct channels c = { .n = t->switches * t->radix };
	uint32_t crossed[64];

	c.after = calloc(c.n, c.n);
	c.state = calloc(c.n, 1);
	assert_true(c.after && c.state);
	for (uint32_t s = 0; s < t->nodes; s++)
		for (uint32_t d = 0; d < t->nodes; d++) {
			const unsigned n = walk(t, s, d, crossed);

			for (unsigned i = 1; i < n; i++)
				c.after[(size_t)crossed[i - 1] * c.n + crossed[i]] = 1;
		}
	for (uint32_t a = 0; a < c.n; a++)
		if (!c.state[a])
			visit(&c, a);
	free(c.after);
	free(c.state);
}

/* Fewest switches between that of `from` and all others. */
static inline void search(const struct topology *t, uint32_t from, uint32_t *fewest, uint32_t *queue)
{
	uint32_t n = 1;

	memset(fewest, 0, t->switches * sizeof *fewest);
	fewest[from] = 1;
	queue[0] = from;
	for (uint32_t i = 0; i < n; i++)
		for (unsigned port = 0; port < t->radix; port++) {
			const struct place far = t->peer(t, queue[i], port);

			if (far.is == SWITCH && !fewest[far.index]) {
				fewest[far.index] = fewest[queue[i]] + 1;
				queue[n++] = far.index;
			}
		}
	assert_int_equal(n, t->switches);
}

/* Topologies that do not fit. */
static inline void refused(const struct topology_config *c, unsigned radix, unsigned turnpool_bits, unsigned node_bits, const char *expected)
{
	struct params p = params_default();
	char why[TOPOLOGY_WHY] = "";
	struct topology t;

	p.radix = radix;
	p.turnpool_bits = turnpool_bits;
	p.node_bits = node_bits;
	const struct shape s = shape_of(&p);

	assert_false(topology_make(&t, c, &s, why));
	assert_string_equal(why, expected);
}
