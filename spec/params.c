#include "params.h"

#include "nearest.h"
#include "shape.h"
#include "value_list.h"
#include "why_not.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const schemes_texts[] = {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) text,
#include "schemes.def"
};

static const char *const schemes_helps[] = {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) help,
#include "schemes.def"
};

#define CHOICES(table)                       static const char *const table##_texts[] = {
#define VALUE(table, prefix, id, text, help) text,
#define CHOICES_END(table, count)            };
#include "choices.def"

#define CHOICES(table)                       static const char *const table##_helps[] = {
#define VALUE(table, prefix, id, text, help) help,
#define CHOICES_END(table, count)            };
#include "choices.def"

/* Parameters that not every scheme has, by scheme. */
static const char *const schemes_parameters[] = {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) parameters,
#include "schemes.def"
};

/* Parameters that not every kind of ports has, and those that follow from them, by kind. */
static const struct { const char *parameters, *follow; } port_kinds[] = {
#define PORT_KIND(id, text, parameters, follow) { parameters, follow },
#include "choices.def"
};

/* The choices once more, under the names that params.def gives their tables. */
enum {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) schemes_##id = SCHEME_##id,
#include "schemes.def"
#define VALUE(table, prefix, id, text, help) table##_##id = prefix##_##id,
#include "choices.def"
};

const struct param_desc params_table[PARAMETERS] = {
#define NUMBER(id, value, low, high, of, text) \
	{ .type = PARAM_NUMBER, .name = #id, .unit = of, .help = text, .def = value, .min = low, .max = high, \
	  .offset = offsetof(struct params, id) },
#define CHOICE(id, value, table, text) \
	{ .type = PARAM_CHOICE, .name = #id, .unit = "", .help = text, .def = table##_##value, .min = 0, \
	  .max = sizeof table##_texts / sizeof *table##_texts - 1, .texts = table##_texts, .helps = table##_helps, \
	  .offset = offsetof(struct params, id) },
#define WORD(id, value, text) \
	{ .type = PARAM_WORD, .name = #id, .unit = "", .help = text, .def_text = value, \
	  .offset = offsetof(struct params, id) },
#define DIGITS(id, value, text) \
	{ .type = PARAM_DIGITS, .name = #id, .unit = "", .help = text, .def_text = value, \
	  .offset = offsetof(struct params, id) },
#include "params.def"
};

static void *field(struct params *p, const struct param_desc *d)
{
	return (char *)p + d->offset;
}

static unsigned number(const struct params *p, const struct param_desc *d)
{
	return *(const unsigned *)(const void *)((const char *)p + d->offset);
}

static const char *word(const struct params *p, const struct param_desc *d)
{
	return (const char *)p + d->offset;
}

void params_restore(struct params *p, unsigned index)
{
	const struct param_desc *d = &params_table[index];

	if (d->def_text)
		snprintf(field(p, d), PARAMS_WORD, "%s", d->def_text);
	else
		*(unsigned *)field(p, d) = d->def;
}

struct params params_default(void)
{
	struct params p;

	memset(&p, 0, sizeof p);
	for (unsigned i = 0; i < PARAMETERS; i++)
		params_restore(&p, i);
	return p;
}

void params_restore_unused(struct params *p)
{
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (!params_used(p, &params_table[i]))
			params_restore(p, i);
}

struct params params_native(const struct params *p)
{
	const struct shape s = shape_of(p);
	struct params n = *p;

	if (p->ports == PORT_KIND_native)
		return n;
	n.ports = PORT_KIND_native;
	n.flit_bits = s.flit_bits;
	if (scheme_is_switch(n.scheme))
		n.nodes = n.radix;
	params_restore_unused(&n);
	return n;
}

struct params params_interface(const struct params *p)
{
	const struct shape s = shape_of(p);
	struct params n = *p;

	n.scheme = scheme_interface(p->scheme);
	snprintf(n.name, sizeof n.name, "%.*s" PARAMS_INTERFACE, (int)(sizeof n.name - sizeof PARAMS_INTERFACE), p->name);
	n.nodes = p->radix;
	n.queues = s.queues;
	n.arbiter = ARBITER_round_robin;
	params_restore_unused(&n);
	return n;
}

/* Names and choices: dash and underscore are the same. */
static bool same(const char *a, const char *b)
{
	for (; *a && (*a == *b || (*a == '-' && *b == '_') || (*a == '_' && *b == '-')); a++, b++)
		;
	return *a == *b;
}

/* Text of a user as it can stand in a message: one line, printable, short. */
enum { SHOWN = 40 };

static const char *shown(const char *text, char show[SHOWN + 4])
{
	size_t n = 0;

	for (; text[n] && n < SHOWN; n++)
		show[n] = isprint((unsigned char)text[n]) ? text[n] : '?';
	memcpy(show + n, text[n] ? "..." : "", text[n] ? 4 : 1);
	return show;
}

static bool unknown(const char *name, char why[PARAMS_WHY])
{
	struct nearest near = nearest_to(name);
	char show[SHOWN + 4];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
		nearest_offer(&near, d->name);
	if (near.best)
		return why_not(why, PARAMS_WHY, "no parameter is called '%s'; did you mean '%s'?", shown(name, show), near.best);
	return why_not(why, PARAMS_WHY, "no parameter is called '%s'; 'sluice gen --help' lists them", shown(name, show));
}

static bool set_number(unsigned *value, const struct param_desc *d, const char *text, char why[PARAMS_WHY])
{
	char show[SHOWN + 4];
	unsigned long v = 0;

	if (!*text || text[strspn(text, "0123456789")])
		return why_not(why, PARAMS_WHY, "%s: '%s' is not a number in %u..%u (%s)", d->name, shown(text, show),
			       d->min, d->max, d->unit);
	v = strtoul(text, NULL, 10);
	if (v < d->min || v > d->max)
		return why_not(why, PARAMS_WHY, "%s: %s is outside %u..%u (%s)", d->name, shown(text, show), d->min, d->max, d->unit);
	*value = (unsigned)v;
	return true;
}

void params_choices(const struct param_desc *d, char *list, size_t size)
{
	size_t n = 0;

	for (unsigned i = 0; i <= d->max && n < size; i++)
		n += (size_t)snprintf(list + n, size - n, "%s%s", i ? ", " : "", d->texts[i]);
}

static bool set_choice(unsigned *value, const struct param_desc *d, const char *text, char why[PARAMS_WHY])
{
	char show[SHOWN + 4], list[PARAMS_WHY / 2];

	for (unsigned i = 0; i <= d->max; i++)
		if (same(text, d->texts[i])) {
			*value = i;
			return true;
		}
	params_choices(d, list, sizeof list);
	return why_not(why, PARAMS_WHY, "%s: '%s' is not one of: %s", d->name, shown(text, show), list);
}

/* A word becomes the beginning of identifiers, never a whole one, so that keywords of Verilog do no harm. */
static bool set_word(char *value, const struct param_desc *d, const char *text, char why[PARAMS_WHY])
{
	static const char letters[] = "0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	const size_t n = strlen(text), digits = strspn(text, "0123456789");
	const bool short_enough = n && n < PARAMS_WORD;
	char show[SHOWN + 4];

	if (d->type == PARAM_DIGITS && !(short_enough && (digits == n || !strcmp(text, "even"))))
		return why_not(why, PARAMS_WHY, "%s: '%s' is not a row of at most %d digits, nor 'even'", d->name, shown(text, show), PARAMS_WORD - 1);
	if (d->type == PARAM_WORD && !(short_enough && !digits && strspn(text, letters) == n))
		return why_not(why, PARAMS_WHY, "%s: '%s' is not an identifier (at most %d letters, digits and _, no digit first)",
			       d->name, shown(text, show), PARAMS_WORD - 1);
	memset(value, 0, PARAMS_WORD);
	memcpy(value, text, n);
	return true;
}

const struct param_desc *params_find(const char *name)
{
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
		if (same(name, d->name))
			return d;
	return NULL;
}

static bool has_word(const char *text, const char *word)
{
	return value_list_has(text, word, strlen(word));
}

/* Is the parameter one of the ports, or does it follow from those? */
static bool ports_have(const struct params *p, const struct param_desc *d, bool *have)
{
	bool special = false;

	for (unsigned i = 0; i < PORT_KINDS; i++)
		special |= has_word(port_kinds[i].parameters, d->name);
	*have = special && has_word(port_kinds[p->ports].parameters, d->name);
	return special || has_word(port_kinds[p->ports].follow, d->name);
}

/* A switch has AXI-Stream ports by its network interfaces, whose nodes are its ports. */
static bool scheme_has(const struct params *p, const char *name)
{
	if (p->ports == PORT_KIND_axis && scheme_is_switch(p->scheme) && scheme_interface(p->scheme) != p->scheme)
		return strcmp(name, "nodes") != 0 && (has_word(schemes_parameters[p->scheme], name) || has_word(schemes_parameters[scheme_interface(p->scheme)], name));
	return has_word(schemes_parameters[p->scheme], name);
}

bool params_used(const struct params *p, const struct param_desc *d)
{
	bool have;

	/* Registers are absent, and nothing says so, unless there is a bus for them. */
	if (p->csr == CSR_none && (d == &params_table[PARAM_INDEX_csr] || d == &params_table[PARAM_INDEX_counter_bits]))
		return false;
	if (ports_have(p, d, &have))
		return have;
	if (scheme_has(p, d->name))
		return true;
	for (unsigned i = 0; i < SCHEMES; i++)
		if (has_word(schemes_parameters[i], d->name))
			return false;
	return true;
}

bool params_set(struct params *p, const char *name, const char *text, char why[PARAMS_WHY])
{
	const struct param_desc *d = params_find(name);

	if (!d)
		return unknown(name, why);
	switch (d->type) {
	case PARAM_NUMBER: return set_number(field(p, d), d, text, why);
	case PARAM_CHOICE: return set_choice(field(p, d), d, text, why);
	case PARAM_WORD: case PARAM_DIGITS: return set_word(field(p, d), d, text, why);
	}
	return false;
}

void params_text(const struct params *p, const struct param_desc *d, char *text, size_t size)
{
	switch (d->type) {
	case PARAM_NUMBER:
		snprintf(text, size, "%u", number(p, d));
		break;
	case PARAM_CHOICE:
		assert(number(p, d) <= d->max);
		snprintf(text, size, "%s", d->texts[number(p, d)]);
		break;
	case PARAM_WORD:
	case PARAM_DIGITS:
		snprintf(text, size, "%s", word(p, d));
		break;
	}
}

bool params_unused_at_default(const struct params *p, char why[PARAMS_WHY])
{
	struct params native = *p;

	native.ports = PORT_KIND_native;
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
		if (!params_used(p, d) && (d->def_text ? strcmp(word(p, d), d->def_text) != 0 : number(p, d) != d->def)) {
			if (params_used(&native, d))
				snprintf(why, PARAMS_WHY, "%s: it follows from the other parameters, with ports = %s; leave it out", d->name, port_kinds_texts[p->ports]);
			else if (has_word(port_kinds[PORT_KIND_axis].parameters, d->name))
				snprintf(why, PARAMS_WHY, "%s: for ports = axis alone; leave it out", d->name);
			else
				snprintf(why, PARAMS_WHY, "%s: scheme %s has no such parameter; leave it out", d->name, schemes_texts[p->scheme]);
			return false;
		}
	return true;
}
