#ifndef LINKS_H
#define LINKS_H

#include "switch.h"

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

/* What is on its way to a bank, in rings by cycle: headers and messages; credits, further ahead. */
struct rings {
	struct switch_in *in;
	uint64_t *credit;
	uint16_t (*credit_queue)[SWITCH_PORTS]; /* NULL: credits are not counted by queue */
};

struct links {
	const struct wire *wire;        /* by port of the bank that is stepped */
	const struct rings *to;         /* by bank */
	size_t in;                      /* bytes into the ring, of a header that is granted in this cycle; ... */
	uint64_t credit;                /* ... cycle of a credit for what would take no flits to read ... */
	unsigned credit_mask;           /* ... in a ring of so many and one */
	uint64_t *flits;                /* by link; NULL: not counted */
};

/* An output takes a packet from an input; queue: where it stood, NULL if credits are not counted by queue. */
static inline void links_send(const struct links *l, unsigned output, unsigned input, const uint16_t *queue, const struct packet *header)
{
	const struct wire out = l->wire[output], back = l->wire[input];
	const struct rings *from = l->to + back.bank;
	const unsigned credit = (unsigned)(l->credit + header->flits) & l->credit_mask;
	struct switch_in *in = (struct switch_in *)(void *)((char *)l->to[out.bank].in + l->in);

	in->packet[out.port] = *header;
	in->head |= bit(out.port);
	from->credit[credit] |= bit(back.port);
	if (queue && from->credit_queue)
		from->credit_queue[credit][back.port] = *queue;
	if (l->flits)
		l->flits[out.link] += header->flits;
}

/* Of a wormhole router: a flit leaves by an output, in this VC, with this number in its packet; only a header takes the packet with it. */
static inline void links_send_flit(const struct links *l, unsigned output, unsigned vc, unsigned flit, const struct packet *packet)
{
	const struct wire out = l->wire[output];
	struct switch_in *in = (struct switch_in *)(void *)((char *)l->to[out.bank].in + l->in);

	if (!flit)
		in->packet[out.port] = *packet;
	in->vc[out.port] = (uint8_t)vc;
	in->flit[out.port] = (uint8_t)flit;
	in->head |= bit(out.port);
	if (l->flits)
		l->flits[out.link]++;
}

/* And an input returns credits for these VCs, a bit each. */
static inline void links_return(const struct links *l, unsigned input, uint16_t vcs)
{
	const struct wire back = l->wire[input];
	const struct rings *from = l->to + back.bank;
	const unsigned credit = (unsigned)l->credit & l->credit_mask;

	from->credit[credit] |= bit(back.port);
	from->credit_queue[credit][back.port] = vcs;
}

#endif
