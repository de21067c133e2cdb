/* A cycle of a switch with priorities, for any processor. */
#include "priority_switch_step.h"

switch_step_function *priority_step_plain(const struct priority_switch *sw)
{
	return step_for(sw);
}
