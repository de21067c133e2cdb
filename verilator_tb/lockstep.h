#pragma once

#include "net/engine/backends.h"
#include "laws.h"
#include "memory.h"
#include "model_bank.h"
#include "neighbours.h"
#include "outputs.h"
#include "rng.h"
#include "scoreboard.h"

/*
 * The loop: neighbours drive a switch, which is the C model, its Verilated RTL, or both in
 * lockstep, and a scoreboard watches. In lockstep the registers, the outputs and the memories are
 * compared in every cycle. Stimulus and statistics are the same for all three.
 */
enum { LOCKSTEP_WHY = 1024, LOCKSTEP_NAME = 256 };

/* A fault, to try the comparator: one bit of a register or memory word of the RTL is flipped as the cycle begins. */
struct lockstep_plant {
	char name[LOCKSTEP_NAME];       /* as in reports: "g_in[3].iport.mu.head_q"; empty: none */
	unsigned bit;
	uint64_t cycle;
};

struct lockstep_config {
	struct shape shape;
	struct neighbours_config traffic;       /* its stop_cycle is that of the run: `cycles` */
	enum lockstep_backend backend;
	const struct dut_lib *lib;              /* not for LOCKSTEP_C; probed for LOCKSTEP_BOTH; probed and prompt if driven */
	const char *top;                        /* top module */
	uint64_t cycles;                        /* with traffic */
	uint64_t resets;                        /* of switch, model and neighbours, at cycles drawn from the seed; not if driven */
	bool drain;                             /* then run on until no packet is left */
	bool driven;                            /* by lockstep_step(): no neighbours. Not for LOCKSTEP_C */
	struct table_words table;               /* the routing table, if driven and the scheme has one, written in reset; must outlive it */
	uint32_t at;                            /* the position of a wormhole router, if driven; otherwise that of its neighbours */
	bool lawless;                           /* without the laws (laws.h), to see which other check finds a fault */
	bool memory_every;                      /* compare all words of the memories in every cycle, not one */
	bool bank;                              /* the model is the first switch of a full bank, as in a network; otherwise alone */
	unsigned threads;               /* 2: lockstep_run() runs the halves of the run side by side, where it can; not with monitors of links */
	struct lockstep_plant plant;
	void (*created)(void *, const struct dut *);    /* before reset, for a switch that has more than its links; NULL: none */
	void *created_arg;
	const char *waves;                      /* write the cycles waves_from..waves_to there; NULL: none */
	uint64_t waves_from, waves_to;
	void (*progress)(void *, uint64_t cycle);       /* now and then; NULL: none */
	void *progress_arg;
};

enum lockstep_verdict {
	LOCKSTEP_SAME,                  /* no fault found */
	LOCKSTEP_DIFFERS,               /* model and RTL differ at the beginning of `cycle` */
	LOCKSTEP_LOST,                  /* the scoreboard saw a wrong packet; why says which */
	LOCKSTEP_STUCK,                 /* did not drain */
	LOCKSTEP_ASSERTION              /* an assertion of the RTL failed at the end of `cycle`; why says which */
};

enum { RECORD_CYCLES = SWITCH_DEPART_MOST + 1 };     /* remembered */
_Static_assert((RECORD_CYCLES & (RECORD_CYCLES - 1)) == 0, "cycles are counted modulo 2**64: a power of two");

/* Record of a cycle: the part of neighbours and model. */
struct cycle_record {
	struct switch_in in;            /* what the links bring */
	struct switch_out out;          /* what the model decides */
};

struct lockstep {
	struct lockstep_config config;
	enum lockstep_verdict verdict;
	char why[LOCKSTEP_WHY];
	uint64_t cycle;                 /* the one that begins: this many were run since reset ... */
	uint64_t began;                 /* ... and this many before: lockstep_now() */
	uint64_t until;                 /* cycle since reset in which traffic ends, or the next reset comes */
	uint64_t resets, reset_cycles;  /* done; cycles in them */
	struct rng draw;                /* of resets */
	struct switch_counts counted;   /* by the model, before the last reset: lockstep_counts() */
	uint64_t packets;               /* delivered */
	uint64_t drain_cycles;          /* cycles run after the traffic */
	double seconds, cpu_seconds;    /* of lockstep_run(): elapsed, and of processor time */

	struct neighbours *neighbours;
	struct scoreboard *scoreboard;
	struct halves *halves;          /* NULL, unless this is the second half of a run in two */
	bool unseen;                    /* it is far from where its RTL takes over: registers are not rendered, laws not checked, pins not driven */
	struct model_bank *bank;        /* NULL: LOCKSTEP_RTL */
	struct sluice_switch *model;    /* the switch in it */
	unsigned depart;                /* switch_depart() */
	struct cycle_record *records;   /* of the last cycles and the next: lockstep_record() */
	const struct switch_in *in;     /* what the links brought in the cycle run last, and if none has been, in cycle 0 */
	struct switch_out seen;         /* on the pins of the RTL */
	struct dut dut;
	struct pins pins;
	struct probe probe;             /* LOCKSTEP_BOTH */
	struct laws *laws;              /* of the registers of the image; LOCKSTEP_BOTH, unless lawless */
	struct outputs outputs;
	struct memory_check memory;
	bool writes_differ;             /* at the end of the cycle; the registers of both are still the same */
	uint8_t *plant_at;
};

static inline struct cycle_record *lockstep_record(const struct lockstep *l, uint64_t cycle)
{
	return &l->records[cycle % RECORD_CYCLES];
}

/* Cycles since the run began, as in reports and options. */
static inline uint64_t lockstep_now(const struct lockstep *l)
{
	return l->began + l->cycle;
}

static inline bool lockstep_fail(struct lockstep *l, enum lockstep_verdict v)
{
	l->verdict = v;
	return false;
}

/* Flips the bit, in the register's storage, if it is time for it. */
static inline void lockstep_flip(const struct lockstep_plant *p, uint8_t *at, uint64_t cycle)
{
	if (at && cycle == p->cycle)
		at[p->bit / 8] ^= (uint8_t)(1 << p->bit % 8);
}

/* Does the bit exist? Looks at the tables alone, so that nothing has to be built before. False: why. */
bool lockstep_plant_valid(const struct shape *s, const struct lockstep_plant *p, char why[LOCKSTEP_WHY]);

/* At reset, before cycle 0. NULL: why names the reason (RTL of another shape, unknown register to plant in, out of memory). */
struct lockstep *lockstep_new(const struct lockstep_config *c, char why[LOCKSTEP_WHY]);
bool lockstep_reopen(struct lockstep *l);       /* at reset again, with its config as it is now; false: as a run that fails */
void lockstep_free(struct lockstep *l);

/* Compare, at the beginning of l->cycle. Returns false, with verdict and why, if model and RTL differ. */
bool lockstep_compare(struct lockstep *l);

/* The same, and every word of the memories that has a meaning. */
bool lockstep_compare_all(struct lockstep *l);

/* The model has run alone up to the beginning of this cycle: the RTL takes over its registers and memories, and is compared from now on. */
void lockstep_join(struct lockstep *l);

/* Run one cycle: observe, drive, step, clock; or a reset, if it comes now. Returns false, with verdict and why, if a packet is wrong or a memory is written
 * by one of model and RTL only. */
bool lockstep_cycle(struct lockstep *l);

/* For a driven lockstep: compare, and run one cycle with *in on the links. *out: what the RTL's pins show in the cycle that then
 * begins; fields are valid where their mask is set. False: as lockstep_cycle(), and *out is undefined. */
bool lockstep_step(struct lockstep *l, const struct switch_in *in, struct switch_out *out);

/* The whole run. */
enum lockstep_verdict lockstep_run(struct lockstep *l);

/* Counts of the model over the whole run. */
struct switch_counts lockstep_counts(const struct lockstep *l);

/* Number of bits that are compared. */
uint64_t lockstep_bits(const struct lockstep *l);
