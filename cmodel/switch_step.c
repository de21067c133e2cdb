/* A cycle of a switch, for any processor. */
#include "switch_step.h"

switch_step_function *route_cam_step_plain(const struct sluice_switch *sw)
{
	return step_for(sw);
}
