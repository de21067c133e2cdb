#pragma once

#include "unit.h"

#include <assert.h>
#include <stdbool.h>

/*
 * Credits of network interfaces: slots of the switch that an interface has taken, by class of credits; or slots of the host.
 * RTL twin: rtl_gen/units/ncu.v.
 */
struct ncu {
	unsigned classes, credits;      /* credits of a class */
	uint16_t *used;                 /* by interface, by class */
	uint32_t out;                   /* all in all */
};

static inline uint16_t *ncu_used(const struct ncu *u, unsigned interface, unsigned class)
{
	assert(class < u->classes);
	return u->used + (size_t)interface * u->classes + class;
}

static inline bool ncu_short(const struct ncu *u, unsigned interface, unsigned class)
{
	return *ncu_used(u, interface, class) == u->credits;
}

static inline void ncu_take(struct ncu *u, unsigned interface, unsigned class)
{
	++*ncu_used(u, interface, class);
	u->out++;
}

static inline void ncu_give(struct ncu *u, unsigned interface, unsigned class)
{
	uint16_t *const used = ncu_used(u, interface, class);

	assert(*used && "a credit that was not taken");
	--*used;
	u->out--;
}

extern const struct unit_model ncu_unit;
