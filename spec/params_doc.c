#include "params.h"

#include <string.h>

/* "2..64 port", "round-robin, matrix" */
static void range_text(const struct param_desc *d, char *text, size_t size)
{
	size_t n = 0;

	switch (d->type) {
	case PARAM_NUMBER:
		snprintf(text, size, "%u..%u %s", d->min, d->max, d->unit);
		break;
	case PARAM_CHOICE:
		for (unsigned i = 0; i <= d->max && n < size; i++)
			n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "", d->texts[i]);
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

static const char *placeholder(const struct param_desc *d)
{
	return d->type == PARAM_NUMBER ? "N" : d->type == PARAM_CHOICE ? "CHOICE" : "WORD";
}

void params_help(FILE *f)
{
	const struct params def = params_default();
	char range[PARAMS_WHY], value[PARAMS_WHY], schemes[PARAMS_WHY], option[64];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		schemes_text(d, schemes, sizeof schemes);
		snprintf(option, sizeof option, "%s=%s", d->name, placeholder(d));
		for (char *c = option; *c && *c != '='; c++)
			*c = *c == '_' ? '-' : *c;
		range_text(d, range, sizeof range);
		params_text(&def, d, value, sizeof value);
		fprintf(f, "  --%-21s %s\n%26s[%s; %s%s%s]\n", option, d->help, "", value, range, *schemes ? "; " : "", schemes);
	}
}

void params_markdown(FILE *f)
{
	const struct params def = params_default();
	char range[PARAMS_WHY], value[PARAMS_WHY], schemes[PARAMS_WHY];

	fputs("# Parameters\n\n"
	      "<!-- Written by `make docs` from spec/params.def; edit that. -->\n\n"
	      "A parameter is a key of the config file (`radix = 8`), an option of every command about switches (`--radix 8`; dash and underscore are the same)\n"
	      "and, in capitals, a parameter of the generated Verilog. A parameter with no entry under schemes belongs to all schemes. A parameter that the scheme does not have must be left out.\n\n"
	      "| parameter | default | range | schemes | meaning |\n|---|---|---|---|---|\n", f);
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		range_text(d, range, sizeof range);
		params_text(&def, d, value, sizeof value);
		schemes_text(d, schemes, sizeof schemes);
		fprintf(f, "| `%s` | %s | %s | %s | %s |\n", d->name, value, range, schemes, d->help);
	}
	fputs("\nConstraints:\n\n", f);
	for (unsigned i = 0; i < params_rules_count; i++)
		fprintf(f, "- %s\n", params_rules[i]);
}
