#include "resets.h"

#include <string.h>

enum {
	SOON = 8, OFTEN = 4,            /* one reset of so many follows within so many cycles of the one before */
	LONGEST = 5,                    /* cycles in reset; half of them are one cycle long */
};

void resets_plan(struct lockstep *l)
{
	const uint64_t rest = l->config.cycles > l->began ? l->config.cycles - l->began : 0, left = l->config.resets - l->resets;
	uint64_t gap;

	l->until = rest;
	if (!left)
		return;
	gap = 2 * rest / (left + 1);
	if (!rng_below(&l->draw, OFTEN) && gap > SOON)
		gap = SOON;
	l->until = 1 + rng_next(&l->draw) % (gap ? gap : 1);
}

/* Random bits; the routing table, if it is to stay, gets a word that it has, or none. */
static void drive_noise(struct lockstep *l, bool keep_table)
{
	struct switch_in in = { .configure = rng_below(&l->draw, 2) };
	uint64_t noise = rng_next(&l->draw);

	if (!l->dut.instance)
		return;
	pins_drive_noise(&l->pins, &noise);
	if (!keep_table)
		return;
	in.destination = rng_below(&l->draw, l->config.shape.table_words);
	if (l->config.shape.ends)
		in.route = neighbours_table(l->neighbours).route[in.destination];
	else
		in.entry = neighbours_table(l->neighbours).entry[in.destination];
	pins_drive_configuration(&l->pins, &in);
}

void resets_count(struct switch_counts *sum, const struct switch_counts *c)
{
	sum->lines_in_use = 0;
	switch_counts_add(sum, c);
}

static bool restart_model(struct lockstep *l, bool keep_table)
{
	if (!l->model)
		return true;
	resets_count(&l->counted, switch_counts(l->model));
	model_bank_free(l->bank);
	l->bank = model_bank_new(&l->config.shape, l->config.bank ? switch_bank(&l->config.shape) : 1,
				 keep_table ? neighbours_table(l->neighbours) : (struct table_words){ NULL, NULL }, l->config.at);
	l->model = l->bank ? model_bank_switch(l->bank) : NULL;
	return l->bank;
}

/* All but the RTL. */
static bool restart(struct lockstep *l, bool keep_table)
{
	const uint64_t rest = l->config.cycles > l->began ? l->config.cycles - l->began : 0;
	struct table_words table;

	if (!neighbours_restart(l->neighbours, rng_next(&l->draw), rest, keep_table) || !restart_model(l, keep_table))
		return false;
	table = neighbours_table(l->neighbours);
	scoreboard_restart(l->scoreboard, &table);
	if (l->probe.image)
		image_reset(l->probe.image);
	if (l->laws) {
		laws_free(l->laws);
		l->laws = laws_new(&l->config.shape, l->probe.image, l->config.at);
		if (!l->laws)
			return false;
	}
	memset(l->records, 0, RECORD_CYCLES * sizeof *l->records);
	l->memory.n_writes = 0;
	return true;
}

/* The first cycle of reset has on its pins what the neighbours had meant to send. */
bool resets_hold(struct lockstep *l)
{
	const bool keep_table = neighbours_configured(l->neighbours, l->cycle) && rng_below(&l->draw, 2);
	const bool rtl = l->dut.instance;
	const unsigned cycles = rng_below(&l->draw, 2) ? 1 : 1 + rng_below(&l->draw, LONGEST);

	if (!(l->config.backend & LOCKSTEP_RTL))        /* a packet of which flits are left is not delivered */
		scoreboard_by_flits(l->scoreboard, lockstep_now(l));
	if (rtl)
		*l->dut.rst = 1;
	for (unsigned i = 1; i < cycles; i++) {
		drive_noise(l, keep_table);
		if (rtl)
			dut_clock(&l->dut);
	}
	l->began += l->cycle + cycles;
	l->cycle = 0;
	l->resets++;
	l->reset_cycles += cycles;
	if (rtl)
		pins_drive_idle(&l->pins);
	if (!restart(l, keep_table)) {
		snprintf(l->why, sizeof l->why, "out of memory");
		return lockstep_fail(l, LOCKSTEP_LOST);
	}
	resets_plan(l);
	return true;
}
