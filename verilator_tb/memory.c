#include "memory.h"

#include <assert.h>
#include <string.h>

enum { WORD_MOST = 32 * FLIT_WORDS };    /* bits */

/* Of the same row at the same site. */
static bool same_unit(const struct probe_memory *a, const struct probe_memory *b)
{
	return a->reg->site == b->reg->site && a->reg->row == b->reg->row;
}

void memory_check_init(struct memory_check *m, const struct probe *p)
{
	*m = (struct memory_check){ .probe = p, .next = { p->memories, 0 } };
	for (unsigned i = 0; i < p->n_memories; i++) {
		const struct probe_memory *r = &p->memories[i];
		const unsigned port = r->reg->instance;

		if (port == 0) {
			assert(m->n_units < MEMORY_UNITS);
			m->unit[m->n_units++] = (struct memory_unit){ .first = r };
		}
		struct memory_unit *u = &m->unit[m->n_units - 1];

		assert(same_unit(r, u->first) && r == u->first + port && r->width <= WORD_MOST && r->wen);
		u->wen[port] = r->wen;
		u->ports = port + 1;
	}
}

bool memory_model(const struct sluice_switch *sw, uint64_t cycle, struct memory_place at, uint32_t *words)
{
	const struct image_reg *r = at.memory->reg;

	return switch_memory(sw, cycle, r->site, r->row, r->instance, at.address, words);
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

static bool equal(const struct sluice_switch *sw, uint64_t cycle, struct memory_place at)
{
	uint32_t model[FLIT_WORDS];

	return !memory_model(sw, cycle, at, model) || holds(at, model);
}

/* Ports of which the RTL writes this memory. */
static uint64_t writes(const struct memory_unit *u)
{
	uint64_t ports = 0;

	for (unsigned i = 0; i < u->ports; i++)
		ports |= (uint64_t)*u->wen[i] << i;
	return ports;
}

/* The result of a comparison at this place. */
static bool compared(struct memory_check *m, bool same, struct memory_place at)
{
	m->differs = same ? (struct memory_place){ .memory = NULL } : at;
	return same;
}

static void expect_writes(struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle)
{
	unsigned address[SWITCH_PORTS];

	m->n_writes = 0;
	for (unsigned i = 0; i < m->n_units; i++) {
		const struct probe_memory *const first = m->unit[i].first;

		for (uint64_t ports = switch_writes(sw, cycle, first->reg->site, first->reg->row, address); ports; ports &= ports - 1) {
			const unsigned port = (unsigned)__builtin_ctzll(ports);
			struct memory_write *const one = &m->write[m->n_writes++];

			one->at = (struct memory_place){ first + port, address[port] };
			switch_word(sw, cycle, first->reg->site, first->reg->row, port, address[port], one->word);
		}
	}
}

/* Does the RTL write there? Or only elsewhere: then that is the place. */
static bool written_there(struct memory_check *m, struct memory_place there)
{
	struct memory_place at = there;

	return compared(m, probe_writes(there.memory, &at.address) && at.address == there.address, at);
}

bool memory_check_ports(struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle)
{
	expect_writes(m, sw, cycle);
	const struct memory_write *w = m->write, *const end = w + m->n_writes;

	for (const struct memory_unit *u = m->unit; u < m->unit + m->n_units; u++) {
		uint64_t rtl = writes(u);

		for (; w < end && same_unit(w->at.memory, u->first); w++) {
			if (!written_there(m, w->at))
				return false;
			rtl &= ~(UINT64_C(1) << w->at.memory->reg->instance);
		}
		if (rtl) {
			m->differs.memory = u->first + __builtin_ctzll(rtl);
			probe_writes(m->differs.memory, &m->differs.address);
			return false;
		}
	}
	return true;
}

bool memory_check_written(struct memory_check *m)
{
	for (const struct memory_write *w = m->write; w < m->write + m->n_writes; w++)
		if (!compared(m, holds(w->at, w->word), w->at))
			return false;
	return true;
}

bool memory_check_next(struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle)
{
	const struct memory_place at = m->next;

	if (!m->probe->n_memories)
		return true;
	if (++m->next.address == at.memory->words) {
		m->next.address = 0;
		if (++m->next.memory == m->probe->memories + m->probe->n_memories)
			m->next.memory = m->probe->memories;
	}
	return compared(m, equal(sw, cycle, at), at);
}

bool memory_check_all(struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle)
{
	struct memory_place at;

	for (at.memory = m->probe->memories; at.memory < m->probe->memories + m->probe->n_memories; at.memory++)
		for (at.address = 0; at.address < at.memory->words; at.address++)
			if (!compared(m, equal(sw, cycle, at), at))
				return false;
	return true;
}

void memory_write_all(const struct memory_check *m, const struct sluice_switch *sw, uint64_t cycle)
{
	uint32_t word[FLIT_WORDS];
	struct memory_place at;

	for (at.memory = m->probe->memories; at.memory < m->probe->memories + m->probe->n_memories; at.memory++)
		for (at.address = 0; at.address < at.memory->words; at.address++)
			if (memory_model(sw, cycle, at, word))
				memcpy(at.memory->data + (size_t)at.address * at.memory->bytes, word, at.memory->bytes);
}
