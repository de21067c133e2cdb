#include "link_contract.h"

#include "bench/cube.h"

#include <stdlib.h>

bool link_contract_begin(struct link_contract *k, const struct shape *s)
{
	*k = (struct link_contract){ .s = *s, .token = s->recovery };
	k->in = link_senders_new(s, false);
	k->out = link_senders_new(s, true);
	k->worm = calloc((size_t)s->radix * (s->vcs + 1), sizeof *k->worm);
	k->word = calloc(s->table_words + 1, sizeof *k->word);
	if (k->in && k->out && k->worm && k->word)
		return true;
	link_contract_end(k);
	return false;
}

void link_contract_end(struct link_contract *k)
{
	link_senders_free(k->in);
	link_senders_free(k->out);
	free(k->worm);
	free(k->word);
}

/* ---- Packets ---- */

static bool allows_turns(const struct shape *s, const struct packet *p, char why[SLUICE_WHY])
{
	if (!contract_range("turns_left", p->turns_left, 1, s->turns, why))
		return false;
	for (unsigned t = 0; t < p->turns_left; t++)
		if ((p->turnpool >> t * s->turn_w & ones(s->turn_w)) >= s->radix)
			return why_not(why, SLUICE_WHY, "turnpool: turn %u of 0x%jx is not below radix, %u", t, (uintmax_t)p->turnpool, s->radix);
	if (p->turnpool & ~ones(s->turnpool_bits))
		return why_not(why, SLUICE_WHY, "turnpool: 0x%jx has more than turnpool_bits, %u", (uintmax_t)p->turnpool, s->turnpool_bits);
	return true;
}

static bool allows_destination(const struct link_contract *k, uint64_t destination, char why[SLUICE_WHY])
{
	return contract_range("destination", destination, 0, k->s.table_words - 1, why) &&
	       (k->word[destination].written || why_not(why, SLUICE_WHY, "destination: the routing table has no word for %ju", (uintmax_t)destination));
}

/* The route to a network interface, from the network or from a host: headers have it, or a destination. */
static bool allows_route_to_nic(const struct link_contract *k, unsigned port, const struct packet *p, char why[SLUICE_WHY])
{
	const struct shape *s = &k->s;

	if (s->nodes && !contract_range("destination", p->destination, 0, s->nodes - 1, why))
		return false;
	if (s->by_route && p->turns_left)
		return why_not(why, SLUICE_WHY, "turns_left: %u; to a network interface no turns are left", p->turns_left);
	return port == NIC_NETWORK || !s->table_words || allows_destination(k, s->nodes ? p->destination : p->turnpool, why);
}

/* The route, as the header of this link has it. */
static bool allows_route(const struct link_contract *k, unsigned port, const struct packet *p, char why[SLUICE_WHY])
{
	if (k->s.nic)
		return allows_route_to_nic(k, port, p, why);
	return k->s.nodes ? allows_destination(k, p->destination, why) : allows_turns(&k->s, p, why);
}

static bool allows_queue(const struct shape *s, const struct packet *p, char why[SLUICE_WHY])
{
	if ((s->sls && !contract_range("sl", p->sl, 0, s->sls - 1, why)) ||
	    (s->by_destination && !contract_range("destination", p->to, 0, s->class_queues - 1, why)) ||
	    (s->nodes && s->named_queues && !contract_range("queue", p->queue, 0, s->named_queues - 1, why)))
		return false;
	return !(s->slot_nic && s->credit_queues && p->queue) || why_not(why, SLUICE_WHY, "queue: %u; to a network interface it is 0", p->queue);
}

static bool allows_length(const struct shape *s, const struct packet *p, char why[SLUICE_WHY])
{
	return contract_range("flits", p->flits, 1, s->packet_flits, why) &&
	       (!(p->source & ~ones(s->node_bits)) || why_not(why, SLUICE_WHY, "source: %u has more than node_bits, %u", p->source, s->node_bits));
}

/* Stops that a sender has to obey: those in place of credits, and those of a host. */
static bool allows_by_stops(const struct link_sender *u, unsigned port, const struct packet *p, char why[SLUICE_WHY])
{
	if (u->behind->messages == MESSAGES_QUEUE && link_stops(u, p))
		return why_not(why, SLUICE_WHY, "queue: %u is stopped by input %u", p->queue, port);
	if (u->host && link_stops(u, p))
		return why_not(why, SLUICE_WHY, "destination %ju of service level %u is stopped", (uintmax_t)p->turnpool, p->sl);
	return true;
}

static bool allows_link(const struct link_sender *u, uint64_t cycle, unsigned port, const struct packet *p, char why[SLUICE_WHY])
{
	const struct shape *s = u->behind;
	const unsigned need = credits_of(s, p->flits), credits = link_credits(u, credit_class(s, p));
	const uint64_t free = pacer_free(s, &u->pace);

	if (cycle < free)
		return why_not(why, SLUICE_WHY, "the link into port %u carries another packet up to cycle %ju", port, (uintmax_t)free - 1);
	if (credits < need)
		return why_not(why, SLUICE_WHY, "the sender at port %u has %u credit%s and needs %u", port, credits, credits == 1 ? "" : "s", need);
	return true;
}

static bool allows_position(const struct shape *s, const char *name, uint32_t at, char why[SLUICE_WHY])
{
	if (at >> s->dims * s->coord_w)
		return why_not(why, SLUICE_WHY, "%s: %u has more than %u bits", name, at, s->dims * s->coord_w);
	for (unsigned d = 0; d < s->dims; d++)
		if (cube_coordinate(s, at, d) >= s->ary)
			return why_not(why, SLUICE_WHY, "%s: coordinate %u, %u, is outside 0..%u", name, d, cube_coordinate(s, at, d), s->ary - 1);
	return true;
}

static bool allows_worm_header(const struct link_contract *k, unsigned port, const struct packet *p, unsigned vc, char why[SLUICE_WHY])
{
	const struct shape *s = &k->s;
	const unsigned credits = vc < s->vcs ? link_credits(&k->in->at[port], vc) : 0, need = credits_of_header(s);

	if (!allows_position(s, "destination", p->destination, why) || !allows_length(s, p, why))
		return false;
	if (port == s->local && p->destination == k->at)
		return why_not(why, SLUICE_WHY, "destination: %u is this node", p->destination);
	if (vc < s->vcs && credits < need)
		return why_not(why, SLUICE_WHY, "the sender at port %u has %u credits of VC %u, and a header needs %s%u", port, credits, vc, need > 1 ? "all " : "", need);
	if (vc == s->vcs && (k->token || port == s->local))
		return why_not(why, SLUICE_WHY, port == s->local ? "an end node has no recovery lane" : "the token of the recovery lane is in this router");
	return true;
}

static struct contract_worm *worm_of(const struct link_contract *k, unsigned port, unsigned vc)
{
	return k->worm + port * (k->s.vcs + 1) + vc;
}

static bool same_packet(const struct packet *a, const struct packet *b)
{
	return a->tag == b->tag && a->destination == b->destination && a->flits == b->flits && a->source == b->source;
}

static bool allows_worm(const struct link_contract *k, unsigned port, const struct packet *p, unsigned vc, unsigned flit, char why[SLUICE_WHY])
{
	const struct shape *s = &k->s;
	const struct contract_worm *w;

	if (!cube_linked(s, k->at, port))
		return why_not(why, SLUICE_WHY, "port: %u is at the edge of the mesh", port);
	if (!contract_range("vc", vc, 0, s->vcs + s->recovery - 1, why))
		return false;
	w = worm_of(k, port, vc);
	if (!w->left)
		return flit ? why_not(why, SLUICE_WHY, "flit: %u of a packet whose header has not come by VC %u", flit, vc) : allows_worm_header(k, port, p, vc, why);
	if (flit != w->packet.flits - w->left || !same_packet(p, &w->packet))
		return why_not(why, SLUICE_WHY, "flit: flit %u of the packet in VC %u comes next", w->packet.flits - w->left, vc);
	return vc == s->vcs || link_credits(&k->in->at[port], vc) || why_not(why, SLUICE_WHY, "the sender at port %u has no credit of VC %u", port, vc);
}

bool contract_allows_packet(const struct link_contract *k, uint64_t cycle, unsigned port, const struct packet *p, unsigned vc, unsigned flit,
			    char why[SLUICE_WHY])
{
	if (k->s.by_flits)
		return allows_worm(k, port, p, vc, flit, why);
	return allows_route(k, port, p, why) && allows_queue(&k->s, p, why) && allows_length(&k->s, p, why) &&
	       allows_by_stops(&k->in->at[port], port, p, why) && allows_link(&k->in->at[port], cycle, port, p, why);
}

/* ---- Credits ---- */

static bool allows_vcs(const struct link_contract *k, unsigned port, unsigned vcs, char why[SLUICE_WHY])
{
	if (vcs & ~ones(k->s.vcs) || !vcs)
		return why_not(why, SLUICE_WHY, "credit: 0x%x is no set of VCs 0..%u", vcs, k->s.vcs - 1);
	EACH_IN(vc, (uint64_t)vcs)
		if (!k->out->at[port].spent[vc])
			return why_not(why, SLUICE_WHY, "credit: no flit of VC %u is behind output %u", vc, port);
	return true;
}

bool contract_allows_credit(const struct link_contract *k, unsigned port, unsigned what, char why[SLUICE_WHY])
{
	const struct link_sender *u = &k->out->at[port];

	if (k->s.by_flits)
		return allows_vcs(k, port, what, why);
	return contract_range("credit", what, 0, credit_classes(u->behind) - 1, why) &&
	       (u->spent[what] || why_not(why, SLUICE_WHY, "credit: nothing that output %u sent is without one", port));
}

/* ---- Messages ---- */

/* By what other messages said. */
static bool allows_line(const struct link_sender *u, uint64_t cycle, const struct message *m, char why[SLUICE_WHY])
{
	const struct shape *s = u->behind;
	const bool stopped = u->stopped >> m->line & 1;
	unsigned l;

	switch (link_message_fault(u, cycle, m, &l)) {
	case LINK_WRONG: return why_not(why, SLUICE_WHY, "message: no such line or point, or an Xon before an Xoff, or an Xoff before an Xon");
	case LINK_OTHER_POINT: return why_not(why, SLUICE_WHY, "message: the Xon of line %u does not name the point of its Xoff", m->line);
	case LINK_MOVES: return why_not(why, SLUICE_WHY, stopped ? "message: hops of line %u are %u until its Xon" :
				       "message: line %u cannot be another point before %u cycles without an Xoff", m->line, stopped ? u->line[m->line].len : s->nodes);
	case LINK_REPEATS: return s->nodes ? why_not(why, SLUICE_WHY, "message: line %u has destination %u with the same hops", l, m->destination) :
					 why_not(why, SLUICE_WHY, "message: line %u is stopped for the same congested point", l);
	case LINK_FITS: break;
	}
	return true;
}

/* Counts of the side band, of the dimension whose turn it is, but not in the cycle of a hop; or the token. */
static bool allows_side(const struct link_contract *k, uint64_t cycle, unsigned port, const struct message *m, char why[SLUICE_WHY])
{
	const struct shape *s = &k->s;

	if (port == s->local)
		return s->recovery && !k->token && !m->full && !m->flow ? true :
		       why_not(why, SLUICE_WHY, "message: at the local port it is the token of the recovery lane, which this router %s", s->recovery ? "has" : "lacks");
	if (!s->side_band || cycle % s->side_cycles == 0 || port / 2 != cycle / s->side_cycles / s->steps % s->dims)
		return why_not(why, SLUICE_WHY, "message: there is no count of the side band for port %u in cycle %ju", port, (uintmax_t)cycle);
	if (!cube_linked(s, k->at, port) || m->full & ~ones(s->side_full_w) || m->flow & ~ones(s->side_flow_w))
		return why_not(why, SLUICE_WHY, "message: %u full buffers and %u flits at port %u do not fit", m->full, m->flow, port);
	return true;
}

static bool allows_stops(const struct link_contract *k, uint64_t cycle, unsigned port, const struct message *m, char why[SLUICE_WHY])
{
	const struct link_sender *u = &k->out->at[port];
	unsigned l;

	switch (k->s.messages) {
	case MESSAGES_SIDE: return allows_side(k, cycle, port, m, why);
	case MESSAGES_LEVEL: return link_message_fault(u, cycle, m, &l) == LINK_FITS ||
				    why_not(why, SLUICE_WHY, "message: no such queue, levels or point, or another point than before");
	case MESSAGES_QUEUE: return link_message_fault(u, cycle, m, &l) == LINK_FITS ||
				    why_not(why, SLUICE_WHY, "message: it says what was said before, or stops others than queues 0..%u", k->s.queues - 1);
	default: return allows_line(u, cycle, m, why);
	}
}

bool contract_allows_message(const struct link_contract *k, uint64_t cycle, unsigned port, const struct message *m, char why[SLUICE_WHY])
{
	if (k->s.messages == MESSAGES_NONE)
		return why_not(why, SLUICE_WHY, "message: the switch has none");
	if (k->s.nic && port == NIC_HOST)
		return why_not(why, SLUICE_WHY, "message: a host sends none");
	if (m->xoff > 1)
		return why_not(why, SLUICE_WHY, "message: xoff is 0 or 1");
	return allows_stops(k, cycle, port, m, why);
}

/* ---- Tables ---- */

static bool same_word(const struct sluice_word *a, const struct sluice_word *b)
{
	return a->turns == b->turns && a->turns_left == b->turns_left && a->port == b->port && a->queue == b->queue;
}

/* May upstream of an input have the destination in a list? An Xoff that is on the link in this cycle adds it; in one without an Xoff another row is swept. */
static bool may_list(const struct link_contract *k, uint64_t cycle, const struct switch_out *replies, unsigned input, uint32_t destination)
{
	const struct message *m = replies->message >> input & 1 && replies->msg[input].xoff ? &replies->msg[input] : NULL;

	return (m && m->destination == destination) || !link_knows_not(&k->in->at[input], cycle + (k->s.lists_in_memory && !m), destination);
}

/* Another value: only when nothing is left that went by the one before, no packet, and nothing in a list upstream. */
static bool allows_change(const struct link_contract *k, uint64_t cycle, const struct switch_out *replies, uint32_t destination, char why[SLUICE_WHY])
{
	const struct contract_word *w = &k->word[destination];

	if (w->inside || cycle < w->gone)
		return why_not(why, SLUICE_WHY, "destination: packets for %u go by the word that is there", destination);
	for (unsigned i = 0; message_has_line(&k->s) && i < k->s.radix; i++)
		if (may_list(k, cycle, replies, i, destination))
			return why_not(why, SLUICE_WHY, "destination: upstream of input %u may have %u in a list, for the word that is there", i, destination);
	return true;
}

static bool word_fits(const struct shape *s, const struct sluice_word *w, char why[SLUICE_WHY])
{
	if (s->ends)
		return (!(w->turns & ~ones(s->pool_w)) && w->turns_left >= 1 && w->turns_left <= s->turns) ||
		       why_not(why, SLUICE_WHY, "turns: 0x%jx, %u of them, are not 1 to %u", (uintmax_t)w->turns, w->turns_left, s->turns);
	return (s->nic || contract_range("port", w->port, 0, s->radix - 1, why)) &&
	       (!s->next_queue_w || contract_range("queue", w->queue, 0, s->queues - 1, why));
}

bool contract_goes_by_word(const struct shape *s, unsigned port, const struct packet *p, uint64_t *destination)
{
	*destination = s->nodes ? p->destination : p->turnpool;
	return s->table_words && (!s->nic || port == NIC_HOST);
}

bool contract_allows_word(const struct link_contract *k, uint64_t cycle, const struct switch_out *replies, uint32_t destination, const struct sluice_word *w,
			  char why[SLUICE_WHY])
{
	const struct shape *s = &k->s;

	if (!s->table_words)
		return why_not(why, SLUICE_WHY, "the switch has no routing table");
	if (!contract_range("destination", destination, 0, s->table_words - 1, why) || !word_fits(s, w, why))
		return false;
	return !k->word[destination].written || same_word(w, &k->word[destination].word) || allows_change(k, cycle, replies, destination, why);
}

bool contract_position(struct link_contract *k, uint32_t at, char why[SLUICE_WHY])
{
	if (!k->s.by_flits)
		return why_not(why, SLUICE_WHY, "the switch has no position");
	if (!allows_position(&k->s, "at", at, why))
		return false;
	k->at = at;
	k->token = k->s.recovery && !at;
	return true;
}

void contract_note_word(struct link_contract *k, uint32_t destination, const struct sluice_word *w)
{
	k->word[destination].word = *w;
	k->word[destination].written = true;
}

/* ---- What happened ---- */

static void note_worm(struct link_contract *k, unsigned port, const struct packet *p, unsigned vc, unsigned flit)
{
	struct contract_worm *w = worm_of(k, port, vc);

	if (!flit)
		*w = (struct contract_worm){ *p, p->flits };
	w->left--;
	k->token |= vc == k->s.vcs;
}

void contract_note_in(struct link_contract *k, uint64_t cycle, const struct switch_in *in)
{
	uint64_t destination;

	EACH_IN(i, in->head) {
		const struct packet *p = &in->packet[i];

		link_sent(&k->in->at[i], cycle, p, in->vc[i]);
		if (k->s.by_flits)
			note_worm(k, i, p, in->vc[i], in->flit[i]);
		else if (contract_goes_by_word(&k->s, i, p, &destination) && !k->s.cell_nic)
			k->word[destination].inside++;
	}
	EACH_IN(i, in->credit)
		link_credit(&k->out->at[i], in->credit_queue[i]);
	EACH_IN(i, in->message) {
		if (k->s.messages == MESSAGES_SIDE)
			k->token |= i == k->s.local;
		else
			link_message(&k->out->at[i], cycle, &in->msg[i]);
	}
}

/* A flit in the recovery lane; with the last one to another router the token is gone. */
static void note_lane(struct link_contract *k, unsigned output, const struct packet *p, unsigned flit)
{
	k->lane_left = flit ? k->lane_left : p->flits;
	k->lane_left--;
	if (!k->lane_left && output != k->s.local)
		k->token = false;
}

static void note_gone(struct link_contract *k, uint64_t cycle, uint64_t destination, const struct packet *p)
{
	struct contract_word *w = &k->word[destination];

	w->inside--;
	if (w->gone < cycle + p->flits)
		w->gone = cycle + p->flits;
}

static void note_departures(struct link_contract *k, uint64_t cycle, const struct switch_out *out)
{
	const struct shape *s = &k->s;

	EACH_IN(o, out->depart) {
		const struct packet *p = &out->packet[o];

		link_sent(&k->out->at[o], cycle, p, out->vc[o]);
		if (s->by_flits && out->vc[o] == s->vcs)
			note_lane(k, o, p, out->flit[o]);
		if (s->slot_nic ? s->table_words && o == NIC_NETWORK : s->nodes)
			note_gone(k, cycle, s->slot_nic ? out->queue[o] : p->destination, p);
	}
}

void contract_note_out(struct link_contract *k, uint64_t cycle, const struct switch_out *departs, const struct switch_out *replies)
{
	note_departures(k, cycle, departs);
	EACH_IN(i, replies->credit)
		link_credit(&k->in->at[i], replies->credit_queue[i]);
	EACH_IN(i, replies->message) {
		if (k->s.messages == MESSAGES_SIDE)
			k->token &= i != k->s.local;
		else
			link_message(&k->in->at[i], cycle, &replies->msg[i]);
	}
}
