#pragma once

#include "exhausted.h"

#include <errno.h>
#include <stdio.h>

/* What the command returns. */
enum {
#define EXIT(id, number, help, causes) EXIT_##id = number,
#include "exits.def"
	EXIT_SIGNAL = 128,              /* and the number of the signal that ended it early */
};

/* From now on, lines are kept and not printed: another process speaks for all. And the last line that was kept; "": none. */
void report_mute(void);
const char *report_kept(void);

/* Control characters in the arguments are shown as '?', so that a line stays one. */

/* One line on stdout. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/* One line on stderr, "sluice: ...". Returns the status: EXIT_BAD_INPUT, EXIT_ENVIRONMENT, or what errno says: EXIT_ENVIRONMENT (disk full, no memory ...),
 * or else EXIT_BAD_INPUT (no such directory ...). */
__attribute__((format(printf, 2, 3))) int error_line(int status, const char *format, ...);

#define bad_input(...) error_line(EXIT_BAD_INPUT, __VA_ARGS__)
#define environment_failed(...) error_line(EXIT_ENVIRONMENT, __VA_ARGS__)
#define cannot(...) error_line(exhausted(errno) ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT, __VA_ARGS__)

/* Writes a file that appears complete or not at all; path NULL: none. option: that names it, for messages; NULL: none does. Returns an exit status. */
int write_whole(const char *option, const char *path, void (*contents)(const void *of, FILE *), const void *of);

/* The same of a text of JSON, which is freed; NULL: out of memory. */
int write_json_text(const char *option, const char *path, char *text);
