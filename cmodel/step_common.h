#pragma once

/* What the steps of switches have in common that have lines: cam_switch_step.h and sort_switch_step.h. */
#include "switch_model.h"

#include "units/cam_out.h"
#include "units/mmu.h"
#include "units/oport.h"

/* What loops and branches of a step depend on in every cycle. Handed down as a value, so that a step can be compiled for one of them: each
 * STAGE is. */
struct dims {
	unsigned queues, lines, radix, words;   /* of an input; of an input; of a switch; of MMU's free_q */
	bool by_destination, lists_in_memory;   /* lines know their packets by destination; the lists of that are in memories */
	bool one_by_one, stamps;                /* arbiters decide port by port; they are oldest-first */
	unsigned row_shift;                     /* of its slots (mmu.h) */
};

/* As queue_of_line(). */
static inline unsigned dims_queue(struct dims d, unsigned l)
{
	return d.queues - d.lines + l;
}

static inline bool dims_same(struct dims a, struct dims b)
{
	return a.queues == b.queues && a.lines == b.lines && a.radix == b.radix && a.words == b.words && a.by_destination == b.by_destination &&
	       a.lists_in_memory == b.lists_in_memory && a.one_by_one == b.one_by_one && a.stamps == b.stamps && a.row_shift == b.row_shift;
}

/* The same, of a switch whose rows of slots are SWITCH_ROWS_APART bytes apart. */
enum { ROW_SHIFT_APART = 16 };
_Static_assert(sizeof(struct slot) << ROW_SHIFT_APART == SWITCH_ROWS_APART, "of slots");

static inline struct dims dims_apart(struct dims d)
{
	d.row_shift = ROW_SHIFT_APART;
	return d;
}

struct step_for {
	struct dims d;
	switch_step_function *step;
};

/* The one of n steps that is for these dimensions, or the one for any. */
static inline switch_step_function *step_among(const struct step_for *s, unsigned n, struct dims d, switch_step_function *any)
{
	for (unsigned k = 0; k < n; k++)
		if (dims_same(s[k].d, d))
			return s[k].step;
	return any;
}

/* The slots of a switch of these dimensions. */
static inline struct slots slots_of(const struct mmu *u, struct dims d)
{
	return (struct slots){ u->slots.at, d.row_shift };
}

/* All ports of the switch that this one belongs to. */
static inline uint64_t siblings(const struct sluice_switch *sw, unsigned port)
{
	return ones(sw->shape.radix) << sw->first[port];
}

/* Lines in use, and the most there were, by switch, a byte each; if not in `counts`. */
struct line_counts {
	uint64_t in_use, peak;
};

/* Lines in use are counted in bytes of a word: of a switch of 8 ports, less than 128. */
static inline bool line_counts_by_byte(unsigned radix, unsigned lines)
{
	return radix == 8 && lines < 16;
}

/* Of the switch with these inputs; of all switches, where each has a byte of a word: which of them changed is chance. in_use: by line,
 * inputs. */
STAGE void count_lines_of(struct switch_counts *n, const uint64_t *in_use, uint64_t inputs, struct dims d)
{
	n->lines_in_use = 0;
	EACH_OF(l, d.lines)
		n->lines_in_use += count_members(in_use[l] & inputs);
	n->lines_peak = n->lines_in_use > n->lines_peak ? n->lines_in_use : n->lines_peak;
}

STAGE void count_lines_by_byte(struct line_counts *u, const uint64_t *in_use, struct dims d)
{
	const uint64_t top = UINT64_C(0x8080808080808080);
	uint64_t n = 0;

	EACH_OF(l, d.lines)
		n += count_members_by_byte(in_use[l]);
	const uint64_t kept = ((((u->peak | top) - n) & top) >> 7) * UINT8_MAX;

	u->in_use = n;
	u->peak = (u->peak & kept) | (n & ~kept);
}

/* Count lines in use of all switches; changed: inputs where one has become so, or is no longer. */
STAGE void count_lines(struct sluice_switch *sw, struct line_counts *u, const uint64_t *in_use, uint64_t changed, struct dims d)
{
	if (line_counts_by_byte(d.radix, d.lines)) {
		count_lines_by_byte(u, in_use, d);
		return;
	}
	while (changed) {
		const unsigned i = lowest(changed);

		count_lines_of(sw->counts + sw->number[i], in_use, siblings(sw, i), d);
		changed &= ~siblings(sw, i);
	}
}

/* Bring `counts` up to date. */
static inline void line_counts_report(const struct sluice_switch *sw, const struct line_counts *u)
{
	for (unsigned k = 0; k < (line_counts_by_byte(sw->shape.radix, sw->shape.saqs) ? sw->switches : 0); k++) {
		sw->counts[k].lines_in_use = (unsigned)(u->in_use >> 8 * k) & UINT8_MAX;
		sw->counts[k].lines_peak = (unsigned)(u->peak >> 8 * k) & UINT8_MAX;
	}
}

/* Grants of a cycle: outputs; inputs; by output, the input. */
struct granted {
	uint64_t outputs, inputs;
	_Alignas(SWITCH_PORTS) uint8_t winner[SWITCH_PORTS];
};

/* When the packets granted end: all at once, where they are as long as the first. */
STAGE void file_ends(struct sluice_switch *sw, uint64_t cycle, const struct granted *g, const struct packet *packet, unsigned flits, bool alike)
{
	if (alike) {
		wheel_file(&sw->wheel, cycle, flits, g->inputs, g->outputs);
		return;
	}
	EACH_IN(o, g->outputs)
		wheel_file(&sw->wheel, cycle, packet[o].flits, bit(g->winner[o]), bit(o));
}

/* The next cycle in which a header leaves that may match an output line. */
static inline uint64_t next_match(const struct oport *oport, uint64_t stopped, uint64_t cycle)
{
	for (uint64_t age = OPORT_DEPART - 1; age <= cycle && age < OPORT_DEPART; age--)
		if (oport_granted(oport, cycle - age) & stopped)
			return cycle - age + OPORT_DEPART;
	return UINT64_MAX;
}
