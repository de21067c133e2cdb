#include "sim.h"

#include "keyed_hash.h"
#include "net/run/simulate_fields.h"
#include "output.h"
#include "program.h"
#include "text.h"

#include <string.h>

char *sim_checkpoint_of(const struct sim_job *j)
{
	struct text t;
	FILE *const f = text_begin(&t);

	if (!f)
		return NULL;
	fprintf(f, "# sources = %s\n", program_sources);
	simulate_write_config(&j->run, f);
	fprintf(f, "# csv-links = %s\n# report = %s\n", j->run.links ? "yes" : "no", j->run.samples ? "yes" : "no");
	return text_end(&t, f);
}

/* Process 0 alone writes and reads. */
static bool find_key(struct sim_job *j, char why[PARAMS_WHY])
{
	char cause[KEY_WHY];

	if (!(j->s.checkpoint || j->s.restart) || processes_number(j->run.network.processes) ||
	    user_key("checkpoint.key", j->s.checkpoint, j->run.checkpoint_key, cause))
		return true;
	snprintf(why, PARAMS_WHY, "--%s: %.200s", j->s.checkpoint ? "checkpoint" : "restart", cause);
	return false;
}

bool sim_checkpoint_possible(struct sim_job *j, char why[PARAMS_WHY])
{
	const struct sim_options *s = &j->s;
	const char *const name = s->checkpoint ? "checkpoint" : "restart";
	char cause[OUTPUT_WHY];

	if (!s->checkpoint && s->given.every)
		snprintf(why, PARAMS_WHY, "--every: with --checkpoint FILE only");
	else if (s->checkpoint && !s->every)
		snprintf(why, PARAMS_WHY, "--checkpoint: --every CYCLES is missing, 1 or more");
	else if ((s->checkpoint || s->restart) && (s->backend != LOCKSTEP_C || s->payload))
		snprintf(why, PARAMS_WHY, "--%s: of the C model alone; --%s has other switches", name, s->payload ? "payload" : "backend");
	else if (s->checkpoint && !strcmp(s->checkpoint, "-"))
		snprintf(why, PARAMS_WHY, "--checkpoint: '-' is no file");
	else if (s->checkpoint && !processes_number(j->run.network.processes) && !output_possible(s->checkpoint, cause))
		snprintf(why, PARAMS_WHY, "--checkpoint: %.200s", cause);
	else
		return find_key(j, why);
	return false;
}
