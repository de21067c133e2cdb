#pragma once

#include "bus.h"
#include "image.h"
#include "messages.h"
#include "packet.h"
#include "table.h"
#include "units/bits.h"

/*
 * Bit-accurate, event-driven model of one switch (docs/internals/microarchitecture-slots.md). No state is stepped per
 * flit or per idle cycle; switch_image() renders the RTL's registers on demand.
 * RTL twin: the generated <name>_switch.
 *
 * It may as well be a bank: several equal switches that have nothing to do with each other but are stepped together, which is
 * quicker. Port p of switch k is then port k * radix + p, here and in all that follows. What an observer sees is of the first switch.
 */
struct sluice_switch;

enum { SWITCH_DEPART_MOST = 3 };

/* What the links bring in one cycle. Bit i of a mask: port i. */
struct switch_in {
	uint64_t head;                          /* a header is on rx_* of these ports; of a wormhole router, any flit */
	uint64_t credit;                        /* tx_credit */
	uint64_t message;                       /* tx_msg_valid */
	bool configure;                         /* the configuration port, of the first switch of a bank, writes its routing tables ... */
	uint32_t destination;                   /* ... here ... */
	struct table_entry entry;               /* ... with this (a network interface's: the queue alone) ... */
	struct table_route route;               /* ... or, a network interface's that has routes, with this */
	struct packet packet[SWITCH_PORTS];     /* the header is of this packet; its other flits follow by contract */
	uint8_t vc[SWITCH_PORTS];               /* of a wormhole router: the flit's VC, ... */
	uint8_t flit[SWITCH_PORTS];             /* ... and its number in the packet; 0: the header */
	uint16_t credit_queue[SWITCH_PORTS];    /* the credit is for this queue, or VC, where credits are by queue or VC; of a wormhole router, for these VCs, a bit each */
	uint8_t tokens[SWITCH_PORTS];           /* of the sender in the cycle of the header, where links have a pace (pace.h) */
	struct message msg[SWITCH_PORTS];
	struct bus_in bus;                      /* of the registers, of the first switch; all 0: idle */
};

/* What a cycle c decided. */
struct switch_out {
	uint64_t depart;                        /* outputs granted: the header is on tx_* in cycle c + switch_depart(); of a wormhole router, any flit ... */
	struct packet packet[SWITCH_PORTS];     /* ... of this packet, with its header as it leaves */
	uint8_t from[SWITCH_PORTS];             /* ... from this input */
	uint16_t queue[SWITCH_PORTS];           /* ... where it stood in this queue, of a scheme with static ones */
	uint8_t vc[SWITCH_PORTS], flit[SWITCH_PORTS];   /* ... of a wormhole router: VC of the flit, and its number in the packet */
	uint8_t tokens[SWITCH_PORTS];           /* ... with the link's tokens in the cycle of its header, where links have a pace (pace.h) */
	uint64_t credit;                        /* inputs whose rx_credit is 1 in cycle c + 1 ... */
	uint16_t credit_queue[SWITCH_PORTS];    /* ... for this queue, or VC; of a wormhole router, for these VCs, a bit each */
	uint64_t message;                       /* inputs whose rx_msg_valid is 1 in cycle c + 1 ... */
	struct message msg[SWITCH_PORTS];
	uint64_t gathered;                      /* with metapackets: switches of the bank that know a total */
	struct bus_out bus;                     /* of the registers, in cycle c + 1 */
};

/* Counted since reset, for statistics; no RTL twin. Of a wormhole router, detections are the packets that took the recovery lane, and what is in use, its
 * full buffers.
 * A packet is set aside when it enters a set-aside queue: as it arrives, at either side of a port that has two, or as it moves there from another queue, which may be
 * a set-aside queue too. It counts each time. */
struct switch_counts {
	uint64_t detections, notifications, notifications_lost, set_aside, xoff_sent, xon_sent, xoff_received;
	uint64_t gathers;                       /* of a wormhole router with metapackets: totals that it knew */
	unsigned lines_in_use, lines_peak;      /* input lines, over all ports */
};

static inline void switch_counts_add(struct switch_counts *sum, const struct switch_counts *c)
{
	sum->detections += c->detections;
	sum->notifications += c->notifications;
	sum->notifications_lost += c->notifications_lost;
	sum->set_aside += c->set_aside;
	sum->xoff_sent += c->xoff_sent;
	sum->xon_sent += c->xon_sent;
	sum->xoff_received += c->xoff_received;
	sum->gathers += c->gathers;
	sum->lines_in_use += c->lines_in_use;
	sum->lines_peak = c->lines_peak > sum->lines_peak ? c->lines_peak : sum->lines_peak;
}

/* One switch at reset, cycle 0. NULL: out of memory. Nothing is allocated afterwards. */
struct sluice_switch *switch_new(const struct shape *s);

/* The departure rule of its architecture. Cycles from the grant of a packet to its header on tx_*, 1..SWITCH_DEPART_MOST. And whether a
 * credit follows from a grant: it is on rx_credit one cycle later than the packet has flits. */
unsigned switch_depart(const struct shape *s);
bool switch_reports_grants(const struct shape *s);

/* A bank of `switches`, 1..switch_bank(), which is 1 with registers on a bus. */
unsigned switch_bank(const struct shape *s);
struct sluice_switch *switch_new_bank(const struct shape *s, unsigned switches);

/*
 * The memory of a bank: its state; what it remembers for images, which is not touched before the first; and its slots in rows, one for each number of a slot. A
 * switch takes its lowest free slots, so rows behind those that it uses are never touched; and equal rows of many banks can lie side by side.
 */
struct switch_memory {
	size_t state, past;     /* bytes; no state: memory is short */
	size_t rows, row;       /* how many; bytes of each */
};
struct switch_memory switch_bank_memory(const struct shape *s, unsigned switches);

/* Such memory, zeroed and aligned to cache lines. */
struct switch_room {
	void *state, *past, *rows;
	size_t apart;           /* bytes from one row to the next: a power of two */
};

/* Steps are compiled for rows without a gap, and for rows so many bytes apart; others are slower. */
enum { SWITCH_ROWS_APART = 2 << 20 };

/* A bank in memory that stays the caller's. */
struct sluice_switch *switch_new_bank_in(const struct switch_room *, const struct shape *s, unsigned switches);
void switch_free(struct sluice_switch *);

/* Switches made from now on use registers of at most so many bytes: for tests and benchmarks. The same from a text, 64, 32, 16 or 0; false: it is
 * none of them. And what they use: the widest registers up to that, of these four, that the processor has. By default the limit is 64. */
enum { SWITCH_WIDTHS = 4 };
void switch_limit_width(unsigned bytes);
bool switch_limit_width_to(const char *text);
unsigned switch_width(void);

/* An entry of the routing table of switch `number` of the bank, for schemes that have one: before the first cycle, or between two steps, as if the
 * configuration port had written it in the cycle of the last. */
void switch_configure_word(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_entry *entry);

/* The same of the routing table of a network interface. */
void switch_configure_route(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_route *route);

/* The position of a wormhole router in its network (pin `at`), before the first cycle: its coordinates, that of dimension 0 lowest. */
void switch_position(struct sluice_switch *, unsigned number, uint32_t at);

/* From now on, what leaves goes there at once (links.h), and need not be taken from *out. */
struct links;
void switch_connect(struct sluice_switch *, const struct links *);

/* Prefetch what the next steps will touch if headers arrive at these inputs, where so many switches are stepped by turns that the second cache does not hold
 * them. farther: nor does the third. */
void switch_fetch(struct sluice_switch *, uint64_t heads, bool farther);

/* Lines that nearly every step of this bank touches, and of any other bank of as many equal switches. */
struct hot_lines;
void switch_hot(const struct sluice_switch *, struct hot_lines *);

/* Advance over cycle `cycle` (not before any cycle already stepped; skipped cycles must be idle by
 * the return value of the last call and have brought nothing). Only the masks of *out are written where nothing happened.
 * Returns the next cycle that has to be stepped even if nothing arrives; UINT64_MAX: none. */
uint64_t switch_step(struct sluice_switch *, uint64_t cycle, const struct switch_in *in, struct switch_out *out);

/* Links that are slower than the clock, and that the switch does not know to be: between two steps, outputs granted a packet in the last one are held, and
 * take none until they are let go. No RTL twin; not of wormhole routers and network interfaces. */
bool switch_holds(const struct shape *s);
void switch_hold(struct sluice_switch *, uint64_t outputs);
void switch_let_go(struct sluice_switch *, uint64_t outputs);

/* Render the registers of the first switch as they are at the beginning of `cycle` (the cycle after the last one stepped, or a
 * later one if idle). Call it with the same image each time: only what changed is rendered again;
 * the first time before any packet arrives, since what packets do is remembered for it from then on. */
void switch_image(struct sluice_switch *, uint64_t cycle, struct image *);

/* One word of a memory at the beginning of `cycle`. site and row as in the image. Returns false where its
 * content is meaningless (free slot, unwritten flit, last packet's link). */
bool switch_memory(const struct sluice_switch *, uint64_t cycle, enum site site, unsigned row, unsigned port,
		   unsigned address, uint32_t *words);

/* Ports of which this memory was written in `cycle`: the last one stepped, or an idle one after it; and where.
 * Asked after the image of that cycle, and before that of the next. */
uint64_t switch_writes(const struct sluice_switch *, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS]);

/* The word that switch_writes() says was written there in `cycle`; before another is stepped. */
void switch_word(const struct sluice_switch *, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words);

/* No packet, line, outstanding credit or notification left: all but stale fields at reset values. */
bool switch_drained(const struct sluice_switch *);

/* A packet that cannot go on, and why: for reports. */
struct switch_waiting {
	struct packet packet;
	unsigned queue, output;
	enum { WAITS_CREDIT, WAITS_XON, WAITS_OTHERS } why;     /* no credit of the output; its line is stopped; its turn has not come */
};

/* Of the packets that head the queues of an input, one that waits for something outside the switch, or else any. False: there is none. */
bool switch_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);

/* The VC that a packet in a VC of a wormhole router's input has at an output, or, where its header waits, the first one that it may get. */
struct switch_blocked {
	unsigned output, vc;
};

/* The output is one of the bank. False: there is no packet. */
bool switch_blocked(const struct sluice_switch *, unsigned input, unsigned vc, struct switch_blocked *);

/* What the sources of a wormhole router go by, at the beginning of a cycle. The estimate is of full buffers, times the cycles of a gather. */
struct switch_throttle {
	int64_t estimate;
	uint32_t threshold;
	bool on;                        /* sources are throttled */
};

/* In the cycle after the last one stepped, or a later one if idle. Of routers with a side band. */
struct switch_throttle switch_throttle(const struct sluice_switch *, unsigned number, uint64_t cycle);

/* The state between two steps, as a checkpoint has it (state.h). Of a bank that was made with the same shape and number of switches; kept: what
 * all of these have in common, to be freed; false: out of memory. Images are not part of it. */
struct state;
struct state_kept;
bool switch_kept(const struct shape *, unsigned switches, struct state_kept *);
void switch_state(struct sluice_switch *, const struct state_kept *, struct state *);

/*
 * All numbers in the state of a bank that registers hold, and which their rows bound (spec/ranges.def), until each() returns false. of: an image of its shape,
 * of which only the tables are read.
 */
struct switch_number {
	enum site site;
	const struct signal *row;
	unsigned number, instance, field;       /* of the switch in its bank; of the unit in the switch; of the register */
	uint64_t value, most;
	void *at;                       /* where it stands: in so many bytes, from bit lsb on, with `base` added */
	unsigned bytes, lsb, base;
};
typedef bool switch_number_function(void *arg, const struct switch_number *);
bool switch_numbers(struct sluice_switch *, const struct image *of, switch_number_function *each, void *arg);

/* Is none of them above its most? index: of the first switch of the bank. False: why names the first one that is. */
enum { SWITCH_WHY = 256 };
bool switch_in_range(struct sluice_switch *, const struct image *of, unsigned index, char why[SWITCH_WHY]);

/* By switch of the bank. */
const struct switch_counts *switch_counts(const struct sluice_switch *);
