/* Switches with slots: what all of them have, as models. */
#include "slot_switch.h"

void slot_configure(struct sluice_switch *at, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	route_table_write(&slot_switch(at)->dt.table, number, destination, *entry);
}

void slot_fetch(const struct sluice_switch *at, uint64_t heads)
{
	EACH_IN(i, heads)
		mmu_fetch_free(&slot_switch_seen(at)->mmu, i);
}

void slot_hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&slot_switch(at)->oport, outputs, held);
}

void slot_waits(const struct slot_switch *sw, struct switch_waiting *w, unsigned input, unsigned slot, unsigned q, unsigned output, bool stopped)
{
	*w = (struct switch_waiting){
		.packet = slot_at(sw->mmu.slots, input, slot)->packet, .queue = q, .output = output,
		.why = stopped ? WAITS_XON : sw->oport.credited >> output & 1 ? WAITS_OTHERS : WAITS_CREDIT,
	};
}

bool slot_head(const struct slot_switch *sw, const struct smu *smu, unsigned input, unsigned q, uint64_t stopped, struct switch_waiting *w)
{
	const struct link head = smu_queue(smu, input, q)->head[0];

	if (!(smu->present[q] >> input & 1))
		return false;
	slot_waits(sw, w, input, link_slot(head), q, link_out(head), stopped >> link_out(head) & 1);
	return true;
}
