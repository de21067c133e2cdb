#include "options.h"
#include "report_error.h"
#include "resumed.h"
#include "study_run.h"

#include <unistd.h>

const struct command_line line_sweep = {
	.name = "sweep",
	.operands = "FILE...",
	.summary = "Runs `sluice sim` over all combinations of the values that a text file lists, with several seeds if wanted, and writes\n"
		   "a table (CSV), means with 95 % confidence intervals, and a plot. Runs with results in DIR are not repeated, so an interrupted\n"
		   "sweep continues where it stopped. docs/sweeps.md describes the file.",
	.table = study_rows,
	.plain = true,
};

int command_sweep(int argc, char **argv)
{
	struct study_options own;
	struct options o;
	bool plots = true;
	int status, fd;

	if (!options_parse(&o, &line_sweep, &own, argc, argv, &status))
		return status;
	if (!o.operands)
		return bad_input("sweep: FILE is missing");
	fd = resumed_lock(own.out, &status);
	if (fd < 0)
		return status;
	status = EXIT_OK;
	for (unsigned i = 0; i < o.operands && status == EXIT_OK; i++)
		status = study_run(o.operand[i], &own, &plots);
	close(fd);
	return status;
}
