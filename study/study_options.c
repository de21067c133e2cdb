#include "study_options.h"

#include <string.h>

bool study_option_find(const char *key, struct study_option *o)
{
	for (const struct option_row *row = simulate_rows; row->name; row++)
		if (!strcmp(row->key, key)) {
			*o = (struct study_option){ row->name, row->key, row->type == OPTION_FLAG, row->type != OPTION_FLAG && row->type != OPTION_WORDS };
			return true;
		}
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
		if (!strcmp(d->name, key)) {
			*o = (struct study_option){ d->name, d->name, false, d->type == PARAM_NUMBER || d->type == PARAM_CHOICE };
			return true;
		}
	return false;
}

void study_options_offer(struct nearest *n)
{
	for (const struct option_row *row = simulate_rows; row->name; row++)
		nearest_offer(n, row->key);
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
		nearest_offer(n, d->name);
}

bool study_option_try(struct simulation *s, const struct study_option *o, const char *value, char why[OPTION_WHY])
{
	if (!o->flag)
		return simulation_set(s, o->name, value, why);
	if (!strcmp(value, "no"))
		return true;
	if (!strcmp(value, "yes"))
		return simulation_set(s, o->name, NULL, why);
	snprintf(why, OPTION_WHY, "%s: '%.40s' is not yes or no", o->key, value);
	return false;
}
