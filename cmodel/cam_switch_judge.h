#pragma once

#include "cam_switch.h"

/* Heads on their way from undecided to ready, or to the queue of a congested point: fetched in one cycle, judged in the next (PPU). */

/* Lines that the destination of a header fetched is in the list of: where that is in memory, as it was then. */
STAGE uint32_t list_of(const struct cam_switch *sw, unsigned i, uint32_t destination, struct dims d)
{
	return d.lists_in_memory ? sw->clip.lists.read[i] : *dcam_in_row(&sw->dcam_in, i, destination);
}

/* The header of the head of a queue, by destination: it goes to hdr_mem's read register. */
STAGE void read_destination(struct cam_switch *sw, unsigned i, unsigned q, struct dims d)
{
	const struct packet *p = &mu_head(&sw->mu, sw->mmu.slots, i, q)->packet;

	ru_fetch_destination(&sw->ru, i, turn_to(&sw->base.shape, i, *mu_out(&sw->mu, i, q)), p->destination);
	if (d.lists_in_memory)
		list_sweep_read(&sw->clip.lists, i, p->destination);
}

/*
 * By line: of these inputs, those in which the packet judged would cross its congested point. That of a line of length 1 is the output itself, and
 * nearly all are; so headers are read only where another is in use.
 */
STAGE void matching_routes(struct cam_switch *sw, uint64_t judging, uint64_t matches[LINES], struct dims d)
{
	const struct cam_in *cam = &sw->cam_in;
	lanes out = lanes_all(0);
	uint64_t beyond = 0;

	EACH_OF(q, d.queues)
		out = lanes_where(sw->ppu.judged[q], lanes_load(sw->mu.out[q]), out);
	EACH_OF(l, d.lines) {
		if (!cam->live[l]) {
			matches[l] = 0;
			continue;
		}
		matches[l] = judging & cam->alone[l] & lanes_equal(out, lanes_load(cam->out[l]));
		beyond |= cam->live[l] & ~cam->alone[l];
	}
	if (!(judging & beyond))
		return;
	EACH_IN(i, judging & beyond) {
		const struct packet *const p = &mu_head(&sw->mu, sw->mmu.slots, i, sw->ppu.judged_queue[i])->packet;

		ru_read_header(&sw->ru, i, p->turnpool & sw->pool, p->turns_left);
	}
	EACH_OF(l, d.lines)
		matches[l] |= points_match(&cam->points, l, judging & cam->live[l] & ~cam->alone[l], &sw->ru.header);
}

/* The same by destination. */
STAGE void matching_destinations(const struct cam_switch *sw, uint64_t judging, uint64_t matches[LINES], struct dims d)
{
	memset(matches, 0, d.lines * sizeof *matches);
	EACH_IN(i, judging) {
		const uint64_t lines = dcam_in_matches(&sw->cam_in, i, sw->ru.header.turns[i], list_of(sw, i, sw->ru.to[i], d));

		EACH_OF(l, d.lines)
			matches[l] |= (lines >> l & 1) << i;
	}
}

/* Lines whose queues the packets belong in that were fetched from queues q, NO_LINE where they may stay: the shortest of those that are
 * longer than that of q; of equals the lowest. */
STAGE lanes judge(struct cam_switch *sw, uint64_t judging, struct dims d)
{
	const struct cam_in *cam = &sw->cam_in;
	lanes own = lanes_all(0), best = lanes_all(UINT8_MAX), line = lanes_all(NO_LINE);
	uint64_t matches[LINES];

	if (d.by_destination)
		matching_destinations(sw, judging, matches, d);
	else
		matching_routes(sw, judging, matches, d);
	EACH_OF(l, d.lines)
		own = lanes_where(sw->ppu.judged[dims_queue(d, l)], lanes_load(cam->points.len[l]), own);
	EACH_OF(l, d.lines) {
		const uint64_t here = matches[l] & judging & cam->live[l];

		if (!(LANES_WIDE ? cam->live[l] : here))
			continue;
		const lanes len = lanes_load(cam->points.len[l]);
		const uint64_t nearer = here & lanes_less(own, len) & lanes_less(len, best);

		best = lanes_where(nearer, len, best);
		line = lanes_where(nearer, lanes_all((uint8_t)l), line);
	}
	return line;
}

/* Headers fetched are judged: their packets are ready, or move unless something else uses their input's queues. */
STAGE void judge_all(struct cam_switch *sw, struct wires *w, struct dims d)
{
	struct ppu *ppu = &sw->ppu;
	const uint64_t judging = ppu->judging, barred = w->entering | w->popping | w->detect;

	if (!judging)
		return;
	const lanes line = judge(sw, judging, d);
	const uint64_t found = judging & ~lanes_equal(line, lanes_all(NO_LINE)), moving = found & ~barred;

	EACH_OF(q, d.queues)
		ru_make_ready(&sw->ru, q, ppu_decide(ppu, q, found, barred));
	lanes_store(w->move_src, lanes_where(moving, lanes_load(ppu->judged_queue), lanes_load(w->move_src)));
	lanes_store(w->move_dst, lanes_where(moving, lanes_add(line, lanes_all(1)), lanes_load(w->move_dst)));
	EACH_IN(i, d.by_destination ? moving : 0)
		w->move_destination[i] = sw->ru.to[i];
	w->moving |= moving;
}

/* An undecided head of each input is fetched, but not one that was judged in this cycle. */
STAGE void fetch(struct cam_switch *sw, const struct wires *w, struct dims d)
{
	struct ppu *ppu = &sw->ppu;

	if (!(ppu->judging | ppu_active(ppu, d.queues)))
		return;
	const uint64_t fetched = ppu_fetch(ppu, d.queues, w->notify_next);

	EACH_IN(i, d.by_destination ? fetched : 0)
		read_destination(sw, i, ppu->judged_queue[i], d);
	ru_fetch(&sw->ru, fetched);
}
