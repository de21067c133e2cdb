#pragma once

#include "shape.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*
 * A packet as the model carries it. Its flits are not stored: the header fields
 * stand here, and the payload of flit j is a function of (tag, j), so that a
 * network run need not carry it and a lockstep run can render any flit.
 */
struct packet {
	union {
		uint64_t turnpool;      /* turns still to take, next one lowest; turnpool_bits wide */
		struct {                /* with routing tables: */
			uint32_t destination;
			uint32_t queue; /* at the input where it arrives */
		};
	};
	uint64_t tag;           /* names the packet in a run; its payload is drawn from it */
	uint32_t source : 24;
	uint32_t turns_left : 8;
	uint32_t flits : 12;    /* 1..packet_flits */
	uint32_t sl : 4;        /* service level */
	uint32_t to : 16;       /* lowest bits of the destination node, which checks them; not in the header, unless that names a VC by destination */
};

/* 64 bits of payload, from word k of flit j on. Two multiplications: this runs for every flit that lockstep looks at. */
static inline uint64_t packet_payload(uint64_t tag, unsigned j, unsigned k)
{
	uint64_t x = tag * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)j << 8 | k) * UINT64_C(0xd1b54a32d192ed03);

	x ^= x >> 32;
	x *= UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

/*
 * Where a flit is a beat of AXI-Stream (docs/internals/microarchitecture-axis.md, section 2), the tag of a packet says what is not drawn from it: TID, and whether its
 * frame ends with it, well or badly. The rest of the tag, below TAG_NUMBERS, names the packet.
 */
enum { TAG_ID = 30, TAG_LAST = 62, TAG_BAD = 63 };
#define TAG_NUMBERS (UINT64_C(1) << TAG_ID)

/* A switch of a network whose hosts send beats, as their network interface has them. */
static inline void packet_carries_beats(struct shape *sw, const struct shape *nic)
{
	sw->axis_bytes = nic->axis_bytes;
	sw->axis_id_bits = nic->axis_id_bits;
	sw->beat_bits = nic->beat_bits;
}

static inline uint64_t packet_beat_tag(uint64_t number, uint32_t id, bool last, bool bad)
{
	return number | (uint64_t)id << TAG_ID | (uint64_t)last << TAG_LAST | (uint64_t)bad << TAG_BAD;
}

static inline uint32_t packet_beat_id(const struct packet *p)
{
	return (uint32_t)(p->tag >> TAG_ID);
}

/* Does a frame end with flit j, and are all of its flits to be dropped? */
static inline bool packet_ends_frame(const struct packet *p, unsigned j)
{
	return p->tag >> TAG_LAST & 1 && j + 1 == p->flits;
}

static inline bool packet_spoils_frame(const struct packet *p, unsigned j)
{
	return p->tag >> TAG_BAD & 1 && j + 1 == p->flits;
}

/* packet_flit() for flits of any kind and size. */
void packet_any_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words);

/* The same as a host gives it to its network interface: without a header. */
void packet_bare_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words);

/* Flit j of a packet as 32-bit words (flit_bits / 32 rounded up; no flit is shorter than two), header included if j = 0. */
static inline void packet_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	if (j == 0 || s->flit_bits > 64 || s->axis_bytes) {
		packet_any_flit(s, p, j, words);
	} else {
		const uint64_t x = packet_payload(p->tag, j, 0);

		memcpy(words, &x, sizeof x);
	}
}

/* Set the header fields of a packet from its first flit; tag is unchanged. */
void packet_parse(const struct shape *s, const uint32_t *words, struct packet *p);

/* The VC of a packet, where links have VCs; and the class of precedence of this VC. */
static inline unsigned packet_vc(const struct shape *s, const struct packet *p)
{
	return s->by_destination ? p->sl * s->class_queues + p->to : shape_vc(s, p->sl);
}

static inline unsigned packet_class(const struct shape *s, const struct packet *p)
{
	return s->by_destination ? p->sl : shape_vc(s, p->sl);
}

/* Take the next turn out of the header, as a switch does on its way in (microarchitecture-slots.md, 1). */
static inline void packet_take_turn(const struct shape *s, struct packet *p)
{
	p->turnpool >>= s->turn_w;
	p->turns_left--;
}
