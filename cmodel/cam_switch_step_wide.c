/* A cycle of a switch, for processors with registers of 64 bytes: the same, compiled with other instructions. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2,lzcnt,popcnt")

#include "cam_switch_step.h"

bool cam_wide_here(void)
{
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
	       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
	       __builtin_cpu_supports("popcnt");
}

switch_step_function *cam_step_wide(const struct cam_switch *sw)
{
	return cam_wide_here() ? step_for(sw) : NULL;
}

#else

#include "cam_switch_wires.h"

switch_step_function *cam_step_wide(const struct cam_switch *sw)
{
	(void)sw;
	return NULL;
}

bool cam_wide_here(void)
{
	return false;
}

#endif
