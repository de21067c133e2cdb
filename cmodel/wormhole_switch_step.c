/* A cycle of a bank of wormhole routers: for any processor, and compiled again for those with registers of WIDTH bytes. */
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include "wormhole_switch_step.h"

switch_step_function *STEP_OF_WIDTH(wormhole)(const struct sluice_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
