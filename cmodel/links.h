#pragma once

#include "switch.h"
#include "units/lanes.h"
#include "units/prefetch.h"

/*
 * Links among banks that are stepped by turns, as their owner lays them out: a network (net/), or a bench. A switch does not know
 * what it is connected to. It says what leaves, and that is written to the link, at once or a little later, where and when the far end will read it.
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

/* Where the rings of all banks are, and where in them something is that arrives in a cycle. Nothing is looked up: large networks would miss it in the cache. */
struct ring_shape {
	unsigned of_mask, row_mask, credit_mask;        /* lengths - 1 */
	unsigned log_apart;             /* two headers on a link are at least that power of two of cycles apart */
	char *block, *messages;         /* by bank: its rings, and the one of messages */
	size_t bytes, message_bytes;    /* of a bank */
	size_t of, in, credit, credit_queue;    /* offsets in these bytes; credit_queue: 0 if credits are not counted by queue */
};

static inline struct rings rings_of(const struct ring_shape *r, uint32_t bank)
{
	char *const at = r->block + bank * r->bytes;

	return (struct rings){
		.of = (struct arriving *)(void *)(at + r->of), .in = (struct switch_in *)(void *)(at + r->in), .credit = (uint64_t *)(void *)(at + r->credit),
		.msg = (struct message (*)[SWITCH_PORTS])(void *)(r->messages + bank * r->message_bytes),
		.credit_queue = r->credit_queue ? (uint16_t (*)[SWITCH_PORTS])(void *)(at + r->credit_queue) : NULL,
	};
}

static inline unsigned ring_of(const struct ring_shape *r, uint64_t cycle)
{
	return (unsigned)cycle & r->of_mask;
}

static inline unsigned ring_row(const struct ring_shape *r, uint64_t cycle)
{
	return (unsigned)(cycle >> r->log_apart) & r->row_mask;
}

static inline unsigned ring_credit(const struct ring_shape *r, uint64_t cycle)
{
	return (unsigned)cycle & r->credit_mask;
}

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

/* A cycle in which headers arrive, and where they are in the rings of any bank. */
struct link_arrival {
	uint64_t cycle;
	unsigned of, row;
};

static inline struct link_arrival link_arrival(const struct ring_shape *r, uint64_t cycle)
{
	return (struct link_arrival){ cycle, ring_of(r, cycle), ring_row(r, cycle) };
}

/* A packet that an output took from an input, and its credit. */
struct departure {
	struct wire out, back;
	struct link_arrival arrival;    /* of the header */
	uint64_t credit;                /* cycle in which the credit arrives */
	uint16_t queue;                 /* where it stood, if credits are counted by queue */
	struct packet packet;
};

/*
 * In a network that no cache holds, a packet is written to its receiver after so many others have departed: by then the memory to be written has come.
 * `departed`: so many so far, of which one is in the place of its number modulo DEPARTURES.
 */
enum { DEPARTURES = 8 };
struct departures {
	struct departure at[DEPARTURES];
	unsigned departed;
};

struct links {
	const struct wire *wire;        /* by port of the bank that is stepped */
	struct ring_shape rings;        /* of the banks */
	struct link_arrival arrival;    /* of a header that is granted in this cycle; ... */
	uint64_t credit;                /* ... cycle of a credit for what would take no flits to read */
	struct due_sets due;            /* of the banks: what is sent marks them */
	struct departures *later;       /* NULL: what is sent is written at once */
	uint64_t *flits;                /* by link; NULL: not counted */
	const struct bundle *bundle;    /* of wormhole routers: all links of the bank */
	unsigned bundles;
};

/* Write a packet and its credit to the rings of their receivers. */
static inline __attribute__((always_inline)) void links_write(const struct links *l, struct wire out, struct wire back, struct link_arrival arrival,
							      uint64_t credit, const uint16_t *queue, const struct packet *packet)
{
	const struct rings to = rings_of(&l->rings, out.bank), from = rings_of(&l->rings, back.bank);
	const unsigned at = ring_credit(&l->rings, credit);

	to.in[arrival.row].packet[out.port] = *packet;
	to.of[arrival.of].head |= bit(out.port);
	due_add(due_set(&l->due, arrival.cycle), out.bank);
	from.credit[at] |= bit(back.port);
	due_add(due_set(&l->due, credit), back.bank);
	if (queue && from.credit_queue)
		from.credit_queue[at][back.port] = *queue;
}

static inline void links_write_departure(const struct links *l, const struct departure *x)
{
	links_write(l, x->out, x->back, x->arrival, x->credit, &x->queue, &x->packet);
}

/* The same when some others have departed; meanwhile what it writes is fetched. */
static __attribute__((noinline, unused)) void links_write_later(const struct links *l, struct wire out, struct wire back, uint64_t credit,
								const uint16_t *queue, const struct packet *packet)
{
	const struct rings to = rings_of(&l->rings, out.bank), from = rings_of(&l->rings, back.bank);
	struct departures *const d = l->later;
	struct departure *const x = d->at + d->departed % DEPARTURES;
	const unsigned at = ring_credit(&l->rings, credit);

	if (d->departed++ >= DEPARTURES)
		links_write_departure(l, x);
	prefetch(to.in[l->arrival.row].packet + out.port);
	prefetch(to.of + l->arrival.of);
	prefetch(from.credit + at);
	if (queue && from.credit_queue)
		prefetch(from.credit_queue[at] + back.port);
	*x = (struct departure){ .out = out, .back = back, .arrival = l->arrival, .credit = credit, .queue = queue ? *queue : 0, .packet = *packet };
}

/* Write all that have departed. */
static inline void links_finish(const struct links *l)
{
	struct departures *const d = l->later;

	for (unsigned k = d->departed > DEPARTURES ? d->departed - DEPARTURES : 0; k < d->departed; k++)
		links_write_departure(l, d->at + k % DEPARTURES);
	d->departed = 0;
}

/* An output takes a packet from an input; queue: where it stood, NULL if credits are not counted by queue. */
static inline void links_send(const struct links *l, unsigned output, unsigned input, const uint16_t *queue, const struct packet *header)
{
	const struct wire out = l->wire[output], back = l->wire[input];
	const uint64_t credit = l->credit + credit_flits(header->flits);

	if (__builtin_expect(l->later != NULL, 0))
		links_write_later(l, out, back, credit, queue, header);
	else
		links_write(l, out, back, l->arrival, credit, queue, header);
	if (l->flits)
		l->flits[out.link] += header->flits;
}

/* The ports at the far ends of these ports, if they are of the bundle. */
static inline uint64_t links_far(const struct links *l, const struct bundle *b, uint64_t ports)
{
	uint64_t far = 0;

	if (LANES_WIDE)
		return lanes_name(b->far, lanes_load(b->near), ports);
	EACH_IN(i, ports & b->ports)
		far |= bit(l->wire[i].port);
	return far;
}

/* Of wormhole routers: flits leave by these outputs, in these VCs, with these numbers in their packets, by output. */
static inline void links_send_flits(const struct links *l, uint64_t outputs, const uint8_t *vc, const uint8_t *flit)
{
	for (const struct bundle *b = l->bundle; b < l->bundle + l->bundles; b++) {
		const struct rings far = rings_of(&l->rings, b->bank);
		struct switch_in *const in = far.in + l->arrival.row;
		const uint64_t to = links_far(l, b, outputs);

		bytes_look(to, in->vc, vc, b->near);
		bytes_look(to, in->flit, flit, b->near);
		far.of[l->arrival.of].head |= to;
	}
	EACH_IN(o, l->flits ? outputs : 0)
		l->flits[l->wire[o].link]++;
}

/* A header takes its packet with it. */
static inline void links_send_packet(const struct links *l, unsigned output, const struct packet *packet)
{
	const struct wire out = l->wire[output];

	rings_of(&l->rings, out.bank).in[l->arrival.row].packet[out.port] = *packet;
}

/* A flit leaves alone. */
static inline void links_send_flit(const struct links *l, unsigned output, unsigned vc, unsigned flit, const struct packet *packet)
{
	const struct wire out = l->wire[output];
	const struct rings far = rings_of(&l->rings, out.bank);
	struct switch_in *const in = far.in + l->arrival.row;

	if (!flit)
		links_send_packet(l, output, packet);
	in->vc[out.port] = (uint8_t)vc;
	in->flit[out.port] = (uint8_t)flit;
	far.of[l->arrival.of].head |= bit(out.port);
	if (l->flits)
		l->flits[out.link]++;
}

/* And these inputs return credits for these VCs, a bit each. */
static inline void links_return(const struct links *l, uint64_t inputs, const uint8_t *vcs)
{
	const unsigned credit = ring_credit(&l->rings, l->credit);

	for (const struct bundle *b = l->bundle; b < l->bundle + l->bundles; b++) {
		const struct rings from = rings_of(&l->rings, b->bank);
		const uint64_t to = links_far(l, b, inputs);

		from.credit[credit] |= to;
		words_look(to, from.credit_queue[credit], vcs, b->near);
	}
}
