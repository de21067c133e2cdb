#pragma once

#include "arena.h"
#include "flit.h"
#include "render.h"

/* A memory of flits of an adapter between a host and its network interface, and its read register. In a step one word at most is written, and one read. */
struct flit_store {
	struct flit *flit;              /* by place; without flits: never written */
	struct flit read;               /* read last; without flits: none was */
	bool wrote;                     /* in the last step it was written, ... */
	unsigned wrote_at;              /* ... here */
};

static inline void flit_store_write(struct flit_store *u, unsigned place, const struct flit *flit)
{
	u->flit[place] = *flit;
	u->wrote = true;
	u->wrote_at = place;
}

/* What the RTL keeps of a flit in a word: all of it, or its bits before the network interface has put in the header; or as a unit has it. */
typedef void flit_store_word(const struct shape *, const struct flit *, uint32_t *words);

static inline void flit_word(const struct shape *s, const struct flit *flit, uint32_t *words)
{
	packet_flit(s, &flit->packet, flit->number, words);
}

static inline void flit_bare_word(const struct shape *s, const struct flit *flit, uint32_t *words)
{
	packet_bare_flit(s, &flit->packet, flit->number, words);
}

/* A word at the beginning of the cycle; false: never written. */
static inline bool flit_store_memory(const struct flit_store *u, const struct shape *s, flit_store_word *word, unsigned place, uint32_t *words)
{
	if (!u->flit[place].packet.flits)
		return false;
	word(s, u->flit + place, words);
	return true;
}

/* The read register, of the memory in this row of the unit. */
static inline void flit_store_image(const struct flit_store *u, const struct shape *s, flit_store_word *word, enum site site, unsigned row, struct image *m)
{
	const struct rendering r = render_unit(m, site);
	const struct image_place p = render_place(r, 0, row);
	uint32_t words[FLIT_MOST / 32 + 1];

	if (!u->read.packet.flits)
		return;
	render_known(m, site, row, 0);
	word(s, &u->read, words);
	memcpy(r.bytes + p.at, words, p.bytes);
}
