#pragma once

/* What calls of the library begin and end with. */

#include <locale.h>

/* Numbers in this thread have a decimal point, whatever the program that calls has set, from begin to end. */
struct c_locale {
	locale_t before, during;        /* during: 0 if memory is short; then nothing changes */
};

static inline struct c_locale c_locale_begin(void)
{
	struct c_locale l = { .during = newlocale(LC_ALL_MASK, "C", (locale_t)0) };

	l.before = uselocale(l.during);
	return l;
}

static inline void c_locale_end(struct c_locale l)
{
	uselocale(l.before);
	if (l.during)
		freelocale(l.during);
}

/* A line that stays one: control characters, which options may have, are shown as '?'. */
static inline void one_line(char *why)
{
	for (; *why; why++)
		*why = (unsigned char)*why < ' ' || *why == 0x7f ? '?' : *why;
}
