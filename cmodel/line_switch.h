#pragma once

#include "links.h"
#include "slot_switch.h"

#include "units/cam_out.h"
#include "units/cdu.h"
#include "units/clip.h"
#include "units/clop.h"
#include "units/dcam_out.h"
#include "units/drfcu.h"
#include "units/rfcu.h"

/*
 * What switches with set-aside queues have in common, whether heads are sorted into these (cam_switch.h) or packets as they arrive (sort_switch.h). Such a
 * switch begins with these units, under their own names; &sw->all is all of them.
 */
#define LINE_UNITS                                                                              \
	uint64_t turn, pool, turnpool;  /* ones: of a turn, of the turns looked at, of the turnpool */ \
	struct cdu cdu;                                                                         \
	struct rfcu rfcu;                                                                       \
	struct cam_out cam_out;                                                                 \
	struct dcam_out dcam_out;       /* of FBICM */                                          \
	struct clip clip;               /* with lists in memories, like clop */                 \
	struct clop clop;                                                                       \
	struct line_counts line_counts

struct line_switch {
	SLOT_UNITS;
	LINE_UNITS;
};

#define LINE_SWITCH union { struct slot_switch slots; struct line_switch all; struct { SLOT_UNITS; LINE_UNITS; }; }

SWITCH_OF(line_switch)

/* For a list of units: those. */
#define LINE_UNITS_OF(type) \
	UNIT_OF(type, cdu), UNIT_OF(type, rfcu), UNIT_AS(type, drfcu, rfcu), UNIT_OF(type, cam_out), \
	UNIT_OF(type, dcam_out), UNIT_OF(type, clip), UNIT_OF(type, clop)

/* What their models have in common. */
#define LINE_MODEL SLOT_MODEL, .count = lines_count

/* As in struct switch_model; the last two of this CAM, which has so many packets by queue and input. row: by destination, of the input, lines that have it in
 * their list; NULL: lines know turns. */
void lines_reset(struct sluice_switch *, const struct shape *all);
void lines_count(const struct sluice_switch *);
void lines_congestion(const struct sluice_switch *, struct csr_seen *, const struct cam_in *, uint16_t (*count)[SWITCH_PORTS], uint64_t popping);
unsigned lines_inspect(const struct sluice_switch *, unsigned port, const struct cam_in *, uint16_t (*count)[SWITCH_PORTS], const uint32_t *row,
		       inspect_found *found, void *arg);

/* Lines know their packets by destination; by lists in memories. */
static inline bool lines_by_list(const struct line_switch *sw)
{
	return sw->base.shape.by_list;
}

static inline bool lines_in_memory(const struct line_switch *sw)
{
	return sw->base.shape.lists_in_memory;
}

static inline struct switch_counts *lines_counts_of(const struct line_switch *sw, unsigned port)
{
	return sw->base.counts + sw->base.number[port];
}

/* The output that a header asks for. */
STAGE unsigned lines_route(const struct line_switch *sw, unsigned i, const struct packet *p)
{
	const struct shape *s = &sw->base.shape;
	const unsigned turn = (unsigned)(p->turnpool & sw->turn);
	const unsigned out = i + turn, end = sw->base.first[i] + s->radix;

	assert(turn < s->radix && p->turns_left - 1u < s->turns && !(p->turnpool & ~sw->turnpool));
	return out < end ? out : out - s->radix;
}

/* Output o sends the packet that input i has put out: its header changes, and goes to the output's CAM. */
STAGE void send_packet(struct line_switch *sw, unsigned o, unsigned i, struct packet *p, struct leaving *h, struct dims d)
{
	if (!d.by_destination)
		packet_take_turn(&sw->base.shape, p);
	cdu_send(&sw->cdu, i, o);
	*h = (struct leaving){ d.by_destination ? p->destination : p->turnpool & sw->pool, p->turns_left, (uint8_t)i, (uint8_t)o };
	if (sw->base.links)
		links_send(sw->base.links, o, i, NULL, p);
}

/* Output to which the congested point leads that an input is notified of. */
unsigned lines_notified_out(const struct line_switch *, unsigned input, const struct congested_point *);

/* An output notifies the input that a header came from: that reaches this CAM at the end of the cycle. Returns the input. */
unsigned lines_notify(const struct line_switch *, struct cam_in *, unsigned output);

/* A message is sent to upstream of an input. */
void lines_sent(struct line_switch *, unsigned input, const struct message *);

/* Stages of a cycle: what lists in memories do first, which returns the inputs that have an Xoff on the link to upstream; headers that left against the CAMs of
 * outputs; messages from downstream; what lists in memories write for outputs. */
uint64_t lines_begin(struct line_switch *, uint64_t cycle);
void lines_match(struct line_switch *, uint64_t cycle);
void lines_messages(struct line_switch *, const struct switch_in *);
void lines_write(struct line_switch *, const struct switch_in *);
