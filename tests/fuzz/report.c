/*
 * Any bytes as files of runs that a page compares, separated by '%': refused with the name of the file, or read. What was read is written as data of a page, in
 * which nothing ends them early, and which are again what they were; and each run is the same, read from a page of its own.
 */
#include "fuzz.h"
#include "markup.h"
#include "network/report_runs.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 1 << 16, FILES = 3 };

#define BEGIN "<pre hidden=\"hidden\" id=\"runs\">"
#define END "</pre>\n"
#define PAGE "<!DOCTYPE html>\n<pre hidden=\"hidden\" id=\"json\">"

/* Files in memory. */
static int file[FILES];
static char path[FILES][32];

static void create(void)
{
	for (unsigned i = 0; i < FILES && !file[i]; i++) {
		file[i] = memfd_create("runs", 0);
		require(file[i] > 0);
		snprintf(path[i], sizeof path[i], "/proc/self/fd/%d", file[i]);
	}
}

static void put(int f, const void *data, size_t size)
{
	require(!ftruncate(f, 0) && pwrite(f, data, size, 0) == (ssize_t)size);
}

static void refused(const char *why, unsigned files)
{
	bool named = false;

	require(!errno && memchr(why, '\0', PARAMS_WHY));
	for (unsigned i = 0; i < files; i++)
		named = named || (*why == '\'' && !strncmp(why + 1, path[i], strlen(path[i])) && why[1 + strlen(path[i])] == '\'');
	require(named);
}

static char *written(const cJSON *r)
{
	char *text;
	size_t size;
	FILE *const f = open_memstream(&text, &size);

	require(f && report_runs_write(r, f) && !fclose(f));
	require(size > strlen(BEGIN END) && !memchr(text, '\0', size) && !strncmp(text, BEGIN, strlen(BEGIN)));
	require(!strcmp(text + size - strlen(END), END) && strcspn(text + 1, "<") == size - strlen(END) - 1);
	return text;
}

/* What stands in a page, in place. */
static void unmark(char *text)
{
	static const char *const names[] = { "lt;", "gt;", "quot;", "amp;" };
	char *to = text;

	for (const char *from = text; *from; from++) {
		unsigned i = 0;

		if (*from != '&') {
			*to++ = *from;
			continue;
		}
		while (i < 4 && strncmp(from + 1, names[i], strlen(names[i])))
			i++;
		require(i < 4);
		*to++ = "<>\"&"[i];
		from += strlen(names[i]);
	}
	*to = '\0';
}

/* The data of what is written. To be freed. */
static char *data_of(const cJSON *r)
{
	char *const text = written(r);

	text[strlen(text) - strlen(END)] = '\0';
	memmove(text, text + strlen(BEGIN), strlen(text + strlen(BEGIN)) + 1);
	unmark(text);
	return text;
}

/* A page of this run alone. */
static void put_page(const cJSON *run)
{
	char *const json = cJSON_PrintUnformatted(run), *text;
	size_t size;
	FILE *const f = open_memstream(&text, &size);

	require(json && f);
	fputs(PAGE, f);
	markup_text(json, f);
	fputs(END, f);
	require(!fclose(f));
	put(file[0], text, size);
	free(text);
	cJSON_free(json);
}

/* From its page, a run is the same run. */
static void read_back(const cJSON *run)
{
	cJSON *const list = cJSON_CreateArray(), *const item = list ? cJSON_CreateObject() : NULL;
	const char *const files[] = { path[0] };
	char *text, *again, why[PARAMS_WHY];
	cJSON *r;

	require(item && cJSON_AddItemToArray(list, item) && cJSON_AddStringToObject(item, "file", path[0]));
	require(cJSON_AddItemReferenceToObject(item, "run", (cJSON *)run));
	put_page(run);
	r = report_runs_read(files, 1, why);
	require(r);
	again = data_of(r);
	text = cJSON_PrintUnformatted(list);
	require(text && !strcmp(again, text));
	cJSON_free(text);
	free(again);
	cJSON_Delete(r);
	cJSON_Delete(list);
}

static void judge(const cJSON *r)
{
	char *const text = data_of(r), *again;
	const cJSON *item;
	cJSON *list;

	list = cJSON_Parse(text);
	require(cJSON_IsArray(list) && cJSON_GetArraySize(list) == cJSON_GetArraySize(r));
	again = cJSON_PrintUnformatted(list);
	require(again && !strcmp(again, text));
	cJSON_ArrayForEach(item, list) {
		const cJSON *const run = cJSON_GetObjectItemCaseSensitive(item, "run"), *const links = cJSON_GetObjectItemCaseSensitive(item, "links");

		require(cJSON_IsString(cJSON_GetObjectItemCaseSensitive(item, "file")) && cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(run, "config")));
		require(!links || cJSON_GetArraySize(links) == 101);
		read_back(run);
	}
	cJSON_free(again);
	cJSON_Delete(list);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *const end = data + size;
	const char *files[FILES];
	cJSON *r;
	char why[PARAMS_WHY];
	unsigned n = 0;

	if (size > BYTES)
		return 0;
	create();
	for (const uint8_t *stop; n < FILES && data; data = stop) {
		stop = data < end ? memchr(data, '%', (size_t)(end - data)) : NULL;
		put(file[n], data, (size_t)((stop ? stop : end) - data));
		files[n] = path[n];
		n++;
		stop = stop ? stop + 1 : NULL;
	}
	r = report_runs_read(files, n, why);
	if (r)
		judge(r);
	else
		refused(why, n);
	cJSON_Delete(r);
	return 0;
}
