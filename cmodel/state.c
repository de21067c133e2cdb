#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4096 };

void state_free(struct state *s)
{
	free(s->at);
	*s = (struct state){ .at = NULL };
}

void state_clear(struct state *s)
{
	s->size = s->next = 0;
	s->failed = false;
}

static void write_bytes(struct state *s, const void *data, size_t bytes)
{
	if (s->size + bytes > s->room) {
		const size_t room = 2 * (s->size + bytes) + FIRST_ROOM;
		char *at = realloc(s->at, room);

		if (!at) {
			s->failed = true;
			return;
		}
		s->at = at;
		s->room = room;
	}
	memcpy(s->at + s->size, data, bytes);
	s->size += bytes;
}

void state_bytes(struct state *s, void *data, size_t bytes)
{
	if (s->failed || !bytes)
		return;
	if (!s->reading) {
		write_bytes(s, data, bytes);
		return;
	}
	if (bytes > s->size - s->next) {
		s->failed = true;
		return;
	}
	memcpy(data, s->at + s->next, bytes);
	s->next += bytes;
}

/* Words that are not 0, one after the other: how many come before them that are 0 or kept, and how many they are. The last run is empty. */
struct run {
	uint32_t skip, words;
};

/* Is a word kept? next: the first place kept that is not before it. */
static bool is_kept(const struct state_kept *kept, size_t *next, size_t k)
{
	while (kept && *next < kept->n && kept->place[*next] < k)
		++*next;
	return kept && *next < kept->n && kept->place[*next] == k;
}

static void write_words(struct state *s, uint64_t *word, size_t n, const struct state_kept *kept)
{
	size_t next = 0, from = 0;

	while (from < n && !s->failed) {
		size_t first = from, end;

		while (first < n && (!word[first] || is_kept(kept, &next, first)))
			first++;
		for (end = first; end < n && word[end] && !is_kept(kept, &next, end);)
			end++;
		struct run run = { (uint32_t)(first - from), (uint32_t)(end - first) };

		STATE(s, run);
		state_bytes(s, word + first, run.words * sizeof *word);
		from = end;
	}
}

/* These words were 0. */
static void clear_words(uint64_t *word, size_t from, size_t end, const struct state_kept *kept, size_t *next)
{
	for (size_t k = from; k < end; k++)
		if (word[k] && !is_kept(kept, next, k))
			word[k] = 0;
}

/* Is none of these words kept? A file that somebody has changed may have a run across those that say where things are. */
static bool none_kept(const struct state_kept *kept, size_t *next, size_t from, size_t end)
{
	is_kept(kept, next, from);
	return !kept || *next == kept->n || kept->place[*next] >= end;
}

static void read_words(struct state *s, uint64_t *word, size_t n, const struct state_kept *kept)
{
	size_t next = 0, at = 0;

	while (at < n && !s->failed) {
		struct run run = { 0, 0 };

		STATE(s, run);
		if (s->failed || run.skip > n - at || run.words > n - at - run.skip || !(run.skip || run.words)) {
			s->failed = true;
			return;
		}
		clear_words(word, at, at + run.skip, kept, &next);
		if (!state_require(s, none_kept(kept, &next, at + run.skip, at + run.skip + run.words)))
			return;
		state_bytes(s, word + at + run.skip, run.words * sizeof *word);
		at += run.skip + run.words;
	}
}

void state_words(struct state *s, uint64_t *word, size_t n, const struct state_kept *kept)
{
	(s->reading ? read_words : write_words)(s, word, n, kept);
}

void state_add_words(struct state *s, uint64_t *word, size_t n)
{
	enum { PIECE = 1024 };
	uint64_t read[PIECE];

	for (size_t at = 0; at < n; at += PIECE) {
		const size_t k = n - at < PIECE ? n - at : PIECE;

		if (!s->reading) {
			write_words(s, word + at, k, NULL);
			continue;
		}
		memset(read, 0, sizeof read);
		read_words(s, read, k, NULL);
		for (size_t i = 0; i < k; i++)
			if (read[i])
				word[at + i] += read[i];
	}
}
