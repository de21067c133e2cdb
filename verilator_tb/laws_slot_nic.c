/*
 * Network interfaces whose links count slots (docs/internals/microarchitecture-slot-nic.md, section 5): no packet and no credit is lost or made, no queue is
 * parked for nothing or passed over for long, and nothing that is stopped is sent. One queue of the send side is looked at in each cycle, in turn, since what is
 * lost or parked for good stays so; what is sent, and who is passed over, is followed in every cycle.
 */
#include "laws_state.h"

#include <assert.h>

#define REGISTERS \
	OF(count, dqu, count) OF(entering, dqu, enter) OF(popped, dqu, pop) OF(left, dqu, rd_left) OF(read_queue, dqu, credit_queue) \
	OF(parked, nsj, parked) OF(by, nsj, by) OF(candidate, nsj, cand) OF(used, ncu, used) \
	OF(waiting, receive_dqu, count) OF(came, receive_dqu, enter) OF(leaves, receive_dqu, pop) OF(reading, receive_dqu, rd_left) OF(host_used, host_ncu, used) \
	OF(stopped, nlf, xoff) OF(list, ndf, list) OF(stop, npf, stop)

struct law_slot_nic {
#define OF(name, unit, row) struct law_register name;
	REGISTERS
#undef OF
	bool obeyed;                    /* nothing was granted that was stopped */

	/* Who asked in the cycle before, and how often each was passed over since it was selected, or since it last did not ask. */
	uint64_t asked[PARAM_MOST_nodes / 64];
	uint16_t passed[PARAM_MOST_nodes];      /* by queue */
	unsigned chosen;                /* the candidate of the cycle before; send_queues: none was */
	bool granted;                   /* it was granted */
};

static bool is_of_destinations(const struct shape *s)
{
	return message_has_line(s) && s->nodes;
}

static void begin(struct laws *a, struct law_place m)
{
	struct law_slot_nic *const c = a->slot_nic;

	assert(a->shape.send_queues <= PARAM_MOST_nodes);
#define OF(name, unit, row) c->name = law_find(m, SITE_##unit, #row "_q");
	REGISTERS
#undef OF
	c->obeyed = true;
	c->chosen = a->shape.send_queues;
}

/* Packets of a queue that are in it, enter it, or are being read: their slots are taken. */
static bool queue_holds(const struct laws *a, unsigned q)
{
	const struct shape *s = &a->shape;
	const struct law_slot_nic *c = a->slot_nic;
	const unsigned popped = law_lowest(&c->popped, 0, s->send_queues), read = popped < s->send_queues ? popped : law_field(&c->read_queue, 0, 0, s->send_queue_w);
	const unsigned in = credits_taken(law_field(&c->count, 0, q, s->fill_w) + law_field(&c->entering, 0, q, 1), popped == q,
					     read == q ? law_field(&c->left, 0, 0, s->flits_w) : 0);
	const uint32_t came = a->links.in->at[NIC_HOST].spent[q];

	return in == came || law_broken(a, "send side: %u packets are in queue %u or being read, but %" PRIu32 " came whose credit did not go back", in, q, came);
}

static bool receive_holds(const struct laws *a)
{
	const struct shape *s = &a->shape;
	const struct law_slot_nic *c = a->slot_nic;
	const unsigned in = credits_taken(law_field(&c->waiting, 0, 0, clog2(s->sink_slots + 1)) + law_field(&c->came, 0, 0, 1),
					     law_field(&c->leaves, 0, 0, 1), law_field(&c->reading, 0, 0, s->flits_w));
	const uint32_t held = a->links.in->at[NIC_NETWORK].spent[0];

	return in == held || law_broken(a, "receive side: %u packets are there or being read, but %" PRIu32 " came whose credit did not go back", in, held);
}

/* Credits are those that grants took and links did not bring back. */
static bool credits_hold(const struct laws *a, unsigned class)
{
	const struct shape *s = &a->shape;
	const struct law_slot_nic *c = a->slot_nic;
	const unsigned used = law_field(&c->used, 0, class, clog2(s->class_credits + 1)), host = law_field(&c->host_used, 0, 0, clog2(s->host_slots + 1));
	const uint32_t to_network = a->links.out->at[NIC_NETWORK].spent[class], to_host = a->links.out->at[NIC_HOST].spent[0];

	return (used == to_network || law_broken(a, "%u slots of queue %u of the switch are taken, but %" PRIu32 " packets were granted and not credited", used, class, to_network)) &&
	       (host == to_host || law_broken(a, "%u slots of the host are taken, but %" PRIu32 " packets were granted and not credited", host, to_host));
}

/* Does this line, priority or queue of the switch hold back a queue of the send side now? */
static bool holds_back(const struct laws *a, unsigned by, unsigned q)
{
	const struct shape *s = &a->shape;
	const struct law_slot_nic *c = a->slot_nic;

	if (s->credit_queues)
		return law_field(&c->used, 0, by, clog2(s->class_credits + 1)) == s->class_credits;
	if (!(a->links.out->at[NIC_NETWORK].stopped >> by & 1))
		return false;
	if (s->messages == MESSAGES_QUEUE)
		return by == q;
	return !is_of_destinations(s) || destinations_has(&a->links.out->at[NIC_NETWORK].held, by, q);
}

/* A queue is parked by what holds it back now. Of a line that names a route, the queue's own route is not known here. */
static bool parked_holds(const struct laws *a, unsigned q)
{
	const struct law_slot_nic *c = a->slot_nic;
	const unsigned by = law_field(&c->by, 0, q, a->shape.by_w);

	return !law_field(&c->parked, 0, q, 1) || holds_back(a, by, q) ||
	       law_broken(a, "scheduler: queue %u is parked by line, priority or queue %u of the switch, which does not hold it back", q, by);
}

/* The filter believes what messages said. */
static bool filter_holds(const struct laws *a, unsigned q)
{
	const struct shape *s = &a->shape;
	const struct law_slot_nic *c = a->slot_nic;
	const unsigned l = (unsigned)(a->cycle / s->send_queues % (s->holders ? s->holders : 1));
	const bool line = a->links.out->at[NIC_NETWORK].stopped >> l & 1, named = line && destinations_has(&a->links.out->at[NIC_NETWORK].held, l, q);

	return (!c->stopped.bytes || law_field(&c->stopped, 0, l, 1) == line || law_broken(a, "filter: line %u is stopped for the interface alone, or not for it", l)) &&
	       (!c->stop.bytes || law_field(&c->stop, 0, l, 1) == line || law_broken(a, "filter: priority %u is stopped for the interface alone, or not for it", l)) &&
	       (!c->list.bytes || law_bits(&c->list, 0, l * s->nodes + q, 1) == named ||
		law_broken(a, "filter: destination %u is stopped by line %u for the interface alone, or not for it", q, l));
}

/* Queues that ask: with packets beyond the one that leaves and the candidate, and not parked. */
static void ask(const struct laws *a, unsigned candidate)
{
	const struct shape *s = &a->shape;
	struct law_slot_nic *c = a->slot_nic;
	const unsigned popped = law_lowest(&c->popped, 0, s->send_queues);

	for (unsigned q = 0; q < s->send_queues; q++) {
		const bool asks = law_field(&c->count, 0, q, s->fill_w) > (unsigned)(popped == q) + (candidate == q) && !law_field(&c->parked, 0, q, 1);

		if (!asks)
			c->passed[q] = 0;
		c->asked[q / 64] = (c->asked[q / 64] & ~bit(q % 64)) | (uint64_t)asks << q % 64;
	}
}

/* Nobody who asked in the cycle before is passed over more often than there are others. */
static bool turns_hold(struct laws *a)
{
	const struct shape *s = &a->shape;
	struct law_slot_nic *c = a->slot_nic;
	const unsigned candidate = law_lowest(&c->candidate, 0, s->send_queues);
	const bool selected = candidate < s->send_queues && (candidate != c->chosen || c->granted);

	for (unsigned q = 0; selected && q < s->send_queues; q++) {
		if (!(c->asked[q / 64] >> q % 64 & 1))
			continue;
		c->passed[q] = q == candidate ? 0 : (uint16_t)(c->passed[q] + 1);
		if (c->passed[q] >= s->send_queues)
			return law_broken(a, "scheduler: queue %u was passed over %u times", q, c->passed[q]);
	}
	c->chosen = candidate;
	ask(a, candidate);
	return true;
}

static bool hold(struct laws *a)
{
	const struct shape *s = &a->shape;
	const unsigned q = law_in_turn(a, s->send_queues);

	return (a->slot_nic->obeyed || law_broken(a, "a packet was granted that the switch had stopped")) && queue_holds(a, q) && receive_holds(a) &&
	       credits_hold(a, law_in_turn(a, s->credit_classes)) && parked_holds(a, q) && filter_holds(a, q) && (a->again || turns_hold(a));
}

/* What a message stops is stopped from the next cycle on. */
static void passed(struct laws *a, const struct switch_in *in, const struct switch_out *out)
{
	struct law_slot_nic *c = a->slot_nic;

	(void)in;
	c->granted = out->depart >> NIC_NETWORK & 1;
	c->obeyed &= !c->granted || !link_stops(&a->links.out->at[NIC_NETWORK], &out->packet[NIC_NETWORK]);
}

const struct law_kind laws_of_slot_nic = { sizeof(struct law_slot_nic), begin, hold, passed, NULL, NULL };
