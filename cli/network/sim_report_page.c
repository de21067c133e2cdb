#define _POSIX_C_SOURCE 200809L      /* open_memstream */
#include "sim_report.h"

#include "markup.h"
#include "net/simulate_fields.h"
#include "page_frame.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ROWS: of the series at most; bins are joined for that. LINKS: of links at most, some 6 MB of them. */
enum { ROWS = 2000, LINKS = 150000 };

/* One run, as the parts of the page see it. */
struct page {
	const struct simulation *u;
	const struct simulation_result *r;
};

static uint64_t joined(const struct stats *s)
{
	return (s->n_bins + ROWS - 1) / ROWS;
}

static bool sampled(const struct simulation *u)
{
	return u->network.shape.saqs || u->network.shape.by_flits;
}

static bool links_drawn(const struct stats *s)
{
	return s->config.links <= LINKS;
}

/* Texts of which the page consists: what the command says, ... */
static void words(const struct page *p, FILE *f)
{
	sim_print(p->u, p->r, false, f);
}

static void config(const struct page *p, FILE *f)
{
	simulate_write_config(p->u, f);
}

/* ... and the rows of its CSV files. */
static void series(const struct page *p, FILE *f)
{
	stats_write_joined(p->r->stats, joined(p->r->stats), f);
}

static void histogram(const struct page *p, FILE *f)
{
	stats_write_histogram(p->r->stats, f);
}

static void links(const struct page *p, FILE *f)
{
	sim_write_links(p->u, p->r, f);
}

/* Text in memory; s NULL: not enough of it. */
static struct text text_of(const struct page *p, void (*write)(const struct page *, FILE *))
{
	struct text t = { NULL, 0 };
	FILE *f = open_memstream(&t.s, &t.size);

	if (!f)
		return t;
	write(p, f);
	if (!fclose(f))
		return t;
	free(t.s);
	t.s = NULL;
	return t;
}

static void row(const char *name, const char *value, FILE *f)
{
	fputs("<tr><th scope=\"row\">", f);
	markup_text(name, f);
	fputs("</th><td>", f);
	markup_text(value, f);
	fputs("</td></tr>\n", f);
}

/* A line of the words: its subject, and the rest. */
static void row_of_words(char *line, FILE *f)
{
	char *const rest = strlen(line) > SIM_SUBJECT ? line + SIM_SUBJECT : line + strlen(line);
	char subject[SIM_SUBJECT + 1];

	snprintf(subject, sizeof subject, "%s", line);
	subject[strcspn(subject, " ")] = '\0';
	row(subject, rest, f);
}

/* A line "# key = value". */
static void row_of_config(char *line, FILE *f)
{
	char *const equal = strstr(line, " = ");

	*equal = '\0';
	row(line + strlen("# "), equal + strlen(" = "), f);
}

static bool rows(const struct page *p, void (*write)(const struct page *, FILE *), void (*each)(char *line, FILE *), FILE *f)
{
	struct text t = text_of(p, write);
	const bool good = t.s;
	char *next;

	for (char *line = t.s; line && *line; line = next) {
		next = strchr(line, '\n');
		*next++ = '\0';
		each(line, f);
	}
	free(t.s);
	return good;
}

static bool figures(const struct page *p, FILE *f)
{
	struct fields fields = { .n = 0 };
	bool good;

	simulate_fields_results(p->u, p->r, &fields);
	good = !fields.failed;
	for (unsigned i = 0; i < fields.n; i++)
		row(fields.field[i].name, fields.field[i].text, f);
	fields_free(&fields);
	return good;
}

static bool data(const struct page *p, const char *id, void (*write)(const struct page *, FILE *), FILE *f)
{
	struct text t = text_of(p, write);
	const bool good = t.s;

	fprintf(f, "<pre hidden=\"hidden\" id=\"%s\">", id);
	if (t.s)
		markup_text(t.s, f);
	fputs("</pre>\n", f);
	free(t.s);
	return good;
}

static void figure(const char *id, const char *title, const char *note, FILE *f)
{
	fprintf(f, "<figure id=\"%s\">\n<figcaption>%s</figcaption>\n<div class=\"plot\"></div>\n<p class=\"unscaled\">%s</p>\n</figure>\n", id, title, note);
}

static void charts(const struct page *p, FILE *f)
{
	const struct stats *const s = p->r->stats;
	char title[64], note[160];

	snprintf(note, sizeof note, "Means of %" PRIu64 " cycles; a load of 1 is all that the links of the nodes can carry.", joined(s) * s->config.bin);
	fputs("<div class=\"charts\">\n", f);
	figure("load", "Load over time", note, f);
	figure("latency", "Latency over time", "Of the packets that arrived in these cycles, since they were wanted. No line: none arrived.", f);
	figure("distribution", "Latency", "Of the packets that were wanted since the warm-up. The axis is logarithmic.", f);
	if (sampled(p->u)) {
		snprintf(title, sizeof title, p->u->network.shape.by_flits ? "Full buffers over time" : "%ss in use over time", sim_queue_name(&p->u->network.shape));
		figure("queues", title, "In all switches, by ten samples a bin.", f);
	}
	fputs("</div>\n", f);
}

/* Switches of a row, where there are no stages: a dimension or several of a grid, a group of a dragonfly. 0: any number. */
static unsigned row_length(const struct simulation *u)
{
	const struct topology *const t = &u->network.topology;
	uint64_t length = 1;

	if (t->stored)
		return 0;
	if (u->o.topology == TOPOLOGY_DRAGONFLY)
		return t->dragonfly.a.by;
	for (unsigned d = 0; d < t->grid.dims && length * length < t->switches; d++)
		length *= t->grid.size[d].by;
	return topology_is_grid(u->o.topology) && t->grid.dims ? (unsigned)length : 0;
}

static void map(const struct page *p, FILE *f)
{
	const struct topology *const t = &p->u->network.topology;

	fputs("<h2>Use of links</h2>\n", f);
	if (!links_drawn(p->r->stats)) {
		fprintf(f, "<p>The network has %u links, too many for a page: <code>--csv-links</code> has their use.</p>\n", p->r->stats->config.links);
		return;
	}
	fprintf(f, "<figure id=\"map\" data-radix=\"%u\" data-row=\"%u\" data-first=\"", t->radix, row_length(p->u));
	for (unsigned i = 0; t->stages > 1 && i < t->stages; i++)
		fprintf(f, "%u ", t->first[i]);
	fprintf(f, "%u\" data-down=\"", t->switches);
	for (unsigned i = 0; t->stages > 1 && i < t->stages; i++)
		fprintf(f, "%s%u", i ? " " : "", t->down[i]);
	fputs("\">\n<figcaption>Fraction of the time from warm-up to end in which a link is in use</figcaption>\n<div class=\"plot\"></div>\n"
	      "<p class=\"unscaled\">A column is a switch, a cell in it the link that leaves a port, port 0 the lowest.", f);
	if (t->stages > 1)
		fputs(" Ports down are below ports up.", f);
	fputs(" In the last rows a column has the links from the nodes of a switch.</p>\n</figure>\n", f);
}

static void table(const char *id, const char *title, FILE *f)
{
	fprintf(f, "<details>\n<summary>%s</summary>\n<table id=\"%s\">\n<tbody>\n", title, id);
}

bool sim_report_page(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	const struct page p = { u, r };
	bool good;

	page_begin("Run of a network", page_file(report_files, "report.css"), f);
	fputs("<table id=\"words\">\n<tbody>\n", f);
	good = rows(&p, words, row_of_words, f);
	fputs("</tbody>\n</table>\n", f);
	charts(&p, f);
	map(&p, f);
	fputs("<h2>Figures</h2>\n", f);
	table("figures", "All figures, by their names in JSON", f);
	good = figures(&p, f) && good;
	fputs("</tbody>\n</table>\n</details>\n", f);
	table("config", "Configuration", f);
	good = rows(&p, config, row_of_config, f) && good;
	fputs("</tbody>\n</table>\n</details>\n", f);
	good = data(&p, "series", series, f) && data(&p, "histogram", histogram, f) && (!links_drawn(r->stats) || data(&p, "links", links, f)) && good;
	page_end(report_files, "report.js", f);
	return good;
}
