/*
 * Network interfaces (docs/internals/microarchitecture-nic.md, section 6): no cell and no credit is lost or made, no queue is parked and no packet waits for
 * nothing, and hosts are told of what is stopped. One VC of each side, and one level of the filter, is looked at in each cycle, in turn, since what is lost or
 * parked for good stays so; only waits for credits are followed in every cycle.
 */
#include "laws_cells.h"

/* The ways of packets, by the port where they leave; they come at the other one. */
enum { TO_NETWORK, TO_HOST, WAYS };

#define REGISTERS OF(nfu, turns) OF(nfu, len) OF(nfu, queue) OF(nfu, parked) OF(nsu, wait) OF(nsu, wait_need)

struct law_nic {
	struct law_side side[WAYS];
	struct law_credits credits[WAYS];       /* that packets need to leave */
#define OF(unit, name) struct law_register name;
	REGISTERS
#undef OF
	unsigned could;                 /* VCs that waited in the cycle before, for credits that were there */
};

static void begin(struct laws *a, struct law_place m)
{
	struct law_nic *const c = a->nic;

	c->side[TO_NETWORK] = law_side_find(m, SITE_send_hru, SITE_send_cmu, SITE_send_cqu, SITE_scam_in, SITE_send_sfcu);
	c->side[TO_HOST] = law_side_find(m, SITE_receive_hru, SITE_receive_cmu, SITE_receive_cqu, SITE_scam_out, SITE_sfcu_out);
	c->credits[TO_NETWORK] = law_credits_find(m, SITE_link_credits);
	c->credits[TO_HOST] = law_credits_find(m, SITE_host_credits);
#define OF(unit, name) c->name = law_find(m, SITE_##unit, #name "_q");
	REGISTERS
#undef OF
}

/* One VC of the side, and the credits of one VC. */
static bool way_holds(const struct laws *a, unsigned k)
{
	static const char *const names[WAYS] = { "send side", "receive side" };
	const struct law_nic *c = a->nic;
	const struct shape *from = a->links.in->at[!k].behind, *to = a->links.out->at[k].behind;
	const unsigned v = law_in_turn(a, from->vcs), o = law_in_turn(a, to->vcs);
	const unsigned in = law_side_inside(from, &c->side[k], 0, v), spent = law_promised(&c->credits[k], to, 0, o);
	const uint32_t came = a->links.in->at[!k].spent[v], granted = a->links.out->at[k].spent[o];

	return law_side_holds(a, from, &c->side[k], names[k], 0, v) &&
	       (in == came || law_broken(a, "%s: VC %u has packets of %u cells, but %" PRIu32 " came and did not become free", names[k], v, in, came)) &&
	       (spent == granted || law_broken(a, "%s: %u cells of VC %u downstream are taken, but packets of %" PRIu32 " were granted and not credited", names[k], spent, o, granted));
}

/* The first line of a level that is in use, from line l on; the number of lines: there is none. */
static unsigned used_line(const struct laws *a, unsigned level, unsigned l)
{
	const struct shape *s = &a->shape;

	while (l < s->nic_lines && !law_field(&a->nic->len, 0, level * s->nic_lines + l, s->len_w))
		l++;
	return l;
}

/* A line is what a message has stopped, and not let go. */
static bool lines_hold(const struct laws *a, unsigned level)
{
	const struct shape *s = &a->shape;
	const struct law_nic *c = a->nic;
	const struct level_stops *const network = a->links.out->at[TO_NETWORK].levels;

	for (unsigned l = used_line(a, level, 0); l < s->nic_lines; l = used_line(a, level, l + 1)) {
		const unsigned at = level * s->nic_lines + l, queue = law_field(&c->queue, 0, at, s->vc_queue_w), len = law_field(&c->len, 0, at, s->len_w);
		const struct message *m = &network->xoff[level][queue];

		if (!(network->queues[level] >> queue & 1) || m->len != len || m->turns != law_bits(&c->turns, 0, at * s->pool_w, s->pool_w))
			return law_broken(a, "filter: line %u of level %u stands for queue %u, which has not stopped that point", l, level, queue);
	}
	return true;
}

/* No queue is parked without a line of its level. */
static bool parked_hold(const struct laws *a, unsigned level)
{
	const struct shape *s = &a->shape;

	if (used_line(a, level, 0) < s->nic_lines)
		return true;
	for (unsigned sl = 0; sl < s->sls; sl++)
		for (unsigned d = 0; level_of(s, sl) == level && d < s->ends; d++)
			if (law_field(&a->nic->parked, 0, sl * s->ends + d, 1))
				return law_broken(a, "filter: destination %u of service level %u is parked, but no line of its level is in use", d, sl);
	return true;
}

/* No packet waits for credits that are there, but in the first cycle. */
static bool waits_hold(const struct laws *a)
{
	const struct shape *s = &a->shape;
	struct law_nic *c = a->nic;
	unsigned could = 0;

	for (unsigned v = 0; v < s->vcs; v++) {
		const unsigned taken = law_promised(&c->credits[TO_NETWORK], s, 0, v), need = law_field(&c->wait_need, 0, v, s->need_w);

		could |= (unsigned)(law_field(&c->wait, 0, v, 1) && need + taken <= s->cells) << v;
	}
	if (!a->again && could & c->could)
		return law_broken(a, "scheduler: a packet of VC %u waits for credits that were there in the cycle before", lowest(could & c->could));
	c->could = a->again ? c->could : could;
	return true;
}

/* The host has been told what the flow control of a service level believes. */
static bool host_holds(const struct laws *a, unsigned sl)
{
	const struct link_sender *const host = &a->links.in->at[NIC_HOST];
	const struct shape *s = host->behind;

	for (unsigned d = 0; d < s->ends; d++)
		if (law_field(&a->nic->side[TO_NETWORK].told, 0, host_queue(s, sl, d), 1) != host_stops_queue(host->host, host_queue(s, sl, d)))
			return law_broken(a, "send side: destination %u of service level %u is stopped for the host alone, or not for it", d, sl);
	return true;
}

static bool hold(struct laws *a)
{
	const unsigned level = law_in_turn(a, a->shape.levels);

	return way_holds(a, TO_NETWORK) && way_holds(a, TO_HOST) && lines_hold(a, level) && parked_hold(a, level) && waits_hold(a) &&
	       host_holds(a, law_in_turn(a, a->shape.sls));
}

const struct law_kind laws_of_nic = { sizeof(struct law_nic), begin, hold, NULL, NULL, NULL };
