/* What follows from parameters that were given, for those that were not. */
#include "shape.h"

#include <limits.h>
#include <string.h>

enum { FLITS_MOST = 1024 };     /* of a packet of cells */

#define ANY UINT_MAX
#define DEFAULT(name) params_table[PARAM_INDEX_##name].def

static unsigned lower(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned higher(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/* By how much it is above. */
static unsigned above(unsigned a, unsigned b)
{
	return a > b ? a - b : 0;
}

/* The highest number whose n-th power is not above `most`. */
static unsigned root(unsigned most, unsigned n)
{
	unsigned r = 1, left;

	do {
		r++;
		left = most;
		for (unsigned i = 0; i < n; i++)
			left /= r;
	} while (left);
	return r - 1;
}

/* The most that is left to a threshold by a limit: half of it, but all where the default is no higher. */
static unsigned half(unsigned limit, unsigned def)
{
	return def <= limit ? ANY : limit / 2;
}

/* Cycles of a gather by metapackets, and a fifth. */
static unsigned rounds(const struct params *p)
{
	return (6 * p->dims * (4 * p->ary + 1) / 5 + 31) / 32 * 32;
}

/* Does sl_vcs list VCs? */
static bool listed(const struct params *p)
{
	return strcmp(p->sl_vcs, params_table[PARAM_INDEX_sl_vcs].def_text) != 0;
}

static unsigned digits(const struct params *p)
{
	return (unsigned)strlen(p->sl_vcs);
}

/* The highest VC that sl_vcs lists, and those below it. */
static unsigned channels(const struct params *p)
{
	unsigned n = 0;

	for (const char *c = p->sl_vcs; *c; c++)
		n = higher(n, (unsigned)(*c - '0') + 1);
	return n;
}

/* The memories of cells that a packet has to fit in. */
static unsigned packet_room(const struct params *p)
{
	unsigned room = p->cells;

	if (params_used(p, &params_table[PARAM_INDEX_nic_cells]))
		room = lower(room, lower(p->nic_cells, p->host_cells));
	return room;
}

/* A share of the room that belongs to a default, if that of another one is `of`: half the room for the highest of them. */
static unsigned share(unsigned def, unsigned room, unsigned of)
{
	return (unsigned)((unsigned long long)def * room / (2 * of));
}

static unsigned cells_share(const struct params *p, const bool *given, const struct shape *s, unsigned def)
{
	const bool sides = s->two_sides && s->saqs;
	unsigned room = sides ? p->cells : ANY;

	if (params_used(p, &params_table[PARAM_INDEX_nic_cells]))
		room = lower(room, p->nic_cells);
	if ((!given[PARAM_INDEX_detect_cells] && DEFAULT(detect_cells) > room) || (sides && !given[PARAM_INDEX_xoff_cells] && DEFAULT(xoff_cells) > room))
		return share(def, room, DEFAULT(detect_cells));
	return ANY;
}

/* What thresholds of detection queues need at least; of set-aside queues, too. */
static unsigned detect_least(const struct params *p, const bool *given)
{
	return higher(given[PARAM_INDEX_detect_cells] ? p->detect_cells : 0, given[PARAM_INDEX_detect_xon_cells] ? p->detect_xon_cells - 1 : 0);
}

static unsigned cells_least(const struct params *p, const bool *given)
{
	return higher(detect_least(p, given), higher(given[PARAM_INDEX_xoff_cells] ? p->xoff_cells : 0, given[PARAM_INDEX_xon_cells] ? p->xon_cells - 1 : 0));
}

static unsigned slots_share(const struct params *p, const bool *given, const struct shape *s, unsigned def)
{
	const unsigned room = s->guard ? s->reserve + s->pool : s->saqs ? p->slots : ANY;

	if ((!given[PARAM_INDEX_xoff_threshold] && DEFAULT(xoff_threshold) > room) ||
	    (!s->guard && !given[PARAM_INDEX_detect_threshold] && DEFAULT(detect_threshold) > room))
		return share(def, room, DEFAULT(xoff_threshold));
	return ANY;
}

static unsigned slots_least(const struct params *p, const bool *given, const struct shape *s)
{
	const unsigned xoff = higher(p->xoff_threshold, given[PARAM_INDEX_xon_threshold] ? p->xon_threshold : 0);

	if (s->guard)
		return lower(s->fixed + higher(above(xoff, p->reserve), 1), SHARED_SLOTS_MOST);
	return s->saqs && s->by_slots ? higher(xoff, p->detect_threshold) : s->credit_queues;
}

/* What thresholds that are given need of the slots that all queues share. */
static unsigned pool_least(const struct params *p, const bool *given)
{
	return higher(above(higher(given[PARAM_INDEX_xoff_threshold] ? p->xoff_threshold : 0, given[PARAM_INDEX_xon_threshold] ? p->xon_threshold : 0), p->reserve), 1);
}

/* Unless it is given, or there is no such parameter. */
static void follow(struct params *p, const bool *given, unsigned index, unsigned least, unsigned most)
{
	const struct param_desc *const d = &params_table[index];
	unsigned *const value = (unsigned *)(void *)((char *)p + d->offset);

	if (!given[index] && params_used(p, d))
		*value = lower(higher(higher(lower(*value, most), least), d->min), d->max);
}

void params_complete(struct params *p, const bool given[PARAMETERS])
{
	struct shape shape;
	const struct shape *const s = &shape;

#define FOLLOWS(name, where, least, most, rule) \
	shape = shape_of(p);                    \
	if (where)                              \
		follow(p, given, PARAM_INDEX_##name, least, most);
#include "follow.def"
}

const char *const params_followed[] = {
#define FOLLOWS(name, where, least, most, rule) rule,
#include "follow.def"
};

const unsigned params_followed_count = sizeof params_followed / sizeof *params_followed;

const char params_followed_about[] = "A parameter that is not given has its default, unless that contradicts what is given. Then it follows:";
