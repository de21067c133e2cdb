#pragma once

/*
 * The next port that a module of generated Verilog declares, from `at` on: at first the module's beginning, then what is behind the name
 * of the port before. direction: "input" or "output". Returns the name, which has so many characters; NULL: there is none. Declarations
 * are lines of the module's header: "  input  wire [W-1:0] a, b,".
 */
const char *module_port(const char *at, const char *direction, int *length);
