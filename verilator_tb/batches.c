#define _POSIX_C_SOURCE 200809L
#include "batches.h"

#include <stdlib.h>

bool batches_init(struct batches *b, size_t size)
{
	bool ok;

	*b = (struct batches){ .size = size, .written.bytes = malloc(size), .read.bytes = malloc(size) };
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->moved, NULL);
	ok = b->written.bytes && b->read.bytes;
	for (unsigned i = 0; i < BATCHES; i++)
		ok = (b->way[i].bytes = malloc(size)) && ok;
	return ok;
}

void batches_free(struct batches *b)
{
	for (unsigned i = 0; i < BATCHES; i++)
		free(b->way[i].bytes);
	free(b->read.bytes);
	free(b->written.bytes);
	pthread_cond_destroy(&b->moved);
	pthread_mutex_destroy(&b->lock);
}

static void copy(struct batch *to, const struct batch *from)
{
	memcpy(to->bytes, from->bytes, from->used);
	to->used = from->used;
	to->records = from->records;
}

/* Whether a condition came true; `over` ends the wait. */
#define WAIT_UNTIL(b, condition, over)                                          \
	while (!(condition) && !(over))                                         \
		pthread_cond_wait(&(b)->moved, &(b)->lock)

bool batches_send(struct batches *b)
{
	bool stopped;

	pthread_mutex_lock(&b->lock);
	WAIT_UNTIL(b, b->sent < b->received + BATCHES, b->stopped);
	stopped = b->stopped;
	pthread_mutex_unlock(&b->lock);
	if (stopped)
		return false;
	copy(&b->way[b->sent % BATCHES], &b->written);
	b->written.used = b->written.records = 0;
	pthread_mutex_lock(&b->lock);
	b->sent++;
	pthread_cond_signal(&b->moved);
	pthread_mutex_unlock(&b->lock);
	return true;
}

void batches_end(struct batches *b)
{
	batches_send(b);
	pthread_mutex_lock(&b->lock);
	b->ended = true;
	pthread_cond_signal(&b->moved);
	pthread_mutex_unlock(&b->lock);
}

bool batches_receive(struct batches *b)
{
	bool some;

	pthread_mutex_lock(&b->lock);
	WAIT_UNTIL(b, b->received < b->sent, b->ended);
	some = b->received < b->sent;
	pthread_mutex_unlock(&b->lock);
	if (!some)
		return false;
	copy(&b->read, &b->way[b->received % BATCHES]);
	b->at = 0;
	pthread_mutex_lock(&b->lock);
	b->received++;
	pthread_cond_signal(&b->moved);
	pthread_mutex_unlock(&b->lock);
	return true;
}

void batches_stop(struct batches *b)
{
	pthread_mutex_lock(&b->lock);
	b->stopped = true;
	pthread_cond_signal(&b->moved);
	pthread_mutex_unlock(&b->lock);
}
