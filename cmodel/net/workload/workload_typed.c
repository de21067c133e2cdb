/* Hot spots and phases, as they are typed: parts joined by "+", each of several "key=value" joined by ",". */
#include "workload.h"

#include "option.h"
#include "why_not.h"

#include <string.h>

#define OPTION_STRUCT typed_spot
#define OPTION_ROWS spot_rows
#define OPTION_FILE "net/workload/hot_spot.def"
#include "option_table.h"

#define OPTION_STRUCT typed_phase
#define OPTION_ROWS phase_rows
#define OPTION_FILE "net/workload/phase.def"
#include "option_table.h"

_Static_assert((int)PATTERN_JOBS == PATTERN_TRACE + 1 && (int)PATTERNS == PATTERN_JOBS + 1, "patterns of files are the last ones");

enum { SPOT_TEXT = 160, PHASE_TEXT = 80 };      /* bytes of a part, with its end */

struct parts {
	const char *option, *form;      /* its name; what a key and its value are, in words */
	const char *once;               /* keys of which there is one at most */
	const struct option_row *rows;
	unsigned most, bytes;           /* parts; bytes of one */
	/* Adds a part, with read_part(). whole: its text, as far as messages show it; *from: the end of the phase before, and then of this one. */
	bool (*add)(const struct parts *, struct workload_config *, char *text, const char *whole, uint64_t *from, char why[WORKLOAD_WHY]);
};

/* Reads what a part says, and cuts its text in place. False: why. */
static bool read_part(const struct parts *p, void *to, char *text, char why[WORKLOAD_WHY])
{
	char cause[OPTION_WHY], *rest;

	option_defaults(p->rows, to);
	for (char *key = strtok_r(text, ",", &rest); key; key = strtok_r(NULL, ",", &rest)) {
		char *const equals = strchr(key, '=');

		if (equals)
			*equals = '\0';
		const struct option_row *const row = option_find(p->rows, key);

		if (!equals || !row || (strstr(p->once, row->name) && option_given(p->rows, to, p->once)) || !option_set(row, to, equals + 1, cause))
			return why_not(why, WORKLOAD_WHY, "--%s: '%.40s%s%.40s' is not %s", p->option, key, equals ? "=" : "", equals ? equals + 1 : "",
				       p->form);
	}
	return true;
}

/* *n: how many there are. */
static bool read_parts(const struct parts *p, struct workload_config *c, const unsigned *n, const char *typed, char why[WORKLOAD_WHY])
{
	char text[PHASES * PHASE_TEXT], whole[SPOT_TEXT], *rest;
	uint64_t from = 0;

	_Static_assert((int)HOT_SPOTS * (int)SPOT_TEXT <= (int)PHASES * (int)PHASE_TEXT, "there is room for either");
	if (strlen(typed) >= p->most * p->bytes)
		return why_not(why, WORKLOAD_WHY, "--%s: longer than %u characters", p->option, p->most * p->bytes - 1);
	memcpy(text, typed, strlen(typed) + 1);
	for (char *part = strtok_r(text, "+", &rest); part; part = strtok_r(NULL, "+", &rest)) {
		snprintf(whole, sizeof whole, "%s", part);
		if (*n == p->most)
			return why_not(why, WORKLOAD_WHY, "--%s: more than %u", p->option, p->most);
		if (!p->add(p, c, part, whole, &from, why))
			return false;
	}
	return *n || why_not(why, WORKLOAD_WHY, "--%s: '%.80s' names none", p->option, typed);
}

static bool add_spot(const struct parts *p, struct workload_config *c, char *text, const char *whole, uint64_t *from, char why[WORKLOAD_WHY])
{
	struct typed_spot t;

	(void)from;
	if (!read_part(p, &t, text, why))
		return false;
	if (!t.given.node || !(t.given.traffic || t.given.sources))
		return why_not(why, WORKLOAD_WHY, "--hot-spot: '%.80s' lacks %s", whole, t.given.node ? "traffic=SHARE or sources=SHARE" : "node=N");
	if (t.given.traffic && t.given.load)
		return why_not(why, WORKLOAD_WHY, "--hot-spot: load= is of sources=SHARE; with traffic=SHARE the load is that of --load");
	c->hot[c->hot_spots++] = (struct hot_spot){
		.node = (uint32_t)t.node, .of_sources = t.given.sources, .share = t.given.sources ? t.sources : t.traffic, .load = t.load,
		.sls = t.given.sl ? 1u << t.sl : 0, .from = t.from, .to = t.to,
	};
	return true;
}

bool workload_hot_spots(struct workload_config *c, const char *spots, char why[WORKLOAD_WHY])
{
	static const struct parts p = {
		"hot-spot", "node=N, traffic=0..1, sources=0..1, load=0..1, sl=0..7, from=CYCLE or to=CYCLE", "traffic sources", spot_rows, HOT_SPOTS,
		SPOT_TEXT, add_spot,
	};

	return read_parts(&p, c, &c->hot_spots, spots, why);
}

static bool add_phase(const struct parts *p, struct workload_config *c, char *text, const char *whole, uint64_t *from, char why[WORKLOAD_WHY])
{
	struct typed_phase t;

	if (!read_part(p, &t, text, why))
		return false;
	if (t.given.interval == t.given.load)
		return why_not(why, WORKLOAD_WHY, "--phases: '%.79s' has %s", whole,
			       t.given.load ? "both interval= and load=" : "neither interval=CYCLES nor load=L");
	if (*from == UINT64_MAX)
		return why_not(why, WORKLOAD_WHY, "--phases: the phase before '%.79s' lacks cycles=N", whole);
	c->phase[c->phases++] = (struct workload_phase){
		*from, t.given.interval ? t.interval : workload_mean_flits(c) / t.load, t.given.traffic ? (enum workload_pattern)t.traffic : c->pattern,
	};
	*from = t.given.cycles ? *from + t.cycles : UINT64_MAX;
	return true;
}

bool workload_phases(struct workload_config *c, const char *phases, char why[WORKLOAD_WHY])
{
	static const struct parts p = {
		"phases", "cycles=N, interval=CYCLES, load=0..1 or traffic=PATTERN", "", phase_rows, PHASES, PHASE_TEXT, add_phase,
	};

	return read_parts(&p, c, &c->phases, phases, why);
}
