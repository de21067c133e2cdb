#include "axis_send.h"

#include "render.h"

#define UNIT_ROWS "units/axis_send.def"
#include "rows.h"

/* What becomes of the beat on the pins. */
struct judgement {
	bool unknown, drop;             /* it begins a frame that goes to no node; it is taken and dropped */
	bool bad, ends;                 /* its frame goes on, but may not; its packet ends with it */
	uint32_t destination, id;       /* of its frame */
};

static struct judgement judge(const struct axis_send *u, const struct shape *s, const struct axis_send_in *in)
{
	struct judgement j = { .destination = u->begun ? u->destination : in->destination, .id = u->begun ? u->id : in->id, .ends = in->last };

	if (!s->frames_cut)
		return j;
	j.unknown = !u->begun && in->destination >= s->nodes + s->ends;
	j.drop = u->swallow || j.unknown;
	j.bad = u->beat == s->frame_beats - 1 && !in->last;
	j.ends = in->last || j.bad || u->flit == s->packet_flits - 1;
	return j;
}

struct axis_send_out axis_send_wires(const struct axis_send *u, const struct shape *s, const struct axis_send_in *in)
{
	const struct judgement j = judge(u, s, in);

	return (struct axis_send_out){
		.tready = u->run && (j.drop || in->ready), .send = u->run && in->valid && !j.drop, .send_last = j.ends,
		.destination = j.destination, .level = j.id % s->send_levels,
	};
}

/* The beat is taken. */
static void take(struct axis_send *u, const struct shape *s, const struct axis_send_in *in, const struct judgement *j)
{
	u->begun = !in->last;
	u->destination = j->destination;
	u->id = j->id;
	if (!s->frames_cut)
		return;
	u->swallow = !in->last && (j->drop || j->bad);
	u->beat = in->last || j->bad || j->drop ? 0 : u->beat + 1;
	u->flit = j->ends || j->drop ? 0 : u->flit + 1;
}

void axis_send_step(struct axis_send *u, const struct shape *s, const struct axis_send_in *in)
{
	const struct judgement j = judge(u, s, in);
	const bool taken = in->valid && axis_send_wires(u, s, in).tready;
	const bool drops = s->frames_cut ? taken && (j.unknown || (j.bad && !u->swallow)) : in->refused;

	u->dropped += drops && u->dropped != UINT16_MAX;
	if (taken)
		take(u, s, in, &j);
	u->run = in->run;
}

void axis_send_image(const struct axis_send *u, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_axis_send);

	render_bit(r, 0, ROW_run_q, u->run);
	render_bit(r, 0, ROW_begun_q, u->begun);
	render(r, 0, ROW_dest_q, u->destination);
	render(r, 0, ROW_id_q, u->id);
	render(r, 0, ROW_dropped_q, u->dropped);
	render(r, 0, ROW_beat_q, u->beat);
	render(r, 0, ROW_flit_q, u->flit);
	render(r, 0, ROW_swallow_q, u->swallow);
}
