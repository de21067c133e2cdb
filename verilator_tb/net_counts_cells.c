#include "net_counts_cells.h"

#include "link_use.h"
#include "units/bits.h"

#include <stdlib.h>
#include <string.h>

enum { INPUTS, OUTPUTS, SIDES };

/* Registers of a side of a port, by their numbers in the image. */
struct side_registers {
	unsigned fill, xoff, sent, wait, turns, len, level;
	unsigned entering, popping, pop, head_flits;
	unsigned notify, notify_level, notify_turns, notify_len, notify_queue;
	unsigned msg, msg_xoff, msg_queue, msg_levels;
};

/* An Xoff that acts in this cycle. */
struct acting {
	unsigned side, port, level, len;
	uint64_t turns;
};

struct net_cells {
	const struct shape *shape;
	const struct probe *probe;
	struct side_registers side[SIDES][SWITCH_PORTS];
	unsigned n_acting;
	struct acting acting[SIDES * SWITCH_PORTS];
	unsigned in_use[SWITCH_PORTS];  /* lines, by input */
	bool entering[SIDES][SWITCH_PORTS];     /* a header enters a queue in this cycle, and: */
	uint16_t *stay;                 /* by side, port, line: cells of its queue without those that leave */
	size_t size;                    /* bytes of the registers that lines in use follow from, of an input; and their previous values, by input: */
	uint8_t *was;
};

static struct side_registers find_side(const struct probe *p, enum site hru, enum site cqu, enum site scam, enum site sfcu, unsigned port)
{
	return (struct side_registers){
		.entering = probe_named(p, hru, port, "valid_q"), .popping = probe_named(p, cqu, port, "popping_q"), .pop = probe_named(p, cqu, port, "pop_q"),
		.head_flits = probe_named(p, cqu, port, "head_flits_q"), .fill = probe_named(p, cqu, port, "fill_q"), .xoff = probe_named(p, scam, port, "xoff_q"), .sent = probe_named(p, scam, port, "sent_q"),
		.wait = probe_named(p, scam, port, "wait_q"), .turns = probe_named(p, scam, port, "turns_q"), .len = probe_named(p, scam, port, "len_q"),
		.level = probe_named(p, scam, port, "level_q"), .notify = probe_named(p, scam, port, "notify_q"),
		.notify_level = probe_named(p, scam, port, "notify_level_q"), .notify_turns = probe_named(p, scam, port, "notify_turns_q"),
		.notify_len = probe_named(p, scam, port, "notify_len_q"), .notify_queue = probe_named(p, scam, port, "notify_queue_q"),
		.msg = probe_named(p, sfcu, port, "msg_q"), .msg_xoff = probe_named(p, sfcu, port, "msg_xoff_q"),
		.msg_queue = probe_named(p, sfcu, port, "msg_queue_q"), .msg_levels = probe_named(p, sfcu, port, "msg_levels_q"),
	};
}

static unsigned bytes_of(const struct net_cells *c, unsigned reg)
{
	return c->probe->image->place[c->probe->image->regs[reg].place].bytes;
}

struct net_cells *net_cells_new(const struct shape *s, const struct probe *p)
{
	struct net_cells *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->shape = s;
	c->probe = p;
	for (unsigned i = 0; i < s->radix; i++) {
		c->side[INPUTS][i] = find_side(p, SITE_hru_in, SITE_cqu_in, SITE_scam_in, SITE_sfcu_in, i);
		c->side[OUTPUTS][i] = find_side(p, SITE_hru_out, SITE_cqu_out, SITE_scam_out, SITE_sfcu_out, i);
	}
	const struct side_registers *r = &c->side[INPUTS][0];

	c->size = bytes_of(c, r->fill) + bytes_of(c, r->xoff) + bytes_of(c, r->sent) + bytes_of(c, r->wait);
	c->was = calloc(s->radix, c->size);
	c->stay = calloc((size_t)SIDES * s->radix * s->lines, sizeof *c->stay);
	if (c->was && c->stay)
		return c;
	net_cells_free(c);
	return NULL;
}

void net_cells_free(struct net_cells *c)
{
	if (!c)
		return;
	free(c->was);
	free(c->stay);
	free(c);
}

/* A register of one bit. */
static bool is_set(const struct net_cells *c, unsigned reg)
{
	return *(const uint8_t *)c->probe->storage[reg];
}

/* The i-th field of a register of such fields. */
static unsigned field(const struct net_cells *c, unsigned reg, unsigned i, unsigned width)
{
	return (unsigned)probe_field(c->probe, reg, i * width, width);
}

/* The side of the output sends an Xon of this queue and level. */
static bool output_lets_go(const struct net_cells *c, unsigned output, unsigned queue, unsigned level)
{
	const struct side_registers *r = &c->side[OUTPUTS][output];

	return is_set(c, r->msg) && !is_set(c, r->msg_xoff) && field(c, r->msg_queue, 0, c->shape->vc_queue_w) == queue &&
	       field(c, r->msg_levels, level, 1);
}

/* So does downstream of the output. */
static bool downstream_lets_go(const struct switch_in *in, unsigned output, unsigned queue, unsigned level)
{
	const struct message *m = &in->msg[output];

	return in->message >> output & 1 && !m->xoff && m->line == queue && m->levels >> level & 1;
}

/* An Xoff is to act on a side. */
static void note(struct net_cells *c, const struct switch_in *in, unsigned side, unsigned port)
{
	const struct shape *s = c->shape;
	const struct side_registers *r = &c->side[side][port];
	const unsigned queue = field(c, r->notify_queue, 0, s->vc_queue_w);
	const struct acting x = {
		.side = side, .port = port, .level = field(c, r->notify_level, 0, s->level_w), .len = field(c, r->notify_len, 0, s->len_w),
		.turns = probe_field(c->probe, r->notify_turns, 0, s->pool_w),
	};
	const unsigned output = (port + (unsigned)(x.turns & ones(s->turn_w))) % s->radix;

	if (!(side == INPUTS ? output_lets_go(c, output, queue, x.level) : downstream_lets_go(in, port, queue, x.level)))
		c->acting[c->n_acting++] = x;
}

/* The queue of a line, by its number in the side. */
static unsigned queue_of(const struct shape *s, unsigned line)
{
	return line / s->saqs * s->vc_queues + s->radix + line % s->saqs;
}

static uint16_t *stay_of(const struct net_cells *c, unsigned side, unsigned port)
{
	return c->stay + (size_t)(side * c->shape->radix + port) * c->shape->lines;
}

static void note_stay(struct net_cells *c, unsigned side, unsigned port)
{
	const struct shape *s = c->shape;
	const struct side_registers *r = &c->side[side][port];
	uint16_t *const stay = stay_of(c, side, port);

	for (unsigned l = 0; l < s->lines; l++) {
		const unsigned queue = queue_of(s, l);
		const bool leaves = is_set(c, r->popping) && field(c, r->pop, queue, 1);

		stay[l] = (uint16_t)(field(c, r->fill, queue, s->cells_w) - (leaves ? cells_of(s, field(c, r->head_flits, queue, s->flits_w)) : 0));
	}
}

void net_cells_before(struct net_cells *c, const struct switch_in *in)
{
	c->n_acting = 0;
	for (unsigned side = 0; side < SIDES; side++)
		for (unsigned i = 0; i < c->shape->radix; i++) {
			c->entering[side][i] = is_set(c, c->side[side][i].entering);
			if (c->entering[side][i])
				note_stay(c, side, i);
			if (is_set(c, c->side[side][i].notify))
				note(c, in, side, i);
		}
}

/* A line of the VC names the congested point and level, stopped. */
static bool stopped(const struct net_cells *c, const struct acting *x)
{
	const struct shape *s = c->shape;
	const struct side_registers *r = &c->side[x->side][x->port];
	const unsigned first = level_vc(s, x->level) * s->saqs;

	for (unsigned l = first; l < first + s->saqs; l++)
		if (field(c, r->xoff, l, 1) && field(c, r->len, l, s->len_w) == x->len && field(c, r->level, l, s->level_w) == x->level &&
		    probe_field(c->probe, r->turns, l * s->pool_w, s->pool_w) == x->turns)
			return true;
	return false;
}

/* Packets that have entered set-aside queues of a side: one, or none. */
static unsigned set_aside(const struct net_cells *c, unsigned side, unsigned port)
{
	const struct shape *s = c->shape;
	const uint16_t *const stay = stay_of(c, side, port);
	unsigned packets = 0;

	for (unsigned l = 0; c->entering[side][port] && l < s->lines; l++)
		packets += field(c, c->side[side][port].fill, queue_of(s, l), s->cells_w) > stay[l];
	return packets;
}

/* A detection queue has sent an Xoff. */
static bool detected(const struct net_cells *c, const struct side_registers *r)
{
	return is_set(c, r->msg) && is_set(c, r->msg_xoff) && field(c, r->msg_queue, 0, c->shape->vc_queue_w) < c->shape->radix;
}

/* Keep the value of a register at *was, and go on behind it. False: it is what it was. */
static bool keep(const struct net_cells *c, unsigned reg, uint8_t **was)
{
	const unsigned bytes = bytes_of(c, reg);
	uint8_t *const at = *was;

	*was += bytes;
	if (!memcmp(at, c->probe->storage[reg], bytes))
		return false;
	memcpy(at, c->probe->storage[reg], bytes);
	return true;
}

/* Has any register changed that lines in use of an input follow from? */
static bool changed(struct net_cells *c, unsigned input)
{
	const struct side_registers *r = &c->side[INPUTS][input];
	uint8_t *was = c->was + input * c->size;
	bool any = keep(c, r->fill, &was);

	any |= keep(c, r->xoff, &was);
	any |= keep(c, r->sent, &was);
	return keep(c, r->wait, &was) || any;
}

static unsigned lines_in_use(const struct net_cells *c, unsigned input)
{
	const struct shape *s = c->shape;
	const struct side_registers *r = &c->side[INPUTS][input];
	unsigned n = 0;

	for (unsigned l = 0; l < s->lines; l++) {
		const unsigned queue = queue_of(s, l);

		n += field(c, r->fill, queue, s->cells_w) || field(c, r->xoff, l, 1) || field(c, r->sent, l, 1) || field(c, r->wait, l, s->cells_w);
	}
	return n;
}

void net_cells_after(struct net_cells *c, struct switch_counts *n)
{
	for (unsigned k = 0; k < c->n_acting; k++) {
		n->notifications++;
		n->notifications_lost += !stopped(c, &c->acting[k]);
	}
	for (unsigned i = 0; i < c->shape->radix; i++) {
		n->set_aside += set_aside(c, INPUTS, i) + set_aside(c, OUTPUTS, i);
		n->detections += detected(c, &c->side[INPUTS][i]);
		n->detections += detected(c, &c->side[OUTPUTS][i]);
		if (!changed(c, i))
			continue;
		const unsigned now = lines_in_use(c, i);

		n->lines_in_use = n->lines_in_use - c->in_use[i] + now;
		c->in_use[i] = now;
	}
	if (n->lines_in_use > n->lines_peak)
		n->lines_peak = n->lines_in_use;
}
