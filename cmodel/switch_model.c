/* The functions of switch.h: of the model that the scheme of the switch chooses. */
#define _DEFAULT_SOURCE
#include "switch_model.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const struct switch_model *const models[SCHEMES] = {
#define SCHEME(id, text, classifier, memory, flow_control, queues, parameters, help) [SCHEME_##id] = &switch_##classifier,
#include "schemes.def"
#undef SCHEME
};

static inline struct switch_head *head_of(const struct sluice_switch *sw)
{
	return (struct switch_head *)(void *)(uintptr_t)sw;
}

static inline const struct switch_model *model_of(const struct sluice_switch *sw)
{
	return head_of(sw)->model;
}

/* Bytes by heat, with the struct in front. */
static bool measure(const struct switch_model *model, const struct shape *s, unsigned switches, struct arena *a)
{
	struct sluice_switch *nowhere = aligned_alloc(64, (model->bytes + 63) / 64 * 64);

	if (nowhere) {
		memset(nowhere, 0, model->bytes);
		model->place(nowhere, s, switches, a);
	}
	free(nowhere);
	return nowhere;
}

unsigned switch_bank(const struct shape *s)
{
	return models[s->scheme]->banks ? SWITCH_PORTS / s->radix : 1;
}

struct sluice_switch *switch_new(const struct shape *s)
{
	return switch_new_bank(s, 1);
}

struct sluice_switch *switch_new_bank(const struct shape *s, unsigned switches)
{
	const struct switch_model *model = models[s->scheme];
	struct arena a = { NULL, { model->bytes, 0 } };

	if (!measure(model, s, switches, &a))
		return NULL;
	const size_t hot = (a.used[HOT] + 63) / 64 * 64;
	const size_t size = hot + a.used[COLD];

	/* straight from the system, so that what is never touched costs no memory: calloc() clears blocks of this size by hand */
	a.block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (a.block == MAP_FAILED)
		return NULL;
	a.used[HOT] = model->bytes;
	a.used[COLD] = hot;
	struct sluice_switch *sw = (struct sluice_switch *)(void *)a.block;

	*head_of(sw) = (struct switch_head){ model, model->step, size };
	model->place(sw, s, switches, &a);
	model->reset(sw, s, switches);
	return sw;
}

void switch_free(struct sluice_switch *sw)
{
	if (sw)
		munmap(sw, head_of(sw)->size);
}

void switch_configure(struct sluice_switch *sw, unsigned number, const struct table_entry *table)
{
	model_of(sw)->configure(sw, number, table);
}

void switch_configure_word(struct sluice_switch *sw, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	model_of(sw)->configure_word(sw, number, destination, entry);
}

bool switch_connect(struct sluice_switch *sw, const struct exits *exits)
{
	const struct switch_model *model = model_of(sw);

	if (model->connect)
		model->connect(sw, exits);
	return model->connect;
}

uint64_t switch_step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return head_of(sw)->step(sw, cycle, in, out);
}

void switch_image(struct sluice_switch *sw, uint64_t cycle, struct image *m)
{
	model_of(sw)->image(sw, cycle, m);
}

bool switch_memory(const struct sluice_switch *sw, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	return model_of(sw)->memory(sw, cycle, site, row, port, address, words);
}

uint64_t switch_writes(const struct sluice_switch *sw, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	return model_of(sw)->writes(sw, cycle, site, row, address);
}

void switch_word(const struct sluice_switch *sw, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	model_of(sw)->word(sw, cycle, site, row, port, address, words);
}

bool switch_written(const struct sluice_switch *sw, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned *address)
{
	return model_of(sw)->written(sw, cycle, site, row, port, address);
}

bool switch_drained(const struct sluice_switch *sw)
{
	return model_of(sw)->drained(sw);
}

bool switch_waiting(const struct sluice_switch *sw, unsigned input, struct switch_waiting *w)
{
	return model_of(sw)->waiting(sw, input, w);
}

const struct switch_counts *switch_counts(const struct sluice_switch *sw)
{
	return model_of(sw)->counts(sw);
}
