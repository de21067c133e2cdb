/* Runs the cycles of a bank of nodes of a wormhole network (flit_node.h). */
#include "network_nodes.h"

/* A node is able to act if it has a packet in hand and a credit of its VC, or none in hand, one that waits, and a VC for its header. */
static __attribute__((noinline)) void look_at_idle(struct nodes *s, const struct shape *shape, unsigned i)
{
	const struct flit_node *f = s->flits[i];

	s->ready = (s->ready & ~bit(i)) | (uint64_t)(f->waiting > 0) << i;
	s->credited = (s->credited & ~bit(i)) | (uint64_t)(flit_node_free_vc(f, shape) < FLIT_VCS) << i;
}

static inline void look(struct nodes *s, const struct shape *shape, unsigned i)
{
	const struct flit_node *f = s->flits[i];

	if (s->idle >> i & 1)
		look_at_idle(s, shape, i);
	else
		s->credited = (s->credited & ~bit(i)) | (uint64_t)(f->credit[f->vc] > 0) << i;
}

/* The table of the packets to a node is told. */
static void note(const struct network *n, struct part *p, uint32_t destination, const struct flow_note *x)
{
	struct flow_note whole = *x;

	whole.part = n->part_of_node[destination];
	if (whole.part == p->number)
		flows_note(&p->flows, &whole);
	else
		tell(p, &whole);
}

/* The header has left its buffer, in a cycle after it was given a VC by the router, or where it may start at once in that cycle; its credit was under way for
 * link_delay + 1 cycles. */
static void note_grant(const struct network *n, struct part *p, const struct node *d, unsigned vc, uint64_t cycle)
{
	const struct flit_sent *sent = d->flits->in_vc + vc;
	const struct flow_note x = {
		.flow = flow_name(d->index, sent->destination, 0), .number = sent->serial, .granted = true,
		.times.granted = (uint32_t)(cycle - n->config.link_delay - 2 + n->config.shape.speculate),
	};

	note(n, p, sent->destination, &x);
	d->flits->unrouted &= (uint8_t)~(1u << vc);
}

/* Take the credits that arrive at nodes. vcs: by node, those whose buffers lost a flit. */
static void take_credits(const struct network *n, struct part *p, struct nodes *s, const uint16_t *vcs, uint64_t credit, uint64_t cycle)
{
	const struct shape *const shape = &n->config.shape;

	EACH_IN(i, credit) {
		struct flit_node *f = s->flits[i];

		EACH_IN(vc, vcs[i]) {
			assert(vc < shape->vcs && f->credit[vc] < shape->buffer_flits && "credit that was spent");
			nodes_credit(s, i);
			f->credit[vc]++;
			if (f->unrouted >> vc & 1)
				note_grant(n, p, s->node + i, vc, cycle);
			if (shape->queued)
				flit_node_credited(f, shape, vc);
		}
		look(s, shape, i);
	}
}

/* The last flit of a packet has come. Returns NULL, or what is wrong. */
static const char *deliver(struct network *n, struct part *p, struct node *d, const struct packet *packet, uint64_t cycle)
{
	const uint32_t serial = (uint32_t)packet->tag;

	p->counts.delivered++;
	if (packet->source >= n->config.topology.nodes)
		return "has a source that there is not";
	struct flow_times t = { (uint32_t)cycle, (uint32_t)cycle, (uint32_t)cycle };
	const enum flow_order order = flows_take(&p->flows, flow_name(packet->source, d->index, 0), serial, &t);
	const uint64_t wanted = node_before(cycle, t.wanted, 32), loaded = node_before(cycle, t.loaded, 32), granted = node_before(cycle, t.granted, 32);

	stats_delivered(p->stats, cycle, wanted, granted, packet->source, d->index, packet->flits,
			n->config.topology.hops(&n->config.topology, packet->source, d->index));
	stats_worm_delivered(p->stats, wanted, loaded, granted, cycle);
	if (packet->to != (uint16_t)d->index || packet->destination != cube_at(&n->config.shape, d->index)) {
		p->counts.misdelivered++;
		return "is not for this node";
	}
	if (order == FLOW_UNKNOWN)
		return "comes a second time";
	if (order == FLOW_LATE) {
		p->counts.out_of_order++;
		stats_out_of_order(p->stats);
	}
	return order != FLOW_NEXT && n->setup.in_order ? "is out of order, or one before it was lost" : NULL;
}

/* A flit arrives. Returns NULL, or what is wrong with it. */
static const char *take_flit(struct network *n, struct part *p, struct node_kind k, struct node *d, const struct packet *packet, unsigned vc, unsigned flit,
			     uint64_t cycle)
{
	const struct shape *const shape = &n->config.shape;

	if (vc >= shape->delivery_vcs && !(shape->recovery && vc == shape->vcs))
		return "comes in a VC that is not for end nodes";
	struct flit_arriving *const a = d->flits->arriving + vc;
	const bool known = flit == 0 || k.headers || (a->packet.tag == packet->tag && a->packet.source == packet->source);
	const bool next = flit == a->next;

	if (!flit)
		a->packet = *packet;
	a->next = flit + 1 < a->packet.flits ? flit + 1 : 0;
	if (a->next + 1 == a->packet.flits)     /* for deliver() */
		flows_fetch(&p->flows, flow_name(a->packet.source, d->index, 0));
	if (!next || !known)
		return "is not in one piece";
	return a->next ? NULL : deliver(n, p, d, &a->packet, cycle);
}

/* Take the flits that arrive, and return their credits. */
static ALWAYS_INLINE void take_flits(struct network *n, struct part *p, const struct bank *b, struct node_kind k, const struct switch_in *in, uint64_t cycle)
{
	const struct when after = when_of(n, k.awake, cycle + 1 + n->config.link_delay);
	const unsigned vcs = n->config.shape.vcs;

	EACH_IN(i, in->head) {
		const char *wrong = take_flit(n, p, k, b->nodes->node + i, in->packet + i, in->vc[i], in->flit[i], cycle);

		if (wrong)
			complain(p, b->nodes->node + i, cycle, in->packet + i, wrong);
		if (in->vc[i] < vcs)
			send_credit(n, p, k.split, b->wire[i], after, (uint16_t)(1u << in->vc[i]));
	}
}

static ALWAYS_INLINE bool push(struct node *d, const struct node_setup *u, struct node_kind k, const struct demand *x)
{
	(void)k;
	return flit_node_push(d->flits, u->shape, &(struct flit_wanted){ (uint32_t)x->cycle, x->destination, x->flits });
}

/* The packet that has waited longest becomes the one that is sent. */
static void load(struct network *n, struct part *p, struct nodes *s, unsigned i, uint64_t cycle)
{
	struct node *d = s->node + i;
	struct flit_node *f = d->flits;
	const struct flit_wanted x = flit_node_pop(f);
	uint64_t *const sources = stats_sources(p->stats, cycle);

	f->packet = (struct packet){
		.destination = cube_at(&n->config.shape, x.destination), .tag = flit_tag(d->index, f->serial), .source = d->index & 0xffffff,
		.flits = x.flits & 0xfffu, .to = (uint16_t)x.destination,
	};
	f->next = 0;
	f->vc = flit_node_free_vc(f, &n->config.shape);
	flit_node_sent(f, &n->config.shape, f->vc, (struct flit_sent){ f->serial, x.destination, x.flits });
	const struct flow_note sent = {
		.flow = flow_name(d->index, x.destination, 0), .number = f->serial++, .times = { x.cycle, (uint32_t)cycle, (uint32_t)cycle },
	};

	note(n, p, x.destination, &sent);
	s->idle &= ~bit(i);
	p->counts.injected++;
	stats_injected(p->stats, cycle, 1, x.flits);
	if (sources)
		sources[d->index] += x.flits;
}

/* The nodes in the set send a flit each. out: when flits arrive. */
static ALWAYS_INLINE void send_flits(struct network *n, struct part *p, const struct bank *b, struct node_kind k, uint64_t set, uint64_t cycle, struct when out)
{
	struct nodes *s = b->nodes;
	uint64_t *const links = stats_links(p->stats, cycle + 1);

	EACH_IN(i, set) {
		struct flit_node *f = s->flits[i];

		if (s->idle >> i & 1)
			load(n, p, s, i, cycle);
		send_flit(n, p, k.headers, b->wire[i], out, &f->packet, f->vc, f->next);
		f->credit[f->vc]--;
		s->spent[i]++;
		if (++f->next == f->packet.flits)
			s->idle |= bit(i);
		look(s, &n->config.shape, i);
		if (links)
			links[b->wire[i].link]++;
	}
	p->counts.moved += count_members(set);
}

static ALWAYS_INLINE void take(struct network *n, struct part *p, const struct bank *b, struct node_kind k, const struct rings *r, const struct switch_in *in,
			       uint64_t cycle)
{
	take_credits(n, p, b->nodes, r->credit_queue[ring_credit(&n->rings, cycle)], in->credit, cycle);
	take_flits(n, p, b, k, in, cycle);
}

static ALWAYS_INLINE void send(struct network *n, struct part *p, const struct bank *b, struct node_kind k, uint64_t cycle, struct when out)
{
	struct nodes *const s = b->nodes;

	if (s->sources & s->without_demand)
		ask_workload(n, s, k, s->sources & s->without_demand, cycle);
	if (s->sources & s->demand_due)
		admit_due(n, p, s, k, s->sources & s->demand_due, cycle, push, look);
	if (nodes_able(s))
		send_flits(n, p, b, k, nodes_able(s), cycle, out);
	if (n->setup.hold && s->sources & s->demand_due)
		admit_due(n, p, s, k, s->sources & s->demand_due, cycle, push, look);
}

void network_run_flit_nodes(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct node_kind k = n->setup.kind;

	k.flits = true;
	nodes_run_cycles(n, p, k, bank, from, to, take, send);
	if (nodes_able(n->bank[bank].nodes))
		wake(when_of(n, k.awake, to), bank);
}
