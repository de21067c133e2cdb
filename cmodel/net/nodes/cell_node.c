#include "cell_node.h"

#include <assert.h>
#include <stdlib.h>

void cell_node_place(struct cell_node *c, struct arena *a, const struct shape *s, unsigned sls, unsigned each)
{
	c->credit = arena_take(a, HOT, s->vcs, sizeof *c->credit);
	for (unsigned sl = 0; sl < sls; sl++)
		members_place(&c->ready[sl], a, each);
	c->queue = arena_take(a, COLD, (size_t)sls * each, sizeof *c->queue);
}

void cell_node_reset(struct cell_node *c, const struct shape *s, unsigned sls, unsigned each, unsigned most)
{
	for (unsigned vc = 0; vc < s->vcs; vc++)
		c->credit[vc].cells = (uint16_t)credits_of_class(s);
	for (unsigned sl = 0; sl < sls; sl++) {
		const struct packet of_level = { .sl = sl & 0xf };

		if (!s->by_destination)
			c->of_vc[shape_vc(s, sl)] |= (uint8_t)(1u << sl);
		c->level[sl] = (uint8_t)packet_level(s, &of_level);
	}
	c->each = each;
	c->most = most;
}

bool cell_node_widen(struct cell_node *c, uint32_t room)
{
	struct cell_packet *packet = room > c->room ? realloc(c->packet, room * sizeof *packet) : c->packet;

	if (room && !packet)
		return false;
	c->packet = packet;
	c->room = room;
	return true;
}

/* A VC of all destinations is held no longer: something has changed. */
static void let_go(struct cell_node *c, unsigned vc)
{
	c->held_levels &= (uint8_t)~c->of_vc[vc];
	c->credit[vc].need = 0;
}

static bool grow(struct cell_node *c)
{
	const uint32_t room = c->room ? 2 * c->room : CELL_FIRST_ROOM;

	return room > c->room && cell_node_widen(c, room);
}

/* A place for a packet; 0: there is none. */
static uint32_t take_place(struct cell_node *c)
{
	const uint32_t free = c->free;

	if ((c->most && c->waiting == c->most) || (!free && c->fresh == c->room && !grow(c)))
		return 0;
	c->waiting++;
	if (!free)
		return ++c->fresh;
	c->free = c->packet[free - 1].next;
	return free;
}

static void add_ready(struct cell_node *c, unsigned sl, unsigned queue)
{
	members_add(&c->ready[sl], queue);
	c->ready_levels |= (uint8_t)(1u << sl);
}

static void remove_ready(struct cell_node *c, unsigned sl, unsigned queue)
{
	members_remove(&c->ready[sl], queue);
	if (!members_any(&c->ready[sl]))
		c->ready_levels &= (uint8_t)~(1u << sl);
}

bool cell_node_push(struct cell_node *c, const struct shape *s, const struct cell_packet *p, unsigned queue)
{
	struct cell_queue *q = c->queue + p->sl * c->each + queue;
	const uint32_t place = take_place(c);

	if (!place)
		return false;
	c->packet[place - 1] = *p;
	c->packet[place - 1].next = 0;
	if (q->first) {
		c->packet[q->last - 1].next = place;
	} else {
		q->first = place;
		if (!q->stopped)
			add_ready(c, p->sl, queue);
		if (!s->by_destination)
			let_go(c, shape_vc(s, p->sl));
	}
	q->last = place;
	return true;
}

/* The line that stops a packet; NULL: none does. */
static struct cell_line *stopped_by(struct cell_node *c, const struct shape *s, const struct cell_packet *p)
{
	struct cell_line *line = c->line[c->level[p->sl]];

	EACH_IN(l, c->lines[c->level[p->sl]])
		if (p->turns >= line[l].len && !((p->turnpool ^ line[l].turns) & ones(line[l].len * s->turn_w)))
			return &line[l];
	return NULL;
}

/* The VC of a packet that waits. */
static unsigned vc_of(const struct shape *s, const struct cell_packet *p)
{
	const struct packet packet = { .sl = p->sl & 0xfu, .to = (uint16_t)p->destination };

	return packet_vc(s, &packet);
}

/* Where a VC is of one destination: is it without the credits of this packet? Then its queue, the packet's, is parked. */
static bool parked_with_vc(struct cell_node *c, const struct shape *s, const struct cell_packet *p, const struct cell_queue *q)
{
	if (!s->by_destination)
		return false;
	struct cell_credit *const credit = c->credit + vc_of(s, p);
	const unsigned need = credits_of(s, p->flits);

	if (credit->cells >= need)
		return false;
	credit->need = (uint16_t)need;
	credit->parked = (uint32_t)(q - c->queue) + 1;
	return true;
}

/* The queue of a level whose turn it is. Those that are stopped, or without credits of their own, are parked. NULL: all are. */
static struct cell_queue *turn_of(struct cell_node *c, const struct shape *s, unsigned sl)
{
	while (members_any(&c->ready[sl])) {
		const unsigned number = members_next(&c->ready[sl], c->turn[sl]);
		struct cell_queue *q = c->queue + sl * c->each + number;
		const struct cell_packet *first = c->packet + q->first - 1;
		struct cell_line *line = stopped_by(c, s, first);
		const bool waits = !line && parked_with_vc(c, s, first, q);

		if (!line && !waits)
			return q;
		remove_ready(c, sl, number);
		if (waits)
			continue;
		q->parked = line->parked;
		line->parked = (uint32_t)(q - c->queue) + 1;
	}
	return NULL;
}

static void take_first(struct cell_node *c, struct cell_queue *q, struct cell_packet *p)
{
	struct cell_packet *first = c->packet + q->first - 1;
	const uint32_t place = q->first, number = (uint32_t)(q - c->queue) - first->sl * c->each;

	*p = *first;
	q->first = p->next;
	first->next = c->free;
	c->free = place;
	c->waiting--;
	c->turn[p->sl] = number + 1;
	if (!q->first)
		remove_ready(c, p->sl, number);
}

/* The credits of a packet. False: there are too few. */
static bool spend(struct cell_node *c, const struct shape *s, const struct cell_packet *p)
{
	struct cell_credit *const credit = c->credit + vc_of(s, p);
	const unsigned need = credits_of(s, p->flits);

	if (credit->cells < need) {
		credit->need = (uint16_t)need;
		return false;
	}
	credit->cells = (uint16_t)(credit->cells - need);
	return true;
}

bool cell_node_pop(struct cell_node *c, const struct shape *s, struct cell_packet *p)
{
	EACH_IN(sl, c->ready_levels) {
		struct cell_queue *q = c->held_levels >> sl & 1 ? NULL : turn_of(c, s, sl);

		if (!q)
			continue;
		if (spend(c, s, c->packet + q->first - 1)) {
			take_first(c, q, p);
			return true;
		}
		c->held_levels |= c->of_vc[shape_vc(s, sl)];
	}
	return false;
}

void cell_node_credit(struct cell_node *c, const struct shape *s, unsigned vc)
{
	struct cell_credit *const credit = c->credit + vc;

	assert(vc < s->vcs && credit->cells < credits_of_class(s) && "credit that was spent");
	if (++credit->cells < credit->need)
		return;
	if (!s->by_destination) {
		let_go(c, vc);
	} else if (credit->need) {
		add_ready(c, (credit->parked - 1) / c->each, (credit->parked - 1) % c->each);
		credit->need = 0;
	}
}

/* The number of the line of a queue; CELL_LINES: it has none. */
static unsigned find_line(const struct cell_node *c, unsigned level, unsigned queue)
{
	EACH_IN(l, c->lines[level])
		if (c->line[level][l].queue == queue)
			return l;
	return CELL_LINES;
}

static void stop(struct cell_node *c, unsigned level, const struct message *m)
{
	const unsigned free = ~c->lines[level] & ((1u << CELL_LINES) - 1);

	c->xoffs++;
	if (find_line(c, level, m->line) < CELL_LINES)
		return;
	if (!free) {
		c->dropped++;
		return;
	}
	c->line[level][lowest(free)] = (struct cell_line){ .turns = m->turns, .len = m->len, .queue = (uint8_t)m->line };
	c->lines[level] |= (uint8_t)(1u << lowest(free));
}

static void go(struct cell_node *c, unsigned level, unsigned queue)
{
	const unsigned l = find_line(c, level, queue);

	if (l == CELL_LINES)
		return;
	for (uint32_t q = c->line[level][l].parked; q; q = c->queue[q - 1].parked)
		add_ready(c, (q - 1) / c->each, (q - 1) % c->each);
	c->lines[level] &= (uint8_t)~(1u << l);
}

/* The network interface stops a queue, or lets it go. */
static void stop_queue(struct cell_node *c, unsigned sl, unsigned queue, bool stopped)
{
	struct cell_queue *q = c->queue + sl * c->each + queue;

	c->xoffs += stopped;
	if (q->stopped == stopped)
		return;
	q->stopped = stopped;
	c->stops = stopped ? c->stops + 1 : c->stops - 1;
	if (q->first)
		(stopped ? remove_ready : add_ready)(c, sl, queue);
}

void cell_node_message(struct cell_node *c, const struct shape *s, const struct message *m)
{
	assert(s->nic || level_message_valid(s, m));
	EACH_IN(level, m->levels) {
		if (s->nic)
			stop_queue(c, level, m->line, m->xoff);
		else if (m->xoff)
			stop(c, level, m);
		else
			go(c, level, m->line);
		let_go(c, s->nic ? level : level_vc(s, level));
	}
}

bool cell_node_stopped(const struct cell_node *c)
{
	if (c->stops)
		return true;
	for (unsigned level = 0; level < STOP_LEVELS; level++)
		if (c->lines[level])
			return true;
	return false;
}
