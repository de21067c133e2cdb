#include "function.h"

#include <ctype.h>
#include <string.h>

enum { VARIABLES = 2 };

/* A function of up to two variables is evaluated for all four inputs in parallel: a value is a truth table of four bits. */
struct reader {
	const char *at;
	const char *name[VARIABLES];
	size_t length[VARIABLES];
	unsigned n;
	bool bad;                       /* no function, or one of more variables */
};

static const unsigned table_of[VARIABLES] = { 0xa, 0xc };
enum { ALL = 0xf };

static void blanks(struct reader *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

static bool name_character(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '[' || c == ']';
}

static unsigned variable(struct reader *r)
{
	const char *const from = r->at;
	unsigned i;

	while (name_character(*r->at))
		r->at++;
	const size_t length = (size_t)(r->at - from);

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

static unsigned sum(struct reader *r);

static unsigned factor(struct reader *r)
{
	unsigned x;

	blanks(r);
	if (*r->at == '!') {
		r->at++;
		return ~factor(r) & ALL;
	}
	if (*r->at == '(') {
		r->at++;
		x = sum(r);
		r->bad |= *r->at != ')';
		r->at += *r->at == ')';
	} else {
		x = variable(r);
	}
	for (blanks(r); *r->at == '\''; r->at++, blanks(r))
		x = ~x & ALL;
	return x;
}

static unsigned product(struct reader *r)
{
	unsigned x = factor(r);

	for (blanks(r); !r->bad && *r->at && !strchr("^|+)", *r->at); blanks(r)) {
		r->at += *r->at == '&' || *r->at == '*';
		x &= factor(r);
	}
	return x;
}

static unsigned difference(struct reader *r)
{
	unsigned x = product(r);

	for (; *r->at == '^'; x ^= product(r))
		r->at++;
	return x;
}

static unsigned sum(struct reader *r)
{
	unsigned x = difference(r);

	for (; *r->at == '|' || *r->at == '+'; x |= difference(r))
		r->at++;
	return x;
}

/* Does it have exactly so many variables? */
static bool is(const char *text, unsigned variables, unsigned table)
{
	struct reader r = { .at = text };
	const unsigned x = sum(&r);

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
