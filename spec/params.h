#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * One switch configuration. Obtained from params_default(), changed only
 * through params_set(), usable only after params_check() returned true.
 */
enum { PARAMS_WORD = 32, PARAMS_WHY = 256 };

struct params {
#define NUMBER(name, def, min, max, unit, help) unsigned name;
#define CHOICE(name, def, table, help)          unsigned name; /* enum <table> */
#define WORD(name, def, help)                   char name[PARAMS_WORD];
#include "params.def"
};

enum schemes {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) SCHEME_##id,
#include "schemes.def"
	SCHEMES
};

#define CHOICES(table)                       enum table {
#define VALUE(table, prefix, id, text, help) prefix##_##id,
#define CHOICES_END(table, count)            count };
#include "choices.def"

/* Index of each parameter in params_table. */
enum {
#define NUMBER(name, def, min, max, unit, help) PARAM_INDEX_##name,
#define CHOICE(name, def, table, help)          PARAM_INDEX_##name,
#define WORD(name, def, help)                   PARAM_INDEX_##name,
#include "params.def"
	PARAMETERS
};

/* The most that each number may be. */
enum {
#define NUMBER(name, def, min, max, unit, help) PARAM_MOST_##name = max,
#define CHOICE(name, def, table, help)
#define WORD(name, def, help)
#include "params.def"
};

/* What relations between parameters bound. */
enum { SHARED_SLOTS_MOST = 1024, QUEUES_MOST = 256, NIC_QUEUES_MOST = 1024, NIC_SLOTS_MOST = 4096, MATRIX_MOST = 64, LISTS_MOST = 8192, ROUTERS_MOST = 16384,
       FLIT_MOST = 512, RING_BEATS_MOST = 1048576 };

/* The most queues of an input port, by scheme. */
enum {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) QUEUES_MOST_##id = (most),
#include "schemes.def"
};

/* One row of params.def, for whoever walks the table. */
struct param_desc {
	enum param_type { PARAM_NUMBER, PARAM_CHOICE, PARAM_WORD, PARAM_DIGITS } type;
	const char *name, *unit, *help;      /* name as in params.def: lower case, underscores */
	unsigned def, min, max;              /* CHOICE: index, 0, count - 1 */
	const char *const *texts, *const *helps;     /* CHOICE: what each index is called, and means; NULL: nothing beside its name */
	const char *def_text;                /* WORD, DIGITS */
	size_t offset;
};

extern const struct param_desc params_table[PARAMETERS];

struct params params_default(void);

/* What a CHOICE may be: "recn-iq, 1q". */
void params_choices(const struct param_desc *d, char *list, size_t size);

const struct param_desc *params_find(const char *name);  /* dashes or underscores; NULL: no such parameter */

/* The parameter gets its default. */
void params_restore(struct params *p, unsigned index);

/* Have scheme and ports this parameter? One that they have not stays at its default, and is written nowhere. */
bool params_used(const struct params *p, const struct param_desc *d);

/* Is every parameter that scheme and ports have not at its default? Values that mean nothing are refused, so that nobody believes in them. A rule of
 * params_check(). */
bool params_unused_at_default(const struct params *p, char why[PARAMS_WHY]);

/*
 * Of ports = axis: what is behind them, with links of its own, and all that follows filled in. The network interfaces at the ports of such a switch.
 * Of native ports: the parameters themselves.
 */
struct params params_native(const struct params *p);
#define PARAMS_INTERFACE "_ni"          /* behind the name of a switch: that of its network interfaces */
struct params params_interface(const struct params *p);

/* Parameters that scheme and ports have not get their defaults. */
void params_restore_unused(struct params *p);

/*
 * Parameters that were not given, where their defaults contradict those that were: they follow (follow.def). given: by index. To be called before
 * params_check(), and again when a network has changed a parameter. Doing it twice is doing it once.
 */
void params_complete(struct params *p, const bool given[PARAMETERS]);

/* The rules of that, as texts, some of them NULL; and what is said before them. */
extern const char *const params_followed[];
extern const unsigned params_followed_count;
extern const char params_followed_about[];

/* Set one parameter from text; dashes and underscores in name are the same.
 * Returns false and says why (parameter, value, range) if refused; *p is then unchanged. */
bool params_set(struct params *p, const char *name, const char *text, char why[PARAMS_WHY]);

/* What must hold between parameters (shape.def): a rule for each relation. */
extern const char *const params_rules[];
extern const unsigned params_rules_count;

/* All rules; why says which is violated first. */
bool params_check(const struct params *p, char why[PARAMS_WHY]);

/* The value of one parameter as text that params_set() takes back. */
void params_text(const struct params *p, const struct param_desc *d, char *text, size_t size);

/* What else a file may set: set(), NULL: nothing, says whether a name is known and the value good; if not, why. given: parameters that the file sets. */
enum params_other { OTHER_UNKNOWN, OTHER_SET, OTHER_REFUSED };

struct params_more {
	enum params_other (*set)(void *to, const char *name, const char *value, char why[PARAMS_WHY]);
	void *to;
	bool given[PARAMETERS];
};

/* Config file: `key = value` lines, '#' and ';' comments. path is for messages only. Returns false
 * and says why with path and line; *p is then unchanged. Every file params_write() wrote is read back;
 * one that breaks off is refused (its last line, `# end`, is missing where the first says it was generated). */
bool params_read(struct params *p, struct params_more *more, FILE *f, const char *path, char why[PARAMS_WHY]);
void params_write(const struct params *p, FILE *f, const char *comment);   /* comment: prefix of comment lines, "#" or "//" */

/* A parameter as texts, for --help, docs/ and the manual. */
struct param_text {
	char option[2 * PARAMS_WORD];                    /* "xoff-threshold" */
	const char *argument;                            /* "N" */
	char value[PARAMS_WHY], range[PARAMS_WHY];       /* default; "1..1024 slot", "round-robin, matrix" */
	char schemes[PARAMS_WHY];                        /* "obqa, dbbm": those that have it; "": all */
};

void params_describe(const struct param_desc *d, struct param_text *t);

extern const char params_about[];                        /* what a parameter is */
void params_help(FILE *f);                               /* option list of --help */
void params_markdown(FILE *f);                           /* docs/use/parameters.md */
