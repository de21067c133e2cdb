#include "packet.h"

#include "image.h"

#include <string.h>

/* The fields of header.def, as variables. A header has turnpool, or destination and perhaps queue, or turnpool and a queue that is a VC; fields that it lacks have
 * width 0. */
#define FIELDS(p) \
	const uint64_t turnpool = (p)->turnpool, turns_left = (p)->turns_left, destination = (p)->destination, \
		       queue = s->by_destination ? packet_vc(s, p) : (p)->queue, \
		       flits = (p)->flits, source = (p)->source, sl = (p)->sl

static inline uint64_t low(uint64_t value, unsigned width)
{
	return width ? value & UINT64_MAX >> (64 - width) : 0;
}

static void put_header(const struct shape *s, const struct packet *p, uint32_t *words)
{
	FIELDS(p);
	unsigned lsb = 0;

#define FIELD(name, width, help) bits_put(words, lsb, width, name); lsb += width;
#include "header.def"
	(void)lsb;
}

/* The header as a value, where it fits in 64 bits, as it does in most switches. */
static uint64_t short_header(const struct shape *s, const struct packet *p)
{
	FIELDS(p);
	uint64_t header = 0;
	unsigned lsb = 0;

#define FIELD(name, width, help) header |= low(name, width) << lsb; lsb += width;
#include "header.def"
	(void)lsb;
	return header;
}

/* What a flit carries, drawn from the tag of its packet. Bits above the flit are 0. */
static void payload(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	const unsigned n = (s->flit_bits + 31) / 32;

	for (unsigned k = 0; k < n; k += 2) {
		const uint64_t x = packet_payload(p->tag, j, k);

		words[k] = (uint32_t)x;
		if (k + 1 < n)
			words[k + 1] = (uint32_t)(x >> 32);
	}
	if (s->flit_bits % 32)
		words[n - 1] &= UINT32_MAX >> (32 - s->flit_bits % 32);
}

/* Store `width` bits of zeros. */
static void clear_bits(uint32_t *words, unsigned lsb, unsigned width)
{
	for (unsigned at = 0; at < width; at += 64)
		bits_put(words, lsb + at, width - at < 64 ? width - at : 64, 0);
}

/* A beat: data, TKEEP and TUSER are payload; TID and the two flags above them; 0 in the header's bits, and at the top. */
static void beat(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	const unsigned flags = s->header_bits + s->beat_bits;

	clear_bits(words, 0, s->header_bits);
	bits_put(words, flags - s->axis_id_bits, s->axis_id_bits, packet_beat_id(p));
	bits_put(words, flags, 1, packet_ends_frame(p, j));
	bits_put(words, flags + 1, 1, packet_spoils_frame(p, j));
	clear_bits(words, flags + 2, s->flit_bits - flags - 2);
}

void packet_bare_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	payload(s, p, j, words);
	if (s->axis_bytes)
		beat(s, p, j, words);
}

/* A flit of more than 64 bits, or a beat. A function of its own, so that short flits need no stack. */
__attribute__((noinline)) static void wide_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	packet_bare_flit(s, p, j, words);
	if (j == 0)
		put_header(s, p, words);
}

void packet_any_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	const unsigned header_bits = s->header_bits;

	if (s->flit_bits > 64 || s->axis_bytes) {
		wide_flit(s, p, j, words);
		return;
	}
	uint64_t x = packet_payload(p->tag, j, 0);

	if (j == 0)
		x = short_header(s, p) | (header_bits < 64 ? x >> header_bits << header_bits : 0);
	memcpy(words, &x, sizeof x);
}

/* Set the header fields of a packet. */
static void set_fields(const struct shape *s, struct packet *p, uint64_t turnpool, uint64_t turns_left, uint64_t destination, uint64_t queue,
		       uint64_t flits, uint64_t source, uint64_t sl)
{
	if (s->nodes || s->by_flits) {
		p->destination = (uint32_t)destination;
		p->queue = (uint32_t)queue;
	} else {
		p->turnpool = turnpool;
	}
	if (s->by_destination)
		p->to = (uint16_t)(queue - sl * s->class_queues);
	p->turns_left = (uint8_t)turns_left;
	p->flits = flits & 0xfff;
	p->source = source & 0xffffff;
	p->sl = sl & 0xf;
}

static void get_header(const struct shape *s, const uint32_t *words, struct packet *p)
{
	uint64_t turnpool, turns_left, destination, queue, flits, source, sl = 0;
	unsigned lsb = 0;

#define FIELD(name, width, help) name = bits_get(words, lsb, width); lsb += width;
#include "header.def"
	(void)lsb;
	set_fields(s, p, turnpool, turns_left, destination, queue, flits, source, sl);
}

void packet_parse(const struct shape *s, const uint32_t *words, struct packet *p)
{
	const uint64_t x = words[0] | (uint64_t)words[1] << 32;
	uint64_t turnpool, turns_left, destination, queue, flits, source, sl = 0;
	unsigned lsb = 0;

	if (s->header_bits > 64) {
		get_header(s, words, p);
		return;
	}
#define FIELD(name, width, help) name = low(x >> lsb, width); lsb += width;
#include "header.def"
	(void)lsb;
	set_fields(s, p, turnpool, turns_left, destination, queue, flits, source, sl);
}
