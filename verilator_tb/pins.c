#include "pins.h"

#include "image.h"
#include "units/metapackets.h"
#include "rng.h"
#include "why_not.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WORD_BITS = 32 };

#define WHEN(condition)
#define IN(pin, with, ...)  [PIN_##pin] = { .name = #pin, .valid = PIN_##with, .input = true },
#define OUT(pin, with, ...) [PIN_##pin] = { .name = #pin, .valid = PIN_##with },
const struct pin_row pin_rows[PINS] = {
#include "ports.def"
};

bool pins_find(struct pins *p, const struct shape *s, const struct dut *d, char why[DUT_WHY])
{
	struct signal ports[PINS];

	*p = (struct pins){ .shape = *s };
	ports_describe(s, ports);
	for (unsigned n = 0; n < PINS; n++) {
		const unsigned bits = ports[n].width;
		struct dut_signal g;

		if (!bits)
			continue;
		if (!d->lib->port(d->instance, pin_rows[n].name, &g))
			return why_not(why, DUT_WHY, "the switch has no port %s", pin_rows[n].name);
		if (g.bytes != dut_bytes(bits))
			return why_not(why, DUT_WHY, "port %s does not have the %u bits that radix %u asks for", pin_rows[n].name, bits, s->radix);
		p->pin[n] = (struct pin_storage){ g.data, ports[n].elements, ports[n].bits, g.bytes };
	}
	return true;
}

static void put_mask(struct pin_storage *s, uint64_t v)
{
	switch (s->bytes) {
	case 1: *(uint8_t *)s->data = (uint8_t)v; break;
	case 2: *(uint16_t *)s->data = (uint16_t)v; break;
	case 4: *(uint32_t *)s->data = (uint32_t)v; break;
	case 8: *(uint64_t *)s->data = v; break;
	default: break;
	}
}

static void put_bits(struct pin_storage *s, unsigned lsb, unsigned width, uint64_t v)
{
	const uint64_t mask = s->bytes > 8 ? 0 : ones(width) << lsb;

	if (s->bytes > 8)
		bits_put(s->data, lsb, width, v);
	else
		put_mask(s, (pin_all(s) & ~mask) | (v << lsb & mask));
}

static uint64_t get_bits(const struct pin_storage *s, unsigned lsb, unsigned width)
{
	return s->bytes > 8 ? bits_get(s->data, lsb, width) : pin_all(s) >> lsb & ones(width);
}

static void put_value(struct pins *p, enum pin n, unsigned port, uint64_t v)
{
	struct pin_storage *s = &p->pin[n];

	put_bits(s, port * s->width, s->width, v);
}

uint64_t pins_value(const struct pins *p, enum pin n, unsigned port)
{
	const struct pin_storage *s = &p->pin[n];

	return get_bits(s, port * s->width, s->width < 64 ? s->width : 64);
}

/* Bits of the word that begins there, of so many in all. */
static unsigned word_bits(unsigned at, unsigned width)
{
	return width - at < WORD_BITS ? width - at : WORD_BITS;
}

void pin_put(struct pin_storage *s, unsigned port, const uint32_t *words, unsigned from)
{
	for (unsigned at = 0; at < s->width; at += WORD_BITS)
		put_bits(s, port * s->width + at, word_bits(at, s->width), bits_get(words, from + at, word_bits(at, s->width)));
}

/* A flit may begin inside a word where flit_bits is no multiple of 32. */
void pin_words(const struct pin_storage *s, unsigned port, uint32_t *words)
{
	if (s->bytes > 8 && s->width % WORD_BITS == 0)
		memcpy(words, (const uint32_t *)s->data + port * (s->width / WORD_BITS), s->width / 8);
	else
		for (unsigned at = 0; at < s->width; at += WORD_BITS)
			words[at / WORD_BITS] = (uint32_t)get_bits(s, port * s->width + at, word_bits(at, s->width));
}

static void put_flit(struct pins *p, unsigned port, unsigned flit)
{
	struct pin_storage *s = &p->pin[PIN_rx_data];
	uint32_t words[FLIT_WORDS];

	if (s->width % WORD_BITS == 0) {
		packet_flit(&p->shape, &p->packet[port], flit, (uint32_t *)s->data + port * (s->width / WORD_BITS));
		return;
	}
	packet_flit(&p->shape, &p->packet[port], flit, words);
	pin_put(s, port, words, 0);
}

static void drive_message(struct pins *p, unsigned output, const struct message *m)
{
#define FIELD(name, member, there, bits, rx_help, tx_help) put_value(p, PIN_tx_msg_##name, output, m->member);
#include "message.def"
}

static void invert(struct pin_storage *s, unsigned port)
{
	for (unsigned at = 0; at < s->width; at += WORD_BITS) {
		const unsigned lsb = port * s->width + at, bits = word_bits(at, s->width);

		put_bits(s, lsb, bits, ~get_bits(s, lsb, bits));
	}
}

/* The pins that name the class of a credit. */
static enum pin credit_pin(const struct shape *s, bool input)
{
	if (s->by_flits)
		return input ? PIN_tx_credit_vcs : PIN_rx_credit_vcs;
	if (s->by_cells)
		return input ? PIN_tx_credit_vc : PIN_rx_credit_vc;
	return input ? PIN_tx_credit_queue : PIN_rx_credit_queue;
}

/* After a message or a credit, or between flits: fields that are valid only with its valid pin are inverted, which the switch must not notice. */
static void turn(struct pins *p, enum pin valid, unsigned port)
{
	for (enum pin n = 0; n < PINS; n++)
		if (pin_rows[n].valid == valid && n != valid)
			invert(&p->pin[n], port);
}

/* The same of ports for which this was valid in the cycle before, and is no longer. */
static void turn_ended(struct pins *p, enum pin valid, uint64_t *before, uint64_t now)
{
	EACH_IN(port, *before & ~now)
		turn(p, valid, port);
	*before = now;
}

static void drive_credit_classes(struct pins *p, const struct switch_in *in)
{
	turn_ended(p, PIN_tx_credit, &p->gave, in->credit);
	EACH_IN(o, in->credit)
		put_value(p, credit_pin(&p->shape, true), o, in->credit_queue[o]);
}

void pins_drive_configuration(struct pins *p, const struct switch_in *in)
{
	const bool gone = pins_mask(p, PIN_cfg_valid) && !in->configure;

	put_mask(&p->pin[PIN_cfg_valid], in->configure);
	if (in->configure) {
		put_value(p, PIN_cfg_address, 0, in->destination);
		put_value(p, PIN_cfg_data, 0, in->entry.output | (uint64_t)in->entry.queue << p->shape.port_w);
		put_value(p, PIN_cfg_port, 0, in->entry.output);
		put_value(p, PIN_cfg_turns, 0, in->route.turns);
		put_value(p, PIN_cfg_left, 0, in->route.left);
		put_value(p, PIN_cfg_queue, 0, in->entry.queue);
	} else if (gone) {
		turn(p, PIN_cfg_valid, 0);
	}
}

/* The bus of the registers. */
static void drive_bus(struct pins *p, const struct bus_in *bus)
{
#define PIN(name) put_value(p, PIN_##name, 0, bus->name);
	BUS_IN(PIN)
#undef PIN
}

void pins_bus(const struct pins *p, struct bus_out *bus)
{
#define PIN(name) bus->name = (uint32_t)pins_value(p, PIN_##name, 0);
	BUS_OUT(PIN)
#undef PIN
}

/* Of the inputs in the middle of a packet, those that get a flit: those whose links' tokens allow it. The others show an inverted one, not valid. */
static uint64_t at_pace(struct pins *p)
{
	uint64_t flits = p->busy;

	EACH_IN(i, p->busy) {
		const bool now = pace_allows(&p->shape, p->tokens[i]);

		p->tokens[i] = pace_after(&p->shape, p->tokens[i], now);
		if (now)
			continue;
		flits &= ~bit(i);
		turn(p, PIN_rx_valid, i);
	}
	return flits;
}

/* The header and further flits of packets. */
static void drive_flits(struct pins *p, const struct switch_in *in)
{
	EACH_IN(i, in->head) {
		p->packet[i] = in->packet[i];
		p->next[i] = 0;
		p->tokens[i] = in->tokens[i];
	}
	p->busy |= in->head;
	put_mask(&p->pin[PIN_rx_head], in->head);
	const uint64_t flits = links_paced(&p->shape) ? at_pace(p) : p->busy;

	put_mask(&p->pin[PIN_rx_valid], flits);
	EACH_IN(i, flits) {
		put_flit(p, i, p->next[i]++);
		if (p->next[i] == p->packet[i].flits)
			p->busy &= ~bit(i);
	}
}

static void drive_metapacket(struct pins *p, unsigned input, const struct message *m)
{
	uint32_t words[FLIT_WORDS];

	metapacket_flit(&p->shape, m, words);
	put_value(p, PIN_rx_head, input, !m->flit);
	put_value(p, PIN_rx_vc, input, metapacket_vc(&p->shape));
	pin_put(&p->pin[PIN_rx_data], input, words, 0);
}

/* Flits of any VC, in any order. */
static void drive_vcs(struct pins *p, const struct switch_in *in)
{
	const uint64_t meta = message_metapackets(&p->shape, in->message);

	turn_ended(p, PIN_rx_valid, &p->busy, in->head | meta);
	put_mask(&p->pin[PIN_rx_valid], in->head | meta);
	EACH_IN(i, meta)
		drive_metapacket(p, i, in->msg + i);
	EACH_IN(i, in->head) {
		p->packet[i] = in->packet[i];
		put_value(p, PIN_rx_head, i, !in->flit[i]);
		put_value(p, PIN_rx_vc, i, in->vc[i]);
		put_flit(p, i, in->flit[i]);
	}
}

void pins_drive(struct pins *p, const struct switch_in *in)
{
	if (p->shape.by_flits)
		drive_vcs(p, in);
	else
		drive_flits(p, in);
	put_mask(&p->pin[PIN_tx_credit], in->credit);
	if (credits_named(&p->shape))
		drive_credit_classes(p, in);
	if (p->shape.table_words)
		pins_drive_configuration(p, in);
	if (p->shape.csr)
		drive_bus(p, &in->bus);
	const uint64_t messages = in->message & ~message_metapackets(&p->shape, in->message);

	put_mask(&p->pin[PIN_tx_msg_valid], messages);
	turn_ended(p, PIN_tx_msg_valid, &p->said, messages);
	EACH_IN(o, messages)
		drive_message(p, o, &in->msg[o]);
}

static uint64_t draw(uint64_t *random)
{
	const uint64_t z = rng_mix(*random);

	*random += UINT64_C(0x9e3779b97f4a7c15);
	return z;
}

void pins_position(struct pins *p, uint32_t at)
{
	put_value(p, PIN_at, 0, at);
}

/* A pin of the links, or of the configuration port. */
static bool is_driven(enum pin n)
{
	return pin_rows[n].input && n != PIN_at;
}

/* Every bit of every port: bits above a vector's width stay 0, as Verilator wants it. */
void pins_drive_noise(struct pins *p, uint64_t *random)
{
	for (enum pin n = 0; n < PINS; n++)
		for (unsigned port = 0; is_driven(n) && port < p->pin[n].ports; port++) {
			const unsigned width = p->pin[n].width, step = width <= 64 ? 64 : WORD_BITS;

			for (unsigned at = 0; at < width; at += step)
				put_bits(&p->pin[n], port * width + at, width - at < step ? width - at : step, draw(random));
		}
}

void pins_drive_idle(struct pins *p)
{
	for (enum pin n = 0; n < PINS; n++)
		if (is_driven(n) && pin_rows[n].valid == n)
			put_mask(&p->pin[n], 0);
	put_mask(&p->pin[PIN_rx_head], 0);
	p->busy = p->said = p->gave = 0;
}

unsigned pins_credit_class(const struct pins *p, unsigned input)
{
	return (unsigned)pins_value(p, credit_pin(&p->shape, false), input);
}

uint64_t pins_metapackets(const struct pins *p)
{
	uint64_t outputs = 0;

	EACH_IN(o, message_metapackets(&p->shape, pins_mask(p, PIN_tx_valid)))
		outputs |= (uint64_t)(pins_value(p, PIN_tx_vc, o) == metapacket_vc(&p->shape)) << o;
	return outputs;
}

void pins_message(const struct pins *p, unsigned input, struct message *m)
{
	uint32_t words[FLIT_WORDS];

	*m = (struct message){ 0 };
	if (message_metapackets(&p->shape, bit(input))) {
		pin_words(&p->pin[PIN_tx_data], input, words);
		*m = metapacket_parse(&p->shape, !pins_value(p, PIN_tx_head, input), words);
		return;
	}
#define FIELD(name, field, there, bits, rx_help, tx_help) \
	if (p->pin[PIN_rx_msg_##name].width) \
		m->field = (__typeof__(m->field))pins_value(p, PIN_rx_msg_##name, input);
#include "message.def"
	message_complete(&p->shape, m);
}
