/* A cycle of a switch that sorts packets as they arrive, for any processor. */
#include "sort_switch_step.h"

switch_step_function *sort_step_plain(const struct sort_switch *sw)
{
	return step_for(sw);
}
