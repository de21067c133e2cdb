/*
 * Results do not depend on where switches are in memory: with rows of slots one after the other, or each in a large page with those of other switches
 * (docs/internals/engine.md); nor do states, which one has written and the other reads.
 */
#include "net/engine/network_state.h"
#include "net_result.h"
#include "state.h"
#include "test.h"

#include <sys/mman.h>

enum { CYCLES = 2000, MOVED = 1000, CASES = 6 };

/* A bank whose memory is given to it, and where another one takes its place. */
struct moving {
	struct shape shape;
	unsigned switches;
	struct sluice_switch *now;
	bool apart, moved;
	char *memory;
	size_t bytes;
};

static void *take(size_t bytes)
{
	char *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_true(at != MAP_FAILED);
	return at;
}

/* One at reset, in memory that it does not free, with its rows, if any, apart; or as switch_new_bank() has them. */
static void make(struct moving *m, bool apart)
{
	const struct switch_memory need = switch_bank_memory(&m->shape, m->switches);

	m->apart = apart;
	m->memory = NULL;
	if (apart) {
		m->bytes = need.state + need.past + need.rows * SWITCH_ROWS_APART;
		m->memory = take(m->bytes);
		m->now = switch_new_bank_in(&(struct switch_room){ m->memory, m->memory + need.state, m->memory + need.state + need.past, SWITCH_ROWS_APART },
					    &m->shape, m->switches);
	} else {
		m->now = switch_new_bank(&m->shape, m->switches);
	}
	assert_non_null(m->now);
}

static void drop(const struct moving *m)
{
	switch_free(m->now);
	if (!m->memory)
		return;
	assert_int_equal(msync(m->memory, m->bytes, MS_ASYNC), 0);      /* it is still there */
	munmap(m->memory, m->bytes);
}

static struct sluice_switch *open_moving(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	struct moving *const m = calloc(1, sizeof *m);

	(void)index;
	assert_true(m && !room);
	m->shape = *s;
	m->switches = switches;
	make(m, *(const bool *)context);
	return (void *)m;
}

/* Write the state, and go on with what has read it, in the other kind of memory. */
static void move(struct moving *m)
{
	struct moving other = { .shape = m->shape, .switches = m->switches, .moved = true };
	struct state s = { .reading = false };
	struct state_kept kept;

	assert_true(switch_kept(&m->shape, m->switches, &kept));
	make(&other, !m->apart);
	switch_state(m->now, &kept, &s);
	s.reading = true;
	switch_state(other.now, &kept, &s);
	assert_true(!s.failed && s.next == s.size);
	state_free(&s);
	free(kept.place);
	drop(m);
	*m = other;
}

static void configure_moving(struct sluice_switch *sw, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	switch_configure_word(((struct moving *)sw)->now, number, destination, entry);
}

static uint64_t step_moving(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct moving *const m = (void *)sw;

	if (cycle >= MOVED && !m->moved)
		move(m);
	return switch_step(m->now, cycle, in, out);
}

static bool drained_moving(const struct sluice_switch *sw)
{
	return switch_drained(((const struct moving *)sw)->now);
}

static const struct switch_counts *counts_moving(const struct sluice_switch *sw)
{
	return switch_counts(((const struct moving *)sw)->now);
}

static void close_moving(struct sluice_switch *sw)
{
	drop((void *)sw);
	free(sw);
}

static void compare(const struct net_case *c)
{
	const struct shape s = net_shape(c);
	struct result *const plain = result_of(c, 1, false, 1);

	for (unsigned k = 0; k < 2; k++) {
		bool apart = k;
		struct net_case moving = *c;
		const struct backend backend = {
			.depart_delay = switch_depart(&s), .reports_grants = switch_reports_grants(&s), .bank = switch_bank,
			.open = open_moving, .configure = configure_moving, .step = step_moving, .drained = drained_moving, .counts = counts_moving, .close = close_moving,
			.context = &apart,
		};

		moving.backend = &backend;
		result_same(c, plain, result_of(&moving, 1, false, 1), apart ? "apart, then together" : "together, then apart");
	}
	free(plain);
}

/* Switches whose steps are compiled for their dimensions, with rows of either kind. */
TEST(in_trees)
{
	static const struct tree { unsigned scheme, sorting, k, n; } trees[] = {
		{ SCHEME_recn_iq, SORTING_arrival, 4, 3 }, { SCHEME_recn_iq, SORTING_arrival, 16, 2 }, { SCHEME_recn_iq, SORTING_head, 4, 3 },
		{ SCHEME_fbicm, SORTING_arrival, 4, 3 }, { SCHEME_fbicm, SORTING_head, 4, 3 }, { SCHEME_pfc, SORTINGS, 4, 3 },
	};

	for (const struct tree *t = trees; t < trees + sizeof trees / sizeof *trees; t++) {
		struct net_case c = net_case_default(TOPOLOGY_KTREE, t->k, t->n);

		if (t->scheme != SCHEME_recn_iq)
			net_case_scheme(&c, t->scheme, 4, 8);
		if (t->sorting != SORTINGS)
			c.params.sorting = t->sorting;
		c.load = 0.8;
		c.hot_share = 0.1;
		c.end = CYCLES;
		compare(&c);
	}
}

/* Every scheme, as its kind of switch draws it; without wormhole routers, which are told where they are. */
TEST(in_random_networks)
{
	for (const struct random_kind *kind = random_kinds; kind < random_kinds + RANDOM_KINDS; kind++)
		for (unsigned i = 0; i < CASES && kind->network; i++) {
			struct net_case c = net_case_random(kind, 91000 + 1000 * (unsigned)(kind - random_kinds) + i);

			c.end = CYCLES;
			if (!net_shape(&c).by_flits)
				compare(&c);
		}
}

/* Memory of banks of a large network, beyond those whose rows fit between two rows of the first: what is written to one is in no other. */
enum { BANKS = SWITCH_ROWS_APART / 2048 + 6, ROWS = 130 };

static struct switch_memory some_memory(const struct shape *s, unsigned switches)
{
	(void)s, (void)switches;
	return (struct switch_memory){ .state = 4096, .past = 64, .rows = ROWS, .row = 2048 };
}

static void mark(const struct switch_room *room, uint64_t value)
{
	uint64_t *const at[] = {
		room->state, (void *)((char *)room->state + 4096 - sizeof value), room->past, (void *)((char *)room->past + 64 - sizeof value),
	};

	for (unsigned k = 0; k < sizeof at / sizeof *at; k++)
		*at[k] = value;
	for (size_t k = 0; k < ROWS; k++)
		for (size_t i = 0; i < 2048; i += 2048 - sizeof value)
			*(uint64_t *)(void *)((char *)room->rows + k * room->apart + i) = value + k;
}

static void is_marked(const struct switch_room *room, uint64_t value)
{
	assert_true(*(uint64_t *)room->state == value && *(uint64_t *)room->past == value);
	assert_true(*(uint64_t *)(void *)((char *)room->state + 4096 - sizeof value) == value);
	for (size_t k = 0; k < ROWS; k++)
		for (size_t i = 0; i < 2048; i += 2048 - sizeof value)
			assert_true(*(uint64_t *)(void *)((char *)room->rows + k * room->apart + i) == value + k);
}

TEST(rooms)
{
	static struct network n;
	struct part part = { .switches = { 0, BANKS } };
	struct switch_room *const room = calloc(BANKS, sizeof *room);

	n.parts = 1;
	n.part = &part;
	n.bank = calloc(BANKS, sizeof *n.bank);
	assert_true(n.bank && room);
	n.kind[KIND_SWITCH].banked = 1;
	n.kind[KIND_SWITCH].backend.memory = some_memory;
	for (unsigned k = 0; k < BANKS; k++)
		n.bank[k].members = 1;
	network_room(&n, KIND_SWITCH);
	for (unsigned k = 0; k < BANKS; k++) {
		assert_true(network_next_bank(&n, KIND_SWITCH, room + k));
		assert_int_equal(room[k].apart, SWITCH_ROWS_APART);
		mark(room + k, (uint64_t)k * ROWS);
	}
	for (unsigned k = 0; k < BANKS; k++)
		is_marked(room + k, (uint64_t)k * ROWS);
	network_free_memory(&n);
	free(n.bank);
	free(room);
}
