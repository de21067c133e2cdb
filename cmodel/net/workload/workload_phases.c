#define _POSIX_C_SOURCE 200809L      /* strtok_r */
#include "workload.h"

#include "text.h"
#include "text_lines.h"
#include "why_not.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 80, INTERVAL = 1 << 30 };         /* bytes of a phase; longest interval */

/* A phase as it is typed. */
struct typed {
	uint64_t cycles;                /* 0: not given */
	double interval, load;          /* likewise */
	enum workload_pattern pattern;
};

static bool read_real(const char *text, double least, double most, double *value)
{
	return text_real(text, value) && *value >= least && *value <= most;
}

static bool read_pattern(const char *text, enum workload_pattern *value)
{
	for (unsigned i = 0; i < PATTERNS; i++)
		if (!strcmp(text, workload_pattern_names[i])) {
			*value = (enum workload_pattern)i;
			return !workload_of_file(*value);
		}
	return false;
}

/* One "key=value". */
static bool set(struct typed *t, const char *key, const char *value)
{
	if (!strcmp(key, "cycles"))
		return lines_whole(value, UINT64_MAX / (PHASES + 1) - 1, &t->cycles) && t->cycles;
	if (!strcmp(key, "interval"))
		return read_real(value, 1, INTERVAL, &t->interval);
	if (!strcmp(key, "load"))
		return read_real(value, 1e-6, 1, &t->load);
	return !strcmp(key, "traffic") && read_pattern(value, &t->pattern);
}

static bool read_one(struct typed *t, char *text, char why[WORKLOAD_WHY])
{
	char whole[TEXT], *rest, *key;

	snprintf(whole, sizeof whole, "%s", text);
	for (key = strtok_r(text, ",", &rest); key; key = strtok_r(NULL, ",", &rest)) {
		char *equals = strchr(key, '=');

		if (equals)
			*equals = '\0';
		if (!equals || !set(t, key, equals + 1))
			return why_not(why, WORKLOAD_WHY, "--phases: '%.40s%s%.40s' is not cycles=N, interval=CYCLES, load=0..1 or traffic=PATTERN", key,
				       equals ? "=" : "", equals ? equals + 1 : "");
	}
	if ((t->interval > 0) != (t->load > 0))
		return true;
	return why_not(why, WORKLOAD_WHY, "--phases: '%.79s' has %s", whole, t->load > 0 ? "both interval= and load=" : "neither interval=CYCLES nor load=L");
}

/* Adds a phase from cycle *from on; *from becomes its end. */
static bool add(struct workload_config *c, char *text, uint64_t *from, char why[WORKLOAD_WHY])
{
	struct typed t = { .pattern = c->pattern };
	char whole[TEXT];

	snprintf(whole, sizeof whole, "%s", text);
	if (c->phases == PHASES)
		return why_not(why, WORKLOAD_WHY, "--phases: more than %d", (int)PHASES);
	if (!read_one(&t, text, why))
		return false;
	if (*from == UINT64_MAX)
		return why_not(why, WORKLOAD_WHY, "--phases: the phase before '%.79s' lacks cycles=N", whole);
	c->phase[c->phases++] = (struct workload_phase){ *from, t.interval > 0 ? t.interval : workload_mean_flits(c) / t.load, t.pattern };
	*from = t.cycles ? *from + t.cycles : UINT64_MAX;
	return true;
}

bool workload_phases(struct workload_config *c, const char *phases, char why[WORKLOAD_WHY])
{
	char text[PHASES * TEXT], *rest, *phase;
	uint64_t from = 0;

	if (strlen(phases) >= sizeof text)
		return why_not(why, WORKLOAD_WHY, "--phases: longer than %zu characters", sizeof text - 1);
	memcpy(text, phases, strlen(phases) + 1);
	for (phase = strtok_r(text, "+", &rest); phase; phase = strtok_r(NULL, "+", &rest))
		if (!add(c, phase, &from, why))
			return false;
	if (!c->phases)
		snprintf(why, WORKLOAD_WHY, "--phases: '%.80s' names none", phases);
	return c->phases;
}
