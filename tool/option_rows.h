/* The rows of a table of options, included inside of its initializer: OPTION_FILE is the .def, OPTION_STRUCT the struct of option_members.h. */
#define ROW(id, text, of, kind, ...) \
	{ .name = text, .key = #id, .use = OPTION_##of, .type = OPTION_##kind, .offset = offsetof(struct OPTION_STRUCT, id), \
	  .given = offsetof(struct OPTION_STRUCT, given.id), __VA_ARGS__ },
#define NUMBER(id, name, use, def, low, high, arg, words) \
	ROW(id, name, use, NUMBER, .value.number = def, .least.number = low, .most.number = high, .argument = arg, .help = words)
#define REAL(id, name, use, def, low, high, arg, words) \
	ROW(id, name, use, REAL, .value.real = def, .least.real = low, .most.real = high, .argument = arg, .help = words)
#define CHOICE(id, name, use, def, table, n, arg, words) \
	ROW(id, name, use, CHOICE, .value.choice = def, .names = table, .count = n, .argument = arg, .help = words)
#define FLAG(id, name, use, words) ROW(id, name, use, FLAG, .help = words)
#define TEXT(id, name, use, def, arg, words) ROW(id, name, use, WORDS, .value.text = def, .argument = arg, .help = words)
#define NUMBER_OR(id, name, use, or, low, high, arg, words) \
	ROW(id, name, use, NUMBER, .otherwise = or, .least.number = low, .most.number = high, .argument = arg, .help = words)
#define REAL_OR(id, name, use, or, low, high, arg, words) \
	ROW(id, name, use, REAL, .otherwise = or, .least.real = low, .most.real = high, .argument = arg, .help = words)
#define CHOICE_OR(id, name, use, or, table, n, arg, words) \
	ROW(id, name, use, CHOICE, .otherwise = or, .names = table, .count = n, .argument = arg, .help = words)
#include OPTION_FILE
	{ .name = NULL }
#undef ROW
#include "option_undef.h"
