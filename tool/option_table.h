/* Both for the only file that has them: struct OPTION_STRUCT, and its table `rows`, from OPTION_FILE. */
struct OPTION_STRUCT {
#include "option_members.h"
};

static const struct option_row rows[] = {
#include "option_rows.h"
};

#undef OPTION_STRUCT
#undef OPTION_FILE
