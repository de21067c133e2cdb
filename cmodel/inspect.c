#include "inspect_parts.h"

#include "switch_model.h"

bool inspect_has_outputs(const struct shape *s)
{
	return s->classifier == CLASSIFIER_CIOQ;
}

unsigned inspect_port(const struct sluice_switch *sw, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	return sw->model->inspect(sw, side, port, found, arg);
}

/* By line: the lowest destination in its list. */
static void find_destinations(const struct shape *s, const uint32_t *row, uint32_t lines, uint32_t found[LINES])
{
	unsigned l;

	EACH(l, lines)
		found[l] = INSPECT_NO_DESTINATION;
	for (uint32_t d = 0; lines && d < s->nodes; d++) {
		const uint32_t here = row[d] & lines;

		EACH(l, here)
			found[l] = d;
		lines &= ~here;
	}
}

void inspect_each_line(const struct shape *s, const struct inspect_lines *u, unsigned port, inspect_found *found, void *arg)
{
	const uint32_t used = (uint32_t)rows_with(u->used, s->saqs, port);
	uint32_t destination[LINES], listed = 0;
	unsigned l;

	EACH(l, u->row ? used : 0)
		listed |= (uint32_t)(u->points->len[l][port] > 1) << l;
	find_destinations(s, u->row, listed, destination);
	EACH(l, used) {
		const struct inspected line = {
			.queue = l, .packets = u->count[l + 1][port], .length = u->points->len[l][port],
			.stopped = u->xoff[l] >> port & 1, .stops = u->sent[l] >> port & 1, .turns = points_turns(u->points, port, l),
			.destination = listed >> l & 1 ? destination[l] : INSPECT_NO_DESTINATION, .out = u->out[l][port],
		};

		if (line.length)
			found(arg, &line);
	}
}

unsigned inspect_count(uint16_t (*count)[SWITCH_PORTS], unsigned queues, unsigned port)
{
	unsigned packets = 0;

	for (unsigned q = 0; q < queues; q++)
		packets += count[q][port];
	return packets;
}
