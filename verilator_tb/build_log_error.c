#include "build_log_error.h"

#include <stdio.h>
#include <string.h>

static void copy_line(const char *line, char reason[BUILD_LOG_ERROR])
{
	const size_t n = strcspn(line, "\r\n");

	snprintf(reason, BUILD_LOG_ERROR, "%.*s", (int)n, line);
}

/* The line that a place in the text is on. */
static const char *begin_of(const char *text, const char *place)
{
	while (place > text && place[-1] != '\n')
		place--;
	return place;
}

/* One thing leads to another: the cause is looked for first, and of each kind the first line. */
void build_log_error(struct text log, char reason[BUILD_LOG_ERROR])
{
	static const char *const words[] = {
		"No space left on device", "Disk quota exceeded", "File too large", "Cannot allocate memory", "Killed", "%Error", "fatal error:", "error:", "Error",
	};

	snprintf(reason, BUILD_LOG_ERROR, "it says nothing");
	if (!log.s || !log.size)
		return;
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		const char *const place = strstr(log.s, words[i]);

		if (place) {
			copy_line(begin_of(log.s, place), reason);
			return;
		}
	}
	copy_line(log.s, reason);
}
