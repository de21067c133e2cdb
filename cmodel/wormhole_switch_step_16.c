/* A cycle of a bank of wormhole routers, for processors with registers of 16 bytes: the same, compiled with other instructions. */
#define WIDTH 16
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "wormhole_switch_step.h"

switch_step_function *wormhole_step_16(const struct sluice_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
