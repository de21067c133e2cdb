/* Whether switches use registers of 64 bytes. */
#include "switch_model.h"

#include "wide_target.h"

static bool allowed = true;

void switch_allow_wide(bool wide)
{
	allowed = wide;
}

bool switch_wide_here(void)
{
#ifdef WIDE_TARGET
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
	       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
	       __builtin_cpu_supports("popcnt");
#else
	return false;
#endif
}

bool switch_goes_wide(void)
{
	return allowed && switch_wide_here();
}
