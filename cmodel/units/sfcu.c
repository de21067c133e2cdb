#include "sfcu.h"

#include "render.h"

#define UNIT_ROWS "units/sfcu.def"
#include "rows.h"

/* Sets of queues. */
static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct sfcu *const u = unit;
	const size_t words = b->ports * sfcu_words(b->s), sets = words * b->s->vcs;

	u->told = arena_take(a, HOT, words * b->s->levels, sizeof *u->told);
	u->stops = arena_take(a, HOT, sets, sizeof *u->stops);
	u->ends = arena_take(a, HOT, sets, sizeof *u->ends);
}

static void reset(void *unit, const struct bank *b)
{
	struct sfcu *const u = unit;

	u->over[0] = b->s->detect_cells;
	u->over[1] = b->s->xoff_cells;
	u->under[0] = b->s->detect_xon_cells;
	u->under[1] = b->s->xon_cells;
}

void sfcu_look(struct sfcu *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue)
{
	const size_t k = sfcu_word(s, port, s->vcs, vc, queue);
	const bool ends = u->stops[k] >> queue % 64 & 1 && cqu_at(cqu, s, port, cqu_number(s, vc, queue))->fill < u->under[queue >= s->dqs];
	uint64_t any = 0;

	u->ends[k] = (u->ends[k] & ~bit(queue % 64)) | (uint64_t)ends << queue % 64;
	for (unsigned i = 0; i < s->vcs * sfcu_words(s); i++)
		any |= u->ends[sfcu_word(s, port, s->vcs, 0, 0) + i];
	u->ending = (u->ending & ~bit(port)) | (uint64_t)(any != 0) << port;
}

static void set_stops(struct sfcu *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue, bool stops)
{
	uint64_t *const set = u->stops + sfcu_word(s, port, s->vcs, vc, queue);

	*set = (*set & ~bit(queue % 64)) | (uint64_t)stops << queue % 64;
	sfcu_look(u, s, cqu, port, vc, queue);
}

/* Is the queue that a packet entered above its threshold, and has the packet's upstream to be told? */
static bool stop(const struct sfcu *u, const struct shape *s, unsigned port)
{
	const struct entered *in = u->in + port;
	const bool saq = in->queue >= s->dqs;
	const uint64_t stops = saq ? u->stops[sfcu_word(s, port, s->vcs, in->vc, in->queue)] : u->told[sfcu_word(s, port, s->levels, in->level, in->queue)];

	return u->above >> port & 1 && (u->repeat || !(stops >> in->queue % 64 & 1));
}

static void send_xoff(struct sfcu *u, const struct shape *s, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	const struct entered *in = u->in + port;
	struct message m = { .xoff = 1, .line = in->queue, .levels = (uint8_t)(1u << in->level) };

	if (in->queue >= s->dqs) {
		const struct side_line *line = scam_at(scam, s, port, in->vc, in->queue - s->dqs);

		m.turns = line->turns;
		m.len = line->len;
		scam_tell(scam, s, port, in->vc, in->queue - s->dqs, true);
	} else {
		m.turns = in->end ? 0 : in->queue;
		m.len = !in->end;
		u->told[sfcu_word(s, port, s->levels, in->level, in->queue)] |= bit(in->queue % 64);
	}
	u->msg[port] = m;
	u->vc[port] = in->vc;
	u->to[port] = in->source;
	set_stops(u, s, cqu, port, in->vc, in->queue, true);
}

static void send_xon(struct sfcu *u, const struct shape *s, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	const uint64_t *const ends = u->ends + sfcu_word(s, port, s->vcs, 0, 0);
	unsigned k = 0, levels = 0;

	while (!ends[k])
		k++;
	const unsigned vc = k / sfcu_words(s), queue = k % sfcu_words(s) * 64 + lowest(ends[k]);

	if (queue >= s->dqs) {
		levels = 1u << scam_at(scam, s, port, vc, queue - s->dqs)->level;
		scam_tell(scam, s, port, vc, queue - s->dqs, false);
	}
	for (unsigned level = 0; level < s->levels && queue < s->dqs; level++) {
		uint64_t *const told = u->told + sfcu_word(s, port, s->levels, level, queue);

		if (scam_vc(s, level) == vc && *told >> queue % 64 & 1) {
			levels |= 1u << level;
			*told &= ~bit(queue % 64);
		}
	}
	u->msg[port] = (struct message){ .line = (uint16_t)queue, .levels = (uint8_t)levels };
	u->vc[port] = (uint8_t)vc;
	set_stops(u, s, cqu, port, vc, queue, false);
}

bool sfcu_decide(struct sfcu *u, const struct shape *s, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	if (stop(u, s, port))
		send_xoff(u, s, cqu, scam, port);
	else if (u->ending >> port & 1)
		send_xon(u, s, cqu, scam, port);
	else
		return false;
	return true;
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct sfcu *const u = unit;

	for (unsigned k = 0; k < b->ports * b->s->vcs * sfcu_words(b->s); k++)
		if (u->stops[k])
			return false;
	return !(u->sent | u->entered);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct sfcu *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned i = 0; i < s->radix; i++) {
		const struct entered *in = u->in + i;
		const struct message *msg = u->msg + i;

		render_one_hot(r, i, ROW_entered_q, u->entered >> i & 1, in->vc * s->vc_queues + in->queue);
		render(r, i, ROW_entered_level_q, in->level);
		render_bit(r, i, ROW_entered_end_q, in->end);
		for (unsigned k = 0; k < s->levels; k++)
			render_part(r, i, ROW_told_q, k, s->dqs, u->told + sfcu_word(s, i, s->levels, k, 0));
		render_bit(r, i, ROW_msg_q, u->sent >> i & 1);
		render_bit(r, i, ROW_msg_xoff_q, msg->xoff);
		render(r, i, ROW_msg_levels_q, msg->levels);
		render(r, i, ROW_msg_queue_q, msg->line);
		render(r, i, ROW_msg_turns_q, msg->turns);
		render(r, i, ROW_msg_len_q, msg->len);
	}
}

const struct unit_model sfcu_unit = {
	.arrays = ARRAYS(ARRAY(sfcu, HOT, one, in), ARRAY(sfcu, HOT, one, msg), ARRAY(sfcu, HOT, one, vc), ARRAY(sfcu, HOT, one, to)),
	.place = place, .reset = reset, .rests = rests, .image = image,
};
