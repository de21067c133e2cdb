#pragma once

#include "asserts.h"
#include "rtl_gen.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A generated switch as Yosys sees it: modules with ports, cells and nets, flip-flops and memories as cells. */
enum { RTL_JSON_LINE = 1024 };

static inline const char *rtl_json_plain(const char *yosys_name)
{
	return yosys_name + (yosys_name[0] == '\\');
}

static inline unsigned rtl_json_parameter(const cJSON *cell, const char *name)
{
	const char *t = cJSON_GetObjectItem(cJSON_GetObjectItem(cell, "parameters"), name)->valuestring;

	return (unsigned)strtoul(t, NULL, 2);
}

static inline bool rtl_json_is_flip_flop(const char *type)
{
	return strstr(type, "dff") || strstr(type, "latch") || !strcmp(type, "$ff") || !strcmp(type, "$sr");
}

static inline char *rtl_json_slurp(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct stat st;
	char *text;

	assert_non_null(f);
	assert_int_equal(fstat(fileno(f), &st), 0);
	text = calloc(1, (size_t)st.st_size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)st.st_size, f), st.st_size);
	fclose(f);
	return text;
}

/* The RTL of one configuration through Yosys, as JSON. */
static inline cJSON *rtl_json(const struct params *p)
{
	char dir[] = "/tmp/sluice-rtl-json-XXXXXX", path[RTL_JSON_LINE], command[4 * RTL_JSON_LINE];
	struct rtl_files r = rtl_generate(p);
	cJSON *json;
	char *text;

	assert_non_null(mkdtemp(dir));
	for (unsigned i = 0; i < r.n; i++) {
		FILE *f;

		snprintf(path, sizeof path, "%s/%u.v", dir, i);
		f = fopen(path, "w");
		assert_non_null(f);
		assert_int_equal(fwrite(r.file[i].text, 1, r.file[i].size, f), r.file[i].size);
		assert_int_equal(fclose(f), 0);
	}
	rtl_files_free(&r);
	snprintf(command, sizeof command,
		 "cd %s && yosys -q -p 'read_verilog *.v; hierarchy -check -top %s_switch; proc -noopt; opt_clean; memory_collect; write_json out.json'",
		 dir, p->name);
	assert_int_equal(system(command), 0);
	snprintf(path, sizeof path, "%s/out.json", dir);
	text = rtl_json_slurp(path);
	json = cJSON_Parse(text);
	assert_non_null(json);
	free(text);
	snprintf(command, sizeof command, "rm -r %s", dir);
	assert_int_equal(system(command), 0);
	return json;
}
