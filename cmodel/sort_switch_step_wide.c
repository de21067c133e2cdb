/* A cycle of a switch that sorts packets as they arrive, for processors with registers of 64 bytes: the same, compiled with other
 * instructions. */
#include "wide_target.h"

#ifdef WIDE_TARGET
WIDE_TARGET_BEGIN
#include "sort_switch_step.h"

switch_step_function *sort_step_wide(const struct sort_switch *sw)
{
	return step_for(sw);
}

#else

#include "sort_switch_wires.h"

switch_step_function *sort_step_wide(const struct sort_switch *sw)
{
	return sort_step_plain(sw);
}

#endif
