#ifndef SEAL_H
#define SEAL_H

#include "text.h"

#include <stdio.h>

/*
 * Files that we keep for ourselves and believe later: a seal at the end, with a hash of all before, tells a whole one from
 * one that broke off or was changed. Programs that read the file otherwise (a loader) do not mind what stands at its end.
 */

/* t and its seal. */
void seal_write(struct text t, FILE *f);

/* What was sealed, to be freed. NULL in it: there is no such file, its seal is broken, or it is not believed: it is no plain
 * file, somebody else's (not this user's, not root's), or everybody may write it. */
struct text seal_read(const char *path);

#endif
