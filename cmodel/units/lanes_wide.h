#pragma once

/* lanes.h for processors with AVX-512 and VBMI. Arrays that are read whole are aligned to a cache line; otherwise reads take twice as long. */
#include <immintrin.h>
#include <stdbool.h>

enum { LANES_WIDE = 1 };

typedef __m512i lanes;

static inline lanes lanes_load(const uint8_t *at)
{
	return _mm512_loadu_si512(at);
}

static inline void lanes_store(uint8_t *at, lanes a)
{
	_mm512_storeu_si512(at, a);
}

static inline lanes lanes_all(uint8_t byte)
{
	return _mm512_set1_epi8((char)byte);
}

/* a for ports in the set, b for the others. */
static inline lanes lanes_where(uint64_t set, lanes a, lanes b)
{
	return _mm512_mask_blend_epi8(set, b, a);
}

/* a with this byte for one port. */
static inline lanes lanes_with(lanes a, unsigned port, uint8_t byte)
{
	return _mm512_mask_set1_epi8(a, bit(port), (char)byte);
}

/* Ports where a == b; ports where a < b, unsigned. */
static inline uint64_t lanes_equal(lanes a, lanes b)
{
	return _mm512_cmpeq_epi8_mask(a, b);
}

static inline uint64_t lanes_less(lanes a, lanes b)
{
	return _mm512_cmplt_epu8_mask(a, b);
}

static inline lanes lanes_and(lanes a, lanes b)
{
	return _mm512_and_si512(a, b);
}

static inline lanes lanes_or(lanes a, lanes b)
{
	return _mm512_or_si512(a, b);
}

/* Bits of a that are 0 in b. */
static inline lanes lanes_without(lanes a, lanes b)
{
	return _mm512_andnot_si512(b, a);
}

/* n in the bytes of the set, 0 in the others. */
static inline lanes lanes_in(uint64_t set, unsigned n)
{
	return _mm512_maskz_set1_epi8(set, (char)n);
}

static inline lanes lanes_add(lanes a, lanes b)
{
	return _mm512_add_epi8(a, b);
}

static inline lanes lanes_subtract(lanes a, lanes b)
{
	return _mm512_sub_epi8(a, b);
}

static inline lanes lanes_least(lanes a, lanes b)
{
	return _mm512_min_epu8(a, b);
}

/* By port i: table[port[i] % SWITCH_PORTS]. */
static inline lanes lanes_look(lanes table, lanes port)
{
	return _mm512_permutexvar_epi8(port, table);
}

/* Ports i of `among` where port[i] % SWITCH_PORTS is in the set. */
static inline uint64_t lanes_name(uint64_t among, lanes port, uint64_t set)
{
	return among & _mm512_movepi8_mask(_mm512_permutexvar_epi8(port, _mm512_movm_epi8(set)));
}

/* Words: ports of `among` where one of these bits is 1. */
static inline uint64_t words_test(uint64_t among, const uint16_t *at, unsigned bits)
{
	const __m512i of = _mm512_set1_epi16((short)bits);

	return among & (_mm512_test_epi16_mask(_mm512_loadu_si512(at), of) | (uint64_t)_mm512_test_epi16_mask(_mm512_loadu_si512(at + 32), of) << 32);
}

/* Load the lower bytes of words; store bytes into the words of the ports in the set. */
static inline lanes lanes_load_words(const uint16_t *at)
{
	const __m256i low = _mm512_cvtepi16_epi8(_mm512_loadu_si512(at)), high = _mm512_cvtepi16_epi8(_mm512_loadu_si512(at + 32));

	return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

static inline void lanes_store_words(uint64_t set, uint16_t *at, lanes a)
{
	_mm512_mask_storeu_epi16(at, (__mmask32)set, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(a)));
	_mm512_mask_storeu_epi16(at + 32, (__mmask32)(set >> 32), _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(a, 1)));
}

/* Words: ports of `among` where the word is greater than n; copy the words of the ports in the set; add n to the words of the ports in the set. */
static inline uint64_t words_above(uint64_t among, const uint16_t *at, unsigned n)
{
	const __m512i most = _mm512_set1_epi16((short)n);

	return among & (_mm512_cmpgt_epu16_mask(_mm512_loadu_si512(at), most) | (uint64_t)_mm512_cmpgt_epu16_mask(_mm512_loadu_si512(at + 32), most) << 32);
}

static inline void words_copy(uint64_t set, uint16_t *to, const uint16_t *from)
{
	_mm512_mask_storeu_epi16(to, (__mmask32)set, _mm512_loadu_si512(from));
	_mm512_mask_storeu_epi16(to + 32, (__mmask32)(set >> 32), _mm512_loadu_si512(from + 32));
}

static inline void words_add(uint64_t set, uint16_t *at, int n)
{
	const __m512i by = _mm512_set1_epi16((short)n);

	for (unsigned i = 0; i < SWITCH_PORTS; i += 32, set >>= 32) {
		const __m512i a = _mm512_loadu_si512(at + i);

		_mm512_storeu_si512(at + i, _mm512_mask_add_epi16(a, (__mmask32)set, a, by));
	}
}

/* Decrement the words of the ports in the set. Returns the ports where the result is not 0; unspecified for ports outside the set. */
static inline uint64_t words_take(uint64_t set, uint16_t *at)
{
	const __m512i one = _mm512_set1_epi16(1), low = _mm512_loadu_si512(at), high = _mm512_loadu_si512(at + 32);
	const __m512i less_low = _mm512_mask_sub_epi16(low, (__mmask32)set, low, one), less_high = _mm512_mask_sub_epi16(high, (__mmask32)(set >> 32), high, one);

	_mm512_storeu_si512(at, less_low);
	_mm512_storeu_si512(at + 32, less_high);
	return _mm512_test_epi16_mask(less_low, less_low) | (uint64_t)_mm512_test_epi16_mask(less_high, less_high) << 32;
}

/* Set bit number[i] of at[i] for each port i in the set. Returns whether any of these bits was 1 before. */
static inline bool lanes_set_bit(uint64_t set, uint64_t *at, const uint16_t *number)
{
	__m512i were = _mm512_setzero_si512();

	EACH_OF(k, SWITCH_PORTS / 8) {
		const unsigned i = 8 * k;
		const __mmask8 now = (__mmask8)(set >> i);
		const __m512i one = _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_cvtepu16_epi64(_mm_loadu_si128((const __m128i *)(const void *)(number + i))));
		const __m512i a = _mm512_loadu_si512(at + i);

		were = _mm512_or_si512(were, _mm512_maskz_and_epi64(now, a, one));
		_mm512_storeu_si512(at + i, _mm512_mask_or_epi64(a, now, a, one));
	}
	return _mm512_test_epi64_mask(were, were);
}

/* Ports of `among` where a and b agree in the bits of the port's mask. */
static inline uint64_t lanes_agree(uint64_t among, const uint32_t *a, const uint32_t *b, const uint32_t *mask)
{
	uint64_t agree = 0;

	EACH_OF(k, SWITCH_PORTS / 16) {
		const unsigned i = 16 * k;
		const __m512i differ = _mm512_xor_si512(_mm512_loadu_si512(a + i), _mm512_loadu_si512(b + i));

		agree |= (uint64_t)_mm512_testn_epi32_mask(differ, _mm512_loadu_si512(mask + i)) << i;
	}
	return agree & among;
}
