#pragma once

#include "params.h"
#include "slot_credit.h"

/*
 * Everything that follows from the parameters of a switch: what the row of its scheme says, and counts and widths (shape.def).
 * What a scheme has not is 0.
 */
enum classifier {
#define CLASSIFIER(id, name) CLASSIFIER_##id,
#include "schemes.def"
	CLASSIFIERS
};

enum memory_division { MEMORY_SHARED_SLOTS, MEMORY_STATIC_PARTITION, MEMORY_SHARED_CELLS, MEMORY_FLIT_BUFFERS, MEMORY_QUEUE_RINGS };
enum flow_control { FLOW_CREDIT_PER_MEMORY, FLOW_CREDIT_PER_QUEUE, FLOW_CREDIT_PER_VC };
/* Of a network interface, what a shape is of (shape_side()); of anything else, SIDE_NONE. */
enum shape_sides { SIDE_NONE, SIDE_SEND, SIDE_RECEIVE, SIDE_HOST, SIDE_ADAPTER, SIDE_AXIS };
enum header_queue { NO_QUEUE, QUEUE_OF_PORT, QUEUE_OF_DESTINATION, QUEUE_OF_LEVEL, QUEUE_OF_FLOW, QUEUE_OF_TABLE };

/* Packets at the head of a queue whose requests are in registers; the first of them, which the scheduler sees. */
enum { HEADS = 3, FRONTS = 2 };

/* Kinds of messages. */
enum messages {
	MESSAGES_NONE,
#define KIND(id, help) MESSAGES_##id,
#define FIELD(name, member, there, bits, rx_help, tx_help)
#include "message.def"
};

struct shape {
	unsigned scheme;                        /* enum schemes, and what its row says: */
	enum classifier classifier;
	enum memory_division memory;
	enum flow_control flow_control;
	enum messages messages;                 /* MESSAGES_NONE without set-aside queues as well */
	enum header_queue header_queue;
	unsigned queues;                        /* of an input */
	enum shape_sides side;
#define SIZE(name, value, help) unsigned name;
#define NOT_ABOVE(...)
#define NOT_BELOW(...)
#define HOLDS(...)
#define RELATION(...)
#define WHEN(condition)
#include "shape.def"
};

/* Registers on a bus: places of counters, gauges, faults and events among their like; and all flags. */
enum csr_counter {
#define CSR_COUNTER(id, there, help) CSR_COUNT_##id,
#include "csr.def"
	CSR_COUNTERS
};

enum csr_gauge {
#define CSR_GAUGE(id, there, help) CSR_GAUGE_##id,
#include "csr.def"
	CSR_GAUGES
};

enum csr_fault {
#define CSR_FAULT(id, help) CSR_FAULT_##id,
#include "csr.def"
	CSR_FAULTS
};

enum csr_flag {
	CSR_FLAG_faults = CSR_FAULTS - 1,
#define CSR_EVENT(id, help) CSR_FLAG_##id,
#include "csr.def"
	CSR_FLAGS_ALL
};

/* Addresses: of registers; of the blocks of ports, and from one to the next; of the words of the routing table. Fields of a gauge's word, and of
 * a word of the table. */
enum {
#define CSR_REGISTER(id, address, there, help) CSR_AT_##id = (address),
#include "csr.def"
	CSR_PORTS = 0x2000, CSR_STRIDE = 0x80, CSR_TABLE = 0x10000,
	CSR_PEAK = 16, CSR_HALF = 16, CSR_WORD_QUEUE = 8, CSR_WORD_FIELD = 8
};

enum {
#define CSR_FIELD(register, id, lsb, bits, access, reset, help) CSR_BIT_##register##_##id = (lsb),
#include "csr.def"
};

struct shape shape_of(const struct params *p);

/* The queues of an input that has lines: the cold one, then that of each line. A queue that is not a line's has a number of `saqs` or above as a line. */
static inline unsigned queue_of_line(const struct shape *s, unsigned l)
{
	return s->queues - s->saqs + l;
}

static inline unsigned line_of_queue(const struct shape *s, unsigned q)
{
	return q - queue_of_line(s, 0);
}

/* Ports of a network interface. */
enum { NIC_NETWORK, NIC_HOST, NIC_PORTS };

/*
 * The shape of one side of a network interface, which its links have, and those of its units that stand in a side: a switch of one port. SIDE_SEND: of
 * cells, service levels are VCs, with a queue for each end node (docs/internals/microarchitecture-nic.md); of slots, each queue has slots and credits of its own
 * (docs/internals/microarchitecture-slot-nic.md); SIDE_RECEIVE; SIDE_HOST: a receive side that is the host. SIDE_ADAPTER, SIDE_AXIS: what lies between it and its
 * host, whose units have sizes of the whole. Of anything else, the shape itself.
 */
struct shape shape_side(const struct shape *whole, enum shape_sides side);

/* VC of a service level, and the bits of a VC in sl_map; a map in which all have their own number. */
enum { VC_BITS = 3, VCS_THEMSELVES = 076543210 };
static inline unsigned shape_vc(const struct shape *s, unsigned sl)
{
	return s->sl_map >> (VC_BITS * sl) & ((1u << VC_BITS) - 1);
}

/* Is the scheme one of switches, of which a network can be made? Otherwise of network interfaces. */
bool scheme_is_switch(unsigned scheme);

/* The scheme of the network interfaces of its networks; itself, if there is none. */
unsigned scheme_interface(unsigned scheme);

/* Is it one of switches of any number of ports, for all topologies but tori and meshes? */
bool scheme_of_any_radix(unsigned scheme);

/* How many queues, and of what kind: "4 set-aside queues", "8 queues". */
enum { QUEUES_TEXT = 32 };
void shape_queues(const struct shape *s, char *text, size_t size);

/* Bits that n values need, at least 1. */
unsigned clog2(unsigned n);
