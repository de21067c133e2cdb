/* The state of a switch as a checkpoint has it: all words of its block, but for pointers, which the same switch has wherever it is made. */
#include "registers.h"
#include "state.h"

#include <stdlib.h>

enum { WORD = sizeof(uint64_t) };

static bool inside(const struct sluice_switch *sw, uint64_t word)
{
	return word - (uintptr_t)sw < sw->size;
}

/* Is the word at this place of two equal switches a pointer into their block? A pointer is as far into it in both. */
static bool is_pointer(const struct sluice_switch *a, const struct sluice_switch *b, size_t k)
{
	const uint64_t x = ((const uint64_t *)(const void *)a)[k], y = ((const uint64_t *)(const void *)b)[k];

	return inside(a, x) && inside(b, y) && x - (uintptr_t)a == y - (uintptr_t)b;
}

/* Pointers out of the block. */
static bool leads_out(const struct sluice_switch *sw, size_t k)
{
	const size_t at = k * WORD;

	return at == offsetof(struct sluice_switch, model) || at == offsetof(struct sluice_switch, step) || at == offsetof(struct sluice_switch, unobserved) ||
	       at == offsetof(struct sluice_switch, links) || (sw->registers && at == (size_t)((const char *)&sw->registers->step - (const char *)sw));
}

bool switch_kept(const struct shape *shape, unsigned switches, struct state_kept *kept)
{
	struct sluice_switch *a = switch_new_bank(shape, switches), *b = switch_new_bank(shape, switches);
	const size_t words = a ? a->size / WORD : 0;
	size_t n = 0;

	for (size_t k = 0; a && b && k < words; k++)
		n += is_pointer(a, b, k) || leads_out(a, k);
	*kept = (struct state_kept){ .place = malloc((n + 1) * sizeof *kept->place) };
	for (size_t k = 0; a && b && kept->place && k < words; k++)
		if (is_pointer(a, b, k) || leads_out(a, k))
			kept->place[kept->n++] = (uint32_t)k;
	const bool good = a && b && kept->place;

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
}
