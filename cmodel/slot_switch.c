/* Switches with slots: what all of them have, as models. */
#include "slot_switch.h"

void slot_configure(struct sluice_switch *at, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	route_table_write(&slot_switch(at)->dt.table, number, destination, *entry);
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

bool slot_waits(const struct slot_switch *sw, struct switch_waiting *w, unsigned input, unsigned slot, unsigned q, unsigned output, bool stopped)
{
	*w = (struct switch_waiting){
		.packet = slot_at(sw->mmu.slots, input, slot)->packet, .queue = q, .output = output,
		.why = stopped ? WAITS_XON : sw->oport.credited >> output & 1 ? WAITS_OTHERS : WAITS_CREDIT,
	};
	return w->why != WAITS_OTHERS;
}

bool slot_waiting(const struct sluice_switch *at, const struct smu *smu, unsigned input, struct switch_waiting *w, slot_stopped *stopped)
{
	const uint64_t queues = rows_with(smu->present, at->shape.queues, input);
	unsigned q;

	EACH(q, queues) {
		const struct link head = smu_queue(smu, input, q)->head[0];

		if (slot_waits(slot_switch_seen(at), w, input, link_slot(head), q, link_out(head), stopped(at, input, q, link_out(head))))
			break;
	}
	return queues;
}
