#include "offer.h"

#include <glob.h>
#include <string.h>

static void add_word(struct offer *o, const char *word)
{
	const size_t n = strlen(o->words);

	snprintf(o->words + n, sizeof o->words - n, "%s%s", n ? " " : "", word);
}

struct offer offer_of_param(const struct param_desc *d)
{
	struct offer o = { .kind = d->type == PARAM_CHOICE ? OFFER_LIST : OFFER_ANY };        /* a list to commands that run several switches */

	for (unsigned i = 0; d->type == PARAM_CHOICE && i <= d->max; i++)
		add_word(&o, d->texts[i]);
	return o;
}

static struct offer offer_of_text(const struct option_row *row)
{
	static const struct {
		const char *argument;
		enum offer_kind kind;
	} kinds[] = { { "FILE", OFFER_FILE }, { "CSV", OFFER_FILE }, { "DIR", OFFER_DIRECTORY }, { "PROGRAM", OFFER_PROGRAM } };

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(row->argument, kinds[i].argument))
			return (struct offer){ .kind = kinds[i].kind };
	return (struct offer){ .kind = OFFER_ANY };
}

struct offer offer_of_option(const struct option_row *row)
{
	struct offer o = { .kind = OFFER_WORDS };

	switch (row->type) {
	case OPTION_FLAG: return (struct offer){ .kind = OFFER_NONE };
	case OPTION_WORDS: return offer_of_text(row);
	case OPTION_CHOICE: break;
	default: return (struct offer){ .kind = OFFER_ANY };
	}
	for (unsigned i = 0; i < row->count; i++)
		if (row->names[i])
			add_word(&o, row->names[i]);
	return o;
}

bool operands_files(const char *operands)
{
	return !strcmp(operands, "FILE...");
}

void operands_each(const char *operands, void (*use)(const char *word, bool named))
{
	const char *end;
	char word[PARAMS_WORD];

	for (; operands; operands = *end ? end + strlen(" | ") : NULL) {
		end = strstr(operands, " | ");
		end = end ? end : operands + strlen(operands);
		const size_t n = strcspn(operands, " ");

		snprintf(word, sizeof word, "%.*s", (int)n, operands);
		use(word, operands + n < end);
	}
}

static void print_operand(const char *word, bool named)
{
	(void)named;
	printf("%s ", word);
}

void print_operands(const char *operands)
{
	operands_each(operands, print_operand);
}

void print_names(void)
{
	glob_t files;

	fputs("all", stdout);
	if (glob("study/experiments/*.sweep", 0, NULL, &files))
		return;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		const char *const name = strrchr(files.gl_pathv[i], '/') + 1;

		printf(" %.*s", (int)strcspn(name, "."), name);
	}
	globfree(&files);
}
