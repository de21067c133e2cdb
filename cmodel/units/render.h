#ifndef RENDER_H
#define RENDER_H

#include "bits.h"
#include "image.h"

/* What the image functions of all units share. */

/* Words of one instance; add row_offset of a row. */
static inline uint32_t *render_unit(struct image *m, enum unit u, unsigned instance)
{
	return m->word + m->base[u] + instance * m->stride[u];
}

/* The memory's read register has been read once. */
static inline void render_known(struct image *m, enum unit u, unsigned instance, unsigned row)
{
	m->known[m->first[u] + instance * m->per[u] + m->row_reg[u][row]] = 1;
}

/* A register of up to 64 bits. */
static inline void render_word(uint32_t *words, uint64_t value, unsigned width)
{
	words[0] = (uint32_t)value;
	if (width > 32)
		words[1] = (uint32_t)(value >> 32);
}

/* A register of several fields, lowest first. */
struct packer {
	uint32_t *word;
	uint64_t bits;          /* not yet stored */
	unsigned n;             /* how many; < 32 between calls */
};

/* The low `width` <= 64 bits of value. */
static inline void pack(struct packer *p, uint64_t value, unsigned width)
{
	if (width > 32) {
		pack(p, value, 32);
		value >>= 32;
		width -= 32;
	}
	p->bits |= (value & ones(width)) << p->n;
	p->n += width;
	if (p->n >= 32) {
		*p->word++ = (uint32_t)p->bits;
		p->bits >>= 32;
		p->n -= 32;
	}
}

static inline void pack_end(struct packer *p)
{
	if (p->n)
		*p->word = (uint32_t)p->bits;
}

/* A register of `fields` fields of one width, the value of field k being an expression over k. One word in most switches. */
#define RENDER_FIELDS(words, fields, width, k, value) do {                                      \
		const unsigned width_ = (width);                                                \
		if ((fields) * width_ < 64) {                                                   \
			uint64_t bits_ = 0;                                                     \
			for (unsigned k = (fields); k-- > 0; )                                  \
				bits_ = bits_ << width_ | (value);                              \
			render_word((words), bits_, (fields) * width_);                         \
		} else {                                                                        \
			struct packer packer_ = { (words), 0, 0 };                              \
			for (unsigned k = 0; k < (fields); k++)                                 \
				pack(&packer_, (value), width_);                                \
			pack_end(&packer_);                                                     \
		}                                                                               \
	} while (0)

#endif
