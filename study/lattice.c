#include "lattice.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

unsigned lattice_count(const char *words)
{
	unsigned n = 1;

	for (; (words = strchr(words, ' ')); words++)
		n++;
	return n;
}

unsigned lattice_words(char *text, const char **word, unsigned most)
{
	unsigned n = 0;
	char *rest;

	for (char *w = strtok_r(text, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
		assert(n < most && "more words than there is room for");
		word[n++] = w;
	}
	return n;
}

const char *axis_options(const struct axis *a, const char *value)
{
	const struct variant *v = a->variants;

	if (!v)
		return NULL;
	while (v->name && strcmp(v->name, value) != 0)
		v++;
	assert(v->name && "a value that is no variant");
	return v->options;
}

void lattice_make(struct lattice *g, const struct axis *axes, bool quick)
{
	g->axes = 0;
	g->points = 1;
	for (const struct axis *a = axes; a->option; a++) {
		struct lattice_axis *to = &g->axis[g->axes++];
		const char *values = quick && a->quick ? a->quick : a->values;

		assert(g->axes <= LATTICE_AXES && strlen(values) < LATTICE_LIST);
		snprintf(to->text, sizeof to->text, "%s%s", values, a->none ? " " LATTICE_NONE : "");
		to->name = a->option;
		to->n = lattice_words(to->text, to->value, LATTICE_VALUES + 1);
		g->points *= to->n;
	}
}

const char *lattice_value(const struct lattice *g, unsigned point, unsigned axis)
{
	for (unsigned i = g->axes - 1; i > axis; i--)
		point /= g->axis[i].n;
	return g->axis[axis].value[point % g->axis[axis].n];
}

bool lattice_none(const struct lattice *g, unsigned point, unsigned axis)
{
	return !strcmp(lattice_value(g, point, axis), LATTICE_NONE);
}

const char *lattice_cell(const struct lattice *g, unsigned point, unsigned axis)
{
	return lattice_none(g, point, axis) ? "" : lattice_value(g, point, axis);
}

int lattice_axis(const struct lattice *g, const char *name)
{
	for (unsigned i = 0; i < g->axes; i++)
		if (!strcmp(g->axis[i].name, name))
			return (int)i;
	return -1;
}

bool lattice_where(const struct lattice *g, unsigned point, const char *where)
{
	const char *word[LATTICE_AXES];
	char text[LATTICE_TEXT];
	bool good = true;
	unsigned n;

	assert(strlen(where) < sizeof text);
	snprintf(text, sizeof text, "%s", where);
	n = lattice_words(text, word, LATTICE_AXES);
	for (unsigned i = 0; i < n; i++) {
		char *equals = text + (strchr(word[i], '=') - text);

		*equals = '\0';
		const int axis = lattice_axis(g, word[i]);

		good = good && axis >= 0 && !strcmp(lattice_value(g, point, (unsigned)axis), equals + 1);
	}
	return good;
}

void lattice_text(const struct lattice *g, unsigned point, char *text, size_t size)
{
	size_t n = 0;

	*text = '\0';
	for (unsigned i = 0; i < g->axes && n < size; i++)
		if (!lattice_none(g, point, i))
			n += (size_t)snprintf(text + n, size - n, "%s%s=%s", n ? " " : "", g->axis[i].name, lattice_value(g, point, i));
}
