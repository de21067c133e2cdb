#pragma once

/* What lanes_parts.h needs of registers of 16 bytes, with SSE 4.2. The functions are documented in lanes_avx2.h. */
#include <immintrin.h>

STAGE uint64_t part_tops(part a)
{
	return (uint32_t)_mm_movemask_epi8((__m128i)a);
}

STAGE part part_choose(part where, part a, part b)
{
	return b ^ ((a ^ b) & where);
}

STAGE part part_least(part a, part b)
{
	return (part)_mm_min_epu8((__m128i)a, (__m128i)b);
}

STAGE part part_most(part a, part b)
{
	return (part)_mm_max_epu8((__m128i)a, (__m128i)b);
}

/* Numbers of ports, for part_shuffle(): it looks at their lowest four bits. Of others, which are above 127, what it returns has no meaning. */
STAGE part part_within(part at)
{
	return at;
}

STAGE part part_shuffle(part table, part at)
{
	return (part)_mm_shuffle_epi8((__m128i)table, (__m128i)at);
}

STAGE part part_look(const lanes *table, part at)
{
	part r = { 0 };

	EACH_OF(k, LANES_PARTS)
		r |= (part)_mm_shuffle_epi8((__m128i)table->part[k], _mm_adds_epu8(_mm_sub_epi8((__m128i)at, _mm_set1_epi8((char)(16 * k))), _mm_set1_epi8(0x70)));
	return r;
}

STAGE part part_narrow(words_part low, words_part high)
{
	return (part)_mm_packs_epi16((__m128i)low, (__m128i)high);
}

STAGE part part_narrow_low(words_part low, words_part high)
{
	return (part)_mm_packus_epi16((__m128i)low, (__m128i)high);
}

STAGE words_part part_widen(part a, unsigned half)
{
	return (words_part)_mm_cvtepu8_epi16(half ? _mm_srli_si128((__m128i)a, 8) : (__m128i)a);
}
