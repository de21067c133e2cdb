#include "workload_pattern.h"

#include <stdio.h>

const char *const workload_pattern_names[PATTERNS] = {
#define PATTERN(id, text, help) [PATTERN_##id] = text,
#include "workload_patterns.def"
#undef PATTERN
};

const char *const workload_pattern_help[PATTERNS] = {
#define PATTERN(id, text, help) [PATTERN_##id] = help,
#include "workload_patterns.def"
#undef PATTERN
};

static unsigned bits_of(unsigned nodes)
{
	unsigned b = 0;

	while (nodes >> b > 1)
		b++;
	return b;
}

bool pattern_fits(const struct workload_config *c, char why[WORKLOAD_WHY])
{
	const char *name = workload_pattern_names[c->pattern];
	const bool of_bits = c->pattern == PATTERN_BIT_REVERSAL || c->pattern == PATTERN_SHUFFLE || c->pattern == PATTERN_COMPLEMENT ||
			     c->pattern == PATTERN_TRANSPOSE;

	if (of_bits && c->nodes & (c->nodes - 1)) {
		snprintf(why, WORKLOAD_WHY, "traffic %s: %u nodes are no power of two", name, c->nodes);
		return false;
	}
	if (c->pattern == PATTERN_TRANSPOSE && bits_of(c->nodes) % 2) {
		snprintf(why, WORKLOAD_WHY, "traffic %s: %u nodes are no square of a power of two", name, c->nodes);
		return false;
	}
	return true;
}

static unsigned rotated(unsigned node, unsigned by, unsigned bits)
{
	return (node << by | node >> (bits - by)) & ((1u << bits) - 1);
}

static unsigned reversed(unsigned node, unsigned bits)
{
	unsigned r = 0;

	for (unsigned i = 0; i < bits; i++)
		r |= (node >> i & 1) << (bits - 1 - i);
	return r;
}

unsigned pattern_partner(const struct workload_config *c, unsigned node)
{
	const unsigned bits = bits_of(c->nodes);

	switch (c->pattern) {
	case PATTERN_BIT_REVERSAL: return reversed(node, bits);
	case PATTERN_SHUFFLE: return rotated(node, 1, bits);
	case PATTERN_COMPLEMENT: return c->nodes - 1 - node;
	case PATTERN_TRANSPOSE: return rotated(node, bits / 2, bits);
	case PATTERN_TORNADO: return (node + (c->nodes + 1) / 2 - 1) % c->nodes;
	default: return node;
	}
}

bool pattern_permutes(enum workload_pattern pattern)
{
	return pattern != PATTERN_UNIFORM && !workload_of_file(pattern);
}
