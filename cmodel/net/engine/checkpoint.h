#pragma once

#include "processes.h"
#include "keyed_hash.h"
#include "output.h"
#include "state.h"

#include <stdio.h>

/*
 * The file of a checkpoint: what it is of, records, and a keyed hash of all that. Process 0 writes and reads it; every process puts its records into it, and
 * gets all of them. A file appears complete or not at all, and is on the disk when it does; one that is damaged, or was written without the key, is not read.
 *
 * `of` says what the file is of, in lines that begin with "# name = value"; the first one has the sources of the program.
 */
enum { CHECKPOINT_WHY = 512 };

struct checkpoint {
	const struct processes *processes;
	const char *path;
	struct output out;              /* of process 0, written */
	FILE *in;                       /* of process 0, read */
	uint64_t size;                  /* bytes of that file */
	struct keyed_hash hash;         /* so far */
	bool failed;
};

/* All processes call these; the key is that of process 0. False: why; nothing is to be ended. */
bool checkpoint_create(struct checkpoint *, const char *path, const char *of, const uint64_t key[2], const struct processes *, char why[CHECKPOINT_WHY]);
bool checkpoint_open(struct checkpoint *, const char *path, const char *of, const uint64_t key[2], const struct processes *, char why[CHECKPOINT_WHY]);

/* A record of this process. */
void checkpoint_put(struct checkpoint *, uint32_t record, uint32_t index, const struct state *);

/* Ends what was created. False: why, and the file is the one before. */
bool checkpoint_complete(struct checkpoint *, char why[CHECKPOINT_WHY]);

/* The next record, for all processes. False: there is none, or state->failed: out of memory, or the file is another one than was opened. */
bool checkpoint_next(struct checkpoint *, uint32_t *record, uint32_t *index, struct state *);
void checkpoint_close(struct checkpoint *);
