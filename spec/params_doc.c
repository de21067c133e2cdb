#include "params.h"

/* "2..64 port", "round-robin, matrix" */
static void range_text(const struct param_desc *d, char *text, size_t size)
{
	switch (d->type) {
	case PARAM_NUMBER:
		snprintf(text, size, "%u..%u %s", d->min, d->max, d->unit);
		break;
	case PARAM_CHOICE:
		params_choices(d, text, size);
		break;
	case PARAM_WORD:
	case PARAM_DIGITS:
		snprintf(text, size, "identifier, at most %d characters", PARAMS_WORD - 1);
		break;
	}
}

/* "obqa, dbbm": those that have the parameter; empty: all */
static void schemes_text(const struct param_desc *d, char *text, size_t size)
{
	const struct param_desc *scheme = &params_table[PARAM_INDEX_scheme];
	struct params p = params_default();
	unsigned have = 0;
	size_t n = 0;

	*text = '\0';
	for (p.scheme = 0; p.scheme < SCHEMES; p.scheme++)
		if (params_used(&p, d) && n < size) {
			n += (size_t)snprintf(text + n, size - n, "%s%s", have ? ", " : "", scheme->texts[p.scheme]);
			have++;
		}
	if (have == SCHEMES)
		*text = '\0';
}

void params_describe(const struct param_desc *d, struct param_text *t)
{
	const struct params def = params_default();

	snprintf(t->option, sizeof t->option, "%s", d->name);
	for (char *c = t->option; *c; c++)
		*c = *c == '_' ? '-' : *c;
	t->argument = d->type == PARAM_NUMBER ? "N" : d->type == PARAM_CHOICE ? "CHOICE" : "WORD";
	params_text(&def, d, t->value, sizeof t->value);
	range_text(d, t->range, sizeof t->range);
	schemes_text(d, t->schemes, sizeof t->schemes);
}

const char params_about[] =
	"A parameter is a key of the config file (`radix = 8`), an option of every command about switches (`--radix 8`; dash and underscore are the same)\n"
	"and, in capitals, a parameter of the generated Verilog. A parameter with no entry under schemes belongs to all schemes. "
	"A parameter that the scheme does not have must be left out.";

void params_help(FILE *f)
{
	struct param_text t;

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		char left[sizeof t.option + PARAMS_WORD];

		params_describe(d, &t);
		snprintf(left, sizeof left, "%s=%s", t.option, t.argument);
		fprintf(f, "  --%-21s %s\n%26s[%s; %s%s%s]\n", left, d->help, "", t.value, t.range, *t.schemes ? "; " : "", t.schemes);
	}
}

void params_markdown(FILE *f)
{
	struct param_text t;

	fprintf(f, "# Parameters\n\n<!-- Written by `make docs` from spec/params.def; edit that. -->\n\n%s\n\n"
		   "| parameter | default | range | schemes | meaning |\n|---|---|---|---|---|\n", params_about);
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		params_describe(d, &t);
		fprintf(f, "| `%s` | %s | %s | %s | %s |\n", d->name, t.value, t.range, t.schemes, d->help);
	}
	fputs("\nConstraints:\n\n", f);
	for (unsigned i = 0; i < params_rules_count; i++)
		fprintf(f, "- %s\n", params_rules[i]);
	fprintf(f, "\n%s\n\n", params_followed_about);
	for (unsigned i = 0; i < params_followed_count; i++)
		if (params_followed[i])
			fprintf(f, "- %s\n", params_followed[i]);
}
