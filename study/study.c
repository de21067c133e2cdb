#define _POSIX_C_SOURCE 200809L      /* strdup */
#include "study.h"

#include "study_text.h"
#include "value_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *setting_of(const struct setting *s, const char *name)
{
	const char *value = NULL;

	for (; s && s->name; s++)
		if (!strcmp(s->name, name))
			value = s->value;
	return value;
}

/* One seed is a setting. */
static void set_seed(struct study *s, unsigned axes)
{
	struct setting *end = s->text->settings;

	while (end->name)
		end++;
	*end = (struct setting){ "seed", s->text->seeds };
	s->axis[axes] = (struct axis){ .option = NULL };
	s->seeded = false;
}

bool study_set_seeds(struct study *s, const char *seeds, char why[OPTION_WHY])
{
	char words[LATTICE_LIST];
	const unsigned n = value_list_words(seeds, words, sizeof words, LATTICE_VALUES, why);
	unsigned axes = 0;

	while (s->axis[axes].option)
		axes++;
	axes -= s->seeded;
	if (n && (n == 1 || axes < LATTICE_AXES)) {
		s->text->seeds = strdup(words);
		snprintf(why, OPTION_WHY, "--seed: not enough memory");
	} else if (n) {
		snprintf(why, OPTION_WHY, "--seed: an axis more than there can be, %d", (int)LATTICE_AXES);
	}
	if (!s->text->seeds)
		return false;
	if (n == 1) {
		set_seed(s, axes);
		return true;
	}
	s->axis[axes] = (struct axis){ .option = "seed", .values = s->text->seeds };
	s->axis[axes + 1] = (struct axis){ .option = NULL };
	s->seeded = true;
	return true;
}

static bool make_tables(struct study_text *t)
{
	t->settings = calloc(t->lines + 2, sizeof *t->settings);
	t->quick = calloc(t->lines + 1, sizeof *t->quick);
	t->precision = calloc(t->lines + 1, sizeof *t->precision);
	t->claims = calloc(t->lines + 1, sizeof *t->claims);
	return t->settings && t->quick && t->precision && t->claims;
}

struct study *study_new(char *file, unsigned lines)
{
	struct study *s = calloc(1, sizeof *s);
	struct study_text *t = calloc(1, sizeof *t);

	if (!s || !t) {
		free(file);
		free(s);
		free(t);
		return NULL;
	}
	*t = (struct study_text){ .file = file, .lines = lines };
	s->text = t;
	if (!make_tables(t)) {
		study_free(s);
		return NULL;
	}
	s->settings = t->settings;
	return s;
}

void study_free(struct study *s)
{
	if (!s)
		return;
	for (unsigned i = 0; i < LATTICE_AXES; i++) {
		free(s->text->variants[i]);
		free(s->text->words[i]);
		free(s->text->quick_words[i]);
	}
	free(s->text->settings);
	free(s->text->quick);
	free(s->text->precision);
	free(s->text->claims);
	free(s->text->seeds);
	free(s->text->columns);
	free(s->text->name);
	free(s->text->file);
	free(s->text);
	free(s);
}
