#include "calibrations.h"

#include <string.h>

const struct calibration calibrations[] = {
#define CALIBRATION(tool_name, nanometres, cell_name, least, scaled, ...) \
	{ .tool = tool_name, .nm = nanometres, .cell = cell_name, .fewest = least, .scaled_drivers = scaled, __VA_ARGS__ },
#include "calibrations.def"
#undef CALIBRATION
};

const unsigned calibrations_count = sizeof calibrations / sizeof *calibrations;

static const struct cam_calibration cams[] = {
#define CALIBRATION(tool_name, nanometres, ...) { .tool = tool_name, .nm = nanometres, __VA_ARGS__ },
#include "cam_calibrations.def"
#undef CALIBRATION
};

const struct calibration *calibration_find(const char *tool, unsigned nm, const char *cell)
{
	for (const struct calibration *c = calibrations; c < calibrations + calibrations_count; c++)
		if (c->nm == nm && !strcmp(c->tool, tool) && !strcmp(c->cell, cell))
			return c;
	return NULL;
}

const struct cam_calibration *cam_calibration_find(const char *tool, unsigned nm)
{
	for (const struct cam_calibration *c = cams; c < cams + sizeof cams / sizeof *cams; c++)
		if (c->nm == nm && !strcmp(c->tool, tool))
			return c;
	return NULL;
}
