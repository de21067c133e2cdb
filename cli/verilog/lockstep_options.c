#include "lockstep_options.h"

#include "rtl.h"

#include <stdlib.h>

const char *const injection_names[INJECTIONS] = {
	[INJECTION_FIFO] = "fifo", [INJECTION_OLDEST_FIRST] = "oldest-first", [INJECTION_PER_DESTINATION] = "per-destination",
};

static const char *const memory_checks[] = { "rolling", "every" };

const struct option_row lockstep_rows[] = {
#define OPTION_STRUCT lockstep_options
#define OPTION_FILE "verilog/lockstep.def"
#include "option_rows.h"
};

const struct command_line line_lockstep = {
	.name = "lockstep",
	.summary = "Runs a switch, or a whole network, that `sluice gen` wrote in lockstep with its C model, under traffic. Every register,\n"
		   "output and memory is compared in every cycle. Every packet must leave once, in order and intact.",
	.table = lockstep_rows,
};

bool lockstep_plant_and_waves(const struct lockstep_options *own, const char *registers, struct lockstep_plant *plant, uint64_t *from, uint64_t *to,
			      char why[PARAMS_WHY])
{
	if (own->waves && !(rtl_numbers(own->waves, ':', from, to) && *from <= *to))
		snprintf(why, PARAMS_WHY, "--waves: '%.40s' is not A:B, two cycles with A <= B", own->waves);
	else if (own->plant && !rtl_plant(plant, own->plant))
		snprintf(why, PARAMS_WHY, "--plant: '%.80s' is not %s:BIT@CYCLE", own->plant, registers);
	else
		return true;
	return false;
}

bool lockstep_locate(struct lockstep_place *p, const struct options *o, const struct lockstep_options *own)
{
	bool ok;

	p->dir = generated_dir(o->config);
	ok = p->dir && asprintf(&p->list, "%s/" GEN_LIST, p->dir) >= 0;
	ok = ok && (own->build_dir ? asprintf(&p->build_dir, "%s", own->build_dir) : asprintf(&p->build_dir, "%s/lockstep", p->dir)) >= 0;
	return ok && (!own->waves || asprintf(&p->waves, "%s/sluice-waves.fst", p->build_dir) >= 0);
}

void lockstep_place_free(struct lockstep_place *p)
{
	free(p->dir);
	free(p->list);
	free(p->build_dir);
	free(p->waves);
}
