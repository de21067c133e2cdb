#ifndef SIM_HOT_SPOT_H
#define SIM_HOT_SPOT_H

#include "params.h"
#include "net/workload.h"

/* Hot spots as --hot-spot says them: "node=6,traffic=0.1+node=9,sources=0.25,load=1,from=1000,to=2000". Returns false and says why. */
bool sim_hot_spots(struct workload_config *c, const char *option, char why[PARAMS_WHY]);

#endif
