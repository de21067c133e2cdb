#include "plot.h"

#include "means.h"
#include "output.h"
#include "results.h"
#include "text.h"
#include "tool_dir.h"
#include "utf8.h"
#include "why_not.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PANEL_TEXT = 256 };

/* What a panel shows. */
struct panel {
	char where[LATTICE_TEXT];       /* its points */
	char y[PANEL_TEXT], title[PANEL_TEXT];
};

static const struct lattice_axis *axis_of(const struct lattice *g, const char *name)
{
	return &g->axis[lattice_axis(g, name)];
}

static unsigned panels_of(const struct plot *p, const struct lattice *g)
{
	return p->panel ? axis_of(g, p->panel)->n : lattice_count(p->y);
}

static struct panel panel_of(const struct plot *p, const struct lattice *g, unsigned number)
{
	struct panel l = { .where = "" };
	const char *y = p->y;

	if (p->panel) {
		snprintf(l.where, sizeof l.where, "%s=%s ", p->panel, axis_of(g, p->panel)->value[number]);
		snprintf(l.title, sizeof l.title, "%s %s", p->panel, axis_of(g, p->panel)->value[number]);
	}
	for (unsigned i = 0; !p->panel && i < number; i++)
		y += strcspn(y, " ") + 1;
	snprintf(l.y, sizeof l.y, "%.*s", (int)strcspn(y, " "), y);
	if (lattice_count(p->y) > 1)
		snprintf(l.title, sizeof l.title, "%s", l.y);
	return l;
}

/* Without an axis of curves there is one. */
static unsigned curves_of(const struct plot *p, const struct lattice *g)
{
	return p->curve ? axis_of(g, p->curve)->n : 1;
}

/* Have points intervals of confidence? */
static bool intervals(const struct results *r, const char *y)
{
	for (unsigned i = 0; i < r->lattice->points; i++)
		if (r->point[i].got && !isnan(means_half(r, i, 0, y)))
			return true;
	return false;
}

static void write_points(const struct plot *p, const struct results *r, const char *where, const char *y, FILE *f)
{
	const bool with = intervals(r, y);

	for (unsigned i = 0; i < r->lattice->points; i++)
		for (unsigned k = 0; lattice_where(r->lattice, i, where) && k < r->point[i].got; k++) {
			fprintf(f, "%.9g %.9g", results_number(r, i, k, p->x), results_number(r, i, k, y));
			if (with)
				fprintf(f, " %.9g", means_half(r, i, k, y));
			fputc('\n', f);
		}
}

static void write_data(const struct plot *p, const struct results *r, FILE *f)
{
	char where[2 * LATTICE_TEXT];

	for (unsigned i = 0; i < panels_of(p, r->lattice); i++)
		for (unsigned k = 0; k < curves_of(p, r->lattice); k++) {
			const struct panel l = panel_of(p, r->lattice, i);

			snprintf(where, sizeof where, "%s", l.where);
			if (p->curve)
				snprintf(where, sizeof where, "%s%s=%s", l.where, p->curve, axis_of(r->lattice, p->curve)->value[k]);
			fprintf(f, "$curve_%u_%u << END\n", i, k);
			write_points(p, r, where, l.y, f);
			fputs("END\n", f);
		}
}

/* A text in the quotes of gnuplot. */
static void quote(const char *text, FILE *f)
{
	fputc('\'', f);
	for (; *text; text++)
		fputs(*text == '\'' ? "''" : (char[]){ *text, '\0' }, f);
	fputc('\'', f);
}

static void write_style(const struct plot *p, bool with, FILE *f)
{
	if (with)
		fprintf(f, " using 1:2:3 with %s", p->points ? "yerrorbars pointsize 1.5 linewidth 2" : "yerrorlines pointsize 0.3 linewidth 2");
	else
		fprintf(f, " using 1:2 with %s", p->points ? "points pointsize 1.5 linewidth 2" : "lines linewidth 2");
}

static void write_name(const struct plot *p, const struct results *r, unsigned curve, FILE *f)
{
	const char *const name = p->curve ? axis_of(r->lattice, p->curve)->value[curve] : "";
	const bool counted = p->curve_unit && !name[strspn(name, "0123456789")];
	char text[PANEL_TEXT];

	snprintf(text, sizeof text, "%s%s%s", name, counted ? " " : "", counted ? p->curve_unit : "");
	if (p->curve) {
		fputs(" title ", f);
		quote(text, f);
	} else {
		fputs(" notitle", f);
	}
}

/* "set NAME 'text'" */
static void write_set(const char *name, const char *text, FILE *f)
{
	fprintf(f, "set %s ", name);
	quote(text, f);
	fputs(" noenhanced\n", f);
}

/* Latencies beside loads: of saturated networks they would hide all others. */
static void write_scale(const struct plot *p, const char *y, FILE *f)
{
	unsigned latencies = 0;

	for (const char *c = p->y; (c = strstr(c, "latency")); c++)
		latencies++;
	if (latencies && latencies < lattice_count(p->y) && !p->logarithmic)
		fputs(strstr(y, "latency") ? "set logscale y\nset yrange [*:*]\n" : "unset logscale y\nset yrange [0:*]\n", f);
}

static void write_panel(const struct plot *p, const struct results *r, unsigned panel, FILE *f)
{
	const struct panel l = panel_of(p, r->lattice, panel);
	const bool with = intervals(r, l.y);

	write_scale(p, l.y, f);
	write_set("ylabel", p->y_label ? p->y_label : l.y, f);
	if (*l.title)
		write_set("title", l.title, f);
	fputs("plot ", f);
	for (unsigned k = 0; k < curves_of(p, r->lattice); k++) {
		fprintf(f, "%s$curve_%u_%u", k ? ", \\\n     " : "", panel, k);
		write_style(p, with, f);
		write_name(p, r, k, f);
	}
	fputc('\n', f);
}

void plot_write(const struct plot *p, const char *title, const struct results *r, const char *name, FILE *f)
{
	const unsigned panels = panels_of(p, r->lattice);
	char file[TOOL_PATH];

	fputs("# " OUTPUT_MARK "\n", f);
	write_data(p, r, f);
	fprintf(f, "set terminal svg size %u,480 background 'white' font 'sans,13'\nset output ", 80 + 560 * panels);
	snprintf(file, sizeof file, "./%s.svg", name);          /* a name that begins with | is a program to gnuplot */
	quote(file, f);
	fputc('\n', f);
	write_set("xlabel", p->x_label ? p->x_label : p->x, f);
	fputs("set key noenhanced below\nset grid\nset bmargin 7\n", f);
	if (p->logarithmic)
		fputs("set logscale y\n", f);
	else
		fputs("set yrange [0:*]\n", f);
	if (p->y_most > 0)
		fprintf(f, "set yrange [%s:%g]\n", p->logarithmic ? "*" : "0", p->y_most);
	fprintf(f, "set multiplot layout 1,%u title ", panels);
	quote(title, f);
	fputs(" noenhanced\n", f);
	for (unsigned i = 0; i < panels; i++)
		write_panel(p, r, i, f);
	fputs("unset multiplot\n", f);
}

/* Copies gnuplot's plot to its place, with our mark. */
static bool publish(const char *from, const char *path, char why[OUTPUT_WHY])
{
	struct text t = text_read(from);
	struct output out;
	bool good;

	errno = 0;
	good = t.s && output_begin(&out, path, why);

	if (!t.s)
		snprintf(why, OUTPUT_WHY, "gnuplot draws nothing");
	if (good) {
		utf8_write(t.s, t.size, out.f);
		fputs("<!-- " OUTPUT_MARK " -->\n", out.f);
		good = output_end(&out, why);
	}
	free(t.s);
	return good;
}

/* Runs in a directory of its own, so that no file is overwritten. */
static bool draw_in(const char *work, const char *name, const char *path, char why[PLOT_WHY])
{
	char script[TOOL_PATH], from[2 * TOOL_PATH], said[PLOT_WHY / 2] = "";
	struct text log;
	int status;

	_Static_assert((int)PLOT_WHY >= (int)OUTPUT_WHY, "messages are passed on");
	snprintf(script, sizeof script, "../%s.gp", name);
	status = tool_run(work, "log", (const char *[]){ "gnuplot", script, NULL });
	if (!status) {
		snprintf(from, sizeof from, "%s/%s.svg", work, name);
		return publish(from, path, why);
	}
	snprintf(from, sizeof from, "%s/log", work);
	log = text_read(from);
	if (log.s)
		snprintf(said, sizeof said, ": %.*s", (int)strcspn(log.s + strspn(log.s, "\n"), "\n"), log.s + strspn(log.s, "\n"));
	free(log.s);
	snprintf(why, PLOT_WHY, "gnuplot ended with status %d%s", status, said);
	errno = 0;
	return false;
}

bool plot_draw(const char *dir, const char *name, char why[PLOT_WHY])
{
	char path[2 * TOOL_PATH];
	struct tool_dir work;
	bool good;
	int error;

	snprintf(path, sizeof path, "%s/%s.svg", dir, name);
	if (!output_replaceable(path, why))
		return false;
	unlink(path);
	if (!tool_installed("gnuplot")) {
		snprintf(why, PLOT_WHY, "gnuplot is not installed (package gnuplot-nox): no plots; 'gnuplot %.200s.gp' there draws this one", name);
		errno = 0;
		return false;
	}
	if (!tool_dir_new(&work, dir, "plot"))
		return why_not(why, PLOT_WHY, "cannot draw in '%.200s': %s", dir, strerror(errno));
	good = draw_in(work.path, name, path, why);
	error = errno;
	tool_dir_remove(&work);
	errno = error;
	return good;
}
