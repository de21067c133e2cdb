#ifndef BUILD_SAID_H
#define BUILD_SAID_H

#include "text.h"

enum { BUILD_SAID = 320 };

/* Finds the line with the error in a log of Verilator, make and the C++ compiler. */
void build_said(struct text log, char said[BUILD_SAID]);

#endif
