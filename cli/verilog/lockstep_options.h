#pragma once

#include "generated.h"
#include "lockstep.h"
#include "options.h"

/* `sluice lockstep`, of a switch and of a whole network: its options, and its files. */
struct lockstep_options {
#define OPTION_FILE "verilog/lockstep.def"
#include "option_members.h"
#undef OPTION_FILE
};

extern const char *const injection_names[INJECTIONS];
extern const struct option_row lockstep_rows[];

/* Reads --plant and --waves; registers: what names one, for messages. False: why. */
bool lockstep_plant_and_waves(const struct lockstep_options *, const char *registers, struct lockstep_plant *, uint64_t *from, uint64_t *to,
			      char why[PARAMS_WHY]);

struct lockstep_place {
	char *dir;                      /* of the config */
	char *list, *build_dir;         /* of the Verilog there; of what is built of it */
	char *waves;                    /* NULL: none are wanted */
};

/* False: out of memory. Whatever it returns, free it. */
bool lockstep_locate(struct lockstep_place *, const struct options *, const struct lockstep_options *);
void lockstep_place_free(struct lockstep_place *);

/* The whole network that --config names. Returns an exit status. */
int lockstep_fabric(const struct options *, const struct lockstep_options *, struct generated_fabric *);
