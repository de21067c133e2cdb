/* A switch with registers on a bus: a step of the switch, and of its registers. Every cycle is stepped. */
#include "registers.h"

void registers_reset(struct sluice_switch *sw)
{
	struct registers *const r = sw->registers;

	r->step = sw->step;
	sw->step = registers_step;
	csr_reset(&r->csr);
	csr_limits_reset(&r->csr_limits, &sw->shape);
	sw->due = 0;
}

/* Does a header name what is not there? */
static bool is_astray(const struct shape *s, const struct packet *p)
{
	if (s->nodes)
		return p->destination >= s->nodes || (s->named_queues && p->queue >= s->queues);
	return (p->turnpool & ones(s->turn_w)) >= s->radix || !p->turns_left;
}

/* Ports in the middle of a packet, and those in which one begins. Its flits follow each other. */
static uint64_t flits_of(uint16_t *left, uint64_t begin, uint64_t ports)
{
	uint64_t valid = begin;

	EACH_IN(i, ports) {
		valid |= left[i] ? bit(i) : 0;
		left[i] = (uint16_t)(left[i] - (left[i] != 0));
	}
	return valid;
}

static void see_arrivals(struct registers *r, const struct sluice_switch *sw, const struct switch_in *in, struct csr_seen *now)
{
	EACH_IN(i, in->head) {
		r->coming[i] = (uint16_t)in->packet[i].flits;
		now->flits[i] = (uint16_t)in->packet[i].flits;
		now->astray |= is_astray(&sw->shape, &in->packet[i]) ? bit(i) : 0;
	}
	now->rx_head = in->head;
	now->rx_valid = flits_of(r->coming, in->head, sw->ports);
}

/* A packet crosses in the cycle before its header is on the link. */
static void see_departures(struct registers *r, const struct sluice_switch *sw, uint64_t cycle, struct csr_seen *now)
{
	const struct registers_departure *const cross = &r->past[(cycle + 1 - sw->model->depart) % REGISTERS_PAST];
	const struct registers_departure *const leave = &r->past[(cycle - sw->model->depart) % REGISTERS_PAST];
	uint64_t inputs = 0;

	EACH_IN(o, cross->outputs) {
		r->crossing[cross->from[o]] = cross->flits[o];
		inputs |= bit(cross->from[o]);
	}
	EACH_IN(o, leave->outputs)
		r->leaving[o] = leave->flits[o];
	now->sending = flits_of(r->crossing, inputs, sw->ports);
	now->tx_head = leave->outputs;
	now->tx_valid = flits_of(r->leaving, leave->outputs, sw->ports);
}

static void see_messages(struct registers *r, const struct sluice_switch *sw, const struct switch_in *in, struct csr_seen *now)
{
	EACH_IN(i, r->messages) {
		if (sw->shape.messages == MESSAGES_QUEUE)
			csr_stops_sent(&r->csr_stops, i, r->msg[i].stops, now);
		else
			*(r->msg[i].xoff ? &now->xoff_sent : &now->xon_sent) |= bit(i);
	}
	EACH_IN(i, in->message) {
		if (sw->shape.messages == MESSAGES_QUEUE)
			csr_stops_received(&r->csr_stops, i, in->msg[i].stops, now);
		else
			*(in->msg[i].xoff ? &now->xoff_received : &now->xon_received) |= bit(i);
	}
}

static void see(struct registers *r, const struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct csr_seen *now)
{
	see_arrivals(r, sw, in, now);
	see_departures(r, sw, cycle, now);
	see_messages(r, sw, in, now);
	now->rx_credit = r->credits;
	now->tx_credit = in->credit;
	if (sw->shape.saqs)
		sw->model->congestion(sw, now);
}

/* What the step of the switch decided, for the cycles that come. */
static void remember(struct registers *r, uint64_t cycle, const struct switch_out *out)
{
	struct registers_departure *const d = &r->past[cycle % REGISTERS_PAST];

	d->outputs = out->depart;
	EACH_IN(o, out->depart) {
		d->from[o] = out->from[o];
		d->flits[o] = (uint16_t)out->packet[o].flits;
	}
	r->credits = out->credit;
	r->messages = out->message;
	EACH_IN(o, out->message)
		r->msg[o] = out->msg[o];
}

/* The step of the switch, whose routing table a write of the bus may change in this cycle. */
static void step_switch(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out, const struct csr_access *a,
			bool write)
{
	struct switch_in with;
	uint32_t destination;
	struct table_entry entry;

	if (!write || !csr_table_word(&sw->shape, a, &destination, &entry)) {
		sw->registers->step(sw, cycle, in, out);
		return;
	}
	with = *in;
	with.configure = true;
	with.destination = destination;
	with.entry = entry;
	sw->registers->step(sw, cycle, &with, out);
}

/* Counters of all ports. Returns whether one was at its greatest value. */
static bool count(struct registers *r, const struct shape *s, const struct csr_access *a, bool write, const struct csr_seen *now)
{
	bool counted = true;

	if (csr_commands(a, write, CSR_BIT_control_snapshot))
		csr_counts_snapshot(&r->csr_counts, s, &r->csr_port);
	if (csr_commands(a, write, CSR_BIT_control_clear))
		csr_counts_clear(&r->csr_counts);
	for (unsigned i = 0; i < s->radix; i++) {
		const unsigned pulses = csr_port_pulses(&r->csr_port, s, now, i);

		counted &= csr_counts_port(&r->csr_counts, s, &r->csr_port, i, r->csr.counting ? pulses : 0);
	}
	return !counted;
}

static void end(struct registers *r, const struct shape *s, const struct csr_access *a, bool write, const struct csr_seen *now)
{
	const bool saturated = count(r, s, a, write, now);
	uint8_t faults[SWITCH_PORTS];

	for (unsigned i = 0; i < s->radix; i++)
		faults[i] = (uint8_t)csr_faults(a, write, i, csr_port_faults(&r->csr_port, s, now, i));
	csr_end(&r->csr, s, a, write, faults, now->detect, saturated);
	csr_port_end(&r->csr_port, s, now);
	if (write && csr_limits_allowed(s, a))
		csr_limits_write(&r->csr_limits, a);
}

/* Input ports have registers of their own for their thresholds, a cycle behind. */
static void set_thresholds(struct shape *s, const struct registers *r)
{
	if (!s->saqs)
		return;
	s->detect_threshold = r->csr.detecting ? r->csr_limits.detect : (unsigned)ones(s->count_w);
	s->xoff_threshold = r->csr_limits.xoff;
	s->xon_threshold = r->csr_limits.xon;
}

uint64_t registers_step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct registers *const r = sw->registers;
	const bool apb = sw->shape.csr == CSR_apb;
	const struct csr_access a = apb ? csr_apb_access(&r->csr_apb, &in->bus) : r->csr_axi_lite.waiting;
	const struct csr_answer answer = csr_judge(&r->csr, &sw->shape, &r->csr_counts, &r->csr_limits, &a, in->configure);
	const bool write = csr_done(&a, answer) && a.write && !answer.error;
	struct csr_seen now = { .rx_valid = 0 };

	see(r, sw, cycle, in, &now);
	step_switch(sw, cycle, in, out, &a, write);
	set_thresholds(&sw->shape, r);
	end(r, &sw->shape, &a, write, &now);
	remember(r, cycle, out);
	if (apb)
		csr_apb_end(&r->csr_apb, &a, answer, &out->bus);
	else
		csr_axi_lite_end(&r->csr_axi_lite, &in->bus, answer, &out->bus);
	return cycle + 1;
}

void registers_image(const struct sluice_switch *sw, struct image *m)
{
	const struct shape *const s = &sw->shape;
	struct registers *const r = sw->registers;

	csr_image(&r->csr, m);
	csr_counts_image(&r->csr_counts, s, m);
	csr_port_image(&r->csr_port, s, m);
	if (s->classifier == CLASSIFIER_PRIORITY)
		csr_stops_image(&r->csr_stops, s, m);
	if (s->csr == CSR_apb)
		csr_apb_image(&r->csr_apb, m);
	else
		csr_axi_lite_image(&r->csr_axi_lite, m);
	if (s->saqs)
		csr_limits_image(&r->csr_limits, m);
}
