#pragma once

#include "bench/neighbours.h"

#include <stdio.h>

/* Counts of what was drawn: a row for each parameter, a cell for each name, or for each band of numbers. */
enum { TABLE_CELLS = 24 };
_Static_assert((int)SCHEMES <= (int)TABLE_CELLS, "a cell for each scheme");

struct table_row {
	const char *title;
	const char *const *names;       /* of cells; NULL: cells are bands of numbers */
	unsigned high[TABLE_CELLS];     /* highest number of each band */
	unsigned count[TABLE_CELLS];
};

enum table_rows { ROW_SCHEME, ROW_RADIX, ROW_QUEUES, ROW_SLOTS, ROW_FLITS, ROW_BITS, ROW_NODES, ROW_ARBITER, ROW_TRAFFIC, ROW_INJECTION, ROW_LOAD, ROW_BACK, TABLE_ROWS };

struct random_table {
	struct table_row row[TABLE_ROWS];
};

static const char *const injection_titles[] = { "fifo", "oldest-first", "per-destination" };
static const char *const back_titles[] = { "none", "back-pressure" };

static inline struct random_table random_table_new(void)
{
	return (struct random_table){ .row = {
		[ROW_SCHEME] = { .title = "scheme", .names = params_table[PARAM_INDEX_scheme].texts },
		[ROW_RADIX] = { .title = "radix", .high = { 2, 5, 11, 16, 17, 32, 33, 64 } },
		[ROW_QUEUES] = { .title = "queues of a port", .high = { 1, 2, 4, 8, 16, 32, 33, 256 } },
		[ROW_SLOTS] = { .title = "slots", .high = { 4, 16, 64, 256, 1023, 1024, 16384 } },
		[ROW_FLITS] = { .title = "longest packet, flits", .high = { 1, 2, 4, 8, 16, 63, 64 } },
		[ROW_BITS] = { .title = "bits of a flit", .high = { 64, 96, 128, 256, 511, 512 } },
		[ROW_NODES] = { .title = "destinations (0: routes)", .high = { 0, 8, 64, 512, 4096, 16384 } },
		[ROW_ARBITER] = { .title = "arbiter", .names = params_table[PARAM_INDEX_arbiter].texts },
		[ROW_TRAFFIC] = { .title = "traffic", .names = traffic_names },
		[ROW_INJECTION] = { .title = "injection", .names = injection_titles },
		[ROW_LOAD] = { .title = "load, per cent (101: saturated)", .high = { 10, 25, 50, 75, 99, 100, 101 } },
		[ROW_BACK] = { .title = "sinks", .names = back_titles },
	} };
}

static inline void table_add(struct table_row *row, unsigned value)
{
	unsigned cell = 0;

	if (row->names)
		cell = value;
	else
		while (cell + 1 < TABLE_CELLS && value > row->high[cell])
			cell++;
	row->count[cell]++;
}

static inline void random_table_add(struct random_table *t, const struct shape *s, const struct neighbours_config *c)
{
	const unsigned load = c->saturate ? 101 : (unsigned)(c->load * 100 + 0.5);
	const unsigned value[TABLE_ROWS] = {
		s->scheme, s->radix, s->queues, s->slots, s->packet_flits, s->flit_bits, s->nodes, s->arbiter, c->traffic, c->injection, load,
		c->back_pressure,
	};

	for (unsigned i = 0; i < TABLE_ROWS; i++)
		table_add(&t->row[i], value[i]);
}

static inline void print_cell(const struct table_row *row, unsigned cell)
{
	const unsigned low = cell ? row->high[cell - 1] + 1 : row->high[0];

	if (row->names)
		fprintf(stderr, "  %s", row->names[cell]);
	else if (low >= row->high[cell])
		fprintf(stderr, "  %u", row->high[cell]);
	else
		fprintf(stderr, "  %u..%u", low, row->high[cell]);
	fprintf(stderr, ": %u", row->count[cell]);
}

static inline void random_table_print(const struct random_table *t)
{
	for (unsigned i = 0; i < TABLE_ROWS; i++) {
		const struct table_row *row = &t->row[i];

		fprintf(stderr, "# %-32s", row->title);
		for (unsigned cell = 0; cell < TABLE_CELLS; cell++)
			if (row->count[cell])
				print_cell(row, cell);
		fputc('\n', stderr);
	}
}
