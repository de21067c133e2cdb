#include "laws_way.h"

#include <stdlib.h>

bool law_way_begin(struct law_way *w, const struct shape *s, unsigned port)
{
	*w = (struct law_way){ .port = port, .in = shape_in(s, !port), .out = shape_out(s, port) };
	w->held = calloc(credit_classes(&w->in), sizeof *w->held);
	w->spent = calloc(credit_classes(&w->out), sizeof *w->spent);
	return w->held && w->spent;
}

void law_way_end(struct law_way *w)
{
	free(w->held);
	free(w->spent);
}

bool law_way_agrees(const struct law_way *w, uint64_t cycle, const struct switch_in *in, const struct neighbours *n, char why[LAWS_WHY])
{
	const char *const units = w->in.by_cells ? "cells" : "slots";
	const unsigned from = !w->port, to = w->port;
	unsigned sent = w->credited, kept = 0;

	for (unsigned v = 0; v < credit_classes(&w->in); v++)
		sent += w->held[v];
	for (unsigned v = 0; v < credit_classes(&w->out); v++)
		kept += w->spent[v];
	if (in->head >> from & 1)
		sent += credit_need(&w->in, &in->packet[from]);
	for (unsigned ago = 0; ago < SWITCH_DEPART_MOST; ago++)
		kept -= w->under_way[ago];
	kept -= (unsigned)(in->credit >> to & 1);
	if (neighbours_spent(n, from) != sent)
		return law_broken(why, cycle, "upstream of port %u: %u credits are spent for %u %s", from, neighbours_spent(n, from), sent, units);
	if (neighbours_kept(n, to) != kept)
		return law_broken(why, cycle, "downstream of port %u: %u %s are taken by packets of %u", to, neighbours_kept(n, to), units, kept);
	return true;
}

void law_way_passed(struct law_way *w, const struct switch_in *in, const struct switch_out *out)
{
	const unsigned from = !w->port, to = w->port;

	memmove(w->under_way + 1, w->under_way, sizeof w->under_way - sizeof *w->under_way);
	w->under_way[0] = 0;
	if (in->head >> from & 1)
		w->held[credit_class(&w->in, &in->packet[from])] += credit_need(&w->in, &in->packet[from]);
	w->credited = out->credit >> from & 1;
	if (w->credited)
		w->held[out->credit_queue[from]]--;
	if (out->depart >> to & 1) {
		w->under_way[0] = (uint16_t)credit_need(&w->out, &out->packet[to]);
		w->spent[credit_class(&w->out, &out->packet[to])] += w->under_way[0];
	}
	if (in->credit >> to & 1)
		w->spent[in->credit_queue[to]]--;
}
