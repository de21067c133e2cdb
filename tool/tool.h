#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Running external programs. */
enum { TOOL_PATH = 4096, TOOL_MISSING = 127 };

/* Run args[0] (found in PATH; the list ends with NULL) in dir, its output going to the file `log` there. Returns its exit
 * status, TOOL_MISSING if there is no such program, -1 if it could not be run or died of a signal. It does not outlive
 * the thread that started it. */
int tool_run(const char *dir, const char *log, const char *const *args);

/* The same in two steps, so that several run at once. A negative pid (it could not be started) may be waited for: -1. */
pid_t tool_start(const char *dir, const char *log, const char *const *args);
int tool_wait(pid_t pid);

bool tool_installed(const char *program);

/* Yosys by its own name, or as PyPI's package has it. */
const char *tool_yosys(void);

/* The file of this program. False: unknown. */
bool tool_self(char path[TOOL_PATH]);

/* Processors that this process may use; UINT_MAX: not known. */
unsigned tool_processors(void);

/* The first line that a program prints, at most size - 1 letters of it. False: there is none, or the program fails. */
bool tool_first_line(const char *const *args, char *line, size_t size);

/* The process that locked the open file by flock(). 0: not known; or it ended, and a process that it started holds the lock. */
pid_t lock_holder(int fd);
