#include "laws_state.h"

#include <assert.h>
#include <stdlib.h>

/* The register that holds heads back: that of one unit that the switch has. */
static void find_holds(struct laws *a, struct law_place m)
{
	for (enum site at = 0; at < SITES; at++) {
		const struct unit_desc *u = &m.image->units[m.image->sites[at].unit];
		const char *element;

		if (!m.image->instances[at] || !u->holds)
			continue;
		element = u->signals[units_row(u, u->holds)].per;
		assert(!a->holds.bytes && element);
		a->holds = law_find(m, at, u->holds);
		a->holds_from = strcmp(element, "line") ? 0 : queue_of_line(&a->shape, 0);
		a->holds_at_output = m.image->sites[at].per == AT_OUTPUT;
	}
}

/*
 * Cycles that a line may be kept from its Xon. It waits for lines below it, and with lists of destinations for Xoffs of packets that move;
 * one message a cycle. A message needs a count that changed twice, or a packet that moved. In cycles in which nothing arrives, packets of the
 * port move on at most `saqs` times each; while one arrives none moves, and the one that is popped makes half a message at most.
 */
static uint64_t bound_stops(const struct shape *s)
{
	return 2 * (uint64_t)s->saqs * (s->slots + 2) + 16;
}

/* Grants of an input that may pass a queue over. Where an output is selected first, each goes to another one, or to another queue for the same. */
static unsigned queues_passed(const struct shape *s)
{
	return s->by_output ? s->radix * s->queues - 1 : s->queues - 1;
}

static void begin_slots(struct laws *a, struct law_place m)
{
	const struct shape *s = &a->shape;

	a->partitioned = s->memory == MEMORY_STATIC_PARTITION;
	a->reg = law_slots_find(m);
	find_holds(a, m);
	a->turns.class_queues = s->queues;
	a->turns.queues_most = queues_passed(s);
	a->stops.most = bound_stops(s);
}

static unsigned free_slots(const struct laws *a, unsigned i)
{
	unsigned n = 0;

	for (unsigned k = 0; k * 64 < a->shape.slots; k++)
		n += count_members(law_set(&a->reg.free, i, k, a->shape.slots));
	return n;
}

static unsigned queued(const struct laws *a, unsigned i)
{
	const unsigned w = a->shape.count_w;
	unsigned n = 0;

	for (unsigned q = 0; q < a->shape.queues; q++)
		n += (unsigned)law_bits(&a->reg.count, i, q * w, w);
	return n;
}

/* A packet is in a queue; or its last flit is still to be read; or, with a routing table, it enters in this cycle. */
static bool input_holds(const struct laws *a, unsigned i)
{
	const unsigned taken = a->shape.slots - free_slots(a, i);
	const unsigned waiting = queued(a, i) + (a->reg.arriving.bytes && law_bit(&a->reg.arriving, i)), left = (unsigned)law_word(&a->reg.left, i);
	const unsigned inside = waiting + (left != 0), spent = a->links.in->at[i].spent[0];

	return (inside == taken && credits_taken(waiting, 0, left) == spent) ||
	       law_broken(a, "input %u: %u slots are taken and %u packets are queued or being read, but %u came whose credit did not go back", i, taken, inside, spent);
}

static unsigned in_queue(const struct laws *a, unsigned i, unsigned q)
{
	const unsigned w = a->shape.fill_w;
	const uint64_t here = law_bits(&a->reg.count, i, q * w, w) + law_bits(&a->reg.entering, i, q, 1);

	return credits_taken((unsigned)here, (unsigned)law_bits(&a->reg.popped, i, q, 1),
				law_word(&a->reg.reading, i) == q ? (unsigned)law_word(&a->reg.left, i) : 0);
}

static bool queues_hold(const struct laws *a, unsigned i)
{
	for (unsigned q = 0; q < a->shape.queues; q++)
		if (in_queue(a, i, q) != a->links.in->at[i].spent[q])
			return law_broken(a, "input %u: %u packets are in queue %u or being read, but %u came whose credit did not go back",
					  i, in_queue(a, i, q), q, a->links.in->at[i].spent[q]);
	return true;
}

/* A credit is taken a cycle after the grant. */
static unsigned taken_of(const struct laws *a, unsigned o)
{
	return link_spent(&a->links.out->at[o]) - a->links.under_way[0][o];
}

static bool output_holds(const struct laws *a, unsigned o)
{
	const unsigned credits = (unsigned)law_word(&a->reg.credits, o), all = slot_credits(a->shape.slots);

	return credits + taken_of(a, o) == all ||
	       law_broken(a, "output %u: %u credits and %u of packets that were granted and not credited are not %u slots", o, credits, taken_of(a, o), all);
}

static bool queue_credits_hold(const struct laws *a, unsigned o)
{
	const unsigned w = a->shape.fill_w;

	for (unsigned q = 0; q < a->shape.queues; q++) {
		const unsigned used = (unsigned)law_bits(&a->reg.used, o, q * w, w);
		const unsigned spent = a->links.out->at[o].spent[q];
		const bool last = a->granted >> o & 1 && a->granted_queue[o] == q;

		if (used + last != spent)
			return law_broken(a, "output %u: %u slots of queue %u downstream are taken, but %u packets for it were granted and not credited",
					  o, used + last, q, spent);
	}
	return true;
}

static bool nothing_is_lost(const struct laws *a)
{
	for (unsigned i = 0; i < a->shape.radix; i++)
		if (!output_holds(a, i) || !(a->partitioned ? queues_hold(a, i) && queue_credits_hold(a, i) : input_holds(a, i)))
			return false;
	return true;
}

static bool slots_hold(struct laws *a)
{
	return nothing_is_lost(a) && (a->again || laws_turns_hold(a)) && (!a->shape.saqs || laws_stops_hold(a));
}

static void slots_passed(struct laws *a, const struct switch_in *in, const struct switch_out *out)
{
	(void)in;
	EACH_IN(o, out->depart) {
		a->from[o] = out->from[o];
		a->granted_queue[o] = (uint16_t)out->packet[o].queue;
	}
	a->granted = out->depart;
}

static const struct law_kind laws_of_slots = { 0, begin_slots, slots_hold, slots_passed, laws_slots_ask, laws_slots_served };

/* ---- Of any architecture ---- */

static const struct law_kind *kind_of(const struct shape *s)
{
	return s->two_sides ? &laws_of_cells : s->cell_nic ? &laws_of_nic : s->slot_nic ? &laws_of_slot_nic : s->by_flits ? &laws_of_wormhole : &laws_of_slots;
}

/* Turns are counted anew now and then; what stops upstream is known by the cycles for which it has. The laws of other switches also keep registers. */
uint64_t laws_memory(const struct shape *s)
{
	if (kind_of(s) != &laws_of_slots)
		return UINT64_MAX;
	return s->saqs ? bound_stops(s) + 1 : 0;
}

static bool port_agrees(const struct laws *a, unsigned i, const struct switch_in *in, const struct neighbours *n)
{
	const struct law_links *l = &a->links;
	const struct shape *s = l->in->at[i].behind;
	const char *const units = s->by_flits ? "flits" : s->by_cells ? "cells" : "slots";
	unsigned sent = link_spent(&l->in->at[i]) + l->given[i], kept = link_spent(&l->out->at[i]);

	if (in->head >> i & 1)
		sent += link_need(s, &in->packet[i], in->vc[i]);
	for (unsigned ago = 0; ago < l->depart; ago++)
		kept -= l->under_way[ago][i];
	if (in->credit >> i & 1)
		kept -= link_credits_named(s, in->credit_queue[i]);
	return (neighbours_spent(n, i) == sent || law_broken(a, "upstream of input %u: %u credits are spent for %u %s", i, neighbours_spent(n, i), sent, units)) &&
	       (neighbours_kept(n, i) == kept || law_broken(a, "downstream of output %u: %u %s are taken by packets of %u", i, neighbours_kept(n, i), units, kept));
}

/* Upstream and downstream count the same: of one port in each cycle, in turn, and of both of a network interface. */
static bool links_agree(const struct laws *a, const struct switch_in *in, const struct neighbours *n)
{
	const unsigned i = law_in_turn(a, a->shape.radix);

	return (!a->shape.nic || port_agrees(a, !i, in, n)) && port_agrees(a, i, in, n);
}

/* No field of a register is above the greatest value of its row: of one register in each cycle, in turn. */
static bool ranges_hold(const struct laws *a)
{
	const struct image *const m = a->image;
	const struct image_reg *const r = m->regs + law_in_turn(a, m->n);
	const struct signal *const g = image_row(m, r);
	const struct law_register at = { .at = { (const uint8_t *)m->word + m->place[r->place].at }, .bytes = m->place[r->place].bytes };
	char name[IMAGE_NAME];

	if (g->kind != SIGNAL_REG || g->most >= ones(g->bits))
		return true;
	for (unsigned i = 0; i < g->elements; i++) {
		const uint64_t value = law_bits(&at, 0, i * g->bits, g->bits);

		if (value > g->most) {
			image_register_name(m, r, name);
			return law_broken(a, "%s[%u] is %" PRIu64 ", and at most %" PRIu64, name, i, value, g->most);
		}
	}
	return true;
}

/* What comes and leaves in a cycle. Of a wormhole router, messages stop nothing. */
static void links_passed(struct law_links *l, uint64_t cycle, const struct switch_in *in, const struct switch_out *out)
{
	const bool stop = !l->in->at->behind->by_flits;

	memmove(l->under_way + 1, l->under_way, sizeof l->under_way - sizeof *l->under_way);
	memset(l->under_way, 0, sizeof *l->under_way);
	memset(l->given, 0, sizeof l->given);
	EACH_IN(i, in->head)
		link_sent(&l->in->at[i], cycle, &in->packet[i], in->vc[i]);
	EACH_IN(i, out->credit) {
		link_credit(&l->in->at[i], out->credit_queue[i]);
		l->given[i] = (uint16_t)link_credits_named(l->in->at[i].behind, out->credit_queue[i]);
	}
	EACH_IN(i, out->depart) {
		link_sent(&l->out->at[i], cycle, &out->packet[i], out->vc[i]);
		l->under_way[0][i] = (uint16_t)link_need(l->out->at[i].behind, &out->packet[i], out->vc[i]);
	}
	EACH_IN(i, in->credit)
		link_credit(&l->out->at[i], in->credit_queue[i]);
	EACH_IN(i, stop ? in->message : 0)
		link_message(&l->out->at[i], cycle, &in->msg[i]);
	EACH_IN(i, stop ? out->message : 0)
		link_message(&l->in->at[i], cycle, &out->msg[i]);
}

struct laws *laws_new(const struct shape *s, const struct image *m, uint32_t at)
{
	const struct law_kind *const kind = kind_of(s);
	struct laws *a = calloc(1, sizeof *a + kind->own);

	if (!a)
		return NULL;
	a->shape = *s;
	a->image = m;
	a->at = at;
	a->words = (s->queues + 63) / 64;
	a->kind = kind;
	a->own = a + 1;
	a->links = (struct law_links){ .in = link_senders_new(s, false), .out = link_senders_new(s, true), .depart = switch_depart(s) };
	if (!a->links.in || !a->links.out) {
		laws_free(a);
		return NULL;
	}
	kind->begin(a, (struct law_place){ m, NULL });
	return a;
}

void laws_free(struct laws *a)
{
	if (!a)
		return;
	link_senders_free(a->links.in);
	link_senders_free(a->links.out);
	free(a);
}

bool laws_hold(struct laws *a, uint64_t cycle, const struct switch_in *in, const struct neighbours *n, char why[LAWS_WHY])
{
	a->again = cycle < a->next;
	a->cycle = cycle;
	a->next = cycle + 1;
	a->why = why;
	return ranges_hold(a) && a->kind->hold(a) && (!n || links_agree(a, in, n));
}

void laws_passed(struct laws *a, const struct switch_in *in, const struct switch_out *out)
{
	if (a->kind->passed)
		a->kind->passed(a, in, out);
	links_passed(&a->links, a->next, in, out);
}
