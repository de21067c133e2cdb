#include "outputs.h"

#include <assert.h>
#include <string.h>

enum { WORD_BITS = 32, FLIT = 64 };

/* A register of one port as the pins show it. */
static void expect_bits(const struct output *a, unsigned port)
{
	const unsigned lsb = port * a->width;
	uint32_t words[FLIT_WORDS] = { 0 };

	memcpy(words, a->reg[port], a->bytes);
	for (unsigned at = 0; at < a->width; at += WORD_BITS)
		bits_put(a->expected, lsb + at, a->width - at < WORD_BITS ? a->width - at : WORD_BITS, words[at / WORD_BITS]);
}

static void expect(const struct output *a, unsigned ports)
{
	uint64_t bits = 0;

	if (a->width == 1) {
		for (unsigned i = 0; i < ports; i++)
			bits |= (uint64_t)*a->reg[i] << i;
		a->expected[0] = (uint32_t)bits;
		a->expected[1] = (uint32_t)(bits >> WORD_BITS);
	} else {
		for (unsigned i = 0; i < ports; i++)
			expect_bits(a, i);
	}
}

static struct output output_of(struct outputs *o, enum site site, unsigned row)
{
	struct image *const m = o->image;
	const enum pin pin = m->units[m->sites[site].unit].signals[row].pin;
	struct output a = { .pin = pin, .site = site, .row = row, .width = o->pins->pin[pin].width, .expected = o->words[o->n] };

	assert(m->instances[site] == o->pins->pin[pin].ports);
	a.touched = &m->touched[site][row];
	for (unsigned port = 0; port < m->instances[site]; port++) {
		const struct image_place *p = &m->place[m->regs[image_reg(m, site, port, row)].place];

		a.reg[port] = (const uint8_t *)m->word + p->at;
		a.bytes = p->bytes;
	}
	return a;
}

static void add(struct outputs *o, enum site site, unsigned row)
{
	const struct image *const image = o->image;

	assert(o->n < OUTPUTS);
	o->at[o->n] = output_of(o, site, row);
	expect(&o->at[o->n], image->instances[site]);
	o->n++;
}

void outputs_init(struct outputs *o, const struct pins *pins, struct image *image)
{
	*o = (struct outputs){ .pins = pins, .image = image };
	for (enum site site = 0; site < SITES; site++) {
		const struct unit_desc *const u = &image->units[image->sites[site].unit];

		for (unsigned row = 0; row < u->n && image->instances[site]; row++)
			if (u->signals[row].shown && u->signals[row].width)
				add(o, site, row);
	}
}

bool outputs_equal_at(const struct outputs *o, const struct output *a, unsigned port)
{
	uint32_t rtl[FLIT_WORDS], model[FLIT_WORDS];

	pin_words(&o->pins->pin[a->pin], port, rtl);
	image_read(o->image, image_reg(o->image, a->site, port, a->row), model);
	return !memcmp(rtl, model, (a->width + WORD_BITS - 1) / WORD_BITS * sizeof *rtl);
}

static bool equal(const struct pin_storage *s, const uint32_t *expected)
{
	uint64_t a, b;

	if (s->bytes == 1)
		return *(const uint8_t *)s->data == (uint8_t)*expected;
	if (s->bytes != sizeof a)
		return !memcmp(s->data, expected, s->bytes);
	memcpy(&a, s->data, sizeof a);
	memcpy(&b, expected, sizeof b);
	return a == b;
}

/* Flits of 64 bits stand in pins and registers alike: nothing is copied to compare them. */
static bool flits_equal(const struct output *a, const uint8_t *pins, unsigned ports)
{
	uint64_t pin, reg, differ = 0;

	for (unsigned i = 0; i < ports; i++) {
		memcpy(&pin, pins + i * sizeof pin, sizeof pin);
		memcpy(&reg, a->reg[i], sizeof reg);
		differ |= pin ^ reg;
	}
	return !differ;
}

bool outputs_equal(struct outputs *o)
{
	bool same = true;

	for (const struct output *a = o->at, *end = a + o->n; a < end; a++) {
		const struct pin_storage *const pin = &o->pins->pin[a->pin];
		const unsigned ports = pin->ports;

		if (a->width == FLIT) {
			same &= flits_equal(a, pin->data, ports);
			continue;
		}
		if (*a->touched) {
			expect(a, ports);
			*a->touched = 0;
		}
		same &= equal(pin, a->expected);
	}
	return same;
}
