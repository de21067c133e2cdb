#include "figures.h"

#include <math.h>

const struct figure_desc figures[FIGURES] = {
#define FIGURE(id, words, of, from, what) { .name = #id, .label = words, .unit = of, .help = what, .source = SOURCE_##from },
#include "figures.def"
#undef FIGURE
};

const struct metric_desc metrics[METRICS] = {
#define METRIC(id, words, of, lower) { .figure = FIGURE_##id, .front = FIGURE_front_##id, .title = words, .axis = of, .less = lower },
#include "metrics.def"
#undef METRIC
};

const char *const source_names[SOURCES] = {
#define SOURCE(id, text) #id,
#include "sources.def"
#undef SOURCE
};

const char *const source_texts[SOURCES] = {
#define SOURCE(id, text) text,
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

/* Counts in full, loads with four decimals, latencies and clock with one, all others with five digits. */
static const char *format_of(enum figure f)
{
	switch (f) {
	case FIGURE_nodes:
	case FIGURE_switches:
	case FIGURE_memory_bits:
	case FIGURE_flip_flops: return "%.0f";
	case FIGURE_clock_mhz: return "%.1f";
	case FIGURE_memory_access_ns: return "%.3f";
	case FIGURE_uniform_accepted_load:
	case FIGURE_hot_spot_accepted_load: return "%.4f";
	case FIGURE_uniform_latency_mean:
	case FIGURE_hot_spot_cold_latency_mean: return "%.1f";
	default: return "%.5g";
	}
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
			fprintf(out, format_of(f), p->value[f]);
	}
	fputc('\n', out);
}
