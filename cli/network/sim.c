#include "say.h"
#include "sim_backend.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Standard output may be wanted for a file: then the words go to standard error. */
static FILE *words(const struct sim_options *s)
{
	const char *const files[] = { s->json, s->csv_series, s->csv_histogram, s->csv_links, s->csv_nodes };

	for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
		if (files[i] && !strcmp(files[i], "-"))
			return stderr;
	return stdout;
}

static int run(const struct sim_setup *u, const struct sim_backend *b, const struct options *o, const struct sim_line *line)
{
	struct sim_result r;
	char why[NETWORK_WHY];
	int status;

	FILE *const terminal = isatty(2) ? stderr : NULL;

	errno = 0;
	if (!sim_run(&r, u, terminal, why))
		return cannot("%s", why);
	sim_backend_judge(b, &r);
	sim_print(u, &r, words(&u->s));
	sim_backend_print(b, u, &r, o, line, words(&u->s));
	status = r.failed ? EXIT_CHECK_FAILED : EXIT_OK;
	if (!sim_write_outputs(u, &r, why))
		status = cannot("%s", why);
	sim_result_free(&r);
	return status;
}

static int simulate(struct sim_setup *u, const struct options *o, const struct sim_line *line)
{
	struct sim_backend b;
	char why[NETWORK_WHY];
	int status;

	if (!sim_outputs_possible(&u->s, why))
		return cannot("%s", why);
	status = sim_backend_open(&b, u, o);
	if (status == EXIT_OK) {
		status = run(u, &b, o, line);
		sim_backend_close(&b);
	}
	return status;
}

int command_sim(int argc, char **argv);

int command_sim(int argc, char **argv)
{
	struct sim_line line;
	struct sim_setup u;
	struct options o;
	char why[PARAMS_WHY];
	int status;

	sim_line(&line);
	if (!options_parse(&o, &line.line, argc, argv, &status))
		return status;
	if (!sim_setup(&u, &o, &line, why))
		return bad_input("%s", why);
	return simulate(&u, &o, &line);
}
