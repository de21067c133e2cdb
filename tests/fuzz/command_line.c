/* Any bytes as a command line, with arguments ended by zeros: it is refused, asks for help, or gives valid parameters. */
#include "fuzz.h"
#include "options.h"

enum { BYTES = 4096, ARGS = 64 };

#define OPTION_STRUCT fuzz_options
#define OPTION_FILE "../tests/fuzz/command_line.def"
#include "option_table.h"

static const struct command_line command = { .name = "gen", .summary = "", .table = rows, .operands = "NAME..." };

static void values(const struct options *o)
{
	struct fuzz_options own;
	char why[PARAMS_WHY];

	if (!options_read(o, &command, &own, why)) {
		require(*why);
		return;
	}
	require(own.cycles >= 1 && own.cycles <= 1000 && own.load >= 0 && own.load <= 1 && own.how < 2);
	require(own.force == own.given.force && own.given.out == (own.out != NULL) && (own.given.jobs ? own.jobs : 1));
	require(option_check(rows, &own, why));
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
