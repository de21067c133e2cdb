#include "fields.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The width expressions of all tables; NULL begins a unit. */
static const char *const widths[] = {
#define UNIT_BEGIN(name, per, present, help) NULL,
#define UNIT_END(name)
#define IN(name, width, help)                #width,
#define OUT(name, width, help)               #width,
#define REG(name, width, reset, help)        #width,
#define MEM(name, words, width, help)        #width,
#include "units.def"
#undef UNIT_BEGIN
#undef UNIT_END
#undef IN
#undef OUT
#undef REG
#undef MEM
};

static const char *width_text(enum unit unit, unsigned row)
{
	unsigned i = 0;

	for (unsigned begun = 0; begun <= (unsigned)unit; i++)
		begun += !widths[i];
	assert(i + row < sizeof widths / sizeof *widths && widths[i + row]);
	return widths[i + row];
}

struct fields fields_of(const struct shape *s, enum unit unit, unsigned row, unsigned width)
{
	const struct { const char *factor, *each; unsigned n; } by[] = {
		{ "s->queues", "queue", s->queues }, { "s->saqs", "line", s->saqs },
		{ "s->slots", "slot", s->slots }, { "s->radix", "port", s->radix }, { "s->nodes", "destination", s->nodes },
	};
	const char *text = width_text(unit, row), *const there = strstr(text, " ? ");

	if (there)      /* the width where the register is there at all: "!s->swept ? s->nodes * s->saqs : 0" */
		text = there + 3;

	for (unsigned i = 0; i < sizeof by / sizeof *by; i++) {
		const size_t n = strlen(by[i].factor);

		if (!strncmp(text, by[i].factor, n) && (!text[n] || !strncmp(text + n, " * ", 3) || !strncmp(text + n, " : ", 3)) && by[i].n &&
		    width % by[i].n == 0)
			return (struct fields){ by[i].each, by[i].n, width / by[i].n };
	}
	return (struct fields){ NULL, 1, width };
}

bool fields_stale(const char *reg)
{
	static const char *const stale[] = {
		"waddr_q", "raddr_q", "rd_slot_q", "head_q", "tail_q", "turn_q", "way_q", "flits_q", "turns_q", "len_q", "span_q", "link_q",
		"prio_q", "msg_xoff_q", "msg_line_q", "msg_turns_q", "msg_len_q", "msg_destination_q", "notify_src_q", "notify_line_q",
		"src_q", "sent_turn_q", "xb_src_q", "tx_data_q", "tx_src_q",
		"arrived_q", "port_q", "next_q", "patch_next_q", "rd_queue_q", "credit_queue_q",
		"destination_q", "notify_destination_q", "stamp_q", "now_q", "hdr_port_q", "hdr_destination_q", "from_q",
	};

	for (unsigned i = 0; i < sizeof stale / sizeof *stale; i++)
		if (!strcmp(reg, stale[i]))
			return true;
	return false;
}

bool fields_rest_at_zero(const char *reg)
{
	return !strcmp(reg, "dirty_q") || !strcmp(reg, "sweep_q");
}
