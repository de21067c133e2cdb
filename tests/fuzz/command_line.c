/* Any bytes as a command line, with arguments ended by zeros: it is refused, asks for help, or gives valid parameters. */
#include "fuzz.h"
#include "options.h"

enum { BYTES = 4096, ARGS = 64 };

static const struct option_desc own[] = {
	{ "out", "DIR", "" },
	{ "force", NULL, "" },
	{ "cycles", "N", "" },
	{ "load", "L", "" },
};

static const struct command_line command = {
	.name = "gen", .summary = "", .options = own, .n = sizeof own / sizeof *own, .operands = "NAME...",
};

static void values(const struct options *o)
{
	uint64_t cycles = 7;
	double load = 0.5;
	char why[PARAMS_WHY];

	if (options_number(o, &command, 2, 1, 1000, &cycles, why))
		require(cycles >= 1 && cycles <= 1000);
	if (options_real(o, &command, 3, 0, 1, &load, why))
		require(load >= 0 && load <= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[BYTES + 1], *argv[ARGS + 2] = { (char[]){ "gen" } }, why[PARAMS_WHY];
	struct options o;
	int argc = 1;

	if (size > BYTES)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	for (size_t at = 0; at < size && argc <= ARGS; at += strlen(text + at) + 1)
		argv[argc++] = text + at;
	if (!options_scan(&o, &command, argc, argv, why)) {
		require(*why);
		return 0;
	}
	require(o.operands <= OPERANDS);
	for (unsigned i = 0; i < o.operands; i++)
		require(o.operand[i] && *o.operand[i] != '-');
	values(&o);
	if (!options_params(&o, NULL, NULL, why))
		require(*why);
	else
		require(params_check(&o.params, why));
	return 0;
}
