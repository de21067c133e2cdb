#include "study_options_table.h"

#include "study_run.h"

const struct option_row study_rows[] = {
#define OPTION_STRUCT study_options
#define OPTION_FILE "study/study.def"
#include "option_rows.h"
};
