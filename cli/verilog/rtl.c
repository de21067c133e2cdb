#include "rtl.h"

#include "report_error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A library that is whole and cannot be loaded, of another machine perhaps, is built again. */
static enum build_status build_and_load(const struct build *b, struct dut_lib *lib, char why[BUILD_WHY])
{
	char object[BUILD_PATH];
	struct build again = *b;
	enum build_status status = build_switch(b, object, why);

	_Static_assert((int)BUILD_WHY >= (int)DUT_WHY, "messages are passed on");
	if (status != BUILD_OK || dut_load(lib, object, why))
		return status;
	again.anew = true;
	status = build_switch(&again, object, why);
	if (status == BUILD_OK && !dut_load(lib, object, why))
		status = BUILD_FAILED;
	return status;
}

int rtl_load(const struct build *b, struct dut_lib *lib)
{
	char why[BUILD_WHY];
	const bool terminal = isatty(2);

	if (terminal)
		fputs("building the RTL ...", stderr);
	const enum build_status status = build_and_load(b, lib, why);
	if (terminal)
		fputs("\r\033[K", stderr);
	switch (status) {
	case BUILD_OK: return EXIT_OK;
	case BUILD_NO_RTL: case BUILD_NO_PLACE: return bad_input("%s", why);
	default: return environment_failed("%s", why);
	}
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
