#include "template.h"

#include "shape.h"
#include "text.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 32, DEPTH = 8 };

/* An open conditional. ours: it tests a feature, and is resolved here; any other stays in the text. */
struct branch {
	bool ours, live, done;          /* live: its lines are kept; done: no later branch is */
};

struct resolver {
	const struct embedded *t;
	const struct params *p;
	struct shape shape;
	const struct macro_text *texts;
	FILE *out;
	bool *instantiated;
	struct branch open[DEPTH];      /* [0]: the file */
	unsigned depth;
	bool blank;                     /* the line before was empty */
	bool begun;                     /* what heads the file, comments, has been written */
};

/* A piece of a text. */
struct word {
	const char *at;
	size_t n;
};

__attribute__((noreturn))
static void broken(const struct resolver *r, struct word line)
{
	fprintf(stderr, "sluice: template %s: cannot resolve '%.*s'\n", r->t->name, (int)line.n, line.at);
	abort();
}

static struct word word_at(const char *s)
{
	struct word w = { s + strspn(s, " "), 0 };

	while (isalnum((unsigned char)w.at[w.n]) || w.at[w.n] == '_')
		w.n++;
	return w;
}

static bool is(struct word w, const char *text)
{
	return strlen(text) == w.n && !strncmp(w.at, text, w.n);
}

/* Is the word a feature? *present: does this switch have it? */
static bool feature(const struct resolver *r, struct word w, bool *present)
{
	const struct shape *s = &r->shape;

#define FEATURE(name, has, help) if (is(w, #name)) { *present = (has); return true; }
#include "features.def"
	return false;
}

static void begin(struct resolver *r, struct word line, bool negated)
{
	const bool live = r->open[r->depth].live;
	bool present = negated;
	struct branch *b = &r->open[++r->depth];

	if (r->depth == DEPTH)
		broken(r, line);
	b->ours = feature(r, word_at(line.at + strcspn(line.at, " ")), &present);
	b->live = live && present != negated;
	b->done = b->live || !live;
	if (!b->ours)
		b->live = live;
}

static void next(struct resolver *r, struct word line, bool otherwise)
{
	struct branch *b = &r->open[r->depth];
	bool present = otherwise;

	if (!r->depth || (!otherwise && b->ours && !feature(r, word_at(line.at + strcspn(line.at, " ")), &present)))
		broken(r, line);
	if (!b->ours)
		return;
	b->live = !b->done && present;
	b->done |= b->live;
}

/* Is the line a directive that was resolved, and so is not emitted? */
static bool resolve(struct resolver *r, struct word line)
{
	const struct word d = word_at(line.at + 1);
	bool ours;

	if (*line.at != '`')
		return false;
	if (is(d, "ifdef") || is(d, "ifndef"))
		begin(r, line, is(d, "ifndef"));
	else if (is(d, "else") || is(d, "elsif"))
		next(r, line, is(d, "else"));
	else if (!is(d, "endif"))
		return false;
	ours = r->open[r->depth].ours;
	if (is(d, "endif") && !r->depth--)
		broken(r, line);
	return ours;
}

const char *template_architecture(const struct params *p)
{
	static const char *const names[] = {
#define CLASSIFIER(id, name) [CLASSIFIER_##id] = #name,
#include "schemes.def"
	};
	return names[shape_of(p).classifier];
}

bool template_is_switch(const struct embedded *t)
{
	return !strcmp(strrchr(t->name, '/'), "/switch.v");
}

bool template_is_axis(const struct embedded *t)
{
	return text_begins(t->name, "wiring/axis/");
}

bool template_is_top(const struct embedded *t, const struct params *p)
{
	if (p->ports == PORT_KIND_axis && !strcmp(t->name, "wiring/axis/axis_node.v"))
		return true;
#define TOP(architecture, module) if (!strcmp(t->name, "wiring/" #architecture "/" #module ".v")) return true;
#include "schemes.def"
	return template_is_switch(t);
}

/* Is it the monitor of a link? That of an architecture stands beside its switch. */
static bool is_monitor(const struct embedded *t)
{
	return !strcmp(strrchr(t->name, '/'), "/link_monitor.v");
}

/* The architecture that has the switch of this one. */
static const char *switch_of(const char *architecture)
{
#define SAME_SWITCH(name, other) if (!strcmp(architecture, #name)) return #other;
#include "schemes.def"
	return architecture;
}

bool template_belongs(const struct embedded *t, const struct params *p, bool macros)
{
	static const char wiring[] = "wiring/", shared[] = "wiring/cells/";
	const char *of = template_is_switch(t) || is_monitor(t) ? switch_of(template_architecture(p)) : template_architecture(p);

	if (text_begins(t->name, "macros/"))
		return macros;
	if (!text_begins(t->name, wiring))
		return !macros || !text_begins(t->name, "units/ram_");
	if (text_begins(t->name, shared))
		return true;
	if (template_is_axis(t))
		return p->ports == PORT_KIND_axis;
	return text_begins(t->name + strlen(wiring), of) && t->name[strlen(wiring) + strlen(of)] == '/';
}

/* The template of this name; NULL: none. */
static const struct embedded *named(struct word name)
{
	const struct embedded *t = templates;

	while (t->name && !is(name, t->name))
		t++;
	return t->name ? t : NULL;
}

const struct embedded *template_named(const char *name)
{
	return named((struct word){ name, strlen(name) });
}

const char *template_module(const struct embedded *t, size_t *length)
{
	const char *name = strrchr(t->name, '/') + 1;

	*length = strcspn(name, ".");
	return name;
}

/* The template of this switch that has the module of this name; NULL: none. */
static const struct embedded *module_named(const struct resolver *r, struct word w)
{
	for (const struct embedded *t = templates; t->name; t++) {
		struct word module;

		module.at = template_module(t, &module.n);
		if (module.n == w.n && !strncmp(module.at, w.at, w.n) && template_belongs(t, r->p, r->texts))
			return t;
	}
	return NULL;
}

/* Value of the parameter, or of the derived value, that has this name in the Verilog. A word takes the place of a string only. */
static bool value_of(const struct resolver *r, struct word w, const char *old, char value[PARAMS_WHY])
{
	const struct shape *const s = &r->shape;
	char name[NAME];

	if (w.n >= NAME)
		return false;
	for (size_t i = 0; i <= w.n; i++)
		name[i] = i < w.n ? (char)tolower((unsigned char)w.at[i]) : '\0';
#define DERIVED(id, width, help) \
	if (!strcmp(name, #id)) { \
		snprintf(value, PARAMS_WHY, "%u", (unsigned)(width)); \
		return true; \
	}
#include "derived.def"
#undef DERIVED
	const struct param_desc *d = params_find(name);

	if (!d || (d->type == PARAM_WORD ? *old != '"' : d->type != PARAM_NUMBER))
		return false;
	params_text(r->p, d, value, PARAMS_WHY);
	return true;
}

static const char *arbiter_id(const struct params *p)
{
	static const char *const ids[] = {
#define ARBITER(id, text, prio_bits, help) #id,
#include "choices.def"
	};
	return ids[p->arbiter];
}

/* Is the value a text or a number, and not one that follows from other parameters? */
static bool is_literal(const char *value)
{
	const char *const end = value + strspn(value, "0123456789");

	return *value == '"' || strchr(",;)/\n", end[strspn(end, " ")]);
}

/* `parameter NAME = 8`, or = "text": writes it with the value of this switch. Returns the rest of the line. */
static const char *put_parameter(const struct resolver *r, const char *line)
{
	static const char word[] = "parameter ";
	const char *at = line + strspn(line, " ");
	const size_t to = strcspn(at, "=\n");
	const char *old = at + to + (at[to] == '=') + strspn(at + to + (at[to] == '='), " ");
	char value[PARAMS_WHY];

	if (strncmp(at, word, strlen(word)) != 0 || at[to] != '=' || !is_literal(old) || !value_of(r, word_at(at + strlen(word)), old, value))
		return line;
	old += *old == '"';
	fwrite(line, 1, (size_t)(old - line), r->out);
	fputs(value, r->out);
	return old + strcspn(old, "\",);\n ");
}

/* The prefix and the name of a module, which is instantiated here. */
static void put_instance(const struct resolver *r, const struct embedded *t)
{
	struct word module;

	module.at = template_module(t, &module.n);
	fprintf(r->out, "%s_%.*s", r->p->name, (int)module.n, module.at);
	if (r->instantiated)
		r->instantiated[t - templates] = true;
}

/* The module that is named at w, and how many characters name it: a name that `#(` follows, or the arbiter. NULL: none. */
static const struct embedded *instance_at(const struct resolver *r, struct word w, size_t *n)
{
	static const char arbiter[] = "`ARBITER";
	char name[NAME];

	*n = w.n;
	if (w.n)
		return strncmp(w.at + w.n + strspn(w.at + w.n, " "), "#(", 2) ? NULL : module_named(r, w);
	if (strncmp(w.at, arbiter, strlen(arbiter)) != 0)
		return NULL;
	*n = strlen(arbiter);
	return module_named(r, (struct word){ name, (size_t)snprintf(name, sizeof name, "arbiter_%s", arbiter_id(r->p)) });
}

/* The text in the place of `WORD at this point; NULL: it is none. */
static const char *text_at(const struct resolver *r, const char *at, size_t *n)
{
	const struct word w = word_at(at + 1);

	*n = 1 + w.n;
	for (const struct macro_text *t = r->texts; t && t->name; t++)
		if (*at == '`' && is(w, t->name))
			return t->text;
	return NULL;
}

/* Writes the line, with values of parameters, the arbiter chosen, and the prefix on names of modules. */
static void put_line(const struct resolver *r, struct word line)
{
	const char *begin = put_parameter(r, line.at), *const end = line.at + line.n;

	for (const char *at = begin; at < end; ) {
		size_t n;
		const char *const text = text_at(r, at, &n);

		if (text) {
			fwrite(begin, 1, (size_t)(at - begin), r->out);
			fputs(text, r->out);
			begin = at += n;
			continue;
		}
		const struct word w = *at == ' ' ? (struct word){ at, 0 } : word_at(at);
		const struct embedded *module = instance_at(r, w, &n);

		if (module) {
			fwrite(begin, 1, (size_t)(at - begin), r->out);
			put_instance(r, module);
			begin = at + n;
		}
		at += n ? n : 1;
	}
	fwrite(begin, 1, (size_t)(end - begin), r->out);
	putc('\n', r->out);
}

/* The part that a line `include "NAME" puts in; NULL: the line is another one. */
static const struct embedded *part_at(const struct resolver *r, struct word line)
{
	static const char include[] = "`include \"";
	const struct embedded *part;

	if (strncmp(line.at, include, strlen(include)) != 0)
		return NULL;
	const char *const name = line.at + strlen(include);

	part = named((struct word){ name, strcspn(name, "\"\n") });
	if (!part)
		broken(r, line);
	return part;
}

static void write_lines(struct resolver *r, const char *text)
{
	struct word line;

	for (const char *at = text; *at; at += line.n + (at[line.n] == '\n')) {
		line = (struct word){ at, strcspn(at, "\n") };
		if (!r->begun && strncmp(at, "//", 2) != 0) {
			r->begun = true;
			fputs("`default_nettype none\n", r->out);
		}
		if (resolve(r, line) || !r->open[r->depth].live || (r->blank && !line.n))
			continue;
		const struct embedded *const part = part_at(r, line);

		if (part) {
			write_lines(r, part->text);
			continue;
		}
		r->blank = !line.n;
		put_line(r, line);
	}
}

void template_write(const struct embedded *t, const struct params *p, const struct macro_text *texts, FILE *out, bool instantiated[])
{
	struct resolver r = {
		.t = t, .p = p, .shape = shape_of(p), .texts = texts, .out = out, .instantiated = instantiated, .open = { { .live = true } },
	};

	write_lines(&r, t->text);
	fputs("`default_nettype wire\n", out);
	assert(!r.depth);
}
