#include "keyed_hash.h"

#include <string.h>

static uint64_t turn(uint64_t x, unsigned by)
{
	return x << by | x >> (64 - by);
}

static void rounds(uint64_t v[4], unsigned n)
{
	while (n--) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = turn(v[1], 13) ^ v[0];
		v[3] = turn(v[3], 16) ^ v[2];
		v[0] = turn(v[0], 32) + v[3];
		v[2] += v[1];
		v[1] = turn(v[1], 17) ^ v[2];
		v[3] = turn(v[3], 21) ^ v[0];
		v[2] = turn(v[2], 32);
	}
}

static void take(struct keyed_hash *h, uint64_t word)
{
	h->v[3] ^= word;
	rounds(h->v, 2);
	h->v[0] ^= word;
}

struct keyed_hash keyed_hash_begin(const uint64_t key[2])
{
	return (struct keyed_hash){ .v = { key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573 } };
}

void keyed_hash_add(struct keyed_hash *h, const void *words, size_t bytes)
{
	const char *const at = words;
	uint64_t word;

	for (size_t k = 0; k < bytes; k += sizeof word) {
		memcpy(&word, at + k, sizeof word);
		take(h, word);
	}
	h->words += bytes / sizeof word;
}

uint64_t keyed_hash_end(struct keyed_hash h)
{
	take(&h, h.words * sizeof(uint64_t) << 56);
	h.v[2] ^= 0xff;
	rounds(h.v, 4);
	return h.v[0] ^ h.v[1] ^ h.v[2] ^ h.v[3];
}
