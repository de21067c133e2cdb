#include "options.h"
#include "report_error.h"
#include "resumed.h"
#include "study_run.h"

#include <stdlib.h>

const struct command_line line_sweep = {
	.name = "sweep",
	.operands = "FILE...",
	.summary = "Runs `sluice sim` over all combinations of the values that a text file lists, with several seeds if wanted, and writes\n"
		   "a table (CSV), means with 95 % confidence intervals, and a plot. Runs with results in DIR are not repeated, so an interrupted\n"
		   "sweep continues where it stopped. docs/study/sweeps.md describes the file.",
	.table = study_rows,
	.plain = true,
};

static int run(const struct options *o, const struct study_options *own, const struct points *points)
{
	int status = EXIT_OK;
	bool plots = true, made;
	const int fd = resumed_lock(own->out, points_apart(points), &made, &status);

	if (fd < 0)
		return status;
	for (unsigned i = 0; i < o->operands && status == EXIT_OK; i++)
		status = study_run(o->operand[i], own, points_given(points) ? points : NULL, &plots);
	resumed_unlock(fd, own->out, made);
	return status;
}

int command_sweep(int argc, char **argv)
{
	struct study_options own;
	struct options o;
	char why[OPTION_WHY], *again;
	int status;

	if (!options_parse(&o, &line_sweep, &own, argc, argv, &status))
		return status;
	if (!o.operands)
		return bad_input("sweep: FILE is missing");
	again = points_again(&o, &line_sweep);
	const struct points points = study_points(&own, again);

	if (!again)
		status = environment_failed("not enough memory");
	else
		status = points_check(&points, o.operands, why) ? run(&o, &own, &points) : bad_input("%s", why);
	free(again);
	return status;
}
