#include "axis_receive.h"

#define UNIT_ROWS "units/axis_receive.def"
#include "rows.h"

enum { FLIT_WORDS = FLIT_MOST / 32 };

void axis_receive_place(struct axis_receive *u, const struct shape *s, struct arena *a)
{
	u->nodes = s->nodes + s->ends;
	u->flows = s->frame_flows;
	u->ring = arena_take(a, HOT, u->flows, sizeof *u->ring);
	members_place(&u->some, a, u->flows);
	u->memory.flit = arena_take(a, COLD, (size_t)u->flows << s->frame_beat_w, sizeof *u->memory.flit);
}

static unsigned source_of(const struct axis_receive *u, const struct axis_receive_in *in)
{
	return in->first ? in->source : u->source;
}

/* The flow of the flit that is there. */
static unsigned flow_of(const struct axis_receive *u, const struct shape *s, const struct axis_receive_in *in)
{
	const unsigned id = packet_beat_id(&in->flit->packet) & (uint32_t)ones(s->axis_id_bits);

	return id % s->send_levels * u->nodes + source_of(u, in);
}

/* A place that goes around twice the ring. */
static uint32_t around(const struct shape *s, uint32_t place)
{
	return place & (uint32_t)ones(s->frame_beat_w + 1);
}

static unsigned address_of(const struct shape *s, unsigned flow, uint32_t place)
{
	return flow << s->frame_beat_w | (place & (uint32_t)ones(s->frame_beat_w));
}

bool axis_receive_ready(const struct axis_receive *u, const struct shape *s, const struct axis_receive_in *in)
{
	const struct axis_ring *const ring = u->ring + flow_of(u, s, in);

	return (ring->wr ^ ring->rd) != UINT32_C(1) << s->frame_beat_w;
}

/* The flit that is there is taken. */
static void write_beat(struct axis_receive *u, const struct shape *s, const struct axis_receive_in *in)
{
	const unsigned flow = flow_of(u, s, in);
	struct axis_ring *const ring = u->ring + flow;
	const struct flit *const flit = in->flit;

	flit_store_write(&u->memory, address_of(s, flow, ring->wr), flit);
	if (packet_spoils_frame(&flit->packet, flit->number)) {
		ring->wr = ring->begin;
		return;
	}
	ring->wr = around(s, ring->wr + 1);
	if (!packet_ends_frame(&flit->packet, flit->number))
		return;
	ring->begin = ring->wr;
	ring->frames++;
	members_add(&u->some, flow);
}

/* The flow of the frame that is begun. */
static unsigned begin_frame(struct axis_receive *u)
{
	const unsigned flow = members_next(&u->some, u->next);

	if (!--u->ring[flow].frames)
		members_remove(&u->some, flow);
	u->next = flow + 1 == u->flows ? 0 : flow + 1;
	return flow;
}

static void read_beat(struct axis_receive *u, const struct shape *s, bool goes_on)
{
	struct axis_ring *ring;

	if (!goes_on)
		u->rd_flow = begin_frame(u);
	ring = u->ring + u->rd_flow;
	u->memory.read = u->memory.flit[address_of(s, u->rd_flow, ring->rd)];
	ring->rd = around(s, ring->rd + 1);
	u->begun = true;
}

void axis_receive_step(struct axis_receive *u, const struct shape *s, const struct axis_receive_in *in)
{
	const bool taken = in->flit && axis_receive_ready(u, s, in);
	const bool goes_on = u->begun && !packet_ends_frame(&u->memory.read.packet, u->memory.read.number);
	const bool reads = (goes_on || members_any(&u->some)) && (!u->shown || in->tready);

	if (reads)
		read_beat(u, s, goes_on);
	u->shown = reads || (u->shown && !in->tready);
	u->memory.wrote = false;
	if (taken)
		write_beat(u, s, in);
	if (in->flit)
		u->source = source_of(u, in);
}

void axis_receive_word(const struct shape *s, const struct flit *flit, uint32_t *words)
{
	const unsigned width = s->beat_bits + 1;
	uint32_t all[FLIT_WORDS] = { 0 };

	packet_flit(s, &flit->packet, flit->number, all);
	for (unsigned at = 0; at < width; at += 32)
		words[at / 32] = (uint32_t)bits_get(all, s->header_bits + at, width - at < 32 ? width - at : 32);
}

void axis_receive_image(const struct axis_receive *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_axis_receive);
	const unsigned place_w = s->frame_beat_w + 1;

	render(r, 0, ROW_source_q, u->source);
	render_bit(r, 0, ROW_shown_q, u->shown);
	render_bit(r, 0, ROW_begun_q, u->begun);
	render_one_hot(r, 0, ROW_rd_flow_q, u->begun, u->rd_flow);
	render(r, 0, ROW_rd_source_q, u->rd_flow % u->nodes);
	for (unsigned f = 0; f < u->flows; f++) {
		render_field(r, 0, ROW_wr_q, f, place_w, u->ring[f].wr);
		render_field(r, 0, ROW_begin_q, f, place_w, u->ring[f].begin);
		render_field(r, 0, ROW_rd_q, f, place_w, u->ring[f].rd);
		render_field(r, 0, ROW_frames_q, f, place_w, u->ring[f].frames);
	}
	render_one_hot(r, 0, ROW_arbiter_prio_q, u->next != 0, u->next - 1);
	flit_store_image(&u->memory, s, axis_receive_word, SITE_axis_receive, ROW_beat_mem, m);
}
