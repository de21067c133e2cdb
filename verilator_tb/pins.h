#pragma once

#include "dut.h"
#include "link_use.h"
#include "switch.h"

/*
 * The links of a Verilated switch: what microarchitecture-slots.md calls rx_* and tx_*,
 * as vectors over its ports. Translates between packets and messages, and bits.
 */
extern const struct pin_row {
	const char *name;
	enum pin valid;                 /* says when this one means something; itself: always */
	bool input;                     /* of the switch; the others are its outputs, which show registers */
} pin_rows[PINS];

enum { FLIT_WORDS = PARAM_MOST_flit_bits / 32 + 1 };  /* of a flit, or of a word of a memory, which is a bit wider at most */

/* A pin of all ports, as Verilator keeps it. */
struct pin_storage {
	void *data;
	unsigned ports, width, bytes;   /* ports that have it: those of the switch, or one for all of it; width: of one port, 0: this switch has no such pin */
};

static inline unsigned pin_bits(const struct pin_storage *s)
{
	return s->ports * s->width;
}

/* All bits of one port, which are those of words from bit `from` on; and as words. */
void pin_put(struct pin_storage *, unsigned port, const uint32_t *words, unsigned from);
void pin_words(const struct pin_storage *, unsigned port, uint32_t *words);

struct pins {
	struct shape shape;
	struct pin_storage pin[PINS];
	uint64_t said, gave;                    /* outputs with a message in the cycle before; with a credit */
	uint64_t busy;                          /* inputs in the middle of a packet; of a wormhole router, with a flit in the cycle before ... */
	unsigned next[SWITCH_PORTS];            /* ... whose next flit is this one ... */
	struct packet packet[SWITCH_PORTS];     /* ... of this packet */
	unsigned tokens[SWITCH_PORTS];          /* of its link, where it has a pace */
};

/* Returns false if the switch lacks a port, or one is too narrow; why names it. */
bool pins_find(struct pins *p, const struct shape *s, const struct dut *d, char why[DUT_WHY]);

/* The position of a wormhole router, which stays: nothing else drives that pin. */
void pins_position(struct pins *p, uint32_t at);

/* Put what the links bring in one cycle on the input pins: a header, and the flits of packets begun before; or, of a wormhole router, flits. */
void pins_drive(struct pins *p, const struct switch_in *in);

/* Random bits on every input pin but the position, from a splitmix64 state. Only in reset. */
void pins_drive_noise(struct pins *p, uint64_t *random);
void pins_drive_idle(struct pins *p);

/* The configuration port alone. */
void pins_drive_configuration(struct pins *p, const struct switch_in *in);

/* A pin over all ports, where that is at most 64 bits. */
static inline uint64_t pin_all(const struct pin_storage *s)
{
	return stored(s->data, s->bytes);
}

static inline uint64_t pins_mask(const struct pins *p, enum pin n)
{
	return pin_all(&p->pin[n]);
}

/* Up to 64 bits of one port's pin. */
uint64_t pins_value(const struct pins *p, enum pin n, unsigned port);

/* The class of the credit on rx_credit of an input, where credits name one; or VCs, a bit each. */
unsigned pins_credit_class(const struct pins *p, unsigned input);

/* What the registers drive on their bus. */
void pins_bus(const struct pins *p, struct bus_out *bus);

/* Outputs by which a flit of a metapacket leaves. */
uint64_t pins_metapackets(const struct pins *p);

/* The message on rx_msg_* of an input; of metapackets, the flit on tx_* of an output. */
void pins_message(const struct pins *p, unsigned input, struct message *m);
