/* A cycle of a switch that sorts packets as they arrive: for any processor, and compiled again for those with registers of WIDTH bytes. */
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "sort_switch_step.h"

switch_step_function *STEP_OF_WIDTH(sort)(const struct sort_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
