/* Any bytes as a config file: refused with a message of one line, or accepted. If they describe a switch, they are written and read back the same. */
#include "fuzz.h"
#include "params.h"

static bool read_bytes(struct params *p, const void *bytes, size_t size, char why[PARAMS_WHY])
{
	FILE *f = fmemopen((void *)(uintptr_t)bytes, size, "r");
	bool good;

	require(f);
	good = params_read(p, NULL, f, "x.conf", why);
	fclose(f);
	return good;
}

static void read_back(const struct params *p, const char *comment)
{
	char text[4096], why[PARAMS_WHY];
	struct params again = params_default();
	FILE *f = fmemopen(text, sizeof text, "w");
	long size;

	require(f);
	params_write(p, f, comment);
	size = ftell(f);
	require(size > 0 && !fclose(f));
	require(read_bytes(&again, text, (size_t)size, why));
	require(!memcmp(p, &again, sizeof again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct params before = params_default();
	struct params p = before;
	char why[PARAMS_WHY];

	if (!size)
		return 0;
	if (!read_bytes(&p, data, size, why)) {
		require(strlen(why) > strlen("x.conf:") && !strchr(why, '\n') && !memcmp(&p, &before, sizeof p));
		return 0;
	}
	if (!params_check(&p, why)) {
		require(*why && !strchr(why, '\n'));
		return 0;
	}
	read_back(&p, "#");
	read_back(&p, "//");
	return 0;
}
