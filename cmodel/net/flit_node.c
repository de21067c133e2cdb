#include "flit_node.h"

unsigned flit_node_records(const struct shape *s)
{
	const unsigned buffers = 2 * s->routers * s->channels;
	unsigned n = 1;

	while (n < buffers && n < FLIT_RECORDS)
		n *= 2;
	return n;
}

void flit_node_place(struct flit_node *n, struct arena *a, unsigned room)
{
	n->queue = arena_take(a, HOT, room, sizeof *n->queue);
}

void flit_node_reset(struct flit_node *n, const struct shape *s, unsigned room, unsigned vcs, struct flit_record *record, unsigned nodes)
{
	n->room = room;
	n->vcs = vcs;
	n->records = flit_node_records(s);
	n->record = record;
	n->nodes = nodes;
	for (unsigned vc = 0; vc < s->vcs; vc++)
		n->credit[vc] = (uint8_t)s->buffer_flits;
}

bool flit_order_kept(const struct shape *s, unsigned vcs)
{
	return !s->adaptive && !s->recovery && (vcs == 1 || s->injection_vcs == 1) && s->vcs == (s->torus && s->avoidance ? 2 : 1);
}

bool flit_node_receives(const struct flit_node *n)
{
	for (unsigned vc = 0; vc <= FLIT_VCS; vc++)
		if (n->arriving[vc].next)
			return true;
	return false;
}
