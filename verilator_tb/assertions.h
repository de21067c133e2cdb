#ifndef ASSERTIONS_H
#define ASSERTIONS_H

#include "text.h"

/*
 * The assertions of a Verilog file as Verilator shall have them. $fatal prints the name of its instance, so that the code of each
 * port is its own, and shared no longer (texts.h): a switch of 8 ports takes seven times as long to compile. A call to the shim
 * finds the name when it is wanted (dut_assertion() of shim.h).
 *
 * Takes $fatal(1, "text"); where the text has no escapes and no formats, and leaves all else. prefix: of the modules. Frees verilog.s;
 * s NULL: out of memory.
 */
struct text assertions_by_call(struct text verilog, const char *prefix);

#endif
