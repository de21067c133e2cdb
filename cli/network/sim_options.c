#include "sim_options.h"

#include <inttypes.h>
#include <string.h>

const char *const time_names[TIMES] = { "cycles", "ns", "us", "ms", "s" };

const struct sim_row sim_rows[SIM_OPTIONS] = {
#define NUMBER(id, text, of, def, min, max, arg, words) \
	{ .name = text, .key = #id, .use = SIM_##of, .type = SIM_NUMBER, .argument = arg, .help = words, .least = min, .most = max, \
	  .offset = offsetof(struct sim_options, id) },
#define REAL(id, text, of, def, min, max, arg, words) \
	{ .name = text, .key = #id, .use = SIM_##of, .type = SIM_REAL, .argument = arg, .help = words, .low = min, .high = max, \
	  .offset = offsetof(struct sim_options, id) },
#define CHOICE(id, text, of, def, table, n, words) \
	{ .name = text, .key = #id, .use = SIM_##of, .type = SIM_CHOICE, .argument = "NAME", .help = words, .names = table, .count = n, \
	  .offset = offsetof(struct sim_options, id) },
#define FLAG(id, text, of, words) \
	{ .name = text, .key = #id, .use = SIM_##of, .type = SIM_FLAG, .help = words, .offset = offsetof(struct sim_options, id) },
#define TEXT(id, text, of, arg, words) \
	{ .name = text, .key = #id, .use = SIM_##of, .type = SIM_TEXT, .argument = arg, .help = words, .offset = offsetof(struct sim_options, id) },
#include "sim.def"
#undef NUMBER
#undef REAL
#undef CHOICE
#undef FLAG
#undef TEXT
};

static const struct sim_options defaults = {
#define NUMBER(id, name, use, value, low, high, argument, help) .id = value,
#define REAL(id, name, use, value, low, high, argument, help) .id = value,
#define CHOICE(id, name, use, value, table, count, help) .id = value,
#define FLAG(id, name, use, help)
#define TEXT(id, name, use, argument, help)
#include "sim.def"
#undef NUMBER
#undef REAL
#undef CHOICE
#undef FLAG
#undef TEXT
};

void sim_text(const struct sim_options *s, const struct sim_row *row, char *text, size_t size)
{
	const void *value = (const char *)s + row->offset;
	const char *const *string = value;

	switch (row->type) {
	case SIM_NUMBER: snprintf(text, size, "%" PRIu64, *(const uint64_t *)value); break;
	case SIM_REAL: snprintf(text, size, "%.15g", *(const double *)value); break;
	case SIM_CHOICE: snprintf(text, size, "%s", row->names[*(const unsigned *)value]); break;
	case SIM_FLAG: snprintf(text, size, "%s", *(const bool *)value ? "yes" : "no"); break;
	case SIM_TEXT: snprintf(text, size, "%s", *string ? *string : ""); break;
	}
}

/* The range of a row: "0..1", "ktree, bmin". */
static void range_text(const struct sim_row *row, char *text, size_t size)
{
	size_t n = 0;

	*text = '\0';
	for (unsigned i = 0; i < row->count && n < size; i++)
		if (row->names[i])
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "", row->names[i]);
	if (row->type == SIM_NUMBER)
		snprintf(text, size, "%" PRIu64 "..%" PRIu64, row->least, row->most);
	if (row->type == SIM_REAL)
		snprintf(text, size, "%g..%g", row->low, row->high);
}

void sim_line(struct sim_line *line)
{
	char range[SIM_HELP], value[SIM_HELP];

	for (unsigned i = 0; i < SIM_OPTIONS; i++) {
		const struct sim_row *row = &sim_rows[i];
		const bool valued = row->type != SIM_FLAG && row->type != SIM_TEXT;

		range_text(row, range, sizeof range);
		sim_text(&defaults, row, value, sizeof value);
		snprintf(line->help[i], SIM_HELP, valued ? *range ? "%.160s [%.20s; %.120s]" : "%.160s [%.20s]" : "%.300s", row->help, value, range);
		line->options[i] = (struct option_desc){ row->name, row->argument, line->help[i] };
	}
	line->line = (struct command_line){
		.name = "sim",
		.summary = "Runs a network of switches, under traffic: loads, latencies, SAQs or CFQs in use. Every packet has to arrive,\n"
			   "once and in order; when the traffic ends, the network drains, and nothing may be left over.",
		.options = line->options,
		.n = SIM_OPTIONS,
	};
}

bool sim_read(struct sim_options *s, const struct options *o, const struct sim_line *line, char why[PARAMS_WHY])
{
	const struct command_line *c = &line->line;

	*s = defaults;
#define NUMBER(id, name, use, value, low, high, argument, help) \
	if (!options_number(o, c, SIM_##id, low, high, &s->id, why)) \
		return false;
#define REAL(id, name, use, value, low, high, argument, help) \
	if (!options_real(o, c, SIM_##id, low, high, &s->id, why)) \
		return false;
#define CHOICE(id, name, use, value, table, count, help) \
	if (!options_choice(o, c, SIM_##id, table, count, &s->id, why)) \
		return false;
#define FLAG(id, name, use, help) s->id = o->value[SIM_##id];
#define TEXT(id, name, use, argument, help) s->id = o->value[SIM_##id];
#include "sim.def"
#undef NUMBER
#undef REAL
#undef CHOICE
#undef FLAG
#undef TEXT
	return true;
}

void sim_markdown(FILE *f)
{
	char range[SIM_HELP], value[SIM_HELP];

	fputs("# Options of `sluice sim`\n\n"
	      "<!-- Written by `make docs` from cli/network/sim.def; edit that. -->\n\n"
	      "Beside these, every [parameter](parameters.md) of the switches is an option. [simulation.md](simulation.md) says how they work together.\n\n"
	      "| option | default | values | meaning |\n|---|---|---|---|\n", f);
	for (const struct sim_row *row = sim_rows; row < sim_rows + SIM_OPTIONS; row++) {
		range_text(row, range, sizeof range);
		sim_text(&defaults, row, value, sizeof value);
		fprintf(f, "| `--%s%s%s` | %s | %s | %s |\n", row->name, row->argument ? " " : "", row->argument ? row->argument : "", value, range,
			row->help);
	}
}
