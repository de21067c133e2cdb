/* A cycle of a switch, for processors with registers of 64 bytes: the same, compiled with other instructions. */
#define WIDTH 64
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "cam_switch_step.h"

switch_step_function *cam_step_64(const struct cam_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
