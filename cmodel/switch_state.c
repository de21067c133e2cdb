/* The state of a switch as a checkpoint has it: its slots, and all words of its block but those that say where it is. */
#include "registers.h"
#include "state.h"

#include <stdlib.h>

enum { WORD = sizeof(uint64_t) };

/* Words that are of the switch wherever it is, though equal ones may have the same: the head of its struct, with its shape; and pointers out of it. */
static bool is_own(const struct sluice_switch *sw, size_t k)
{
	const size_t at = k * WORD;

	return at < offsetof(struct sluice_switch, now) || at == offsetof(struct sluice_switch, links) ||
	       (sw->registers && at == (size_t)((const char *)&sw->registers->step - (const char *)sw));
}

/* Places of the words that say where a switch is: those, and all in which two equal ones differ whose blocks, rows, and rows' distances are not the same. */
static bool find_kept(const struct sluice_switch *a, const struct sluice_switch *b, struct state_kept *kept)
{
	const uint64_t *const x = (const uint64_t *)(const void *)a, *const y = (const uint64_t *)(const void *)b;

	*kept = (struct state_kept){ .place = malloc(a->size / WORD * sizeof *kept->place) };
	for (size_t k = 0; kept->place && k < a->size / WORD; k++)
		if (x[k] != y[k] || is_own(a, k))
			kept->place[kept->n++] = (uint32_t)k;
	return kept->place;
}

bool switch_kept(const struct shape *shape, unsigned switches, struct state_kept *kept)
{
	struct sluice_switch *const a = switch_new_spaced(shape, switches, 1), *const b = switch_new_spaced(shape, switches, 2);
	const bool good = a && b && find_kept(a, b, kept);

	switch_free(a);
	switch_free(b);
	return good;
}

void switch_state(struct sluice_switch *sw, const struct state_kept *kept, struct state *s)
{
	uint64_t size = sw->size;

	STATE(s, size);
	s->failed |= size != sw->size;
	state_words(s, (uint64_t *)(void *)sw, sw->size / WORD, kept);
	for (uint32_t k = 0; k < sw->rows.n; k++)
		state_words(s, (uint64_t *)(void *)(sw->rows.at + k * sw->rows.apart), sw->rows.bytes / WORD, NULL);
}
