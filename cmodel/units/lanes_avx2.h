#pragma once

/* What lanes_parts.h needs of registers of 32 bytes, with AVX2. */
#include <immintrin.h>

/* Bits on top of the bytes. */
STAGE uint64_t part_tops(part a)
{
	return (uint32_t)_mm256_movemask_epi8((__m256i)a);
}

/* a where the bytes are all ones, b where they are 0. */
STAGE part part_choose(part where, part a, part b)
{
	return (part)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)where);
}

STAGE part part_least(part a, part b)
{
	return (part)_mm256_min_epu8((__m256i)a, (__m256i)b);
}

STAGE part part_most(part a, part b)
{
	return (part)_mm256_max_epu8((__m256i)a, (__m256i)b);
}

/* Numbers of ports, for part_shuffle(): it looks at their lowest four bits. Of others, which are above 127, what it returns has no meaning. */
STAGE part part_within(part at)
{
	return at;
}

/* Of each 16 bytes of a table: those at these numbers, less than 16. */
STAGE part part_shuffle(part table, part at)
{
	return (part)_mm256_shuffle_epi8((__m256i)table, (__m256i)at);
}

/* Bytes of a table of 64 at these numbers, less than 64: of each sixteenth those that are there, the others are 0. */
STAGE part part_look(const lanes *table, part at)
{
	part r = { 0 };

	EACH_OF(k, SWITCH_PORTS / 16) {
		const __m256i half = (__m256i)table->part[k / 2], sixteen = k % 2 ? _mm256_permute2x128_si256(half, half, 0x11) : _mm256_permute2x128_si256(half, half, 0);
		const __m256i from = _mm256_adds_epu8(_mm256_sub_epi8((__m256i)at, _mm256_set1_epi8((char)(16 * k))), _mm256_set1_epi8(0x70));

		r |= (part)_mm256_shuffle_epi8(sixteen, from);
	}
	return r;
}

/* Words to bytes: those that are 0 or all ones; those that are less than 256. A half of bytes to words. */
STAGE part part_narrow(words_part low, words_part high)
{
	return (part)_mm256_permute4x64_epi64(_mm256_packs_epi16((__m256i)low, (__m256i)high), 0xd8);
}

STAGE part part_narrow_low(words_part low, words_part high)
{
	return (part)_mm256_permute4x64_epi64(_mm256_packus_epi16((__m256i)low, (__m256i)high), 0xd8);
}

STAGE words_part part_widen(part a, unsigned half)
{
	return (words_part)_mm256_cvtepu8_epi16(half ? _mm256_extracti128_si256((__m256i)a, 1) : _mm256_castsi256_si128((__m256i)a));
}
