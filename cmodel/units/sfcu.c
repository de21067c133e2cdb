#include "sfcu.h"

#include "render.h"

#define UNIT_ROWS "units/sfcu.def"
#include "rows.h"

void sfcu_place(struct sfcu *u, const struct shape *all, struct arena *a)
{
	const size_t n = all->radix, words = (all->vc_queues + 63) / 64, sets = n * all->vcs * words;

	u->dqs = all->dqs;
	u->words = (unsigned)words;
	u->vcs = all->vcs;
	u->levels = all->levels;
	u->in = arena_take(a, HOT, n, sizeof *u->in);
	u->told = arena_take(a, HOT, n * all->levels * words, sizeof *u->told);
	u->stops = arena_take(a, HOT, sets, sizeof *u->stops);
	u->ends = arena_take(a, HOT, sets, sizeof *u->ends);
	u->msg = arena_take(a, HOT, n, sizeof *u->msg);
	u->vc = arena_take(a, HOT, n, 1);
	u->to = arena_take(a, HOT, n, 1);
}

/* Place in a set of the word that has queue j, of VC or level k of so many. */
static size_t word_of(const struct sfcu *u, unsigned port, unsigned n, unsigned k, unsigned j)
{
	return (size_t)(port * n + k) * u->words + j / 64;
}

void sfcu_look(struct sfcu *u, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue)
{
	const size_t k = word_of(u, port, u->vcs, vc, queue);
	const bool ends = u->stops[k] >> queue % 64 & 1 && cqu_at(cqu, port, vc, queue)->fill < u->under[queue >= u->dqs];
	uint64_t any = 0;

	if ((u->ends[k] >> queue % 64 & 1) == ends)
		return;
	u->ends[k] ^= bit(queue % 64);
	for (unsigned i = 0; i < u->vcs * u->words; i++)
		any |= u->ends[port * u->vcs * u->words + i];
	u->ending = (u->ending & ~bit(port)) | (uint64_t)(any != 0) << port;
}

static void set_stops(struct sfcu *u, const struct cqu *cqu, unsigned port, unsigned vc, unsigned queue, bool stops)
{
	uint64_t *const set = u->stops + word_of(u, port, u->vcs, vc, queue);

	*set = (*set & ~bit(queue % 64)) | (uint64_t)stops << queue % 64;
	sfcu_look(u, cqu, port, vc, queue);
}

/* Is the queue that a packet entered above its threshold, and has the packet's upstream to be told? */
static bool stop(const struct sfcu *u, const struct cqu *cqu, unsigned port)
{
	const struct entered *in = u->in + port;
	const bool saq = in->queue >= u->dqs;
	const uint64_t stops = saq ? u->stops[word_of(u, port, u->vcs, in->vc, in->queue)] : u->told[word_of(u, port, u->levels, in->level, in->queue)];

	return u->entered >> port & 1 && cqu_at(cqu, port, in->vc, in->queue)->fill > u->over[saq] && (u->repeat || !(stops >> in->queue % 64 & 1));
}

static void send_xoff(struct sfcu *u, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	const struct entered *in = u->in + port;
	struct message m = { .xoff = 1, .line = in->queue, .levels = (uint8_t)(1u << in->level) };

	if (in->queue >= u->dqs) {
		const struct side_line *line = scam_at(scam, port, in->vc, in->queue - u->dqs);

		m.turns = line->turns;
		m.len = line->len;
		scam_tell(scam, port, in->vc, in->queue - u->dqs, true);
	} else {
		m.turns = in->end ? 0 : in->queue;
		m.len = !in->end;
		u->told[word_of(u, port, u->levels, in->level, in->queue)] |= bit(in->queue % 64);
	}
	u->msg[port] = m;
	u->vc[port] = in->vc;
	u->to[port] = in->source;
	set_stops(u, cqu, port, in->vc, in->queue, true);
}

static void send_xon(struct sfcu *u, const struct shape *s, const struct cqu *cqu, struct scam *scam, unsigned port)
{
	const uint64_t *const ends = u->ends + word_of(u, port, u->vcs, 0, 0);
	unsigned k = 0, levels = 0;

	while (!ends[k])
		k++;
	const unsigned vc = k / u->words, queue = k % u->words * 64 + lowest(ends[k]);

	if (queue >= u->dqs) {
		levels = 1u << scam_at(scam, port, vc, queue - u->dqs)->level;
		scam_tell(scam, port, vc, queue - u->dqs, false);
	}
	for (unsigned level = 0; level < u->levels && queue < u->dqs; level++) {
		uint64_t *const told = u->told + word_of(u, port, u->levels, level, queue);

		if (scam_vc(s, level) == vc && *told >> queue % 64 & 1) {
			levels |= 1u << level;
			*told &= ~bit(queue % 64);
		}
	}
	u->msg[port] = (struct message){ .line = (uint16_t)queue, .levels = (uint8_t)levels };
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
	for (unsigned k = 0; k < ports * u->vcs * u->words; k++)
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
			render_part(r, i, ROW_told_q, k, u->dqs, u->told + word_of(u, i, u->levels, k, 0));
		render_bit(r, i, ROW_msg_q, u->sent >> i & 1);
		render_bit(r, i, ROW_msg_xoff_q, msg->xoff);
		render(r, i, ROW_msg_levels_q, msg->levels);
		render(r, i, ROW_msg_queue_q, msg->line);
		render(r, i, ROW_msg_turns_q, msg->turns);
		render(r, i, ROW_msg_len_q, msg->len);
	}
}
