/*
 * AXI-Stream to packets and back, without the network interface between: random frames, gaps, and hosts that do not take. What is sent comes whole, in order and
 * unmixed; what is too long or goes nowhere is dropped, and is counted; in the end all are empty.
 */
#include "adapters_case.h"
#include "units/axis_receive.h"
#include "units/axis_send.h"
#include "units/axis_through.h"

enum { SENDERS = 3, FLOWS = 64 };

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
	if (x->receive.memory.wrote)
		assert_int_equal(x->receive.memory.wrote_at >> x->s.frame_beat_w, flow_of(&x->s, now->source, now->id));
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

static struct frames *frames_new(const char *set)
{
	struct frames *x = calloc(1, sizeof *x);
	struct arena a = { .block = NULL };

	assert_non_null(x);
	x->s = shape_with(set, SIDE_AXIS);
	x->r = rng_seed(4, 0);
	assert_true(x->s.frames_cut && x->s.frame_flows <= FLOWS);
	axis_receive_place(&x->receive, &x->s, &a);
	x->block = calloc(1, a.used[HOT] + a.used[COLD] + 128);
	assert_non_null(x->block);
	a = (struct arena){ .block = (char *)x->block + (64 - (uintptr_t)x->block % 64), .used = { 0, (a.used[HOT] + 63) / 64 * 64 } };
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

#define AXIS    "ports=axis packet_flits=4 axis_bytes=5 axis_id_bits=3 nodes=5 "

int main(void)
{
	static const char cut[] = AXIS "scheme=fbicm-nic frame_bytes=48", levels[] = AXIS "scheme=pfc-nic queues=3 frame_bytes=33";
	static const char turnpools[] = AXIS "scheme=recn-iq-nic frame_bytes=80", whole[] = AXIS "scheme=fbicm-nic frame_bytes=20";
#define WITH(test, set) { #test "(" #set ")", test, NULL, NULL, (void *)(uintptr_t)(set) }
	const struct CMUnitTest tests[] = {
		WITH(frames_go_through, cut), WITH(frames_go_through, levels), WITH(frames_go_through, turnpools), WITH(frames_take_turns, cut),
		WITH(frames_are_packets, whole),
	};

	return cmocka_run_group_tests_name("cmodel_axis", tests, NULL, NULL);
}
