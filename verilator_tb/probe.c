#include "probe.h"

#include "why_not.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = IMAGE_NAME + PARAMS_WORD + 32, WORD_BITS = 32 };    /* PATH: bytes of a name from the top module on */

/* A function on blocks is compiled for processors with registers of that width as well; which one runs is decided when loaded, where the C library can
 * do that. clang 14 calls the function by another name than its callers. */
#if defined __x86_64__ && defined __GLIBC__ && !defined __clang__
#define WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define WIDE_VECTORS
#endif

/* "above.name". A name that was cut off would be another one. */
static void join(char *path, size_t size, const char *above, const char *name)
{
	const int n = snprintf(path, size, "%s.%s", above, name);

	assert(n > 0 && (size_t)n < size);
}

/* Look up <scope>.<name>, and complain unless it is `words` words of `width` bits. */
static bool find(const struct dut *d, const char *path, unsigned width, unsigned words, struct dut_signal *g,
		 char why[DUT_WHY])
{
	const char *dot = strrchr(path, '.');
	char scope[PATH];

	snprintf(scope, sizeof scope, "%.*s", (int)(dot - path), path);
	if (!d->lib->find(d->instance, scope, dot + 1, g))
		return why_not(why, DUT_WHY, "the RTL has no %s", path);
	if (g->width != width || g->words != words)
		return why_not(why, DUT_WHY, "%s has %u bits in the model and %u in the RTL", path, width * (words ? words : 1),
			       g->width * (g->words ? g->words : 1));
	return true;
}

/* memory: path of it, whose port it is. Without one, writes that only the RTL does would go unseen. */
static bool find_write_port(struct probe_memory *m, const struct dut *d, const char *memory, char why[DUT_WHY])
{
	struct dut_signal wen, waddr;
	char path[PATH];

	join(path, sizeof path, memory, "wen");
	if (!find(d, path, 1, 0, &wen, why))
		return false;
	join(path, sizeof path, memory, "waddr");
	if (!find(d, path, clog2(m->words), 0, &waddr, why))
		return false;
	m->wen = wen.data;
	m->waddr = waddr.data;
	m->waddr_bytes = waddr.bytes;
	return true;
}

static bool find_memory(struct probe *p, const struct dut *d, const char *top, const struct image_reg *r,
			char why[DUT_WHY])
{
	const struct signal *g = image_row(p->image, r);
	struct probe_memory *m = &p->memories[p->n_memories++];
	char name[IMAGE_NAME], memory[PATH], path[PATH];
	struct dut_signal s;

	*m = (struct probe_memory){ .reg = r, .words = g->words, .width = g->width };
	image_row_name(p->image, r, name);
	join(memory, sizeof memory, top, name);
	join(path, sizeof path, memory, "mem");
	if (!find(d, path, g->width, g->words, &s, why) || !find_write_port(m, d, memory, why))
		return false;
	m->bytes = s.bytes;
	m->data = s.data;
	p->memory_bits += (uint64_t)g->width * g->words;
	return true;
}

static bool find_register(struct probe *p, const struct dut *d, const char *top, unsigned reg, unsigned *bytes, char why[DUT_WHY])
{
	const struct image_reg *r = &p->image->regs[reg];
	char name[IMAGE_NAME], path[PATH];
	struct dut_signal s;

	image_register_name(p->image, r, name);
	join(path, sizeof path, top, name);
	if (!find(d, path, r->width, 0, &s, why))
		return false;
	p->storage[reg] = s.data;
	*bytes = s.bytes;
	p->register_bits += r->width;
	return true;
}

/* Memories of one row at a site, instance after instance. */
static bool find_memories(struct probe *p, const struct dut *d, const char *top, enum site at, unsigned row, char why[DUT_WHY])
{
	for (unsigned i = 0; i < p->image->instances[at]; i++)
		if (!find_memory(p, d, top, &p->image->regs[image_reg(p->image, at, i, row)], why))
			return false;
	return true;
}

static bool find_all(struct probe *p, const struct dut *d, const char *top, unsigned *bytes, char why[DUT_WHY])
{
	for (unsigned i = 0; i < p->image->n; i++)
		if (!find_register(p, d, top, i, bytes + i, why))
			return false;
	for (enum site at = 0; at < SITES; at++) {
		const struct unit_desc *const u = &p->image->units[p->image->sites[at].unit];

		for (unsigned row = 0; row < u->n; row++)
			if (u->signals[row].kind == SIGNAL_MEM && u->signals[row].words && !find_memories(p, d, top, at, row, why))
				return false;
	}
	return true;
}

/* Storage as a number, in blocks: objects are compared that C knows nothing of. Verilator's are aligned to more than a block. */
static uintptr_t block_of(const void *storage)
{
	return (uintptr_t)storage / sizeof(probe_block);
}

static int by_storage(const void *a, const void *b)
{
	void *const *const *x = a, *const *const *y = b;

	return ((uintptr_t)**x > (uintptr_t)**y) - ((uintptr_t)**x < (uintptr_t)**y);
}

/* Registers come in the order of their storage; one that is longer than a block has several in a row. */
static void lay_blocks(struct probe *p, void **const *sorted, const unsigned *bytes, struct image_place *place)
{
	for (unsigned i = 0; i < p->image->n; i++) {
		const unsigned reg = (unsigned)(sorted[i] - p->storage);
		const uint8_t *const at = p->storage[reg], *const block = at - (uintptr_t)at % sizeof(probe_block);
		const uintptr_t n = block_of(at + bytes[reg] - 1) - block_of(at) + 1;

		for (uintptr_t k = p->n_blocks && block_of(p->rtl[p->n_blocks - 1]) == block_of(at); k < n; k++)
			p->rtl[p->n_blocks++] = (const void *)(block + k * sizeof(probe_block));
		place[reg].at = (uint32_t)((p->n_blocks - n) * sizeof(probe_block) + (size_t)(at - block));
		place[reg].bytes = bytes[reg];
	}
}

/* Bytes of the registers that are known. */
static void lay_mask(struct probe *p)
{
	for (unsigned i = 0; i < p->image->n; i++) {
		const struct image_place *at = &p->image->place[p->image->regs[i].place];

		memset((uint8_t *)p->mask + at->at, p->image->known[i] ? 0xff : 0, at->bytes);
	}
	p->learned = p->image->learned;
}

static bool arrange(struct probe *p, const unsigned *bytes)
{
	const unsigned n = p->image->n;
	struct image_place *place = calloc(n, sizeof *place);
	void ***sorted = calloc(n, sizeof *sorted);
	unsigned blocks = 0;
	bool ok;

	for (unsigned i = 0; i < n; i++)
		blocks += bytes[i] / (unsigned)sizeof *p->mask + 2;
	p->rtl = calloc(blocks, sizeof *p->rtl);
	p->mask = calloc(blocks, sizeof *p->mask);
	ok = place && sorted && p->rtl && p->mask;
	for (unsigned i = 0; i < n && ok; i++)
		sorted[i] = &p->storage[i];
	if (ok) {
		qsort(sorted, n, sizeof *sorted, by_storage);
		lay_blocks(p, sorted, bytes, place);
		ok = image_arrange(p->image, place, p->n_blocks * (unsigned)(sizeof *p->mask / sizeof *p->image->word));
	}
	if (ok)
		lay_mask(p);
	free(place);
	free(sorted);
	return ok;
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
	p->memories = calloc(p->image->n, sizeof *p->memories);
	snprintf(why, DUT_WHY, "out of memory");
	if (bytes && p->storage && p->memories)
		ok = find_all(p, d, top, bytes, why) && arrange(p, bytes);
	free(bytes);
	return ok;
}

void probe_free(struct probe *p)
{
	image_free(p->image);
	free(p->storage);
	free(p->rtl);
	free(p->mask);
	free(p->memories);
	*p = (struct probe){ .image = NULL };
}

WIDE_VECTORS
bool probe_equal(struct probe *p)
{
	const probe_block *const model = (const void *)p->image->word, *const *const rtl = p->rtl, *mask;
	const size_t n = p->n_blocks;
	probe_block even = { 0 }, odd = { 0 };

	if (p->learned != p->image->learned)
		lay_mask(p);
	mask = p->mask;
	for (size_t i = 0; i + 1 < n; i += 2) {
		even |= (*rtl[i] ^ model[i]) & mask[i];
		odd |= (*rtl[i + 1] ^ model[i + 1]) & mask[i + 1];
	}
	if (n % 2)
		even |= (*rtl[n - 1] ^ model[n - 1]) & mask[n - 1];
	even |= odd;
	return !(even[0] | even[1] | even[2] | even[3]);
}

bool probe_same(const struct probe *p, const uint32_t *a, const uint32_t *b)
{
	for (unsigned i = 0; i < p->image->n; i++) {
		const struct image_place *at = &p->image->place[p->image->regs[i].place];

		if (p->image->known[i] && memcmp((const uint8_t *)a + at->at, (const uint8_t *)b + at->at, at->bytes))
			return false;
	}
	return true;
}

void probe_write(const struct probe *p)
{
	for (unsigned i = 0; i < p->image->n; i++) {
		const struct image_place *at = &p->image->place[p->image->regs[i].place];

		if (p->image->known[i])
			memcpy(p->storage[i], (const uint8_t *)p->image->word + at->at, at->bytes);
	}
}

/* Little-endian storage of any size into words whose upper bits are 0. */
static void to_words(const void *storage, unsigned width, uint32_t *words)
{
	words[(width - 1) / WORD_BITS] = 0;
	if (width > WORD_BITS)
		memcpy(words, storage, (width + WORD_BITS - 1) / WORD_BITS * 4);
	else
		memcpy(words, storage, dut_bytes(width));
}

void probe_register(const struct probe *p, unsigned reg, uint32_t *words)
{
	to_words(p->storage[reg], p->image->regs[reg].width, words);
}

bool probe_register_equal(const struct probe *p, unsigned reg)
{
	const struct image_place *at = &p->image->place[p->image->regs[reg].place];

	return !p->image->known[reg] || !memcmp(p->storage[reg], (const uint8_t *)p->image->word + at->at, at->bytes);
}

bool probe_writes(const struct probe_memory *m, unsigned *address)
{
	*address = (unsigned)stored(m->waddr, m->waddr_bytes);
	return *m->wen;
}

void probe_word(const struct probe_memory *m, unsigned address, uint32_t *words)
{
	to_words(m->data + (size_t)address * m->bytes, m->width, words);
}

/* "[12]", of a memory of so many words. */
static bool read_index(const char *text, unsigned words, unsigned *address)
{
	unsigned long a;
	char *end;

	if (text[0] != '[' || text[1] < '0' || text[1] > '9')
		return false;
	a = strtoul(text + 1, &end, 10);
	*address = (unsigned)a;
	return !strcmp(end, "]") && a < words;
}

/* What has that name: an image register, or word *address of the memory whose read register it is. */
static const struct image_reg *find_name(const struct image *m, const char *name, bool *word, unsigned *address)
{
	for (const struct image_reg *r = m->regs; r < m->regs + m->n; r++) {
		char known[IMAGE_NAME];

		image_register_name(m, r, known);
		*word = false;
		if (!strcmp(known, name))
			return r;
		image_row_name(m, r, known);
		*word = image_row(m, r)->kind == SIGNAL_MEM;
		if (*word && !strncmp(known, name, strlen(known)) && read_index(name + strlen(known), image_row(m, r)->words, address))
			return r;
	}
	return NULL;
}

bool probe_width(const struct shape *s, const char *name, unsigned *width)
{
	struct image *const m = image_new(s);
	const struct image_reg *r = NULL;
	unsigned address;
	bool word;

	if (m)
		r = find_name(m, name, &word, &address);
	if (r)
		*width = r->width;
	image_free(m);
	return r;
}

bool probe_lookup(const struct probe *p, const char *name, uint8_t **storage, unsigned *width)
{
	unsigned address;
	bool word;
	const struct image_reg *r = find_name(p->image, name, &word, &address);

	if (!r)
		return false;
	*width = r->width;
	*storage = p->storage[r - p->image->regs];
	for (const struct probe_memory *m = p->memories; word && m < p->memories + p->n_memories; m++)
		if (m->reg == r)
			*storage = m->data + (size_t)address * m->bytes;
	return true;
}
