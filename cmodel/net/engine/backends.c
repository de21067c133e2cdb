#include "backends.h"

const char *const backend_names[BACKENDS] = { [LOCKSTEP_C] = "c", [LOCKSTEP_RTL] = "rtl", [LOCKSTEP_BOTH] = "both" };
