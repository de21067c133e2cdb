#include "image.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 32 };

static bool has_register(const struct signal *r)
{
	return r->width && (r->kind == SIGNAL_REG || (r->kind == SIGNAL_MEM && r->words));
}

static unsigned words_of(unsigned width)
{
	return (width + WORD_BITS - 1) / WORD_BITS;
}

/* Lay out one instance of each unit, then the instances behind each other. Returns the number of places. */
static unsigned lay_out(struct image *m, const struct shape *s)
{
	unsigned places = 0;

	for (enum unit u = 0; u < UNITS; u++) {
		const struct unit_desc *d = &m->units[u];
		const unsigned instances = units_instances(s, d);

		for (unsigned row = 0; row < d->n; row++)
			m->rows[u] += d->signals[row].kind == SIGNAL_REG || d->signals[row].kind == SIGNAL_MEM;
		assert(m->rows[u] <= UNIT_PLACES);
		m->place_base[u] = places;
		m->instances[u] = instances;
		places += instances * m->rows[u];
		for (unsigned row = 0; row < d->n; row++) {
			if (!has_register(&d->signals[row]))
				continue;
			m->row_offset[u][row] = m->stride[u];
			m->row_reg[u][row] = m->per[u]++;
			m->stride[u] += words_of(d->signals[row].width);
			if (instances && words_of(d->signals[row].width) > m->widest)
				m->widest = words_of(d->signals[row].width);
		}
		m->base[u] = m->words;
		m->first[u] = m->n;
		m->words += instances * m->stride[u];
		m->n += instances * m->per[u];
	}
	return places;
}

static void list_registers(struct image *m, enum unit u, unsigned instance)
{
	const struct unit_desc *d = &m->units[u];
	unsigned place = m->place_base[u] + instance;

	for (unsigned row = 0; row < d->n; row++) {
		const struct signal *r = &d->signals[row];

		if (has_register(r))
			m->regs[m->first[u] + instance * m->per[u] + m->row_reg[u][row]] = (struct image_reg){
				.unit = u,
				.row = row,
				.instance = instance,
				.width = r->width,
				.offset = m->base[u] + instance * m->stride[u] + m->row_offset[u][row],
				.words = words_of(r->width),
				.place = place,
			};
		if (r->kind == SIGNAL_REG || r->kind == SIGNAL_MEM)
			place += m->instances[u];
	}
}

static void reset_register(struct image *m, unsigned i)
{
	const struct image_reg *g = &m->regs[i];
	const struct signal *r = &m->units[g->unit].signals[g->row];
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
	units_describe(s, m->units);
	m->place = calloc(lay_out(m, s), sizeof *m->place);
	m->regs = calloc(m->n, sizeof *m->regs);
	m->word = calloc(m->words, sizeof *m->word);
	m->known = calloc(m->n, sizeof *m->known);
	if (!m->place || !m->regs || !m->word || !m->known) {
		image_free(m);
		return NULL;
	}
	for (enum unit u = 0; u < UNITS; u++)
		for (unsigned i = 0; i < units_instances(s, &m->units[u]); i++)
			list_registers(m, u, i);
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
	free(m->place);
	free(m->regs);
	free(m->word);
	free(m->known);
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
