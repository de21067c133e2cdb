#include "sfcu.h"

#include "render.h"

#define UNIT_ROWS "units/sfcu.def"
#include "rows.h"

void sfcu_place(struct sfcu *u, const struct shape *all, struct arena *a)
{
	const unsigned n = all->radix, sets = n * all->vcs;

	u->radix = all->vc_queues - all->saqs;
	u->vcs = all->vcs;
	u->levels = all->levels;
	u->in = arena_take(a, HOT, n, sizeof *u->in);
	u->told = arena_take(a, HOT, n * all->levels, sizeof *u->told);
	u->stops = arena_take(a, HOT, sets, sizeof *u->stops);
	u->ends = arena_take(a, HOT, sets, sizeof *u->ends);
	u->msg = arena_take(a, HOT, n, sizeof *u->msg);
	u->vc = arena_take(a, HOT, n, 1);
	u->to = arena_take(a, HOT, n, 1);
}

void sfcu_look(struct sfcu *u, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue)
{
	const unsigned k = port * u->vcs + vc;
	const bool ends = u->stops[k] >> queue & 1 && cqu_at(cqu, port, cqu_number(cqu, vc, queue))->fill < u->under[queue >= u->radix];
	uint64_t any = 0;

	u->ends[k] = (u->ends[k] & ~bit(queue)) | (uint64_t)ends << queue;
	for (unsigned v = 0; v < u->vcs; v++)
		any |= u->ends[port * u->vcs + v];
	u->ending = (u->ending & ~bit(port)) | (uint64_t)(any != 0) << port;
}

static void set_stops(struct sfcu *u, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue, bool stops)
{
	uint64_t *const set = u->stops + port * u->vcs + vc;

	*set = (*set & ~bit(queue)) | (uint64_t)stops << queue;
	sfcu_look(u, cqu, port, vc, queue);
}

/* Is the queue that a packet entered above its threshold, and has the packet's upstream to be told? */
static bool stop(const struct sfcu *u, const struct cqu *cqu, unsigned port)
{
	const struct entered *in = u->in + port;
	const bool saq = in->queue >= u->radix;
	const bool told = saq ? u->stops[port * u->vcs + in->vc] >> in->queue & 1 : u->told[port * u->levels + in->level] >> in->queue & 1;

	return u->entered >> port & 1 && cqu_at(cqu, port, cqu_number(cqu, in->vc, in->queue))->fill > u->over[saq] && (u->repeat || !told);
}

static void send_xoff(struct sfcu *u, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	const struct entered *in = u->in + port;
	struct message m = { .xoff = 1, .line = in->queue, .levels = (uint8_t)(1u << in->level) };

	if (in->queue >= u->radix) {
		const struct side_line *line = scam_at(scam, port, in->vc, in->queue - u->radix);

		m.turns = line->turns;
		m.len = line->len;
		scam_tell(scam, port, in->vc, in->queue - u->radix, true);
	} else {
		m.turns = in->end ? 0 : in->queue;
		m.len = !in->end;
		u->told[port * u->levels + in->level] |= UINT32_C(1) << in->queue;
	}
	u->msg[port] = m;
	u->vc[port] = in->vc;
	u->to[port] = in->source;
	set_stops(u, cqu, port, in->vc, in->queue, true);
}

static void send_xon(struct sfcu *u, const struct shape *s, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	unsigned vc = 0;

	while (!u->ends[port * u->vcs + vc])
		vc++;
	const unsigned queue = lowest(u->ends[port * u->vcs + vc]);
	unsigned levels = 0;

	if (queue >= u->radix) {
		levels = 1u << scam_at(scam, port, vc, queue - u->radix)->level;
		scam_tell(scam, port, vc, queue - u->radix, false);
	}
	for (unsigned k = 0; k < u->levels && queue < u->radix; k++)
		if (scam_vc(s, k) == vc && u->told[port * u->levels + k] >> queue & 1) {
			levels |= 1u << k;
			u->told[port * u->levels + k] &= ~(UINT32_C(1) << queue);
		}
	u->msg[port] = (struct message){ .line = (uint8_t)queue, .levels = (uint8_t)levels };
	u->vc[port] = (uint8_t)vc;
	set_stops(u, cqu, port, vc, queue, false);
}

bool sfcu_decide(struct sfcu *u, const struct shape *s, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	if (stop(u, cqu, port))
		send_xoff(u, cqu, scam, port);
	else if (u->ending >> port & 1)
		send_xon(u, s, cqu, scam, port);
	else
		return false;
	return true;
}

bool sfcu_quiet(const struct sfcu *u, unsigned ports)
{
	for (unsigned k = 0; k < ports * u->vcs; k++)
		if (u->stops[k])
			return false;
	return !(u->sent | u->entered);
}

void sfcu_image(const struct sfcu *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned i = 0; i < s->radix; i++) {
		const struct entered *in = u->in + i;
		const struct message *msg = u->msg + i;

		render_one_hot(r, i, ROW_entered_q, u->entered >> i & 1, in->vc * s->vc_queues + in->queue);
		render(r, i, ROW_entered_level_q, in->level);
		render_bit(r, i, ROW_entered_end_q, in->end);
		for (unsigned k = 0; k < u->levels; k++)
			render_field(r, i, ROW_told_q, k, s->radix, u->told[i * u->levels + k]);
		render_bit(r, i, ROW_msg_q, u->sent >> i & 1);
		render_bit(r, i, ROW_msg_xoff_q, msg->xoff);
		render(r, i, ROW_msg_levels_q, msg->levels);
		render(r, i, ROW_msg_queue_q, msg->line);
		render(r, i, ROW_msg_turns_q, msg->turns);
		render(r, i, ROW_msg_len_q, msg->len);
	}
}
