#include "graph_build.h"

#include "grown.h"

#include <stdlib.h>
#include <string.h>

/*
 * BookSim's anynet: on each line a router or a node, and what it is linked to, each with a latency if that is not 1:
 *   router 0 node 0 node 1 router 1 5
 * Links go both ways, and may be given from both ends. Ports are numbered in the order in which links are there first.
 */
struct pair {
	uint32_t a, b, order;
	unsigned line;
	bool again;                     /* given before */
};

struct reader {
	struct graph_build *b;
	struct file_lines *lines;
	struct pair *pair;
	uint32_t pairs, room;
};

static bool add_pair(struct reader *r, uint32_t a, uint32_t b)
{
	const struct pair pair = { a, b, r->pairs, r->lines->number, false };

	return push(&r->pair, &r->pairs, &r->room, &pair, sizeof pair) || file_lines_no_memory(r->lines);
}

/* "router 5" or "node 5"; the device, GRAPH_NONE: it is neither. */
static uint32_t read_name(struct reader *r, const char **at, bool *is_switch)
{
	const char *const from = *at;
	struct device_facts f = { .name = from };
	uint64_t number;
	uint32_t device;

	f.is_switch = line_word(at, "router ");
	if ((!f.is_switch && !line_word(at, "node ")) || !line_number(at, 999999999, &number) || (**at && **at != ' ' && **at != '\t')) {
		file_lines_refuse(r->lines, "neither 'router' nor 'node' with a number: '%.*s'", WORD_SHOWN, from);
		return GRAPH_NONE;
	}
	f.name_size = (size_t)(*at - from);
	device = graph_build_device(r->b, from, f.name_size);
	*is_switch = f.is_switch;
	return device != GRAPH_NONE && graph_build_describe(r->b, device, &f) ? device : GRAPH_NONE;
}

static bool read_line(struct reader *r, const char *at)
{
	bool head_is_switch, is_switch;
	const uint32_t head = read_name(r, &at, &head_is_switch);
	uint64_t latency;

	if (head == GRAPH_NONE)
		return false;
	for (line_blanks(&at); *at; line_blanks(&at)) {
		const uint32_t to = read_name(r, &at, &is_switch);

		if (to == GRAPH_NONE)
			return false;
		if (!head_is_switch && !is_switch)
			return file_lines_refuse(r->lines, "a link between two nodes");
		line_blanks(&at);
		if (*at >= '0' && *at <= '9' && !line_number(&at, 999999999, &latency))
			return file_lines_refuse(r->lines, "the latency is not a number up to 999999999");
		if (!add_pair(r, head, to))
			return false;
	}
	return true;
}

static int by_ends(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	const uint32_t low_x = x->a < x->b ? x->a : x->b, low_y = y->a < y->b ? y->a : y->b;
	const uint32_t high_x = x->a ^ x->b ^ low_x, high_y = y->a ^ y->b ^ low_y;

	if (low_x != low_y)
		return low_x < low_y ? -1 : 1;
	if (high_x != high_y)
		return high_x < high_y ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

static int by_order(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	return x->order < y->order ? -1 : 1;
}

static bool same_ends(const struct pair *x, const struct pair *y)
{
	return (x->a == y->a && x->b == y->b) || (x->a == y->b && x->b == y->a);
}

/* The next port of a device. */
static struct build_end new_port(struct graph_build *b, uint32_t device, unsigned *ports)
{
	graph_build_ports(b, device, ++ports[device]);
	return (struct build_end){ device, ports[device] };
}

static bool link_pairs(struct reader *r)
{
	unsigned *ports = calloc(r->b->devices + 1, sizeof *ports);
	bool good = ports || file_lines_no_memory(r->lines);

	if (r->pairs)
		qsort(r->pair, r->pairs, sizeof *r->pair, by_ends);
	for (uint32_t i = 1; i < r->pairs; i++)
		r->pair[i].again = same_ends(&r->pair[i], &r->pair[i - 1]);
	if (r->pairs)
		qsort(r->pair, r->pairs, sizeof *r->pair, by_order);
	for (uint32_t i = 0; good && i < r->pairs; i++) {
		const struct pair *p = &r->pair[i];

		r->lines->number = p->line;
		if (p->a == p->b)
			good = file_lines_refuse(r->lines, "a router that is linked to itself");
		else if (!p->again) {
			const struct build_end a = new_port(r->b, p->a, ports), other = new_port(r->b, p->b, ports);

			good = graph_build_link(r->b, a, other, (struct link_rate){ 0 });
		}
	}
	free(ports);
	return good;
}

bool read_anynet(struct graph_build *b, struct file_lines *lines)
{
	struct reader r = { .b = b, .lines = lines };
	bool good = true;
	char *line;

	while (good && (line = file_lines_next(lines)))
		good = !*line || *line == '#' || read_line(&r, line);
	good = good && link_pairs(&r);
	free(r.pair);
	return good;
}
