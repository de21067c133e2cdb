#pragma once

#include "scam.h"

/*
 * Congestion detection and flow control of the sides of all ports of one kind. Queues that stop upstream and are below their lower threshold are kept as
 * sets, so that nothing is asked in a cycle in which nothing is sent.
 * RTL twin: rtl_gen/units/sfcu.v. Combining RECN with two-VC QoS support, 2.1, 4.
 */
struct sfcu {
	bool repeat;                    /* at output sides: an Xoff for each packet, since each may be of another input */
	unsigned over[2], under[2];     /* thresholds of detection queues, of SAQs */
	uint64_t entered, above;        /* ports where a packet entered in the cycle before; where it found its queue above the threshold: */
	struct entered { uint16_t queue; uint8_t vc, level, end, source; } *in; /* by port: that one, or the last; its queue in its VC */
	uint64_t *told;                 /* by port, by level, in words of 64 queues: detection queues that stop upstream for it */
	uint64_t *stops, *ends;         /* by port, by VC, likewise: queues that stop upstream; of these, those that will let go */
	uint64_t ending;                /* ports with some of these */
	uint64_t sent;                  /* ports with a message in this cycle */
	struct message *msg;            /* by port: the last one */
	uint8_t *vc, *to;               /* by port: its VC; at outputs, the input that it is for */
};

/* Words of a set of queues of a VC, and the place of the one that has queue j of VC or level k, of so many. */
static inline unsigned sfcu_words(const struct shape *s)
{
	return (s->vc_queues + 63) / 64;
}

static inline size_t sfcu_word(const struct shape *s, unsigned port, unsigned n, unsigned k, unsigned j)
{
	return (size_t)(port * n + k) * sfcu_words(s) + j / 64;
}

/* After reset, of output sides. */
static inline void sfcu_repeat(struct sfcu *u)
{
	u->repeat = true;
}

static inline void sfcu_enter(struct sfcu *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned queue, const struct parcel *p, bool end)
{
	u->entered |= bit(port);
	u->above |= (uint64_t)(cqu_at(cqu, s, port, cqu_number(s, p->in.vc, queue))->fill > u->over[queue >= s->dqs]) << port;
	u->in[port] = (struct entered){ (uint16_t)queue, (uint8_t)p->in.vc, p->level, end, p->source };
}

/* A queue that stops upstream has other cells than before, or has begun or ceased to stop. */
void sfcu_look(struct sfcu *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue);

/* A queue of the VC has other cells than before. */
static inline void sfcu_moved(struct sfcu *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue)
{
	if (u->stops[sfcu_word(s, port, s->vcs, vc, queue)] >> queue % 64 & 1)
		sfcu_look(u, s, cqu, port, vc, queue);
}

/* Ports that may send a message: others need not decide. */
static inline uint64_t sfcu_deciding(const struct sfcu *u)
{
	return u->ending | u->above;
}

/* Decide whether a message is sent; it is on its way in the next cycle. */
bool sfcu_decide(struct sfcu *u, const struct shape *s, const struct cqu *cqu, struct scam *scam, unsigned port);

/* All is decided, and these ports send; then packets leave, and enter. */
static inline void sfcu_send(struct sfcu *u, uint64_t ports)
{
	u->sent = ports;
	u->entered = u->above = 0;
}

extern const struct unit_model sfcu_unit;
