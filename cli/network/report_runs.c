#include "report_runs.h"

#include "ascending.h"
#include "markup.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What follows a reference of XML that begins here; *c: what it stands for. */
static const char *reference(const char *at, char *c)
{
	static const struct { const char *name; char is; } all[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' } };

	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		if (!strncmp(at, all[i].name, strlen(all[i].name))) {
			*c = all[i].is;
			return at + strlen(all[i].name);
		}
	*c = *at;
	return at + 1;
}

/* Data of a page, as text; NULL: there are none, or no memory. */
static char *data_of(const char *page, const char *id)
{
	char begin[64];
	const char *from, *end;
	char *text, *to;

	snprintf(begin, sizeof begin, "<pre hidden=\"hidden\" id=\"%s\">", id);
	from = strstr(page, begin);
	end = from ? strstr(from, "</pre>") : NULL;
	if (!end)
		return NULL;
	from += strlen(begin);
	text = to = malloc((size_t)(end - from) + 1);
	while (text && from < end)
		from = reference(from, to++);
	if (text)
		*to = '\0';
	return text;
}

static bool is_run(const cJSON *run)
{
	const cJSON *const config = cJSON_GetObjectItemCaseSensitive(run, "config");

	return cJSON_IsObject(config) && cJSON_HasObjectItem(run, "accepted_load");
}

/* Of the use of links on a page: how many of them there are with so much, as the use of the link of each rank, in hundredths. */
enum { RANKS = 100 };

static bool add_links(cJSON *item, char *csv)
{
	double use[RANKS + 1], *const all = malloc((strlen(csv) + 1) * sizeof *all);
	size_t n = 0;
	bool good = all;
	char *line = csv;

	while (good && (line = strchr(line, '\n')) && *++line) {
		const size_t length = strcspn(line, "\n");
		const char *const last = memrchr(line, ',', length);

		if (last && last[1] != '\n')
			all[n++] = strtod(last + 1, NULL);
	}
	if (n) {
		qsort(all, n, sizeof *all, ascending);
		for (unsigned i = 0; i <= RANKS; i++)
			use[i] = all[(n - 1) * i / RANKS];
		good = cJSON_AddItemToObject(item, "links", cJSON_CreateDoubleArray(use, RANKS + 1));
	}
	free(all);
	return good;
}

/* The run is part of the list from then on. */
static bool add(cJSON *list, const char *name, cJSON *run, const char *page)
{
	cJSON *const item = cJSON_CreateObject();
	bool good = cJSON_AddItemToArray(list, item) && cJSON_AddStringToObject(item, "file", name) && cJSON_AddItemToObject(item, "run", run);

	for (unsigned i = 0; page && i < 2; i++) {
		static const char *const ids[] = { "series", "latencies" };
		char *const text = data_of(page, ids[i]);

		if (text)
			good &= cJSON_AddStringToObject(item, ids[i], text) != NULL;
		free(text);
	}
	char *const links = page ? data_of(page, "links") : NULL;

	good = good && (!links || add_links(item, links));
	free(links);
	return good;
}

/* An object, or a list of them. */
static bool add_all(cJSON *list, const char *path, cJSON *json, const char *page)
{
	bool good = cJSON_IsArray(json) ? cJSON_GetArraySize(json) > 0 : is_run(json);
	const cJSON *item;

	if (cJSON_IsArray(json))
		cJSON_ArrayForEach(item, json)
			good = good && is_run(item);
	if (!good) {
		cJSON_Delete(json);
		return false;
	}
	if (!cJSON_IsArray(json))
		return add(list, path, json, page);
	while (good && json->child)
		good = add(list, path, cJSON_DetachItemFromArray(json, 0), NULL);
	cJSON_Delete(json);
	return good;
}

static bool read_file(cJSON *list, const char *path, char why[PARAMS_WHY])
{
	struct text text;
	char *json;
	bool good;

	errno = 0;
	text = text_read(path);
	if (!text.s) {
		const int error = errno ? errno : ENOMEM;

		snprintf(why, PARAMS_WHY, "cannot read '%.100s': %s", path, text_error(error));
		errno = error;
		return false;
	}
	const bool page = !strncmp(text.s, "<!DOCTYPE html>", strlen("<!DOCTYPE html>"));

	json = page ? data_of(text.s, "json") : NULL;
	good = !text_nul_line(text) && add_all(list, path, cJSON_ParseWithOpts(page ? json ? json : "" : text.s, NULL, true), page ? text.s : NULL);
	if (!good)
		snprintf(why, PARAMS_WHY, "'%.100s' is neither the JSON of runs of 'sluice sim' nor the page of one", path);
	errno = 0;
	free(json);
	free(text.s);
	return good;
}

cJSON *report_runs_read(const char *const *file, unsigned files, char why[PARAMS_WHY])
{
	cJSON *const list = cJSON_CreateArray();
	bool good = list;
	int error = ENOMEM;

	snprintf(why, PARAMS_WHY, "not enough memory");
	for (unsigned i = 0; good && i < files; i++) {
		good = read_file(list, file[i], why);
		error = errno;
	}
	if (good)
		return list;
	cJSON_Delete(list);
	errno = error;
	return NULL;
}

bool report_runs_write(const cJSON *list, FILE *f)
{
	char *const text = cJSON_PrintUnformatted(list);

	if (!text)
		return false;
	fputs("<pre hidden=\"hidden\" id=\"runs\">", f);
	markup_text(text, f);
	fputs("</pre>\n", f);
	cJSON_free(text);
	return true;
}
