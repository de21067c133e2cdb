#define _GNU_SOURCE
#include "module.h"

#include "expand.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Widths that follow from parameters, each after those that it uses. */
static const struct derived { const char *name, *formula; } derived[] = {
	{ "QUEUES",  "SAQS + 1" },          /* where it is no parameter */
	{ "PORT_W",  "$clog2(RADIX)" },
	{ "TURN_W",  "$clog2(RADIX)" },
	{ "TURNS",   "TURNPOOL_BITS / TURN_W" },
	{ "POOL_W",  "TURNS * TURN_W" },
	{ "LEN_W",   "$clog2(TURNS + 1)" },
	{ "SLOT_W",  "$clog2(SLOTS)" },
	{ "COUNT_W", "$clog2(SLOTS + 1)" },
	{ "FLITS_W", "$clog2(PACKET_FLITS + 1)" },
	{ "LINE_W",  "SAQS > 1 ? $clog2(SAQS) : 1" },
	{ "DESTINATION_W", "$clog2(NODES)" },
	{ "QUEUE_W", "QUEUES > 1 ? $clog2(QUEUES) : 1" },
	{ "STAMP_W", "$clog2(RADIX * SLOTS) + 2" },
};

enum { DERIVED = sizeof derived / sizeof *derived };

/* Where lines know destinations, their length is in hops, and their way is one output port. */
static const char *formula_of(const struct module *m, unsigned i)
{
	if (shape_of(m->p).classifier == CLASSIFIER_DESTINATION_CAM) {
		if (!strcmp(derived[i].name, "TURNS"))
			return "HOPS";
		if (!strcmp(derived[i].name, "POOL_W"))
			return "TURN_W";
	}
	return derived[i].formula;
}

static const char *const expressions[UNITS][UNIT_SIGNALS] = {
#define UNIT_BEGIN(name, per, present, help) [UNIT_##name] = {
#define UNIT_END(name) },
#define IN(name, width, help) #width,
#define OUT(name, width, help) #width,
#define REG(name, width, reset, help) #width,
#define MEM(name, words, width, help) #width,
#include "units.def"
#undef UNIT_BEGIN
#undef UNIT_END
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void width_of(const char *expression, char text[WIDTH_TEXT])
{
	const char *from = strchr(expression, '?');
	const char *end = from ? strchr(from, ':') : NULL;
	size_t n = 0;

	from = from ? from + 1 : expression;
	end = end ? end : from + strlen(from);
	while (from < end) {
		assert(n + 1 < WIDTH_TEXT);
		if (!strncmp(from, "s->", 3))
			from += 3;
		else if (*from == ' ')
			from++;
		else
			text[n++] = (char)toupper((unsigned char)*from++);
	}
	text[n] = '\0';
}

void width_text(enum unit u, unsigned row, char text[WIDTH_TEXT])
{
	width_of(expressions[u][row], text);
}

static void range(char *text, size_t size, const char *times, const char *width)
{
	const bool scalar = !strcmp(width, "1");

	if (times)
		snprintf(text, size, "[%s%s%s-1:0]", times, scalar ? "" : "*", scalar ? "" : width);
	else
		snprintf(text, size, "%s%s%s", scalar ? "" : "[", scalar ? "" : width, scalar ? "" : "-1:0]");
}

void vw_wire(struct vw *w, const char *times, const char *width, const char *name)
{
	char text[2 * WIDTH_TEXT];

	range(text, sizeof text, times, width);
	vw(w, "wire %-24s %s;", text, name);
}

void field_text(char *text, size_t size, const char *name, const char *index, const char *width)
{
	if (!strcmp(width, "1"))
		snprintf(text, size, "%s[%s]", name, index);
	else
		snprintf(text, size, "%s[%s*%s +: %s]", name, index, width, width);
}

bool module_begin(struct module *m, const struct params *p, const char *name, const char *help)
{
	*m = (struct module){ .p = p, .name = name, .help = help };
	m->w.f = open_memstream(&m->body, &m->size);
	return m->w.f;
}

void module_port(struct module *m, bool out, const char *width, const char *name, const char *help, const char *group)
{
	struct port *port = &m->ports[m->n++];

	assert(m->n <= MODULE_PORTS);
	*port = (struct port){ .out = out, .name = name, .help = help, .group = group };
	snprintf(port->width, sizeof port->width, "%s", width);
}

/* Does the text contain the word? */
static bool mentions(const char *text, const char *word)
{
	const size_t n = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += n) {
		const bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.');

		if (begins && !isalnum((unsigned char)at[n]) && at[n] != '_')
			return true;
	}
	return false;
}

static bool module_mentions(const struct module *m, const char *word)
{
	bool found = mentions(m->body, word);

	for (unsigned i = 0; i < m->n; i++)
		found |= mentions(m->ports[i].width, word);
	return found;
}

static void capitals(const char *name, char text[WIDTH_TEXT])
{
	size_t n = 0;

	for (; name[n]; n++)
		text[n] = (char)toupper((unsigned char)name[n]);
	text[n] = '\0';
}

/* Is it one in the Verilog of this scheme? */
static bool is_parameter(const struct params *p, const struct param_desc *d)
{
	const enum classifier c = shape_of(p).classifier;

	return d->type == PARAM_NUMBER && d != &params_table[PARAM_INDEX_cfqs] &&
	       (params_used(p, d) || (d == &params_table[PARAM_INDEX_queues] && c == CLASSIFIER_STATIC) ||
		(d == &params_table[PARAM_INDEX_saqs] && c == CLASSIFIER_DESTINATION_CAM));
}

static bool is_derived(const struct params *p, const struct derived *w)
{
	char name[WIDTH_TEXT];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		capitals(d->name, name);
		if (!strcmp(name, w->name) && is_parameter(p, d))
			return false;
	}
	return true;
}

/* Which derived widths the module mentions, or one that it mentions does. */
static void find_used(const struct module *m, bool used[DERIVED])
{
	for (unsigned i = DERIVED; i-- > 0;) {
		used[i] = module_mentions(m, derived[i].name);
		for (unsigned j = i + 1; j < DERIVED; j++)
			used[i] |= used[j] && mentions(formula_of(m, j), derived[i].name);
		used[i] &= is_derived(m->p, &derived[i]);
	}
}

static bool parameter_used(const struct module *m, const bool used[DERIVED], const char *name)
{
	bool found = module_mentions(m, name);

	for (unsigned i = 0; i < DERIVED; i++)
		found |= used[i] && mentions(formula_of(m, i), name);
	return found;
}

static void write_parameters(const struct module *m, struct vw *w, const bool used[DERIVED])
{
	char name[WIDTH_TEXT], value[16], line[2 * WIDTH_TEXT] = "";

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		capitals(d->name, name);
		if (!is_parameter(m->p, d) || !parameter_used(m, used, name))
			continue;
		if (*line)
			vw(w, "%s,", line);
		params_text(m->p, d, value, sizeof value);
		snprintf(line, sizeof line, "parameter %-16s = %s", name, value);
	}
	vw(w, "%s", line);
}

static void write_ports(const struct module *m, struct vw *w)
{
	char text[2 * WIDTH_TEXT];

	for (unsigned i = 0; i < m->n; i++) {
		const struct port *p = &m->ports[i];

		if (p->group) {
			vw(w, "%s", "");
			vw(w, "// %s", p->group);
		}
		range(text, sizeof text, NULL, p->width);
		snprintf(text + strlen(text), sizeof text - strlen(text), "%*s %s;", 22 - (int)strlen(text), "", p->name);
		vw(w, "%s %-38s // %s", p->out ? "output wire" : "input  wire", text, p->help);
	}
}

bool module_write(struct module *m, FILE *out)
{
	const bool good = m->w.depth == 0 && !ferror(m->w.f);
	struct vw w = { .f = out };
	struct vw_list names = { .w = &w };
	bool used[DERIVED];

	if (fclose(m->w.f) || !good) {
		free(m->body);
		return false;
	}
	find_used(m, used);
	fputs(m->help, out);
	vw(&w, "`default_nettype none");
	vw(&w, "module %s_%s #(", m->p->name, m->name);
	write_parameters(m, &w, used);
	vw(&w, ") (");
	for (unsigned i = 0; i < m->n; i++)
		vw_item(&names, "%s", m->ports[i].name);
	vw_list_end(&names);
	vw(&w, ");");
	for (unsigned i = 0; i < DERIVED; i++)
		if (used[i])
			vw(&w, "localparam %-7s = %s;", derived[i].name, formula_of(m, i));
	write_ports(m, &w);
	fputs(m->body, out);
	vw(&w, "endmodule");
	vw(&w, "`default_nettype wire");
	free(m->body);
	return true;
}

static const char *library_text(const struct library *l, const char *name)
{
	char path[WIDTH_TEXT];

	snprintf(path, sizeof path, "rtl/%s_%s.v", l->p->name, name);
	for (unsigned i = 0; i < l->done->n; i++)
		if (!strcmp(l->done->file[i].name, path))
			return l->done->file[i].text;
	return NULL;
}

void vw_instance(struct vw *w, const struct library *l, const char *name)
{
	const char *at = library_text(l, name), *parameter;
	struct vw_list list = { .w = w };
	size_t n;

	assert(at);
	vw(w, "%s_%s #(", l->p->name, name);
	while ((parameter = template_parameter(&at, &n)))
		vw_item(&list, ".%.*s(%.*s)", (int)n, parameter, (int)n, parameter);
	vw_list_end(&list);
	vw(w, ") %s (", name);
}

void vw_connect(struct vw *w, const char *port, const char *expression, bool last)
{
	vw(w, ".%-12s (%s)%s", port, expression, last ? "" : ",");
}

bool next_port(const struct unit_desc *u, unsigned *row)
{
	for (; *row < u->n; ++*row) {
		const struct signal *s = &u->signals[*row];

		if (s->width && (s->kind == SIGNAL_IN || s->kind == SIGNAL_OUT))
			return true;
	}
	return false;
}

static bool has_state(const struct unit_desc *u)
{
	for (unsigned row = 0; row < u->n; row++)
		if (u->signals[row].kind == SIGNAL_REG && u->signals[row].width)
			return true;
	return false;
}

void unit_instance(struct vw *w, const struct library *l, const struct unit_desc *units, enum unit u,
		   void (*net)(const struct unit_desc *units, enum unit u, unsigned row, char *text, size_t size))
{
	const struct unit_desc *unit = &units[u];
	char expression[2 * WIDTH_TEXT];
	unsigned row = 0, next;

	vw(w, "%s", "");
	vw(w, "// %s", unit->help);
	vw_instance(w, l, unit->name);
	if (has_state(unit)) {
		vw_connect(w, "clk", "clk", false);
		vw_connect(w, "rst", "rst", false);
	}
	for (next_port(unit, &row); row < unit->n; row = next) {
		next = row + 1;
		net(units, u, row, expression, sizeof expression);
		vw_connect(w, unit->signals[row].name, expression, !next_port(unit, &next));
	}
	vw(w, ");");
}
