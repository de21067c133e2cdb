/* A cycle of a bank of wormhole routers, for processors with registers of 64 bytes: the same, compiled with other instructions. */
#include "wide_target.h"

#ifdef WIDE_TARGET
WIDE_TARGET_BEGIN
#include "wormhole_switch_step.h"

switch_step_function *wormhole_step_wide(const struct sluice_switch *sw)
{
	return step_for(sw);
}

#else

#include "wormhole_switch.h"

switch_step_function *wormhole_step_wide(const struct sluice_switch *sw)
{
	(void)sw;
	return NULL;
}

#endif
