#pragma once

/* For tests of laws (laws.h): a bench whose registers the laws see, tampered with. */
#include "one_switch.h"
#include "given.h"
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

typedef void tampering(struct watched *);

/* A field of a register that seems to hold so much more; but a field of 0 seems to hold no less, and with by = ON it alone seems to hold 1. width 0: as wide
 * as the fields that the register has. With ALL_OFF, ALL_ON, all bits of the register seem so, wherever it stands. */
enum { ON = 100, ALL_OFF, ALL_ON };

struct wrong {
	enum site at;
	unsigned instance;
	const char *reg;                /* NULL: there is none */
	unsigned field, width;
	int by;
};

/* A fault: what it changes at the beginning of a cycle, in the registers seen; after it, in what is said of the links, or in the model. */
struct fault {
	const char *name, *why;         /* why: what the law says of it, in part */
	unsigned scheme, how[2];        /* of the bench, as the test has it */
	tampering *before, *after;
	struct wrong seen;
	struct { uint64_t depart, credit, message; } hidden;    /* after it: of what is said of the links, these are not */
};

static inline struct watched watch_bench(const struct shape *s, const struct neighbours_config *c)
{
	struct watched w = { .b = bench_new(s, c), .m = image_new(s), .seen = image_new(s) };

	assert_true(w.b && w.m && w.seen);
	w.laws = laws_new(s, w.seen, neighbours_position(w.b->neighbours));
	assert_non_null(w.laws);
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

/* One of its equally wide fields; width 0: of those that it has. */
static inline unsigned width_of(const struct watched *w, enum site at, const char *name, unsigned width)
{
	return width ? width : w->seen->units[w->seen->sites[at].unit].signals[image_row_named(w->seen, at, name)].bits;
}

static inline uint64_t value(const struct watched *w, enum site at, unsigned instance, const char *name, unsigned field, unsigned width)
{
	width = width_of(w, at, name, width);
	return bits_get(reg(w, at, instance, name), field * width, width);
}

static inline void change(const struct watched *w, enum site at, unsigned instance, const char *name, unsigned field, unsigned width, uint64_t by)
{
	width = width_of(w, at, name, width);
	bits_put(reg(w, at, instance, name), field * width, width, value(w, at, instance, name, field, width) + by);
}

static inline void set_all(const struct watched *w, const struct wrong *g)
{
	const unsigned width = w->seen->units[w->seen->sites[g->at].unit].signals[image_row_named(w->seen, g->at, g->reg)].width;

	for (unsigned i = 0; i < w->seen->instances[g->at]; i++)
		for (unsigned k = 0; k < width; k++)
			bits_put(reg(w, g->at, i, g->reg), k, 1, g->by == ALL_ON);
}

static inline void go_wrong(const struct watched *w, const struct wrong *g)
{
	if (g->by >= ALL_OFF) {
		set_all(w, g);
		return;
	}
	const uint64_t is = value(w, g->at, g->instance, g->reg, g->field, g->width);

	if (is ? g->by != ON : g->by > 0)
		change(w, g->at, g->instance, g->reg, g->field, g->width, g->by == ON ? 1 : (uint64_t)(int64_t)g->by);
}

/* Runs a cycle, with a fault or without. False: a law is broken, and why says which. */
static inline bool one_cycle(struct watched *w, const struct fault *f)
{
	memcpy(w->seen->word, w->m->word, w->m->words * sizeof *w->m->word);
	if (f && f->before)
		f->before(w);
	if (f && f->seen.reg)
		go_wrong(w, &f->seen);
	if (!laws_hold(w->laws, w->b->cycle, NULL, NULL, w->why))
		return false;
	if (!bench_step(w->b))
		fail_msg("%s", w->b->why);
	w->in = w->b->in;
	w->out = *bench_decided(w->b, 0);
	if (f) {
		w->out.depart &= ~f->hidden.depart;
		w->out.credit &= ~f->hidden.credit;
		w->out.message &= ~f->hidden.message;
	}
	if (f && f->after)
		f->after(w);
	laws_passed(w->laws, &w->in, &w->out);
	switch_image(w->b->sw, w->b->cycle, w->m);
	return true;
}

/* All laws hold until then. */
static inline void all_hold(struct watched *w, uint64_t until)
{
	while (w->b->cycle < until)
		if (!one_cycle(w, NULL))
			fail_msg("%s", w->why);
}

/*
 * Lawful until the fault begins, in cycle FROM; then a law is broken, whose words have `why` in them. Everything else that looks at a run sees
 * nothing: packets come out once, in order, and the contract is kept.
 */
enum { FROM = 1500 };

static inline void is_named(struct watched *w, uint64_t until, const struct fault *f)
{
	bool lawful = true;

	all_hold(w, FROM);
	while (lawful && w->b->cycle < until)
		lawful = one_cycle(w, f);
	print_message("# %s: %s\n", f->name, lawful ? "not seen" : w->why);
	if (lawful || !strstr(w->why, f->why))
		fail_msg("%s: %s", f->name, lawful ? "not seen" : w->why);
	assert_int_equal(neighbours_stats(w->b->neighbours)->violations, 0);
}

static inline void are_named(const struct fault *faults, size_t n, uint64_t until, struct watched (*watch)(const struct fault *))
{
	for (const struct fault *f = faults; f < faults + n; f++) {
		struct watched w = watch(f);

		is_named(&w, until, f);
		unwatch(&w);
	}
}
