#pragma once

#include "cam_array.h"

/* The tables calibrations.def and cam_calibrations.def. */
extern const struct calibration calibrations[];
extern const unsigned calibrations_count;

/* NULL: there is none. */
const struct calibration *calibration_find(const char *tool, unsigned nm, const char *cell);
const struct cam_calibration *cam_calibration_find(const char *tool, unsigned nm);
