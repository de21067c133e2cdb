/* A bank of routers of a k-ary n-cube: its parts, their state at reset, and what an observer sees. */
#include "wormhole_switch.h"

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct wormhole_switch *sw = wormhole_switch(at);

	(void)all;
	sw->at = arena_take(a, HOT, at->switches, sizeof *sw->at);
}

/* With a token or a side band, time alone changes registers from the first cycle on. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	(void)all;
	if (at->shape.recovery || at->shape.totals)
		at->due = 0;
}

static void position(struct sluice_switch *at, unsigned number, uint32_t position)
{
	wormhole_switch(at)->at[number] = position;
}

/* ----- what an observer sees: there are no memories ----- */

/* The token may be anywhere. */
static bool drained(const struct sluice_switch *at)
{
	return !wormhole_switch_seen(at)->acted;
}

static bool head(const struct sluice_switch *at, unsigned port, unsigned vc, struct switch_waiting *w)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	const struct shape *s = &at->shape;
	const unsigned n = sw->base.number[port], first = sw->base.first[port], input = port - first;
	const struct vib_vc *const c = sw->vib.vc + vc;
	const bool routed = c->routed >> port & 1;

	if (!c->count[port])
		return false;
	w->packet = *vib_packet(&sw->vib, port, vc);
	w->queue = vc;
	w->output = routed ? c->out[port] : first + ways_to(s, sw->at[n], w->packet.destination).order;
	if (routed)
		w->why = sw->vob.vc[lowest(c->out_vc[port])].spent[w->output] >= s->buffer_flits ? WAITS_CREDIT : WAITS_OTHERS;
	else
		w->why = s->totals && input == s->local && wormhole_throttles(sw, n, sw->base.now) ? WAITS_XON : WAITS_OTHERS;
	return true;
}

/* The first VC that a header may get. */
static struct switch_blocked wanted(const struct shape *s, uint32_t at, uint32_t destination, bool escapes)
{
	const struct ways w = ways_to(s, at, destination);

	if (!w.minimal)
		return (struct switch_blocked){ s->local, 0 };
	if (!s->adaptive)
		return (struct switch_blocked){ w.order, s->torus && s->avoidance && !w.wraps ? s->vcs / 2 : 0 };
	return escapes ? (struct switch_blocked){ w.mesh, s->vcs - 1 } : (struct switch_blocked){ lowest(w.minimal), 0 };
}

static bool blocked(const struct sluice_switch *at, unsigned input, unsigned vc, struct switch_blocked *b)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	const struct shape *s = &at->shape;
	const struct vib_vc *c = sw->vib.vc + vc;
	const unsigned first = at->first[input], escape = s->vcs - 1;

	if (!c->left[input])
		return false;
	if (c->routed >> input & 1) {
		*b = (struct switch_blocked){ c->out[input], lowest(c->out_vc[input]) };
		return true;
	}
	const bool escapes = s->avoidance && vc == escape && (!escape || input - first != s->local);

	*b = wanted(s, sw->at[at->number[input]], vib_packet(&sw->vib, input, vc)->destination, escapes);
	b->output += first;
	return true;
}

static struct switch_throttle throttle(const struct sluice_switch *at, unsigned number, uint64_t cycle)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);

	return (struct switch_throttle){
		estimate_ahead(&sw->estimate, &at->shape, number, cycle), wormhole_threshold(sw, number), wormhole_throttles(sw, number, cycle),
	};
}

static void count(const struct sluice_switch *at)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	const struct shape *s = &at->shape;

	for (unsigned n = 0; n < at->switches; n++)
		at->counts[n].lines_in_use = 0;
	for (unsigned v = 0; v < s->vcs; v++)
		EACH_IN(i, sw->vib.vc[v].full)
			at->counts[at->number[i]].lines_in_use += i - at->first[i] < s->local;
}

static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	unsigned flits = 0;

	(void)side, (void)found, (void)arg;
	for (unsigned vc = 0; vc < at->shape.vcs; vc++)
		flits += sw->vib.vc[vc].count[port];
	return flits;
}

static const struct unit_place units[] = {
	UNIT_OF(wormhole_switch, vib), UNIT_OF(wormhole_switch, rva), UNIT_OF(wormhole_switch, vca), UNIT_OF(wormhole_switch, vob),
	UNIT_OF(wormhole_switch, vlp), UNIT_OF(wormhole_switch, rlu), UNIT_OF(wormhole_switch, gather), UNIT_OF(wormhole_switch, metapackets),
	UNIT_OF(wormhole_switch, estimate), UNIT_OF(wormhole_switch, tuner),
	{ .model = NULL },
};

const struct switch_model switch_WORMHOLE = {
	.bytes = sizeof(struct wormhole_switch), .ports = SWITCH_PORTS, .depart = 1, .reports_grants = false, .units = units, .place = place,
	.reset = reset, .steps = STEPS(wormhole_switch), .position = position, .drained = drained, .head = head, .inspect = inspect, .blocked = blocked,
	.throttle = throttle, .count = count,
};
