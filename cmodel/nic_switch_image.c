/* What an observer sees of a network interface: docs/internals/microarchitecture-nic.md. */
#include "nic_switch.h"

#include "units/render.h"

void nic_observe(struct sluice_switch *at)
{
	for (unsigned k = 0; k < NIC_SIDES; k++)
		assert(!nic_switch(at)->side[k].parcels.fresh && "the first image comes before the first packet");
	(void)at;
}

/* What a side of the first interface does in the cycle that has not passed. */
static struct cells_cycle look(const struct nic_switch *sw, const struct nic_side *u)
{
	const unsigned out = nic_out((unsigned)(u - sw->side), 0);

	return cells_look(&u->cells, &u->shape, &u->cmu, 0, pace_allows(&sw->base.shape, sw->lport.tokens[out]));
}

/* The registers of the cell memory and of the link pass one cycle. */
static void pass_side(struct nic_switch *sw, unsigned k, const struct cells_cycle *does)
{
	struct nic_side *const u = sw->side + k;
	const struct shape *s = &sw->base.shape;

	cells_pass(&u->cells, &u->shape, &u->cmu, &u->hru, &u->parcels, 0, does, pace_allows(s, pace_after(s, sw->lport.tokens[nic_out(k, 0)], does->go)));
	cells_end(&u->cells);
}

/* The flit that a side has read goes to the link register, a header for the network with its route. */
static void read_flit(struct nic_switch *sw, unsigned k)
{
	const struct cells_port *port = sw->side[k].cells.port;
	struct packet p = port->data;

	if (k == SEND && !port->flit) {
		p.turnpool = sw->nsu.at->go.turns;
		p.turns_left = sw->nsu.at->go.left;
	}
	lport_read(&sw->lport, nic_out(k, 0), &p, port->flit);
}

static void pass_cycle(struct nic_switch *sw)
{
	struct cells_cycle does[NIC_SIDES];
	uint64_t valid = 0, head = 0;

	for (unsigned k = 0; k < NIC_SIDES; k++) {
		does[k] = look(sw, sw->side + k);
		valid |= (uint64_t)does[k].go << nic_out(k, 0);
		head |= (uint64_t)does[k].popping << nic_out(k, 0);
	}
	for (unsigned k = 0; k < NIC_SIDES; k++)
		pass_side(sw, k, does + k);
	lport_pass(&sw->lport, &sw->base.shape, valid, head);
	for (unsigned k = 0; k < NIC_SIDES; k++)
		if (does[k].go)
			read_flit(sw, k);
}

/* Up to the beginning of `cycle`. */
static void pass_until(struct nic_switch *sw, uint64_t cycle)
{
	while (sw->side[SEND].cells.now < cycle)
		pass_cycle(sw);
}

uint64_t nic_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct nic_switch *sw = nic_switch(at);

	pass_until(sw, cycle);
	const uint64_t due = at->unobserved(at, cycle, in, out);

	for (unsigned k = 0; k < NIC_SIDES; k++)
		cqu_observe(&sw->side[k].cqu, &sw->side[k].parcels, &sw->side[k].shape);
	return due;
}

/* fits_q: did the head that a queue has, or had last, fit in the cycle before? */
static bool fits_always(const void *wiring, unsigned port, unsigned q, const struct queue_head *head)
{
	(void)wiring;
	(void)port;
	(void)q;
	(void)head;
	return true;
}

static bool fits_host(const void *wiring, unsigned port, unsigned q, const struct queue_head *head)
{
	const struct nic_switch *sw = wiring;

	return ccu_fitted(&sw->host, &sw->host_shape, port, q, head->need);
}

static void image_side(struct nic_switch *sw, unsigned k, struct image *m)
{
	static const struct { enum site hru, cmu, cqu; cqu_fits *fits; } site[NIC_SIDES] = {
		[SEND] = { SITE_send_hru, SITE_send_cmu, SITE_send_cqu, fits_always },
		[RECEIVE] = { SITE_receive_hru, SITE_receive_cmu, SITE_receive_cqu, fits_host },
	};
	struct nic_side *const u = sw->side + k;

	hru_image(&u->hru, &u->shape, site[k].hru, m);
	cells_image(&u->cells, &u->shape, site[k].cmu, m);
	cqu_image(&u->cqu, &u->shape, site[k].cqu, site[k].fits, sw, m);
}

/* All registers, whether they changed or not. */
void nic_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct nic_switch *sw = nic_switch(at);
	const struct shape *s = &at->shape;

	pass_until(sw, cycle);
	for (unsigned k = 0; k < NIC_SIDES; k++)
		image_side(sw, k, m);
	sfcu_image(&sw->sfcu, &sw->side[SEND].shape, SITE_send_sfcu, m);
	nrt_image(&sw->nrt, s, m);
	nfu_image(&sw->nfu, s, m);
	nsu_image(&sw->nsu, s, m);
	ccu_image(&sw->credits, &sw->side[RECEIVE].shape, SITE_link_credits, m);
	ccu_image(&sw->host, &sw->host_shape, SITE_host_credits, m);
	lport_image(&sw->lport, s, SITE_lport, m);
}

/* The side whose memory stands at a site; NULL: neither. */
static const struct nic_side *side_of(const struct nic_switch *sw, enum site site, bool *links)
{
	*links = site == SITE_send_cqu || site == SITE_receive_cqu;
	if (site == SITE_send_cmu || site == SITE_send_cqu)
		return sw->side + SEND;
	return site == SITE_receive_cmu || site == SITE_receive_cqu ? sw->side + RECEIVE : NULL;
}

bool nic_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct nic_switch *sw = nic_switch_seen(at);
	bool links;
	const struct nic_side *u = side_of(sw, site, &links);

	(void)cycle;    /* that of the last image */
	if (site == SITE_nrt)
		return nrt_memory(&sw->nrt, &at->shape, address, words);
	if (!u)
		return false;
	return links ? cqu_memory(&u->cqu, &u->shape, port, address, words) : cells_memory(&u->cells, &u->shape, cells_row(row), port, address, words);
}

uint64_t nic_writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct nic_switch *sw = nic_switch_seen(at);
	bool links;
	const struct nic_side *u = side_of(sw, site, &links);

	if (site == SITE_nrt) {
		address[0] = sw->nrt.wrote_at;
		return cycle + 1 == at->now && sw->nrt.wrote;
	}
	if (!u)
		return 0;
	if (links)
		return cycle + 1 == at->now ? writes_of(u->cqu.wrote, u->cqu.wrote_at, address) & 1 : 0;
	assert(u->cells.now == cycle);
	const struct cells_cycle c = look(sw, u);

	return cells_writes(&u->cells, &u->shape, &c, cells_row(row), 0, address);
}

bool nic_word(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct nic_switch *sw = nic_switch_seen(at);
	bool links;
	const struct nic_side *u = side_of(sw, site, &links);

	(void)cycle;
	(void)address;
	if (!u || links)
		return false;
	const struct cells_cycle c = look(sw, u);

	cells_word(&u->cells, &u->shape, &u->cmu, &u->parcels, &c, cells_row(row), port, words);
	return true;
}

bool nic_drained(const struct sluice_switch *at)
{
	const struct nic_switch *sw = nic_switch_seen(at);
	const unsigned n = at->switches;

	for (unsigned k = 0; k < NIC_SIDES; k++) {
		const struct nic_side *u = sw->side + k;

		if (u->hru.valid | u->cqu.popping | u->cqu.refilling || !cmu_all_free(&u->cmu))
			return false;
	}
	return sfcu_quiet(&sw->sfcu, &sw->side[SEND].shape, n) && nfu_quiet(&sw->nfu, n) && nsu_quiet(&sw->nsu, n) && ccu_all_given(&sw->credits) &&
	       ccu_all_given(&sw->host) && lport_rests(&sw->lport, &at->shape, n * NIC_PORTS, at->now);
}

/* Why the head of a queue waits. */
static void say_why(const struct nic_switch *sw, unsigned k, unsigned n, unsigned vc, unsigned j, struct switch_waiting *w)
{
	const struct shape *s = &sw->base.shape;
	const struct nic_side *u = sw->side + k;
	const struct cell_queue *queue = cqu_at(&u->cqu, &u->shape, n, cqu_number(&u->shape, vc, j));

	w->packet = u->parcels.at[queue->head].packet;
	w->queue = vc * u->shape.vc_queues + j;
	w->output = nic_out(k, n);
	if (k == SEND && nfu_parked_word(&sw->nfu, s, n, vc, j / 64) >> j % 64 & 1)
		w->why = WAITS_XON;
	else
		w->why = ccu_spare(k == SEND ? &sw->credits : &sw->host, &sw->host_shape, n, shape_vc(s, w->packet.sl)) < cqu_head(&u->cqu, &u->shape, n, cqu_number(&u->shape, vc, j))->need ? WAITS_CREDIT : WAITS_OTHERS;
}

bool nic_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct nic_switch *sw = nic_switch_seen(at);
	const unsigned k = input % NIC_PORTS == NIC_HOST ? SEND : RECEIVE, n = input / NIC_PORTS;
	const struct nic_side *u = sw->side + k;
	bool any = false;

	for (unsigned q = 0; q < u->shape.queues; q++) {
		const unsigned vc = q / u->shape.vc_queues, j = q % u->shape.vc_queues;

		if (!(cqu_present(&u->cqu, &u->shape, n, vc)[j / 64] >> j % 64 & 1))
			continue;
		say_why(sw, k, n, vc, j, w);
		if (w->why != WAITS_OTHERS)
			return true;
		any = true;
	}
	return any;
}
