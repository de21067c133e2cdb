#ifndef STUDY_OPTIONS_TABLE_H
#define STUDY_OPTIONS_TABLE_H

#include "option.h"

/* The options that `sluice sweep` and `sluice experiment` have in common: struct study_options. */
extern const struct option_row study_rows[];

#endif
