/* Runs the cycles of a bank of nodes on links with VCs (cell_node.h). */
#include "network_jobs.h"
#include "net/engine/network_paces.h"

/* Return the credits of a packet that arrives: of each cell in the cycle after its last flit. */
static ALWAYS_INLINE void return_cells(struct network *n, struct part *p, struct node_kind k, struct wire w, const struct packet *packet, unsigned tokens,
				       uint64_t cycle)
{
	const struct shape *s = &n->config.shape;
	const uint16_t vc = (uint16_t)packet_vc(s, packet);
	unsigned end = 0;

	while (end < packet->flits) {
		end = end + s->cell_flits < packet->flits ? end + s->cell_flits : packet->flits;
		send_credit(n, p, k.split, w, when_of(n, k.awake, cycle + link_flit(s, tokens, end - 1) + 1 + n->config.link_delay), vc);
	}
}

static ALWAYS_INLINE void deliver(struct network *n, struct part *p, const struct bank *b, struct node_kind k, const struct switch_in *in, uint64_t cycle)
{
	EACH_IN(i, in->head) {
		const struct packet *packet = in->packet + i;
		const unsigned tokens = in->tokens[i];
		const uint64_t last = cycle + link_flit(&n->config.shape, tokens, packet->flits - 1u);
		const char *wrong = node_deliver(b->nodes->node + i, &n->setup, k, last, packet, &p->flows, &p->counts, p->stats);

		if (wrong)
			complain(p, b->nodes->node + i, cycle, packet, wrong);
		if (k.jobs)
			jobs_deliver(n, p, b->nodes, i, packet, last, cycle);
		return_cells(n, p, k, b->wire[i], packet, tokens, cycle);
	}
}

static ALWAYS_INLINE void look(struct nodes *s, const struct shape *shape, unsigned i)
{
	(void)shape;
	s->ready |= (uint64_t)cell_node_looks_ready(s->node[i].cells) << i;
}

/* Take the credits and messages that arrive at nodes. */
static ALWAYS_INLINE void take_credits(const struct network *n, struct nodes *s, const uint16_t *vc, const struct switch_in *in)
{
	EACH_IN(i, in->credit) {
		nodes_credit(s, i);
		cell_node_credit(s->node[i].cells, &n->entrance, vc[i]);
	}
	EACH_IN(i, in->message)
		cell_node_message(s->node[i].cells, &n->entrance, in->msg + i);
	EACH_IN(i, in->credit | in->message)
		look(s, &n->entrance, i);
}

static ALWAYS_INLINE bool push(struct node *d, const struct node_setup *u, struct node_kind k, const struct demand *x)
{
	/* a network interface finds the route itself */
	const struct route r = u->shape->nic ? (struct route){ .turnpool = x->destination } :
			       topology_route(u->topology, k.pieces, d->origin, d->index, x->destination);
	const struct cell_packet packet = {
		.turnpool = r.turnpool, .cycle = (uint32_t)x->cycle, .destination = x->destination, .flits = x->flits & 0x7fffu, .turns = (uint8_t)r.turns,
		.sl = x->sl, .last = x->last,
	};
	const unsigned turn = (unsigned)(r.turnpool & ones(u->shape->turn_w));

	return cell_node_push(d->cells, u->shape, &packet, k.queues ? cell_node_queue(u->shape, turn, x->destination) : 0);
}

/* Send a packet: write its header where it is read, or into the crossings to the part that reads it. */
static ALWAYS_INLINE void send_packet(struct network *n, struct part *p, struct node *d, struct node_kind k, struct wire w, uint64_t cycle, struct when out,
				      unsigned tokens, const struct cell_packet *x)
{
	struct packet packet = { .turnpool = x->turnpool, .source = d->index & 0xffffff, .turns_left = x->turns, .to = (uint16_t)x->destination };

	packet.tag = node_tag(x->cycle, cycle, node_serial(d, k, x->last));
	expect(n, p, k.split, node_flow(k, d->index, x->destination, x->sl), node_number(packet.tag));
	packet.flits = x->flits & 0xfffu;
	packet.sl = x->sl & 0xfu;
	send_head(n, p, w, out, &packet, tokens);
}

/* The link of a node takes a packet: the first cycle in which the node can send again. out, tokens: with which its header arrives. */
static uint64_t occupy_link(const struct network *n, const struct bank *b, struct node_kind k, unsigned i, uint64_t cycle, unsigned flits, struct when *out,
			    unsigned *tokens)
{
	const struct shape *shape = &n->entrance;
	struct pacer *const c = &b->nodes->node[i].cells->pace;
	struct paced *const p = b->paced;

	pacer_send(shape, c, cycle + 1, flits);
	const uint64_t next = pacer_free(shape, c) - 1;

	*tokens = c->tokens;
	if (!p || !(p->slow >> i & 1))
		return next;
	*tokens = pace_tokens(shape);
	*out = when_of(n, k.awake, out->cycle + pace_late(shape, p->of + i, cycle, flits));
	return pace_free(p->of + i) > next ? pace_free(p->of + i) : next;
}

/* The nodes in the set, whose links are free, send what may go. out: when headers arrive. */
static ALWAYS_INLINE void inject(struct network *n, struct part *p, const struct bank *b, struct node_kind k, uint64_t set, uint64_t cycle, struct when out)
{
	const struct shape *shape = &n->entrance;
	struct nodes *s = b->nodes;
	uint64_t *const sources = stats_sources(p->stats, cycle), *const links = stats_links(p->stats, cycle + 1);
	uint64_t packets = 0, flits = 0;

	EACH_IN(i, set) {
		struct node *d = s->node + i;
		struct cell_node *c = d->cells;
		struct cell_packet x;
		const bool going = cell_node_pop(c, shape, &x);

		s->ready &= ~((uint64_t)!cell_node_looks_ready(c) << i);
		if (!going)
			continue;
		struct when arrival = out;
		unsigned tokens;
		const uint64_t next = occupy_link(n, b, k, i, cycle, x.flits, &arrival, &tokens);

		send_packet(n, p, d, k, b->wire[i], cycle, arrival, tokens, &x);
		s->idle &= ~bit(i);
		call_idle(n, s, k, bit(i), next);
		s->spent[i] += credits_of(shape, x.flits);
		if (k.jobs)
			jobs_sent(n, s, i, x.destination, x.last, cycle, next);
		packets++;
		flits += x.flits;
		if (sources)
			sources[d->index] += x.flits;
		if (links && b->wire[i].link != NO_LINK)
			links[b->wire[i].link] += x.flits;
	}
	p->counts.injected += packets;
	stats_injected(p->stats, cycle, packets, flits);
}

/* Run the nodes whose links are free: those with a demand or a packet or, with every_cycle, all of them. */
static ALWAYS_INLINE void run_sources(struct network *n, struct part *p, const struct bank *b, struct node_kind k, uint64_t cycle, struct when out)
{
	struct nodes *s = b->nodes;
	const uint64_t able = s->sources & s->idle, all = n->config.every_cycle ? able : 0;

	if (able & s->without_demand)
		ask_workload(n, s, k, able & s->without_demand, cycle);
	admit_due(n, p, s, k, (able & s->demand_due) | all, cycle, push, look);
	if ((able & s->ready) | all)
		inject(n, p, b, k, (able & s->ready) | all, cycle, out);
}

static ALWAYS_INLINE void take(struct network *n, struct part *p, const struct bank *b, struct node_kind k, const struct rings *r, const struct switch_in *in,
			       uint64_t cycle)
{
	take_credits(n, b->nodes, r->credit_queue[ring_credit(&n->rings, cycle)], in);
	deliver(n, p, b, k, in, cycle);
}

void network_run_cell_nodes(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct node_kind k = n->setup.kind;

	k.cells = true;
	k.tables = k.credit_queues = k.flits = false;
	nodes_run_cycles(n, p, k, bank, from, to, take, run_sources);
}
