#pragma once

#include "sram.h"

/*
 * A content-addressable memory with a search port, built of the same parts as the RAM:
 * subarrays of the full width, two or four to a mat, all searched in parallel.
 */
struct cam_calibration {
	const char *tool;
	unsigned nm;
#define COEFFICIENT(name, meaning) double name;
#include "cam_coefficients.def"
#undef COEFFICIENT
};

/* Figures as in sram.h; access is that of a search. */
struct cam_cost {
	struct sram_cost array;
	double search;                          /* fJ */
	unsigned subarrays;
};

enum { CAM_SUBARRAYS_MAX = 64 };

/* Cost of the smallest. A write port alone comes with a read port. */
bool cam_choose(const struct calibration *c, const struct cam_calibration *k, const struct memory *m, struct cam_cost *cost);
