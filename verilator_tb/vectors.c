#include "vectors.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 32 };

static unsigned words_of(unsigned width)
{
	return (width + WORD_BITS - 1) / WORD_BITS;
}

/* Storage as struct pins wants it: up to 64 bits in one integer, more in words. */
static bool lay_out_pins(struct vectors *v)
{
	struct signal ports[PINS];

	v->pins.shape = v->shape;
	ports_describe(&v->shape, ports);
	for (unsigned n = 0; n < PINS; n++) {
		struct pin_storage *p = &v->pins.pin[n];
		const unsigned all = ports[n].width;

		if (all)
			*p = (struct pin_storage){ .ports = ports[n].elements, .width = ports[n].bits, .bytes = all <= 64 ? 8 : words_of(all) * 4 };
		if (!pin_rows[n].input || !all)
			continue;
		p->data = calloc(p->bytes, 1);
		if (!p->data)
			return false;
		v->pin_at[n] = v->words;
		v->words += words_of(all);
	}
	return true;
}

static void lay_out_memories(struct vectors *v)
{
	for (unsigned i = 0; i < v->image->n; i++) {
		const struct image_reg *r = &v->image->regs[i];
		const struct signal *g = image_row(v->image, r);

		if (g->kind != SIGNAL_MEM)
			continue;
		v->memories[v->n_memories++] = (struct vector_memory){ .reg = i, .words = g->words, .width = g->width, .at = v->words };
		v->words += VECTOR_DATA + r->words;
	}
}

bool vectors_init(struct vectors *v, const struct shape *s)
{
	*v = (struct vectors){ .shape = *s, .image = image_new(s) };
	if (!v->image || !lay_out_pins(v))
		return false;
	v->image_at = v->words;
	v->words += v->image->words;
	v->memories = calloc(v->image->n, sizeof *v->memories);
	if (!v->memories)
		return false;
	lay_out_memories(v);
	v->row = calloc(v->words, sizeof *v->row);
	v->before = calloc(v->words, sizeof *v->before);
	return v->row && v->before;
}

void vectors_free(struct vectors *v)
{
	for (unsigned n = 0; n < PINS; n++)
		free(v->pins.pin[n].data);
	image_free(v->image);
	free(v->memories);
	free(v->row);
	free(v->before);
	*v = (struct vectors){ .words = 0 };
}

uint64_t vectors_bits(const struct vectors *v)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < v->image->n; i++)
		bits += v->image->regs[i].width;
	for (unsigned i = 0; i < v->n_memories; i++)
		bits += (uint64_t)v->memories[i].words * v->memories[i].width;
	return bits;
}

static void take_pins(struct vectors *v)
{
	for (unsigned n = 0; n < PINS; n++)
		if (pin_rows[n].input && v->pins.pin[n].width)
			memcpy(v->row + v->pin_at[n], v->pins.pin[n].data,
			       words_of(pin_bits(&v->pins.pin[n])) * sizeof *v->row);
}

static void write_step(struct vectors *v, enum vector_step step, FILE *f)
{
	unsigned n = 0;

	take_pins(v);
	for (unsigned i = 0; i < v->words; i++)
		n += !v->begun || v->row[i] != v->before[i];
	fprintf(f, "%x %x", (unsigned)step, n);
	for (unsigned i = 0; i < v->words; i++)
		if (!v->begun || v->row[i] != v->before[i])
			fprintf(f, " %x %x", i, (unsigned)v->row[i]);
	fputc('\n', f);
	memcpy(v->before, v->row, v->words * sizeof *v->row);
	v->begun = true;
}

/* The word at an address of a memory is to be compared, if the model says what it is. */
static bool expect_word(struct vectors *v, const struct lockstep *l, const struct vector_memory *m, unsigned address)
{
	const struct image_reg *r = &v->image->regs[m->reg];

	v->row[m->at + VECTOR_VALID] = switch_memory(l->model, l->cycle, r->site, r->row, r->instance, address, v->row + m->at + VECTOR_DATA);
	v->row[m->at + VECTOR_ADDRESS] = address;
	return v->row[m->at + VECTOR_VALID];
}

/* Where each memory was written in the cycle before l->cycle. To be asked before the image of l->cycle. */
static void note_writes(struct vectors *v, const struct lockstep *l)
{
	for (struct vector_memory *m = v->memories; m < v->memories + v->n_memories; m++) {
		const struct image_reg *r = &v->image->regs[m->reg];
		unsigned address[SWITCH_PORTS];

		m->written = l->cycle && switch_writes(l->model, l->cycle - 1, r->site, r->row, address) & UINT64_C(1) << r->instance;
		if (m->written)
			m->write_address = address[r->instance];
	}
}

/* Expected values at the beginning of l->cycle. */
static void expect(struct vectors *v, const struct lockstep *l)
{
	note_writes(v, l);
	switch_image(l->model, l->cycle, v->image);
	memcpy(v->row + v->image_at, v->image->word, v->image->words * sizeof *v->row);
	for (const struct vector_memory *m = v->memories; m < v->memories + v->n_memories; m++) {
		v->row[m->at + VECTOR_KNOWN] = v->image->known[m->reg];
		v->row[m->at + VECTOR_VALID] = 0;
		if (m->written)
			expect_word(v, l, m, m->write_address);
	}
}

/* At the end, all words that mean something: one of each memory a step. next: a place to go on from for each memory. */
static void write_memories(struct vectors *v, const struct lockstep *l, unsigned *next, FILE *f)
{
	for (bool more = true; more;) {
		more = false;
		for (unsigned i = 0; i < v->n_memories; i++) {
			const struct vector_memory *m = &v->memories[i];

			v->row[m->at + VECTOR_VALID] = 0;
			while (next[i] < m->words && !expect_word(v, l, m, next[i]++))
				;
			more |= v->row[m->at + VECTOR_VALID];
		}
		if (more)
			write_step(v, VECTOR_MEMORY, f);
	}
}

static void write_reset(struct vectors *v, uint64_t noise, FILE *f)
{
	for (unsigned i = 0; i < VECTORS_RESET_STEPS; i++) {
		pins_drive_noise(&v->pins, &noise);
		write_step(v, VECTOR_RESET, f);
	}
	pins_drive_idle(&v->pins);
}

bool vectors_record(struct vectors *v, struct lockstep *l, FILE *f)
{
	unsigned *next = calloc(v->n_memories, sizeof *next);
	bool good = next;

	if (!next)
		snprintf(l->why, sizeof l->why, "out of memory");
	pins_position(&v->pins, l->config.at);
	write_reset(v, l->config.traffic.seed, f);
	while (good && l->cycle < l->config.cycles) {
		expect(v, l);
		good = lockstep_cycle(l);
		pins_drive(&v->pins, l->in);
		write_step(v, VECTOR_CYCLE, f);
	}
	if (good) {
		expect(v, l);
		write_step(v, VECTOR_LAST, f);
		write_memories(v, l, next, f);
		write_step(v, VECTOR_END, f);
	}
	free(next);
	return good;
}
