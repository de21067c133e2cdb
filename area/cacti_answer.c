#include "cacti_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text after `label` and a later `end` in the first line that has both; NULL: no such line. */
static const char *behind(const char *answer, const char *label, const char *end)
{
	for (const char *at = answer; (at = strstr(at, label)); at++) {
		const char *colon = strstr(at, end), *newline = strchr(at, '\n');

		if (colon && (!newline || colon < newline))
			return colon + strlen(end);
	}
	return NULL;
}

/* Reads a positive number, and moves *text behind it. */
static bool number(const char **text, double *value)
{
	char *end;
	const double v = strtod(*text, &end);

	if (end == *text || !isfinite(v) || v <= 0)
		return false;
	*text = end;
	*value = v;
	return true;
}

static bool figure(const char *answer, const char *label, const char *end, double *value)
{
	const char *text = behind(answer, label, end);

	return text && number(&text, value);
}

/* Printed as a product; the same as the array's area. */
static bool outline(const char *answer, double *area)
{
	const char *text = behind(answer, "Cache height x width", ":");
	double h, w;

	if (!text || !number(&text, &h))
		return false;
	text += strspn(text, " ");
	if (*text++ != 'x' || !number(&text, &w))
		return false;
	*area = h * w;
	return true;
}

/* The first line with an error; if there is none, the last line that is not blank. */
static void complaint(const char *answer, char *line, size_t size)
{
	static const char *const words[] = { "ERROR", "error", "must", "Invalid", "invalid", "Unknown", "not supported" };
	const char *found = NULL, *last = "";

	for (const char *c = answer; *c && !found; c += strcspn(c, "\n"), c += *c == '\n') {
		const size_t n = strcspn(c, "\n");

		if (n > strspn(c, " \t\r"))
			last = c;
		for (unsigned i = 0; i < sizeof words / sizeof *words && !found; i++) {
			const char *at = strstr(c, words[i]);

			if (at && at < c + n)
				found = c;
		}
	}
	found = found ? found : last;
	found += strspn(found, " \t");
	snprintf(line, size, "%.*s", (int)strcspn(found, "\r\n"), found);
}

static const char *dialect(const char *answer)
{
	if (strstr(answer, "CACTI-P"))
		return "CACTI-P";
	if (strstr(answer, "CACTI (version 7"))
		return "CACTI 7";
	return strstr(answer, "CACTI version 6.5") ? "CACTI 6.5" : "CACTI of unknown version";
}

bool cacti_parse(const char *answer, const struct memory *m, struct price *p, char why[PRICE_WHY])
{
	const struct { const char *label, *end; double *value; } wanted[] = {
		{ "Access time (ns)", ":", &p->access_ns },
		{ "Cycle time (ns)", ":", &p->cycle_ns },
		{ "Total dynamic read energy per access", ":", &p->read_nj },
		{ "Total leakage power of a bank", "(mW):", &p->leakage_mw },
		{ m->kind == MEMORY_CAM ? "Total dynamic associative search energy per access" : "Total dynamic read energy per access", ":",
		  m->kind == MEMORY_CAM ? &p->search_nj : &p->read_nj },
	};
	const char *missing = outline(answer, &p->area_mm2) ? NULL : "Cache height x width";
	char said[96];

	for (unsigned i = 0; i < sizeof wanted / sizeof *wanted && !missing; i++)
		if (!figure(answer, wanted[i].label, wanted[i].end, wanted[i].value))
			missing = wanted[i].label;
	if (missing) {
		complaint(answer, said, sizeof said);
		snprintf(why, PRICE_WHY, "gives no '%s'; it says: %s", missing, *said ? said : "nothing");
		return false;
	}
	figure(answer, "Total dynamic write energy per access", ":", &p->write_nj);     /* 6.5 and P may not print it */
	snprintf(p->note, sizeof p->note, "%s", dialect(answer));
	return true;
}
