#include "packet.h"

#include "image.h"

/* 64 bits of payload. Two multiplications: this runs for every flit that lockstep looks at. */
static uint64_t payload(uint64_t tag, unsigned j, unsigned k)
{
	uint64_t x = tag * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)j << 8 | k) * UINT64_C(0xd1b54a32d192ed03);

	x ^= x >> 32;
	x *= UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

static void put_header(const struct shape *s, const struct packet *p, uint32_t *words)
{
	const uint64_t turnpool = p->turnpool, turns_left = p->turns_left, flits = p->flits, source = p->source;
	unsigned lsb = 0;

#define FIELD(name, width, help) bits_put(words, lsb, width, name); lsb += width;
#include "header.def"
#undef FIELD
	(void)lsb;
}

void packet_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	const unsigned n = (s->flit_bits + 31) / 32;

	for (unsigned k = 0; k < n; k += 2) {
		const uint64_t x = payload(p->tag, j, k);

		words[k] = (uint32_t)x;
		if (k + 1 < n)
			words[k + 1] = (uint32_t)(x >> 32);
	}
	if (s->flit_bits % 32)
		words[n - 1] &= UINT32_MAX >> (32 - s->flit_bits % 32);
	if (j == 0)
		put_header(s, p, words);
}

void packet_parse(const struct shape *s, const uint32_t *words, struct packet *p)
{
	uint64_t turnpool, turns_left, flits, source;
	unsigned lsb = 0;

#define FIELD(name, width, help) name = bits_get(words, lsb, width); lsb += width;
#include "header.def"
#undef FIELD
	(void)lsb;
	p->turnpool = turnpool;
	p->turns_left = (uint8_t)turns_left;
	p->flits = (uint8_t)flits;
	p->source = (uint32_t)source;
}

void packet_take_turn(const struct shape *s, struct packet *p)
{
	p->turnpool >>= s->turn_w;
	p->turns_left--;
}
