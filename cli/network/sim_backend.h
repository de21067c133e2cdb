#pragma once

#include "sim.h"
#include "dut.h"
#include "net_backend.h"

/* The switches of a run that are not the C model alone: --backend rtl or both, --payload. And likewise its network interfaces, with --backend. */
struct sim_backend {
	struct net_backend *switches, *nics;    /* NULL: it is the C model alone, or there are none */
	struct dut_lib lib, nic_lib;
	char top[PARAMS_WORD + 8];
};

/* What the options say, before anything is built. Returns false and says why. */
bool sim_backend_check(const struct sim_job *j, char why[PARAMS_WHY]);

/* Builds what is asked for, and puts it into the network. Returns an exit status; what is wrong has been said. */
int sim_backend_open(struct sim_backend *b, struct sim_job *j);
void sim_backend_close(struct sim_backend *b);

/* After the run: adds what only the switches know. */
void sim_backend_judge(const struct sim_backend *b, struct simulation_result *r);

/* In plain words; where something went wrong, what differs, and the command that shows it again. */
void sim_backend_print(const struct sim_backend *b, const struct sim_job *j, const struct simulation_result *r, FILE *f);
