/* What an observer sees of a network interface for links that count slots: docs/internals/microarchitecture-slot-nic.md. */
#include "slot_nic_switch.h"

#include "units/render.h"

void slot_nic_observe(struct sluice_switch *at)
{
	assert(!slot_nic_switch(at)->dqu.parcels.fresh && !slot_nic_switch(at)->nrf.parcels.fresh && "the first image comes before the first packet");
	(void)at;
}

/* What was remembered of the step of a cycle takes effect in it. */
static void pass_cycle(struct slot_nic_switch *sw)
{
	const struct shape *s = &sw->base.shape;

	nlo_pass(&sw->link_out, s, &sw->dqu.memory, sw->table ? &sw->nsj.put : NULL);
	nlo_pass(&sw->host_out, s, &sw->nrf.memory, NULL);
	nsj_pass(&sw->nsj, sw->dqu.memory.popping);
	dqu_pass(&sw->dqu);
	nrf_pass(&sw->nrf);
}

/* Up to the beginning of `cycle`. */
static void pass_until(struct slot_nic_switch *sw, uint64_t cycle)
{
	for (; sw->passed < cycle; sw->passed++)
		pass_cycle(sw);
}

uint64_t slot_nic_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct slot_nic_switch *sw = slot_nic_switch(at);

	pass_until(sw, cycle);
	const uint64_t due = at->unobserved(at, cycle, in, out);

	if (in->head >> NIC_HOST & 1)
		dqu_remember_arrival(&sw->dqu, in->packet + NIC_HOST);
	if (in->head >> NIC_NETWORK & 1)
		nrf_remember_arrival(&sw->nrf, in->packet + NIC_NETWORK);
	if (out->depart >> NIC_NETWORK & 1)
		dqu_remember_grant(&sw->dqu, out->packet[NIC_NETWORK].flits);
	if (out->depart >> NIC_HOST & 1)
		nrf_remember_grant(&sw->nrf, out->packet[NIC_HOST].flits);
	return due;
}

/* All registers, whether they changed or not. */
void slot_nic_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct slot_nic_switch *sw = slot_nic_switch(at);
	const struct shape *s = &at->shape;
	const struct nsj_state *const c = sw->nsj.at;

	pass_until(sw, cycle);
	dqu_image(&sw->dqu, s, c->valid ? c->candidate : s->send_queues, m);
	if (sw->table)
		nrt_image(&sw->nrt, s, m);
	slot_filter_image(&sw->filter, s, m);
	ncu_image(&sw->ncu, m);
	nsj_image(&sw->nsj, s, m);
	nrf_image(&sw->nrf, s, m);
	nlo_image(&sw->link_out, s, NIC_NETWORK, m);
	nlo_image(&sw->host_out, s, NIC_HOST, m);
}

/* The memory of a side at a site; NULL: there is none. */
static const struct flit_memory *memory_at(const struct slot_nic_switch *sw, enum site site)
{
	if (site == SITE_dqu)
		return &sw->dqu.memory;
	return site == SITE_nrf ? &sw->nrf.memory : NULL;
}

bool slot_nic_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct slot_nic_switch *sw = slot_nic_switch_seen(at);
	const struct flit_memory *memory = memory_at(sw, site);

	(void)cycle;    /* that of the last image */
	(void)row;      /* one memory in each of these units */
	(void)port;
	if (site == SITE_nrt)
		return nrt_memory(&sw->nrt, &at->shape, address, words);
	return memory && flit_memory_word(memory, &at->shape, address, words);
}

uint64_t slot_nic_writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct slot_nic_switch *sw = slot_nic_switch_seen(at);
	const struct flit_memory *memory = memory_at(sw, site);

	(void)row;
	if (site == SITE_nrt) {
		address[0] = sw->nrt.wrote_at;
		return cycle + 1 == at->now && sw->nrt.wrote;
	}
	assert(sw->passed == cycle);
	return memory && flit_memory_writes(memory, address);
}

bool slot_nic_word(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct flit_memory *memory = memory_at(slot_nic_switch_seen(at), site);

	(void)cycle;
	(void)row;
	(void)port;
	(void)address;
	if (memory)
		flit_memory_written(memory, &at->shape, words);
	return memory;
}

/* Credits of the last packets come after its flits have left. */
bool slot_nic_drained(const struct sluice_switch *at)
{
	const struct slot_nic_switch *sw = slot_nic_switch_seen(at);

	return !(sw->dqu.taken | sw->nrf.taken | sw->ncu.out) && slot_filter_quiet(&sw->filter, at->switches) && nsj_quiet(&sw->nsj, at->switches);
}

static bool waits_to_send(const struct slot_nic_switch *sw, unsigned n, struct switch_waiting *w)
{
	bool any = false;

	for (unsigned q = 0; q < sw->dqu.queues; q++) {
		if (!dqu_at(&sw->dqu, n, q)->first)
			continue;
		any = true;
		w->packet = *dqu_first(&sw->dqu, n, q);
		w->queue = q;
		w->output = slot_nic_network(n);
		if (nsj_is_parked(&sw->nsj, n, q))
			w->why = sw->filter.kind == FILTER_CLASSES ? WAITS_CREDIT : WAITS_XON;
		else
			w->why = ncu_short(&sw->ncu, n, 0) && sw->filter.kind != FILTER_CLASSES ? WAITS_CREDIT : WAITS_OTHERS;
		if (w->why != WAITS_OTHERS)
			break;
	}
	return any;
}

static bool waits_for_host(const struct slot_nic_switch *sw, unsigned n, struct switch_waiting *w)
{
	const struct nrf *u = &sw->nrf;

	if (!(u->some >> n & 1))
		return false;
	w->packet = u->parcels.at[u->ring[n].first].packet;
	w->queue = 0;
	w->output = slot_nic_host(n);
	w->why = u->full >> n & 1 ? WAITS_CREDIT : WAITS_OTHERS;
	return true;
}

bool slot_nic_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct slot_nic_switch *sw = slot_nic_switch_seen(at);

	return (input % NIC_PORTS == NIC_HOST ? waits_to_send : waits_for_host)(sw, input / NIC_PORTS, w);
}
