#pragma once

#include "cam_in.h"
#include "smu.h"

/*
 * Lines of all input ports that sort packets as they arrive: what is the same whether a line knows its packets by turns (cam_sort.h) or by
 * destinations (dcam_sort.h).
 * Invariants: a line is live exactly if its queue holds packets, it is stopped, it stops its upstream, or it waits. live, what follows from it,
 * and what is called "as the cycle began" change only at the end of a step, so every stage sees those that the cycle began with. A line waits for
 * no more packets than there are in the queue that it waits for.
 */
struct sorted_lines {
	struct cam_in cam;              /* a line whose len is 0 is not valid */
	/* By line, inputs: where it was live as the cycle began; xoff_q likewise; where wait_q is not 0, and was not as the cycle began. */
	uint64_t was_live[LINES], had_xoff[LINES], waiting[LINES], was_waiting[LINES];
	/* By line, by input: the line waits until `wait` packets have left queue `behind`. */
	uint16_t (*wait)[SWITCH_PORTS];
	uint8_t (*behind)[SWITCH_PORTS];

	/* Images only: lines of each input, as the last one shows them. */
	struct sorted_line { uint64_t turns; uint16_t wait, out_line; uint8_t len, behind; } *shown;
};

/* As in struct unit_model: of cam_sort, which stands where lines know their packets by destinations as well. */
void sorted_lines_place(void *unit, const struct bank *b, struct arena *a);
bool sorted_lines_rest(const void *unit, const struct bank *b);

/* Inputs where a line names the output alone that the cold queue's head is for. */
static inline uint64_t sorted_lines_own(const struct sorted_lines *u, unsigned lines, const struct smu *smu)
{
	const lanes out = lanes_load(smu->out[0]);
	uint64_t own = 0;

	EACH_OF(l, lines)
		own |= u->cam.alone[l] & lanes_equal(lanes_load(u->cam.out[l]), out);
	return own;
}

/* Queues that packets enter which arrive at these inputs, where only lines are looked at that name an output alone. first: queue of line 0; out: by
 * input, that of its packet. */
static inline lanes sorted_lines_enter(const struct sorted_lines *u, unsigned lines, unsigned first, uint64_t inputs, lanes out)
{
	lanes queue = lanes_all(0);

	EACH_OF(l, lines) {
		const uint64_t here = inputs & u->cam.alone[l] & lanes_equal(lanes_load(u->cam.out[l]), out);

		queue = lanes_where(here, lanes_all((uint8_t)(first + l)), queue);
		inputs &= ~here;
	}
	return queue;
}

/* Queue of a line; of NO_LINE, the cold one. */
static inline unsigned sorted_lines_queue(const struct sorted_lines *u, unsigned l)
{
	return l == NO_LINE ? 0 : u->cam.cold + l;
}

/* Packets leave queues: lines that wait for them have one less to wait for. */
static inline void sorted_lines_leave(struct sorted_lines *u, unsigned lines, const struct smu *smu)
{
	EACH_OF(l, lines) {
		const uint64_t popping = u->waiting[l] & smu->popping;

		if (!popping)
			continue;
		const uint64_t fewer = popping & lanes_equal(lanes_load(u->behind[l]), lanes_load(smu->pop_queue));

		u->waiting[l] &= ~fewer | words_take(fewer, u->wait[l]);
	}
}

/* What a line waits for that gets the packets of queue `parent` from now on: those in it, or what that waits for. Call after all
 * packets of the cycle have left and entered. */
struct sorted_wait {
	uint16_t packets;               /* 0: for nothing */
	uint8_t behind;
};

struct sorted_wait sorted_lines_new_wait(const struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned parent);

/* Set what line l waits for. */
static inline void sorted_lines_wait(struct sorted_lines *u, unsigned port, unsigned l, struct sorted_wait wait)
{
	u->wait[l][port] = wait.packets;
	u->behind[l][port] = wait.behind;
	u->waiting[l] = (u->waiting[l] & ~bit(port)) | (uint64_t)(wait.packets != 0) << port;
}

/* The set of a line; of NO_LINE, the empty one. */
static inline uint32_t sorted_set_of(unsigned l)
{
	return l == NO_LINE ? 0 : UINT32_C(1) << l;
}

/* Is the longest of these lines, which are before a notified point on its route, to be stopped in place of a line of that point? */
static inline bool sorted_lines_coarse(const struct sorted_lines *u, unsigned port, uint32_t before)
{
	return count_members(rows_with(u->cam.shut, u->cam.saqs, port)) + 1 >= u->cam.saqs && before & ~rows_with(u->cam.alone, u->cam.saqs, port) &&
		!(before & rows_with(u->had_xoff, u->cam.saqs, port));
}

/* Take line l, which can be taken, for a congested point that leads to `out`. It waits for the packets of line `parent`, or for what
 * that waits for; NO_LINE: for those in the cold queue. Call after all packets of the cycle have left and entered. */
void sorted_lines_take(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out,
		       unsigned parent);

/* Take line l for `out`, where congestion is detected; turn: from the input to there. */
static inline void sorted_lines_detect(struct sorted_lines *u, const struct shape *s, const struct smu *smu, unsigned port, unsigned l, unsigned turn,
				       unsigned out)
{
	sorted_lines_take(u, smu, port, l, congested_point_make(s, turn, 1, u->cam.points.out_line[l][port]), out, NO_LINE);
}

/* Inputs with a line in use in the step, or whose queue holds packets. filled: by line, inputs where it does. */
static inline uint64_t sorted_lines_used(const struct sorted_lines *u, unsigned lines, const uint64_t *filled)
{
	uint64_t used = u->cam.any_live;

	EACH_OF(l, lines)
		used |= filled[l];
	return used;
}

/* Update live and what was as the cycle began, at the end of a step, before grants. Returns the inputs where live changed. */
static inline uint64_t sorted_lines_update(struct sorted_lines *u, unsigned lines, const uint64_t *filled)
{
	EACH_OF(l, lines) {
		u->was_live[l] = u->cam.live[l];
		u->was_waiting[l] = u->waiting[l];
		u->had_xoff[l] = u->cam.xoff[l];
	}
	return cam_in_update_live(&u->cam, lines, filled, u->waiting);
}

/* Set the queues that may not be served, from the next step on, by the lines as they are. first: queue of line 0. */
static inline void sorted_lines_hold(const struct sorted_lines *u, unsigned lines, unsigned first, struct smu *smu)
{
	uint64_t held[LINES];

	EACH_OF(l, lines)
		held[l] = u->cam.xoff[l] | u->waiting[l];
	EACH_OF(l, lines)
		EACH_IN(i, u->cam.xoff[l] & u->waiting[l]) {
			const unsigned ahead = u->behind[l][i] - first;

			if (ahead < lines)
				held[ahead] |= bit(i) & ~u->cam.alone[ahead];
		}
	EACH_OF(l, lines)
		smu_hold(smu, first + l, held[l]);
}

/* The invariant of what lines wait for; at the end of a step. */
bool sorted_lines_waits_hold(const struct sorted_lines *u, const struct smu *smu);

/* Images: is a line of an input other than the last one shows it? It is shown from now on. */
bool sorted_lines_differ(const struct sorted_lines *u, unsigned port, unsigned l);
