#include "fabric_pins.h"

#include "pins.h"
#include "why_not.h"

#include <assert.h>
#include <stdio.h>

/* A row of fabric_pins.def, of one shape. */
struct row {
	const char *name;
	bool input;
	unsigned width;                 /* 0: not there */
};

static struct row row_of(const struct shape *s, enum host_pin pin)
{
	const struct row rows[] = {
#define HOST_PIN(id, name, input, there, bits) { name, input, (there) ? (bits) : 0 },
#include "fabric_pins.def"
	};

	return rows[pin];
}

bool fabric_pins_find(struct fabric_pins *p, const struct shape *nic, unsigned nodes, const struct dut *d, char why[DUT_WHY])
{
	*p = (struct fabric_pins){ .shape = *nic, .nodes = nodes };
	for (enum host_pin pin = 0; pin < HOST_PINS; pin++) {
		const struct row r = row_of(nic, pin);
		struct dut_signal g;

		if (!r.width)
			continue;
		if (!d->lib->port(d->instance, r.name, &g))
			return why_not(why, DUT_WHY, "the network has no port %s", r.name);
		if (g.bytes != dut_bytes(nodes * r.width))
			return why_not(why, DUT_WHY, "port %s does not have %u bits for each of %u end nodes", r.name, r.width, nodes);
		p->pin[pin] = (struct pin_storage){ g.data, nodes, r.width, g.bytes };
	}
	return true;
}

static void put_value(struct pin_storage *v, unsigned node, uint32_t value)
{
	if (v->width)
		pin_put(v, node, &value, 0);
}

static bool same(const struct pin_storage *v, unsigned node, const uint32_t *words, unsigned from)
{
	uint32_t seen[FLIT_WORDS];

	pin_words(v, node, seen);
	for (unsigned at = 0; at < v->width; at += 32) {
		const unsigned n = v->width - at < 32 ? v->width - at : 32;

		if (bits_get(seen, at, n) != bits_get(words, from + at, n))
			return false;
	}
	return true;
}

/* A flit, as a host sends it. */
static void drive_flit(struct fabric_pins *p, unsigned node, const struct host_in *in)
{
	const struct shape *const s = &p->shape;
	uint32_t words[FLIT_WORDS];

	packet_bare_flit(s, &in->flit.packet, in->flit.number, words);
	pin_put(&p->pin[HOST_PIN_data], node, words, s->axis_bytes ? s->header_bits : 0);
	if (!s->axis_bytes)
		return;
	pin_put(&p->pin[HOST_PIN_keep], node, words, s->header_bits + 8 * s->axis_bytes);
	pin_put(&p->pin[HOST_PIN_user], node, words, s->header_bits + 9 * s->axis_bytes);
}

/* Pins of a flit keep what they had where there is none. */
void fabric_pins_drive(struct fabric_pins *p, const struct host_in *in)
{
	for (unsigned i = 0; i < p->nodes; i++, in++) {
		put_value(&p->pin[HOST_PIN_valid], i, in->valid);
		put_value(&p->pin[HOST_PIN_take], i, in->ready);
		if (!in->valid)
			continue;
		put_value(&p->pin[HOST_PIN_last], i, in->last);
		put_value(&p->pin[HOST_PIN_destination], i, in->destination);
		put_value(&p->pin[HOST_PIN_level], i, in->level);
		put_value(&p->pin[HOST_PIN_id], i, in->id);
		drive_flit(p, i, in);
	}
}

static bool differs(char why[DUT_WHY], const struct fabric_pins *p, enum host_pin pin, unsigned node)
{
	return why_not(why, DUT_WHY, "%s of end node %u is not what the model says", row_of(&p->shape, pin).name, node);
}

static bool shows(const struct fabric_pins *p, enum host_pin pin, unsigned node, uint32_t value, char why[DUT_WHY])
{
	return !p->pin[pin].width || same(&p->pin[pin], node, &value, 0) || differs(why, p, pin, node);
}

static bool shows_words(const struct fabric_pins *p, enum host_pin pin, unsigned node, const uint32_t *words, unsigned from, char why[DUT_WHY])
{
	return same(&p->pin[pin], node, words, from) || differs(why, p, pin, node);
}

static bool flit_shown(const struct fabric_pins *p, unsigned node, const struct host_out *o, char why[DUT_WHY])
{
	const struct shape *const s = &p->shape;
	const unsigned beat = s->header_bits;
	uint32_t words[FLIT_WORDS];

	packet_flit(s, &o->flit.packet, o->flit.number, words);
	return shows_words(p, HOST_PIN_came_data, node, words, s->axis_bytes ? beat : 0, why) &&
	       shows(p, HOST_PIN_came_first, node, o->first, why) && shows(p, HOST_PIN_came_last, node, o->last, why) &&
	       ((!o->first && !s->axis_bytes) || shows(p, HOST_PIN_came_from, node, o->source, why)) &&
	       (!o->first || shows(p, HOST_PIN_came_level, node, o->flit.packet.sl, why)) &&
	       (!s->axis_bytes || (shows_words(p, HOST_PIN_came_keep, node, words, beat + 8 * s->axis_bytes, why) &&
				   shows_words(p, HOST_PIN_came_user, node, words, beat + 9 * s->axis_bytes, why) &&
				   shows_words(p, HOST_PIN_came_id, node, words, beat + s->beat_bits - s->axis_id_bits, why)));
}

bool fabric_pins_show(const struct fabric_pins *p, const struct host_out *seen, char why[DUT_WHY])
{
	for (unsigned i = 0; i < p->nodes; i++, seen++)
		if (!shows(p, HOST_PIN_ready, i, seen->ready, why) || !shows(p, HOST_PIN_refused, i, seen->refused, why) ||
		    !shows(p, HOST_PIN_dropped, i, seen->dropped, why) || !shows(p, HOST_PIN_comes, i, seen->valid, why) ||
		    (seen->valid && !flit_shown(p, i, seen, why)))
			return false;
	return true;
}

struct bench_ports fabric_pins_ports(const struct shape *nic, unsigned nodes)
{
	struct bench_ports p = { .n = 0 };

	bench_port(&p, "up", 1, false);
	for (enum host_pin pin = 0; pin < HOST_PINS; pin++) {
		const struct row r = row_of(nic, pin);

		if (r.width)
			bench_port(&p, r.name, nodes * r.width, r.input);
	}
	return p;
}
