/* Switches with slots whose requests are at hand: what all of them have, as models. */
#include "slot_switch.h"

void slot_configure(struct sluice_switch *at, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		route_table_write(&slot_switch(at)->dt.table, number, first + d, entry[d]);
}

void slot_fetch(const struct sluice_switch *at, uint64_t heads)
{
	unsigned i;

	EACH(i, heads)
		mmu_fetch_free(&slot_switch_seen(at)->mmu, i);
}

void slot_hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&slot_switch(at)->oport, outputs, held);
}

bool slot_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w, slot_stopped *stopped)
{
	const struct slot_switch *sw = slot_switch_seen(at);
	bool any = false;

	for (unsigned q = 0; q < at->shape.queues; q++) {
		const struct link head = smu_queue(&sw->smu, input, q)->head[0];

		if (!(sw->smu.present[q] >> input & 1))
			continue;
		any = true;
		w->packet = slot_at(sw->mmu.slots, input, link_slot(head))->packet;
		w->queue = q;
		w->output = link_out(head);
		w->why = stopped(at, input, q, w->output) ? WAITS_XON : sw->oport.credited >> w->output & 1 ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why != WAITS_OTHERS)
			break;
	}
	return any;
}

