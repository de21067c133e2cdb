#include "link_senders.h"

#include <stdlib.h>

static void place(struct link_sender *u, struct arena *a)
{
	const struct shape *s = u->behind;

	u->spent = arena_take(a, HOT, credit_classes(s), sizeof *u->spent);
	u->line = arena_take(a, HOT, s->saqs, sizeof *u->line);
	u->swept = arena_take(a, HOT, s->saqs, sizeof *u->swept);
	destinations_place(&u->held, a, s->saqs, s->nodes);
	destinations_place(&u->known, a, s->saqs, s->nodes);
	if (s->messages == MESSAGES_LEVEL && s->side == SIDE_SEND)
		u->host = arena_take(a, HOT, 1, sizeof *u->host);
	else if (s->messages == MESSAGES_LEVEL)
		u->levels = arena_take(a, HOT, 1, sizeof *u->levels);
}

/* Lists in memories of a switch are swept after reset as well. */
static void begin(struct link_sender *u, bool out)
{
	u->home = credits_in_all(u->behind);
	for (unsigned l = 0; out && u->behind->lists_in_memory && l < u->behind->saqs; l++)
		u->swept[l] = u->behind->nodes;
}

struct link_senders *link_senders_new(const struct shape *s, bool out)
{
	struct link_senders *l = calloc(1, sizeof *l + s->radix * sizeof *l->at);
	struct arena measured = { .block = NULL }, a = { .block = NULL };

	if (!l)
		return NULL;
	for (unsigned i = 0; i < NIC_PORTS; i++)
		l->behind[i] = out ? shape_out(s, i) : shape_in(s, i);
	for (unsigned i = 0; i < s->radix; i++) {
		l->at[i].behind = &l->behind[s->nic ? i : 0];
		place(&l->at[i], &measured);
	}
	l->memory = a.block = calloc(measured.used[HOT], 1);
	if (!l->memory) {
		free(l);
		return NULL;
	}
	for (unsigned i = 0; i < s->radix; i++) {
		place(&l->at[i], &a);
		begin(&l->at[i], out);
	}
	return l;
}

void link_senders_free(struct link_senders *l)
{
	if (l)
		free(l->memory);
	free(l);
}

/* ---- Credits ---- */

bool link_may_send(const struct link_sender *u, uint64_t cycle, const struct packet *p)
{
	const struct shape *s = u->behind;

	return (s->by_cells || !s->named_queues || p->queue < s->named_queues) && credit_class(s, p) < credit_classes(s) && link_has_credits(u, p, 0) &&
	       cycle >= pacer_free(s, &u->pace);
}

void link_sent(struct link_sender *u, uint64_t cycle, const struct packet *p, unsigned vc)
{
	const struct shape *s = u->behind;
	const unsigned need = link_need(s, p, vc);

	if (need)
		u->spent[link_class(s, p, vc)] += need;
	u->home -= need;
	if (!s->by_flits)
		pacer_send(s, &u->pace, cycle, p->flits);
}

bool link_may_credit(const struct link_sender *u, unsigned what)
{
	const struct shape *s = u->behind;

	EACH_IN(vc, s->by_flits ? (uint64_t)what : 0)
		if (vc >= s->vcs || !u->spent[vc])
			return false;
	return s->by_flits || (link_class_named(s, what) < credit_classes(s) && u->spent[link_class_named(s, what)]);
}

void link_credit(struct link_sender *u, unsigned what)
{
	const struct shape *s = u->behind;

	u->home += link_credits_named(s, what);
	EACH_IN(vc, s->by_flits ? (uint64_t)what : 0)
		u->spent[vc]--;
	if (!s->by_flits)
		u->spent[link_class_named(s, what)]--;
}

/* ---- Messages ---- */

bool link_stops(const struct link_sender *u, const struct packet *p)
{
	if (u->host)
		return host_stops_packet(u->behind, u->host, p);
	if (u->levels)
		return level_stops_packet(u->behind, u->levels, p);
	return message_stopped_packet(u->behind, u->stopped, u->line, &u->held, p);
}

bool link_stops_any(const struct link_sender *u)
{
	return u->stopped || (u->levels && level_stops_any(u->behind, u->levels)) || (u->host && host_stops_any(u->host));
}

/* Before this cycle. Lists in registers are cleared as a whole, in any cycle. */
static uint64_t sweeps(const struct link_sender *u, uint64_t cycle)
{
	return u->behind->lists_in_memory ? cycle - u->xoffs : cycle;
}

bool link_is_swept(const struct link_sender *u, uint64_t cycle, unsigned l)
{
	return sweeps(u, cycle) >= u->swept[l];
}

/* Neither stopped, nor still to be swept. */
static bool is_clear(const struct link_sender *u, uint64_t cycle, unsigned l)
{
	return !(u->stopped >> l & 1) && link_is_swept(u, cycle, l);
}

bool link_knows_not(const struct link_sender *u, uint64_t cycle, uint32_t destination)
{
	for (unsigned l = 0; l < u->behind->saqs; l++)
		if (!is_clear(u, cycle, l) && destinations_has(&u->known, l, destination))
			return false;
	return true;
}

static enum link_fault line_fault(const struct link_sender *u, uint64_t cycle, const struct message *m, unsigned *line)
{
	const struct shape *s = u->behind;
	const struct message *before = &u->line[m->line];

	if (!s->nodes && !m->xoff && (m->len != before->len || m->turns != before->turns))
		return LINK_OTHER_POINT;
	if (s->nodes && m->xoff && m->len != before->len && !is_clear(u, cycle, m->line))
		return LINK_MOVES;
	EACH_IN(l, m->xoff ? u->stopped : 0) {
		*line = l;
		if (u->line[l].len == m->len && (s->nodes ? l != m->line && destinations_has(&u->held, l, m->destination) : u->line[l].turns == m->turns))
			return LINK_REPEATS;
	}
	return LINK_FITS;
}

enum link_fault link_message_fault(const struct link_sender *u, uint64_t cycle, const struct message *m, unsigned *line)
{
	const struct shape *s = u->behind;

	if (u->host)
		return host_message_valid(s, m) && host_stops_allow(s, u->host, m) ? LINK_FITS : LINK_WRONG;
	if (u->levels)
		return level_stops_allow(s, u->levels, m) ? LINK_FITS : LINK_WRONG;
	if (!message_allowed(s, u->stopped, m))
		return LINK_WRONG;
	return message_has_line(s) ? line_fault(u, cycle, m, line) : LINK_FITS;
}

/* What a message of a line says of lists. */
static void note_list(struct link_sender *u, uint64_t cycle, const struct message *m)
{
	const struct shape *s = u->behind;

	if (m->xoff && s->nodes && is_clear(u, cycle, m->line))
		destinations_clear(&u->known, m->line);
	if (m->xoff && s->nodes)
		destinations_add(&u->known, m->line, m->destination);
	if (!m->xoff)
		u->swept[m->line] = sweeps(u, cycle + 1) + (s->lists_in_memory ? s->nodes : 0);
	u->xoffs += m->xoff;
}

static bool note_stops(struct link_sender *u, uint64_t cycle, const struct message *m)
{
	const struct shape *s = u->behind;
	const bool of_line = message_has_line(s);

	if (of_line && (m->line >= s->saqs || (s->nodes && m->xoff && m->destination >= s->nodes)))
		return false;
	if (of_line)
		note_list(u, cycle, m);
	message_note(s, &u->stopped, u->line, &u->held, m);
	return true;
}

bool link_message(struct link_sender *u, uint64_t cycle, const struct message *m)
{
	const struct shape *s = u->behind;

	if (!u->host && !u->levels)
		return note_stops(u, cycle, m);
	if (!(u->host ? host_message_valid(s, m) : level_message_valid(s, m)))
		return false;
	if (u->host)
		host_stops_note(s, u->host, m);
	else
		level_stops_note(u->levels, m);
	return true;
}
