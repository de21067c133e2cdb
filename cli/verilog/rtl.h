#pragma once

#include "build.h"
#include "dut.h"
#include "lockstep.h"

/* The Verilog of a switch, made to run: what commands that do so have in common. */

/* Builds and loads it, with a word on a terminal meanwhile. Returns an exit status; what is wrong has been said. */
int rtl_load(const struct build *b, struct dut_lib *lib);

/* "REGISTER:BIT@CYCLE", as --plant has it. False: it is not. */
bool rtl_plant(struct lockstep_plant *p, const char *text);

/* "A:B", or with another c between: two numbers, and nothing behind. */
bool rtl_numbers(const char *text, char c, uint64_t *a, uint64_t *b);
