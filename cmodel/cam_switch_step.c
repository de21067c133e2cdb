/* A cycle of a switch, for any processor. */
#include "cam_switch_step.h"

switch_step_function *cam_step_plain(const struct cam_switch *sw)
{
	return step_for(sw);
}
