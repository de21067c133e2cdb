#pragma once

#include "text.h"

/*
 * Rewrites the assertions of a Verilog file for Verilator. $fatal prints the name of its instance, so ports could not share code
 * (texts.h), and a switch of 8 ports would take seven times as long to compile. $fatal becomes a call to the shim, which looks up
 * the name when an assertion fails (dut_assertion() of shim.h).
 *
 * Rewrites $fatal(1, "text"); where the text has no escapes and no formats, and nothing else. prefix: of the modules. Frees verilog.s;
 * s NULL: out of memory.
 */
struct text assertions_by_call(struct text verilog, const char *prefix);
