#pragma once

#include "text.h"

#include <stdio.h>

/*
 * Files that the program stores and reads again: a seal at the end, with a hash of all before it, distinguishes a complete file
 * from an incomplete or changed one. Other readers of the file (a loader) ignore the seal.
 */

/* Writes t and its seal. */
void seal_write(struct text t, FILE *f);

/* The text without its seal, to be freed. NULL in it: there is no such file; its seal is broken; or it is not trusted, being no
 * plain file, neither this user's nor root's, or writable by everybody. */
struct text seal_read(const char *path);
