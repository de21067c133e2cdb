#include "cube_neighbours.h"

#include <stdlib.h>

enum { AT_NODE_0 = 4 };         /* one position in so many */

/* Drawn apart from all else; another one for each pattern. */
static uint32_t draw_position(const struct shape *s, const struct neighbours_config *c)
{
	struct rng r = rng_seed(rng_mix(rng_mix(c->seed)), c->traffic);

	return rng_below(&r, AT_NODE_0) ? cube_anywhere(s, &r) : 0;
}

struct cube_neighbours *cube_neighbours_new(const struct shape *s, const struct neighbours_config *c)
{
	struct cube_neighbours *n = calloc(1, sizeof *n);

	if (!n)
		return NULL;
	n->at = draw_position(s, c);
	n->waiting = calloc((size_t)s->radix * c->source_packets, sizeof *n->waiting);
	if (n->waiting)
		return n;
	free(n);
	return NULL;
}

void cube_neighbours_free(struct cube_neighbours *n)
{
	if (n)
		free(n->waiting);
	free(n);
}

void cube_neighbours_reset(struct cube_neighbours *n, const struct shape *s, const struct neighbours_config *c, const struct traffic *t, struct neighbours_stats *stats)
{
	for (unsigned i = 0; i < s->radix; i++) {
		n->source[i].waiting = n->waiting + (size_t)i * c->source_packets;
		flit_source_reset(&n->source[i], s, c, t, stats, n->at, i);
		flit_sink_reset(&n->sink[i], s, c, stats, n->at, i);
	}
	cube_rest_reset(&n->rest, s, c, stats, n->at);
}

void cube_neighbours_drive(struct cube_neighbours *n, uint64_t cycle, struct switch_in *in)
{
	const unsigned radix = n->rest.shape->radix;

	cube_rest_drive(&n->rest, cycle, in);
	for (unsigned i = 0; i < radix; i++) {
		const unsigned credits = flit_sink_step(&n->sink[i], cycle);

		flit_source_generate(&n->source[i], cycle);
		if (!(in->head >> i & 1))
			in->head |= (uint64_t)flit_source_step(&n->source[i], cycle, &in->packet[i], &in->vc[i], &in->flit[i]) << i;
		in->credit |= (uint64_t)(credits != 0) << i;
		in->credit_queue[i] = (uint16_t)credits;
	}
}

void cube_neighbours_flit(struct cube_neighbours *n, uint64_t cycle, unsigned output, const struct packet *p, unsigned vc, unsigned flit)
{
	if (vc == n->rest.shape->vcs)
		cube_rest_flit(&n->rest, cycle, p, output, flit);
	else
		flit_sink_flit(&n->sink[output], cycle, p, vc, flit);
}

bool cube_neighbours_drained(const struct cube_neighbours *n)
{
	for (unsigned i = 0; i < n->rest.shape->radix; i++)
		if (!flit_source_drained(&n->source[i]) || !flit_sink_drained(&n->sink[i]))
			return false;
	return cube_rest_drained(&n->rest);
}
