/* Both for the only file that has them: struct OPTION_STRUCT, and its table OPTION_ROWS, otherwise `rows`, from OPTION_FILE. */
#ifndef OPTION_ROWS
#define OPTION_ROWS rows
#endif

struct OPTION_STRUCT {
#include "option_members.h"
};

static const struct option_row OPTION_ROWS[] = {
#include "option_rows.h"
};

#undef OPTION_STRUCT
#undef OPTION_ROWS
#undef OPTION_FILE
