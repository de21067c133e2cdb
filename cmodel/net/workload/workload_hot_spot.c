#define _POSIX_C_SOURCE 200809L      /* strtok_r */
#include "workload.h"

#include "text.h"
#include "text_lines.h"
#include "why_not.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 160 };

static bool fraction(const char *text, double *value)
{
	return text_real(text, value) && *value >= 0 && *value <= 1;
}

/* One "key=value". */
static bool set(struct hot_spot *h, const char *key, const char *value, bool *placed, bool *shared)
{
	uint64_t node, sl;

	if (!strcmp(key, "node")) {
		*placed = lines_whole(value, UINT32_MAX, &node);
		h->node = (uint32_t)node;
		return *placed;
	}
	if (!strcmp(key, "traffic") || !strcmp(key, "sources")) {
		h->of_sources = *key == 's';
		return !*shared && (*shared = fraction(value, &h->share));
	}
	if (!strcmp(key, "load"))
		return fraction(value, &h->load);
	if (!strcmp(key, "sl")) {
		const bool known = lines_whole(value, SERVICE_LEVELS - 1, &sl);

		h->sls = known ? 1u << sl : 0;
		return known;
	}
	if (!strcmp(key, "from"))
		return lines_whole(value, UINT64_MAX, &h->from);
	return !strcmp(key, "to") && lines_whole(value, UINT64_MAX, &h->to);
}

static bool read_one(struct hot_spot *h, char *text, char why[WORKLOAD_WHY])
{
	char whole_text[TEXT], *rest, *key;
	bool placed = false, shared = false;

	snprintf(whole_text, sizeof whole_text, "%s", text);
	*h = (struct hot_spot){ .load = NAN, .to = UINT64_MAX };
	for (key = strtok_r(text, ",", &rest); key; key = strtok_r(NULL, ",", &rest)) {
		char *equals = strchr(key, '=');

		if (equals)
			*equals = '\0';
		if (!equals || !set(h, key, equals + 1, &placed, &shared))
			return why_not(why, WORKLOAD_WHY, "--hot-spot: '%.40s%s%.40s' is not node=N, traffic=0..1, sources=0..1, load=0..1, sl=0..7, from=CYCLE or to=CYCLE", key,
				       equals ? "=" : "", equals ? equals + 1 : "");
	}
	if (!placed || !shared)
		return why_not(why, WORKLOAD_WHY, "--hot-spot: '%.80s' lacks %s", whole_text, placed ? "traffic=SHARE or sources=SHARE" : "node=N");
	if (!h->of_sources && !isnan(h->load))
		return why_not(why, WORKLOAD_WHY, "--hot-spot: load= is of sources=SHARE; with traffic=SHARE the load is that of --load");
	h->load = isnan(h->load) ? 1 : h->load;
	return true;
}

bool workload_hot_spots(struct workload_config *c, const char *spots, char why[WORKLOAD_WHY])
{
	char text[HOT_SPOTS * TEXT], *rest, *spot;

	if (strlen(spots) >= sizeof text)
		return why_not(why, WORKLOAD_WHY, "--hot-spot: longer than %zu characters", sizeof text - 1);
	memcpy(text, spots, strlen(spots) + 1);
	for (spot = strtok_r(text, "+", &rest); spot; spot = strtok_r(NULL, "+", &rest)) {
		if (c->hot_spots == HOT_SPOTS)
			return why_not(why, WORKLOAD_WHY, "--hot-spot: more than %d", (int)HOT_SPOTS);
		if (!read_one(&c->hot[c->hot_spots++], spot, why))
			return false;
	}
	if (!c->hot_spots)
		snprintf(why, WORKLOAD_WHY, "--hot-spot: '%.80s' names none", spots);
	return c->hot_spots;
}
