#pragma once

#include "inspect.h"
#include "units/arena.h"
#include "units/csr_port.h"
#include "units/prefetch.h"
#include "units/unit.h"
#include "wheel.h"

/* switch_step(), which notes the cycle, and when the next one is due. */
typedef uint64_t switch_step_function(struct sluice_switch *, uint64_t cycle, const struct switch_in *, struct switch_out *);

/* Which step a switch takes. */
typedef switch_step_function *step_of_switch(const struct sluice_switch *);

/* A unit of an architecture: its site, or SITES where none is shown; and where its struct is in that of the switch, and the shape that it is made by. */
struct unit_place {
	enum site site;
	const struct unit_model *model;
	size_t offset, shape;
};

/* For a list of them: the unit, whose model is <name>_unit, is the member of that name; is another member; stands at another site, and has a shape of its own. */
#define UNIT_OF(type, name) UNIT_AS(type, name, name)
#define UNIT_AS(type, name, member) UNIT_AT(type, name, name, member, base.shape)
#define UNIT_AT(type, place, name, member, its) { SITE_##place, &name##_unit, offsetof(struct type, member), offsetof(struct type, its) }

/*
 * An architecture: what stands behind the functions of switch.h, chosen by the classifier of the scheme (spec/schemes.def). Its
 * struct begins with a struct sluice_switch. A switch is made in two steps: its units are placed, once to measure and once for
 * good, and then what is not zero at reset is set. all: the shape of a bank as its units see it, one switch with all the ports.
 */
struct switch_model {
	size_t bytes;                   /* of its struct */
	unsigned ports;                 /* that its vectors have room for: those of a bank, all in all */
	unsigned depart;                /* switch_depart() */
	bool reports_grants;            /* switch_reports_grants() */
	const struct unit_place *units; /* in the order in which they are placed, reset and shown, up to one without a model */
	void (*place)(struct sluice_switch *, const struct shape *all, struct arena *);         /* before them, the rest; NULL, like reset: nothing */
	void (*reset)(struct sluice_switch *, const struct shape *all);                         /* after them */
	switch_step_function *step;     /* of all its switches; NULL: */
	step_of_switch *steps[SWITCH_WIDTHS];   /* by width of registers, the widest first */
	void (*configure)(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_entry *);   /* NULL: it has no table */
	void (*route)(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_route *);       /* the same of routes */
	void (*position)(struct sluice_switch *, unsigned number, uint32_t at);         /* NULL: it has none */
	void (*fetch)(const struct sluice_switch *, uint64_t heads);    /* switch_fetch(); NULL: nothing is prefetched */
	void (*hot)(const struct sluice_switch *, struct hot_lines *);  /* switch_hot(); NULL: not known */
	void (*hold)(struct sluice_switch *, uint64_t outputs, bool held);      /* switch_hold(), switch_let_go(); NULL: it cannot */
	bool (*follows)(const struct sluice_switch *);  /* images only: registers change in the next cycle, though nothing comes: it is stepped; NULL: never */
	void (*pass)(struct sluice_switch *);           /* images only: registers that follow packets pass a cycle; NULL: there are none */
	bool (*drained)(const struct sluice_switch *);          /* beside its units; NULL: they are all */
	bool (*head)(const struct sluice_switch *, unsigned input, unsigned queue, struct switch_waiting *);    /* of a queue: why it waits; false: there is none */
	inspect_function *inspect;      /* inspect_port(); NULL: of interfaces nothing is known */
	bool (*blocked)(const struct sluice_switch *, unsigned input, unsigned vc, struct switch_blocked *);    /* of wormhole routers; NULL: it is none */
	struct switch_throttle (*throttle)(const struct sluice_switch *, unsigned number, uint64_t cycle);      /* NULL: it has no side band */
	void (*congestion)(const struct sluice_switch *, struct csr_seen *);    /* as a cycle begins, for registers; NULL: no set-aside queues */
	void (*count)(const struct sluice_switch *);    /* brings `counts` up to date; NULL: they always are */
	/* Of what is looked at as a switch is, but not a list of units: its registers, and the words of its memories, in the cycle that begins. */
	void (*image)(struct sluice_switch *, struct image *);
	bool (*memory)(const struct sluice_switch *, enum site, unsigned row, unsigned address, uint32_t *words);
	uint64_t (*writes)(const struct sluice_switch *, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
};

/* What all architectures have in common: a bank of switches. What stands before its shape is no part of its state. */
struct sluice_switch {
	const struct switch_model *model;
	switch_step_function *step;
	switch_step_function *unobserved;       /* NULL: no image has been asked for, and there is neither history nor a mark */
	size_t size;                    /* bytes of its state, from here on */
	size_t own;                     /* bytes to free with it: that and its rows; 0: they are the caller's */
	struct rows rows;               /* of slots */
	struct shape shape;             /* of one of them */
	unsigned switches;
	uint64_t passed;                /* images only: registers that follow packets are as at the beginning of this cycle */
	_Alignas(SWITCH_PORTS) uint8_t first[SWITCH_PORTS];    /* by port: the first one of its switch ... */
	uint8_t number[SWITCH_PORTS];                          /* ... and which switch that is */
	uint64_t ports;                 /* ones: of all ports */
	uint64_t now;                   /* first cycle not yet stepped */
	uint64_t due;                   /* next cycle that has to be stepped */
	bool far;                       /* its state is not in the second cache when it is stepped: switch_fetch() is used, and a step prefetches what its end needs */
	bool farther;                   /* nor in the third one */
	const struct links *links;      /* where what leaves goes; NULL: to switch_out alone */
	struct switch_counts *counts;   /* by switch */
	struct registers *registers;    /* on a bus (registers.h); NULL: there are none */
	struct wheel wheel;
	struct standing *standing;      /* images only, like what follows: by site */
	uint64_t next_shown;            /* the cycle after that of the last image; UINT64_MAX: there was none */
};

/* Each unit in turn, and its struct. */
#define EACH_UNIT(u, sw) for (const struct unit_place *u = (sw)->model->units; u && u->model; u++)

static inline void *unit_in(const struct sluice_switch *sw, const struct unit_place *u)
{
	return (char *)sw + u->offset;
}

static inline const struct shape *unit_shape(const struct sluice_switch *sw, const struct unit_place *u)
{
	return (const struct shape *)(const void *)((const char *)sw + u->shape);
}

static inline struct bank unit_bank(const struct sluice_switch *sw, const struct unit_place *u)
{
	const struct shape *const s = unit_shape(sw, u);

	return (struct bank){ s, sw->switches * s->radix, sw->switches };
}

/* switch_new_bank(), with rows of slots so many times as far apart: a power of two. */
struct sluice_switch *switch_new_spaced(const struct shape *s, unsigned switches, size_t spread);

/* Lines of that which nearly every step touches. */
static inline void switch_hot_base(const struct sluice_switch *sw, struct hot_lines *h)
{
	hot_add(h, sw, CACHE_LINE);
	hot_add(h, &sw->shape.detect_threshold, offsetof(struct shape, turnpool_bits) - offsetof(struct shape, detect_threshold) + sizeof(unsigned));
	hot_add(h, sw->first, sizeof sw->first);
	hot_add(h, &sw->ports, sizeof *sw - offsetof(struct sluice_switch, ports));
	hot_add(h, sw->wheel.at, sw->wheel.n * sizeof *sw->wheel.at);
}

/* Steps of an architecture: what step.c makes of <name>_step.h for registers of each width, and for any processor. For its header, and for its model. */
#define STEPS_OF(name) step_of_switch name##_step_64, name##_step_32, name##_step_16, name##_step_plain
#define STEPS(name) { name##_step_64, name##_step_32, name##_step_16, name##_step_plain }

/* The place of switch_width() among those. */
unsigned switch_width_place(void);

/* The switch of an architecture, from what it has in common with others. */
#define SWITCH_OF(type)                                                                                 \
	static inline struct type *type(struct sluice_switch *sw)                                       \
	{                                                                                               \
		return (struct type *)(void *)((char *)sw - offsetof(struct type, base));               \
	}                                                                                               \
	static inline const struct type *type##_seen(const struct sluice_switch *sw)                    \
	{                                                                                               \
		return (const struct type *)(const void *)((const char *)sw - offsetof(struct type, base)); \
	}

/* The step of the switches of an architecture that have these dimensions: its step(), compiled for them. */
#define STEP_FOR(name, type, d)                                                                                                                 \
	static uint64_t name(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)                      \
	{                                                                                                                                       \
		return step(type(sw), cycle, in, out, d);                                                                                       \
	}

#define CLASSIFIER(id, name) extern const struct switch_model switch_##id;
#include "schemes.def"
