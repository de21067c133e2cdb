#include "cycle.h"

#include <stdlib.h>

/* Depth-first search. path: the current path, n vertices long. state: 0 not seen, 1 on the path, 2 done. */
struct search {
	const struct cycle_graph *graph;
	uint8_t *state;
	uint32_t *path, n;
};

enum { BITS = 64 };

/* The next successor of a vertex, which is taken off. False: there is none. */
static bool take(const struct cycle_graph *g, uint32_t vertex, uint32_t *to)
{
	uint64_t *const after = g->after + (size_t)vertex * g->words;

	for (uint32_t i = 0; i < g->words; i++)
		if (after[i]) {
			*to = g->successor(g->of, vertex, i * BITS + (unsigned)__builtin_ctzll(after[i]));
			after[i] &= after[i] - 1;
			return true;
		}
	return false;
}

/* Go on to a vertex. True: it closes a cycle, and is now last on the path. */
static bool advance(struct search *s, uint32_t to)
{
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
	uint32_t to;

	s->path[0] = vertex;
	s->n = 1;
	s->state[vertex] = 1;
	while (s->n) {
		if (!take(s->graph, s->path[s->n - 1], &to))
			s->state[s->path[--s->n]] = 2;
		else if (advance(s, to))
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
	struct search s = { g, calloc(g->vertices, 1), malloc(((size_t)g->vertices + 1) * sizeof *s.path), 0 };
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
