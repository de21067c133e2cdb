#pragma once

#include "stock.h"
#include "units.h"

/*
 * All registers of a switch as its RTL holds them, in 32-bit words, each register
 * at a word boundary, least significant word first, bits above its width 0.
 * The read register of every memory (<mem>.rdata_q) is one of them; it is known
 * only once the memory has been read.
 * An image may be arranged otherwise, so that it can be compared as a whole with
 * storage of that layout: then place[] alone says where a register is.
 */
struct image_reg {
	enum site site;
	unsigned row;                   /* index into unit_desc.signals: a register, or a memory whose rdata_q this is */
	unsigned instance;
	unsigned width, offset, words;  /* offset and words in 32-bit words */
	unsigned place;                 /* index */
};

struct image_place {
	uint32_t at;                    /* bytes from the beginning of word[] */
	uint32_t bytes;                 /* 1, 2, 4, 8, or more: then 32-bit words; 0: there is no such register */
};

struct image {
	struct stock memory;            /* of all but the words */
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];
	unsigned n, words;
	unsigned widest;                /* words of the widest register; no word of a memory is wider, nor a flit */
	struct image_reg *regs;         /* n, in the order of offsets */
	uint32_t *word;                 /* words */
	uint8_t *known;                 /* n: 0 only for a memory not yet read */
	unsigned learned;               /* how many became known */
	uint64_t touched[SITES][UNIT_SIGNALS];  /* instances of which an output register was rendered, until who reads this clears it */
	struct image_place *place;      /* of every register and memory of the tables, absent ones as well */
	unsigned place_base[SITES];     /* place[] index of the first row at a site: the rows of its unit in their order ... */
	unsigned instances[SITES];      /* ... each with a place for so many instances */
	unsigned first[SITES];          /* regs[] index of instance 0 */
	unsigned per[SITES];            /* regs of one instance */
	unsigned row_reg[SITES][UNIT_SIGNALS];  /* regs[] index of a row within its instance */
};

/* All registers at their reset values, memories' read registers unknown. NULL: out of memory. */
struct image *image_new(const struct shape *s);
void image_free(struct image *m);

/* Where each register (by index in regs[]) shall be from now on, in so many words; all at their reset values again. */
bool image_arrange(struct image *m, const struct image_place *place, unsigned words);

/* All at their reset values again, where they are; whoever reads touched[] sees all as rendered. */
void image_reset(struct image *m);

/* Its name below the switch: "g_in[3].iport.mu.head_q", "g_in[3].iport.mmu.data_mem.rdata_q"; and that of its row: "g_in[3].iport.mmu.data_mem". */
enum { IMAGE_NAME = 192 };
void image_register_name(const struct image *m, const struct image_reg *r, char name[IMAGE_NAME]);
void image_row_name(const struct image *m, const struct image_reg *r, char name[IMAGE_NAME]);

/* One register of an image however arranged, as words. */
void image_read(const struct image *m, unsigned reg, uint32_t *words);

/* The row of a register. */
static inline const struct signal *image_row(const struct image *m, const struct image_reg *r)
{
	return &m->units[m->sites[r->site].unit].signals[r->row];
}

/* Index of the row of this name, which the unit at that site has. */
static inline unsigned image_row_named(const struct image *m, enum site at, const char *name)
{
	return units_row(&m->units[m->sites[at].unit], name);
}

/* Index in regs[]. row: index of the row in the unit's .def file. */
static inline unsigned image_reg(const struct image *m, enum site at, unsigned instance, unsigned row)
{
	return m->first[at] + instance * m->per[at] + m->row_reg[at][row];
}

/* Words of one register, unless the image is arranged otherwise. */
static inline uint32_t *image_at(struct image *m, enum site at, unsigned instance, unsigned row)
{
	return m->word + m->regs[image_reg(m, at, instance, row)].offset;
}

/* Store the low `width` (<= 64) bits of value at bit `lsb` of a register. */
void bits_put(uint32_t *words, unsigned lsb, unsigned width, uint64_t value);
uint64_t bits_get(const uint32_t *words, unsigned lsb, unsigned width);
