/* A cycle of a switch with static queues, for any processor. */
#include "static_switch_step.h"

switch_step_function *static_step_plain(const struct static_switch *sw)
{
	return step_for(sw);
}
