#include "units.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The lowest bits set; of more than 64, none: no register begins so. */
#define LOW_ONES(n) ((n) < 64 ? (UINT64_C(1) << (n)) - 1 : 0)

/* Fills in what follows from the rest. there: the row's condition. */
static struct signal complete(struct signal row, const unsigned elements[ELEMENTS], bool there)
{
	row.elements = there ? elements[row.per] : 0;
	if (row.kind == SIGNAL_MEM)
		row.words = row.elements;
	row.width = row.kind == SIGNAL_MEM ? row.bits : row.elements * row.bits;
	if (!there)
		row.reset = 0;
	return row;
}

static void count_elements(const struct shape *s, unsigned elements[ELEMENTS])
{
#define ELEMENT(name, number) elements[PER_##name] = (number);
#include "elements.def"
#undef ELEMENT
}

const char *element_name(enum element e)
{
	static const char *const names[] = {
#define ELEMENT(name, number) #name,
#include "elements.def"
#undef ELEMENT
	};

	return names[e];
}

#define WHEN(condition) there = (condition);

void ports_describe(const struct shape *s, struct signal ports[PINS])
{
	unsigned elements[ELEMENTS];
	bool there = true;

	count_elements(s, elements);
#define PORT(id, with, each, number, text, ...) \
	ports[PIN_##id] = complete((struct signal){ .name = #id, .help = text, .per = PER_##each, .bits = (number), \
						    .pin = PIN_##with, __VA_ARGS__ }, elements, there);
#define IN(...)  PORT(__VA_ARGS__, .kind = SIGNAL_IN)
#define OUT(...) PORT(__VA_ARGS__, .kind = SIGNAL_OUT)
#include "ports.def"
#undef PORT
#undef IN
#undef OUT
}

static void describe(const struct shape *s, struct unit_desc units[UNITS], struct site_desc sites[SITES])
{
	const unsigned instances[] = { [AT_INPUT] = s->radix, [AT_OUTPUT] = s->radix, [AT_SWITCH] = 1 };
	struct unit_desc *u;
	unsigned elements[ELEMENTS];
	bool there;

	count_elements(s, elements);
#define UNIT(id, is_present, text) \
	u = units + UNIT_##id; \
	*u = (struct unit_desc){ .name = #id, .help = text, .present = (is_present) }; \
	there = true;
#define SITE(id, each, text) \
	sites[SITE_##id] = (struct site_desc){ #id, text, (enum unit)(u - units), AT_##each, u->present && there ? instances[AT_##each] : 0 };
#define ROW(id, each, number, text, ...) \
	assert(u->n < UNIT_SIGNALS); \
	u->signals[u->n++] = complete((struct signal){ .name = #id, .help = text, .per = PER_##each, .bits = (number), __VA_ARGS__ }, \
				      elements, there);
#define STATE(id, each, number, value, left, text, ...) \
	ROW(id, each, number, text, .kind = SIGNAL_REG, .reset = (value), .leftover = LEFT_##left, __VA_ARGS__)
#define IN(id, each, number, text)  ROW(id, each, number, text, .kind = SIGNAL_IN)
#define OUT(id, each, number, text) ROW(id, each, number, text, .kind = SIGNAL_OUT)
#define REG(id, each, number, value, left, text)              STATE(id, each, number, value, left, text, .of = NULL)
#define REG_OF(instance, id, each, number, value, left, text) STATE(id, each, number, value, left, text, .of = #instance)
#define PIN(id, each, number, value, left, port)              STATE(id, each, number, value, left, #port, .shown = true, .pin = PIN_##port)
#define MEM(id, each, number, text)        ROW(id, each, number, text, .kind = SIGNAL_MEM)
#define MASKED_MEM(id, each, number, text) ROW(id, each, number, text, .kind = SIGNAL_MEM, .masked = true)
#include "units.def"
}

void units_describe(const struct shape *s, struct unit_desc units[UNITS])
{
	struct site_desc sites[SITES];

	describe(s, units, sites);
}

void sites_describe(const struct shape *s, struct site_desc sites[SITES])
{
	struct unit_desc units[UNITS];

	describe(s, units, sites);
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
