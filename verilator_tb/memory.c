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
		m->words += r->words;
	}
}

bool memory_model(struct observed w, uint64_t cycle, struct memory_place at, uint32_t *words)
{
	const struct image_reg *r = at.memory->reg;

	return w.kind->memory(w.of, cycle, r->site, r->row, r->instance, at.address, words);
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

static bool equal(struct observed w, uint64_t cycle, struct memory_place at)
{
	uint32_t model[FLIT_WORDS];

	return !memory_model(w, cycle, at, model) || holds(at, model);
}

/* Ports of which the RTL writes this memory. */
static uint64_t writes(const struct memory_unit *u)
{
	uint64_t ports = 0;

	for (unsigned i = 0; i < u->ports; i++)
		ports |= (uint64_t)*u->wen[i] << i;
	return ports;
}

void memory_expect_swept(struct memory_check *m, struct observed w, uint64_t cycle, struct memory_swept *s)
{
	s->at = m->next;
	s->known = false;
	if (!m->probe->n_memories)
		return;
	s->known = memory_model(w, cycle, s->at, s->word);
	if (++m->next.address == m->next.memory->words) {
		m->next.address = 0;
		if (++m->next.memory == m->probe->memories + m->probe->n_memories)
			m->next.memory = m->probe->memories;
	}
}

void memory_expect_writes(const struct memory_check *m, struct observed w, uint64_t cycle, struct memory_expected *c)
{
	unsigned address[SWITCH_PORTS];

	c->n = 0;
	for (unsigned i = 0; i < m->n_units; i++) {
		const struct probe_memory *const first = m->unit[i].first;

		for (uint64_t ports = w.kind->writes(w.of, cycle, first->reg->site, first->reg->row, address); ports; ports &= ports - 1) {
			const unsigned port = (unsigned)__builtin_ctzll(ports);
			struct memory_write *const one = &c->write[c->n++];

			one->at = (struct memory_place){ first + port, address[port] };
			w.kind->word(w.of, cycle, first->reg->site, first->reg->row, port, address[port], one->word);
		}
	}
}

/* Does the RTL write there? Or only elsewhere: then *at is the place. */
static bool written_there(const struct memory_write *w, struct memory_place *at)
{
	unsigned address;

	*at = w->at;
	if (!probe_writes(w->at.memory, &address))
		return false;
	at->address = address;
	return address == w->at.address;
}

bool memory_check_ports(const struct memory_check *m, const struct memory_expected *c, struct memory_place *at)
{
	const struct memory_write *w = c->write, *const end = w + c->n;

	for (const struct memory_unit *u = m->unit; u < m->unit + m->n_units; u++) {
		uint64_t rtl = writes(u);

		for (; w < end && same_unit(w->at.memory, u->first); w++) {
			if (!written_there(w, at))
				return false;
			rtl &= ~(UINT64_C(1) << w->at.memory->reg->instance);
		}
		if (rtl) {
			*at = (struct memory_place){ u->first + __builtin_ctzll(rtl), 0 };
			probe_writes(at->memory, &at->address);
			return false;
		}
	}
	return true;
}

bool memory_check_written(const struct memory_expected *before, struct memory_place *at)
{
	for (const struct memory_write *w = before->write, *const end = w + before->n; w < end; w++)
		if (!holds(w->at, w->word)) {
			*at = w->at;
			return false;
		}
	return true;
}

bool memory_check_swept(const struct memory_swept *s, struct memory_place *at)
{
	*at = s->at;
	return !s->known || holds(s->at, s->word);
}

bool memory_check_all(const struct memory_check *m, struct observed w, uint64_t cycle, struct memory_place *at)
{
	for (at->memory = m->probe->memories; at->memory < m->probe->memories + m->probe->n_memories; at->memory++)
		for (at->address = 0; at->address < at->memory->words; at->address++)
			if (!equal(w, cycle, *at))
				return false;
	return true;
}

void memory_write_all(const struct memory_check *m, struct observed w, uint64_t cycle)
{
	uint32_t word[FLIT_WORDS];
	struct memory_place at;

	for (at.memory = m->probe->memories; at.memory < m->probe->memories + m->probe->n_memories; at.memory++)
		for (at.address = 0; at.address < at.memory->words; at.address++)
			if (memory_model(w, cycle, at, word))
				memcpy(at.memory->data + (size_t)at.address * at.memory->bytes, word, at.memory->bytes);
}
