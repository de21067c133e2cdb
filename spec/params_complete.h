#ifndef PARAMS_COMPLETE_H
#define PARAMS_COMPLETE_H

#include "params.h"

/*
 * Parameters that were not given, where their defaults contradict those that were: they follow (follow.def). given: by index. To be called before
 * params_check(), and again when a network has changed a parameter. Doing it twice is doing it once.
 */
void params_complete(struct params *p, const bool given[PARAMETERS]);

/* The rules, as texts, some of them NULL; and what is said before them. */
extern const char *const params_followed[];
extern const unsigned params_followed_count;
extern const char params_followed_about[];

/* Parameters that scheme and ports have not get their defaults. */
void params_restore_unused(struct params *p);

#endif
