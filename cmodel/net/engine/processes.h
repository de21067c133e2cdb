#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Processes that run one network together, each some of its parts: what they have to know of each other. Who started them, and how they communicate, is not
 * known here (cli/network/sim.c). All of them make the same calls in the same order. A NULL pointer stands for a process alone.
 */
struct mail_bytes {
	char *at;                       /* of malloc(), or NULL */
	size_t size, room;
};

/* What two processes tell each other in a span; `with`: the number of the other one. */
struct mail {
	unsigned with;
	struct mail_bytes out, in;
};

struct processes {
	unsigned number, count;         /* of this one, from 0 on; of all */
	void (*sum)(uint64_t *value, size_t n);         /* each value becomes its sum over all processes */
	void (*least)(uint64_t *value);                 /* the value becomes the lowest of all */
	void (*tell)(unsigned from, void *data, size_t bytes);          /* all get what one has */
	void (*send)(struct mail *, unsigned n);        /* n of them, and begins to receive as many. The first 8 bytes of each are for its length */
	void (*receive)(struct mail *, unsigned n);     /* ... and all have come */
	void (*give)(const void *data, size_t bytes);   /* to process 0 ... */
	void (*take)(unsigned from, void *data, size_t bytes);          /* ... which takes it */
	void (*end)(void);              /* the last call */
};

static inline unsigned processes_count(const struct processes *p)
{
	return p ? p->count : 1;
}

static inline unsigned processes_number(const struct processes *p)
{
	return p ? p->number : 0;
}

static inline void processes_sum(const struct processes *p, uint64_t *value, size_t n)
{
	if (p)
		p->sum(value, n);
}

/* The highest of all. */
uint64_t processes_most(const struct processes *, uint64_t value);

/* A text becomes that of the process with the lowest key. Returns that key. */
uint64_t processes_first(const struct processes *, uint64_t key, char *text, size_t size);

/* Is it good in all processes? If not, the text becomes that of the first one where it is not. */
bool processes_agree(const struct processes *, bool good, char *text, size_t size);

/* All get what process 0 has. */
static inline void processes_follow(const struct processes *p, void *data, size_t bytes)
{
	if (p)
		p->tell(0, data, bytes);
}
