#include "model_bank.h"

#include "link_use.h"
#include "links.h"
#include "why_not.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LAG = 5,
	HEADERS = 2 * (SWITCH_DEPART_MOST + 1), /* length of a ring of departures on their way: a power of two */
	CREDITS = 256                   /* likewise of credits: more than a packet has flits */
};
_Static_assert((HEADERS & (HEADERS - 1)) == 0, "cycles are counted modulo 2**64");

/* Inputs and outputs of the first switch in a cycle. */
struct moment {
	struct switch_in in;
	struct switch_out out;
};

struct model_bank {
	struct sluice_switch *sw;
	struct shape shape;
	unsigned switches, remembered;  /* remembered: cycles, a power of two */
	unsigned lag;                   /* cycles between the inputs of a switch and those of the next */
	uint64_t due;                   /* next cycle in which the bank has to be stepped */
	struct moment *past;            /* of the first switch, by cycle modulo `remembered`; NULL: there is no other */
	struct switch_in in;            /* of all of them */
	struct switch_out out;

	unsigned depart;                /* switch_depart() */
	bool connected;                 /* departures and their credits are written to links: */
	struct links links;
	struct wire wire[SWITCH_PORTS];
	struct arriving arriving[HEADERS];
	struct switch_in heads[HEADERS];
	uint64_t credits[CREDITS];
	uint16_t credit_queues[CREDITS][SWITCH_PORTS];
};

/* Each port leads to itself: there is one receiver, and what is there can be told by its port. */
static void connect_ports(struct model_bank *b)
{
	for (unsigned i = 0; i < SWITCH_PORTS; i++)
		b->wire[i] = (struct wire){ .bank = 0, .port = i & (SWITCH_PORTS - 1) };
	b->links = (struct links){ .wire = b->wire, .rings = {
		.of_mask = HEADERS - 1, .row_mask = HEADERS - 1, .credit_mask = CREDITS - 1, .block = (char *)b,
		.of = offsetof(struct model_bank, arriving), .in = offsetof(struct model_bank, heads), .credit = offsetof(struct model_bank, credits),
		.credit_queue = offsetof(struct model_bank, credit_queues),
	} };
	if (b->connected)
		switch_connect(b->sw, &b->links);
}

struct model_bank *model_bank_new(const struct shape *s, unsigned switches, struct table_words table, uint32_t at)
{
	struct model_bank *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	b->shape = *s;
	b->switches = switches;
	b->depart = switch_depart(s);
	b->connected = switch_reports_grants(s);
	b->remembered = 1;
	/* A line is free only when the sweep after reset has cleared its list. With a table, packets may come before: a lag would show. */
	b->lag = (s->lists_in_memory && table.entry) || s->totals || s->recovery ? 0 : LAG;
	while (b->remembered <= b->lag * (switches - 1))
		b->remembered *= 2;
	b->sw = switch_new_bank(s, switches);
	b->past = switches > 1 ? calloc(b->remembered, sizeof *b->past) : NULL;
	if (!b->sw || (switches > 1 && !b->past)) {
		model_bank_free(b);
		return NULL;
	}
	connect_ports(b);
	for (unsigned k = 0; k < switches; k++) {
		for (uint32_t d = 0; table.entry && d < s->nodes; d++)
			switch_configure_word(b->sw, k, d, table.entry + d);
		for (uint32_t d = 0; table.route && d < s->ends; d++)
			switch_configure_route(b->sw, k, d, table.route + d);
		if (s->by_flits)
			switch_position(b->sw, k, at);
	}
	return b;
}

void model_bank_free(struct model_bank *b)
{
	if (!b)
		return;
	switch_free(b->sw);
	free(b->past);
	free(b);
}

struct sluice_switch *model_bank_switch(const struct model_bank *b)
{
	return b->sw;
}

static bool wrong(char why[MODEL_BANK_WHY], uint64_t cycle, unsigned number, const char *what)
{
	return why_not(why, MODEL_BANK_WHY, "cycle %" PRIu64 ": switch %u of the model's bank: %s", cycle, number, what);
}

/* The record of the first switch that another switch repeats now; NULL: before its first cycle. */
static const struct moment *then(const struct model_bank *b, uint64_t cycle, unsigned number)
{
	const uint64_t lag = (uint64_t)b->lag * number;

	return cycle < lag ? NULL : b->past + ((cycle - lag) & (b->remembered - 1));
}

/* Inputs of one switch, at its ports. */
static void bring(struct switch_in *all, const struct switch_in *in, unsigned first)
{
	all->head |= in->head << first;
	all->credit |= in->credit << first;
	all->message |= in->message << first;
	EACH_IN(i, in->head) {
		all->packet[first + i] = in->packet[i];
		all->vc[first + i] = in->vc[i];
		all->flit[first + i] = in->flit[i];
		all->tokens[first + i] = in->tokens[i];
	}
	EACH_IN(i, in->credit)
		all->credit_queue[first + i] = in->credit_queue[i];
	EACH_IN(i, in->message)
		all->msg[first + i] = in->msg[i];
}

/* Inputs of all switches. */
static const struct switch_in *bring_all(struct model_bank *b, uint64_t cycle, const struct switch_in *in)
{
	struct switch_in *const all = &b->in;

	if (b->switches == 1)
		return in;
	b->past[cycle & (b->remembered - 1)].in = *in;
	all->head = all->credit = all->message = 0;
	all->configure = in->configure;
	all->destination = in->destination;
	all->entry = in->entry;
	all->route = in->route;
	for (unsigned k = 0; k < b->switches; k++) {
		const struct moment *m = then(b, cycle, k);

		if (m)
			bring(all, &m->in, k * b->shape.radix);
	}
	return all;
}

/* Outputs of one switch, moved to the ports of the first. */
static void take(const struct model_bank *b, unsigned number, struct switch_out *out)
{
	const unsigned first = number * b->shape.radix;
	const uint64_t ports = ones(b->shape.radix);

	out->depart = b->out.depart >> first & ports;
	out->credit = b->out.credit >> first & ports;
	out->message = b->out.message >> first & ports;
	EACH_IN(i, out->depart) {
		out->packet[i] = b->out.packet[first + i];
		out->from[i] = (uint8_t)(b->out.from[first + i] - first);
		out->queue[i] = b->out.queue[first + i];
		out->vc[i] = b->out.vc[first + i];
		out->flit[i] = b->out.flit[first + i];
		out->tokens[i] = b->out.tokens[first + i];
	}
	EACH_IN(i, out->credit)
		out->credit_queue[i] = b->out.credit_queue[first + i];
	EACH_IN(i, out->message)
		out->msg[i] = b->out.msg[first + i];
}

static bool same_departures(const struct model_bank *b, const struct switch_out *x, const struct switch_out *y)
{
	EACH_IN(i, x->depart)
		if (memcmp(&x->packet[i], &y->packet[i], sizeof x->packet[i]) || x->from[i] != y->from[i] ||
		    (b->shape.flow_control == FLOW_CREDIT_PER_QUEUE && x->queue[i] != y->queue[i]) ||
		    (links_paced(&b->shape) && x->tokens[i] != y->tokens[i]) || (b->shape.by_flits && (x->vc[i] != y->vc[i] || x->flit[i] != y->flit[i])))
			return false;
	return x->depart == y->depart;
}

static bool same_replies(const struct model_bank *b, const struct switch_out *x, const struct switch_out *y)
{
	EACH_IN(i, credits_named(&b->shape) ? x->credit : 0)
		if (x->credit_queue[i] != y->credit_queue[i])
			return false;
	EACH_IN(i, x->message)
		if (memcmp(&x->msg[i], &y->msg[i], sizeof x->msg[i]))
			return false;
	return x->credit == y->credit && x->message == y->message;
}

/* A word of the routing table of one switch. */
static void configure(struct model_bank *b, unsigned number, const struct switch_in *in)
{
	if (b->shape.ends)
		switch_configure_route(b->sw, number, in->destination, &in->route);
	else
		switch_configure_word(b->sw, number, in->destination, &in->entry);
}

/* The other switches do what the first did. */
static bool others_follow(struct model_bank *b, uint64_t cycle, char why[MODEL_BANK_WHY])
{
	for (unsigned k = 1; k < b->switches; k++) {
		const struct moment *m = then(b, cycle, k);
		struct switch_out out = { .depart = 0 };

		take(b, k, &out);
		if (!m && (out.depart | out.credit | out.message))
			return wrong(why, cycle, k, "something leaves before anything came");
		if (m && !same_departures(b, &m->out, &out))
			return wrong(why, cycle, k, "its departures are not those that the first switch had with the same inputs");
		if (m && !same_replies(b, &m->out, &out))
			return wrong(why, cycle, k, "its credits or messages are not those that the first switch had with the same inputs");
		if (m && m->in.configure)       /* the port is that of the first switch */
			configure(b, k, &m->in);
	}
	return true;
}

/* Credits that are decided in a cycle are those that departures predicted when they were granted. */
static bool credits_right(struct model_bank *b, uint64_t cycle, const struct switch_out *out)
{
	const unsigned at = (cycle + 1) & (CREDITS - 1);
	const uint64_t predicted = b->credits[at];

	b->credits[at] = 0;
	EACH_IN(i, credits_named(&b->shape) ? predicted & out->credit : 0)
		if (b->credit_queues[at][i] != out->credit_queue[i])
			return false;
	return predicted == out->credit;
}

/* The headers at the receivers are those of the packets that were decided to depart. */
static bool heads_right(struct model_bank *b, uint64_t cycle, const struct switch_out *out)
{
	const unsigned at = (unsigned)(cycle + b->depart) & (HEADERS - 1);
	const bool same = b->arriving[at].head == out->depart;

	b->arriving[at].head = 0;
	EACH_IN(o, same ? out->depart : 0)
		if (memcmp(&b->heads[at].packet[o], &out->packet[o], sizeof out->packet[o]))
			return false;
	return same;
}

static void step(struct model_bank *b, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	if (cycle < b->due && !(in->head | in->credit | in->message | in->configure)) {
		out->depart = out->credit = out->message = 0;
		return;
	}
	b->links.arrival = link_arrival(&b->links.rings, cycle + b->depart);
	b->links.credit = cycle + 1;
	b->due = switch_step(b->sw, cycle, in, out);
}

bool model_bank_step(struct model_bank *b, uint64_t cycle, const struct switch_in *in, struct switch_out *out, char why[MODEL_BANK_WHY])
{
	struct switch_out *const all = b->switches == 1 ? out : &b->out;

	step(b, cycle, bring_all(b, cycle, in), all);
	if (b->connected && !heads_right(b, cycle, all))
		return wrong(why, cycle, 0, "what it writes to receivers is not what it decides");
	if (b->connected && !credits_right(b, cycle, all))
		return wrong(why, cycle, 0, "its credits are not those that its departures predicted");
	if (b->switches == 1)
		return true;
	take(b, 0, out);
	b->past[cycle & (b->remembered - 1)].out = *out;
	return others_follow(b, cycle, why);
}

bool model_bank_drained(const struct model_bank *b)
{
	return switch_drained(b->sw);
}
