/*
 * Any bytes as the file of a sweep: refused with the line or the file of the error, or read. What was read has points that can be counted and selected, and claims and a plot
 * that are of its columns, or are refused.
 */
#include "fuzz.h"
#include "study.h"

#include <stdlib.h>

enum { BYTES = 1 << 14 };

static struct lattice lattice;

static void points(const struct study *s)
{
	char text[LATTICE_TEXT];

	for (unsigned quick = 0; quick < 2; quick++) {
		lattice_make(&lattice, s->axis, quick);
		require(lattice.points >= 1 && lattice.points <= LATTICE_POINTS);
		lattice_text(&lattice, lattice.points - 1, text, sizeof text);
		for (unsigned a = 0; a < lattice.axes; a++)
			axis_options(&s->axis[a], lattice_value(&lattice, lattice.points - 1, a));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *const text = malloc(size + 1), why[STUDY_WHY];
	struct study *s;

	if (!text || size > BYTES) {
		free(text);
		return 0;
	}
	memcpy(text, data, size);
	text[size] = '\0';
	s = study_read_text(text, "x.sweep", why);
	free(text);
	if (!s) {
		require_message(why, sizeof why, "x.sweep");
		return 0;
	}
	points(s);
	if (!s->runs_of && !study_check(s, s, "x.sweep", why))
		require_message(why, sizeof why, "x.sweep");
	study_free(s);
	return 0;
}
