#include "scam.h"

#include "render.h"

#define UNIT_ROWS "units/scam.def"
#include "rows.h"

static bool same_turns(const struct shape *s, uint64_t a, uint64_t b, unsigned len)
{
	return !((a ^ b) & ones(len * s->turn_w));
}

unsigned scam_enter(const struct scam *u, const struct shape *s, unsigned port, const struct parcel *p, uint64_t turns, unsigned left, unsigned otherwise)
{
	const struct side_line *line = u->line + (port * s->vcs + p->in.vc) * s->saqs;
	unsigned j = otherwise, longest = 0;

	EACH_IN(l, u->of_level[port * s->levels + p->level])
		if (line[l].len > longest && left >= line[l].len && same_turns(s, turns, line[l].turns, line[l].len)) {
			longest = line[l].len;
			j = s->dqs + l;
		}
	return j;
}

static bool covers(const struct shape *s, const struct side_line *l, const struct notice *n)
{
	return l->level == n->level && l->len <= n->len && same_turns(s, l->turns, n->turns, l->len);
}

/* Lines of a VC that are in use. */
static uint64_t lines_in_use(const struct scam *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned vc)
{
	const struct side_lines *set = scam_set(u, s, port, vc);

	return (cqu->occupied[port * s->vcs + vc] >> s->dqs) | set->xoff | set->sent | set->waiting;
}

static void judge(struct scam *u, const struct shape *s, const struct cqu *cqu, unsigned port)
{
	const struct notice *n = u->notice + port;
	const struct side_lines *set = scam_set(u, s, port, n->vc);
	const uint64_t free = ones(s->saqs) & ~lines_in_use(u, s, cqu, port, n->vc);

	u->verdict[port] = (struct verdict){ NO_SIDE_LINE, free ? (uint8_t)lowest(free) : NO_SIDE_LINE };
	EACH_IN(l, set->valid) {
		const struct side_line *line = scam_at(u, s, port, n->vc, l);

		if (line->len == n->len && covers(s, line, n))
			u->verdict[port].hit = (uint8_t)l;
	}
}

void scam_judge_noticed(struct scam *u, const struct shape *s, const struct cqu *cqu)
{
	EACH_IN(i, u->noticed)
		judge(u, s, cqu, i);
}

/* Is an Xon for what leads there, was stopped by that queue, and is of that level? */
static bool is_for(const struct shape *s, const struct message *m, unsigned turn, uint64_t turns, unsigned queue, unsigned level)
{
	return (turn == ANY_TURN || turn == (turns & ones(s->turn_w))) && queue == m->line && m->levels >> level & 1;
}

bool scam_xon(struct scam *u, const struct shape *s, unsigned port, unsigned turn, const struct message *m)
{
	const struct notice *n = u->notice + port;
	const unsigned vc = scam_vc(s, lowest(m->levels));
	struct side_lines *const set = scam_set(u, s, port, vc);
	const uint32_t before = set->xoff;

	if (u->noticed >> port & 1 && is_for(s, m, turn, n->turns, n->queue, n->level))
		u->overtaken |= bit(port);
	EACH_IN(l, set->xoff) {
		const struct side_line *line = scam_at(u, s, port, vc, l);

		if (is_for(s, m, turn, line->turns, line->out_queue, line->level))
			set->xoff &= ~(UINT32_C(1) << l);
	}
	u->changed |= bit(port);
	return set->xoff != before;
}

bool scam_left(struct scam *u, const struct shape *s, unsigned port, unsigned vc, unsigned j, unsigned cells)
{
	struct side_lines *const set = scam_set(u, s, port, vc);
	const uint32_t before = set->waiting;

	EACH_IN(l, set->waiting) {
		struct side_line *const line = scam_at(u, s, port, vc, l);

		if (line->behind != j)
			continue;
		assert(line->wait >= cells);
		line->wait = (uint16_t)(line->wait - cells);
		set->waiting &= ~((uint32_t)!line->wait << l);
	}
	u->changed |= (uint64_t)(set->waiting != before) << port;
	return set->waiting != before;
}

/* The queue was empty when the cycle began, and no packet entered it. */
static bool stays_empty(const struct cqu *cqu, const struct shape *s, unsigned port, unsigned q)
{
	return !cqu_at(cqu, s, port, q)->fill && !(cqu->popping >> port & 1 && cqu->pop[port].queue == q);
}

/* A line is taken: its packets wait for those of the parent; if that is a line without packets, for what it waits for itself, if anything. */
static void take(struct scam *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned l)
{
	const struct notice *n = u->notice + port;
	struct side_lines *const set = scam_set(u, s, port, n->vc);
	unsigned parent = (unsigned)(n->turns & ones(s->turn_w)), longest = 0;

	EACH_IN(k, set->valid & ~(UINT32_C(1) << l)) {
		const struct side_line *other = scam_at(u, s, port, n->vc, k);

		if (other->len > longest && covers(s, other, n)) {
			longest = other->len;
			parent = s->dqs + k;
		}
	}
	assert(parent < s->dqs + s->saqs);
	const unsigned q = cqu_number(s, n->vc, parent);
	unsigned wait = cqu_at(cqu, s, port, q)->fill;

	if (parent >= s->dqs && stays_empty(cqu, s, port, q)) {
		const struct side_line *other = scam_at(u, s, port, n->vc, parent - s->dqs);

		wait = other->wait;
		parent = other->behind;
	}
	u->of_level[port * s->levels + scam_at(u, s, port, n->vc, l)->level] &= ~(set->valid & UINT32_C(1) << l);
	u->of_level[port * s->levels + n->level] |= UINT32_C(1) << l;
	u->took |= bit(port);
	u->last[port] = (struct took){ n->vc, (uint8_t)l, (uint8_t)(scam_at(u, s, port, n->vc, l)->turns & ones(s->turn_w)) };
	*scam_at(u, s, port, n->vc, l) = (struct side_line){ n->turns, (uint16_t)wait, n->len, n->level, n->queue, (uint8_t)parent };
	set->valid |= UINT32_C(1) << l;
	set->waiting |= (uint32_t)(wait != 0) << l;
}

bool scam_notify(struct scam *u, const struct shape *s, const struct cqu *cqu, unsigned port, unsigned entered)
{
	const struct notice *n = u->notice + port;
	const struct verdict v = u->verdict[port];
	const unsigned l = v.hit != NO_SIDE_LINE ? v.hit : v.alloc;

	if (l == NO_SIDE_LINE || (v.hit == NO_SIDE_LINE && entered == s->dqs + l))
		return false;
	if (v.hit == NO_SIDE_LINE)
		take(u, s, cqu, port, l);
	scam_at(u, s, port, n->vc, l)->out_queue = n->queue;
	scam_set(u, s, port, n->vc)->xoff |= UINT32_C(1) << l;
	u->stopped |= bit(port);
	u->changed |= bit(port);
	return true;
}

int scam_count(struct scam *u, const struct shape *s, const struct cqu *cqu, unsigned port)
{
	int more = 0;

	for (unsigned v = 0; v < s->vcs; v++) {
		uint8_t *const used = u->used + port * s->vcs + v;
		const unsigned now = count_members(lines_in_use(u, s, cqu, port, v));

		more += (int)now - *used;
		*used = (uint8_t)now;
	}
	return more;
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct scam *const u = unit;

	for (unsigned k = 0; k < b->ports * b->s->vcs; k++)
		if (u->set[k].xoff | u->set[k].sent | u->set[k].waiting)
			return false;
	return !u->noticed;
}

static void image_line(const struct scam *u, const struct shape *s, struct rendering r, unsigned port, unsigned vc, unsigned l)
{
	const struct side_line *line = scam_at(u, s, port, vc, l);
	const struct side_lines *set = scam_set(u, s, port, vc);
	const unsigned k = vc * s->saqs + l;

	render_field(r, port, ROW_turns_q, k, s->pool_w, line->turns);
	render_field(r, port, ROW_len_q, k, s->len_w, line->len);
	render_field(r, port, ROW_level_q, k, s->level_w, line->level);
	render_field(r, port, ROW_xoff_q, k, 1, set->xoff >> l & 1);
	render_field(r, port, ROW_out_queue_q, k, s->vc_queue_w, line->out_queue);
	render_field(r, port, ROW_sent_q, k, 1, set->sent >> l & 1);
	render_field(r, port, ROW_wait_q, k, s->cells_w, line->wait);
	render_field(r, port, ROW_behind_q, k, s->vc_queue_w, line->behind);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct scam *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned i = 0; i < s->radix; i++) {
		const struct notice *n = u->notice + i;

		for (unsigned k = 0; k < s->lines; k++)
			image_line(u, s, r, i, k / s->saqs, k % s->saqs);
		render_bit(r, i, ROW_notify_q, u->noticed >> i & 1);
		render(r, i, ROW_notify_level_q, n->level);
		render(r, i, ROW_notify_turns_q, n->turns);
		render(r, i, ROW_notify_len_q, n->len);
		render(r, i, ROW_notify_queue_q, n->queue);
	}
}

const struct unit_model scam_unit = {
	.arrays = ARRAYS(
		ARRAY(scam, HOT, line, line), ARRAY(scam, HOT, vc, set), ARRAY(scam, HOT, level, of_level), ARRAY(scam, HOT, one, notice),
		ARRAY(scam, HOT, one, verdict), ARRAY(scam, HOT, one, last), ARRAY(scam, HOT, vc, used)),
	.rests = rests, .image = image,
};
