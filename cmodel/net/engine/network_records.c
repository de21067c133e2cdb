/* The state of a network in records, as a checkpoint has it: banks, which are the same for any number of parts, and what parts have beside them. */
#include "checkpoint.h"
#include "network_links.h"
#include "network_paces.h"
#include "state.h"

#include <stdlib.h>

/* What all banks of a kind that have as many members have in common. NULL: out of memory. */
static const struct state_kept *kept_of(struct network *n, enum kind kind, unsigned members)
{
	for (unsigned k = 0; k < KEPT; k++) {
		struct kept_words *const x = n->kept[kind] + k;

		if (!x->members && n->kind[kind].backend.kept(n->kind[kind].shape, members, &x->kept))
			x->members = members;
		if (x->members == members)
			return &x->kept;
	}
	return NULL;
}

/* What is read of a bank can be: no register is above the greatest value of its row. */
static void switches_state(struct network *n, struct bank *b, enum kind kind, struct state *s, char why[SWITCH_WHY])
{
	const struct state_kept *kept = kept_of(n, kind, b->members);

	if (!kept) {
		s->failed = true;
		return;
	}
	STATE(s, b->due);
	n->kind[kind].backend.state(b->sw, kept, s);
	if (!s->reading || s->failed)
		return;
	if (!n->tables[kind])
		n->tables[kind] = image_new(n->kind[kind].shape);
	state_require(s, n->tables[kind] && switch_in_range(b->sw, n->tables[kind], b->first, why));
}

/* In a network where only headers have their packet with them (node_kind.headers), other flits are given it: another number of threads needs it. */
struct worms {
	struct packet packet[SWITCH_PORTS][FLIT_VCS + 1];       /* by node of a bank and VC: of the flit that came last */
};

static void begin_worms(const struct bank *b, struct worms *w)
{
	for (unsigned i = 0; i < b->members; i++)
		for (unsigned vc = 0; vc <= FLIT_VCS; vc++)
			w->packet[i][vc] = b->nodes->flits[i]->arriving[vc].packet;
}

/* Padding is 0, too: the same state is the same bytes. */
static void begin_crossing(struct crossing *x, uint64_t cycle, unsigned port, unsigned what)
{
	memset(x, 0, sizeof *x);
	x->cycle = cycle;
	x->port = (uint8_t)port;
	x->what = what & 0xff;
}

static void write_crossing(struct state *s, struct crossing *x)
{
	bool more = true;

	STATE(s, more);
	STATE(s, *x);
}

/* worms: of a bank of nodes in such a network; otherwise NULL. */
static void write_heads(const struct switch_in *in, uint64_t heads, uint64_t cycle, struct worms *worms, struct state *s)
{
	EACH_IN(i, heads) {
		struct crossing x;

		begin_crossing(&x, cycle, i, HEAD);
		x.tokens = in->tokens[i];
		x.vc = in->vc[i];
		x.flit = in->flit[i];
		x.packet = in->packet[i];
		if (worms && x.flit)
			x.packet = worms->packet[i][x.vc];
		else if (worms)
			worms->packet[i][x.vc] = x.packet;
		write_crossing(s, &x);
	}
}

/* What is under way to a bank. */
static void write_arrivals(const struct network *n, uint32_t bank, struct state *s)
{
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;
	const bool worms = n->bank[bank].nodes && n->setup.kind.headers;
	bool more = false;
	struct crossing x;
	struct worms w;

	if (worms)
		begin_worms(n->bank + bank, &w);
	for (uint64_t c = n->cycle; c <= n->cycle + n->rings.of_mask; c++) {
		const unsigned at = ring_of(&n->rings, c);

		write_heads(r->in + ring_row(&n->rings, c), r->of[at].head, c, worms ? &w : NULL, s);
		EACH_IN(i, r->of[at].message) {
			begin_crossing(&x, c, i, MESSAGE);
			x.msg = r->msg[at][i];
			write_crossing(s, &x);
		}
	}
	for (uint64_t c = n->cycle; c <= n->cycle + n->rings.credit_mask; c++) {
		const unsigned at = ring_credit(&n->rings, c);

		EACH_IN(i, r->credit[at]) {
			begin_crossing(&x, c, i, CREDIT);
			x.queue = r->credit_queue ? r->credit_queue[at][i] : 0;
			write_crossing(s, &x);
		}
	}
	STATE(s, more);
}

static void read_arrivals(struct network *n, uint32_t bank, struct state *s)
{
	for (;;) {
		bool more = false;
		struct crossing x;

		state_bool(s, &more);
		if (s->failed || !more)
			return;
		STATE(s, x);
		if (!state_require(s, x.port < SWITCH_PORTS && x.what <= MESSAGE))
			return;
		x.bank = bank & 0xffffff;
		network_arrive(n, &x);
	}
}

/* How fast links are is of the network. */
static void paced_state(struct paced *p, struct state *s)
{
	const struct paced before = *p;

	STATE(s, *p);
	for (unsigned i = 0; i < SWITCH_PORTS; i++)
		state_require(s, p->of[i].n == before.of[i].n && p->of[i].d == before.of[i].d);
	if (!state_require(s, p->slow == before.slow))
		*p = before;
}

static void bank_state(struct network *n, uint32_t bank, enum network_record record, struct state *s, char why[SWITCH_WHY])
{
	struct bank *b = n->bank + bank;

	if (b->paced)
		paced_state(b->paced, s);
	if (record == RECORD_NODES)
		nodes_state(b->nodes, &n->setup, b->members, n->rings.credit_mask + 1, n->demand_mask + 1, s);
	else
		switches_state(n, b, record == RECORD_NICS ? KIND_NIC : KIND_SWITCH, s, why);
	if (s->reading)
		read_arrivals(n, bank, s);
	else
		write_arrivals(n, bank, s);
}

/* A packet under way. */
struct under_way {
	uint64_t flow;
	uint32_t number;
	struct flow_times times;
};

static void write_packet(void *state, const struct flow_packet *p, const struct flow_times *times)
{
	struct under_way x;

	memset(&x, 0, sizeof x);
	x.flow = p->flow;
	x.number = p->number;
	if (times)
		x.times = *times;
	STATE((struct state *)state, x);
}

static void read_packet(struct network *n, struct state *s)
{
	struct under_way x;

	memset(&x, 0, sizeof x);
	STATE(s, x);
	if (!state_require(s, flow_destination(x.flow) < n->config.topology.nodes && flow_source(x.flow) < n->config.topology.nodes) ||
	    !network_has_node(n, flow_destination(x.flow)))
		return;
	flows_restore(&n->part[n->part_of_node[flow_destination(x.flow)] - n->first_part].flows, x.flow, x.number, &x.times);
}

/* More packets than are in the network are never under way: of a port so many at most. */
enum { MOST_OF_PORT = 1 << 15 };

static bool needed(const struct network *n, uint32_t room)
{
	return room / MOST_OF_PORT <= network_links(&n->config.topology);
}

/* Memory that was taken as it was needed: with as many parts it is as much again, so that network_bytes() says the same. */
static void rooms_state(struct network *n, unsigned part, struct state *s)
{
	struct part *p = network_has_part(n, part) ? n->part + (part - n->first_part) : NULL;
	uint32_t all = n->all_parts, room = p ? p->flows.room : 0;

	STATE(s, all);
	STATE(s, room);
	state_require(s, all <= NETWORK_PARTS && needed(n, room));
	if (s->reading && !s->failed && all == n->all_parts && p)
		flows_reserve(&p->flows, room);
	for (uint32_t k = 0; k < 2 * all && !s->failed; k++) {
		struct flow_list *l = p && all == n->all_parts ? &p->out[k % 2][k / 2].sent : NULL;

		room = l ? l->room : 0;
		STATE(s, room);
		if (state_require(s, needed(n, room)) && s->reading && l)
			flow_list_reserve(l, room);
	}
}

/* Counts are added up in the first part of the first process. */
static void counts_state(struct network *n, struct part *p, struct state *s)
{
	struct node_counts sum = p ? p->counts : (struct node_counts){ 0 };

	STATE(s, sum);
	if (s->reading && !n->first_part)
		network_add_counts(&n->part->counts, &sum);
}

static void part_state(struct network *n, unsigned part, struct state *s)
{
	struct part *p = s->reading ? NULL : n->part + (part - n->first_part);

	counts_state(n, p, s);
	rooms_state(n, part, s);
	if (p)
		flows_each(&p->flows, write_packet, s);
	while (s->reading && !s->failed && s->next < s->size)
		read_packet(n, s);
}

static bool write_banks(struct network *n, struct range banks, enum network_record record, struct state *s, struct checkpoint *c)
{
	for (uint32_t b = banks.first; b < banks.end; b++) {
		state_clear(s);
		bank_state(n, b, record, s, NULL);
		if (s->failed)
			return false;
		checkpoint_put(c, record, n->bank[b].first, s);
	}
	return true;
}

bool network_write(struct network *n, struct checkpoint *c)
{
	struct state s = { .reading = false };
	bool good = true;

	for (unsigned k = 0; k < n->parts && good; k++) {
		const struct part *p = n->part + k;

		state_clear(&s);
		part_state(n, p->number, &s);
		if ((good = !s.failed))
			checkpoint_put(c, RECORD_PART, p->number, &s);
		good = good && write_banks(n, p->nodes, RECORD_NODES, &s, c) && write_banks(n, p->nics, RECORD_NICS, &s, c) &&
		       write_banks(n, p->switches, RECORD_SWITCHES, &s, c);
	}
	state_free(&s);
	return good;
}

/* The bank of this process whose first member is `index`. False: there is none. */
static bool find_bank(const struct network *n, enum network_record record, uint32_t index, uint32_t *bank)
{
	const bool switches = record == RECORD_SWITCHES;
	const uint32_t *place = switches ? n->place_of_switch : record == RECORD_NICS ? n->place_of_nic : n->place_of_node;

	if (!place || index >= (switches ? n->config.topology.switches : n->config.topology.nodes) || !(switches ? network_has_switch : network_has_node)(n, index))
		return false;
	*bank = place[index] / SWITCH_PORTS;
	return n->bank[*bank].first == index;
}

bool network_read(struct network *n, enum network_record record, uint32_t index, struct state *s, char why[SWITCH_WHY])
{
	uint32_t bank;

	if (record == RECORD_PART)
		part_state(n, index, s);
	else if (find_bank(n, record, index, &bank))
		bank_state(n, bank, record, s, why);
	return !s->failed;
}

void network_clock_state(struct network *n, struct state *s)
{
	STATE(s, n->cycle);
	STATE(s, n->moved);
}

/* All banks are looked at in all spans that due sets cover: what a set would say follows from the state of its banks. */
void network_resume(struct network *n)
{
	for (unsigned k = 0; k < n->parts; k++)
		for (uint32_t b = n->part[k].nodes.first; b < n->part[k].switches.end; b++)
			for (uint64_t span = 0; span <= n->due.mask; span++)
				due_add(due_set(&n->due, n->cycle + (span << n->due.log_span)), b);
}
