#pragma once

#include "asserts.h"
#include "shape.h"

#include <stdio.h>
#include <string.h>

/* Parameters as they are given, `scheme=fbicm nodes=%u` or `--scheme fbicm --nodes %u`; the others have their defaults. */
__attribute__((format(printf, 1, 2))) static inline struct params params_given(const char *format, ...)
{
	struct params p = params_default();
	char text[1024], name[PARAMS_WORD], value[PARAMS_WORD], why[PARAMS_WHY] = "";
	va_list values;

	va_start(values, format);
	assert_in_range(vsnprintf(text, sizeof text, format, values), 0, sizeof text - 1);
	va_end(values);
	for (int n = 0, at = (int)strspn(text, " -"); text[at]; at += n, at += (int)strspn(text + at, " -"))
		if (sscanf(text + at, "%31[^= ]%*1[= ]%31s%n", name, value, &n) != 2 || !params_set(&p, name, value, why))
			fail_msg("%s: cannot take '%s': %s", text, text + at, why);
	if (!params_check(&p, why))
		fail_msg("%s: %s", text, why);
	return p;
}

#define SHAPE_GIVEN(...) shape_of((const struct params[]){ params_given(__VA_ARGS__) })
