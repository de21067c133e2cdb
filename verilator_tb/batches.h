#ifndef BATCHES_H
#define BATCHES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * A stream of records from one thread to another, in batches. Both sides know the layout of the records; sizes are in bytes. Each side
 * works on a batch of its own, which is copied as a whole to or from one of the shared ones between them: processors exchange a long
 * run of memory five times as fast as many small pieces.
 */
enum { BATCHES = 4 };           /* shared: sent and not yet received, at most */

struct batch {
	uint8_t *bytes;
	size_t used;
	unsigned records;               /* complete ones */
};

struct batches {
	size_t size;                    /* of a batch */
	struct batch written;           /* the writer's side: not yet handed over */
	struct batch read;              /* the reader's side: its records not yet read ... */
	size_t at;                      /* ... from here on */
	pthread_mutex_t lock;           /* of all below, but the bytes of batches on the way */
	pthread_cond_t moved;
	struct batch way[BATCHES];
	uint64_t sent, received;        /* batches so far */
	bool ended, stopped;
};

/* size: of a batch. False: out of memory; batches_free() all the same. */
bool batches_init(struct batches *b, size_t size);
void batches_free(struct batches *b);

/* The writer's side. Send the batch written; waits for a place. False: the reader has stopped. */
bool batches_send(struct batches *b);
void batches_end(struct batches *b);            /* ... and end the stream */

/* The reader's side, after the last record of its batch: wait for another batch. False: the writer has ended. */
bool batches_receive(struct batches *b);
void batches_stop(struct batches *b);           /* the reader ends */

static inline void batches_put(struct batches *b, const void *what, size_t bytes)
{
	memcpy(b->written.bytes + b->written.used, what, bytes);
	b->written.used += bytes;
}

static inline void batches_get(struct batches *b, void *what, size_t bytes)
{
	memcpy(what, b->read.bytes + b->at, bytes);
	b->at += bytes;
}

#endif
