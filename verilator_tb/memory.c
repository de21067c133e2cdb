#include "memory.h"

#include "pins.h"

#include <assert.h>
#include <string.h>

void memory_check_init(struct memory_check *m, const struct probe *p)
{
	*m = (struct memory_check){ .probe = p, .per_cycle = MEMORY_ROLLING, .next = { p->memories, 0 } };
	for (unsigned i = 0; i < p->n_memories; i++) {
		m->words += p->memories[i].words;
		if (i == 0 || p->memories[i].unit != p->memories[i - 1].unit) {
			assert(m->n_units < MEMORY_UNITS);
			m->first[m->n_units++] = &p->memories[i];
		}
		m->ports += m->n_units == 1;
		assert(p->memories[i].port == (unsigned)(&p->memories[i] - m->first[m->n_units - 1]));
	}
}

bool memory_model(const struct sluice_switch *w, uint64_t cycle, struct memory_place at, uint32_t *words)
{
	const struct probe_memory *m = at.memory;

	return switch_memory(w, cycle, m->unit, m->row, m->port, at.address, words);
}

static bool holds(struct memory_place at, const uint32_t *model)
{
	const struct probe_memory *m = at.memory;
	uint32_t rtl[FLIT_WORDS];

	if (m->bytes == sizeof(uint64_t)) {
		uint64_t a, b;

		memcpy(&a, m->data + (size_t)at.address * sizeof a, sizeof a);
		memcpy(&b, model, sizeof b);
		return a == b;
	}
	if (m->width > 32)      /* whole words of either kind */
		return !memcmp(model, m->data + (size_t)at.address * m->bytes, m->bytes);
	probe_word(m, at.address, rtl);
	return *model == *rtl;
}

static bool equal(const struct sluice_switch *w, uint64_t cycle, struct memory_place at)
{
	uint32_t model[FLIT_WORDS];

	return !memory_model(w, cycle, at, model) || holds(at, model);
}

/* Does the RTL write where the model does, or neither? */
static bool same_write(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, const struct probe_memory *r, bool model,
		       struct memory_place *at)
{
	unsigned address = 0;
	const bool rtl = r->wen ? probe_writes(r, &address) : model;

	*at = (struct memory_place){ r, address };
	if (!model || !switch_written(w, cycle, r->unit, r->row, r->port, &at->address))
		return !rtl;
	m->written[m->n_written++] = *at;
	if (!rtl || !r->wen || at->address == address)
		return rtl;
	at->address = address;
	return false;
}

bool memory_check_ports(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	m->n_written = 0;
	for (unsigned i = 0; i < m->n_units; i++) {
		const struct probe_memory *r = m->first[i], *end = r + m->ports;
		uint64_t model = switch_writes(w, cycle, r->unit);

		for (; r < end; r++, model >>= 1)
			if ((model & 1 || (r->wen && *r->wen)) && !same_write(m, w, cycle, r, model & 1, at))
				return false;
	}
	return true;
}

bool memory_check_written(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	for (unsigned i = 0; i < m->n_written; i++) {
		*at = m->written[i];
		if (!equal(w, cycle, *at))
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
