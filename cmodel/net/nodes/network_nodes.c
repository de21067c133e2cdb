/* Runs the cycles of a bank of nodes. */
#include "network_jobs.h"
#include "net/engine/network_paces.h"

enum { CACHED_NODES = 256, CACHED_CREDITS = 128 };      /* the state of so many nodes stays in the cache; where they have credits by queue */

/* The only queue of a sink. */
enum { SINK_QUEUE = 0 };

/* Look again at the packets of these nodes: something that packets may wait for has changed. */
static void look_at_queues(struct nodes *s, struct node_kind k, uint64_t set, uint64_t cycle)
{
	EACH_IN(i, set)
		if (k.queues)
			s->ready |= (uint64_t)admittance_ready(&s->node[i].queues, k.few, node_blocked(s->node + i, k)) << i;
		else
			s->demand_due |= (uint64_t)(s->node[i].demand.cycle <= cycle) << i;
}

/* Deliver the headers that arrive, and return their credits. */
static ALWAYS_INLINE void deliver(struct network *n, struct part *p, const struct bank *b, struct node_kind k, const struct switch_in *in, uint64_t cycle)
{
	struct node *const node = b->nodes->node;
	const struct wire *const wire = b->wire;
	const unsigned longest = n->config.shape.packet_flits;
	const struct when after = when_of(n, k.awake, cycle + credit_flits(longest) + n->config.link_delay);

	EACH_IN(i, in->head) {
		const struct packet *packet = in->packet + i;
		const unsigned flits = packet->flits;
		const char *wrong = node_deliver(node + i, &n->setup, k, cycle + flits - 1, packet, &p->flows, &p->counts, p->stats);

		if (wrong)
			complain(p, node + i, cycle, packet, wrong);
		if (k.jobs)
			jobs_deliver(n, p, b->nodes, i, packet, cycle + flits - 1, cycle);
		/* its flit k is taken in cycle + k - 1 */
		send_credit(n, p, k.split, wire[i], flits == longest ? after : when_of(n, k.awake, cycle + credit_flits(flits) + n->config.link_delay), SINK_QUEUE);
	}
}

/* Take the credits and messages that arrive at nodes. */
static ALWAYS_INLINE void take_credits(const struct network *n, struct nodes *s, struct node_kind k, const struct rings *r, const struct switch_in *in, uint64_t cycle)
{
	const uint64_t credit = in->credit;

	s->credited |= credit;
	EACH_IN(i, credit)
		nodes_credit(s, i);
	EACH_IN(i, k.credit_queues ? credit : 0)
		node_credit_queue(s->node + i, k, r->credit_queue[ring_credit(&n->rings, cycle)][i]);
	EACH_IN(i, in->message)
		node_message(s->node + i, &n->setup, in->msg + i);
	look_at_queues(s, k, in->message | (k.credit_queues ? credit : 0), cycle);
}

void network_fetch_nodes(const struct network *n, const struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;
	const struct nodes *s = n->bank[bank].nodes;
	const uint32_t first = s->node->index;
	uint64_t arriving = 0, idle = s->idle, wanting = s->demand_due | s->ready | s->without_demand;

	for (uint64_t c = from; c < to; c++) {
		const uint64_t heads = r->of[ring_of(&n->rings, c)].head;
		const struct switch_in *in = r->in + ring_row(&n->rings, c);

		EACH_IN(i, heads)
			prefetch(in->packet + i);
		arriving |= heads;
		idle |= s->idle_at[ring_credit(&n->rings, c)];
		wanting |= s->demand_due_at[c & n->demand_mask];
	}
	EACH_IN(i, arriving) {
		prefetch(s->node + i);
		prefetch(p->stats->received + first + i);
	}
	EACH_IN(i, s->sources & idle & wanting) {
		prefetch_lines(s->node + i, offsetof(struct node, queues) + sizeof s->node->queues);
		workload_fetch(n->setup.workload, first + i);
	}
}

/* Prefetch what a bank of nodes will touch in these cycles besides: what its arrivals, and the packets that it may send, name. Requested at once for
 * all of them, it arrives while the first of them are run. */
static ALWAYS_INLINE void fetch_named(const struct network *n, const struct part *p, const struct bank *b, struct node_kind k, const struct rings *r,
				      uint64_t from, uint64_t to)
{
	const struct nodes *s = b->nodes;
	const struct when out = when_of(n, k.awake, from + 1 + n->config.link_delay);
	uint64_t idle = s->idle, wanting = s->demand_due | s->ready | s->without_demand;

	for (uint64_t c = from; c < to; c++) {
		const struct switch_in *in = r->in + ring_row(&n->rings, c);

		EACH_IN(i, r->of[ring_of(&n->rings, c)].head)
			flows_fetch(&p->flows, node_flow(k, in->packet[i].source, s->node[i].index, in->packet[i].sl));
		idle |= s->idle_at[ring_credit(&n->rings, c)];
		wanting |= s->demand_due_at[c & n->demand_mask];
	}
	EACH_IN(i, s->sources & idle & wanting) {
		const struct node *d = s->node + i;

		if (!k.split)
			flows_fetch(&p->flows, node_flow(k, d->index, d->demand.destination, d->demand.sl));
		if (k.queues)
			admittance_fetch(&d->queues, node_queue(&n->setup, k, d->demand.destination, d->demand.sl));
		if (k.credit_queues && d->demand.destination < n->setup.shape->credit_queues)
			prefetch(d->credit + d->demand.destination);
		prefetch(head_slot(n, out, b->wire[i]));
	}
}

/*
 * Packets that bypass the admittance queues, because the queues are empty and the next demand is not due. With few destinations the queues
 * cost less than this choice.
 */
struct bypass {
	uint64_t full;                  /* nodes that have such a packet */
	struct demand of[SWITCH_PORTS];
};

/* Take the demand of a node into its queues or the bypass, and ask for the next demand. False: there is no room, and the demand waits. */
static ALWAYS_INLINE bool take_demand(struct network *n, struct part *p, struct node *d, struct node_kind k, unsigned i, uint64_t cycle, struct bypass *bypass)
{
	if (k.few || !admittance_empty(&d->queues)) {
		if (!node_admit(d, &n->setup, k, &d->demand, node_push_slots, &p->counts, p->stats))
			return false;
		node_draw_demand(d, &n->setup);
		return true;
	}
	bypass->of[i] = d->demand;
	node_draw_demand(d, &n->setup);
	if (d->demand.cycle > cycle)
		bypass->full |= bit(i);
	else
		node_admit(d, &n->setup, k, bypass->of + i, node_push_slots, &p->counts, p->stats);
	return true;
}

/* Take all demands of these nodes that are due, into queues or the bypass. */
static ALWAYS_INLINE void admit(struct network *n, struct part *p, struct nodes *s, struct node_kind k, uint64_t set, uint64_t cycle, struct bypass *bypass)
{
	struct node *const node = s->node;
	uint64_t demand_due = s->demand_due;

	s->ready |= set;                /* a superset: inject() finds out which packets must wait */
	while (set) {
		const unsigned i = lowest(set);
		struct node *d = node + i;

		if (d->demand.cycle <= cycle && !take_demand(n, p, d, k, i, cycle, bypass)) {
			set &= ~bit(i);
			continue;
		}
		const uint64_t later = file_demand(n, s, k, i, d->demand.cycle, cycle);

		demand_due &= ~later;
		set &= ~later;
	}
	s->demand_due = demand_due;
}

/* Choose the next packet of a node; false: none may be sent. A packet in the bypass goes first; if it may not be sent, it joins the queues. */
static ALWAYS_INLINE bool next_packet(struct network *n, struct part *p, struct node *d, struct node_kind k, unsigned i, uint64_t cycle,
				      const struct bypass *bypass, struct outgoing *x)
{
	if (!k.queues)
		return node_next_demand(d, &n->setup, k, cycle, p->stats, x);
	if (!k.few && bypass->full >> i & 1) {
		const struct demand *h = bypass->of + i;

		if (node_may_send(d, &n->setup, k, h, x)) {
			stats_demand(p->stats, k.levels, d->index, h);
			admittance_pass(&d->queues, node_queue(&n->setup, k, h->destination, h->sl));
			return true;
		}
		node_admit(d, &n->setup, k, h, node_push_slots, &p->counts, p->stats);
	}
	return node_next_admitted(d, &n->setup, k, x);
}

/* Send a packet of a node: into the receiver's rings or, if they belong to another part, into the crossings to that part. */
static ALWAYS_INLINE void send_packet(struct network *n, struct part *p, struct node *d, struct node_kind k, const struct wire *w, uint64_t cycle,
				      struct when out, const struct outgoing *x)
{
	const uint64_t tag = node_tag(x->wanted, cycle, node_serial(d, k, x->last));

	assert(x->flits >> n->rings.log_apart && "shorter than workload_least_flits()");
	expect(n, p, k.split, node_flow(k, d->index, x->destination, x->sl), node_number(tag));
	if (!k.split || w->part == p->number) {
		node_send(d, &n->setup, k, tag, x, head_slot(n, out, *w));
		head_arrives(n, out, w->bank, w->port);
	} else {
		struct crossing *c = cross(p, *w, out.cycle, HEAD);

		node_send(d, &n->setup, k, tag, x, &c->packet);
	}
}

/* Cycles until a node that sends a packet can send the next one. late: those that the header arrives later than on a fast link. */
static ALWAYS_INLINE unsigned occupy_link(const struct network *n, const struct bank *b, struct node_kind k, unsigned i, uint64_t cycle, unsigned flits,
					  unsigned *late)
{
	struct paced *const p = k.paced ? b->paced : NULL;

	*late = 0;
	if (!p || !(p->slow >> i & 1))
		return flits;
	*late = pace_late(&n->config.shape, p->of + i, cycle, flits);
	return (unsigned)(pace_free(p->of + i) - cycle);
}

/* Inject from each node in the set that may send. out: when headers arrive. */
static ALWAYS_INLINE void inject(struct network *n, struct part *p, const struct bank *b, struct node_kind k, uint64_t set, uint64_t cycle,
				 struct when out, const struct bypass *bypass)
{
	struct nodes *s = b->nodes;
	struct node *const node = s->node;
	const struct wire *const wire = b->wire;
	uint64_t *const sources = stats_sources(p->stats, cycle), *const links = stats_links(p->stats, cycle + 1);
	const unsigned longest = n->config.shape.packet_flits;
	const unsigned credits = n->setup.credits;
	uint32_t *const spent = s->spent;
	uint64_t sent = set, longs = set, done = 0, packets = 0, flits_sent = 0;       /* longs: without nodes that send shorter packets */

	EACH_IN(i, set) {
		struct node *d = node + i;
		struct outgoing x;
		unsigned late;
		const bool going = next_packet(n, p, d, k, i, cycle, bypass, &x);

		done |= (uint64_t)(!k.queues | !admittance_ready(&d->queues, k.few, node_blocked(d, k))) << i;
		if (!going) {
			if (!k.queues && d->demand.cycle > cycle)
				file_demand(n, s, k, i, d->demand.cycle, cycle);
			sent &= ~bit(i);
			continue;
		}
		const unsigned taken = occupy_link(n, b, k, i, cycle, x.flits, &late);

		send_packet(n, p, d, k, wire + i, cycle, late ? when_of(n, k.awake, out.cycle + late) : out, &x);
		if (taken != longest) {
			longs &= ~bit(i);
			call_idle(n, s, k, bit(i), cycle + taken);
		}
		if (k.jobs)
			jobs_sent(n, s, i, x.destination, x.last, cycle, cycle + taken);
		if (++spent[i] == credits)
			s->credited &= ~bit(i);
		packets++;
		flits_sent += x.flits;
		if (sources)
			sources[d->index] += x.flits;
		if (links && wire[i].link != NO_LINK)
			links[wire[i].link] += x.flits;
	}
	*(k.queues ? &s->ready : &s->demand_due) &= ~done;
	s->without_demand |= k.queues ? 0 : sent;
	s->idle &= ~sent;
	if (longs & sent)
		call_idle(n, s, k, longs & sent, cycle + longest);
	p->counts.injected += packets;
	stats_injected(p->stats, cycle, packets, flits_sent);
}

/* Run the nodes that are able to send: those with a demand or a packet or, with every_cycle, all of them. */
static ALWAYS_INLINE void run_sources(struct network *n, struct part *p, const struct bank *b, struct node_kind k, uint64_t cycle, struct when out)
{
	struct nodes *s = b->nodes;
	const uint64_t able = s->sources & s->idle & s->credited, all = n->config.every_cycle ? able : 0;
	struct bypass bypass;

	bypass.full = 0;
	if (able & s->without_demand)
		ask_workload(n, s, k, able & s->without_demand, cycle);
	if (k.queues && (able & s->demand_due) | all)
		admit(n, p, s, k, (able & s->demand_due) | all, cycle, &bypass);
	const uint64_t going = (able & (k.queues ? s->ready : s->demand_due)) | all;

	if (going)
		inject(n, p, b, k, going, cycle, out, &bypass);
}

static ALWAYS_INLINE void take(struct network *n, struct part *p, const struct bank *b, struct node_kind k, const struct rings *r, const struct switch_in *in,
			       uint64_t cycle)
{
	take_credits(n, b->nodes, k, r, in, cycle);
	deliver(n, p, b, k, in, cycle);
}

static ALWAYS_INLINE void run_nodes(struct network *n, struct part *p, struct node_kind k, uint32_t bank, uint64_t from, uint64_t to)
{
	const struct rings rings = rings_of(&n->rings, bank);

	if (n->config.topology.nodes > (k.credit_queues ? CACHED_CREDITS : CACHED_NODES))
		fetch_named(n, p, n->bank + bank, k, &rings, from, to);
	nodes_run_cycles(n, p, k, bank, from, to, take, run_sources);
}

#define USUAL(name, ...) \
	static const struct node_kind name = { .queues = true, .awake = true, .pieces = 1, __VA_ARGS__ }; \
	static void run_##name(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to) \
	{ \
		run_nodes(n, p, name, bank, from, to); \
	}
#include "usual_nodes.def"
#undef USUAL

_Static_assert(sizeof usual == offsetof(struct node_kind, pieces) + sizeof usual.pieces && offsetof(struct node_kind, pieces) == 16, "there is no padding");

/* Networks with one service level are compiled separately, too. */
static void run_plain(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct node_kind k = n->setup.kind;

	k.levels = k.level_queues = k.cells = k.flits = k.jobs = k.addresses = k.paced = false;
	run_nodes(n, p, k, bank, from, to);
}

static void run_any(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct node_kind k = n->setup.kind;

	k.cells = k.flits = false;
	run_nodes(n, p, k, bank, from, to);
}

run_bank *network_nodes_run(struct node_kind k)
{
	if (k.cells)
		return network_run_cell_nodes;
	if (k.flits)
		return network_run_flit_nodes;
#define USUAL(name, ...) \
	if (!memcmp(&k, &name, sizeof k)) \
		return run_##name;
#include "usual_nodes.def"
#undef USUAL
	return k.levels || k.jobs || k.addresses || k.paced ? run_any : run_plain;
}
