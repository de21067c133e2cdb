#pragma once

/* What lanes_parts.h needs of registers of 16 bytes, with NEON of 64 bits. The functions are documented in lanes_avx2.h. */
#include <arm_neon.h>

STAGE uint64_t part_tops(part a)
{
	static const uint8_t bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
	const uint8x16_t of = vandq_u8(vcltzq_s8((int8x16_t)a), vld1q_u8(bits)), by_2 = vpaddq_u8(of, of), by_4 = vpaddq_u8(by_2, by_2);

	return vgetq_lane_u16(vreinterpretq_u16_u8(vpaddq_u8(by_4, by_4)), 0);
}

STAGE part part_choose(part where, part a, part b)
{
	return (part)vbslq_u8((uint8x16_t)where, (uint8x16_t)a, (uint8x16_t)b);
}

STAGE part part_least(part a, part b)
{
	return (part)vminq_u8((uint8x16_t)a, (uint8x16_t)b);
}

STAGE part part_most(part a, part b)
{
	return (part)vmaxq_u8((uint8x16_t)a, (uint8x16_t)b);
}

/* Numbers of ports, for part_shuffle(). */
STAGE part part_within(part at)
{
	return at & 15;
}

STAGE part part_shuffle(part table, part at)
{
	return (part)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)at);
}

STAGE part part_look(const lanes *table, part at)
{
	uint8x16x4_t all;

	EACH_OF(k, LANES_PARTS)
		all.val[k] = (uint8x16_t)table->part[k];
	return (part)vqtbl4q_u8(all, (uint8x16_t)at);
}

STAGE part part_narrow(words_part low, words_part high)
{
	return (part)vuzp1q_u8((uint8x16_t)low, (uint8x16_t)high);
}

STAGE part part_narrow_low(words_part low, words_part high)
{
	return part_narrow(low, high);
}

STAGE words_part part_widen(part a, unsigned half)
{
	return (words_part)vmovl_u8(half ? vget_high_u8((uint8x16_t)a) : vget_low_u8((uint8x16_t)a));
}
