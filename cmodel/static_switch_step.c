/* A cycle of a switch with static queues: for any processor, and compiled again for those with registers of WIDTH bytes. */
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "static_switch_step.h"

switch_step_function *STEP_OF_WIDTH(static)(const struct static_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
