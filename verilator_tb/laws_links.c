#include "laws_links.h"

#include "laws_state.h"

bool law_links_begin(struct law_links *l, const struct shape *s)
{
	l->radix = s->radix;
	l->depart = switch_depart(s);
	l->in = link_senders_new(s, false);
	l->out = link_senders_new(s, true);
	return l->in && l->out;
}

void law_links_end(struct law_links *l)
{
	link_senders_free(l->in);
	link_senders_free(l->out);
}

static bool port_agrees(const struct law_links *l, uint64_t cycle, unsigned i, const struct switch_in *in, const struct neighbours *n, char why[LAWS_WHY])
{
	const struct shape *s = l->in->at[i].behind;
	const char *const units = s->by_flits ? "flits" : s->by_cells ? "cells" : "slots";
	unsigned sent = link_spent(&l->in->at[i]) + l->given[i], kept = link_spent(&l->out->at[i]);

	if (in->head >> i & 1)
		sent += link_need(s, &in->packet[i], in->vc[i]);
	for (unsigned ago = 0; ago < l->depart; ago++)
		kept -= l->under_way[ago][i];
	if (in->credit >> i & 1)
		kept -= link_credits_named(s, in->credit_queue[i]);
	if (neighbours_spent(n, i) != sent)
		return law_broken(why, cycle, "upstream of input %u: %u credits are spent for %u %s", i, neighbours_spent(n, i), sent, units);
	if (neighbours_kept(n, i) != kept)
		return law_broken(why, cycle, "downstream of output %u: %u %s are taken by packets of %u", i, neighbours_kept(n, i), units, kept);
	return true;
}

bool law_links_agree(const struct law_links *l, uint64_t cycle, const struct switch_in *in, const struct neighbours *n, char why[LAWS_WHY])
{
	for (unsigned i = 1; l->in->at->behind->nic && i < l->radix; i++)
		if (!port_agrees(l, cycle, (unsigned)((cycle + i) % l->radix), in, n, why))
			return false;
	return port_agrees(l, cycle, (unsigned)(cycle % l->radix), in, n, why);
}

void law_links_passed(struct law_links *l, uint64_t cycle, const struct switch_in *in, const struct switch_out *out)
{
	unsigned i;

	memmove(l->under_way + 1, l->under_way, sizeof l->under_way - sizeof *l->under_way);
	memset(l->under_way, 0, sizeof *l->under_way);
	memset(l->given, 0, sizeof l->given);
	EACH(i, in->head)
		link_sent(&l->in->at[i], cycle, &in->packet[i], in->vc[i]);
	EACH(i, out->credit) {
		link_credit(&l->in->at[i], out->credit_queue[i]);
		l->given[i] = (uint16_t)link_credits_named(l->in->at[i].behind, out->credit_queue[i]);
	}
	EACH(i, out->depart) {
		link_sent(&l->out->at[i], cycle, &out->packet[i], out->vc[i]);
		l->under_way[0][i] = (uint16_t)link_need(l->out->at[i].behind, &out->packet[i], out->vc[i]);
	}
	EACH(i, in->credit)
		link_credit(&l->out->at[i], in->credit_queue[i]);
	EACH(i, l->in->at->behind->by_flits ? 0 : in->message)
		link_message(&l->out->at[i], cycle, &in->msg[i]);
	EACH(i, l->in->at->behind->by_flits ? 0 : out->message)
		link_message(&l->in->at[i], cycle, &out->msg[i]);
}
