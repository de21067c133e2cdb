#ifndef BUILD_LOG_ERROR_H
#define BUILD_LOG_ERROR_H

#include "text.h"

enum { BUILD_LOG_ERROR = 320 };

/* Finds the line with the error in a log of Verilator, make and the C++ compiler. */
void build_log_error(struct text log, char reason[BUILD_LOG_ERROR]);

#endif
