#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>

/*
 * Programs of others, and the directories that they work in.
 */
enum { TOOL_PATH = 4096, TOOL_MISSING = 127 };

/* Run args[0] (found in PATH; the list ends with NULL) in dir, its output going to the file `log` there. Returns its exit
 * status, TOOL_MISSING if there is no such program, -1 if it could not be run or died of a signal. */
int tool_run(const char *dir, const char *log, const char *const *args);

bool tool_installed(const char *program);

/* A new, empty directory below parent, which is made if need be. False: errno says why. */
bool tool_dir(const char *parent, const char *prefix, char path[TOOL_PATH]);

/* With all that is in it. */
void tool_dir_remove(const char *path);

#endif
