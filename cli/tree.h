#pragma once

#include "text.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A directory that is written as a whole or not at all: built beside its place under
 * a temporary name, and renamed into it.
 */
struct tree {
	char path[PATH_MAX];    /* where it goes, without a slash at the end */
	char temp[PATH_MAX];    /* where it is built; "": nowhere */
	bool replace;           /* something is there, and goes when this one comes */
	const struct tree_rule *rule;
};

/* How to know a tree that we wrote, so that it may be replaced. */
struct tree_rule {
	const char *mark;                       /* a file that it has, "x.conf" ... */
	const char *mark_text;                  /* ... which begins like this */
	bool (*ours)(int dir, const char *name);        /* whether we wrote what has this name in the open directory, "rtl/x.v" ... */
	bool (*whole)(int dir, const char *name);       /* ... and all that is below it; NULL: of nothing */
};

enum { TREE_WHY = 512 };

/*
 * Begin. What is at path already is refused, unless force is set and the rule knows it and
 * all that is in it. Here and below: false says why, and so does errno; what was built is gone.
 */
bool tree_begin(struct tree *t, const char *path, bool force, const struct tree_rule *rule, char why[TREE_WHY]);

/* Add a file; its directory is made if need be. */
bool tree_add(struct tree *t, const char *name, struct text text, char why[TREE_WHY]);

/* Give up what was built. */
void tree_drop(struct tree *t);

/* Put it in its place. */
bool tree_commit(struct tree *t, char why[TREE_WHY]);
