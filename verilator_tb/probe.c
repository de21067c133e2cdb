#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 96, NAME = 256, WORD_BITS = 32 };

static const struct signal *row_of(const struct probe *p, const struct image_reg *r)
{
	return &p->image->units[r->unit].signals[r->row];
}

void probe_register_name(const struct probe *p, unsigned reg, char *name, size_t size)
{
	const struct image_reg *r = &p->image->regs[reg];
	const struct signal *g = row_of(p, r);
	char path[PATH];

	units_path(&p->image->units[r->unit], r->instance, path, sizeof path);
	snprintf(name, size, "%s.%s%s", path, g->name, g->kind == SIGNAL_MEM ? ".rdata_q" : "");
}

void probe_memory_name(const struct probe *p, const struct probe_memory *m, char *name, size_t size)
{
	char path[PATH];

	units_path(&p->image->units[m->unit], m->port, path, sizeof path);
	snprintf(name, size, "%s.%s", path, p->image->units[m->unit].signals[m->row].name);
}

/* Look up <scope>.<name>, and complain unless it is `words` words of `width` bits. */
static bool find(const struct dut *d, const char *path, unsigned width, unsigned words, struct dut_signal *g,
		 char why[DUT_WHY])
{
	const char *dot = strrchr(path, '.');
	char scope[NAME];

	snprintf(scope, sizeof scope, "%.*s", (int)(dot - path), path);
	if (!d->lib->signal(d->instance, scope, dot + 1, g)) {
		snprintf(why, DUT_WHY, "the RTL has no %s", path);
		return false;
	}
	if (g->width != width || g->words != words) {
		snprintf(why, DUT_WHY, "%s has %u bits in the model and %u in the RTL", path, width * (words ? words : 1),
			 g->width * (g->words ? g->words : 1));
		return false;
	}
	return true;
}

/* path: of the memory's words, "....mem" */
static void find_write_port(struct probe_memory *m, const struct dut *d, const char *path)
{
	struct dut_signal wen, waddr;
	char scope[NAME];

	snprintf(scope, sizeof scope, "%.*s", (int)(strrchr(path, '.') - path), path);
	if (!d->lib->signal(d->instance, scope, "wen", &wen) || !d->lib->signal(d->instance, scope, "waddr", &waddr) ||
	    wen.width != 1 || waddr.bytes > 4)
		return;
	m->wen = wen.data;
	m->waddr = waddr.data;
	m->waddr_bytes = waddr.bytes;
}

static bool find_memory(struct probe *p, const struct dut *d, const char *top, const struct image_reg *r,
			char why[DUT_WHY])
{
	const struct signal *g = row_of(p, r);
	struct probe_memory *m = &p->memories[p->n_memories++];
	char name[NAME], path[NAME + 64];
	struct dut_signal s;

	*m = (struct probe_memory){
		.unit = r->unit, .row = r->row, .port = r->instance, .words = g->words, .width = g->width
	};
	probe_memory_name(p, m, name, sizeof name);
	snprintf(path, sizeof path, "%s.%s.mem", top, name);
	if (!find(d, path, g->width, g->words, &s, why))
		return false;
	m->bytes = s.bytes;
	m->data = s.data;
	find_write_port(m, d, path);
	p->memory_bits += (uint64_t)g->width * g->words;
	return true;
}

static bool find_all(struct probe *p, const struct dut *d, const char *top, unsigned *bytes, char why[DUT_WHY])
{
	for (unsigned i = 0; i < p->image->n; i++) {
		const struct image_reg *r = &p->image->regs[i];
		char name[NAME], path[NAME + 64];
		struct dut_signal s;

		probe_register_name(p, i, name, sizeof name);
		snprintf(path, sizeof path, "%s.%s", top, name);
		if (!find(d, path, r->width, 0, &s, why))
			return false;
		p->storage[i] = s.data;
		bytes[i] = s.bytes;
		p->register_bits += r->width;
		if (row_of(p, r)->kind == SIGNAL_MEM && !find_memory(p, d, top, r, why))
			return false;
	}
	return true;
}

/* Pairs of one storage class, behind those of the classes before: one for each register, or several for a wide one. */
static unsigned list_pairs(struct probe *p, const unsigned *bytes, unsigned n, unsigned size)
{
	const unsigned first = n;

	for (unsigned i = 0; i < p->image->n; i++) {
		const struct image_reg *r = &p->image->regs[i];
		const uint32_t at = (uint32_t)((uint8_t *)p->storage[i] - p->base);
		const unsigned whole = bytes[i] / 8;

		for (unsigned k = 0; k < whole && size == 8; k++)
			p->pairs[n++] = (struct probe_pair){ at + 8 * k, r->offset + 2 * k };
		if (bytes[i] % 8 == size)
			p->pairs[n++] = (struct probe_pair){ at + 8 * whole, r->offset + 2 * whole };
	}
	return n - first;
}

static void arrange(struct probe *p, const unsigned *bytes)
{
	p->base = p->storage[0];
	for (unsigned i = 0; i < p->image->n; i++) {
		if ((uint8_t *)p->storage[i] < p->base)
			p->base = p->storage[i];
		if (row_of(p, &p->image->regs[i])->kind == SIGNAL_MEM)
			p->unread[p->n_unread++] = i;
	}
	p->n8 = list_pairs(p, bytes, 0, 1);
	p->n16 = list_pairs(p, bytes, p->n8, 2);
	p->n32 = list_pairs(p, bytes, p->n8 + p->n16, 4);
	p->n64 = list_pairs(p, bytes, p->n8 + p->n16 + p->n32, 8);
}

bool probe_find(struct probe *p, const struct shape *s, const struct dut *d, const char *top, char why[DUT_WHY])
{
	unsigned *bytes;
	bool ok = false;

	*p = (struct probe){ .image = image_new(s) };
	if (!p->image)
		return false;
	bytes = calloc(p->image->n, sizeof *bytes);
	p->storage = calloc(p->image->n, sizeof *p->storage);
	p->pairs = calloc(p->image->words + p->image->n, sizeof *p->pairs);
	p->unread = calloc(p->image->n, sizeof *p->unread);
	p->memories = calloc(p->image->n, sizeof *p->memories);
	snprintf(why, DUT_WHY, "out of memory");
	if (bytes && p->storage && p->pairs && p->unread && p->memories && find_all(p, d, top, bytes, why)) {
		arrange(p, bytes);
		ok = true;
	}
	free(bytes);
	return ok;
}

void probe_free(struct probe *p)
{
	image_free(p->image);
	free(p->storage);
	free(p->pairs);
	free(p->unread);
	free(p->memories);
	*p = (struct probe){ .image = NULL };
}

static unsigned storage_size(unsigned width)
{
	if (width > 64)
		return (width + WORD_BITS - 1) / WORD_BITS * 4;
	return width > 32 ? 8 : width > 16 ? 4 : width > 8 ? 2 : 1;
}

/* Little-endian storage of any size into words whose upper bits are 0. */
static void to_words(const void *storage, unsigned width, uint32_t *words)
{
	words[(width - 1) / WORD_BITS] = 0;
	if (width > WORD_BITS)
		memcpy(words, storage, (width + WORD_BITS - 1) / WORD_BITS * 4);
	else
		memcpy(words, storage, storage_size(width));
}

void probe_register(const struct probe *p, unsigned reg, uint32_t *words)
{
	to_words(p->storage[reg], p->image->regs[reg].width, words);
}

/* So that the loops need not ask which registers are known. */
static void take_unread(struct probe *p)
{
	unsigned left = 0;

	for (unsigned i = 0; i < p->n_unread; i++) {
		const unsigned reg = p->unread[i];

		if (p->image->known[reg])
			continue;
		probe_register(p, reg, p->image->word + p->image->regs[reg].offset);
		p->unread[left++] = reg;
	}
	p->n_unread = left;
}

/* Bits that differ, over n pairs whose RTL side is of `rtl_type` and whose model side is of `model_type`. */
#define DIFFERENCE(name, rtl_type, model_type)									\
	static uint64_t name(const struct probe_pair *q, unsigned n, const uint8_t *rtl, const uint32_t *model)	\
	{													\
		uint64_t d = 0;											\
														\
		_Pragma("GCC unroll 8") for (unsigned i = 0; i < n; i++) {					\
			rtl_type a;										\
			model_type b;										\
														\
			memcpy(&a, rtl + q[i].rtl, sizeof a);							\
			memcpy(&b, model + q[i].model, sizeof b);						\
			d |= a ^ b;										\
		}												\
		return d;											\
	}
DIFFERENCE(difference_8, uint8_t, uint32_t)
DIFFERENCE(difference_16, uint16_t, uint32_t)
DIFFERENCE(difference_32, uint32_t, uint32_t)
DIFFERENCE(difference_64, uint64_t, uint64_t)
#undef DIFFERENCE

bool probe_equal(struct probe *p)
{
	const struct probe_pair *q = p->pairs;
	uint64_t d;

	take_unread(p);
	d = difference_8(q, p->n8, p->base, p->image->word);
	q += p->n8;
	d |= difference_16(q, p->n16, p->base, p->image->word);
	q += p->n16;
	d |= difference_32(q, p->n32, p->base, p->image->word);
	q += p->n32;
	return !(d | difference_64(q, p->n64, p->base, p->image->word));
}

bool probe_register_equal(const struct probe *p, unsigned reg)
{
	const struct image_reg *r = &p->image->regs[reg];
	const uint32_t *const model = p->image->word + r->offset;
	uint32_t small = 0;

	if (!p->image->known[reg])
		return true;
	if (r->width > WORD_BITS)
		return !memcmp(p->storage[reg], model, r->words * sizeof *model);
	memcpy(&small, p->storage[reg], storage_size(r->width));
	return small == *model;
}

bool probe_writes(const struct probe_memory *m, unsigned *address)
{
	switch (m->waddr_bytes) {
	case 1: *address = *m->waddr; break;
	case 2: *address = *(const uint16_t *)(const void *)m->waddr; break;
	default: *address = *(const uint32_t *)(const void *)m->waddr; break;
	}
	return *m->wen;
}

void probe_word(const struct probe_memory *m, unsigned address, uint32_t *words)
{
	to_words(m->data + (size_t)address * m->bytes, m->width, words);
}

static bool lookup_word(const struct probe_memory *m, const char *index, uint8_t **storage, unsigned *width)
{
	char *end;
	const unsigned long address = strtoul(index + 1, &end, 10);

	if (*index != '[' || end == index + 1 || strcmp(end, "]") != 0 || address >= m->words)
		return false;
	*storage = m->data + address * m->bytes;
	*width = m->width;
	return true;
}

bool probe_lookup(const struct probe *p, const char *name, uint8_t **storage, unsigned *width)
{
	char known[NAME];

	for (unsigned i = 0; i < p->image->n; i++) {
		probe_register_name(p, i, known, sizeof known);
		if (!strcmp(known, name)) {
			*storage = p->storage[i];
			*width = p->image->regs[i].width;
			return true;
		}
	}
	for (unsigned i = 0; i < p->n_memories; i++) {
		probe_memory_name(p, &p->memories[i], known, sizeof known);
		if (!strncmp(known, name, strlen(known)) && name[strlen(known)] == '[')
			return lookup_word(&p->memories[i], name + strlen(known), storage, width);
	}
	return false;
}
