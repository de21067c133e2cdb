/* A cycle of the switches of an architecture, SWITCH: for any processor, and compiled again for those with registers of WIDTH bytes. The Makefile says both. */
#include "wide_target.h"

WIDE_TARGET_BEGIN
#include SWITCH_STEP

switch_step_function *STEP_OF_WIDTH(SWITCH)(const struct sluice_switch *sw)
{
	return step_for(sw);
}
WIDE_TARGET_END
