#ifndef LAWS_WATCH_H
#define LAWS_WATCH_H

/* For tests of laws (laws.h): a bench whose registers the laws see, tampered with. */
#include "asserts.h"
#include "bench/bench.h"
#include "laws.h"

#include <string.h>

struct watched {
	struct bench *b;
	struct image *m, *seen;         /* by the laws: m, tampered with */
	struct laws *laws;
	struct switch_in in;            /* of the last cycle, as the laws are told */
	struct switch_out out;
	char why[LAWS_WHY];
};

/* A fault: what it changes at the beginning of a cycle, in the registers seen; after it, in what is said of the links, or in the model. */
typedef void tampering(struct watched *);

static inline struct watched watch_bench(const struct shape *s, const struct neighbours_config *c)
{
	struct watched w = { .b = bench_new(s, c), .m = image_new(s), .seen = image_new(s) };

	assert_true(w.b && w.m && w.seen);
	w.laws = laws_new(s, w.seen);
	assert_non_null(w.laws);
	laws_position(w.laws, neighbours_position(w.b->neighbours));
	switch_image(w.b->sw, 0, w.m);
	return w;
}

static inline void unwatch(struct watched *w)
{
	laws_free(w->laws);
	image_free(w->m);
	image_free(w->seen);
	bench_free(w->b);
}

/* A register, as seen. */
static inline uint32_t *reg(const struct watched *w, enum site at, unsigned instance, const char *name)
{
	return image_at(w->seen, at, instance, image_row_named(w->seen, at, name));
}

/* One of its equally wide fields. */
static inline uint64_t value(const struct watched *w, enum site at, unsigned instance, const char *name, unsigned field, unsigned width)
{
	return bits_get(reg(w, at, instance, name), field * width, width);
}

static inline void change(const struct watched *w, enum site at, unsigned instance, const char *name, unsigned field, unsigned width, uint64_t by)
{
	bits_put(reg(w, at, instance, name), field * width, width, value(w, at, instance, name, field, width) + by);
}

/* Runs a cycle. False: a law is broken, and why says which. */
static inline bool one_cycle(struct watched *w, tampering *before, tampering *after)
{
	memcpy(w->seen->word, w->m->word, w->m->words * sizeof *w->m->word);
	if (before)
		before(w);
	if (!laws_hold(w->laws, w->b->cycle, NULL, NULL, w->why))
		return false;
	if (!bench_step(w->b))
		fail_msg("%s", w->b->why);
	w->in = w->b->in;
	w->out = *bench_decided(w->b, 0);
	if (after)
		after(w);
	laws_passed(w->laws, &w->in, &w->out);
	switch_image(w->b->sw, w->b->cycle, w->m);
	return true;
}

/* All laws hold until then. */
static inline void all_hold(struct watched *w, uint64_t until)
{
	while (w->b->cycle < until)
		if (!one_cycle(w, NULL, NULL))
			fail_msg("%s", w->why);
}

/*
 * Lawful until the fault begins, in cycle `from`; then a law is broken, whose words have `why` in them. Everything else that looks at a run sees
 * nothing: packets come out once, in order, and the contract is kept.
 */
static inline void is_named(struct watched *w, uint64_t from, uint64_t until, const char *name, tampering *before, tampering *after, const char *why)
{
	bool lawful = true;

	all_hold(w, from);
	while (lawful && w->b->cycle < until)
		lawful = one_cycle(w, before, after);
	print_message("# %s: %s\n", name, lawful ? "not seen" : w->why);
	if (lawful || !strstr(w->why, why))
		fail_msg("%s: %s", name, lawful ? "not seen" : w->why);
	assert_int_equal(neighbours_stats(w->b->neighbours)->violations, 0);
}

#endif
