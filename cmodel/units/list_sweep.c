#include "list_sweep.h"

#include "render.h"

void list_sweep_place(void *unit, const struct bank *b, struct arena *a)
{
	struct list_sweep *const u = unit;
	const struct shape *s = b->s;

	if (!s->lists_in_memory)
		return;
	u->nodes = s->nodes;
	u->lines = s->saqs;
	u->start_row = arena_take(a, HOT, (size_t)b->ports * s->saqs, sizeof *u->start_row);
	u->row = arena_take(a, COLD, (size_t)b->ports * s->nodes, sizeof *u->row);
}

uint32_t list_sweep_clear(struct list_sweep *u, unsigned port, uint32_t columns)
{
	const uint16_t at = u->sweep_row[port], next = at + 1u == u->nodes ? 0 : (uint16_t)(at + 1);
	uint32_t *const row = list_sweep_row(u, port, at);

	if (*row & columns)
		*row &= ~columns;
	u->wrote |= bit(port);
	u->wrote_at[port] = at;
	u->sweep_row[port] = next;
	if (u->known[port] == at)
		u->known[port]++;
	return (uint32_t)MEMBERS_WHERE(l, columns, *list_sweep_start_row(u, port, l) == next);
}

void list_sweep_end(struct list_sweep *u, unsigned port, uint32_t rest, uint32_t begin)
{
	if (!rest)
		u->sweep_row[port] = 0;
	EACH_IN(l, begin)
		*list_sweep_start_row(u, port, l) = u->sweep_row[port];
}

void list_sweep_image(const struct list_sweep *u, const struct shape *s, unsigned port, struct rendering r, unsigned sweep_row, unsigned start_row)
{
	render(r, port, sweep_row, u->sweep_row[port]);
	for (unsigned l = 0; l < s->saqs; l++)
		render_field(r, port, start_row, l, s->destination_w, *list_sweep_start_row(u, port, l));
}

bool list_sweep_memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct list_sweep *const u = unit;

	(void)row;
	if (address >= u->known[port])
		return false;
	words_put(words, *list_sweep_row(u, port, address), v->s->saqs);
	return true;
}

uint64_t list_sweep_writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct list_sweep *const u = unit;

	(void)row;
	return v->stepped ? writes_of(u->wrote, u->wrote_at, address) : 0;
}

bool list_sweep_empty(const struct list_sweep *u, unsigned ports)
{
	uint64_t any = 0;

	for (size_t k = 0; k < (size_t)ports * u->nodes; k++)
		any |= u->row[k];
	return !any;
}
