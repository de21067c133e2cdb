#ifndef TOOL_DIR_H
#define TOOL_DIR_H

#include "tool.h"

/*
 * A directory to work in, <parent>/sluice-<kind>-XXXXXX: private, and there for as long as this process and the programs that
 * it runs live. In it is a mark, a file that says so, names the directory, and is locked by all of them.
 *
 * What a killed process left is removed by the next one that works in the same parent: directories of that name and this
 * user's, whose mark says the same and is locked by nobody. Nothing else is touched, and no lock is waited for.
 */
struct tool_dir {
	char path[TOOL_PATH];
	int mark;                       /* open and locked; -1: there is no directory */
};

#define TOOL_DIR_MARK ".sluice-mark"

/* A new one below parent, which is made if need be. False: errno says why. */
bool tool_dir_new(struct tool_dir *d, const char *parent, const char *kind);

/* The same where files go that nobody looks for: in TMPDIR, or in /tmp if that is none or its path is not plain. Absolute. */
bool tool_dir_temporary(struct tool_dir *d, const char *kind);

/* With all that is in it, if the mark is still there. */
void tool_dir_remove(struct tool_dir *d);

/* It stays, to be looked at: nobody sweeps it. */
void tool_dir_keep(struct tool_dir *d);

/* Was `name`, in the open directory `at`, made by tool_dir_new()? Also one that is kept. */
bool tool_dir_ours(int at, const char *name);

/* A path that tools take which hand it to a shell or to make: letters, digits, and few other characters. */
bool tool_path_plain(const char *path);

/* Makes dir, and all above it that is not there. */
bool tool_make_dirs(const char *dir);

#endif
