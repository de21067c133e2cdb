#include "network_state.h"
#include "in_memory.h"

#include "net/jobs/jobs.h"
#include "link_senders.h"
#include "why_not.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	CHUNK = 1 << 14,                /* cycles between two checks whether some packet has moved, if the network has any */
	DRAIN = 1 << 10,                /* cycles between two checks whether all is delivered */
	MOST_PACKETS = 1 << 20, FEWEST_PACKETS = 256, PACKETS = 1 << 14,        /* room of all sources; of each at least; of each at most */
};

static struct sluice_switch *open_bank(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	(void)context, (void)index;
	return room ? switch_new_bank_in(room, s, switches) : switch_new_bank(s, switches);
}

struct backend backend_c_model(const struct shape *s)
{
	return (struct backend){
		.depart_delay = switch_depart(s), .reports_grants = switch_reports_grants(s), .bank = switch_bank, .open = open_bank, .memory = switch_bank_memory,
		.configure = switch_configure_word, .route = switch_configure_route, .position = switch_position, .step = switch_step, .fetch = switch_fetch,
		.hot = switch_hot, .connect = switch_connect, .hold = switch_holds(s) ? switch_hold : NULL, .let_go = switch_let_go, .drained = switch_drained,
		.counts = switch_counts, .waiting = switch_waiting, .blocked = switch_blocked, .throttle = switch_throttle, .kept = switch_kept,
		.state = switch_state, .close = switch_free,
	};
}

struct network_config network_default(const struct shape *s, const struct topology *t)
{
	return (struct network_config){ .shape = *s, .topology = *t, .link_delay = 1, .threads = 1, .sls = 1 };
}

unsigned network_links(const struct topology *t)
{
	return t->switches * t->radix + t->nodes;
}

static bool check(const struct network_config *c, char why[NETWORK_WHY])
{
	const unsigned least = c->shape.by_flits ? 0 : 1;      /* wormhole routers need no register on it */

	if (c->link_delay < least || c->link_delay > NETWORK_DELAY)
		return why_not(why, NETWORK_WHY, "link delay is %u; it must be %u..%u cycles", c->link_delay, least, (unsigned)NETWORK_DELAY);
	if (c->shape.side_band && c->shape.side_cycles < c->link_delay + 2)
		return why_not(why, NETWORK_WHY, "side_cycles is %u; with a link delay of %u it must be at least %u", c->shape.side_cycles, c->link_delay,
			       c->link_delay + 2);
	if (c->shape.by_flits && c->source_vcs > c->shape.vcs)
		return why_not(why, NETWORK_WHY, "source VCs are %u; links have %u", c->source_vcs, c->shape.vcs);
	if (c->topology.rate && (c->nics || !(c->backend ? c->backend->hold != NULL : switch_holds(&c->shape))))
		return why_not(why, NETWORK_WHY, "links of several rates are for switches of the C model without network interfaces");
	if (c->threads < 1 || c->threads > NETWORK_THREADS)
		return why_not(why, NETWORK_WHY, "threads is %u; it must be 1..%u", c->threads, (unsigned)NETWORK_THREADS);
	if (c->source_packets > ADMITTANCE_PACKETS && !c->shape.by_cells)
		return why_not(why, NETWORK_WHY, "source packets is %u; it must be 1..%u", c->source_packets, (unsigned)ADMITTANCE_PACKETS);
	if (c->threads * processes_count(c->processes) > NETWORK_PARTS)
		return why_not(why, NETWORK_WHY, "threads is %u, with %u processes; together they run %u parts of a network at most", c->threads,
			       processes_count(c->processes), (unsigned)NETWORK_PARTS);
	return true;
}

/* Packets that wait at a source, unless that is said; 0: any number. Of a wormhole network one, as a source that "tries" has it. */
static unsigned default_packets(const struct shape *s, unsigned nodes)
{
	const unsigned each = MOST_PACKETS / nodes;

	if (s->by_cells)
		return 0;
	if (s->by_flits)
		return 1;

	return each < FEWEST_PACKETS ? FEWEST_PACKETS : each > PACKETS ? PACKETS : each;
}

static struct switch_kind kind_of(const struct shape *s, const struct backend *given)
{
	struct switch_kind k = { .backend = given ? *given : backend_c_model(s), .shape = s, .banked = 1 };

	if (k.backend.bank)
		k.banked = k.backend.bank(s);
	return k;
}

/* The next packet stands ready when one has entered. */
static unsigned source_vcs(const struct network_config *c)
{
	const unsigned ready = c->shape.injection_vcs + 1;

	return c->source_vcs ? c->source_vcs : ready < c->shape.vcs ? ready : c->shape.vcs;
}

bool network_keeps_order(const struct network_config *c)
{
	return !c->shape.by_flits || flit_order_kept(&c->shape, source_vcs(c));
}

/* As in struct node_kind; few: node_kind.few. */
static bool by_queue(const struct network_config *c, bool few)
{
	return few && !c->topology.addresses && c->injection == NODE_INJECTION_PER_DESTINATION && c->shape.nodes && !c->nics &&
	       c->shape.named_queues && !c->shape.saqs && !c->shape.by_cells;
}

struct network *network_new(const struct network_config *c, struct workload *w, struct stats *stats, char why[NETWORK_WHY])
{
	if (!check(c, why))
		return NULL;
	struct network *n = calloc(1, sizeof *n);

	if (n) {
		pthread_mutex_init(&n->lock, NULL);
		pthread_cond_init(&n->changed, NULL);
		n->config = *c;
		n->kind[KIND_SWITCH] = kind_of(&n->config.shape, c->backend);
		n->entrance = c->shape;
		if (c->nics) {
			n->kind[KIND_NIC] = kind_of(&c->nics->shape, c->nics->backend);
			n->entrance = shape_side(&c->nics->shape, SIDE_SEND);
		}
		n->stats = stats;
		n->parts = c->threads;
		n->first_part = processes_number(c->processes) * n->parts;
		n->all_parts = processes_count(c->processes) * n->parts;
		const unsigned capacity = c->source_packets ? c->source_packets : default_packets(&c->shape, c->topology.nodes);

		const bool level_queues = c->sls > 1 && (c->shape.header_queue == QUEUE_OF_LEVEL || c->shape.by_cells);
		const unsigned flows = c->topology.nodes * (level_queues ? c->sls : 1);

		n->setup = (struct node_setup){
			.shape = &n->entrance, .topology = &n->config.topology, .workload = w,
			.kind = {
				.queues = c->injection == NODE_INJECTION_PER_DESTINATION, .few = admittance_few(flows, capacity),
				.tables = c->shape.nodes, .credit_queues = n->entrance.credit_queues,
				.by_queue = by_queue(c, admittance_few(flows, capacity)), .host = n->entrance.slot_nic, .split = n->all_parts > 1,
				.cells = c->shape.by_cells, .flits = c->shape.by_flits, .levels = c->sls > 1, .level_queues = level_queues,
				.jobs = w && workload_jobs(w), .addresses = c->topology.addresses, .paced = c->topology.rate != NULL,
				.pieces = c->topology.binary.pieces,
			},
			.credits = credits_in_all(&n->entrance), .capacity = capacity, .sls = c->sls,
			.level_queues = c->injection == NODE_INJECTION_PER_DESTINATION ? cell_node_queues(&n->entrance, c->topology.nodes) : 1, .flows = flows, .hold = c->hold,
			.source_vcs = source_vcs(c), .in_order = network_keeps_order(c),
		};
		if (c->shape.nodes)
			n->setup.routing = routing_of(&n->config.topology, &n->config.shape);
	}
	if (processes_agree(c->processes, n, why, NETWORK_WHY) && network_build(n))
		return n;
	const uint64_t bytes = n ? n->bytes : 0;

	network_free(n);
	snprintf(why, NETWORK_WHY, "out of memory for %u switches and %u nodes: %ju MB were asked for, and more", c->topology.switches, c->topology.nodes,
		 (uintmax_t)bytes >> 20);
	return NULL;
}

/* The adapter of a node on links with VCs; NULL: none, or not yet. */
static struct cell_node *cells_of_node(const struct network *n, unsigned index)
{
	const struct bank *b = n->setup.kind.cells && n->bank && n->place_of_node && network_has_node(n, index) ? network_bank(n, n->place_of_node[index]) : NULL;

	return b && b->nodes ? network_node(n, index)->cells : NULL;
}

/* The lists that a part sends to each part, by parity of the turn. */
static struct flow_list *sent_list(const struct part *p, unsigned k)
{
	return &p->out[k % 2][k / 2].sent;
}

void network_free(struct network *n)
{
	if (!n)
		return;
	for (unsigned i = 0; i < n->config.topology.nodes; i++)
		if (cells_of_node(n, i))
			free(cells_of_node(n, i)->packet);
	for (uint32_t i = 0; n->bank && i < n->banks; i++) {
		free(n->bank[i].paced);
		if (n->bank[i].sw)
			n->bank[i].kind->backend.close(n->bank[i].sw);
	}
	for (struct part *p = n->part; p && p < n->part + n->parts; p++) {
		flows_free(&p->flows);
		for (unsigned k = 0; p->out[1] && k < 2 * n->all_parts; k++)
			flow_list_free(sent_list(p, k));
	}
	exchange_free(n->exchange);
	for (unsigned k = 0; k < KINDS * KEPT; k++)
		free(n->kept[k / KEPT][k % KEPT].kept.place);
	for (unsigned k = 0; k < KINDS; k++)
		image_free(n->tables[k]);
	network_free_memory(n);
	pthread_cond_destroy(&n->changed);
	pthread_mutex_destroy(&n->lock);
	free(n);
}

bool network_runs_node(const void *network, unsigned index)
{
	return network_has_node(network, index);
}

uint64_t network_cycle(const struct network *n)
{
	return n->cycle;
}

uint64_t network_uncounted(const struct network *n)
{
	return n->cycle + SWITCH_DEPART_MOST + link_cycles(&n->config.shape, n->config.shape.packet_flits);
}

const char *network_why(const struct network *n)
{
	return n->why;
}

size_t network_bytes(const struct network *n)
{
	uint64_t bytes = n->bytes;

	for (unsigned k = 0; k < n->parts; k++) {
		bytes += flows_bytes(&n->part[k].flows);
		for (unsigned i = 0; i < 2 * n->all_parts; i++)
			bytes += sent_list(n->part + k, i)->room * sizeof(struct flow_note);
	}
	for (unsigned i = 0; n->setup.kind.cells && i < n->config.topology.nodes; i++)
		bytes += network_has_node(n, i) ? cells_of_node(n, i)->room * sizeof(struct cell_packet) : 0;

	processes_sum(n->config.processes, &bytes, 1);
	return in_memory(bytes);
}

/* Of this process. */
static struct node_counts sum_of_parts(const struct network *n)
{
	struct node_counts sum = { 0 };

	for (unsigned k = 0; k < n->parts; k++)
		network_add_counts(&sum, &n->part[k].counts);
	return sum;
}

struct network_counts network_counts(const struct network *n)
{
	const struct node_counts all = sum_of_parts(n);
	struct network_counts c = {
		.injected = all.injected, .delivered = all.delivered, .refused = all.refused, .misdelivered = all.misdelivered, .out_of_order = all.out_of_order,
		.steps = all.steps,
	};

	for (unsigned i = 0; i < n->config.topology.nodes; i++) {
		const struct cell_node *const cells = cells_of_node(n, i);

		c.waiting += network_has_node(n, i) ? node_waiting(network_node(n, i), &n->setup) : 0;
		c.xoffs += cells ? cells->xoffs : 0;
		c.xoffs_dropped += cells ? cells->dropped : 0;
	}
	processes_sum(n->config.processes, &c.injected, sizeof c / sizeof c.injected);
	return c;
}

void network_count_switches(const struct network *n, struct stats *stats)
{
	for (unsigned i = 0; i < n->config.topology.switches; i++) {
		const uint32_t place = n->place_of_switch[i];

		if (network_has_switch(n, i))
			switch_counts_add(&stats->switches,
					  n->kind[KIND_SWITCH].backend.counts(network_bank(n, place)->sw) + place % SWITCH_PORTS / n->config.shape.radix);
	}
}

void network_count_backlog(const struct network *n, struct stats *stats)
{
	struct stats_shard *const shard = &stats->shard[0];
	struct demand d;

	for (unsigned i = 0; i < n->config.topology.nodes; i++)
		while (network_has_node(n, i) && workload_next(n->setup.workload, i, &d) && d.cycle < stats->config.end)
			stats_demand(shard, shard->levels, i, &d);
}

/* False: a check failed. why becomes the first failure in order of time, then of node. */
static bool went_well(struct network *n)
{
	const struct part *first = n->part;
	char why[NETWORK_WHY];

	for (unsigned k = 1; k < n->parts; k++)
		if (n->part[k].wrong_cycle < first->wrong_cycle ||
		    (n->part[k].wrong_cycle == first->wrong_cycle && n->part[k].wrong_node < first->wrong_node))
			first = n->part + k;
	memcpy(why, first->wrong, sizeof why);
	const uint64_t key = first->wrong_cycle == UINT64_MAX ? UINT64_MAX : first->wrong_cycle << 24 | first->wrong_node;

	if (processes_first(n->config.processes, key, why, sizeof why) == UINT64_MAX)
		return true;
	memcpy(n->why, why, sizeof n->why);
	return false;
}

/* Was there no memory for packets under way? Then checks of those packets mean nothing. */
static bool lacks_memory(const struct network *n)
{
	const struct jobs *const jobs = n->setup.workload ? workload_jobs(n->setup.workload) : NULL;
	bool lacking = exchange_lacks_memory(n->exchange) || (jobs && jobs->lacking);

	for (unsigned k = 0; k < n->parts; k++) {
		lacking |= n->part[k].flows.lacking;
		for (unsigned i = 0; i < 2 * n->all_parts; i++)
			lacking |= sent_list(n->part + k, i)->lacking;
	}
	return lacking;
}

/* What is looked at after each piece of a run. */
struct look {
	uint64_t injected, delivered, moved, lacking;
};

static struct look look(const struct network *n)
{
	const struct node_counts all = sum_of_parts(n);
	struct look l = { .injected = all.injected, .delivered = all.delivered, .moved = all.injected + all.moved + all.delivered, .lacking = lacks_memory(n) };

	processes_sum(n->config.processes, &l.injected, sizeof l / sizeof l.injected);
	return l;
}

/* Every CHUNK cycles, in whatever pieces the network is run. */
static bool stalls(struct network *n, const struct look *l)
{
	const uint64_t before = n->moved;

	if (n->cycle % CHUNK)
		return false;
	n->moved = l->moved;
	return l->moved == before && l->injected != l->delivered;
}

static bool advance(struct network *n, uint64_t cycle)
{
	if (!network_advance(n, cycle))
		return why_not(n->why, sizeof n->why, "%u threads cannot be had", n->parts);
	const struct look l = look(n);
	const char *failed = NULL;

	if (l.lacking)
		return why_not(n->why, sizeof n->why, "out of memory for the packets under way");
	for (unsigned k = 0; k < KINDS && !failed; k++)
		failed = n->kind[k].backend.failed ? n->kind[k].backend.failed(n->kind[k].backend.context) : NULL;
	if (failed)
		return why_not(n->why, sizeof n->why, "%s", failed);
	if (stalls(n, &l)) {
		const struct network_counts c = network_counts(n);

		network_report_stall(n, &c, "no packet can move");
		return false;
	}
	return went_well(n);
}

bool network_run_to(struct network *n, uint64_t cycle)
{
	while (n->cycle < cycle) {
		const uint64_t chunk = (n->cycle / CHUNK + 1) * CHUNK;

		if (!advance(n, cycle < chunk ? cycle : chunk))
			return false;
	}
	return true;
}

void network_stop_injection(struct network *n)
{
	for (uint32_t i = 0; i < n->banks; i++)
		if (n->bank[i].nodes)
			n->bank[i].nodes->sources = 0;
}

/* Is nothing left in any bank, of any process? */
static bool all_drained(const struct network *n)
{
	bool empty = true;

	for (uint32_t i = 0; empty && i < n->banks; i++)
		empty = !n->bank[i].sw || n->bank[i].kind->backend.drained(n->bank[i].sw);
	for (unsigned i = 0; empty && i < n->config.topology.nodes; i++)
		empty = !network_has_node(n, i) || nodes_drained(network_bank(n, n->place_of_node[i])->nodes, n->place_of_node[i] % SWITCH_PORTS);

	uint64_t left = !empty;

	processes_sum(n->config.processes, &left, 1);
	return !left;
}

bool network_drained(struct network *n)
{
	const struct network_counts c = network_counts(n);
	const bool drained = all_drained(n) && c.injected == c.delivered;

	if (!drained)
		network_report_stall(n, &c, "the network has not drained");
	return drained;
}

/*
 * Runs of DRAIN cycles from that on in which all headers have come to their nodes: credits and messages still have to arrive. And at most so many more: until the
 * last flit of a packet has come over slow links, lines have been let go from switch to switch, and lists in memories have been cleared, row by row.
 */
enum { EMPTY = 2, HOP = 64 };           /* cycles in a switch, beside its lines, of which each may have a message to send */

static uint64_t runs_to_clear(const struct network *n)
{
	const struct shape *const s = &n->config.shape;
	const uint64_t hop = n->config.link_delay + HOP + s->lines, hops = n->config.topology.switches + 2;    /* and network interfaces */

	return (link_cycles(s, s->packet_flits) + n->latest + hops * hop + (s->lists_in_memory ? s->nodes : 0)) / DRAIN + 1;
}

bool network_drain(struct network *n, uint64_t limit)
{
	const uint64_t most = EMPTY + runs_to_clear(n);
	uint64_t empty = 0;

	while (n->cycle < limit && empty < most && !(empty >= EMPTY && all_drained(n))) {
		if (!network_run_to(n, limit - n->cycle < DRAIN ? limit : n->cycle + DRAIN))
			return false;
		const struct look l = look(n);

		empty = l.injected == l.delivered ? empty + 1 : 0;
	}
	return network_drained(n);
}
