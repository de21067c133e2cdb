/* A cycle of a switch, for processors with registers of 64 bytes: the same, compiled with other instructions. */
#include "wide_target.h"

#ifdef WIDE_TARGET
WIDE_TARGET_BEGIN
#include "cam_switch_step.h"

switch_step_function *cam_step_wide(const struct cam_switch *sw)
{
	return step_for(sw);
}

#else

#include "cam_switch_wires.h"

switch_step_function *cam_step_wide(const struct cam_switch *sw)
{
	return cam_step_plain(sw);
}

#endif
