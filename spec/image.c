#include "image.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 32 };

static bool has_register(const struct signal *r)
{
	return r->width && (r->kind == SIGNAL_REG || (r->kind == SIGNAL_MEM && r->words));
}

/* Of every site one instance behind the other. Returns the number of places. */
static unsigned lay_out(struct image *m)
{
	unsigned places = 0;

	for (enum site at = 0; at < SITES; at++) {
		const struct unit_desc *d = &m->units[m->sites[at].unit];

		m->instances[at] = m->sites[at].instances;
		m->place_base[at] = places;
		m->first[at] = m->n;
		for (unsigned row = 0; row < d->n; row++) {
			m->row_reg[at][row] = m->per[at];
			m->per[at] += has_register(&d->signals[row]);
		}
		places += m->instances[at] * d->n;
		m->n += m->instances[at] * m->per[at];
	}
	return places;
}

static void list_registers(struct image *m, enum site at, unsigned instance)
{
	const struct unit_desc *d = &m->units[m->sites[at].unit];
	unsigned place = m->place_base[at] + instance;

	for (unsigned row = 0; row < d->n; row++) {
		const struct signal *r = &d->signals[row];
		const unsigned words = (r->width + WORD_BITS - 1) / WORD_BITS;

		if (has_register(r)) {
			m->regs[image_reg(m, at, instance, row)] = (struct image_reg){
				.site = at, .row = row, .instance = instance, .width = r->width, .offset = m->words, .words = words, .place = place,
			};
			m->words += words;
			m->widest = words > m->widest ? words : m->widest;
		}
		place += m->instances[at];
	}
}

static void reset_register(struct image *m, unsigned i)
{
	const struct image_reg *g = &m->regs[i];
	const struct signal *r = image_row(m, g);
	const uint64_t above = r->reset == RESET_ONES ? RESET_ONES : 0;
	const struct image_place at = m->place[g->place];

	m->known[i] = r->kind == SIGNAL_REG;
	for (unsigned bit = 0; bit < g->width && r->kind == SIGNAL_REG; bit += 64) {
		const unsigned left = at.bytes - bit / 8;
		uint32_t words[2] = { 0 };

		bits_put(words, 0, g->width - bit < 64 ? g->width - bit : 64, bit ? above : r->reset);
		memcpy((uint8_t *)m->word + at.at + bit / 8, words, left < sizeof words ? left : sizeof words);
	}
}

bool image_arrange(struct image *m, const struct image_place *place, unsigned words)
{
	uint32_t *const word = calloc(words, sizeof *word);

	if (!word)
		return false;
	free(m->word);
	m->word = word;
	m->words = words;
	m->learned = 0;
	for (unsigned i = 0; i < m->n; i++) {
		assert(place[i].bytes && place[i].bytes <= m->regs[i].words * sizeof *word);
		assert(place[i].at + place[i].bytes <= words * sizeof *word);
		m->place[m->regs[i].place] = place[i];
		reset_register(m, i);
	}
	return true;
}

void image_reset(struct image *m)
{
	m->learned = 0;
	for (unsigned i = 0; i < m->n; i++)
		reset_register(m, i);
	memset(m->touched, 0xff, sizeof m->touched);
}

void image_row_name(const struct image *m, const struct image_reg *r, char name[IMAGE_NAME])
{
	char path[IMAGE_NAME / 2], signal[IMAGE_NAME / 4];

	site_path(&m->sites[r->site], r->instance, path, sizeof path);
	units_signal_name(image_row(m, r), signal, sizeof signal);
	snprintf(name, IMAGE_NAME, "%s.%s", path, signal);
}

void image_register_name(const struct image *m, const struct image_reg *r, char name[IMAGE_NAME])
{
	image_row_name(m, r, name);
	if (image_row(m, r)->kind == SIGNAL_MEM)
		strcat(name, ".rdata_q");
}

void image_read(const struct image *m, unsigned reg, uint32_t *words)
{
	const struct image_place *p = &m->place[m->regs[reg].place];

	words[m->regs[reg].words - 1] = 0;
	memcpy(words, (const uint8_t *)m->word + p->at, p->bytes);
}

struct image *image_new(const struct shape *s)
{
	struct image *m = calloc(1, sizeof *m);

	if (!m)
		return NULL;
	units_describe(s, m->units, m->sites);
	m->place = stock_array(&m->memory, lay_out(m), sizeof *m->place);
	m->regs = stock_array(&m->memory, m->n, sizeof *m->regs);
	m->known = stock_array(&m->memory, m->n, sizeof *m->known);
	for (enum site at = 0; at < SITES && m->regs; at++)
		for (unsigned i = 0; i < m->instances[at]; i++)
			list_registers(m, at, i);
	m->word = calloc(m->words, sizeof *m->word);
	if (m->memory.lacking || !m->word) {
		image_free(m);
		return NULL;
	}
	for (unsigned i = 0; i < m->n; i++) {
		const struct image_reg *g = &m->regs[i];

		m->place[g->place] = (struct image_place){ g->offset * 4, g->words * 4 };
		reset_register(m, i);
	}
	return m;
}

void image_free(struct image *m)
{
	if (!m)
		return;
	stock_free(&m->memory);
	free(m->word);
	free(m);
}

void bits_put(uint32_t *words, unsigned lsb, unsigned width, uint64_t value)
{
	assert(width <= 64);
	while (width) {
		const unsigned at = lsb % WORD_BITS;
		const unsigned n = width < WORD_BITS - at ? width : WORD_BITS - at;
		const uint32_t mask = (n == WORD_BITS ? UINT32_MAX : (UINT32_C(1) << n) - 1) << at;
		uint32_t *w = words + lsb / WORD_BITS;

		*w = (*w & ~mask) | ((uint32_t)value << at & mask);
		value >>= n;
		lsb += n;
		width -= n;
	}
}

uint64_t bits_get(const uint32_t *words, unsigned lsb, unsigned width)
{
	uint64_t value = 0;

	assert(width <= 64);
	for (unsigned got = 0; got < width;) {
		const unsigned at = (lsb + got) % WORD_BITS;
		const unsigned left = width - got;
		const unsigned n = left < WORD_BITS - at ? left : WORD_BITS - at;
		const uint32_t part = words[(lsb + got) / WORD_BITS] >> at & (n == WORD_BITS ? UINT32_MAX : (UINT32_C(1) << n) - 1);

		value |= (uint64_t)part << got;
		got += n;
	}
	return value;
}
