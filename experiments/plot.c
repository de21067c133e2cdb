#include "plot.h"

#include "results.h"
#include "tool.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Values of an axis; an axis that is none has one, of no name. */
static unsigned values(const struct lattice *g, const char *axis)
{
	return axis ? g->axis[lattice_axis(g, axis)].n : 1;
}

static const char *value(const struct lattice *g, const char *axis, unsigned i)
{
	return axis ? g->axis[lattice_axis(g, axis)].value[i] : "";
}

static void write_points(const struct plot *p, const struct results *r, const char *where, FILE *f)
{
	for (unsigned i = 0; i < r->lattice->points; i++)
		for (unsigned k = 0; lattice_where(r->lattice, i, where) && k < r->point[i].got; k++)
			fprintf(f, "%.9g %.9g\n", results_number(r, i, k, p->x), results_number(r, i, k, p->y));
}

static void write_data(const struct plot *p, const struct results *r, FILE *f)
{
	const struct lattice *g = r->lattice;
	char where[LATTICE_TEXT];

	for (unsigned i = 0; i < values(g, p->panel); i++)
		for (unsigned k = 0; k < values(g, p->curve); k++) {
			snprintf(where, sizeof where, "%s=%s%s%s%s%s", p->curve, value(g, p->curve, k), p->panel ? " " : "",
				 p->panel ? p->panel : "", p->panel ? "=" : "", value(g, p->panel, i));
			fprintf(f, "$curve_%u_%u << END\n", i, k);
			write_points(p, r, where, f);
			fputs("END\n", f);
		}
}

static void write_panel(const struct plot *p, const struct results *r, unsigned panel, FILE *f)
{
	const struct lattice *g = r->lattice;

	if (p->panel)
		fprintf(f, "set title '%s %s'\n", p->panel, value(g, p->panel, panel));
	fputs("plot ", f);
	for (unsigned k = 0; k < values(g, p->curve); k++) {
		const char *name = value(g, p->curve, k);
		const bool counted = p->curve_unit && !name[strspn(name, "0123456789")];

		fprintf(f, "%s$curve_%u_%u using 1:2 with %s title '%s%s%s'", k ? ", \\\n     " : "", panel, k,
			p->points ? "points pointsize 1.5 linewidth 2" : "lines linewidth 2", name, counted ? " " : "", counted ? p->curve_unit : "");
	}
	fputc('\n', f);
}

void plot_write(const struct plot *p, const char *title, const struct results *r, const char *name, FILE *f)
{
	const unsigned panels = values(r->lattice, p->panel);

	write_data(p, r, f);
	fprintf(f, "set terminal svg size %u,480 background 'white' font 'sans,13'\nset output '%s.svg'\n", 80 + 560 * panels, name);
	fprintf(f, "set xlabel '%s'\nset ylabel '%s'\nset grid\nset key below\nset bmargin 7\n", p->x_label, p->y_label);
	if (p->logarithmic)
		fputs("set logscale y\n", f);
	else
		fputs("set yrange [0:*]\n", f);
	if (p->y_most > 0)
		fprintf(f, "set yrange [%s:%g]\n", p->logarithmic ? "*" : "0", p->y_most);
	fprintf(f, "set multiplot layout 1,%u title '%s'\n", panels, title);
	for (unsigned i = 0; i < panels; i++)
		write_panel(p, r, i, f);
	fputs("unset multiplot\n", f);
}

bool plot_draw(const char *dir, const char *name, char why[PLOT_WHY])
{
	char script[TOOL_PATH], log[TOOL_PATH], path[2 * TOOL_PATH];
	int status;

	snprintf(path, sizeof path, "%s/%s.svg", dir, name);
	unlink(path);
	if (!tool_installed("gnuplot")) {
		snprintf(why, PLOT_WHY, "gnuplot is not installed (package gnuplot-nox): no plots; 'gnuplot %.200s.gp' there draws this one", name);
		return false;
	}
	snprintf(script, sizeof script, "%s.gp", name);
	snprintf(log, sizeof log, "%s.gnuplot.log", name);
	status = tool_run(dir, log, (const char *[]){ "gnuplot", script, NULL });
	if (status) {
		unlink(path);
		snprintf(why, PLOT_WHY, "gnuplot ended with status %d: see %.400s", status, log);
		return false;
	}
	snprintf(path, sizeof path, "%s/%s", dir, log);
	unlink(path);
	return true;
}
