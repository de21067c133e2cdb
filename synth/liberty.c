#include "liberty.h"

#include "generic.h"
#include "grown.h"
#include "text.h"
#include "why_not.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH = 64, TOKEN = 1024 };

/* ----- functions ----- */

enum { VARIABLES = 2 };

/*
 * Boolean functions: ! or ' is not; & * or juxtaposition, and; ^ exclusive or; | + or. The first binds strongest. A function of up to two variables is
 * evaluated for all four inputs in parallel: a value is a truth table of four bits.
 */
struct operand {
	const char *at;
	const char *name[VARIABLES];
	size_t length[VARIABLES];
	unsigned n;
	bool bad;                       /* no function, or one of more variables */
};

static const unsigned table_of[VARIABLES] = { 0xa, 0xc };
enum { ALL = 0xf };

static void blanks(struct operand *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

static unsigned variable(struct operand *r)
{
	const char *const from = r->at;
	const size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_[]");
	unsigned i;

	r->at += length;
	for (i = 0; i < r->n; i++)
		if (r->length[i] == length && !memcmp(r->name[i], from, length))
			return table_of[i];
	if (!length || i == VARIABLES) {
		r->bad = true;
		return 0;
	}
	r->name[i] = from;
	r->length[i] = length;
	r->n++;
	return table_of[i];
}

static unsigned expression(struct operand *r, unsigned level);

static unsigned factor(struct operand *r)
{
	unsigned x;

	blanks(r);
	if (*r->at == '!') {
		r->at++;
		return ~factor(r) & ALL;
	}
	if (*r->at == '(') {
		r->at++;
		x = expression(r, 0);
		r->bad |= *r->at != ')';
		r->at += *r->at == ')';
	} else {
		x = variable(r);
	}
	for (blanks(r); *r->at == '\''; r->at++, blanks(r))
		x = ~x & ALL;
	return x;
}

/* Operators of a level, and of those that bind stronger. */
static unsigned expression(struct operand *r, unsigned level)
{
	static const char *const operators[] = { "|+", "^", "&*" };
	enum { OR, EXCLUSIVE, AND, FACTOR };
	unsigned x;

	if (level == FACTOR)
		return factor(r);
	x = expression(r, level + 1);
	for (blanks(r); !r->bad && *r->at && (strchr(operators[level], *r->at) || (level == AND && !strchr("^|+)", *r->at))); blanks(r)) {
		r->at += strchr(operators[level], *r->at) != NULL;
		const unsigned y = expression(r, level + 1);

		x = level == OR ? x | y : level == EXCLUSIVE ? x ^ y : x & y;
	}
	return x;
}

/* Does it have exactly so many variables? */
static bool is(const char *text, unsigned variables, unsigned table)
{
	struct operand r = { .at = text };
	const unsigned x = expression(&r, 0);

	return !r.bad && !*r.at && r.n == variables && x == table;
}

bool function_is_nand2(const char *text)
{
	return is(text, 2, ~(table_of[0] & table_of[1]) & ALL);
}

bool function_is_buffer(const char *text)
{
	return is(text, 1, table_of[0]);
}

/* ----- the file ----- */

/* A token: kind is 'a' for a name, number or string, which is in text[]; one of ( ) { } : ; , for that letter; 0 at the end. */
struct reader {
	const char *at, *path;
	unsigned line;
	char kind, text[TOKEN];
	char *why;
	bool failed;
	struct liberty *l;
	uint32_t room;                  /* cells allocated */
	struct liberty_cell *cell;      /* being read; NULL: none */
	unsigned pins, outputs;         /* of it; outputs have a function */
	unsigned nands, buffers;        /* outputs that are a NAND of two, and that are one variable as it is */
};

__attribute__((format(printf, 2, 3)))
static void fail(struct reader *r, const char *format, ...)
{
	char what[LIBERTY_WHY / 2];
	va_list args;

	if (r->failed)
		return;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	snprintf(r->why, LIBERTY_WHY, "%.200s:%u: %s", r->path, r->line, what);
	r->failed = true;
	r->kind = 0;
}

static void comment(struct reader *r)
{
	const char *const end = strstr(r->at + 2, "*/");

	if (!end) {
		fail(r, "a comment does not end");
		return;
	}
	for (; r->at < end + 2; r->at++)
		r->line += *r->at == '\n';
}

/* Blanks, comments, and line ends that a backslash continues. */
static void skip(struct reader *r)
{
	while (!r->failed) {
		if (r->at[0] == '/' && r->at[1] == '/') {
			r->at += strcspn(r->at, "\n");
		} else if (r->at[0] == '/' && r->at[1] == '*') {
			comment(r);
		} else if (isspace((unsigned char)*r->at) || *r->at == '\\') {
			r->line += *r->at == '\n';
			r->at++;
		} else {
			return;
		}
	}
}

/* A longer token is cut off: names and numbers of interest are short. */
static void keep(struct reader *r, const char *from, size_t n)
{
	r->kind = 'a';
	n = n < TOKEN - 1 ? n : TOKEN - 1;
	memcpy(r->text, from, n);
	r->text[n] = '\0';
}

static void quoted(struct reader *r)
{
	const char *const from = ++r->at;

	for (; *r->at && *r->at != '"'; r->at++)
		r->line += *r->at == '\n';
	if (*r->at)
		keep(r, from, (size_t)(r->at++ - from));
	else
		fail(r, "a string does not end");
}

static void next(struct reader *r)
{
	skip(r);
	if (r->failed)
		return;
	if (*r->at == '"') {
		quoted(r);
	} else if (!*r->at || strchr("(){}:;,", *r->at)) {
		r->kind = *r->at;
		r->at += *r->at != '\0';
	} else {
		const size_t n = strcspn(r->at, "(){}:;,\" \t\r\n\\");

		keep(r, r->at, n);
		r->at += n;
	}
}

static void expect(struct reader *r, char kind)
{
	if (r->kind == kind)
		next(r);
	else if (r->kind == 'a')
		fail(r, "'%c' expected, not '%.40s'", kind, r->text);
	else if (r->kind)
		fail(r, "'%c' expected, not '%c'", kind, r->kind);
	else
		fail(r, "the file breaks off where '%c' is expected", kind);
}

static void begin_cell(struct reader *r, const char *name)
{
	struct liberty *const l = r->l;
	struct liberty_cell *const cells = grown(l->cells, l->n, &r->room, sizeof *cells);

	if (!cells) {
		fail(r, "%s", strerror(ENOMEM));
		return;
	}
	l->cells = cells;
	r->cell = &l->cells[l->n++];
	*r->cell = (struct liberty_cell){ .area = 0 };
	snprintf(r->cell->name, LIBERTY_NAME, "%.127s", name);
	r->pins = r->outputs = r->nands = r->buffers = 0;
}

/* An attribute of the cell being read: area is one of the cell, function one of a pin. */
static void attribute(struct reader *r, unsigned depth, const char *name)
{
	if (!r->cell || r->kind != 'a')
		return;
	if (depth == 2 && !strcmp(name, "area")) {
		if (!text_real(r->text, &r->cell->area) || !(r->cell->area >= 0 && r->cell->area < 1e12))
			fail(r, "'%.40s' is no area of a cell", r->text);
	} else if (depth == 3 && !strcmp(name, "function")) {
		r->outputs++;
		r->nands += function_is_nand2(r->text);
		r->buffers += function_is_buffer(r->text);
	}
}

/* The first argument of name(...). */
static void arguments(struct reader *r, char argument[TOKEN])
{
	*argument = '\0';
	next(r);
	if (r->kind == 'a')
		memcpy(argument, r->text, TOKEN);
	while (r->kind == 'a' || r->kind == ',' || r->kind == ':')
		next(r);
	expect(r, ')');
}

static void group_begins(struct reader *r, unsigned depth, const char *name, const char *argument)
{
	if (depth == 0)
		snprintf(r->l->name, LIBERTY_NAME, "%.127s", argument);
	else if (depth == 1 && !strcmp(name, "cell"))
		begin_cell(r, argument);
	else if (depth == 2 && r->cell && (!strcmp(name, "ff") || !strcmp(name, "ff_bank")))
		r->cell->flip_flop = true;
	else if (depth == 2 && r->cell && !strcmp(name, "pin"))
		r->pins++;
}

static void group_ends(struct reader *r, unsigned depth)
{
	if (depth == 2 && r->cell) {
		r->cell->nand2 = r->outputs == 1 && r->nands == 1 && r->cell->area > 0;
		r->cell->buffer = r->pins == 2 && r->outputs == 1 && r->buffers == 1;     /* a latch gives a variable as well, but not of its one input */
		r->cell = NULL;
	}
	next(r);
}

/* Reads a statement of the group at this depth: name : value ; or name ( ... ) ; or name ( ... ) { ... Returns the depth after it. */
static unsigned statement(struct reader *r, unsigned depth)
{
	char name[TOKEN], argument[TOKEN];

	memcpy(name, r->text, TOKEN);
	next(r);
	if (r->kind == ':' && depth) {
		next(r);
		attribute(r, depth, name);
		while (r->kind && r->kind != ';' && r->kind != '}')     /* a value may have several words */
			next(r);
		return depth;
	}
	if (r->kind != '(') {
		expect(r, '(');
		return depth;
	}
	arguments(r, argument);
	if (r->kind != '{')
		return depth;
	group_begins(r, depth, name, argument);
	next(r);
	return depth + 1;
}

static void read_all(struct reader *r)
{
	unsigned depth = 0;

	next(r);
	if (r->kind != 'a' || strcmp(r->text, "library") != 0)
		fail(r, "this is no liberty file: it does not begin with library (...)");
	while (!r->failed && (r->kind || depth)) {
		if (r->kind == '}' && depth)
			group_ends(r, depth--);
		else if (r->kind == ';')
			next(r);
		else if (r->kind == 'a')
			depth = statement(r, depth);
		else if (r->kind == '}')
			fail(r, "'}' ends no group");
		else
			expect(r, '}');
		if (depth >= DEPTH)
			fail(r, "groups are nested more than %d deep", DEPTH);
	}
}

/* Does the library have the cells that synthesis requires? */
static bool complete(struct liberty *l, const char *path, char why[LIBERTY_WHY])
{
	bool flip_flop = false;

	for (unsigned i = 0; i < l->n; i++) {
		const struct liberty_cell *c = &l->cells[i];

		flip_flop = flip_flop || c->flip_flop;
		if (c->nand2 && (!l->nand2 || c->area < l->nand2->area))
			l->nand2 = c;
		if (c->buffer && (!l->buffer || c->area < l->buffer->area))
			l->buffer = c;
	}
	return (l->nand2 && flip_flop) ||
	       why_not(why, LIBERTY_WHY, "%.200s: the library has %s", path, !l->n ? "no cells" : flip_flop ? "no two-input NAND with an area" :
		       "no flip-flop");
}

bool liberty_parse(struct liberty *l, const char *text, const char *path, char why[LIBERTY_WHY])
{
	struct reader r = { .at = text, .path = path, .line = 1, .why = why, .l = l };

	*l = (struct liberty){ .n = 0 };
	read_all(&r);
	if (!r.failed && complete(l, path, why))
		return true;
	liberty_free(l);
	return false;
}

void liberty_free(struct liberty *l)
{
	free(l->cells);
	*l = (struct liberty){ .n = 0 };
}

const struct liberty_cell *liberty_find(const struct liberty *l, const char *name)
{
	for (unsigned i = 0; i < l->n; i++)
		if (!strcmp(l->cells[i].name, name))
			return &l->cells[i];
	return NULL;
}

/* OSU's; NULL: it is not here. */
static const char *osu(void)
{
	static const char *const known[] = {
		"/usr/share/qflow/tech/osu018/osu018_stdcells.lib",
		"/usr/local/share/qflow/tech/osu018/osu018_stdcells.lib",
	};

	for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
		if (!access(known[i], R_OK))
			return known[i];
	return NULL;
}

static bool is_generic(const char *file)
{
	return !strcmp(file, GENERIC_NAME);
}

static struct text generic_text(void)
{
	struct text t;
	FILE *f = text_begin(&t);

	if (f)
		generic_write(f);
	text_end(&t, f);
	return t;
}

bool liberty_read(struct liberty *l, const char *file, struct text *text, char path[LIBERTY_PATH], char why[LIBERTY_WHY])
{
	const char *const from = file ? file : osu() ? osu() : GENERIC_NAME;

	snprintf(path, LIBERTY_PATH, "%s", from);
	*text = is_generic(from) ? generic_text() : text_read(from);
	if (text->s)
		return liberty_parse(l, text->s, path, why);
	*l = (struct liberty){ .n = 0 };
	return why_not(why, LIBERTY_WHY, "%.300s: %s", path, strerror(errno));
}

unsigned liberty_nm(const char *file)
{
	return !file || is_generic(file) ? 180 : 0;
}
