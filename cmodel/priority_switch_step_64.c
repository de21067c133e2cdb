/* A cycle of a switch with priorities, for processors with registers of 64 bytes: the same, compiled with other instructions. */
#define WIDTH 64
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "priority_switch_step.h"

switch_step_function *priority_step_64(const struct priority_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
