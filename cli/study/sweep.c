#include "options.h"
#include "report_error.h"
#include "study_measure.h"

const struct command_line line_sweep = {
	.name = "sweep",
	.operands = "FILE...",
	.summary = "Runs `sluice sim` over all combinations of the values that a text file lists, with several seeds if wanted, and writes\n"
		   "a table (CSV), means with 95 % confidence intervals, and a plot. Runs with results in DIR are not repeated, so an interrupted\n"
		   "sweep continues where it stopped. docs/study/sweeps.md describes the file.",
	.table = study_rows,
	.plain = true,
};

int command_sweep(int argc, char **argv)
{
	struct study_options own;
	struct options o;
	int status;

	if (!options_parse(&o, &line_sweep, &own, argc, argv, &status))
		return status;
	return o.operands ? study_run_all(&o, &line_sweep, &own, o.operand, o.operands, NULL) : bad_input("sweep: FILE is missing");
}
