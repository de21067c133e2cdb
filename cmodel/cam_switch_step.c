/* A cycle of a switch with set-aside queues: for any processor, and compiled again for those with registers of WIDTH bytes. */
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "cam_switch_step.h"

switch_step_function *STEP_OF_WIDTH(cam)(const struct cam_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
