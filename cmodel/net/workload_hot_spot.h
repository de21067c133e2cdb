#ifndef WORKLOAD_HOT_SPOT_H
#define WORKLOAD_HOT_SPOT_H

#include "workload.h"

/* Adds the hot spots of a text: "node=6,traffic=0.1+node=7,sources=0.25,load=1,from=1000,to=2000". False: why. */
bool workload_hot_spots(struct workload_config *, const char *text, char why[WORKLOAD_WHY]);

#endif
