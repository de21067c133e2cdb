#include "graph_build.h"

#include <stdio.h>

/*
 * BookSim's anynet: on each line a router or a node, and what it is linked to, each with a latency if that is not 1:
 *   router 0 node 0 node 1 router 1 5
 * Links go both ways, and may be given from both ends. Ports are numbered in the order in which links are there first.
 */

/* The next port of a device. */
static struct build_end new_port(struct graph_build *b, uint32_t device)
{
	return (struct build_end){ device, ++b->device[device].facts.ports };
}

static bool add_pair(struct graph_build *b, uint32_t x, uint32_t y)
{
	struct build_key *pair;
	char text[32];
	int n;

	if (x == y)
		return file_lines_refuse(b->lines, "a router that is linked to itself");
	n = snprintf(text, sizeof text, "%u %u", x < y ? x : y, x < y ? y : x);
	pair = graph_build_key(b, &b->pairs, text, (size_t)n);
	if (!pair || pair->number != GRAPH_NONE)
		return pair;
	pair->number = b->links;
	const struct build_end from = new_port(b, x), to = new_port(b, y);

	return graph_build_link(b, from, to, (struct link_rate){ 0 });
}

/* "router 5" or "node 5"; the device, GRAPH_NONE: it is neither. */
static uint32_t read_name(struct graph_build *b, const char **at, bool *is_switch)
{
	const char *const from = *at;
	struct device_facts f = { .name = from };
	uint64_t number;

	f.is_switch = line_word(at, "router ");
	if ((!f.is_switch && !line_word(at, "node ")) || !line_number(at, 999999999, &number) || (**at && **at != ' ' && **at != '\t')) {
		file_lines_refuse(b->lines, "neither 'router' nor 'node' with a number: '%.*s'", WORD_SHOWN, from);
		return GRAPH_NONE;
	}
	f.name_size = (size_t)(*at - from);
	*is_switch = f.is_switch;
	return graph_build_device(b, from, f.name_size, &f);
}

bool read_anynet(struct graph_build *b, char *line)
{
	const char *at = line;
	bool head_is_switch, is_switch;
	uint64_t latency;

	if (!*line || *line == '#')
		return true;
	const uint32_t head = read_name(b, &at, &head_is_switch);

	if (head == GRAPH_NONE)
		return false;
	for (line_blanks(&at); *at; line_blanks(&at)) {
		const uint32_t to = read_name(b, &at, &is_switch);

		if (to == GRAPH_NONE)
			return false;
		if (!head_is_switch && !is_switch)
			return file_lines_refuse(b->lines, "a link between two nodes");
		line_blanks(&at);
		if (*at >= '0' && *at <= '9' && !line_number(&at, 999999999, &latency))
			return file_lines_refuse(b->lines, "the latency is not a number up to 999999999");
		if (!add_pair(b, head, to))
			return false;
	}
	return true;
}
