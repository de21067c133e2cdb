#include "words.h"

#include "why_not.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *word_of(const struct sluice_option *o)
{
	const size_t size = strlen(o->name) + (o->value ? strlen(o->value) : 0) + sizeof "--=";
	char *word = malloc(size);

	if (word)
		snprintf(word, size, "--%s%s%s", o->name, o->value ? "=" : "", o->value ? o->value : "");
	for (char *c = word; c && *c && *c != '='; c++)
		*c = *c == '_' ? '-' : *c;
	return word;
}

/* What is a word of the command, but no option of it. */
static bool is_name(const char *name)
{
	return name && *name && !strchr(name, '=') && strcmp(name, "help") != 0;
}

bool words_begin(struct words *w, const struct sluice_option *o, size_t n, char why[SLUICE_WHY])
{
	*w = (struct words){ 1, n < INT_MAX - 2 ? calloc(n + 2, sizeof *w->argv) : NULL };
	for (size_t i = 0; w->argv && i < n; i++) {
		if (!is_name(o[i].name)) {
			words_end(w);
			return why_not(why, SLUICE_WHY, "no option is called '--%.80s'", o[i].name ? o[i].name : "");
		}
		w->argv[w->argc] = word_of(&o[i]);
		if (!w->argv[w->argc++])
			words_end(w);
	}
	return w->argv || why_not(why, SLUICE_WHY, "not enough memory");
}

void words_end(struct words *w)
{
	for (int i = 1; i < w->argc; i++)
		free(w->argv[i]);
	free(w->argv);
	*w = (struct words){ 0, NULL };
}

void words_line(char why[SLUICE_WHY])
{
	for (char *c = why; *c; c++)
		*c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
}
