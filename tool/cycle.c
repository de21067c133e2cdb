#include "cycle.h"

#include <stdlib.h>

/* Depth-first search. path: the current path, n vertices long. state: 0 not seen, 1 on the path, 2 done. */
struct search {
	const struct cycle_graph *graph;
	uint8_t *state;
	uint32_t *path, n;
};

/* Follow the next successor of the path's last vertex. True: it closes a cycle, and is now last on the path. */
static bool advance(struct search *s)
{
	const struct cycle_graph *g = s->graph;
	const uint32_t from = s->path[s->n - 1];
	const uint32_t to = g->successor(g->of, from, (unsigned)__builtin_ctzll(g->after[from]));

	g->after[from] &= g->after[from] - 1;
	if (s->state[to] == 2)
		return false;
	s->path[s->n++] = to;
	if (s->state[to] == 1)
		return true;
	s->state[to] = 1;
	return false;
}

/* True: there is a cycle, and the last vertex of the path is on the path a second time. */
static bool search_from(struct search *s, uint32_t vertex)
{
	s->path[0] = vertex;
	s->n = 1;
	s->state[vertex] = 1;
	while (s->n) {
		if (!s->graph->after[s->path[s->n - 1]])
			s->state[s->path[--s->n]] = 2;
		else if (advance(s))
			return true;
	}
	return false;
}

/* Move the cycle at the end of a path, whose last vertex is on it twice, to the beginning. Returns its length. */
static uint32_t keep_cycle(const struct search *s)
{
	uint32_t first = 0, length;

	while (s->path[first] != s->path[s->n - 1])
		first++;
	length = s->n - 1 - first;
	for (uint32_t i = 0; i < length; i++)
		s->path[i] = s->path[first + i];
	return length;
}

bool cycle_find(const struct cycle_graph *g, uint32_t **cycle, uint32_t *length)
{
	struct search s = { g, calloc(g->vertices, 1), malloc((g->vertices + 1) * sizeof *s.path), 0 };
	const bool good = s.state && s.path;
	bool found = false;

	*cycle = NULL;
	*length = 0;
	for (uint32_t vertex = 0; good && vertex < g->vertices && !found; vertex++)
		found = !s.state[vertex] && search_from(&s, vertex);
	if (found) {
		*length = keep_cycle(&s);
		*cycle = s.path;
	} else
		free(s.path);
	free(s.state);
	return good;
}
