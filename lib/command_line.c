#include "command_line.h"

#include "nearest.h"

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

const struct option_row *options_row(const struct command_line *c, unsigned i)
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
	for (unsigned i = 0; (row = options_row(c, i)); i++)
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
	for (unsigned i = 0; (row = options_row(c, i)); i++)
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
	assert(!options_row(c, OPTIONS) && "more options than there is room for");
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
		return o->ports || options_ports_native(&o->params, why);
	if (!params_check(&o->params, why))
		return false;
	if (!o->ports)
		o->params = params_native(&o->params);
	return true;
}

bool options_config(struct options *o, char why[PARAMS_WHY])
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
	for (unsigned i = 0; (row = options_row(c, i)); i++)
		if (o->value[i] && !option_set(row, own, row->type == OPTION_FLAG ? NULL : o->value[i], why))
			return false;
	return true;
}

bool options_open(const struct options *o, unsigned parameter)
{
	return !o->param[parameter] && !o->config;
}
