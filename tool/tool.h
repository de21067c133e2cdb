#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Programs of others, and the directories that they work in.
 */
enum { TOOL_PATH = 4096, TOOL_MISSING = 127 };

/* Run args[0] (found in PATH; the list ends with NULL) in dir, its output going to the file `log` there. Returns its exit
 * status, TOOL_MISSING if there is no such program, -1 if it could not be run or died of a signal. It does not outlive
 * the thread that started it. */
int tool_run(const char *dir, const char *log, const char *const *args);

/* The same in two steps, so that several run at once. A negative pid (it could not be started) may be waited for: -1. */
pid_t tool_start(const char *dir, const char *log, const char *const *args);
int tool_wait(pid_t pid);

bool tool_installed(const char *program);

/* Processors that this process may use. */
unsigned tool_processors(void);

/* A directory to work in, for as long as this process and the programs that it runs live. */
struct tool_dir {
	char path[TOOL_PATH];
	int lock;                       /* held by all of them, and so told from what a dead process left; -1: none */
};

/* A new, empty one below parent, which is made if need be. swept: those of the same prefix that dead processes
 * left are removed; not for work that is kept to be looked at. False: errno says why. */
bool tool_dir_new(struct tool_dir *d, const char *parent, const char *prefix, bool swept);

/* With all that is in it. */
void tool_dir_remove(struct tool_dir *d);

#endif
