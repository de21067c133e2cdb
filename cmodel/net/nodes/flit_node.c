#include "flit_node.h"

void flit_node_place(struct flit_node *n, struct arena *a, unsigned room)
{
	n->queue = arena_take(a, HOT, room, sizeof *n->queue);
}

void flit_node_reset(struct flit_node *n, const struct shape *s, unsigned room, unsigned vcs)
{
	n->room = room;
	n->vcs = vcs;
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
