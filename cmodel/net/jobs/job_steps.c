#include "job_steps.h"

#include <string.h>

const char *const job_call_names[CALLS] = {
#define CALL(id, text) text,
#include "job_calls.def"
};

const char *const job_way_names[WAYS] = {
#define WAY(id, text) text,
#include "job_calls.def"
};

static const struct { enum job_kind kind; enum job_way way; } fits[] = {
#define FITS(call, way) { CALL_##call, WAY_##way },
#include "job_calls.def"
};

enum { ALL_FITS = sizeof fits / sizeof *fits };

enum job_way job_way_named(enum job_kind kind, const char *name)
{
	for (unsigned k = 0; k < ALL_FITS; k++)
		if (fits[k].kind == kind && !strcmp(name, job_way_names[fits[k].way]))
			return fits[k].way;
	return WAYS;
}

enum job_way job_first_way(enum job_kind kind)
{
	unsigned k = 0;

	while (fits[k].kind != kind)
		k++;
	return fits[k].way;
}

/* Binary logarithm, rounded down; and up. n >= 1. */
static unsigned log_down(uint32_t n)
{
	return 31 - (unsigned)__builtin_clz(n);
}

static unsigned log_up(uint32_t n)
{
	return n > 1 ? log_down(n - 1) + 1 : 0;
}

/* Does the operation by halves of the ranks begin and end with ranks beyond the largest power of two, which give their part to others? */
static bool folds(uint32_t ranks)
{
	return ranks & (ranks - 1);
}

static unsigned reduce_steps(enum job_way way, uint32_t ranks)
{
	switch (way) {
	case WAY_RING:
		return 2 * (ranks - 1);
	case WAY_TREE:
		return 2 * log_up(ranks);
	case WAY_HALVING:
		return 2 * log_down(ranks) + (folds(ranks) ? 2 : 0);
	default:
		return log_down(ranks) + (folds(ranks) ? 2 : 0);
	}
}

unsigned job_steps(const struct job_call *c, uint32_t ranks)
{
	switch (c->kind) {
	case CALL_COMPUTE:
		return 0;
	case CALL_BARRIER:
	case CALL_BROADCAST:
	case CALL_REDUCE:
		return log_up(ranks);
	case CALL_REDUCE_SCATTER:
		return ranks - 1;
	case CALL_ALL_GATHER:
		return c->way == WAY_RING ? ranks - 1 : log_up(ranks);
	case CALL_ALL_REDUCE:
		return reduce_steps(c->way, ranks);
	case CALL_ALL_TO_ALL:
		return c->way == WAY_PAIRWISE ? ranks - 1 : 1;
	default:
		return 1;
	}
}

/* The rank that is so many behind this one, in a circle of all. */
static uint32_t behind(const struct job_step *s, uint64_t by)
{
	return (uint32_t)((s->rank + by) % s->ranks);
}

static void send(struct job_step *s, uint32_t to, uint64_t bytes)
{
	s->to[s->sends++] = to;
	s->bytes = bytes;
}

static void receive(struct job_step *s, uint32_t from)
{
	s->from[s->receives++] = from;
}

/* All ranks send to the one that is so many behind them. */
static void shift(struct job_step *s, uint64_t by, uint64_t bytes)
{
	send(s, behind(s, by), bytes);
	receive(s, behind(s, s->ranks - by));
}

/* A binomial tree from the root on: in step k, the 2^k ranks that have the data send it. up: the other way round, to the root. */
static void tree(struct job_step *s, uint32_t root, unsigned step, bool up, uint64_t bytes)
{
	const uint32_t place = behind(s, s->ranks - root);
	const uint64_t half = UINT64_C(1) << step, other = place < half ? place + half : place - half;
	const bool inner = place < half;

	if ((inner && other >= s->ranks) || place >= 2 * half)
		return;
	const uint32_t peer = (uint32_t)((other + root) % s->ranks);

	if (inner != up)
		send(s, peer, bytes);
	else
		receive(s, peer);
}

/* The root sends to all others, or all of them to the root. */
static void star(struct job_step *s, uint32_t root, bool outward, uint64_t bytes)
{
	if (s->rank == root) {
		s->to_all = outward;
		s->from_all = !outward;
		*(outward ? &s->sends : &s->receives) = s->ranks - 1;
		s->bytes = bytes;
	} else if (outward) {
		receive(s, root);
	} else {
		send(s, root, bytes);
	}
}

static uint64_t share(uint64_t bytes, uint64_t parts)
{
	return (bytes + parts - 1) / parts;
}

static void swap_with(struct job_step *s, uint32_t peer, uint64_t bytes)
{
	send(s, peer, bytes);
	receive(s, peer);
}

/*
 * Pairs of ranks at a distance of a power of two exchange all bytes or, halving, a half, a quarter and so on of them, and then the results of these
 * the other way round. Ranks beyond the largest power of two give all to one below in a first step, and get the result in a last one.
 */
static void reduce_by_pairs(struct job_step *s, const struct job_call *c, unsigned step)
{
	const unsigned levels = log_down(s->ranks);
	const uint32_t inside = UINT32_C(1) << levels, beyond = s->ranks - inside;
	const unsigned first = folds(s->ranks);

	if (step < first || step == first + levels * (c->way == WAY_HALVING ? 2 : 1)) {
		if (s->rank >= inside)
			step ? receive(s, s->rank - inside) : send(s, s->rank - inside, c->amount);
		else if (s->rank < beyond)
			step ? send(s, s->rank + inside, c->amount) : receive(s, s->rank + inside);
		return;
	}
	if (s->rank >= inside)
		return;
	const unsigned k = step - first, level = k < levels ? k : 2 * levels - 1 - k;

	if (c->way == WAY_HALVING)
		swap_with(s, s->rank ^ inside >> (level + 1), share(c->amount, UINT64_C(2) << level));
	else
		swap_with(s, s->rank ^ UINT32_C(1) << level, c->amount);
}

static void reduce(struct job_step *s, const struct job_call *c, unsigned step)
{
	const unsigned half = log_up(s->ranks);

	if (c->way == WAY_RING)
		shift(s, 1, share(c->amount, s->ranks));
	else if (c->way == WAY_TREE)
		tree(s, 0, step < half ? half - 1 - step : step - half, step < half, c->amount);
	else
		reduce_by_pairs(s, c, step);
}

/* Each rank has the data of 2^step ranks, and sends it so far back. */
static void gather_doubling(struct job_step *s, unsigned step, uint64_t bytes)
{
	const uint64_t have = UINT64_C(1) << step, missing = s->ranks - have;

	shift(s, s->ranks - have, bytes * (have < missing ? have : missing));
}

static void exchange_neighbours(struct job_step *s, const struct job_call *c)
{
	uint32_t stride = 1;

	for (unsigned d = c->dims; d-- > 0;) {
		const uint32_t n = c->dim[d], at = s->rank / stride % n;
		const uint32_t next = s->rank + (at + 1 < n ? stride : 0) - (at + 1 < n ? 0 : (n - 1) * stride);
		const uint32_t before = s->rank - (at ? stride : 0) + (at ? 0 : (n - 1) * stride);

		if (n > 1) {
			swap_with(s, next, c->amount);
			swap_with(s, before, c->amount);
		}
		stride *= n;
	}
}

void job_step(const struct job_call *c, uint32_t ranks, uint32_t round, unsigned step, uint32_t rank, struct job_step *s)
{
	const uint32_t root = (uint32_t)(((uint64_t)c->root + (c->rotates ? round : 0)) % ranks);

	s->rank = rank;
	s->ranks = ranks;
	s->sends = s->receives = 0;
	s->bytes = 0;
	s->to_all = s->from_all = false;
	switch (c->kind) {
	case CALL_BARRIER:
		shift(s, UINT64_C(1) << step, 1);
		break;
	case CALL_BROADCAST:
		tree(s, root, step, false, c->amount);
		break;
	case CALL_REDUCE:
		tree(s, root, log_up(ranks) - 1 - step, true, c->amount);
		break;
	case CALL_REDUCE_SCATTER:
		shift(s, 1, share(c->amount, ranks));
		break;
	case CALL_GATHER:
	case CALL_SCATTER:
		star(s, root, c->kind == CALL_SCATTER, c->amount);
		break;
	case CALL_ALL_GATHER:
		if (c->way == WAY_RING)
			shift(s, 1, c->amount);
		else
			gather_doubling(s, step, c->amount);
		break;
	case CALL_ALL_REDUCE:
		reduce(s, c, step);
		break;
	case CALL_ALL_TO_ALL:
		if (c->way == WAY_PAIRWISE) {
			shift(s, (uint64_t)step + 1, c->amount);
			break;
		}
		s->to_all = s->from_all = true;
		s->sends = s->receives = ranks - 1;
		s->bytes = c->amount;
		break;
	case CALL_NEIGHBOURS:
		exchange_neighbours(s, c);
		break;
	default:
		break;
	}
}
