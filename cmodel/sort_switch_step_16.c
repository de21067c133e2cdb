/* A cycle of a switch that sorts packets as they arrive, for processors with registers of 16 bytes: the same, compiled with other
 * instructions. */
#define WIDTH 16
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "sort_switch_step.h"

switch_step_function *sort_step_16(const struct sort_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
