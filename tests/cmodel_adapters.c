/*
 * The adapters between a network interface and its host, without the interface: random packets and frames, gaps, credits and hosts that do not take. What is
 * sent comes whole, in order, with the header that the page gives, and once; what is to be refused or dropped is, and is counted; in the end all are empty.
 */
#include "params.h"
#include "rng.h"
#include "units/axis_receive.h"
#include "units/axis_send.h"
#include "units/axis_through.h"
#include "units/host_sink.h"
#include "units/host_source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CYCLES = 20000, MOST = 60000, NODE = 3, SENDERS = 3, FLOWS = 64, WAITING = 4096, WORDS = FLIT_MOST / 32 };

/* Of 64: a cycle has a flit of the host, the host takes one, a credit that is due comes; a packet or frame is too long, is for a node that is not there. */
struct odds {
	unsigned sends, takes, credits, too_long, unknown;
};

static const struct odds random_odds = { 40, 36, 30, 6, 6 };

static bool happens(struct rng *r, unsigned of_64)
{
	return rng_below(r, 64) < of_64;
}

struct setting {
	const char *name, *text;
};

static struct shape shape_with(const struct setting *set, enum shape_sides side)
{
	struct params p = params_default();
	char why[PARAMS_WHY];

	for (; set->name; set++)
		assert_true(params_set(&p, set->name, set->text, why));
	assert_true(params_check(&p, why));
	const struct shape whole = shape_of(&p);

	return shape_side(&whole, side);
}

/* All registers that an empty switch has at their reset values are. */
static void empty(const struct image *m, const struct shape *s, enum site at)
{
	struct image *fresh = image_new(s);
	uint32_t is[2048], was[2048];

	assert_non_null(fresh);
	for (unsigned i = 0; i < m->n; i++) {
		const struct signal *row = image_row(m, m->regs + i);

		if (m->regs[i].site != at || row->kind != SIGNAL_REG || row->leftover != LEFT_AT_RESET)
			continue;
		assert_true(m->regs[i].words <= 2048);
		image_read(m, i, is);
		image_read(fresh, i, was);
		assert_memory_equal(is, was, m->regs[i].words * sizeof *is);
	}
	image_free(fresh);
}

/* What was read of a memory, in an image. */
static void shows_read(struct image *m, enum site at, const char *memory, const uint32_t *words)
{
	const unsigned row = image_row_named(m, at, memory), reg = image_reg(m, at, 0, row);

	assert_true(m->known[reg]);
	assert_memory_equal(image_at(m, at, 0, row), words, m->regs[reg].words * sizeof *words);
}

/* Packets that were sent, in order. */
struct expected {
	struct packet packet[WAITING];
	unsigned begun, ended;
};

static void expect(struct expected *e, const struct packet *p)
{
	assert_true(e->ended - e->begun < WAITING);
	e->packet[e->ended++ % WAITING] = *p;
}

/* ------------------------------------------------------------------ source and sink */

struct line {
	struct shape s;
	struct odds odds;
	struct rng r;
	struct host_source source;
	struct host_sink sink;
	struct image *image;
	void *block;

	struct host_source_in in;            /* the packet that the host sends: its flit is to come, or comes */
	bool sending;
	struct expected expected;
	struct flit arriving;           /* at the host: the flit that is expected; number 0: of the next packet */
	unsigned due[WAITING], due_begun, due_ended;    /* credits that come, by queue: of the packets that the host took, as the sink says */
	unsigned refusals, refused, arrived;
};

static struct line *line_new(const struct setting *set, struct odds odds, uint64_t seed)
{
	struct line *l = calloc(1, sizeof *l);
	struct arena a = { NULL, { 0, 0 } };

	assert_non_null(l);
	l->s = shape_with(set, SIDE_ADAPTER);
	l->odds = odds;
	l->r = rng_seed(seed, 0);
	for (unsigned pass = 0; pass < 2; pass++) {
		host_source_place(&l->source, &l->s, &a);
		host_sink_place(&l->sink, &l->s, &a);
		if (pass)
			break;
		l->block = calloc(1, a.used[HOT] + a.used[COLD] + 128);
		assert_non_null(l->block);
		a = (struct arena){ (char *)l->block + (64 - (uintptr_t)l->block % 64), { 0, a.used[HOT] } };
	}
	l->image = image_new(&l->s);
	assert_non_null(l->image);
	return l;
}

static void line_free(struct line *l)
{
	image_free(l->image);
	free(l->block);
	free(l);
}

static bool by_level(const struct shape *s)
{
	return s->messages == MESSAGES_QUEUE;
}

static unsigned nodes_of(const struct shape *s)
{
	return s->nodes + s->ends;
}

/* The packet that arrives of the one that the host is to send, as the page has it. */
static struct packet written(const struct line *l)
{
	struct packet p = { .tag = l->in.flit.packet.tag, .source = NODE, .flits = l->in.flit.packet.flits };

	if (l->s.by_route)
		p.turnpool = l->in.destination;
	else
		p.destination = l->in.destination;
	if (by_level(&l->s))
		p.queue = l->in.queue;
	return p;
}

static void begin_packet(struct line *l)
{
	const unsigned nodes = nodes_of(&l->s), longest = l->s.packet_flits;
	const bool too_long = happens(&l->r, l->odds.too_long);
	bool unknown = happens(&l->r, l->odds.unknown) && nodes < 1u << l->s.destination_w;

	l->in = (struct host_source_in){ .destination = rng_below(&l->r, nodes), .queue = by_level(&l->s) ? rng_below(&l->r, l->s.queues) : 0 };
	if (unknown)
		l->in.destination = nodes + rng_below(&l->r, (1u << l->s.destination_w) - nodes);
	if (by_level(&l->s) && happens(&l->r, l->odds.unknown) && l->s.queues < 1u << l->s.send_queue_w) {
		l->in.queue = l->s.queues;
		unknown = true;
	}
	l->in.flit.packet.tag = rng_next(&l->r);
	l->in.flit.packet.flits = (1 + rng_below(&l->r, longest) + (too_long ? longest : 0)) & 0xfff;
	l->sending = true;
	if (unknown || too_long) {
		l->refusals++;
		return;
	}
	const struct packet p = written(l);

	expect(&l->expected, &p);
}

/* What the host sends after the first flit says nothing of the packet. */
static void next_flit(struct line *l)
{
	l->sending = !l->in.last;
	l->in.flit.number++;
	l->in.destination = rng_below(&l->r, 1u << l->s.destination_w);
	l->in.queue = rng_below(&l->r, 1u << l->s.send_queue_w);
}

static void send(struct line *l, bool begin)
{
	if (!l->sending && begin)
		begin_packet(l);
	l->in.valid = l->sending && happens(&l->r, l->odds.sends);
	l->in.last = l->in.flit.number + 1u == l->in.flit.packet.flits;
	l->in.credit = l->due_begun != l->due_ended && happens(&l->r, l->odds.credits);
	l->in.credit_queue = l->in.credit ? l->due[l->due_begun++ % WAITING] : 0;
}

static unsigned queue_of(const struct line *l, const struct packet *p)
{
	return by_level(&l->s) ? p->queue : l->s.by_route ? (unsigned)p->turnpool : p->destination;
}

/* The host looks at what is there, and takes it or not. */
static bool look(struct line *l)
{
	const struct host_sink_out out = host_sink_shows(&l->sink);
	uint32_t is[WORDS] = { 0 }, was[WORDS] = { 0 };

	if (!out.flit)
		return happens(&l->r, l->odds.takes);
	if (!l->arriving.number) {
		assert_true(l->expected.begun != l->expected.ended);
		l->arriving.packet = l->expected.packet[l->expected.begun % WAITING];
		assert_int_equal(out.source, NODE);
	}
	packet_flit(&l->s, &out.flit->packet, out.flit->number, is);
	packet_flit(&l->s, &l->arriving.packet, l->arriving.number, was);
	assert_memory_equal(is, was, sizeof is);
	shows_read(l->image, SITE_sink, "flit_mem", was);
	assert_int_equal(out.first, l->arriving.number == 0);
	assert_int_equal(out.last, l->arriving.number + 1u == l->arriving.packet.flits);
	if (!happens(&l->r, l->odds.takes))
		return false;
	l->arrived += out.last;
	l->expected.begun += out.last;
	l->arriving.number = out.last ? 0 : l->arriving.number + 1;
	return true;
}

/* What the last step wrote is in the memory. */
static void wrote(struct line *l, const struct flit *stored)
{
	uint32_t is[WORDS] = { 0 }, was[WORDS] = { 0 };
	const unsigned flits = image_row_named(l->image, SITE_source, "flit_mem"), infos = image_row_named(l->image, SITE_source, "info_mem");
	unsigned at;

	if (host_source_writes(&l->source, flits, &at)) {
		assert_non_null(stored);
		assert_true(host_source_memory(&l->source, &l->s, flits, at, is));
		packet_bare_flit(&l->s, &stored->packet, stored->number, was);
		assert_memory_equal(is, was, sizeof is);
	}
	if (host_source_writes(&l->source, infos, &at)) {
		assert_true(host_source_memory(&l->source, &l->s, infos, at, is));
		assert_int_equal(bits_get(is, l->s.info_w - l->s.flits_w, l->s.flits_w), stored->packet.flits);
	}
}

/* The credit of the packet that the host took in the cycle before. */
static void hear_credit(struct line *l)
{
	if (!host_sink_credit(&l->sink))
		return;
	assert_true(l->due_ended != l->arrived);
	l->due[l->due_ended % WAITING] = queue_of(l, &l->expected.packet[l->due_ended % WAITING]);
	l->due_ended++;
}

static void line_step(struct line *l, bool begin)
{
	hear_credit(l);
	send(l, begin);
	const struct host_source_in in = l->in;
	const bool taken = in.valid && host_source_ready(&l->source);
	const struct host_sink_in to_host = { .flit = host_source_sends(&l->source), .ready = look(l) };

	l->refused += host_source_refused(&l->source);
	host_sink_step(&l->sink, &to_host);
	host_source_step(&l->source, &l->s, NODE, &in);
	wrote(l, taken ? &in.flit : NULL);
	host_source_image(&l->source, &l->s, l->image);
	host_sink_image(&l->sink, &l->s, l->image);
	if (taken)
		next_flit(l);
}

static void drain_line(struct line *l)
{
	unsigned cycles = 0;

	while (l->sending || l->expected.begun != l->expected.ended || l->due_begun != l->due_ended || host_sink_credit(&l->sink) || cycles < 100) {
		line_step(l, false);
		assert_true(cycles++ < MOST);
	}
	empty(l->image, &l->s, SITE_source);
	empty(l->image, &l->s, SITE_sink);
	for (unsigned q = 0; q < l->s.send_queues; q++)
		assert_true(host_source_room(&l->source, q));
	assert_int_equal(l->refused, l->refusals);
	assert_int_equal(l->arrived, l->expected.ended);
}

static void packets_go_through(void **state)
{
	struct line *l = line_new(*state, random_odds, 1);

	for (unsigned c = 0; c < CYCLES; c++)
		line_step(l, true);
	drain_line(l);
	assert_true(l->refused > 100 && l->arrived > 500);
	line_free(l);
}

/* A host that always sends and takes, and credits at once: there is no pause, whatever the length of packets. */
static void packets_go_at_line_rate(void **state)
{
	struct line *l = line_new(*state, (struct odds){ 64, 64, 64, 0, 0 }, 2);

	for (unsigned c = 0; c < CYCLES; c++) {
		line_step(l, true);
		assert_true(host_source_ready(&l->source));
		assert_true(l->arrived == 0 || host_source_sends(&l->source));
	}
	drain_line(l);
	line_free(l);
}

/* A packet without a credit waits, and says so: source_slots packets go, and one more with the first credit. */
static void packets_wait_for_credits(void **state)
{
	struct line *l = line_new(*state, random_odds, 3);
	struct host_source_in in = { .valid = true, .last = true, .flit.packet.flits = 1, .destination = 1 };
	unsigned sent = 0;

	for (unsigned c = 0; c < 200; c++) {
		host_source_step(&l->source, &l->s, NODE, &in);
		sent += host_source_sends(&l->source) != NULL;
		assert_int_equal(host_source_room(&l->source, 1), sent < l->s.source_slots);
	}
	assert_int_equal(sent, l->s.source_slots);
	assert_true(!host_source_ready(&l->source) && host_source_room(&l->source, 0));
	in.credit = true;
	in.credit_queue = 1;
	host_source_step(&l->source, &l->s, NODE, &in);
	assert_true(!host_source_sends(&l->source) && host_source_room(&l->source, 1));
	in.credit = false;
	host_source_step(&l->source, &l->s, NODE, &in);
	assert_true(host_source_sends(&l->source) && !host_source_room(&l->source, 1));
	line_free(l);
}

/* ------------------------------------------------------------------ AXI-Stream */

/* A host that sends frames. What it foresees of the beats of a frame: the packet of each, and whether it is dropped. */
struct sender {
	unsigned source;
	struct axis_send send;
	struct axis_send_in in;
	unsigned beats, beat;           /* of the frame; 0 beats: there is none */
	uint32_t id, destination;
	uint64_t number;                /* of its first packet */
	bool held;                      /* a beat is shown, and stays */
	unsigned drops;
};

struct frames {
	struct shape s;
	struct rng r;
	struct sender sender[SENDERS];
	struct axis_receive receive;
	struct image *image;
	void *block;
	unsigned turn;                  /* the sender whose packet is under way, or comes next */
	bool inside;
	struct expected expected[FLOWS];        /* by flow, frames: a packet's fields for those of a frame: tag of its first packet, flits for beats */
	unsigned flow, at;              /* of the frame that arrives: flow, beats so far */
	unsigned arrived;
};

/* Beats of a frame that go: all, or up to the most that a frame may have. */
static unsigned going(const struct shape *s, unsigned beats)
{
	return beats < s->frame_beats ? beats : s->frame_beats;
}

/* The flit of a beat of a frame. */
static struct flit beat_of(const struct shape *s, uint64_t number, uint32_t id, unsigned beats, unsigned beat)
{
	const unsigned all = going(s, beats), packet = beat / s->packet_flits, left = all - packet * s->packet_flits;
	const bool final = left <= s->packet_flits;
	struct flit f = { .number = beat % s->packet_flits };

	f.packet.tag = packet_beat_tag(number + packet, id, final && beats == all, final && beats != all);
	f.packet.flits = (final ? left : s->packet_flits) & 0xfff;
	return f;
}

static unsigned flow_of(const struct shape *s, unsigned source, uint32_t id)
{
	return id % s->send_levels * nodes_of(s) + source;
}

static void begin_frame(struct frames *x, struct sender *h)
{
	const struct shape *s = &x->s;
	const unsigned nodes = nodes_of(s);
	struct packet frame;

	h->beats = 1 + (happens(&x->r, 6) ? s->frame_beats : 0) + rng_below(&x->r, s->frame_beats);
	h->beat = 0;
	h->number += 16;
	h->id = (uint32_t)rng_next(&x->r) & (uint32_t)ones(s->axis_id_bits);
	const bool unknown = happens(&x->r, 6) && nodes < 1u << s->destination_w;
	h->destination = unknown ? nodes : rng_below(&x->r, nodes);
	h->drops += unknown || h->beats > s->frame_beats;
	if (unknown || h->beats > s->frame_beats)
		return;
	frame = beat_of(s, h->number, h->id, h->beats, 0).packet;
	frame.tag = h->number;
	frame.to = h->id & UINT16_MAX;
	frame.flits = h->beats & 0xfff;
	expect(&x->expected[flow_of(s, h->source, h->id)], &frame);
}

/* The beat that a host shows, or none; TDEST and TID mean nothing after the first. */
static void show(struct frames *x, struct sender *h, bool begin)
{
	if (!h->beats && begin)
		begin_frame(x, h);
	h->held = h->held || (h->beats && happens(&x->r, 50));
	h->in = (struct axis_send_in){ .run = true, .valid = h->held };
	if (!h->beats)
		return;
	h->in.last = h->beat + 1 == h->beats;
	if (h->beat < going(&x->s, h->beats))
		h->in.flit = beat_of(&x->s, h->number, h->id, h->beats, h->beat);
	h->in.destination = h->beat ? rng_below(&x->r, 1u << x->s.destination_w) : h->destination;
	h->in.id = h->beat ? 0 : h->id;
}

/* TREADY is the same without a beat. */
static struct axis_send_out wires(const struct frames *x, const struct sender *h)
{
	struct axis_send_in without = h->in;

	without.valid = !without.valid;
	without.last = !without.last;
	const struct axis_send_out out = axis_send_wires(&h->send, &x->s, &h->in);

	assert_int_equal(axis_send_wires(&h->send, &x->s, &without).tready, out.tready);
	return out;
}

/* A beat arrives at the host. */
static void arrive(struct frames *x, const struct axis_receive_out *out)
{
	const uint32_t id = packet_beat_id(&out->beat->packet) & (uint32_t)ones(x->s.axis_id_bits);
	uint32_t is[WORDS] = { 0 }, all[WORDS] = { 0 }, was[WORDS] = { 0 };

	if (!x->at)
		x->flow = flow_of(&x->s, out->source, id);
	struct expected *const e = &x->expected[x->flow];

	assert_true(e->begun != e->ended);
	const struct packet *const frame = &e->packet[e->begun % WAITING];
	const struct flit flit = beat_of(&x->s, frame->tag, frame->to, frame->flits, x->at);

	assert_int_equal(x->flow, flow_of(&x->s, out->source, frame->to));
	packet_bare_flit(&x->s, &flit.packet, flit.number, all);
	packet_bare_flit(&x->s, &out->beat->packet, out->beat->number, is);
	assert_memory_equal(is, all, sizeof is);
	for (unsigned b = 0; b <= x->s.beat_bits; b++)
		bits_put(was, b, 1, bits_get(all, x->s.header_bits + b, 1));
	shows_read(x->image, SITE_axis_receive, "beat_mem", was);
	x->at++;
	assert_int_equal(out->last, x->at == frame->flits);
	assert_int_equal(bits_get(was, x->s.beat_bits, 1), out->last);
	if (!out->last)
		return;
	x->at = 0;
	e->begun++;
	x->arrived++;
}

/* The packets of the senders come in turns, as whole ones. */
static struct sender *sends_now(struct frames *x)
{
	if (!x->inside)
		x->turn = rng_below(&x->r, SENDERS);
	return x->sender + x->turn;
}

static void frames_step(struct frames *x, bool begin)
{
	struct sender *const now = sends_now(x);
	struct axis_receive_in in = { .first = !x->inside, .source = x->inside ? rng_below(&x->r, nodes_of(&x->s)) : now->source, .tready = happens(&x->r, 44) };
	struct flit flit;
	unsigned at;

	for (struct sender *h = x->sender; h < x->sender + SENDERS; h++)
		show(x, h, begin);
	const struct axis_send_out out = wires(x, now);

	if (out.send) {
		flit = now->in.flit;
		in.flit = &flit;
		assert_int_equal(out.send_last, flit.number + 1u == flit.packet.flits);
		assert_int_equal(out.destination, now->destination);
		assert_int_equal(out.level, now->id % x->s.send_levels);
		now->in.ready = axis_receive_ready(&x->receive, &x->s, &in);
		x->inside = now->in.ready ? !out.send_last : x->inside;
	}
	const struct axis_receive_out host = axis_receive_shows(&x->receive);

	if (host.beat && in.tready)
		arrive(x, &host);
	axis_receive_step(&x->receive, &x->s, &in);
	axis_receive_image(&x->receive, &x->s, x->image);
	if (axis_receive_writes(&x->receive, &at))
		assert_int_equal(at >> x->s.frame_beat_w, flow_of(&x->s, now->source, now->id));
	for (struct sender *h = x->sender; h < x->sender + SENDERS; h++) {
		const bool taken = h->in.valid && wires(x, h).tready;

		axis_send_step(&h->send, &x->s, &h->in);
		assert_true(!h->send.swallow || (!h->send.beat && !h->send.flit));
		h->held = h->held && !taken;
		h->beat += taken;
		h->beats = taken && h->in.last ? 0 : h->beats;
	}
}

static bool frames_under_way(const struct frames *x)
{
	bool any = x->inside || axis_receive_shows(&x->receive).beat;

	for (unsigned k = 0; k < SENDERS; k++)
		any |= x->sender[k].beats != 0;
	for (unsigned f = 0; f < FLOWS; f++)
		any |= x->expected[f].begun != x->expected[f].ended;
	return any;
}

static struct frames *frames_new(const struct setting *set)
{
	struct frames *x = calloc(1, sizeof *x);
	struct arena a = { NULL, { 0, 0 } };

	assert_non_null(x);
	x->s = shape_with(set, SIDE_AXIS);
	x->r = rng_seed(4, 0);
	assert_true(x->s.frames_cut && x->s.frame_flows <= FLOWS);
	axis_receive_place(&x->receive, &x->s, &a);
	x->block = calloc(1, a.used[HOT] + a.used[COLD] + 128);
	assert_non_null(x->block);
	a = (struct arena){ (char *)x->block + (64 - (uintptr_t)x->block % 64), { 0, (a.used[HOT] + 63) / 64 * 64 } };
	axis_receive_place(&x->receive, &x->s, &a);
	x->image = image_new(&x->s);
	assert_non_null(x->image);
	for (unsigned k = 0; k < SENDERS; k++) {
		x->sender[k].source = k + 1;
		x->sender[k].number = (uint64_t)k << 24;
	}
	return x;
}

static void frames_go_through(void **state)
{
	struct frames *x = frames_new(*state);
	unsigned cycles = 0;

	for (unsigned c = 0; c < CYCLES; c++)
		frames_step(x, true);
	for (; frames_under_way(x); cycles++) {
		assert_true(cycles < MOST);
		frames_step(x, false);
	}
	for (unsigned k = 0; k < SENDERS; k++) {
		assert_int_equal(axis_send_dropped(&x->sender[k].send), x->sender[k].drops);
		assert_true(x->sender[k].drops > 10);
		axis_send_image(&x->sender[k].send, x->image);
		empty(x->image, &x->s, SITE_axis_send);
	}
	empty(x->image, &x->s, SITE_axis_receive);
	assert_true(x->arrived > 300);
	image_free(x->image);
	free(x->block);
	free(x);
}

/* Frames that wait are begun in turn, in the order of flows from the one after the last; after the last flow the arbiter's register is 0. */
static void frames_take_turns(void **state)
{
	static const unsigned turns[] = { 0, 2, 4, 0, 2, 4 };
	struct frames *x = frames_new(*state);
	struct axis_receive_in in = { .tready = false };

	assert_int_equal(x->s.send_levels, 1);
	for (unsigned k = 0; k < 7; k++) {
		const struct flit flit = beat_of(&x->s, k, 0, 1, 0);

		in = (struct axis_receive_in){ .flit = &flit, .first = true, .source = k == 0 ? 4 : turns[k - 1] };
		axis_receive_step(&x->receive, &x->s, &in);
	}
	in.flit = NULL;
	in.tready = true;
	for (unsigned k = 0; k < 7; k++) {
		axis_receive_image(&x->receive, &x->s, x->image);
		const unsigned source = axis_receive_shows(&x->receive).source;
		const uint32_t *prio = image_at(x->image, SITE_axis_receive, 0, image_row_named(x->image, SITE_axis_receive, "prio_q"));

		assert_true(axis_receive_shows(&x->receive).last);
		assert_int_equal(source, k == 0 ? 4 : turns[k - 1]);
		assert_int_equal(*prio, source + 1 == x->s.frame_flows ? 0 : 1u << source);
		axis_receive_step(&x->receive, &x->s, &in);
	}
	assert_null(axis_receive_shows(&x->receive).beat);
	image_free(x->image);
	free(x->block);
	free(x);
}

/* A frame is a packet: it goes as it is, whatever its length and TDEST; what the adapter behind refuses is counted; TDEST at the end is the source. */
static void frames_are_packets(void **state)
{
	const struct shape s = shape_with(*state, SIDE_AXIS);
	struct rng r = rng_seed(5, 0);
	struct axis_send send = { 0 };
	struct axis_through through = { 0 };
	unsigned refused = 0, source = 0;

	assert_false(s.frames_cut);
	for (unsigned c = 0; c < 1000; c++) {
		const struct axis_send_in in = {
			.run = true, .valid = happens(&r, 32), .last = happens(&r, 8), .destination = rng_below(&r, 1u << s.destination_w),
			.ready = happens(&r, 32), .refused = happens(&r, 8),
		};
		const uint32_t destination = send.begun ? send.destination : in.destination;
		const struct axis_send_out out = axis_send_wires(&send, &s, &in);
		const bool valid = happens(&r, 32), first = happens(&r, 16);
		const unsigned from = rng_below(&r, nodes_of(&s));

		assert_int_equal(out.tready, c && in.ready);
		assert_int_equal(out.send, c && in.valid);
		assert_int_equal(out.send_last, in.last);
		assert_int_equal(out.destination, destination);
		assert_int_equal(axis_send_dropped(&send), refused);
		assert_int_equal(axis_through_source(&through, first, from), first ? from : source);
		refused += in.refused;
		source = valid && first ? from : source;
		axis_send_step(&send, &s, &in);
		axis_through_step(&through, valid, first, from);
	}
}

#define LENGTHS { "nodes", "5" }, { "packet_flits", "6" }, { "slots", "64" }, { "host_slots", "64" }
#define AXIS    { "ports", "axis" }, { "packet_flits", "4" }, { "axis_bytes", "5" }, { "axis_id_bits", "3" }

int main(void)
{
	static const struct setting routes[] = { { "scheme", "recn-iq-nic" }, LENGTHS, { "source_slots", "2" }, { NULL, NULL } };
	static const struct setting listed[] = { { "scheme", "fbicm-nic" }, LENGTHS, { "source_slots", "1" }, { NULL, NULL } };
	static const struct setting classed[] = { { "scheme", "static-nic" }, { "queues", "3" }, LENGTHS, { "source_slots", "3" }, { "flit_bits", "100" }, { NULL, NULL } };
	static const struct setting priority[] = { { "scheme", "pfc-nic" }, { "queues", "3" }, LENGTHS, { "source_slots", "4" }, { NULL, NULL } };
	static const struct setting single[] = { { "scheme", "fbicm-nic" }, { "packet_flits", "1" }, { "nodes", "3" }, { "host_slots", "64" }, { "slots", "64" }, { NULL, NULL } };
	static const struct setting fast[] = { { "scheme", "fbicm-nic" }, LENGTHS, { "source_slots", "12" }, { NULL, NULL } };
	static const struct setting cut[] = { { "scheme", "fbicm-nic" }, AXIS, { "nodes", "5" }, { "frame_bytes", "48" }, { NULL, NULL } };
	static const struct setting levels[] = { { "scheme", "pfc-nic" }, AXIS, { "nodes", "5" }, { "queues", "3" }, { "frame_bytes", "33" }, { NULL, NULL } };
	static const struct setting turnpools[] = { { "scheme", "recn-iq-nic" }, AXIS, { "nodes", "5" }, { "frame_bytes", "80" }, { NULL, NULL } };
	static const struct setting whole[] = { { "scheme", "fbicm-nic" }, AXIS, { "nodes", "5" }, { "frame_bytes", "20" }, { NULL, NULL } };
#define WITH(test, set) { #test "(" #set ")", test, NULL, NULL, (void *)(uintptr_t)(set) }
	const struct CMUnitTest tests[] = {
		WITH(packets_go_through, routes), WITH(packets_go_through, listed), WITH(packets_go_through, classed), WITH(packets_go_through, priority),
		WITH(packets_go_through, single), WITH(packets_go_at_line_rate, fast), WITH(packets_wait_for_credits, routes),
		WITH(frames_go_through, cut), WITH(frames_go_through, levels), WITH(frames_go_through, turnpools),
		WITH(frames_take_turns, cut), WITH(frames_are_packets, whole),
	};

	return cmocka_run_group_tests_name("cmodel_adapters", tests, NULL, NULL);
}
