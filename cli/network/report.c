#include "report_runs.h"

#include "net/run/simulate.h"
#include "options.h"
#include "page_frame.h"
#include "report_error.h"
#include "report_place.h"

#define OPTION_STRUCT report_options
#define OPTION_FILE "network/report.def"
#include "option_table.h"

const struct command_line line_report = {
	.name = "report",
	.operands = "FILE...",
	.summary = "Compares runs of `sluice sim` on one page, DIR/report.html: loads and latencies of schemes as lines in one plot, percentiles of\n"
		   "latency, curves over time, and any other figure. A FILE is the JSON of a run or of a list of runs (--json), or the page of a run\n"
		   "(--report), which has its curves as well.",
	.table = rows,
	.plain = true,
};

static void figure(const char *id, const char *title, FILE *f)
{
	fprintf(f, "<figure id=\"%s\">\n<figcaption>%s</figcaption>\n<div class=\"plot\"></div>\n</figure>\n", id, title);
}

static bool page(const void *runs, FILE *f)
{
	bool good;

	page_begin("Runs compared", page_file(report_files, "report.css"), f);
	fputs("<details>\n<summary>All runs</summary>\n<div class=\"wide\"><table id=\"table\"></table></div>\n</details>\n<p class=\"unscaled\" id=\"note\"></p>\n<div class=\"charts\">\n", f);
	figure("accepted", "Accepted load", f);
	figure("mean", "Mean latency", f);
	figure("tail", "99th percentile of latency", f);
	figure("percentiles", "Percentiles of latency", f);
	figure("load-time", "Accepted load over time", f);
	figure("latency-time", "Mean latency over time", f);
	figure("tail-time", "99th percentile of latency over time", f);
	figure("queues-time", "Set-aside queues in use, or full buffers, over time", f);
	figure("use", "Use of links", f);
	figure("chosen", "Any figure", f);
	fputs("</div>\n", f);
	good = report_runs_write(runs, f);
	page_end(report_files, (const char *const[]){ "plot.js", "compare.js", NULL }, f);
	return good;
}

int command_report(int argc, char **argv)
{
	struct report_options own;
	cJSON *runs;
	char why[PARAMS_WHY];
	struct options o;
	int status = EXIT_OK;

	if (!options_parse(&o, &line_report, &own, argc, argv, &status))
		return status;
	const struct report_place place = { "out", own.out };

	if (!o.operands)
		return bad_input("report: FILE is missing");
	if (!report_possible(&place, why))
		return cannot("%s", why);
	runs = report_runs_read(o.operand, o.operands, why);
	if (!runs || !report_write(&place, page, runs, why))
		status = cannot("%s", why);
	else
		say("%s/report.html: %d run%s compared", place.dir, cJSON_GetArraySize(runs), cJSON_GetArraySize(runs) == 1 ? "" : "s");
	cJSON_Delete(runs);
	return status;
}
