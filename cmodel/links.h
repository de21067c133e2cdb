#ifndef LINKS_H
#define LINKS_H

#include "switch.h"
#include "units/lanes.h"
#include "units/prefetch.h"

/*
 * Links among banks that are stepped by turns, as their owner lays them out: a network (net/), or a bench. A switch does not know
 * what it is connected to. It says what leaves, and that is written to the link at once, where and when the far end will read it.
 */

/* The far end of a port: a port of a bank, run by a part of the network; and the link that leaves by this port, for statistics. NO_LINK: it has no number. */
enum { NO_LINK = (1 << 26) - 1 };
struct wire {
	uint32_t bank : 24, part : 8;
	uint32_t link : 26, port : 6;
};

/* Ports of a bank where something arrives in a cycle. */
struct arriving {
	uint64_t head, message;
};

/*
 * What is on its way to a bank, in rings by cycle: headers and messages; credits, further ahead. Headers stand in rows, in `packet` and what belongs to
 * it: packets of several flits follow each other so slowly that there are fewer rows than cycles, and these stay in the cache.
 */
struct rings {
	struct arriving *of;
	struct switch_in *in;           /* by row */
	struct message (*msg)[SWITCH_PORTS];
	uint64_t *credit;
	uint16_t (*credit_queue)[SWITCH_PORTS]; /* NULL: credits are not counted by queue */
};

/* The links of a bank of wormhole routers to one bank, itself or another, which are written together. */
struct bundle {
	_Alignas(SWITCH_PORTS) uint8_t near[SWITCH_PORTS];      /* by port of that bank: the port of this one */
	uint64_t ports, far;            /* ports of this bank, and of that one */
	uint32_t bank;
};

/*
 * Banks that have something to do, by span of cycles: a ring of sets with a bit for each bank. Without sets, all banks are looked at in every span.
 */
struct due_sets {
	uint64_t *set;
	unsigned log_span;              /* cycles of a span, a power of two */
	unsigned mask, log_words;       /* sets in the ring - 1; words of a set: a power of two */
};

/* That of a cycle. NULL: there are none. */
static inline uint64_t *due_set(const struct due_sets *d, uint64_t cycle)
{
	return d->set ? d->set + ((cycle >> d->log_span & d->mask) << d->log_words) : NULL;
}

static inline void due_add(uint64_t *set, uint32_t bank)
{
	if (set)
		set[bank / 64] |= bit(bank % 64);
}

struct links {
	const struct wire *wire;        /* by port of the bank that is stepped */
	const struct rings *to;         /* by bank */
	size_t row;                     /* bytes into `in`, of a header that is granted in this cycle; ... */
	unsigned of;                    /* ... index into `of`; ... */
	uint64_t arrival;               /* ... cycle in which it arrives; ... */
	uint64_t credit;                /* ... cycle of a credit for what would take no flits to read ... */
	unsigned credit_mask;           /* ... in a ring of so many and one */
	struct due_sets due;            /* of the banks: what is sent marks them */
	uint64_t *flits;                /* by link; NULL: not counted */
	const struct bundle *bundle;    /* of wormhole routers: all links of the bank */
	unsigned bundles;
};

/* The row of such a header. */
static inline struct switch_in *links_in(const struct links *l, uint32_t bank)
{
	return (struct switch_in *)(void *)((char *)l->to[bank].in + l->row);
}

/* Prefetch what links_send() will write for a packet of so many flits. */
static inline void links_fetch(const struct links *l, unsigned output, unsigned input, unsigned flits)
{
	const struct wire out = l->wire[output], back = l->wire[input];

	prefetch(l->to[out.bank].of + l->of);
	prefetch(links_in(l, out.bank)->packet + out.port);
	prefetch(l->to[back.bank].credit + ((unsigned)(l->credit + flits) & l->credit_mask));
}

/* An output takes a packet from an input; queue: where it stood, NULL if credits are not counted by queue. */
static inline void links_send(const struct links *l, unsigned output, unsigned input, const uint16_t *queue, const struct packet *header)
{
	const struct wire out = l->wire[output], back = l->wire[input];
	const struct rings *from = l->to + back.bank;
	const unsigned credit = (unsigned)(l->credit + header->flits) & l->credit_mask;

	links_in(l, out.bank)->packet[out.port] = *header;
	l->to[out.bank].of[l->of].head |= bit(out.port);
	due_add(due_set(&l->due, l->arrival), out.bank);
	from->credit[credit] |= bit(back.port);
	due_add(due_set(&l->due, l->credit + header->flits), back.bank);
	if (queue && from->credit_queue)
		from->credit_queue[credit][back.port] = *queue;
	if (l->flits)
		l->flits[out.link] += header->flits;
}

/* The ports at the far ends of these ports, if they are of the bundle. */
static inline uint64_t links_far(const struct links *l, const struct bundle *b, uint64_t ports)
{
	uint64_t far = 0;
	unsigned i;

	if (LANES_WIDE)
		return lanes_name(b->far, lanes_load(b->near), ports);
	EACH(i, ports & b->ports)
		far |= bit(l->wire[i].port);
	return far;
}

/* Of wormhole routers: flits leave by these outputs, in these VCs, with these numbers in their packets, by output. */
static inline void links_send_flits(const struct links *l, uint64_t outputs, const uint8_t *vc, const uint8_t *flit)
{
	unsigned o;

	for (const struct bundle *b = l->bundle; b < l->bundle + l->bundles; b++) {
		struct switch_in *const in = links_in(l, b->bank);
		const uint64_t to = links_far(l, b, outputs);

		bytes_look(to, in->vc, vc, b->near);
		bytes_look(to, in->flit, flit, b->near);
		l->to[b->bank].of[l->of].head |= to;
	}
	EACH(o, l->flits ? outputs : 0)
		l->flits[l->wire[o].link]++;
}

/* A header takes its packet with it. */
static inline void links_send_packet(const struct links *l, unsigned output, const struct packet *packet)
{
	const struct wire out = l->wire[output];

	links_in(l, out.bank)->packet[out.port] = *packet;
}

/* A flit leaves alone. */
static inline void links_send_flit(const struct links *l, unsigned output, unsigned vc, unsigned flit, const struct packet *packet)
{
	const struct wire out = l->wire[output];
	struct switch_in *const in = links_in(l, out.bank);

	if (!flit)
		links_send_packet(l, output, packet);
	in->vc[out.port] = (uint8_t)vc;
	in->flit[out.port] = (uint8_t)flit;
	l->to[out.bank].of[l->of].head |= bit(out.port);
	if (l->flits)
		l->flits[out.link]++;
}

/* And these inputs return credits for these VCs, a bit each. */
static inline void links_return(const struct links *l, uint64_t inputs, const uint8_t *vcs)
{
	const unsigned credit = (unsigned)l->credit & l->credit_mask;

	for (const struct bundle *b = l->bundle; b < l->bundle + l->bundles; b++) {
		const struct rings *const from = l->to + b->bank;
		const uint64_t to = links_far(l, b, inputs);

		from->credit[credit] |= to;
		words_look(to, from->credit_queue[credit], vcs, b->near);
	}
}

#endif
