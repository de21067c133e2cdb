#pragma once

#include "synth.h"

/*
 * The mapped netlist of a whole switch in lockstep with the C model, under a hot spot: registers, outputs and memories in
 * every cycle. After synth_run(). Says how it went; returns the exit status.
 */
int synth_check(const struct synth_config *c, uint64_t cycles);
