#define _POSIX_C_SOURCE 200809L
#include "rtl.h"

#include "say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int rtl_load(const struct build *b, struct dut_lib *lib)
{
	char object[BUILD_PATH], why[BUILD_WHY];
	const bool terminal = isatty(2);

	if (terminal)
		fputs("building the RTL ...", stderr);
	const enum build_status status = build_switch(b, object, why);
	if (terminal)
		fputs("\r\033[K", stderr);
	if (status == BUILD_OK && dut_load(lib, object, why))
		return EXIT_OK;
	bad_input("%s", why);
	return status == BUILD_OK || status == BUILD_FAILED ? EXIT_CHECK_FAILED : EXIT_BAD_INPUT;
}

bool rtl_numbers(const char *text, char c, uint64_t *a, uint64_t *b)
{
	char *end;

	errno = 0;
	if (*text < '0' || *text > '9')
		return false;
	*a = strtoull(text, &end, 10);
	if (*end != c || end[1] < '0' || end[1] > '9')
		return false;
	*b = strtoull(end + 1, &end, 10);
	return !*end && !errno;
}

bool rtl_plant(struct lockstep_plant *p, const char *text)
{
	const char *colon = strrchr(text, ':');
	uint64_t bit;

	if (!colon || colon == text || (size_t)(colon - text) >= sizeof p->name || !rtl_numbers(colon + 1, '@', &bit, &p->cycle) ||
	    bit > UINT32_MAX)
		return false;
	memcpy(p->name, text, (size_t)(colon - text));
	p->name[colon - text] = '\0';
	p->bit = (unsigned)bit;
	return true;
}
