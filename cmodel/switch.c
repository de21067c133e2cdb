/* The functions of switch.h: of the model that the scheme of the switch chooses. */
#include "link_use.h"
#include "registers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const struct switch_model *const models[CLASSIFIERS] = {
#define CLASSIFIER(id, name) [CLASSIFIER_##id] = &switch_##id,
#include "schemes.def"
};

static void place_units(struct sluice_switch *sw, struct arena *a)
{
	EACH_UNIT(u, sw) {
		const struct bank b = unit_bank(sw, u);

		unit_place(u->model, unit_in(sw, u), &b, a);
	}
}

static void reset_units(struct sluice_switch *sw)
{
	EACH_UNIT(u, sw) {
		const struct bank b = unit_bank(sw, u);

		if (u->model->reset)
			u->model->reset(unit_in(sw, u), &b);
	}
}

/* What all have in common; units are placed behind it, if there is a block. */
static void begin(struct sluice_switch *sw, const struct shape *s, unsigned switches, struct arena *a)
{
	const unsigned ports = switches * s->radix;
	struct shape all = *s;

	sw->model = models[s->classifier];
	sw->shape = *s;
	sw->switches = switches;
	sw->ports = ones(ports);
	sw->due = UINT64_MAX;
	for (unsigned i = 0; i < ports; i++) {
		sw->first[i] = (uint8_t)(i - i % s->radix);
		sw->number[i] = (uint8_t)(i / s->radix);
	}
	wheel_place(&sw->wheel, a, s->packet_flits);
	sw->counts = arena_take(a, COLD, switches, sizeof *sw->counts);
	all.radix = ports;
	if (s->csr)
		sw->registers = arena_take(a, COLD, 1, sizeof *sw->registers);
	sw->standing = arena_take(a, PAST, SITES, sizeof *sw->standing);
	if (sw->model->place)
		sw->model->place(sw, &all, a);
	place_units(sw, a);
	if (!a->block)
		return;
	reset_units(sw);
	if (sw->model->reset)
		sw->model->reset(sw, &all);
	sw->step = sw->model->step ? sw->model->step : sw->model->steps[switch_width_place()](sw);
	if (s->csr)
		registers_reset(sw);
}

/* Bytes by heat, with the struct in front. */
static bool measure(const struct shape *s, unsigned switches, struct arena *a)
{
	struct sluice_switch *nowhere = aligned_alloc(64, (a->used[HOT] + 63) / 64 * 64);

	if (nowhere) {
		memset(nowhere, 0, a->used[HOT]);
		begin(nowhere, s, switches, a);
	}
	free(nowhere);
	return nowhere;
}

unsigned switch_bank(const struct shape *s)
{
	return s->csr ? 1 : models[s->classifier]->ports / s->radix;
}

unsigned switch_depart(const struct shape *s)
{
	return models[s->classifier]->depart;
}

bool switch_reports_grants(const struct shape *s)
{
	return models[s->classifier]->reports_grants;
}

struct sluice_switch *switch_new(const struct shape *s)
{
	return switch_new_bank(s, 1);
}

/* What a bank needs, and, of its state, how much is hot. */
static struct switch_memory measure_bank(const struct shape *s, unsigned switches, size_t *hot)
{
	struct arena a = { .used = { models[s->classifier]->bytes, 0 } };

	if (!measure(s, switches, &a))
		return (struct switch_memory){ .state = 0 };
	*hot = (a.used[HOT] + 63) / 64 * 64;
	return (struct switch_memory){
		.state = (*hot + a.used[COLD] + 63) / 64 * 64, .past = (a.used[PAST] + 63) / 64 * 64, .rows = a.rows.n, .row = a.rows.bytes,
	};
}

static struct sluice_switch *make_bank(const struct switch_room *room, const struct shape *s, unsigned switches, size_t hot, size_t size)
{
	struct sluice_switch *sw = room->state;
	struct arena a = {
		.block = room->state, .past = room->past, .used = { models[s->classifier]->bytes, hot }, .rows = { .at = room->rows, .apart = room->apart },
	};

	sw->size = size;
	begin(sw, s, switches, &a);
	sw->rows = a.rows;
	return sw;
}

struct sluice_switch *switch_new_spaced(const struct shape *s, unsigned switches, size_t spread)
{
	size_t hot;
	const struct switch_memory m = measure_bank(s, switches, &hot);
	const size_t rows = m.rows * m.row * spread, bytes = m.state + rows + m.past;

	if (!m.state)
		return NULL;
	/* straight from the system, so that what is never touched costs no memory, nor a promise of it: calloc() clears blocks of this size by hand */
	char *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return NULL;
	struct sluice_switch *const sw = make_bank(&(struct switch_room){ at, at + m.state + rows, at + m.state, m.row * spread }, s, switches, hot, m.state);

	sw->own = bytes;
	return sw;
}

struct sluice_switch *switch_new_bank(const struct shape *s, unsigned switches)
{
	return switch_new_spaced(s, switches, 1);
}

struct switch_memory switch_bank_memory(const struct shape *s, unsigned switches)
{
	size_t hot;

	return measure_bank(s, switches, &hot);
}

struct sluice_switch *switch_new_bank_in(const struct switch_room *room, const struct shape *s, unsigned switches)
{
	size_t hot;
	const struct switch_memory m = measure_bank(s, switches, &hot);

	return m.state ? make_bank(room, s, switches, hot, m.state) : NULL;
}

void switch_free(struct sluice_switch *sw)
{
	if (sw && sw->own)
		munmap(sw, sw->own);
}

void switch_configure_word(struct sluice_switch *sw, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	sw->model->configure(sw, number, destination, entry);
}

void switch_configure_route(struct sluice_switch *sw, unsigned number, uint32_t destination, const struct table_route *route)
{
	sw->model->route(sw, number, destination, route);
}

void switch_position(struct sluice_switch *sw, unsigned number, uint32_t at)
{
	sw->model->position(sw, number, at);
}

void switch_connect(struct sluice_switch *sw, const struct links *links)
{
	sw->links = links;
}

void switch_fetch(struct sluice_switch *sw, uint64_t heads, bool farther)
{
	sw->far = true;
	sw->farther = farther;
	if (sw->model->fetch)
		sw->model->fetch(sw, heads);
}

void switch_hot(const struct sluice_switch *sw, struct hot_lines *h)
{
	*h = (struct hot_lines){ .of = (const char *)sw };
	if (sw->model->hot)
		sw->model->hot(sw, h);
}

bool switch_holds(const struct shape *s)
{
	return models[s->classifier]->hold;
}

void switch_hold(struct sluice_switch *sw, uint64_t outputs)
{
	for (unsigned k = 0; k < sw->wheel.n; k++)
		sw->wheel.at[k].outputs &= ~outputs;
	sw->model->hold(sw, outputs, true);
}

void switch_let_go(struct sluice_switch *sw, uint64_t outputs)
{
	sw->model->hold(sw, outputs, false);
}

uint64_t switch_step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	assert(cycle >= sw->now && cycle <= sw->due && !((in->head | in->credit | in->message) & ~sw->ports));
	sw->due = sw->step(sw, cycle, in, out);
	sw->now = cycle + 1;
	return sw->due;
}

static struct sight sight_of(const struct sluice_switch *sw, const struct shape *s, uint64_t cycle)
{
	return (struct sight){
		.at = sw->standing, .s = s, .ports = ones(s->radix), .cycle = cycle, .anew = cycle != sw->next_shown, .stepped = cycle + 1 == sw->now,
	};
}

/* Registers that follow packets are those at the beginning of `cycle`. */
static void pass_until(struct sluice_switch *sw, uint64_t cycle)
{
	for (; sw->model->pass && sw->passed < cycle; sw->passed++)
		sw->model->pass(sw);
}

/* The step, and what units remember of it: registers follow it from now on. */
static uint64_t observed_step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	uint64_t due;

	pass_until(sw, cycle);
	EACH_UNIT(u, sw) {
		const struct sight v = sight_of(sw, unit_shape(sw, u), cycle);

		if (u->model->before)
			u->model->before(unit_in(sw, u), &v, in);
	}
	due = sw->unobserved(sw, cycle, in, out);
	sw->now = cycle + 1;
	EACH_UNIT(u, sw) {
		const struct sight v = sight_of(sw, unit_shape(sw, u), cycle);

		if (u->model->after)
			u->model->after(unit_in(sw, u), &v, in, out);
	}
	return sw->model->follows && sw->model->follows(sw) ? cycle + 1 : due;
}

static void observe(struct sluice_switch *sw)
{
	switch_step_function **const step = sw->registers ? &sw->registers->step : &sw->step;

	EACH_UNIT(u, sw)
		if (u->site < SITES)
			sw->standing[u->site] = (struct standing){ unit_in(sw, u), u->model, unit_shape(sw, u) };
	sw->unobserved = *step;
	sw->next_shown = UINT64_MAX;
	*step = observed_step;
}

static void image_units(const struct sluice_switch *sw, uint64_t cycle, struct image *m)
{
	EACH_UNIT(u, sw)
		if (u->model->image && u->site < SITES && m->instances[u->site]) {
			struct sight v = sight_of(sw, unit_shape(sw, u), cycle);

			v.site = u->site;
			u->model->image(unit_in(sw, u), &v, m);
		}
}

void switch_image(struct sluice_switch *sw, uint64_t cycle, struct image *m)
{
	if (sw->model->image) {
		sw->model->image(sw, m);
		return;
	}
	assert(cycle >= sw->now && cycle <= sw->due);
	if (!sw->unobserved)
		observe(sw);
	pass_until(sw, cycle);
	image_units(sw, cycle, m);
	if (sw->registers)
		registers_image(sw, m);
	sw->next_shown = cycle + 1;
}

/* The unit whose memory is asked for, and its sight. NULL: there is none. */
static const struct standing *unit_asked(const struct sluice_switch *sw, uint64_t cycle, enum site site, struct sight *v)
{
	const struct standing *const u = sw->standing ? sw->standing + site : NULL;

	if (!u || !u->model)
		return NULL;
	*v = sight_of(sw, u->s, cycle);
	v->site = site;
	return u;
}

bool switch_memory(const struct sluice_switch *sw, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	struct sight v;
	const struct standing *const u = unit_asked(sw, cycle, site, &v);

	if (sw->model->memory)
		return sw->model->memory(sw, site, row, address, words);
	return u && u->model->memory && u->model->memory(u->unit, &v, row, port, address, words);
}

uint64_t switch_writes(const struct sluice_switch *sw, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	struct sight v;
	const struct standing *const u = unit_asked(sw, cycle, site, &v);

	if (sw->model->writes)
		return sw->model->writes(sw, site, row, address);
	return u && u->model->writes ? u->model->writes(u->unit, &v, row, address) & v.ports : 0;
}

void switch_word(const struct sluice_switch *sw, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	struct sight v;
	const struct standing *const u = unit_asked(sw, cycle, site, &v);
	const bool known = (u && u->model->word && u->model->word(u->unit, &v, row, port, address, words)) ||
			   switch_memory(sw, cycle + 1, site, row, port, address, words);

	assert(known);
	(void)known;
}

bool switch_drained(const struct sluice_switch *sw)
{
	if (sw->wheel.occupied || (sw->model->drained && !sw->model->drained(sw)))
		return false;
	EACH_UNIT(u, sw) {
		const struct bank b = unit_bank(sw, u);

		if (u->model->rests && !u->model->rests(unit_in(sw, u), &b))
			return false;
	}
	return true;
}

bool switch_waiting(const struct sluice_switch *sw, unsigned input, struct switch_waiting *w)
{
	const struct shape its = shape_in(&sw->shape, input - sw->first[input]);
	bool any = false;

	for (unsigned q = 0; q < its.queues && !(any && w->why != WAITS_OTHERS); q++)
		any |= sw->model->head(sw, input, q, w);
	return any;
}

bool switch_blocked(const struct sluice_switch *sw, unsigned input, unsigned vc, struct switch_blocked *b)
{
	return sw->model->blocked(sw, input, vc, b);
}

struct switch_throttle switch_throttle(const struct sluice_switch *sw, unsigned number, uint64_t cycle)
{
	return sw->model->throttle(sw, number, cycle);
}

const struct switch_counts *switch_counts(const struct sluice_switch *sw)
{
	if (sw->model->count)
		sw->model->count(sw);
	return sw->counts;
}

bool inspect_has_outputs(const struct shape *s)
{
	return s->classifier == CLASSIFIER_CIOQ;
}

unsigned inspect_port(const struct sluice_switch *sw, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	return sw->model->inspect(sw, side, port, found, arg);
}
