#include "memory.h"

#include "pins.h"

#include <assert.h>
#include <string.h>

void memory_check_init(struct memory_check *m, const struct probe *p)
{
	*m = (struct memory_check){ .probe = p, .per_cycle = MEMORY_ROLLING, .next = { p->memories, 0 } };
	for (unsigned i = 0; i < p->n_memories; i++) {
		const struct probe_memory *r = &p->memories[i];

		if (r->port == 0) {
			assert(m->n_units < MEMORY_UNITS);
			m->unit[m->n_units++] = (struct memory_unit){ .first = r, .seen = true };
		}
		struct memory_unit *u = &m->unit[m->n_units - 1];

		assert(r->unit == u->first->unit && r == u->first + r->port);
		u->wen[r->port] = r->wen;
		u->seen = u->seen && r->wen;
		m->ports = r->port + 1;
		m->words += r->words;
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

/* Ports of which the RTL writes this memory. */
static uint64_t writes(const struct memory_check *m, const struct memory_unit *u)
{
	uint64_t ports = 0;

	for (unsigned i = 0; i < m->ports; i++)
		ports |= (uint64_t)*u->wen[i] << i;
	return ports;
}

/* A port that only one of model and RTL writes. */
static struct memory_place lone_write(const struct memory_unit *u, const struct sluice_switch *w, uint64_t cycle, unsigned port)
{
	const struct probe_memory *r = u->first + port;
	struct memory_place at = { r, 0 };

	if (!probe_writes(r, &at.address))
		switch_written(w, cycle, r->unit, r->row, port, &at.address);
	return at;
}

/* Both write the same ports; do they so at the same address? */
static bool same_addresses(const struct memory_unit *u, struct memory_place *at)
{
	for (uint64_t m = u->seen ? u->written : 0; m; m &= m - 1) {
		const unsigned port = (unsigned)__builtin_ctzll(m), address = probe_address(u->first + port);

		if (address != u->address[port]) {
			*at = (struct memory_place){ u->first + port, address };
			return false;
		}
	}
	return true;
}

bool memory_check_ports(struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	for (struct memory_unit *u = m->unit, *end = u + m->n_units; u < end; u++) {
		u->written = switch_writes(w, cycle, u->first->unit, u->address);
		const uint64_t rtl = u->seen ? writes(m, u) : u->written;

		if (rtl != u->written) {
			*at = lone_write(u, w, cycle, (unsigned)__builtin_ctzll(rtl ^ u->written));
			return false;
		}
		if (!same_addresses(u, at))
			return false;
	}
	return true;
}

bool memory_check_written(const struct memory_check *m, const struct sluice_switch *w, uint64_t cycle, struct memory_place *at)
{
	for (const struct memory_unit *u = m->unit, *end = u + m->n_units; u < end; u++)
		for (uint64_t ports = u->written; ports; ports &= ports - 1) {
			const unsigned port = (unsigned)__builtin_ctzll(ports);
			const struct memory_place written = { u->first + port, u->address[port] };
			uint32_t model[FLIT_WORDS];

			switch_word(w, cycle - 1, u->first->unit, port, written.address, model);
			if (!holds(written, model)) {
				*at = written;
				return false;
			}
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
