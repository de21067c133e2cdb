#pragma once

#include <stdio.h>

/* What the command returns. */
enum {
#define EXIT(id, number, help, causes) EXIT_##id = number,
#include "exits.def"
#undef EXIT
	EXIT_SIGNAL = 128,              /* and the number of the signal that ended it early */
};

/* From now on, lines are kept and not printed: another process speaks for all. And the last line that was kept; "": none. */
void report_mute(void);
const char *report_kept(void);

/* Control characters in the arguments are shown as '?', so that a line stays one. */

/* One line on stdout. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/* One line on stderr, "sluice: ...". Returns EXIT_BAD_INPUT. */
__attribute__((format(printf, 1, 2))) int bad_input(const char *format, ...);

/* The same. Returns EXIT_ENVIRONMENT. */
__attribute__((format(printf, 1, 2))) int environment_failed(const char *format, ...);

/* The same. Returns what errno says: EXIT_ENVIRONMENT (disk full, no memory ...), or else EXIT_BAD_INPUT (no such directory ...). */
__attribute__((format(printf, 1, 2))) int cannot(const char *format, ...);

/* Writes a file that appears complete or not at all; path NULL: none. option: that names it, for messages; NULL: none does. Returns an exit status. */
int write_whole(const char *option, const char *path, void (*contents)(const void *of, FILE *), const void *of);

/* The same of a text of JSON, which is freed; NULL: out of memory. */
int write_json_text(const char *option, const char *path, char *text);
