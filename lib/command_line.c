#include "command_line.h"

#include "nearest.h"
#include "sluice.h"
#include "why_not.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
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

/* What is given to the option of a name. value: NULL, it may be the word at *next, which then moves on; next NULL: there is none. */
static bool give(struct options *o, const struct command_line *c, const char *name, const char *value, char *const **next, char why[PARAMS_WHY])
{
	bool flag;
	const char **const place = find(o, c, name, &flag);

	if (!place)
		return unknown(c, name, why);
	if (flag && value)
		return why_not(why, PARAMS_WHY, "--%s takes no value", name);
	if (!flag && !value && next && **next && strncmp(**next, "--", 2) != 0)
		value = *(*next)++;
	if (!flag && !value)
		return why_not(why, PARAMS_WHY, "--%s needs a value", name);
	*place = flag ? "" : value;
	return true;
}

/* The word at *next, which moves on, and with an option its value. */
static bool scan_one(struct options *o, const struct command_line *c, char *const **next, char why[PARAMS_WHY])
{
	const char *const argument = *(*next)++, *const equals = strchr(argument, '=');
	char name[NAME];

	if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
		o->help = true;
		return true;
	}
	if (c->operands && *argument != '-') {
		if (o->operands == OPERANDS)
			return why_not(why, PARAMS_WHY, "'%.80s': at most %d arguments without dashes are taken", argument, OPERANDS);
		o->operand[o->operands++] = argument;
		return true;
	}
	if (strncmp(argument, "--", 2) || !argument[2])
		return why_not(why, PARAMS_WHY, "'%.80s' is not an option; options have the form --option VALUE or --option=VALUE", argument);
	if (!strncmp(argument, "--help=", 7))
		return why_not(why, PARAMS_WHY, "--help takes no value");
	snprintf(name, sizeof name, "%.*s", (int)strcspn(argument + 2, "="), argument + 2);
	return give(o, c, name, equals ? equals + 1 : NULL, next, why);
}

static struct options none_given(const struct command_line *c)
{
	assert(!options_row(c, OPTIONS) && "more options than there is room for");
	return (struct options){ .params = params_default(), .command = c };
}

bool options_scan(struct options *o, const struct command_line *c, int argc, char *const *argv, char why[PARAMS_WHY])
{
	*o = none_given(c);
	for (char *const *next = argv + 1; next < argv + argc && !o->help;)
		if (!scan_one(o, c, &next, why))
			return false;
	return true;
}

bool options_of_call(struct options *o, const struct command_line *c, const struct sluice_option *call, size_t n, char why[PARAMS_WHY])
{
	char name[NAME];

	*o = none_given(c);
	for (size_t i = 0; i < n; i++) {
		const char *const called = call[i].name ? call[i].name : "";

		if (!*called || strchr(called, '=') || !strcmp(called, "help"))
			return why_not(why, PARAMS_WHY, "no option is called '--%.80s'", called);
		if (!give(o, c, dashed(called, name), call[i].value, NULL, why))
			return false;
	}
	for (unsigned i = 0; i < OPTIONS; i++)
		if (o->value[i] && !(o->value[i] = o->filed[i] = strdup(o->value[i])))
			return why_not(why, PARAMS_WHY, "not enough memory");
	return true;
}

bool options_ports_native(const struct params *p, char why[PARAMS_WHY])
{
	if (p->ports == PORT_KIND_native)
		return true;
	return why_not(why, PARAMS_WHY, "ports: switches of a network, or of a sweep, have native ports; leave it out");
}

/* A value of the file, in place of none. */
static enum params_other keep(struct options *o, const struct option_row *row, unsigned i, const char *value, char why[PARAMS_WHY])
{
	const bool flag = row->type == OPTION_FLAG, off = flag && !strcmp(value, "no");

	if (o->row_filed[i])
		snprintf(why, PARAMS_WHY, "%s: the file sets this option twice", row->key);
	else if (flag && !off && strcmp(value, "yes") != 0)
		snprintf(why, PARAMS_WHY, "%s: '%.80s' is not yes or no", row->key, value);
	else if (!option_takes(row, flag ? NULL : value, why))
		return OTHER_REFUSED;
	else {
		o->row_filed[i] = true;
		if (o->value[i] || off)
			return OTHER_SET;
		o->value[i] = o->filed[i] = strdup(flag ? "" : value);
		if (o->value[i])
			return OTHER_SET;
		snprintf(why, PARAMS_WHY, "not enough memory");
	}
	return OTHER_REFUSED;
}

static enum params_other set_own(void *options, const char *name, const char *value, char why[PARAMS_WHY])
{
	struct options *const o = options;
	const struct option_row *row;
	char option[NAME];

	for (unsigned i = 0; (row = options_row(o->command, i)); i++)
		if (row->use != OPTION_OUTPUT && !strcmp(row->name, dashed(name, option)))
			return keep(o, row, i, value, why);
	return OTHER_UNKNOWN;
}

void options_free(struct options *o)
{
	for (unsigned i = 0; i < OPTIONS; i++)
		free(o->filed[i]);
}

bool options_params(struct options *o, FILE *config, const char *path, char why[PARAMS_WHY])
{
	struct params_more more = { .set = o->command->configured ? set_own : NULL, .to = o };

	if (config && !params_read(&o->params, &more, config, path, why))
		return false;
	if (config)
		memcpy(o->param_given, more.given, sizeof more.given);
	for (unsigned i = 0; i < PARAMETERS; i++) {
		o->param_given[i] |= o->param[i] != NULL;
		if (o->param[i] && !params_set(&o->params, params_table[i].name, o->param[i], why))
			return false;
	}
	if (o->command->several)
		return o->command->ports || options_ports_native(&o->params, why);
	params_complete(&o->params, o->param_given);
	if (!params_check(&o->params, why))
		return false;
	if (!o->command->ports)
		o->params = params_native(&o->params);
	return true;
}

bool options_config(struct options *o, char why[PARAMS_WHY])
{
	FILE *config = o->config ? fopen(o->config, "r") : NULL;
	bool good;

	if (o->config && !config)
		return why_not(why, PARAMS_WHY, "--config: cannot read '%.100s': %s", o->config, strerror(errno));
	if (config && o->command->as_config && !(config = o->command->as_config(config, o->config, why)))
		return false;
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
