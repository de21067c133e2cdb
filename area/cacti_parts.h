#pragma once

#include "cacti.h"

enum { CACTI_TEXT = 8192, CACTI_ANSWER = 1 << 20 };

/* The configuration. false: text too small. CACTI rounds widths to whole bytes: *bits is the width that it uses. */
bool cacti_config(const struct price_setup *setup, const struct memory *m, char text[CACTI_TEXT], unsigned *bits);

/* How a run ended. */
enum cacti_end { CACTI_ENDED, CACTI_TIMED_OUT, CACTI_CRASHED, CACTI_NOT_RUN };

/* Runs the program in its directory; answer: its standard output and error, at most CACTI_ANSWER - 1 bytes. *code: exit
 * status, signal, or errno. */
enum cacti_end cacti_run(const char *program, const char *config, double seconds, char answer[CACTI_ANSWER], int *code);

/* The figures of an answer. false: why names what is missing, or quotes the program's error. */
bool cacti_parse(const char *answer, const struct memory *m, struct price *p, char why[PRICE_WHY]);
