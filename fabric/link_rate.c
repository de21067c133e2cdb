#include "link_rate.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *subnet;
	uint32_t mbit;
} speeds[] = {
#define SPEED(name, mbit, subnet) { name, subnet, mbit },
#include "link_speeds.def"
#undef SPEED
};

enum { SPEEDS = sizeof speeds / sizeof *speeds };

/* The lanes at the beginning of a text, "4x"; returns what follows, NULL: it is none. */
static const char *lanes_of(const char *text, uint8_t *lanes)
{
	static const struct { const char *text; uint8_t lanes; } widths[] = { { "1x", 1 }, { "2x", 2 }, { "4x", 4 }, { "8x", 8 }, { "12x", 12 } };

	for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++)
		if (!strncmp(text, widths[i].text, strlen(widths[i].text))) {
			*lanes = widths[i].lanes;
			return text + strlen(widths[i].text);
		}
	return NULL;
}

bool link_rate_read(const char *text, const char *subnet, struct link_rate *r)
{
	uint8_t lanes;
	const char *const behind = lanes_of(text, &lanes), *const word = subnet ? subnet : behind;

	if (!behind || (subnet && strcspn(behind, " \t")))
		return false;
	for (uint8_t i = 0; i < SPEEDS; i++) {
		const char *const name = subnet ? speeds[i].subnet : speeds[i].name;

		if (strcspn(word, subnet ? " \t" : " \t,") == strlen(name) && !strncmp(word, name, strlen(name))) {
			*r = (struct link_rate){ lanes, i, lanes * speeds[i].mbit };
			return true;
		}
	}
	return false;
}

void link_rate_text(struct link_rate r, char text[LINK_RATE_TEXT])
{
	text[0] = '\0';
	if (r.lanes)
		snprintf(text, LINK_RATE_TEXT, "%ux%s", r.lanes, speeds[r.speed].name);
	else if (r.mbit)
		snprintf(text, LINK_RATE_TEXT, "%.10g", r.mbit / 1000.0);
}
