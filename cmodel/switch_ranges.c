/* Numbers in the state of a switch that its registers hold, and whether they are in the ranges of their rows. */
#include "switch_model.h"

#include "units/cam_in.h"
#include "units/cam_out.h"
#include "units/cam_sort.h"
#include "units/ccu.h"
#include "units/cdu.h"
#include "units/clip.h"
#include "units/clop.h"
#include "units/cmu.h"
#include "units/cqu.h"
#include "units/dcam_out.h"
#include "units/dqu.h"
#include "units/drfcu.h"
#include "units/dt.h"
#include "units/estimate.h"
#include "units/gather.h"
#include "units/hru.h"
#include "units/mbus.h"
#include "units/metapackets.h"
#include "units/mmu.h"
#include "units/mu.h"
#include "units/ncu.h"
#include "units/nfu.h"
#include "units/nsj.h"
#include "units/nsu.h"
#include "units/oport.h"
#include "units/pfcu.h"
#include "units/pmu.h"
#include "units/qcu.h"
#include "units/qmu.h"
#include "units/rlu.h"
#include "units/scam.h"
#include "units/sfcu.h"
#include "units/smu.h"
#include "units/sorted_lines.h"
#include "units/tuner.h"
#include "units/vib.h"
#include "units/vob.h"
#include "units/xin.h"
#include "units/xout.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

struct bound {
	const struct unit_model *unit;  /* begins those of a unit; the others have NULL: */
	enum site beside;               /* where the registers are that it has not */
	const char *row;
	enum { FIELD, ONE_HOT, OUTPUT, OUTPUT_SET, LENGTH } what;
	bool apart, padded;             /* the member points to the numbers */
	uint8_t bytes, lsb, bits;       /* of a number; its own bits: 0: all */
	uint8_t first, step;            /* it is the first of so many fields, or a later one; 0: of one */
	size_t at, member;              /* bytes: of the member of the unit; and, from there, of the first number */
	size_t field, port;             /* bytes to the next field; to the next port, 0: they are behind each other */
	size_t room;                    /* bytes of a member with arrays of ports; 0: as many fields as the register has, as where it points to them */
};

/* Parts of a link: bits. */
#define SLOT  .lsb = 0, .bits = 16
#define OUT   .lsb = 16, .bits = 8
#define FLITS .lsb = 24, .bits = 8

#define PATH(type, path) (((struct type *)0)->path)     /* for its size alone */
#define OF(type, name, number, id, what_) \
	.row = #id, .what = (what_), .at = offsetof(struct type, name), .apart = sizeof PATH(type, name) == sizeof(void *), .bytes = sizeof PATH(type, number)
#define INSIDE(type, name, of) .member = offsetof(__typeof__(PATH(type, name[0])), of)
#define ROWS_AS(type, name, id, what, ...) \
	{ OF(type, name, name[0][0], id, what), .field = sizeof PATH(type, name[0]), .port = sizeof PATH(type, name[0][0]), \
	  .room = sizeof PATH(type, name), __VA_ARGS__ },
#define SMU_AS(name, id, what_, size, ...) \
	{ .row = #id, .what = (what_), .at = offsetof(struct smu, name), .bytes = sizeof(struct link), .field = (size), __VA_ARGS__ },

static const struct bound bounds[] = {
#define UNIT(id)           { .unit = &id##_unit, .beside = SITES },
#define UNIT_OR(id, other) { .unit = &id##_unit, .beside = SITE_##other },
#define ROWS(type, name, id, what)         ROWS_AS(type, name, id, what, .step = 1)
#define HEADS_OF(type, name, id, what)     ROWS_AS(type, name, id, what, .step = HEADS)
#define ROWS_IN(type, name, of, id, what) \
	{ OF(type, name, name[0].of[0], id, what), INSIDE(type, name, of), .field = sizeof PATH(type, name[0]), .port = sizeof PATH(type, name[0].of[0]) },
#define BY_PORT(type, name, id, what)         { OF(type, name, name[0], id, what), .field = sizeof PATH(type, name[0]) },
#define BY_PORT_IN(type, name, of, id, what)  { OF(type, name, name[0].of, id, what), INSIDE(type, name, of), .field = sizeof PATH(type, name[0]) },
#define PORTS_IN(type, name, of, id, what) \
	{ OF(type, name, name[0].of[0], id, what), INSIDE(type, name, of), .field = sizeof PATH(type, name[0].of[0]), .port = sizeof PATH(type, name[0]) },
#define PADDED(type, name, id)             { OF(type, name, name[0], id, FIELD), .field = sizeof PATH(type, name[0]), .padded = true },
#define ONE(type, name, id)                { .row = #id, .at = offsetof(struct type, name), .bytes = sizeof PATH(type, name) },
#define LINK_AS(k, id, what, ...) \
	SMU_AS(queue, id, what, sizeof PATH(smu, queue[0]), .apart = true, .port = sizeof(struct sorted_queue), .member = offsetof(struct sorted_queue, head[k]), __VA_ARGS__)
#define HEAD(j, id, part, what)            LINK_AS(j, id, what, part, .first = (j), .step = HEADS)
#define LINK(k, id, part, what)            LINK_AS(k, id, what, part)
#define GRANTED(id, part, what)            SMU_AS(granted, id, what, sizeof(struct link), part)
#include "numbers.def"
};

/* Of an entry, in a bank. */
struct numbers {
	const struct bound *b;
	struct bank bank;
	enum site site;                 /* of the register */
	const struct signal *row;
	unsigned instances, fields;
	bool by_switch;
	char *at;
};

/* NULL: the unit has no such register. */
static const struct signal *row_named(const struct image *of, enum site at, const char *name)
{
	const struct unit_desc *const u = at < SITES ? of->units + of->sites[at].unit : NULL;

	for (unsigned k = 0; u && k < u->n; k++)
		if (!strcmp(u->signals[k].name, name))
			return u->signals + k;
	return NULL;
}

/* False: the switch has no such register. */
static bool find(struct numbers *n, void *unit, enum site own, enum site beside, const struct image *of)
{
	const struct bound *const b = n->b;

	const struct signal *const its = row_named(of, own, b->row), *const others = row_named(of, beside, b->row);

	assert(its || others);
	n->site = its && of->instances[own] ? own : beside;
	n->row = n->site == own ? its : others;
	if (!n->row || !of->instances[n->site] || !n->row->width)
		return false;
	n->by_switch = of->sites[n->site].per == AT_SWITCH;
	n->instances = !b->field ? 1 : n->by_switch ? n->bank.switches : n->bank.ports;
	n->fields = b->what == ONE_HOT || b->what == OUTPUT_SET ? 1 : n->row->elements / (b->step ? b->step : 1);
	if (b->room && !b->apart && b->room / b->field < n->fields)
		n->fields = (unsigned)(b->room / b->field);
	n->at = (char *)unit + b->at;
	if (b->apart)
		memcpy(&n->at, n->at, sizeof n->at);
	return n->at;
}

static uint64_t most_of(const struct numbers *n)
{
	switch (n->b->what) {
	case ONE_HOT:
		return n->row->elements - 1;
	case OUTPUT:
	case OUTPUT_SET:
		return n->bank.s->radix - 1;
	case LENGTH:
		return n->bank.s->packet_flits;
	default:
		return n->row->most;
	}
}

static bool each_field(const struct numbers *n, unsigned instance, switch_number_function *each, void *arg)
{
	const struct bound *const b = n->b;
	const unsigned radix = n->by_switch ? 1 : n->bank.s->radix, number = instance / radix;
	const size_t port = b->port ? b->port : b->field * (b->padded ? (size_t)1 << clog2(n->fields) : n->fields);
	struct switch_number x = {
		.site = n->site, .row = n->row, .number = number, .instance = instance % radix, .most = most_of(n), .bytes = b->bytes, .lsb = b->lsb,
		.base = b->what == OUTPUT || b->what == OUTPUT_SET ? number * radix : 0,
	};

	for (unsigned k = 0; k < n->fields; k++) {
		uint64_t word = 0;

		x.at = n->at + instance * port + k * b->field + b->member;
		x.field = k * (b->step ? b->step : 1) + b->first;
		memcpy(&word, x.at, b->bytes);  /* a processor of little endianness */
		x.value = word >> b->lsb & ones(b->bits ? b->bits : 64);
		x.value -= x.value ? x.base : 0;
		if (!each(arg, &x))
			return false;
	}
	return true;
}

bool switch_numbers(struct sluice_switch *sw, const struct image *of, switch_number_function *each, void *arg)
{
	EACH_UNIT(u, sw) {
		const struct bound *const end = bounds + sizeof bounds / sizeof *bounds, *b = bounds;

		while (b < end && b->unit != u->model)
			b++;
		for (const struct bound *x = b + 1; x < end && !x->unit; x++) {
			struct numbers n = { .b = x, .bank = unit_bank(sw, u) };

			if (!find(&n, unit_in(sw, u), u->site, b->beside, of))
				continue;
			for (unsigned i = 0; i < n.instances; i++)
				if (!each_field(&n, i, each, arg))
					return false;
		}
	}
	return true;
}

struct outside {
	const struct image *of;
	unsigned index;
	char *why;
};

static bool in_range(void *arg, const struct switch_number *x)
{
	const struct outside *const r = arg;
	char path[IMAGE_NAME / 2], name[IMAGE_NAME / 4];

	if (x->value <= x->most)
		return true;
	site_path(r->of->sites + x->site, x->instance, path, sizeof path);
	units_signal_name(x->row, name, sizeof name);
	snprintf(r->why, SWITCH_WHY, "%u, %s.%s[%u]: %" PRIu64 ", and at most %" PRIu64, r->index + x->number, path, name, x->field, x->value, x->most);
	return false;
}

bool switch_in_range(struct sluice_switch *sw, const struct image *of, unsigned index, char why[SWITCH_WHY])
{
	return switch_numbers(sw, of, in_range, &(struct outside){ of, index, why });
}
