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
#define HOST_IN(id, name, there, bits, ...)  { name, true, (there) ? (bits) : 0 },
#define HOST_OUT(id, name, there, bits, ...) { name, false, (there) ? (bits) : 0 },
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

#define VALUE(number) &(const uint32_t){ number }

/* Pins of a flit keep what they had where there is none. */
void fabric_pins_drive(struct fabric_pins *p, const struct host_in *in)
{
	const struct shape *const s = &p->shape;
	uint32_t flit[FLIT_WORDS];

	for (unsigned i = 0; i < p->nodes; i++, in++) {
		if (in->valid)
			packet_bare_flit(s, &in->flit.packet, in->flit.number, flit);
#define HOST_IN(id, name, there, bits, when, words, from) \
		if (when) \
			pin_put(&p->pin[HOST_PIN_##id], i, words, from);
#define HOST_OUT(...)
#include "fabric_pins.def"
	}
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

bool fabric_pins_show(const struct fabric_pins *p, const struct host_out *o, char why[DUT_WHY])
{
	const struct shape *const s = &p->shape;
	uint32_t flit[FLIT_WORDS];

	for (unsigned i = 0; i < p->nodes; i++, o++) {
		if (o->valid)
			packet_flit(s, &o->flit.packet, o->flit.number, flit);
#define HOST_IN(...)
#define HOST_OUT(id, name, there, bits, when, words, from) \
		if ((when) && !same(&p->pin[HOST_PIN_##id], i, words, from)) \
			return why_not(why, DUT_WHY, "%s of end node %u is not what the model says", name, i);
#include "fabric_pins.def"
	}
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
