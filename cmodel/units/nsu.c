#include "nsu.h"

#include "link_use.h"
#include "render.h"

#define UNIT_ROWS "units/nsu.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	struct nsu *const u = unit;

	for (unsigned i = 0; i < b->switches; i++)
		for (unsigned sl = 0; sl < b->s->sls; sl++)
			u->at[i].last[sl] = (uint16_t)(b->s->ends - 1);
}

/* The first eligible destination of a service level behind the one served last; any = false: none is eligible. */
static struct nsu_pick select_in(const struct nsu_state *c, const struct cqu *cqu, const struct shape *send, const struct nfu *nfu, const struct shape *s,
				 unsigned interface, unsigned sl)
{
	const unsigned words = cqu_words(send), from = c->last[sl] + 1u;

	for (unsigned k = 0; k <= words; k++) {
		const unsigned w = (from / 64 + k) % words;
		uint64_t able = cqu_present(cqu, send, interface, sl)[w] & ~nfu_parked_word(nfu, s, interface, sl, w);

		if (from / 64 < words && k == 0)
			able &= ~ones(from % 64);
		if (able)
			return (struct nsu_pick){ true, (uint8_t)sl, (uint16_t)(w * 64 + lowest(able)) };
	}
	return (struct nsu_pick){ .any = false };
}

struct nsu_pick nsu_select(const struct nsu *u, const struct shape *s, const struct shape *send, const struct cqu *cqu, const struct nfu *nfu, unsigned interface)
{
	const struct nsu_state *const c = u->at + interface;
	struct nsu_pick pick = { .any = false };

	for (unsigned sl = 0; sl < s->sls && !pick.any; sl++)
		if (!(c->waiting >> shape_vc(s, sl) & 1))
			pick = select_in(c, cqu, send, nfu, s, interface, sl);
	return pick;
}

bool nsu_take(struct nsu *u, const struct shape *send, const struct cqu *cqu, unsigned interface, struct nsu_pick pick, bool granted)
{
	const unsigned q = cqu_number(send, pick.sl, pick.destination);
	struct nsu_state *const c = u->at + interface;
	const struct nsu_state was = *c;

	c->valid = pick.any && !granted;
	if (pick.any) {
		c->sl = pick.sl;
		c->destination = pick.destination;
		c->need = cqu_head(cqu, send, interface, q)->need;
		c->is_long = cqu_at(cqu, send, interface, q)->flits > 1;
	}
	return c->valid != was.valid || c->sl != was.sl || c->destination != was.destination || c->need != was.need || c->is_long != was.is_long;
}

/* There is no candidate, and none waits for credits. */
static bool rests(const void *unit, const struct bank *b)
{
	const struct nsu *const u = unit;

	for (unsigned i = 0; i < b->switches; i++)
		if (u->at[i].valid || u->at[i].waiting)
			return false;
	return true;
}

/* The last destination has no bit. */
static void image_turns(const struct nsu_state *c, const struct shape *s, struct rendering r)
{
	for (unsigned sl = 0; sl < s->sls; sl++)
		for (unsigned at = 0; at < s->end_prio_w; at += 64) {
			const unsigned width = s->end_prio_w - at < 64 ? s->end_prio_w - at : 64, d = c->last[sl] - at;

			render_bits_at(r, 0, ROW_prio_q, sl * s->end_prio_w + at, width, d < width ? bit(d) : 0);
		}
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct nsu_state *const c = ((const struct nsu *)unit)->at;

	image_turns(c, s, r);
	render_bit(r, 0, ROW_cand_valid_q, c->valid);
	render(r, 0, ROW_cand_sl_q, c->sl);
	render(r, 0, ROW_cand_dest_q, c->destination);
	render(r, 0, ROW_cand_need_q, c->need);
	render_bit(r, 0, ROW_cand_long_q, c->is_long);
	render(r, 0, ROW_wait_q, c->waiting);
	for (unsigned vc = 0; vc < s->vcs; vc++)
		render_field(r, 0, ROW_wait_need_q, vc, s->need_w, c->wait_need[vc]);
	render(r, 0, ROW_go_turns_q, c->go.turns);
	render(r, 0, ROW_go_left_q, c->go.left);
}

const struct unit_model nsu_unit = { .arrays = ARRAYS(ARRAY(nsu, HOT, switch, at)), .reset = reset, .rests = rests, .image = image };
