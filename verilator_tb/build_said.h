#ifndef BUILD_SAID_H
#define BUILD_SAID_H

#include "text.h"

enum { BUILD_SAID = 320 };

/* The line of a log of Verilator, make and the C++ compiler that says what is wrong. */
void build_said(struct text log, char said[BUILD_SAID]);

#endif
