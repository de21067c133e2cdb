#include "rfcu.h"

#include "render.h"

enum row {
#define IN(name, width, help)         ROW_##name,
#define OUT(name, width, help)        ROW_##name,
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/rfcu.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void rfcu_place(struct rfcu *u, const struct shape *s, struct arena *a)
{
	u->over = arena_take(a, HOT, s->radix, sizeof *u->over);
	u->under = arena_take(a, HOT, s->radix, sizeof *u->under);
	u->msg = arena_take(a, HOT, s->radix, sizeof *u->msg);
}

void rfcu_reset(struct rfcu *u, const struct shape *s)
{
	for (unsigned i = 0; i < s->radix; i++)
		u->under[i] = (uint32_t)ones(s->saqs);
}

const struct message *rfcu_send(struct rfcu *u, struct cam_in *cam, unsigned port)
{
	const uint32_t off = u->over[port] & ~cam->sent[port], on = u->under[port] & cam->sent[port];
	const unsigned l = lowest(off | on);
	const struct line *line = cam_in_line(cam, port, l);
	const bool xoff = off >> l & 1;

	u->msg[port] = (struct message){ line->turns, xoff, (uint8_t)l, line->len };
	cam_in_sent(cam, port, l, xoff);
	rfcu_look(u, port, cam->sent[port]);
	return u->msg + port;
}

void rfcu_image(const struct rfcu *u, const struct shape *s, uint64_t cycle, unsigned port, struct image *m)
{
	uint32_t *w = render_unit(m, UNIT_rfcu, port);
	const unsigned *at = m->row_offset[UNIT_rfcu];
	const struct message *msg = u->msg + port;

	w[at[ROW_msg_valid_q]] = cycle == u->sent_cycle && u->sent >> port & 1;
	w[at[ROW_msg_xoff_q]] = msg->xoff;
	w[at[ROW_msg_line_q]] = msg->line;
	render_word(w + at[ROW_msg_turns_q], msg->turns, s->pool_w);
	w[at[ROW_msg_len_q]] = msg->len;
}
