#ifndef SIM_OPTIONS_H
#define SIM_OPTIONS_H

#include "backends.h"
#include "net/network.h"
#include "options.h"

/* Options of `sluice sim`, from cli/sim.def. */
enum sim_time { TIME_CYCLES, TIME_NS, TIME_US, TIME_MS, TIME_S, TIMES };

extern const char *const time_names[TIMES];

struct sim_options {
#define NUMBER(id, name, use, value, low, high, argument, help) uint64_t id;
#define REAL(id, name, use, value, low, high, argument, help) double id;
#define CHOICE(id, name, use, value, table, count, help) unsigned id;
#define FLAG(id, name, use, help) bool id;
#define TEXT(id, name, use, argument, help) const char *id;
#include "sim.def"
#undef NUMBER
#undef REAL
#undef CHOICE
#undef FLAG
#undef TEXT
};

/* Index of each among the command's own options. */
enum {
#define NUMBER(id, name, use, value, low, high, argument, help) SIM_##id,
#define REAL(id, name, use, value, low, high, argument, help) SIM_##id,
#define CHOICE(id, name, use, value, table, count, help) SIM_##id,
#define FLAG(id, name, use, help) SIM_##id,
#define TEXT(id, name, use, argument, help) SIM_##id,
#include "sim.def"
#undef NUMBER
#undef REAL
#undef CHOICE
#undef FLAG
#undef TEXT
	SIM_OPTIONS
};

/* What an option is for: statistics are a function of it, they do not depend on it, they go there. */
enum sim_use { SIM_RESULT, SIM_EFFORT, SIM_OUTPUT };

struct sim_row {
	const char *name;               /* as typed, with dashes */
	const char *key;                /* with underscores */
	enum sim_use use;
	enum sim_type { SIM_NUMBER, SIM_REAL, SIM_CHOICE, SIM_FLAG, SIM_TEXT } type;
	const char *argument, *help;
	uint64_t least, most;           /* NUMBER */
	double low, high;               /* REAL */
	const char *const *names;       /* CHOICE */
	unsigned count;
	size_t offset;                  /* in struct sim_options */
};

extern const struct sim_row sim_rows[SIM_OPTIONS];

/* The command line: its option list, with defaults and choices in the help, is kept in *line. */
enum { SIM_HELP = 320 };

struct sim_line {
	struct option_desc options[SIM_OPTIONS];
	char help[SIM_OPTIONS][SIM_HELP];
	struct command_line line;
};

void sim_line(struct sim_line *line);

/* Values given, defaults for the rest. Returns false and says why. */
bool sim_read(struct sim_options *s, const struct options *o, const struct sim_line *line, char why[PARAMS_WHY]);

/* The value of an option as text that can be typed again; "": not given. */
void sim_text(const struct sim_options *s, const struct sim_row *row, char *text, size_t size);

/* docs/simulation-options.md */
void sim_markdown(FILE *f);

#endif
