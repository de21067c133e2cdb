#include "observed.h"

static void image(void *of, uint64_t cycle, struct image *m)
{
	switch_image(of, cycle, m);
}

static bool memory(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	return switch_memory(of, cycle, site, row, port, address, words);
}

static uint64_t writes(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	return switch_writes(of, cycle, site, row, address);
}

static bool word(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	switch_word(of, cycle, site, row, port, address, words);
	return true;
}

struct observed observed_switch(struct sluice_switch *sw)
{
	static const struct observed_kind kind = { image, memory, writes, word };

	return (struct observed){ sw, &kind };
}
