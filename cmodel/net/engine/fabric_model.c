#include "fabric_model.h"

#include "in_memory.h"
#include "link_use.h"

#include <assert.h>
#include <stdlib.h>

static bool make_parts(struct fabric_model *f)
{
	const struct topology *const t = f->topology;
	bool good;

	f->mask = ones(clog2(SWITCH_DEPART_MOST + 2 + f->config.stages));
	f->in = stock_array(&f->memory, in_memory((t->switches + t->nodes) * (f->mask + 1)), sizeof *f->in);
	f->sw = stock_array(&f->memory, t->switches, sizeof *f->sw);
	f->node = stock_array(&f->memory, t->nodes, sizeof *f->node);
	good = !f->memory.lacking;
	for (unsigned i = 0; good && i < t->switches; i++)
		good = (f->sw[i] = switch_new(&f->config.sw)) != NULL;
	for (unsigned i = 0; good && i < t->nodes; i++)
		good = (f->node[i] = end_node_new(&f->config.nic, i)) != NULL;
	return good;
}

struct fabric_model *fabric_model_new(const struct fabric_model_config *c)
{
	struct fabric_model *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->config = *c;
	f->topology = c->topology;
	f->routing = routing_of(c->topology, &c->sw);
	if (make_parts(f))
		return f;
	fabric_model_free(f);
	return NULL;
}

void fabric_model_free(struct fabric_model *f)
{
	if (!f)
		return;
	for (unsigned i = 0; f->sw && i < f->topology->switches; i++)
		switch_free(f->sw[i]);
	for (unsigned i = 0; f->node && i < f->topology->nodes; i++)
		end_node_free(f->node[i]);
	stock_free(&f->memory);
	free(f);
}

/* Are the tables written, in the cycle that begins? */
static bool is_up(const struct fabric_model *f)
{
	return f->cycle >= f->topology->nodes;
}

static struct switch_in *arrivals(const struct fabric_model *f, unsigned end, uint64_t cycle)
{
	return f->in + end * (f->mask + 1) + (cycle & f->mask);
}

/* The cycle has passed: nothing comes by this place of the ring. */
static void take(struct switch_in *in)
{
	in->head = in->credit = in->message = 0;
	in->configure = false;
}

/* What leaves by a port in this cycle. */
static void send(struct fabric_model *f, const struct switch_out *out, unsigned port, unsigned depart, unsigned end, unsigned to)
{
	const uint64_t back = f->cycle + 1 + f->config.stages;
	const uint64_t head = f->cycle + depart + f->config.stages;
	struct switch_in *in = arrivals(f, end, head);

	if (out->depart >> port & 1) {
		const uint64_t end_of_it = head + link_cycles(&f->config.sw, out->packet[port].flits);

		in->head |= bit(to);
		in->packet[to] = out->packet[port];
		in->tokens[to] = out->tokens[port];
		f->quiet = end_of_it > f->quiet ? end_of_it : f->quiet;
	}
	in = arrivals(f, end, back);
	if (out->credit >> port & 1) {
		in->credit |= bit(to);
		in->credit_queue[to] = out->credit_queue[port];
		f->quiet = back > f->quiet ? back : f->quiet;
	}
	if (out->message >> port & 1) {
		in->message |= bit(to);
		in->msg[to] = out->msg[port];
		f->quiet = back > f->quiet ? back : f->quiet;
	}
}

/* The tables: a destination each cycle. Is there a word of it to be written, where there is a table? */
static bool writes_word(const struct fabric_model *f, bool table, struct switch_in *in)
{
	in->configure = table && !is_up(f);
	in->destination = (uint32_t)f->cycle;
	return in->configure;
}

static void step_switch(struct fabric_model *f, uint32_t sw)
{
	const struct topology *const t = f->topology;
	struct switch_in *const in = arrivals(f, sw, f->cycle);
	struct switch_out out;

	if (writes_word(f, f->config.sw.nodes, in))
		in->entry = routing_entry(&f->routing, sw, in->destination);
	switch_step(f->sw[sw], f->cycle, in, &out);
	take(in);
	const unsigned depart = switch_depart(&f->config.sw);

	for (unsigned port = 0; port < f->config.sw.radix; port++) {
		const struct place far = t->peer(t, sw, port);

		if (far.is == SWITCH)
			send(f, &out, port, depart, far.index, far.port);
		else if (far.is == NODE)
			send(f, &out, port, depart, t->switches + far.index, NIC_NETWORK);
	}
}

static void step_node(struct fabric_model *f, uint32_t node, const struct host_in *host, struct host_out *seen)
{
	struct switch_in *const in = arrivals(f, f->topology->switches + node, f->cycle);
	const struct place at = f->topology->attach(f->topology, node);
	struct switch_out out;

	const bool writes = writes_word(f, f->config.nic.table_words, in);

	if (writes && f->config.nic.by_route)
		in->route = routing_of_node(f->topology, node, in->destination);
	else if (writes)
		in->entry = routing_entry_of_node(&f->routing, node, in->destination);
	end_node_step(f->node[node], is_up(f), in, host, &out, seen);
	take(in);
	send(f, &out, NIC_NETWORK, switch_depart(&f->config.nic), at.index, at.port);
}

void fabric_model_step(struct fabric_model *f, const struct host_in *in, struct host_out *seen)
{
	for (uint32_t i = 0; i < f->topology->switches; i++)
		step_switch(f, i);
	for (uint32_t i = 0; i < f->topology->nodes; i++)
		step_node(f, i, in + i, seen + i);
	f->cycle++;
}

bool fabric_model_drained(const struct fabric_model *f)
{
	bool drained = f->cycle > f->quiet;

	for (uint32_t i = 0; i < f->topology->switches && drained; i++)
		drained = switch_drained(f->sw[i]);
	for (uint32_t i = 0; i < f->topology->nodes && drained; i++)
		drained = end_node_drained(f->node[i]);
	return drained;
}
