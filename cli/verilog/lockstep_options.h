#pragma once

#include "lockstep.h"
#include "options.h"

/* `sluice lockstep`: its own options. */
struct lockstep_options {
#define OPTION_FILE "verilog/lockstep.def"
#include "option_members.h"
#undef OPTION_FILE
};

extern const struct option_row lockstep_rows[];
extern const struct command_line line_lockstep;
