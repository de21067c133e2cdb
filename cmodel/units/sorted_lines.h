#pragma once

#include "cam_in.h"
#include "smu.h"

/*
 * Lines of all input ports that sort packets as they arrive: what is the same whether a line knows its packets by turns (cam_sort.h) or by
 * destinations (dcam_sort.h).
 * Invariants: a line is in busy exactly if its queue holds packets, it is stopped, it stops its upstream, or it waits. busy, what follows from it,
 * and what is called "as the cycle began" change only at the end of a step, so every stage sees those that the cycle began with. A line waits for
 * no more packets than there are in the queue that it waits for.
 */
struct sorted_lines {
	unsigned saqs;                  /* of an input */
	uint64_t full, any_busy;        /* inputs where no line can be taken; with a line in busy */
	/* By line, inputs: where it is not free, and was not as the cycle began; cannot be taken; xoff_q, also as the cycle began;
	 * sent_xoff_q; wait_q is not 0, and was not as the cycle began; its length is 1. */
	uint64_t busy[LINES], was_busy[LINES], shut[LINES], xoff[LINES], had_xoff[LINES], sent[LINES], waiting[LINES], was_waiting[LINES], alone[LINES];
	uint64_t notified;              /* inputs: notify_q */
	struct congested_point notification[SWITCH_PORTS];      /* by input: the congested point of the notification */
	uint8_t (*out)[SWITCH_PORTS];   /* by line, by input: the output that its congested point leads to, if it is valid */
	struct points points;           /* len 0: the line is not valid */
	/* By line, by input: the line waits until `wait` packets have left queue `behind`. */
	uint16_t (*wait)[SWITCH_PORTS];
	uint8_t (*behind)[SWITCH_PORTS];

	/* Images only, as the last one shows them: notify_q; lines of each input. */
	struct sorted_shown {
		uint64_t notified;
		struct sorted_line { uint64_t turns; uint16_t wait, out_line; uint8_t len, behind; } line[];
	} *shown;
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
		own |= u->alone[l] & lanes_equal(lanes_load(u->out[l]), out);
	return own;
}

/* Queues that packets enter which arrive at these inputs, where only lines are looked at that name an output alone. out: by input, that of its packet. */
static inline lanes sorted_lines_enter(const struct sorted_lines *u, unsigned lines, uint64_t inputs, lanes out)
{
	lanes queue = lanes_all(0);

	EACH_OF(l, lines) {
		const uint64_t here = inputs & u->alone[l] & lanes_equal(lanes_load(u->out[l]), out);

		queue = lanes_where(here, lanes_all((uint8_t)(l + 1)), queue);
		inputs &= ~here;
	}
	return queue;
}

/* Queue of a line; of NO_LINE, the cold one. */
static inline unsigned sorted_queue_of(unsigned l)
{
	return l == NO_LINE ? 0 : l + 1;
}

/* Returns the lowest line that can be taken, or NO_LINE. */
static inline unsigned sorted_lines_alloc(const struct sorted_lines *u, unsigned port)
{
	const uint64_t open = ~rows_with(u->shut, u->saqs, port) & ones(u->saqs);

	return open ? lowest(open) : NO_LINE;
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

/* An output notifies the input of a congested point. The notification acts in the next cycle. */
static inline void sorted_lines_notify_next(struct sorted_lines *u, unsigned port, struct congested_point point)
{
	assert(!(u->notified >> port & 1));
	u->notified |= bit(port);
	u->notification[port] = point;
}

/* Clear notify_q: all notifications of the cycle have acted. */
static inline void sorted_lines_notified(struct sorted_lines *u)
{
	u->notified = 0;
}

/* Line l sends an Xoff or an Xon. */
static inline void sorted_lines_sent(struct sorted_lines *u, unsigned port, unsigned l, bool xoff)
{
	u->sent[l] = (u->sent[l] & ~bit(port)) | (uint64_t)xoff << port;
}

/* Set xoff_q of line l. */
static inline void sorted_lines_stop(struct sorted_lines *u, unsigned port, unsigned l)
{
	u->xoff[l] |= bit(port);
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

/* Set the output that the congested point of line l leads to, and whether that is all of it. */
static inline void sorted_lines_lead(struct sorted_lines *u, unsigned port, unsigned l, unsigned out, bool alone)
{
	u->out[l][port] = (uint8_t)out;
	u->alone[l] = (u->alone[l] & ~bit(port)) | (uint64_t)alone << port;
}

/* The set of a line; of NO_LINE, the empty one. */
static inline uint32_t sorted_set_of(unsigned l)
{
	return l == NO_LINE ? 0 : UINT32_C(1) << l;
}

/* Is the longest of these lines, which are before a notified point on its route, to be stopped in place of a line of that point? */
static inline bool sorted_lines_coarse(const struct sorted_lines *u, unsigned port, uint32_t before)
{
	return count_members(rows_with(u->shut, u->saqs, port)) + 1 >= u->saqs && before & ~rows_with(u->alone, u->saqs, port) &&
		!(before & rows_with(u->had_xoff, u->saqs, port));
}

/* Take line l, which can be taken, for a congested point that leads to `out`. It waits for the packets in queue `parent`, or for what
 * that waits for. Call after all packets of the cycle have left and entered. */
void sorted_lines_take(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out,
		       unsigned parent);

/* Take line l for `out`, where congestion is detected; turn: from the input to there. */
static inline void sorted_lines_detect(struct sorted_lines *u, const struct shape *s, const struct smu *smu, unsigned port, unsigned l, unsigned turn,
				       unsigned out)
{
	sorted_lines_take(u, smu, port, l, congested_point_make(s, turn, 1, u->points.out_line[l][port]), out, 0);
}

/* Xon for `line` of the output `out`: lines of these inputs that are linked to it are no longer stopped. */
void sorted_lines_xon(struct sorted_lines *u, uint64_t inputs, unsigned out, unsigned line);

/* Inputs with a line in use in the step, or whose queue holds packets. filled: by line, inputs where it does. */
static inline uint64_t sorted_lines_used(const struct sorted_lines *u, unsigned lines, const uint64_t *filled)
{
	uint64_t used = u->any_busy;

	EACH_OF(l, lines)
		used |= filled[l];
	return used;
}

/* Update busy and what was as the cycle began, at the end of a step, before grants. Returns the inputs where busy changed. */
static inline uint64_t sorted_lines_update(struct sorted_lines *u, unsigned lines, const uint64_t *filled)
{
	uint64_t changed = 0, any = 0;

	EACH_OF(l, lines) {
		const uint64_t busy = filled[l] | u->xoff[l] | u->sent[l] | u->waiting[l];

		changed |= busy ^ u->busy[l];
		any |= busy;
		u->was_busy[l] = u->busy[l];
		u->busy[l] = busy;
		u->was_waiting[l] = u->waiting[l];
		u->had_xoff[l] = u->xoff[l];
	}
	u->any_busy = any;
	return changed;
}

/* Set the queues that may not be served, from the next step on, by the lines as they are. */
static inline void sorted_lines_hold(const struct sorted_lines *u, unsigned lines, struct smu *smu)
{
	uint64_t held[LINES];
	unsigned i;

	EACH_OF(l, lines)
		held[l] = u->xoff[l] | u->waiting[l];
	EACH_OF(l, lines)
		EACH(i, u->xoff[l] & u->waiting[l]) {
			const unsigned ahead = u->behind[l][i];

			if (ahead)
				held[ahead - 1] |= bit(i) & ~u->alone[ahead - 1];
		}
	EACH_OF(l, lines)
		smu_hold(smu, l + 1, held[l]);
}

/* Lines that cannot be taken from the next step on: at all inputs, those in busy. Or, at one input, these. */
static inline void sorted_lines_shut_busy(struct sorted_lines *u, unsigned lines)
{
	uint64_t full = UINT64_MAX;

	EACH_OF(l, lines) {
		u->shut[l] = u->busy[l];
		full &= u->busy[l];
	}
	u->full = full;
}

static inline void sorted_lines_shut(struct sorted_lines *u, unsigned port, uint32_t lines)
{
	for (unsigned l = 0; l < u->saqs; l++)
		u->shut[l] = (u->shut[l] & ~bit(port)) | (uint64_t)(lines >> l & 1) << port;
	u->full = (u->full & ~bit(port)) | (uint64_t)(lines == ones(u->saqs)) << port;
}

/* The invariant of what lines wait for; at the end of a step. */
bool sorted_lines_waits_hold(const struct sorted_lines *u, const struct smu *smu);

/* Images: is a line of an input other than the last one shows it? At which inputs is notify_q, or was it, not 0? Both are shown from now on. */
bool sorted_lines_differ(const struct sorted_lines *u, unsigned port, unsigned l);
uint64_t sorted_lines_renotified(const struct sorted_lines *u, const struct sight *v);
