#include "figures.h"

#include <math.h>

const struct figure_desc figures[FIGURES] = {
#define FIGURE(id, words, of, digits, from, what) { .name = #id, .label = words, .unit = of, .format = digits, .help = what, .source = SOURCE_##from },
#include "figures.def"
#undef FIGURE
};

const struct metric_desc metrics[METRICS] = {
#define METRIC(id, words, of, lower) { .figure = FIGURE_##id, .front = FIGURE_front_##id, .title = words, .axis = of, .less = lower },
#include "metrics.def"
#undef METRIC
};

const struct source_desc figure_sources[SOURCES] = {
#define SOURCE(id, words) { #id, words },
#include "sources.def"
#undef SOURCE
};

bool figure_there(enum figure f, bool synthesis)
{
	return synthesis || (figures[f].source != SOURCE_logic && figures[f].source != SOURCE_clock);
}

void figure_columns(bool synthesis, char *text, size_t size)
{
	size_t n = 0;

	*text = '\0';
	for (enum figure f = 0; f < FIGURES && n < size; f++)
		if (figure_there(f, synthesis))
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "", figures[f].name);
}

void figures_sum(struct point_figures *p, bool synthesis, unsigned radix)
{
	double *v = p->value;

	v[FIGURE_switch_mm2] = v[FIGURE_memory_mm2] + (synthesis ? v[FIGURE_logic_mm2] : 0);
	v[FIGURE_port_mm2] = v[FIGURE_switch_mm2] / radix;
	v[FIGURE_node_mm2] = v[FIGURE_switch_mm2] * v[FIGURE_switches] / v[FIGURE_nodes];
}

void figures_row(const struct point_figures *p, bool synthesis, FILE *out)
{
	bool first = true;

	for (enum figure f = 0; f < FIGURES; f++) {
		if (!figure_there(f, synthesis))
			continue;
		if (!first)
			fputc(',', out);
		first = false;
		if (figures[f].source != SOURCE_front && !isnan(p->value[f]))
			fprintf(out, figures[f].format, p->value[f]);
	}
	fputc('\n', out);
}
