#include "commands.h"

const char program_name_help[] = "generate network switches as Verilog, check, simulate and price them";
const char program_summary[] =
	"Generates input-queued switches with congestion management as Verilog, and checks each switch against its C model in every cycle.";

const struct option_row program_rows[] = {
	{ .name = "help", .type = OPTION_FLAG, .help = "list of commands; after a command: its options and all parameters" },
	{ .name = "version", .type = OPTION_FLAG, .help = "version" },
	{ .name = NULL },
};

const struct command commands[] = {
#define COMMAND(name, help) { #name, help, command_##name, &line_##name },
#include "commands.def"
	{ .name = NULL },
};
