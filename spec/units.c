#include "units.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The lowest bits set; of more than 64, none: no register begins so. */
#define LOW_ONES(n) ((n) < 64 ? (UINT64_C(1) << (n)) - 1 : 0)

/* Greatest value of a field of n bits, which the table says so; no MOST says another one. */
#define ANY UINT64_MAX
__attribute__((noinline)) static uint64_t most_of(const struct shape *s, const char *bits, unsigned n)
{
	const uint64_t all = n < 64 ? LOW_ONES(n) : UINT64_MAX;
	uint64_t most = all;

#define RANGE(width, value) most = strcmp(bits, "s->" #width) ? most : (value);
#include "ranges.def"
#undef RANGE
	return most < all ? most : all;
}

/* How many elements there are of each kind. */
struct elements {
#define ELEMENT(name, number) unsigned name;
#include "elements.def"
};

static struct elements count_elements(const struct shape *s)
{
#define ELEMENT(name, number) .name = (number),
	return (struct elements){
#include "elements.def"
	};
}

/* Fills in what follows from the rest. there: the row's condition. */
static struct signal complete(struct signal row, bool there)
{
	if (!there)
		row.elements = 0;
	row.per = strcmp(row.per, "one") ? row.per : NULL;
	row.words = row.kind == SIGNAL_MEM ? row.elements : 0;
	row.width = row.kind == SIGNAL_MEM ? row.bits : row.elements * row.bits;
	return row;
}

#define ROW(id, each, number, text, ...) \
	complete((struct signal){ .name = #id, .help = text, .per = #each, .elements = n.each, .bits = (number), __VA_ARGS__ }, there)

void ports_describe(const struct shape *s, struct signal ports[PINS])
{
	const struct elements n = count_elements(s);
	bool there = true;

#define WHEN(condition) there = (condition);
#define IN(id, with, each, number, text)  ports[PIN_##id] = ROW(id, each, number, text, .kind = SIGNAL_IN, .pin = PIN_##with);
#define OUT(id, with, each, number, text) ports[PIN_##id] = ROW(id, each, number, text, .kind = SIGNAL_OUT, .pin = PIN_##with);
#include "ports.def"
}

/* A row, by a call and not by a value: the compiler takes a minute over a function with a thousand values. */
__attribute__((noinline)) static struct signal *add(struct unit_desc *u, bool there, enum signal_kind kind, const char *name, const char *help, const char *per,
						    unsigned elements, unsigned bits)
{
	struct signal *const g = &u->signals[u->n];

	assert(u->n < UNIT_SIGNALS);
	*g = complete((struct signal){ .kind = kind, .name = name, .help = help, .per = per, .elements = elements, .bits = bits }, there);
	u->n++;
	return g;
}

__attribute__((noinline)) static struct signal *add_register(struct unit_desc *u, bool there, const char *name, const char *help, const char *per,
							      unsigned elements, unsigned bits, uint64_t most, uint64_t reset, enum leftover leftover)
{
	struct signal *const g = add(u, there, SIGNAL_REG, name, help, per, elements, bits);

	g->most = most;
	g->reset = g->width ? reset : 0;
	g->leftover = leftover;
	return g;
}

/* Column `when empty`, which may depend on the shape. */
#define AT_RESET LEFT_AT_RESET
#define STALE    LEFT_STALE
#define ZERO     LEFT_ZERO

void units_describe(const struct shape *whole, struct unit_desc units[UNITS], struct site_desc sites[SITES])
{
	const unsigned instances[] = { [AT_INPUT] = whole->radix, [AT_OUTPUT] = whole->radix, [AT_SWITCH] = 1 };
	const struct shape *s = whole;
	struct shape side;
	struct elements n;
	struct unit_desc *u;
	struct signal *g;
	bool there;
	uint64_t most = ANY;            /* of the next row */

#define WHEN(condition) there = (condition);
#define SIDE(which) side = shape_side(whole, which);
#define UNIT_ROW(id, module, layer, sizes, is_present, text) \
	s = (sizes); \
	n = count_elements(s); \
	u = units + UNIT_##id; \
	there = (layer) == SIDE_NONE ? whole->side < SIDE_ADAPTER : whole->side == (layer); \
	*u = (struct unit_desc){ .name = #module, .help = text, .present = there && (is_present) }; \
	there = true;
#define SITE(id, each, text) \
	sites[SITE_##id] = (struct site_desc){ #id, text, (enum unit)(u - units), AT_##each, u->present && there ? instances[AT_##each] : 0 };
#define HOLDS(id) u->holds = there ? #id : NULL;
#define REGISTER(id, each, number, value, left, text) \
	g = add_register(u, there, #id, text, #each, n.each, (number), most == ANY ? most_of(s, #number, (number)) : most, (value), (left)); \
	most = ANY;
#define MOST(value)  most = (value);
#define REG(...) REGISTER(__VA_ARGS__)
#define REG_OF(instance, ...) \
	REGISTER(__VA_ARGS__) \
	g->of = #instance;
#define PIN(id, each, number, value, left, port) \
	REGISTER(id, each, number, value, left, #port) \
	g->shown = true; \
	g->pin = PIN_##port;
#define MEM(id, each, number, text)        add(u, there, SIGNAL_MEM, #id, text, #each, n.each, (number));
#define MASKED_MEM(id, each, number, text) add(u, there, SIGNAL_MEM, #id, text, #each, n.each, (number))->masked = true;
#include "units.def"
}

void units_begin(struct units_walk *w, const struct shape *s)
{
	w->site = w->sites;
	w->signal = NULL;
	units_describe(s, w->units, w->sites);
}

bool units_next(struct units_walk *w)
{
	for (; w->site < w->sites + SITES; w->site++, w->signal = NULL) {
		const struct unit_desc *const u = &w->units[w->site->unit];

		for (w->signal = w->signal ? w->signal + 1 : u->signals; w->site->instances && w->signal < u->signals + u->n; w->signal++)
			if (w->signal->width && (w->signal->kind == SIGNAL_REG || (w->signal->kind == SIGNAL_MEM && w->signal->words)))
				return true;
	}
	return false;
}

unsigned units_row(const struct unit_desc *u, const char *name)
{
	unsigned row = 0;

	while (row < u->n && strcmp(u->signals[row].name, name) != 0)
		row++;
	assert(row < u->n);
	return row;
}

void units_signal_name(const struct signal *g, char *name, size_t size)
{
	const int n = snprintf(name, size, "%s%s%s", g->of ? g->of : "", g->of ? "." : "", g->name);

	assert(n > 0 && (size_t)n < size);
	(void)n;
}

void site_path(const struct site_desc *site, unsigned instance, char *path, size_t size)
{
	const int n = snprintf(path, size, site->path, instance);

	assert(n > 0 && (size_t)n < size);
	(void)n;
}
