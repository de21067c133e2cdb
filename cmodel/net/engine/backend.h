#pragma once

#include "switch.h"

struct hot_lines;

enum { BACKEND_WHY = 512 };      /* bytes of a message */

/*
 * What a network runs as its switches. They exchange packets through struct switch_in and struct switch_out alone.
 * What another one than the C model has as its switches is its own, behind a pointer of the model's type.
 * If a backend has to be stepped in every cycle, its step() always returns the next cycle.
 */
struct backend {
	unsigned depart_delay;          /* cycles from the step that reports a departure to its header on tx_*: 1..SWITCH_DEPART_MOST */
	bool reports_grants;            /* departures are reported when they are granted; credits follow from them, and switch_out.credit is not read */
	unsigned (*bank)(const struct shape *);         /* most switches of a bank, as switch_bank(); NULL: 1 */
	/* A reset bank; index: of its first switch; room: NULL, or as of switch_new_bank_in(). NULL: out of memory. */
	struct sluice_switch *(*open)(void *context, const struct shape *, unsigned index, unsigned switches, const struct switch_room *room);
	struct switch_memory (*memory)(const struct shape *, unsigned switches);        /* as switch_bank_memory(); NULL: each bank has memory of its own */
	/* As switch_configure_word(), and of network interfaces switch_configure_route(); NULL: open() writes the tables. */
	void (*configure)(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_entry *);
	void (*route)(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_route *);
	void (*position)(struct sluice_switch *, unsigned number, uint32_t at);       /* of wormhole routers, as switch_position(); NULL: open() sets it */
	uint64_t (*step)(struct sluice_switch *, uint64_t cycle, const struct switch_in *, struct switch_out *);      /* as switch_step() */
	void (*fetch)(struct sluice_switch *, uint64_t heads, bool farther);  /* as switch_fetch(); NULL: nothing is prefetched */
	void (*hot)(const struct sluice_switch *, struct hot_lines *);        /* as switch_hot(); NULL: not known */
	void (*connect)(struct sluice_switch *, const struct links *);        /* as switch_connect(); NULL: departures are in switch_out only */
	void (*hold)(struct sluice_switch *, uint64_t outputs);       /* as switch_hold() and switch_let_go(); NULL: all links are as fast as the clock lets them be */
	void (*let_go)(struct sluice_switch *, uint64_t outputs);
	bool (*drained)(const struct sluice_switch *);
	const struct switch_counts *(*counts)(const struct sluice_switch *);         /* by switch of the bank */
	bool (*waiting)(const struct sluice_switch *, unsigned input, struct switch_waiting *);       /* as switch_waiting(); NULL: not known */
	bool (*blocked)(const struct sluice_switch *, unsigned input, unsigned vc, struct switch_blocked *);  /* as switch_blocked(); NULL: not known */
	struct switch_throttle (*throttle)(const struct sluice_switch *, unsigned number, uint64_t cycle);    /* as switch_throttle() */
	bool (*kept)(const struct shape *, unsigned switches, struct state_kept *);     /* as switch_kept() ... */
	void (*state)(struct sluice_switch *, const struct state_kept *, struct state *);     /* ... and switch_state(); NULL: it has none */
	void (*close)(struct sluice_switch *);
	const char *(*failed)(void *context);   /* called between steps: what went wrong, or NULL. A NULL pointer: nothing can go wrong */
	void *context;
};

/* The plain C model. */
struct backend backend_c_model(const struct shape *s);
