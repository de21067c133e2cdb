#include "flows.h"

#include "grown.h"

#include <stdlib.h>

enum { FIRST_ROOM = 64 };

static void append(struct flow_bucket *b, struct flow_packet *packet, uint32_t place)
{
	uint32_t *const behind[] = { &b->first, &packet[b->last].next };

	packet[place].next = 0;
	*behind[b->first != 0] = place;
	b->last = place;
}

/* Append all packets to the buckets of `to`. Those of a flow are in one bucket, and so stay in order. */
static void rehash(const struct flows *from, struct flows *to)
{
	for (uint32_t k = 0; k < from->room; k++)
		for (uint32_t place = from->bucket[k].first, next; place; place = next) {
			next = to->packet[place].next;
			append(flows_bucket(to, to->packet[place].flow & ~FLOW_OVERTAKEN), to->packet, place);
		}
}

/* Not inlined, here and below, so that those who call it in rare cases save no registers for it in all others. */
static __attribute__((noinline)) bool grow(struct flows *f)
{
	struct flows wide = *f;

	wide.room = f->room ? 2 * f->room : FIRST_ROOM;
	wide.bucket = wide.room ? calloc(wide.room, sizeof *wide.bucket) : NULL;
	wide.packet = wide.bucket ? realloc(f->packet, (wide.room + (size_t)1) * sizeof *wide.packet) : NULL;
	if (!wide.packet) {
		free(wide.bucket);
		return false;
	}
	f->packet = wide.packet;
	if (f->timed && !(wide.times = realloc(f->times, (wide.room + (size_t)1) * sizeof *wide.times))) {
		free(wide.bucket);
		return false;
	}
	rehash(f, &wide);
	free(f->bucket);
	*f = wide;
	return true;
}

uint32_t flows_send(struct flows *f, uint64_t flow, uint32_t number)
{
	if (!f->free && f->used == f->room && !grow(f)) {
		f->lacking = true;
		return 0;
	}
	const uint32_t place = f->free ? f->free : ++f->used;

	if (place == f->free)
		f->free = f->packet[place].next;
	f->packet[place] = (struct flow_packet){ .flow = flow, .number = number };
	append(flows_bucket(f, flow), f->packet, place);
	return place;
}

void flows_restore(struct flows *f, uint64_t flow, uint32_t number, const struct flow_times *times)
{
	const uint32_t place = flows_send(f, flow & ~FLOW_OVERTAKEN, number);

	if (!place)
		return;
	f->packet[place].flow = flow;
	if (f->timed)
		f->times[place] = *times;
}

void flows_reserve(struct flows *f, uint32_t room)
{
	while (f->room < room && !f->lacking)
		f->lacking = !grow(f);
}

/* The router has given a packet, which is under way, its first VC. */
static void note_grant(struct flows *f, uint64_t flow, uint32_t number, uint32_t cycle)
{
	uint32_t place = f->room ? flows_bucket(f, flow)->first : 0;

	while (place && ((f->packet[place].flow & ~FLOW_OVERTAKEN) != flow || f->packet[place].number != number))
		place = f->packet[place].next;
	if (place)
		f->times[place].granted = cycle;
}

void flows_note(struct flows *f, const struct flow_note *x)
{
	if (x->granted)
		note_grant(f, x->flow, x->number, x->times.granted);
	else
		flows_restore(f, x->flow, x->number, &x->times);
}

/* The packets of a flow before this place are overtaken. */
static __attribute__((noinline)) void overtake(struct flow_packet *packet, uint32_t first, uint64_t flow, uint32_t place)
{
	for (uint32_t k = first; k != place; k = packet[k].next)
		if (packet[k].flow == flow)
			packet[k].flow |= FLOW_OVERTAKEN;
}

static void remove_behind(struct flows *f, struct flow_bucket *b, uint32_t before, uint32_t place)
{
	struct flow_packet *const p = f->packet + place;
	uint32_t *const ahead[] = { &b->first, &f->packet[before].next };
	const uint32_t next = p->next, last[] = { before, b->last };

	*ahead[before != 0] = next;
	b->last = last[next != 0];
	p->next = f->free;
	f->free = place;
}

enum flow_order flows_take(struct flows *f, uint64_t flow, uint32_t number, struct flow_times *times)
{
	if (!f->room)
		return FLOW_UNKNOWN;
	struct flow_bucket *const b = flows_bucket(f, flow);
	uint32_t before = 0, place = b->first;
	bool overtakes = false;

	for (; place; before = place, place = f->packet[place].next) {
		const struct flow_packet *p = f->packet + place;

		if ((p->flow & ~FLOW_OVERTAKEN) != flow)
			continue;
		if (p->number == number)
			break;
		overtakes |= p->flow == flow;
	}
	if (!place)
		return FLOW_UNKNOWN;
	const bool late = f->packet[place].flow & FLOW_OVERTAKEN;

	if (times && f->timed)
		*times = f->times[place];
	if (overtakes)
		overtake(f->packet, b->first, flow, place);
	remove_behind(f, b, before, place);
	return late ? FLOW_LATE : overtakes ? FLOW_OVERTAKES : FLOW_NEXT;
}

void flows_each(const struct flows *f, void (*see)(void *context, const struct flow_packet *, const struct flow_times *), void *context)
{
	for (uint32_t k = 0; k < f->room; k++)
		for (uint32_t place = f->bucket[k].first; place; place = f->packet[place].next)
			see(context, f->packet + place, f->timed ? f->times + place : NULL);
}

size_t flows_bytes(const struct flows *f)
{
	const size_t each = sizeof *f->packet + (f->timed ? sizeof *f->times : 0);

	return f->room ? f->room * sizeof *f->bucket + (f->room + (size_t)1) * each : 0;
}

void flows_free(struct flows *f)
{
	free(f->bucket);
	free(f->packet);
	free(f->times);
}

void flow_list_reserve(struct flow_list *l, uint32_t room)
{
	while (l->room < room && !l->lacking) {
		struct flow_note *const wider = grown(l->note, l->room, &l->room, sizeof *wider);

		l->note = wider ? wider : l->note;
		l->lacking = !wider;
	}
}

void flow_list_add(struct flow_list *l, const struct flow_note *x)
{
	if (l->notes == l->room)
		flow_list_reserve(l, l->room + 1);
	if (l->notes < l->room)
		l->note[l->notes++] = *x;
}

void flow_list_free(struct flow_list *l)
{
	free(l->note);
}
