#include "sim.h"

#include "text.h"
#include "value_list.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* An option that has its default counts as not given: others may take its place. But for those whose defaults depend on other options. */
static bool has_default(const char *key, const char *value)
{
	const struct option_row *const row = option_find(simulate_rows, key);
	char text[OPTION_TEXT] = "";

	if (row)
		option_default_text(row, text, sizeof text);
	return row && !strcmp(text, value) && !value_list_has("topology link_delay cycles warmup", key, strlen(key));
}

/* A number as it stands there, if it is found: cJSON may round it. */
static void number_text(const cJSON *item, const char *json, const char *key, char value[OPTION_TEXT])
{
	const char *at = strstr(json, key);

	at = at ? at + strlen(key) + strspn(at + strlen(key), " \t\r\n") : "";
	if (*at && strtod(at, NULL) == item->valuedouble)
		snprintf(value, OPTION_TEXT, "%.*s", (int)strcspn(at, " \t\r\n,}"), at);
	else
		snprintf(value, OPTION_TEXT, "%.17g", item->valuedouble);
}

/* The lines of an object. json: the text from the object on, for numbers, which cJSON may round. */
static void write_lines(const cJSON *object, const char *json, FILE *f)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, object) {
		char value[OPTION_TEXT] = "", key[OPTION_TEXT];

		snprintf(key, sizeof key, "\"%s\":", item->string);
		if (cJSON_IsNumber(item)) {
			number_text(item, json, key, value);
		} else if (cJSON_IsString(item)) {
			snprintf(value, sizeof value, "%s", item->valuestring);
		} else if (cJSON_IsTrue(item)) {
			snprintf(value, sizeof value, "yes");
		} else if (cJSON_IsArray(item) || (cJSON_IsObject(item) && strcmp(item->string, "switch") != 0)) {
			snprintf(value, sizeof value, "neither text nor a number");
		}
		if (*value && !has_default(item->string, value))
			fprintf(f, "%s = %s\n", item->string, value);
	}
}

/* The configuration in a JSON as a config file. Its room is 8 bytes for each of the JSON; no line takes more. NULL: there is none. */
static FILE *config_of(const char *json)
{
	cJSON *const root = cJSON_ParseWithOpts(json, NULL, true);
	cJSON *const config = cJSON_GetObjectItemCaseSensitive(root, "config");
	const cJSON *const of_switch = cJSON_GetObjectItemCaseSensitive(config, "switch");
	const char *const scheme = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(of_switch, "scheme"));
	const char *const marked = strstr(json, "\"config\":"), *const from = marked ? marked : json;
	FILE *const f = cJSON_IsObject(of_switch) ? fmemopen(NULL, 8 * strlen(json) + 1, "w+") : NULL;

	if (f && scheme && !strcmp(scheme, "wormhole"))        /* which has one order of injection, and refuses the option */
		cJSON_DeleteItemFromObjectCaseSensitive(config, "injection");
	if (f) {
		write_lines(config, from, f);
		write_lines(of_switch, from, f);
		rewind(f);
	}
	cJSON_Delete(root);
	return f;
}

static FILE *open_json(FILE *json, const char *path, char why[PARAMS_WHY])
{
	const struct text text = text_read_from(json);
	FILE *const f = text.s && !text_nul_line(text) ? config_of(text.s) : NULL;

	if (!f)
		snprintf(why, PARAMS_WHY, "--config: '%.100s' is JSON, but not that of a run of 'sluice sim'", path);
	free(text.s);
	fclose(json);
	return f;
}

FILE *sim_config_of(FILE *f, const char *path, char why[PARAMS_WHY])
{
	int c = getc(f);

	if (c == 0xef && getc(f) == 0xbb && getc(f) == 0xbf)    /* a byte order mark; nothing that begins with 0xef is known otherwise */
		c = getc(f);
	ungetc(c, f);
	return c == '{' ? open_json(f, path, why) : f;
}

_Static_assert(offsetof(struct sim_options, run) == 0, "the rows of both tables are of this struct");

const struct option_row sim_rows[] = {
#define OPTION_STRUCT sim_options
#define OPTION_FILE "network/sim.def"
#include "option_rows.h"
};

const struct command_line line_sim = {
	.name = "sim",
	.summary = "Simulates a network of switches under traffic, and reports loads, latencies, and SAQs or CFQs in use. Every packet\n"
		   "must arrive once and in order. When the traffic ends, the network must drain completely.",
	.table = simulate_rows,
	.more = sim_rows,
	.several = true,
	.configured = true,
	.as_config = sim_config_of,
};
