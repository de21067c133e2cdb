#pragma once

#include "flit_memory.h"
#include "parcels.h"

#include <assert.h>

/*
 * Receive side of network interfaces: a ring of packets for the host, which go as far as the host has slots.
 * Invariant: `some` holds the interfaces with a packet that was not granted. A slot is free when the last flit of its packet has been read.
 * RTL twin: rtl_gen/units/nrf.v.
 */
struct nrf_ring {
	uint16_t head, tail;            /* places: of the first packet that was not granted, and of the next one to come */
	uint16_t waiting, taken;        /* packets that were not granted; slots */
	uint16_t used;                  /* slots of the host */
	uint32_t first, last;           /* list of packets that were not granted */
	uint64_t arriving;              /* the cycle after the last flit of the packet that came last */
};

struct nrf {
	struct flit_memory memory;      /* of the first interface, for images alone; so is: */
	bool entering;
	unsigned slots, host_slots;
	struct nrf_ring *ring;          /* by interface */
	uint64_t some, idle, full;      /* interfaces: with a packet; that can take a grant; whose host has no slot left */
	uint32_t taken;                 /* slots, of both kinds, all in all */
	struct parcels parcels;
};

static inline unsigned nrf_after(const struct nrf *u, unsigned place)
{
	return place + 1 == u->slots ? 0 : place + 1;
}

/* Interfaces that grant a packet in this cycle. */
static inline uint64_t nrf_ready(const struct nrf *u)
{
	return u->some & u->idle & ~u->full;
}

/* A header arrives in `cycle`: it can be granted in the next one. */
static inline void nrf_arrive(struct nrf *u, unsigned interface, uint64_t cycle, const struct packet *p)
{
	struct nrf_ring *const ring = u->ring + interface;

	assert(ring->taken < u->slots && "header without a credit");
	assert(cycle >= ring->arriving && "header inside a packet");
	const uint32_t parcel = parcels_store(&u->parcels, p);

	if (ring->waiting)
		parcels_link(&u->parcels, ring->last, parcel);
	else
		ring->first = parcel;
	ring->last = parcel;
	ring->tail = (uint16_t)nrf_after(u, ring->tail);
	ring->waiting++;
	ring->taken++;
	u->taken++;
	ring->arriving = cycle + p->flits;
	u->some |= bit(interface);
}

/* The first packet is granted: what is returned is there up to the next arrival. */
static inline const struct packet *nrf_grant(struct nrf *u, unsigned interface)
{
	struct nrf_ring *const ring = u->ring + interface;
	const struct parcel *const first = u->parcels.at + ring->first;
	const uint32_t behind = first->behind;

	parcels_release(&u->parcels, ring->first);
	ring->first = behind;
	ring->head = (uint16_t)nrf_after(u, ring->head);
	ring->waiting--;
	ring->used++;
	u->taken++;
	u->some &= ~((uint64_t)!ring->waiting << interface);
	u->full |= (uint64_t)(ring->used == u->host_slots) << interface;
	u->idle &= ~bit(interface);
	return &first->packet;
}

/* Its last flit is read in this cycle: a grant can follow, and a credit goes to the switch in the next cycle. */
static inline void nrf_end(struct nrf *u, unsigned interface)
{
	u->ring[interface].taken--;
	u->taken--;
	u->idle |= bit(interface);
}

/* The host gives a slot back. Before nrf_grant() of the cycle. */
static inline void nrf_credit(struct nrf *u, unsigned interface)
{
	assert(u->ring[interface].used && "a credit that was not taken");
	u->ring[interface].used--;
	u->taken--;
	u->full &= ~bit(interface);
}

/* For images: a cycle passes. */
void nrf_pass(struct nrf *u);

extern const struct unit_model nrf_unit;
