/* The switches with set-aside queues, as models. */
#include "cam_switch_wires.h"
#include "inspect_parts.h"

#include "params.h"

_Static_assert((int)PARAM_MOST_radix <= (int)SWITCH_PORTS && (int)PARAM_MOST_saqs <= (int)LINES && (int)PARAM_MOST_cfqs <= (int)LINES,
	       "sets of ports are words, and there is room for every line");

/* What is not zero at reset, beside units. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct cam_switch *sw = cam_switch(at);

	sw->turn = ones(all->turn_w);
	sw->pool = ones(all->pool_w);
	sw->turnpool = ones(all->turnpool_bits);
	if (all->lists_in_memory) {
		clip_reset(&sw->clip, &sw->cam_in, all);
		clop_reset(&sw->clop, all);
		at->due = 0;
	}
}

static void fetch(const struct sluice_switch *at, uint64_t heads)
{
	unsigned i;

	EACH(i, heads)
		mmu_fetch_free(&cam_switch_seen(at)->mmu, i);
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	return STEP_BY_WIDTH(cam_step, cam_switch_seen(sw));
}

static void count(const struct sluice_switch *at)
{
	line_counts_report(at, &cam_switch_seen(at)->line_counts);
}

static void congestion(const struct sluice_switch *at, struct csr_seen *seen)
{
	const struct cam_switch *sw = cam_switch_seen(at);

	seen->detect = sw->cdu.waiting & ~sw->mu.popping;
	for (unsigned i = 0; i < at->shape.radix; i++) {
		seen->cold[i] = sw->mu.count[0][i];
		for (unsigned l = 0; l < at->shape.saqs; l++)
			seen->lines[i] = (uint16_t)(seen->lines[i] + (sw->mu.count[l + 1][i] || sw->cam_in.sent[l] >> i & 1));
	}
}

static void configure(struct sluice_switch *sw, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		route_table_write(&cam_switch(sw)->dt.table, number, first + d, entry[d]);
}

static void hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&cam_switch(at)->oport, outputs, held);
}

static bool waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const uint64_t stopped = rows_with(sw->cam_in.xoff, sw->cam_in.saqs, input);
	const uint64_t held = rows_with(sw->mu.held, sw->base.shape.queues, input);
	unsigned q;

	EACH(q, held) {
		w->packet = mu_head(&sw->mu, sw->mmu.slots, input, q)->packet;
		w->queue = q;
		w->output = *mu_out(&sw->mu, input, q);
		w->why = q && stopped >> (q - 1) & 1 ? WAITS_XON : sw->oport.credited >> w->output & 1 ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why != WAITS_OTHERS)
			break;
	}
	return held != 0;
}

static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const struct cam_in *u = &sw->cam_in;
	const uint32_t *row = !by_destination(sw) ? NULL : lists_in_memory(sw) ? list_sweep_row(&sw->clip.lists, port, 0) : dcam_in_row(&sw->dcam_in, port, 0);
	const struct inspect_lines lines = { &u->points, u->live, u->xoff, u->sent, u->out, sw->mu.count, row };

	(void)side;
	inspect_each_line(&at->shape, &lines, port, found, arg);
	return inspect_count(sw->mu.count, at->shape.queues, port);
}

static const struct unit_place units[] = {
	UNIT_OF(cam_switch, oport), UNIT_OF(cam_switch, mmu), UNIT_OF(cam_switch, mu), UNIT_OF(cam_switch, stamp), UNIT_OF(cam_switch, arb_in),
	UNIT_OF(cam_switch, arb_out), UNIT_OF(cam_switch, ppu), UNIT_OF(cam_switch, cdu), UNIT_OF(cam_switch, cam_in), UNIT_OF(cam_switch, rfcu),
	UNIT_AS(cam_switch, drfcu, rfcu), UNIT_OF(cam_switch, cam_out), UNIT_OF(cam_switch, dt), UNIT_OF(cam_switch, dcam_in), UNIT_OF(cam_switch, dcam_out),
	UNIT_OF(cam_switch, ru), UNIT_OF(cam_switch, clip), UNIT_OF(cam_switch, clop), { .model = NULL },
};

#define CAM_MODEL                                                                                                                                \
	.bytes = sizeof(struct cam_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .units = units, .reset = reset, \
	.step = step, .fetch = fetch, .hold = hold, .waiting = waiting, .inspect = inspect, .congestion = congestion, .count = count

const struct switch_model switch_ROUTE_CAM = { CAM_MODEL };

/* The same wiring; where it differs, it asks struct dims. */
const struct switch_model switch_DESTINATION_CAM = { CAM_MODEL, .configure = configure };
