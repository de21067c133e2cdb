#include "memory.h"

#include "pins.h"

#include <string.h>

void memory_check_init(struct memory_check *m, const struct probe *p)
{
	*m = (struct memory_check){ .probe = p, .per_cycle = MEMORY_ROLLING, .next = { p->memories, 0 } };
	for (unsigned i = 0; i < p->n_memories; i++) {
		m->words += p->memories[i].words;
		m->written[i] = MEMORY_NOWHERE;
	}
}

bool memory_model(const struct sluice_switch *w, uint64_t cycle, struct memory_place at, uint32_t *words)
{
	const struct probe_memory *m = at.memory;

	return switch_memory(w, cycle, m->unit, m->row, m->port, at.address, words);
}

static bool equal(const struct sluice_switch *w, uint64_t cycle, struct memory_place at)
{
	uint32_t model[FLIT_WORDS], rtl[FLIT_WORDS];

	if (!memory_model(w, cycle, at, model))
		return true;
	probe_word(at.memory, at.address, rtl);
	return !memcmp(model, rtl, (at.memory->width + 31) / 32 * sizeof *rtl);
}

bool memory_check_ports(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	bool same = true;

	for (unsigned i = 0; i < m->probe->n_memories; i++) {
		const struct probe_memory *r = &m->probe->memories[i];
		unsigned model = MEMORY_NOWHERE, rtl = MEMORY_NOWHERE;

		if (!switch_written(w, cycle + 1, r->unit, r->row, r->port, &model))
			model = MEMORY_NOWHERE;
		if (!r->wen)
			rtl = model;
		else if (!probe_writes(r, &rtl))
			rtl = MEMORY_NOWHERE;
		m->written[i] = model;
		if (rtl == model || !same)
			continue;
		*at = (struct memory_place){ r, rtl == MEMORY_NOWHERE ? model : rtl };
		same = false;
	}
	return same;
}

bool memory_check_written(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	for (unsigned i = 0; i < m->probe->n_memories; i++) {
		*at = (struct memory_place){ &m->probe->memories[i], m->written[i] };
		if (at->address != MEMORY_NOWHERE && !equal(w, cycle, *at))
			return false;
	}
	return true;
}

bool memory_check_rolling(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	for (unsigned i = 0; i < m->per_cycle; i++) {
		*at = m->next;
		if (++m->next.address == m->next.memory->words) {
			m->next.address = 0;
			if (++m->next.memory == m->probe->memories + m->probe->n_memories)
				m->next.memory = m->probe->memories;
		}
		if (!equal(w, cycle, *at))
			return false;
	}
	return true;
}

bool memory_check_all(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	for (at->memory = m->probe->memories; at->memory < m->probe->memories + m->probe->n_memories; at->memory++)
		for (at->address = 0; at->address < at->memory->words; at->address++)
			if (!equal(w, cycle, *at))
				return false;
	return true;
}
