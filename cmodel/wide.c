/* The width of the registers that switches use. */
#include "switch_model.h"

#include "wide_target.h"

#include <string.h>

/* Sets are also read as bytes, vectors and flits as words, and registers are compared with those of Verilator as the processor stores them. */
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "sluice is for processors of little-endian byte order; on this one its results would be wrong"
#endif

static const unsigned widths[SWITCH_WIDTHS] = { 64, 32, 16, 0 };

static unsigned most = 64;

void switch_limit_width(unsigned bytes)
{
	most = bytes;
}

static bool has(unsigned width)
{
#ifdef WIDE_HAS_X86
	const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");

	if (width == 64)
		return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
		       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi");
	if (width == 32)
		return v3;
	if (width == 16)
		return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
#endif
#ifdef WIDE_HAS_NEON
	if (width == 16)
		return true;
#endif
	return width == 0;
}

unsigned switch_width_place(void)
{
	unsigned k = 0;

	while (widths[k] > most || !has(widths[k]))
		k++;
	return k;
}

unsigned switch_width(void)
{
	return widths[switch_width_place()];
}

bool switch_limit_width_to(const char *text)
{
	static const char *const names[SWITCH_WIDTHS] = { "64", "32", "16", "0" };

	for (unsigned k = 0; k < SWITCH_WIDTHS; k++)
		if (!strcmp(text, names[k])) {
			switch_limit_width(widths[k]);
			return true;
		}
	return false;
}
