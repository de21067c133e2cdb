/* Lays out a network in memory: banks, wires, rings. */
#include "network_state.h"

#include "network_paces.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_BANKS = 64, LARGE_BANKS = 2048 };  /* the state of so many is in the second cache, and no longer in the third */
enum { HORIZON = 256 };                       /* cycles that due sets cover at least */

/* To a place in a part. */
static struct wire wire_to_place(unsigned part, uint32_t place, unsigned link)
{
	return (struct wire){ .bank = place / SWITCH_PORTS & NO_BANK, .port = place % SWITCH_PORTS, .part = part & (NETWORK_PARTS - 1), .link = link & NO_LINK };
}

/* To what is there in the topology; of a node with a network interface, to that. */
static struct wire wire_to(const struct network *n, const struct place *far, unsigned link)
{
	switch (far->is) {
	case NOTHING: return (struct wire){ .bank = NO_BANK };
	case SWITCH: return wire_to_place(n->part_of_switch[far->index], n->place_of_switch[far->index] + far->port, link);
	default:
		return wire_to_place(n->part_of_node[far->index], n->place_of_nic ? n->place_of_nic[far->index] + NIC_NETWORK : n->place_of_node[far->index], link);
	}
}

/* All ones: the indices of a ring that has room for so many, at least 2. */
static unsigned ring_mask(unsigned least)
{
	return (1u << clog2(least)) - 1;
}

/* Headers on a link are at least as many cycles apart as packets have flits, where links do not mix their flits. */
static unsigned flits_apart(const struct network *n)
{
	const struct shape *s = &n->config.shape;

	return s->by_flits || s->by_cells || n->config.nics ? 1 : workload_least_flits(n->setup.workload);
}

static void measure_time(struct network *n)
{
	const unsigned delay = n->config.link_delay, longest = link_cycles(&n->config.shape, n->config.shape.packet_flits);
	const unsigned of_switch = n->kind[KIND_SWITCH].backend.depart_delay, of_nic = n->kind[KIND_NIC].backend.depart_delay;
	const unsigned depart = (of_switch > of_nic ? of_switch : of_nic) + n->latest;
	const unsigned reach = (longest > depart ? longest : depart) + delay + 1;

	n->due.log_span = clog2(delay + 2) - 1;
	const unsigned span = 1u << n->due.log_span;

	n->rings.credit_mask = ring_mask(reach + span);
	n->rings.log_apart = clog2(flits_apart(n) + 1) - 1;
	n->rings.of_mask = ring_mask(depart + delay + span);
	n->rings.row_mask = ring_mask(((depart + delay + span - 1) >> n->rings.log_apart) + 2);
	if (n->rings.row_mask > n->rings.of_mask)
		n->rings.row_mask = n->rings.of_mask;
	n->horizon = reach > HORIZON ? reach : HORIZON;
	n->demand_mask = ring_mask(n->horizon + 4 * span);       /* due sets: of two spans of a turn, and of the one that they may be cut in */
	n->due.mask = (n->demand_mask + 1) / span - 1;
}

static bool allocate_tables(struct network *n)
{
	const struct topology *t = &n->config.topology;
	const struct switch_kind *const k = n->kind + KIND_SWITCH;
	uint32_t all;

	n->banks = network_bank_numbers(n, &all);
	n->due.log_words = clog2(n->banks / 64);
	n->few = n->setup.kind.awake = all <= FEW_BANKS;
	n->large = n->banks >= LARGE_BANKS;
	n->direct = n->all_parts == 1 && !n->config.nics && !t->rate && k->backend.connect && (k->backend.reports_grants || (n->config.shape.by_flits && n->few));
	n->setup.kind.headers = n->direct && n->config.shape.by_flits;
	n->run_nodes = network_nodes_run(n->setup.kind);
	n->part = network_take(n, n->parts, sizeof *n->part);
	n->bank = network_take(n, n->banks, sizeof *n->bank);
	n->place_of_switch = network_take(n, t->switches, sizeof *n->place_of_switch);
	n->place_of_node = network_take(n, t->nodes, sizeof *n->place_of_node);
	n->part_of_switch = network_take(n, t->switches, sizeof *n->part_of_switch);
	n->part_of_node = network_take(n, t->nodes, sizeof *n->part_of_node);
	n->place_of_nic = n->config.nics ? network_take(n, t->nodes, sizeof *n->place_of_nic) : NULL;
	n->side = network_take(n, (n->banks + 63) / 64, sizeof *n->side);
	n->due.set = n->few ? NULL : network_take(n, (size_t)(n->due.mask + 1) << n->due.log_words, sizeof *n->due.set);
	return !n->memory.lacking;
}

/* Place the arrays of a bank. */
static void place_bank(const struct network *n, struct bank *b, bool nodes, struct arena *a)
{
	struct nodes nowhere;

	b->wire = arena_take(a, HOT, SWITCH_PORTS, sizeof *b->wire);
	b->messages = n->config.shape.by_flits && !nodes ? arena_take(a, HOT, SWITCH_PORTS, sizeof *b->messages) : b->wire;
	if (!nodes)
		return;
	b->nodes = arena_take(a, HOT, 1, sizeof *b->nodes);
	struct nodes *const s = b->nodes ? b->nodes : &nowhere;

	s->node = arena_take(a, HOT, SWITCH_PORTS, sizeof *s->node);
	if (n->config.shape.by_flits)
		s->flits = arena_take(a, HOT, SWITCH_PORTS, sizeof *s->flits);
	s->idle_at = arena_take(a, HOT, n->rings.credit_mask + 1u, sizeof *s->idle_at);
	s->demand_due_at = arena_take(a, HOT, n->demand_mask + 1u, sizeof *s->demand_due_at);
}

/* The arena of member k of `count` equal ones. The block has the HOT parts of all, then the COLD parts of all. */
static struct arena nth_arena(char *block, const struct arena *measured, size_t count, size_t k)
{
	const size_t hot = (measured->used[HOT] + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE, cold = (measured->used[COLD] + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;

	return (struct arena){ .block = block, .used = { k * hot, count * hot + k * cold } };
}

static char *allocate(struct network *n, const struct arena *measured, size_t count)
{
	return network_take(n, count * (measured->used[HOT] + measured->used[COLD] + 2 * CACHE_LINE), 1);
}

/* Append an array to the rings of a bank. Returns its offset. */
static size_t append_ring(struct ring_shape *r, size_t bytes)
{
	const size_t offset = r->bytes;

	r->bytes += (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
	return offset;
}

/* Allocate the rings of all banks. */
static bool build_rings(struct network *n)
{
	const struct rings of = { .of = NULL };
	struct ring_shape *const r = &n->rings;

	r->credit = append_ring(r, (r->credit_mask + 1u) * sizeof *of.credit);
	r->of = append_ring(r, (r->of_mask + 1u) * sizeof *of.of);
	r->in = append_ring(r, (r->row_mask + 1u) * sizeof *of.in);
	if (credits_named(&n->config.shape) || credits_named(&n->entrance))
		r->credit_queue = append_ring(r, (r->credit_mask + 1u) * sizeof *of.credit_queue);
	r->message_bytes = (r->of_mask + 1u) * sizeof *of.msg;
	r->block = network_take_sparse(n, 0, r->bytes);
	r->messages = network_take_sparse(n, 1, r->message_bytes);
	return r->block && r->messages;
}

/* The banks of a part that are of nodes, or of switches and network interfaces. */
static struct range banks_of(const struct part *p, bool nodes)
{
	return nodes ? p->nodes : (struct range){ p->nics.first, p->switches.end };
}

/* Allocate and place all banks of nodes, or all others. */
static bool build_banks(struct network *n, bool nodes)
{
	struct arena measured = { .block = NULL };
	struct bank nowhere;
	size_t count = 0, k = 0;

	for (unsigned p = 0; p < n->parts; p++) {
		const struct range r = banks_of(n->part + p, nodes);

		count += r.end - r.first;
	}
	place_bank(n, &nowhere, nodes, &measured);
	char *block = allocate(n, &measured, count);

	if (block)
		network_enlarge_pages(block, count * measured.used[HOT]);
	for (unsigned p = 0; block && p < n->parts; p++) {
		const struct range r = banks_of(n->part + p, nodes);

		for (uint32_t b = r.first; b < r.end; b++) {
			struct arena a = nth_arena(block, &measured, count, k++);

			place_bank(n, n->bank + b, nodes, &a);
		}
	}
	return block;
}

/* index: of its first switch, or of the node of its first network interface. */
static bool open_bank(struct network *n, uint32_t bank, enum kind kind, unsigned index)
{
	const struct switch_kind *const k = n->kind + kind;
	struct bank *b = n->bank + bank;

	b->kind = k;
	b->due = UINT64_MAX;
	if (k->shape->lists_in_memory || k->shape->by_flits || k->shape->csr) { /* something to do from reset on */
		b->due = 0;
		due_add(n->due.set, bank);
	}
	struct switch_room room;
	const bool given = b->members == k->banked && network_next_bank(n, kind, &room);

	b->sw = k->backend.open(k->backend.context, k->shape, index, b->members, given ? &room : NULL);
	if (b->sw && n->direct)
		k->backend.connect(b->sw, &n->part->links);
	if (b->sw && n->large && k->backend.hot && b->members == k->banked)
		k->backend.hot(b->sw, &n->kind[kind].hot);
	return b->sw;
}

/* Write the routing table of a switch, or of a network interface, if the backend takes it from the network. */
static void write_table(struct network *n, enum kind kind, uint32_t place, unsigned index)
{
	const struct switch_kind *const k = n->kind + kind;
	struct sluice_switch *const sw = network_bank(n, place)->sw;
	const bool nic = kind == KIND_NIC, routes = nic && k->shape->by_route;
	const unsigned number = place % SWITCH_PORTS / k->shape->radix;

	if (!k->shape->table_words || !(routes ? k->backend.route != NULL : k->backend.configure != NULL))
		return;
	for (uint32_t d = 0; d < topology_addresses(&n->config.topology); d++) {
		if (routes) {
			const struct table_route r = routing_of_node(&n->config.topology, index, d);

			k->backend.route(sw, number, d, &r);
		} else {
			const struct table_entry e = (nic ? routing_entry_of_node : routing_entry)(&n->setup.routing, index, d);

			k->backend.configure(sw, number, d, &e);
		}
	}
}

/* The network interface of a node. */
static bool build_nic(struct network *n, unsigned node, struct wire to_switch)
{
	const uint32_t place = n->place_of_nic[node];
	struct wire *wire = network_bank(n, place)->wire + place % SWITCH_PORTS;

	wire[NIC_NETWORK] = to_switch;
	wire[NIC_HOST] = wire_to_place(n->part_of_node[node], n->place_of_node[node], NO_LINK);
	if (!(place % SWITCH_PORTS || open_bank(n, place / SWITCH_PORTS, KIND_NIC, node)))
		return false;
	write_table(n, KIND_NIC, place, node);
	return true;
}

/* Messages of wormhole routers: the token goes from the local port to that of the next router, the last one's to the first. */
static void wire_messages(const struct network *n, unsigned sw)
{
	const unsigned radix = n->config.shape.radix, local = n->config.shape.local, next = sw + 1 < n->config.topology.switches ? sw + 1 : 0;
	const uint32_t place = n->place_of_switch[sw];
	const struct bank *b = network_bank(n, place);

	memcpy(b->messages + place % SWITCH_PORTS, b->wire + place % SWITCH_PORTS, radix * sizeof *b->wire);
	b->messages[place % SWITCH_PORTS + local] = wire_to_place(n->part_of_switch[next], n->place_of_switch[next] + local, NO_LINK);
}

/* Tell a wormhole router where it is, if the backend takes that from the network. */
static void set_position(const struct network *n, unsigned sw)
{
	const uint32_t place = n->place_of_switch[sw];
	const struct switch_kind *const k = n->kind + KIND_SWITCH;

	if (k->backend.position)
		k->backend.position(network_bank(n, place)->sw, place % SWITCH_PORTS / k->shape->radix, cube_at(k->shape, sw));
}

/* The bundle of a bank that leads to another one; a new one if there is none. */
static struct bundle *bundle_to(struct bank *b, uint32_t far)
{
	unsigned k = 0;

	while (k < b->bundles && b->bundle[k].bank != far)
		k++;
	b->bundles += k == b->bundles;
	b->bundle[k].bank = far;
	return b->bundle + k;
}

/* Bundle the links of all banks of wormhole routers. */
static bool bundle_links(struct network *n)
{
	const struct range banks = n->part->switches;
	struct bundle *room = network_take(n, (size_t)(banks.end - banks.first) * SWITCH_PORTS, sizeof *room);

	for (uint32_t k = banks.first; room && k < banks.end; k++) {
		struct bank *b = n->bank + k;

		b->bundle = room;
		for (unsigned port = 0; port < b->members * n->config.shape.radix; port++) {
			const struct wire w = b->wire[port];

			if (w.bank == NO_BANK)
				continue;
			struct bundle *const to = bundle_to(b, w.bank);

			to->near[w.port] = (uint8_t)port;
			to->ports |= bit(port);
			to->far |= bit(w.port);
		}
		room += b->bundles;
	}
	return room;
}

/* Links are numbered as network_links() says. */
static bool build_switches(struct network *n)
{
	const struct topology *t = &n->config.topology;
	const unsigned radix = n->config.shape.radix;

	if (!build_banks(n, false))
		return false;
	network_room(n, KIND_SWITCH);
	for (unsigned i = 0; i < t->switches; i++) {
		const uint32_t place = n->place_of_switch[i];

		if (!network_has_switch(n, i))
			continue;
		for (unsigned port = 0; port < radix; port++) {
			const struct place far = t->peer(t, i, port);

			network_bank(n, place)->wire[place % SWITCH_PORTS + port] = wire_to(n, &far, i * radix + port);
		}
		if (!(place % SWITCH_PORTS || open_bank(n, place / SWITCH_PORTS, KIND_SWITCH, i)))
			return false;
		write_table(n, KIND_SWITCH, place, i);
		if (n->config.shape.by_flits) {
			wire_messages(n, i);
			set_position(n, i);
		}
	}
	n->part->links = (struct links){ .rings = n->rings, .due = n->due, .later = n->large ? &n->part->later : NULL };
	return !n->direct || !n->config.shape.by_flits || bundle_links(n);
}

static bool build_nodes(struct network *n)
{
	const struct topology *t = &n->config.topology;
	struct arena measured = { .block = NULL };
	struct node nowhere;
	unsigned nodes = 0;             /* of this process */

	node_place(&nowhere, &measured, &n->setup);
	for (unsigned i = 0; i < t->nodes; i++)
		nodes += network_has_node(n, i);
	char *block = allocate(n, &measured, nodes);
	unsigned k = 0;

	if (!block || !build_banks(n, true))
		return false;
	if (n->place_of_nic)
		network_room(n, KIND_NIC);
	for (unsigned i = 0; i < t->nodes; i++) {
		const uint32_t place = n->place_of_node[i];
		const struct place port = t->attach(t, i);

		if (!network_has_node(n, i))
			continue;
		const struct wire to_switch = wire_to(n, &port, t->switches * n->config.shape.radix + i);
		struct bank *b = network_bank(n, place);
		struct arena a = nth_arena(block, &measured, nodes, k++);

		b->wire[place % SWITCH_PORTS] = n->place_of_nic ? wire_to_place(n->part_of_node[i], n->place_of_nic[i] + NIC_HOST, NO_LINK) : to_switch;
		if (n->place_of_nic && !build_nic(n, i, to_switch))
			return false;
		node_place(network_node(n, i), &a, &n->setup);
		nodes_reset(b->nodes, &n->setup, place % SWITCH_PORTS, i);
		b->nodes->bank = place / SWITCH_PORTS;
		due_add(n->due.set, place / SWITCH_PORTS);
	}
	return true;
}

/* Count the wires from each part of this process to each part. */
static void count_wires(const struct network *n, unsigned *wires)
{
	for (unsigned k = 0; k < n->parts; k++)
		for (uint32_t b = n->part[k].nodes.first; b < n->part[k].switches.end; b++)
			for (unsigned port = 0; port < SWITCH_PORTS; port++) {
				const struct wire *w = n->bank[b].wire + port;

				wires[k * n->all_parts + w->part] += w->bank != NO_BANK;
				if (n->bank[b].messages != n->bank[b].wire && n->bank[b].messages[port].bank != NO_BANK)
					wires[k * n->all_parts + n->bank[b].messages[port].part]++;
			}
}

/* Does something cross to a bank from another process? The far end of a link sends in both directions. */
static bool crossed(const struct network *n, const struct bank *b)
{
	bool any = false;

	for (unsigned port = 0; port < SWITCH_PORTS; port++)
		any |= b->wire[port].bank != NO_BANK && !network_has_part(n, b->wire[port].part);
	return any;
}

/* The first bank that something crosses to. Of wormhole routers simply the first, since their token crosses where no link does. */
static void find_border(struct network *n)
{
	n->border = n->part->nodes.first;
	while (!n->config.shape.by_flits && n->border < n->part->switches.end && !crossed(n, n->bank + n->border))
		n->border++;
}

/* Allocate room for what can cross from each part to each other part in a turn: a header, a message and a credit a cycle, and the credits that a sink
 * returns ahead, when a header arrives. */
static bool build_crossings(struct network *n)
{
	const size_t all = n->all_parts, pairs = n->parts * all;
	unsigned *wires = calloc(pairs, sizeof *wires);
	const size_t cycles = (size_t)n->sides << n->due.log_span, each = 2 * cycles, credits = cycles + n->config.shape.packet_cells;
	size_t total = 0;

	if (!wires)
		return false;
	count_wires(n, wires);
	for (size_t k = 0; k < n->parts; k++)
		wires[k * all + n->first_part + k] = 0;
	for (size_t k = 0; k < pairs; k++)
		total += wires[k];
	struct crossings *lists = network_take(n, 2 * pairs, sizeof *lists);
	struct crossing *room = network_take(n, 2 * total * each + 1, sizeof *room);
	struct crossed_credit *credit = network_take(n, 2 * total * credits + 1, sizeof *credit);

	for (size_t k = 0; !n->memory.lacking && k < 2 * pairs; k++) {
		const size_t pair = k % pairs;

		lists[k] = (struct crossings){ .capacity = (unsigned)(wires[pair] * each), .at = room,
					       .credits_most = (unsigned)(wires[pair] * credits), .credit = credit };
		room += lists[k].capacity;
		credit += lists[k].credits_most;
		n->part[pair / all].out[k / pairs] = lists + k / pairs * pairs + pair / all * all;
	}
	free(wires);
	return !n->memory.lacking;
}

bool network_build(struct network *n)
{
	network_measure_paces(n);
	measure_time(n);
	if (!processes_agree(n->config.processes, allocate_tables(n), n->why, sizeof n->why))
		return false;
	network_deal(n);
	if (!processes_agree(n->config.processes, network_divide(n), n->why, sizeof n->why))
		return false;
	for (unsigned k = 0; k < n->parts; k++) {
		n->part[k].number = n->first_part + k;
		n->part[k].flows.timed = n->config.shape.by_flits;
		n->part[k].stats = n->stats->shard + k;
		n->part[k].wrong_cycle = UINT64_MAX;
	}
	const bool good = build_rings(n) && network_pace(n) && build_switches(n) && build_nodes(n) && build_crossings(n);

	if (good)
		find_border(n);

	return processes_agree(n->config.processes, good, n->why, sizeof n->why) && exchange_new(n);
}
