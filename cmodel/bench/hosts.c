#include "hosts.h"

#include "stock.h"
#include "why_not.h"

#include <stdlib.h>

enum { FAULT = 32, STALL = 4, MOOD = 256 };     /* one frame in so many; one cycle in so many; cycles that a receiver is slow or fast, in the mean */
enum { STREAM_SEND = 1 << 16, STREAM_RECEIVE = 2 << 16 };       /* streams of random numbers, by node behind these */

/* A frame, as it is expected. */
struct frame {
	uint32_t destination, id;
	unsigned level;
	unsigned beats;                 /* that the host sends */
	uint64_t number;                /* of its first packet */
	bool dropped;
};

/* Frames of a flow under way, in order. */
struct flow {
	struct frame *at;
	unsigned first, n, room;        /* a ring */
};

struct host {
	struct rng rng, taking;
	struct traffic_source source;
	struct traffic_packet next;
	struct frame frame;             /* being sent */
	unsigned beat;                  /* to be sent next; frame.beats: there is no frame */
	uint64_t packets;
	struct host_in shown;           /* valid: what was driven last, until it is taken */
	bool slow;

	struct { unsigned beat; uint32_t source; unsigned level; } taken;       /* of the frame being received; beat 0: none */
};

struct hosts {
	struct hosts_config config;
	struct stock memory;
	struct traffic *traffic;
	unsigned levels, node_w;
	unsigned most;                  /* beats of a frame */
	struct host *host;
	struct flow *flow;              /* by source, destination, level */
	struct hosts_stats stats;
};

static struct traffic_config traffic_of(const struct hosts_config *c, unsigned most)
{
	const bool only_hot = c->hot_sources;

	return (struct traffic_config){
		.kind = only_hot ? TRAFFIC_UNIFORM : c->traffic, .nodes = c->nodes, .min_flits = c->fixed_length ? most : 1, .max_flits = most, .cell_flits = 1,
		.load = c->load, .hot_node = c->hot_node, .hot_fraction = c->hot_fraction, .seed = c->seed,
	};
}

struct hosts *hosts_new(const struct hosts_config *c)
{
	struct hosts *h = calloc(1, sizeof *h);

	if (!h)
		return NULL;
	h->config = *c;
	h->most = c->nic.axis_bytes ? c->nic.frame_beats : c->nic.packet_flits;
	h->levels = c->nic.axis_bytes ? c->nic.send_levels : c->nic.cell_nic ? c->nic.sls : c->nic.messages == MESSAGES_QUEUE ? c->nic.queues : 1;
	h->node_w = clog2(c->nodes);
	const struct traffic_config t = traffic_of(c, h->most);

	h->traffic = traffic_new(&t);
	h->host = stock_array(&h->memory, c->nodes, sizeof *h->host);
	h->flow = stock_array(&h->memory, (size_t)c->nodes * c->nodes * h->levels, sizeof *h->flow);
	if (!h->traffic || h->memory.lacking) {
		hosts_free(h);
		return NULL;
	}
	for (unsigned i = 0; i < c->nodes; i++) {
		struct host *const x = h->host + i;

		x->rng = rng_seed(c->seed, STREAM_SEND + i);
		x->taking = rng_seed(c->seed, STREAM_RECEIVE + i);
		x->source = traffic_source(h->traffic, i);
		x->next = traffic_next(h->traffic, &x->source);
	}
	return h;
}

void hosts_free(struct hosts *h)
{
	if (!h)
		return;
	traffic_free(h->traffic);
	stock_free(&h->memory);
	free(h);
}

/* ----- frames ----- */

static bool axis(const struct hosts *h)
{
	return h->config.nic.axis_bytes;
}

/* TID, from bits of which those above are anything. */
static uint32_t id_of(const struct hosts *h, uint64_t bits)
{
	return (uint32_t)(bits & ((UINT64_C(1) << h->config.nic.axis_id_bits) - 1));
}

/* Flits that go into packets: of a frame that is cut, no more than it may have. */
static unsigned sent_beats(const struct hosts *h, const struct frame *f)
{
	return h->config.nic.frames_cut && f->beats > h->most ? h->most : f->beats;
}

/* A beat as it goes into a packet; one behind the most that a frame may have goes into none. A frame that is not cut is one packet, however long. */
static struct flit flit_of(const struct hosts *h, const struct frame *f, unsigned beat)
{
	const unsigned all = sent_beats(h, f), most = h->config.nic.frames_cut ? h->config.nic.packet_flits : all;
	const unsigned k = beat / most, rest = all - k * most, flits = beat >= all ? 1 : rest < most ? rest : most;
	const bool ends = (k + 1) * most >= all, bad = f->beats > all;
	const uint64_t number = f->number + ((uint64_t)k << h->node_w);
	struct flit flit = { .packet = { .tag = number, .flits = flits & 0xfff }, .number = beat % most };

	if (axis(h))
		flit.packet.tag = packet_beat_tag(number % TAG_NUMBERS, f->id, ends && !bad, ends && bad);
	return flit;
}

static struct flow *flow_of(const struct hosts *h, uint32_t source, uint32_t destination, unsigned level)
{
	return h->flow + ((size_t)source * h->config.nodes + destination) * h->levels + level;
}

static bool expect(struct hosts *h, struct flow *w, const struct frame *f)
{
	if (w->n == w->room) {
		const unsigned room = w->room ? 2 * w->room : 4;
		struct frame *const at = stock_array(&h->memory, room, sizeof *at);     /* those that were too small stay, together less than this one */

		if (!at)
			return false;
		for (unsigned i = 0; i < w->n; i++)
			at[i] = w->at[(w->first + i) % w->room];
		*w = (struct flow){ at, 0, w->n, room };
	}
	w->at[(w->first + w->n++) % w->room] = *f;
	return true;
}

/* ----- sending ----- */

static bool is_hot_source(const struct hosts *h, unsigned node)
{
	return node + h->config.hot_sources >= h->config.nodes;
}

/* With hosts that send to the hot node alone, others draw again until they do not. */
static uint32_t destination_of(const struct hosts *h, unsigned node, uint32_t drawn, struct rng *rng)
{
	const struct hosts_config *const c = &h->config;

	if (!c->hot_sources)
		return drawn;
	if (is_hot_source(h, node))
		return c->hot_node;
	while (drawn == c->hot_node || drawn == node)
		drawn = rng_below(rng, c->nodes);
	return drawn;
}

static void spoil(const struct hosts *h, struct host *x, struct frame *f)
{
	const unsigned unknown = (1u << h->config.nic.destination_w) - h->config.nodes;         /* destinations that a frame can name, and that are not there */

	f->dropped = true;
	if (unknown && rng_below(&x->rng, 2))
		f->destination = h->config.nodes + rng_below(&x->rng, unknown);
	else
		f->beats = h->most + 1 + rng_below(&x->rng, 3);
}

static void begin_frame(struct hosts *h, unsigned node, struct host *x, const struct traffic_packet *p)
{
	const struct shape *const s = &h->config.nic;
	struct frame *const f = &x->frame;

	*f = (struct frame){
		.destination = destination_of(h, node, p->destination, &x->rng), .beats = p->flits,
		.id = id_of(h, rng_next(&x->rng)), .number = x->packets << h->node_w | node,
	};
	f->level = axis(h) ? f->id % h->levels : rng_below(&x->rng, h->levels);
	if (h->config.faults && rng_below(&x->rng, FAULT) == 0)
		spoil(h, x, f);
	x->packets += (f->beats + s->packet_flits - 1) / s->packet_flits;
	x->beat = 0;
}

/* Is there a frame to be sent? */
static bool next_frame(struct hosts *h, unsigned node, struct host *x, uint64_t cycle)
{
	if (x->beat < x->frame.beats)
		return true;
	if (cycle >= h->config.stop_cycle)
		return false;
	if (h->config.saturate) {
		const struct traffic_packet p = traffic_now(h->traffic, &x->source, cycle);

		begin_frame(h, node, x, &p);
		return true;
	}
	if (x->next.cycle > cycle)
		return false;
	begin_frame(h, node, x, &x->next);
	x->next = traffic_next(h->traffic, &x->source);
	return true;
}

/* What counts only with the first beat is anything with the others. */
static void show(const struct hosts *h, struct host *x)
{
	const bool first = x->beat == 0;
	const uint64_t noise = first ? 0 : rng_next(&x->rng);

	x->shown = (struct host_in){
		.valid = true, .last = x->beat + 1 == x->frame.beats, .flit = flit_of(h, &x->frame, x->beat),
		.destination = first ? x->frame.destination : (uint32_t)(noise & ((1u << h->config.nic.destination_w) - 1)),
		.level = first ? x->frame.level : (unsigned)(noise >> 32) % h->levels,
		.id = first ? x->frame.id : id_of(h, noise >> 16),
	};
}

static bool takes(const struct hosts *h, struct host *x)
{
	if (!h->config.stalls)
		return true;
	if (rng_below(&x->taking, MOOD) == 0)
		x->slow = !x->slow;
	return rng_below(&x->taking, STALL) ? !x->slow : x->slow;
}

void hosts_drive(struct hosts *h, uint64_t cycle, struct host_in *in)
{
	for (unsigned i = 0; i < h->config.nodes; i++) {
		struct host *const x = h->host + i;

		if (!x->shown.valid && next_frame(h, i, x, cycle) && (!h->config.stalls || rng_below(&x->rng, STALL)))
			show(h, x);
		in[i] = x->shown;
		in[i].ready = takes(h, x);
		x->shown.ready = in[i].ready;
	}
}

/* ----- what is seen ----- */

/* A beat was taken; the frame is expected from its first one on. False: out of memory. */
static bool sent(struct hosts *h, unsigned node, struct host *x)
{
	const struct frame *const f = &x->frame;

	x->shown.valid = false;
	if (x->beat++ == 0 && !f->dropped && !expect(h, flow_of(h, node, f->destination, f->level), f))
		return false;
	if (x->beat == f->beats)
		(*(f->dropped ? &h->stats.dropped : &h->stats.sent))++;
	return true;
}

static bool complain(char why[HOSTS_WHY], uint64_t cycle, unsigned node, const char *what)
{
	return why_not(why, HOSTS_WHY, "cycle %llu, end node %u: %s", (unsigned long long)cycle, node, what);
}

static void count_beat(struct hosts *h, uint64_t cycle, unsigned node, uint32_t source)
{
	if (cycle < h->config.warm_cycle || cycle >= h->config.stop_cycle)
		return;
	h->stats.beats++;
	h->stats.to_hot += node == h->config.hot_node;
	h->stats.from_others += h->config.hot_sources && !is_hot_source(h, source);
}

/* The next flit of a frame is the one that its source sent, and the frame is the next one of its flow. */
static bool received(struct hosts *h, uint64_t cycle, unsigned node, const struct host_out *o, char why[HOSTS_WHY])
{
	struct host *const x = h->host + node;
	const struct packet *const p = &o->flit.packet;

	if (x->taken.beat == 0) {
		x->taken.source = o->source;
		x->taken.level = axis(h) ? id_of(h, packet_beat_id(p)) % h->levels : h->config.nic.cell_nic ? p->sl : h->levels > 1 ? p->queue : 0;
	} else if (axis(h) && o->source != x->taken.source) {
		return complain(why, cycle, node, "beats of two frames mix");
	}
	if (x->taken.source >= h->config.nodes || x->taken.level >= h->levels)
		return complain(why, cycle, node, "a flit of no end node");
	struct flow *const w = flow_of(h, x->taken.source, node, x->taken.level);

	if (!w->n)
		return complain(why, cycle, node, "a frame that nobody sent");
	const struct frame *const f = w->at + w->first;
	const struct flit expected = flit_of(h, f, x->taken.beat);

	if (p->tag != expected.packet.tag || o->flit.number != expected.number)
		return complain(why, cycle, node, "a flit that is not the next one of its flow");
	if (o->last != (x->taken.beat + 1 == f->beats))
		return complain(why, cycle, node, "a frame ends where it should not, or does not end");
	count_beat(h, cycle, node, x->taken.source);
	x->taken.beat = o->last ? 0 : x->taken.beat + 1;
	if (o->last) {
		w->first = (w->first + 1) % w->room;
		w->n--;
		h->stats.delivered++;
	}
	return true;
}

bool hosts_see(struct hosts *h, uint64_t cycle, const struct host_out *seen, char why[HOSTS_WHY])
{
	for (unsigned i = 0; i < h->config.nodes; i++) {
		struct host *const x = h->host + i;
		const bool ready = x->shown.ready;

		if (x->shown.valid && seen[i].ready && !sent(h, i, x))
			return complain(why, cycle, i, "out of memory");
		if (seen[i].valid && ready && !received(h, cycle, i, seen + i, why))
			return false;
	}
	return true;
}

bool hosts_done(const struct hosts *h)
{
	for (unsigned i = 0; i < h->config.nodes; i++)
		if (h->host[i].beat < h->host[i].frame.beats)
			return false;
	return h->stats.sent == h->stats.delivered;
}

struct hosts_stats hosts_stats(const struct hosts *h)
{
	return h->stats;
}
