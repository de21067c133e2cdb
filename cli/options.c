#include "options.h"

#include "nearest.h"
#include "report_error.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum { NAME = 64 };

/* A parameter's name as an option is usually written. */
static const char *dashed(const char *name, char option[NAME])
{
	snprintf(option, NAME, "%s", name);
	for (char *c = option; (c = strchr(c, '_'));)
		*c = '-';
	return option;
}

/* Row i of both tables; NULL: there are no more. */
static const struct option_row *row_of(const struct command_line *c, unsigned i)
{
	for (const struct option_row *row = c->table; row && row->name; row++)
		if (!i--)
			return row;
	for (const struct option_row *row = c->more; row && row->name; row++)
		if (!i--)
			return row;
	return NULL;
}

/* Where an option's value goes, and whether it has one. NULL: there is no such option. */
static const char **find(struct options *o, const struct command_line *c, const char *name, bool *flag)
{
	const struct param_desc *d = c->plain ? NULL : params_find(name);
	const struct option_row *row;

	*flag = false;
	if (d)
		return &o->param[d - params_table];
	if (!c->plain && !strcmp(name, "config"))
		return &o->config;
	for (unsigned i = 0; (row = row_of(c, i)); i++)
		if (!strcmp(name, row->name)) {
			*flag = row->type == OPTION_FLAG;
			return &o->value[i];
		}
	return NULL;
}

static bool unknown(const struct command_line *c, const char *name, char why[PARAMS_WHY])
{
	struct nearest near = nearest_to(name);
	const struct option_row *row;
	char option[NAME];

	for (unsigned i = 0; i < PARAMETERS && !c->plain; i++)
		nearest_offer(&near, params_table[i].name);
	for (unsigned i = 0; (row = row_of(c, i)); i++)
		nearest_offer(&near, row->name);
	if (!c->plain)
		nearest_offer(&near, "config");
	if (near.best)
		snprintf(why, PARAMS_WHY, "no option is called '--%s'; did you mean '--%s'?", name, dashed(near.best, option));
	else
		snprintf(why, PARAMS_WHY, "no option is called '--%s'; 'sluice %s --help' lists the options", name, c->name);
	return false;
}

/* The option at argv[*i], which moves on to its last argument. */
static bool scan_one(struct options *o, const struct command_line *c, char *const *argv, int *i, char why[PARAMS_WHY])
{
	const char *argument = argv[*i], *equals = strchr(argument, '=');
	const char *value = equals ? equals + 1 : argv[*i + 1];
	const char **place;
	char name[NAME];
	bool flag;

	if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
		o->help = true;
		return true;
	}
	if (c->operands && *argument != '-' && o->operands < OPERANDS) {
		o->operand[o->operands++] = argument;
		return true;
	}
	if (strncmp(argument, "--", 2) || !argument[2]) {
		snprintf(why, PARAMS_WHY, "'%.80s' is not an option; options have the form --option VALUE or --option=VALUE", argument);
		return false;
	}
	if (!strncmp(argument, "--help=", 7)) {
		snprintf(why, PARAMS_WHY, "--help takes no value");
		return false;
	}
	snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - argument - 2) : NAME, argument + 2);
	place = find(o, c, name, &flag);
	if (!place)
		return unknown(c, name, why);
	if (flag && equals) {
		snprintf(why, PARAMS_WHY, "--%s takes no value", name);
		return false;
	}
	if (!flag && (!value || (!equals && !strncmp(value, "--", 2)))) {
		snprintf(why, PARAMS_WHY, "--%s needs a value", name);
		return false;
	}
	*i += !flag && !equals;
	*place = flag ? "" : value;
	return true;
}

bool options_scan(struct options *o, const struct command_line *c, int argc, char *const *argv, char why[PARAMS_WHY])
{
	assert(!row_of(c, OPTIONS) && "more options than there is room for");
	*o = (struct options){ .params = params_default(), .several = c->several, .ports = c->ports };
	for (int i = 1; i < argc && !o->help; i++)
		if (!scan_one(o, c, argv, &i, why))
			return false;
	return true;
}

bool options_ports_native(const struct params *p, char why[PARAMS_WHY])
{
	if (p->ports == PORT_KIND_native)
		return true;
	snprintf(why, PARAMS_WHY, "ports: switches of a network, or of a sweep, have native ports; leave it out");
	return false;
}

bool options_params(struct options *o, FILE *config, const char *path, char why[PARAMS_WHY])
{
	if (config && !params_read(&o->params, config, path, why))
		return false;
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (o->param[i] && !params_set(&o->params, params_table[i].name, o->param[i], why))
			return false;
	if (o->several)
		return options_ports_native(&o->params, why);
	if (!params_check(&o->params, why))
		return false;
	if (!o->ports)
		o->params = params_native(&o->params);
	return true;
}

static void help_params(FILE *f)
{
	fputs("Parameters of the switch [default; range; schemes that have it]. An option overrides --config:\n", f);
	params_help(f);
	fputs("\nConstraints:\n", f);
	for (unsigned i = 0; i < params_rules_count; i++)
		fprintf(f, "  %s\n", params_rules[i]);
	fputc('\n', f);
}

void options_help(const struct command_line *c, FILE *f)
{
	char left[NAME], help[OPTION_TEXT];
	const struct option_row *row;

	fprintf(f, "Usage: sluice %s%s%s [options]\n\n%s\n\nOptions:\n", c->name, c->operands ? " " : "", c->operands ? c->operands : "", c->summary);
	for (unsigned i = 0; (row = row_of(c, i)); i++) {
		snprintf(left, sizeof left, "%s%s%s", row->name, row->argument ? "=" : "", row->argument ? row->argument : "");
		option_help(row, help);
		fprintf(f, "  --%-21s %s\n", left, help);
	}
	if (!c->plain)
		fprintf(f, "  --%-21s %s\n", "config=FILE", "parameters from FILE: a sluice.conf, or any generated .v");
	fprintf(f, "  --%-21s %s\n\n", "help", "this text");
	if (!c->plain)
		help_params(f);
	fputs("Exit status: 0 done, 1 a check failed, 2 bad input, 3 another program or the machine failed.\n", f);
}

void options_markdown(const struct command_line *c, FILE *f)
{
	char range[OPTION_TEXT], value[OPTION_TEXT];
	const struct option_row *row;

	fprintf(f, "\n## sluice %s\n\n%s\n\n| option | default | values | meaning |\n|---|---|---|---|\n", c->name, c->summary);
	for (unsigned i = 0; (row = row_of(c, i)); i++) {
		option_range_text(row, range, sizeof range);
		option_default_text(row, value, sizeof value);
		fprintf(f, "| `--%s%s%s` | %s | %s | %s |\n", row->name, row->argument ? " " : "", row->argument ? row->argument : "", value, range,
			row->help);
	}
}

static bool read_params(struct options *o, char why[PARAMS_WHY])
{
	FILE *config = NULL;
	bool good;

	if (o->config && !(config = fopen(o->config, "r"))) {
		snprintf(why, PARAMS_WHY, "--config: cannot read '%.100s': %s", o->config, strerror(errno));
		return false;
	}
	good = options_params(o, config, o->config, why);
	if (config)
		fclose(config);
	return good;
}

bool options_read(const struct options *o, const struct command_line *c, void *own, char why[PARAMS_WHY])
{
	const struct option_row *row;

	_Static_assert((int)OPTION_WHY == (int)PARAMS_WHY, "messages are passed on");
	option_defaults(c->table, own);
	if (c->more)
		option_defaults(c->more, own);
	for (unsigned i = 0; (row = row_of(c, i)); i++)
		if (o->value[i] && !option_set(row, own, row->type == OPTION_FLAG ? NULL : o->value[i], why))
			return false;
	return true;
}

bool options_parse(struct options *o, const struct command_line *c, void *own, int argc, char *const *argv, int *status)
{
	char why[PARAMS_WHY];

	if (!options_scan(o, c, argc, argv, why)) {
		*status = bad_input("%s", why);
		return false;
	}
	if (o->help) {
		options_help(c, stdout);
		*status = EXIT_OK;
		return false;
	}
	if (!read_params(o, why) || !options_read(o, c, own, why)) {
		*status = bad_input("%s", why);
		return false;
	}
	return true;
}

bool options_open(const struct options *o, unsigned parameter)
{
	return !o->param[parameter] && !o->config;
}

void options_quote(const char *word, FILE *f)
{
	const bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@=,+")];

	if (plain) {
		fputs(word, f);
		return;
	}
	fputc('\'', f);
	for (; *word; word++)
		fputs(*word == '\'' ? "'\\''" : (char[]){ *word, '\0' }, f);
	fputc('\'', f);
}

static void again(const char *name, bool flag, const char *value, FILE *f)
{
	if (!value)
		return;
	fprintf(f, " --%s%s", name, flag ? "" : " ");
	if (!flag)
		options_quote(value, f);
}

void options_again(const struct options *o, const struct command_line *c, enum option_use last, FILE *f)
{
	const struct option_row *row;

	fprintf(f, "sluice %s", c->name);
	again("config", false, o->config, f);
	for (unsigned i = 0; i < PARAMETERS; i++)
		again(params_table[i].name, false, o->param[i], f);
	for (unsigned i = 0; (row = row_of(c, i)); i++)
		if (row->use <= last)
			again(row->name, row->type == OPTION_FLAG, o->value[i], f);
}
