#pragma once

#include "given.h"
#include "switch.h"

#include <string.h>

/* A switch driven by hand, for scenarios whose cycles were worked out from docs/internals/microarchitecture-slots.md. */
struct harness {
	struct shape shape;
	struct sluice_switch *sw;
	struct image *image;
	struct switch_in in;    /* for the next cycle; cleared by step() */
	struct switch_out out;  /* of the last cycle */
	uint64_t cycle;         /* next cycle; the image shows its beginning */
};

static inline struct harness harness_new(struct params p)
{
	struct harness h = { .shape = shape_of(&p) };

	h.sw = switch_new(&h.shape);
	h.image = image_new(&h.shape);
	assert_true(h.sw && h.image);
	switch_image(h.sw, 0, h.image);
	return h;
}

static inline void harness_free(struct harness *h)
{
	switch_free(h->sw);
	image_free(h->image);
}

/* A test whose switch is `h` (test.h). */
#define SCENARIO(name, made) \
	static void name##_of(struct harness h); \
	TEST(name) \
	{ \
		struct harness its = made; \
\
		name##_of(its); \
		harness_free(&its); \
	} \
	static void name##_of(struct harness h)

static inline void step(struct harness *h)
{
	switch_step(h->sw, h->cycle, &h->in, &h->out);
	h->in.head = h->in.credit = h->in.message = 0;
	switch_image(h->sw, ++h->cycle, h->image);
}

/* Step up to the beginning of `cycle`; fail if anything is granted before. */
static inline void quiet_until(struct harness *h, uint64_t cycle)
{
	while (h->cycle < cycle) {
		step(h);
		if (h->out.depart)
			fail_msg("a grant in cycle %u", (unsigned)h->cycle - 1);
	}
}

/* Step up to the next grant, in at most 100 cycles. Returns its cycle. */
static inline unsigned next_grant(struct harness *h)
{
	for (unsigned k = 0; k < 100; k++) {
		step(h);
		if (h->out.depart)
			return (unsigned)h->cycle - 1;
	}
	fail_msg("no grant up to cycle %u", (unsigned)h->cycle);
	return 0;
}

/* The same, which is of this packet. */
static inline unsigned leaves(struct harness *h, uint64_t tag)
{
	const unsigned cycle = next_grant(h);

	assert_int_equal(h->out.packet[__builtin_ctzll(h->out.depart)].tag, tag);
	return cycle;
}

/* Send a header with a route of two turns in the next cycle. */
static inline void send(struct harness *h, unsigned port, unsigned turn, unsigned then, unsigned flits, uint64_t tag)
{
	h->in.head |= UINT64_C(1) << port;
	h->in.packet[port] = (struct packet){
		.turnpool = turn | (uint64_t)then << h->shape.turn_w,
		.tag = tag, .source = port & 0xffffff, .turns_left = 2, .flits = flits & 0xfff,
	};
}

/* A credit in the next cycle, of a queue, VC or class; of wormhole routers, of several VCs. n of them, in as many cycles. */
static inline void credit(struct harness *h, unsigned port, unsigned queue)
{
	h->in.credit |= UINT64_C(1) << port;
	h->in.credit_queue[port] = (uint16_t)queue;
}

static inline void n_credits(struct harness *h, unsigned port, unsigned queue, unsigned n)
{
	while (n--) {
		credit(h, port, queue);
		step(h);
	}
}

static inline void message(struct harness *h, unsigned port, struct message m)
{
	h->in.message |= UINT64_C(1) << port;
	h->in.msg[port] = m;
}

/* Field `index` of a register of `fields` equally wide fields. */
static inline unsigned reg(const struct harness *h, enum site at, const char *name, unsigned instance, unsigned fields, unsigned index)
{
	const struct image *m = h->image;

	for (unsigned k = 0; k < m->per[at]; k++) {
		const struct image_reg *r = m->regs + m->first[at] + instance * m->per[at] + k;

		if (!strcmp(image_row(m, r)->name, name)) {
			const unsigned width = r->width / fields;

			return (unsigned)bits_get(m->word + r->offset, index * width, width);
		}
	}
	fail_msg("no register %s", name);
	return 0;
}

#define REG(u, name, instance)               reg(&h, SITE_##u, #name, instance, 1, 0)
#define FIELD_OF(u, name, instance, n, index) reg(&h, SITE_##u, #name, instance, n, index)
