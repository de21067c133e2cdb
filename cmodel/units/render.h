#pragma once

#include "bits.h"
#include "image.h"

#include <string.h>

/* Shared by the image functions of all units, which render registers as the RTL holds them. A row is the index of a register or memory
 * in the unit's table (rows.h). */

/* The instances of a unit at one site in an image: a value, so that it stays in processor registers while bytes are stored. */
struct rendering {
	uint8_t *bytes;
	const struct image_place *place;
	unsigned instances;
};

static inline struct rendering render_unit(struct image *m, enum site at)
{
	return (struct rendering){ (uint8_t *)m->word, m->place + m->place_base[at], m->instances[at] };
}

static inline struct image_place render_place(struct rendering r, unsigned instance, unsigned row)
{
	return (r.place + row * r.instances)[instance];
}

/* Mark an output register as rendered in these instances. */
static inline void render_output(struct image *m, enum site at, unsigned row, uint64_t instances)
{
	m->touched[at][row] |= instances;
}

/* Mark a memory of this instance as read: its read register is known. */
static inline void render_known(struct image *m, enum site at, unsigned row, unsigned instance)
{
	uint8_t *const known = m->known + m->first[at] + instance * m->per[at] + m->row_reg[at][row];

	if (*known)
		return;
	m->learned++;
	*known = 1;
}

/* The last read of the memory was of a word that nobody wrote: its read register is not known, until the next read. */
static inline void render_unknown(struct image *m, enum site at, unsigned row, unsigned instance)
{
	uint8_t *const known = m->known + m->first[at] + instance * m->per[at] + m->row_reg[at][row];

	m->learned += *known;
	*known = 0;
}

/* Render a register of up to 64 bits. */
static inline void render(struct rendering r, unsigned instance, unsigned row, uint64_t value)
{
	const struct image_place p = render_place(r, instance, row);
	uint8_t *const to = r.bytes + p.at;

	if (p.bytes == 1) {
		*to = (uint8_t)value;
	} else if (p.bytes == 2) {
		const uint16_t half = (uint16_t)value;

		memcpy(to, &half, sizeof half);
	} else if (p.bytes == 4) {
		const uint32_t word = (uint32_t)value;

		memcpy(to, &word, sizeof word);
	} else if (p.bytes == 8) {
		memcpy(to, &value, sizeof value);
	}
}

/* Render a register of one bit. */
static inline void render_bit(struct rendering r, unsigned instance, unsigned row, bool value)
{
	r.bytes[render_place(r, instance, row).at] = value;
}

/* Set one more bit of a register. */
static inline void render_more(struct rendering r, unsigned instance, unsigned row, unsigned hot)
{
	r.bytes[render_place(r, instance, row).at + hot / 8] |= (uint8_t)(1 << hot % 8);
}

/* Render a register of any width: bit `hot` alone if `any`, otherwise 0. */
static inline void render_one_hot(struct rendering r, unsigned instance, unsigned row, bool any, unsigned hot)
{
	const struct image_place p = render_place(r, instance, row);

	memset(r.bytes + p.at, 0, p.bytes);
	if (any)
		render_more(r, instance, row, hot);
}

/* Render a register as a set, in words of 64 bits. The set has no bits beyond the register's width. */
static inline void render_set(struct rendering r, unsigned instance, unsigned row, const uint64_t *set)
{
	const struct image_place p = render_place(r, instance, row);

	memcpy(r.bytes + p.at, set, p.bytes);
}

/* Words of a register of more than 32 bits. */
static inline uint32_t *render_words(struct rendering r, unsigned instance, unsigned row)
{
	return (uint32_t *)(void *)(r.bytes + render_place(r, instance, row).at);
}

/* Render a register of one bit in the instances of `changed`. now: its value, by instance. */
static inline void render_bits(struct rendering r, unsigned row, uint64_t changed, uint64_t now)
{
	EACH_IN(i, changed)
		render_bit(r, i, row, now >> i & 1);
}

/* Render up to 64 bits of a register, from bit lsb on; value has no bits beyond `width`. */
static inline void render_bits_at(struct rendering r, unsigned instance, unsigned row, unsigned lsb, unsigned width, uint64_t value)
{
	const struct image_place p = render_place(r, instance, row);
	uint8_t *const to = r.bytes + p.at;

	if (p.bytes == 1) {
		*to = (uint8_t)((*to & ~(ones(width) << lsb)) | value << lsb);
	} else if (p.bytes == 2) {
		uint16_t half;

		memcpy(&half, to, sizeof half);
		half = (uint16_t)((half & ~(ones(width) << lsb)) | value << lsb);
		memcpy(to, &half, sizeof half);
	} else if (p.bytes == 4) {
		uint32_t word;

		memcpy(&word, to, sizeof word);
		word = (uint32_t)((word & ~(ones(width) << lsb)) | value << lsb);
		memcpy(to, &word, sizeof word);
	} else if (p.bytes == 8) {
		uint64_t all;

		memcpy(&all, to, sizeof all);
		all = (all & ~(ones(width) << lsb)) | value << lsb;
		memcpy(to, &all, sizeof all);
	} else {
		bits_put((uint32_t *)(void *)to, lsb, width, value);
	}
}

/* Render field k of a register of equally wide fields; value has no bits beyond `width`. */
static inline void render_field(struct rendering r, unsigned instance, unsigned row, unsigned k, unsigned width, uint64_t value)
{
	render_bits_at(r, instance, row, k * width, width, value);
}

/* The same of fields of any width: the value is a set, in words of 64 bits. */
static inline void render_part(struct rendering r, unsigned instance, unsigned row, unsigned k, unsigned width, const uint64_t *set)
{
	for (unsigned at = 0; at < width; at += 64)
		render_bits_at(r, instance, row, k * width + at, width - at < 64 ? width - at : 64, set[at / 64]);
}

/* Store up to 64 bits in 32-bit words. */
static inline void words_put(uint32_t *words, uint64_t value, unsigned width)
{
	words[0] = (uint32_t)value;
	if (width > 32)
		words[1] = (uint32_t)(value >> 32);
}

/* Is something other than the last image shows it? It is shown from now on. */
static inline bool shows_anew(void *shown, const void *now, size_t size)
{
	if (!memcmp(shown, now, size))
		return false;
	memcpy(shown, now, size);
	return true;
}

/* The ports that write a memory, each at its address. */
static inline uint64_t writes_of(uint64_t ports, const uint16_t *at, unsigned address[SWITCH_PORTS])
{
	EACH_IN(port, ports)
		address[port] = at[port];
	return ports;
}

/* All ports of the switch write a memory at one address. */
static inline uint64_t write_of_all(const struct shape *s, unsigned at, unsigned address[SWITCH_PORTS])
{
	for (unsigned port = 0; port < s->radix; port++)
		address[port] = at;
	return ones(s->radix);
}
