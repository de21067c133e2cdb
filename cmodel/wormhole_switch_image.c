/* What an observer sees of a router of a k-ary n-cube: registers, whether it has drained. There are no memories. */
#include "inspect_parts.h"
#include "wormhole_switch.h"

void wormhole_observe(struct sluice_switch *at)
{
	assert(vib_empty(&wormhole_switch(at)->vib, &at->shape, ones(at->shape.radix)) && "the first image comes before the first packet");
	(void)at;
}

static void remember_arrivals(struct wormhole_switch *sw, const struct switch_in *in)
{
	const struct shape *s = &sw->base.shape;
	unsigned port;

	EACH(port, in->head & ones(s->radix))
		if (in->vc[port] == s->vcs)
			rlu_remember(&sw->rlu, in->packet + port, in->flit[port]);
		else
			vib_remember(&sw->vib, s, port, in->vc[port], in->packet + port, in->flit[port]);
}

uint64_t wormhole_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct wormhole_switch *sw = wormhole_switch(at);

	remember_arrivals(sw, in);
	const uint64_t due = at->unobserved(at, cycle, in, out);

	vib_remember_popped(&sw->vib, &at->shape, out->credit, out->credit_queue);
	vlp_remember(&sw->vlp, &at->shape, out->depart, out->packet, out->vc, out->flit);
	return due;
}

/* All registers but words of buffers, whether they changed or not. */
void wormhole_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct wormhole_switch *sw = wormhole_switch(at);
	const struct shape *s = &at->shape;

	vib_image(&sw->vib, s, cycle, m);
	rva_image(&sw->rva, s, m);
	vob_image(&sw->vob, s, m);
	vlp_image(&sw->vlp, s, m);
	if (s->recovery)
		rlu_image(&sw->rlu, &sw->vib, s, m);
	if (s->side_band) {
		gather_image(&sw->gather, s, m);
		estimate_image(&sw->estimate, s, cycle, m);
	}
	if (s->tuned)
		tuner_image(&sw->tuner, s, m);
}

/* The token may be anywhere. */
bool wormhole_drained(const struct sluice_switch *at)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	const struct shape *s = &at->shape;

	return !sw->acted && vib_empty(&sw->vib, s, at->ports) && vob_rests(&sw->vob, s, at->ports) && !sw->rlu.busy;
}

/* Why a packet with a flit waits, and at which output. */
static void say_why(const struct wormhole_switch *sw, unsigned port, unsigned vc, struct switch_waiting *w)
{
	const struct shape *s = &sw->base.shape;
	const unsigned n = sw->base.number[port], first = sw->base.first[port], input = port - first;
	const struct vib_vc *const c = sw->vib.vc + vc;
	const bool routed = c->routed >> port & 1;

	w->packet = *vib_packet(&sw->vib, port, vc);
	w->queue = vc;
	w->output = routed ? c->out[port] : first + ways_to(s, sw->at[n], w->packet.destination).order;
	if (routed)
		w->why = sw->vob.vc[lowest(c->out_vc[port])].spent[w->output] >= s->buffer_flits ? WAITS_CREDIT : WAITS_OTHERS;
	else
		w->why = s->side_band && input == s->local && estimate_throttles(&sw->estimate, s, n, sw->base.now, wormhole_threshold(sw, n)) ? WAITS_XON : WAITS_OTHERS;
}

bool wormhole_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	bool any = false;

	for (unsigned v = 0; v < at->shape.vcs; v++) {
		if (!sw->vib.vc[v].count[input])
			continue;
		say_why(sw, input, v, w);
		if (w->why != WAITS_OTHERS)
			return true;
		any = true;
	}
	return any;
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

bool wormhole_blocked(const struct sluice_switch *at, unsigned input, unsigned vc, struct switch_blocked *b)
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

struct switch_throttle wormhole_throttle(const struct sluice_switch *at, unsigned number, uint64_t cycle)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	const unsigned threshold = wormhole_threshold(sw, number);

	return (struct switch_throttle){
		estimate_ahead(&sw->estimate, &at->shape, number, cycle), threshold, estimate_throttles(&sw->estimate, &at->shape, number, cycle, threshold),
	};
}

void wormhole_count(const struct sluice_switch *at)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	const struct shape *s = &at->shape;
	unsigned i;

	for (unsigned n = 0; n < at->switches; n++)
		at->counts[n].lines_in_use = 0;
	for (unsigned v = 0; v < s->vcs; v++)
		EACH(i, sw->vib.vc[v].full)
			at->counts[at->number[i]].lines_in_use += i - at->first[i] < s->local;
}

unsigned wormhole_inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct wormhole_switch *sw = wormhole_switch_seen(at);
	unsigned flits = 0;

	(void)side, (void)found, (void)arg;
	for (unsigned vc = 0; vc < at->shape.vcs; vc++)
		flits += sw->vib.vc[vc].count[port];
	return flits;
}
