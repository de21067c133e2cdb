/* A cycle of a switch with static queues, for processors with registers of 16 bytes: the same, compiled with other instructions. */
#define WIDTH 16
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "static_switch_step.h"

switch_step_function *static_step_16(const struct static_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
