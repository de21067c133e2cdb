#pragma once

#include "ccu.h"
#include "host_source.h"
#include "host_stops.h"
#include "lport.h"

/*
 * Adapter from a host to the send side of a network interface whose links count cells: two buffers of a packet each. A packet goes when it is whole, the
 * send side has not stopped its queue, and its service level has credits for all of it. Its pins are those of host_source, with a service level for the
 * queue. One step a cycle.
 * Invariant: packets leave in their order, so the buffer that is read is the older one; a packet that began to leave has the credits of all its cells.
 * RTL twin: rtl_gen/wiring/nic/host_send.v. docs/internals/microarchitecture-nic.md, 5.
 */
struct host_send {
	unsigned wr, stored;            /* the packet that comes: its buffer, its flits so far */
	bool refuse, refused;           /* it is refused; send_refused: one ended in the last cycle that was */
	struct host_send_packet { unsigned flits, sl, destination; } buffer[2];         /* what is known of the packets in them */
	bool whole[2];

	unsigned rd, gone;              /* the packet that leaves: its buffer, its flits that were read */
	bool head;                      /* the flit read last is its first one */
	struct host_send_packet leaving;        /* the one that began to leave last */
	struct flit_store memory;       /* packet_mem, as the host sent them */

	struct shape side;              /* of the send side */
	struct ccu credits;
	struct lport lport;
	unsigned tokens_read, tokens;   /* of the cycle in which the header read last was read; and of the one of the packet on the link */
	struct host_stops stops;
};

void host_send_place(struct host_send *u, const struct shape *s, struct arena *a);
void host_send_reset(struct host_send *u);

/* send_ready in this cycle. */
static inline bool host_send_ready(const struct host_send *u)
{
	return !u->whole[u->wr];
}

/* The flit on rx_* of the network interface in this cycle, its header written; NULL: none. */
static inline const struct flit *host_send_sends(const struct host_send *u)
{
	return u->lport.tx_valid ? u->lport.tx : NULL;
}

/* Is there nothing in it, nor in the send side of what it sent? */
bool host_send_empty(const struct host_send *u);

/* A cycle passes. node: number of the end node; message: of the send side, NULL: none. */
void host_send_step(struct host_send *u, const struct shape *s, unsigned node, const struct host_source_in *in, const struct message *message);

void host_send_image(const struct host_send *u, const struct shape *s, struct image *m);
