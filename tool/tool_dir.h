#pragma once

#include "tool.h"

/*
 * A private working directory, <parent>/sluice-<kind>-XXXXXX, for the lifetime of this process and the programs that it runs.
 * It contains a mark: a file that identifies it, names the directory, and is locked by all of these processes.
 *
 * The directory of a killed process is removed by the next process that works in the same parent: it must have such a name,
 * belong to this user, and have a mark with its name that is not locked. Nothing else is touched, and no lock is waited for.
 */
struct tool_dir {
	char path[TOOL_PATH];
	int mark;                       /* open and locked; -1: there is no directory */
};

#define TOOL_DIR_MARK ".sluice-mark"

/* A new directory below parent, which is created if needed. False: errno says why. */
bool tool_dir_new(struct tool_dir *d, const char *parent, const char *kind);

/* The same for temporary files: in TMPDIR, or in /tmp if TMPDIR cannot be made or its path is not plain. Absolute. */
bool tool_dir_temporary(struct tool_dir *d, const char *kind);

/* Removes it with its contents, if the mark is still there. */
void tool_dir_remove(struct tool_dir *d);

/* Keeps it for inspection: no later process removes it. */
void tool_dir_keep(struct tool_dir *d);

/* Was `name`, in the open directory `at`, made by tool_dir_new()? True for a kept one as well. */
bool tool_dir_ours(int at, const char *name);

/* Is the path safe for tools that pass it to a shell or to make: letters, digits, and a few other characters? */
bool tool_path_plain(const char *path);

/* Makes dir, and its missing parents. */
bool tool_make_dirs(const char *dir);

/*
 * Where this user's files of a kind are: ${<of>}/sluice, <of> one of the variables that XDG has for it, or the same below `below` in the home directory.
 * False: there is neither.
 */
bool tool_user_dir(const char *of, const char *below, char *dir, size_t size);

/*
 * Removes the entry of this name in the open directory `at`, with all below it. Links are removed and not followed; file
 * systems mounted below are not touched. `last` is a file directly below that is removed after all others, so that it exists
 * as long as any of them; NULL: none. False: something is left.
 */
bool remove_below(int at, const char *name, const char *last);
