#ifndef SAY_H
#define SAY_H

/* What the command returns. */
enum { EXIT_OK = 0, EXIT_CHECK_FAILED = 1, EXIT_BAD_INPUT = 2 };

/* Control characters in the arguments are shown as '?', so that a line stays one. */

/* One line on stdout. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/* One line on stderr, "sluice: ...". Returns EXIT_BAD_INPUT. */
__attribute__((format(printf, 1, 2))) int bad_input(const char *format, ...);

#endif
