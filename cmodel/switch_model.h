#ifndef SWITCH_MODEL_H
#define SWITCH_MODEL_H

#include "switch.h"
#include "units/arena.h"

/*
 * What stands behind the functions of switch.h: a wiring of units, chosen by the classifier of the scheme
 * (spec/schemes.def). Functions are those of switch.h, but a switch is made in two steps: its units are placed, once
 * to measure and once for good, and then what is not zero at reset is set.
 */
typedef uint64_t switch_step_function(struct sluice_switch *, uint64_t cycle, const struct switch_in *, struct switch_out *);

struct switch_model {
	size_t bytes;                   /* of its struct, which begins with a struct switch_head */
	bool banks;                     /* it may be a bank of several switches */
	void (*place)(struct sluice_switch *, const struct shape *, unsigned switches, struct arena *);
	void (*reset)(struct sluice_switch *, const struct shape *, unsigned switches);
	void (*configure)(struct sluice_switch *, unsigned number, const struct table_entry *);   /* NULL: it has no routing table */
	void (*configure_word)(struct sluice_switch *, unsigned number, uint32_t destination, const struct table_entry *);
	switch_step_function *step;     /* NULL: the switch chooses it when it is reset */
	void (*image)(struct sluice_switch *, uint64_t cycle, struct image *);
	bool (*memory)(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
	uint64_t (*writes)(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned address[SWITCH_PORTS]);
	void (*word)(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned address, uint32_t *words);
	bool (*written)(const struct sluice_switch *, uint64_t cycle, enum site, unsigned row, unsigned port, unsigned *address);
	bool (*drained)(const struct sluice_switch *);
	bool (*waiting)(const struct sluice_switch *, unsigned input, struct switch_waiting *);
	const struct switch_counts *(*counts)(const struct sluice_switch *);
	void (*connect)(struct sluice_switch *, const struct exits *);          /* NULL: it cannot */
};

struct switch_head {
	const struct switch_model *model;
	switch_step_function *step;     /* the model's, or one for this very switch, which it sets */
	size_t size;                    /* bytes, all in all */
};

/* What the units of a bank see: one switch with all the ports. */
static inline struct shape bank_shape(const struct shape *s, unsigned switches)
{
	struct shape all = *s;

	all.radix *= switches;
	return all;
}

/* Of a port of a bank: its switch, and the first port of that. */
struct bank_port {
	uint8_t number, first;
};

static inline void bank_ports(struct bank_port of[SWITCH_PORTS], unsigned radix, unsigned switches)
{
	for (unsigned i = 0; i < radix * switches; i++)
		of[i] = (struct bank_port){ (uint8_t)(i / radix), (uint8_t)(i - i % radix) };
}

extern const struct switch_model switch_ROUTE_CAM;
extern const struct switch_model switch_DESTINATION_CAM __attribute__((weak));
extern const struct switch_model switch_STATIC;

#endif
