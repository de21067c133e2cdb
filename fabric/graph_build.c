#include "graph_build.h"

#include "grown.h"

#include <stdlib.h>
#include <string.h>

/* Keeps a text; its place in b->text, SIZE_MAX: not enough memory. */
static size_t keep(struct graph_build *b, const char *s, size_t size)
{
	const size_t at = b->text_size, end = at + size + 1;

	if (end > b->text_room) {
		char *const larger = realloc(b->text, 2 * end + 64);

		if (!larger) {
			file_lines_no_memory(b->lines);
			return SIZE_MAX;
		}
		b->text = larger;
		b->text_room = 2 * end + 64;
	}
	memcpy(b->text + at, s, size);
	b->text[end - 1] = '\0';
	b->text_size = end;
	return at;
}

/* The slot of a key: its own, or an empty one. */
static uint32_t *slot_of(const struct graph_build *b, const char *key, size_t size)
{
	uint32_t i = (uint32_t)(text_hash(TEXT_HASH_SEED, (struct text){ (char *)key, size }) >> 16) & (b->slots - 1);

	for (; b->slot[i]; i = (i + 1) & (b->slots - 1)) {
		const char *other = b->text + b->device[b->slot[i] - 1].key;

		if (strlen(other) == size && !memcmp(other, key, size))
			break;
	}
	return &b->slot[i];
}

/* Twice as many slots, if half of them are taken. */
static bool more_slots(struct graph_build *b)
{
	const uint32_t slots = b->slots ? 2 * b->slots : 64;
	uint32_t *slot;

	if (2 * (b->devices + 1) <= b->slots)
		return true;
	slot = calloc(slots, sizeof *slot);
	if (!slot)
		return file_lines_no_memory(b->lines);
	free(b->slot);
	b->slot = slot;
	b->slots = slots;
	for (uint32_t i = 0; i < b->devices; i++) {
		const char *key = b->text + b->device[i].key;

		*slot_of(b, key, strlen(key)) = i + 1;
	}
	return true;
}

uint32_t graph_build_device(struct graph_build *b, const char *key, size_t size)
{
	struct build_device device = { .used = b->lines->number };
	uint32_t *slot;

	if (!more_slots(b))
		return GRAPH_NONE;
	slot = slot_of(b, key, size);
	if (*slot)
		return *slot - 1;
	device.key = keep(b, key, size);
	if (device.key == SIZE_MAX)
		return GRAPH_NONE;
	if (!push(&b->device, &b->devices, &b->device_room, &device, sizeof device)) {
		file_lines_no_memory(b->lines);
		return GRAPH_NONE;
	}
	*slot = b->devices;
	return b->devices - 1;
}

static char shown(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f ? '?' : c;
}

/* Is the device called otherwise? */
static bool renamed(const struct graph_build *b, const struct build_device *d, const struct device_facts *f)
{
	const char *const name = b->text + d->name;
	bool same = strlen(name) == f->name_size;

	for (size_t i = 0; same && i < f->name_size; i++)
		same = name[i] == shown(f->name[i]);
	return !same;
}

static bool describe_again(struct graph_build *b, struct build_device *d, const struct device_facts *f)
{
	if (f->is_switch != d->facts.is_switch || (f->ports && f->ports != d->facts.ports) || (f->guid && f->guid != d->facts.guid) ||
	    (f->lmc && d->facts.lmc && f->lmc != d->facts.lmc) || renamed(b, d, f))
		return file_lines_refuse(b->lines, "'%.*s' is described otherwise in line %u", WORD_SHOWN, b->text + d->key, d->line);
	if (f->lid && d->facts.lid && f->lid != d->facts.lid)
		return file_lines_refuse(b->lines, "LID %u of '%.*s' is %u in line %u", f->lid, WORD_SHOWN, b->text + d->key, d->facts.lid, d->line);
	return true;
}

bool graph_build_describe(struct graph_build *b, uint32_t device, const struct device_facts *f)
{
	struct build_device *d = &b->device[device];

	if (d->line)
		return describe_again(b, d, f);
	d->name = keep(b, f->name, f->name_size);
	if (d->name == SIZE_MAX)
		return false;
	for (char *c = b->text + d->name; *c; c++)
		*c = shown(*c);
	d->facts = *f;
	d->facts.name = NULL;
	d->line = b->lines->number;
	return true;
}

void graph_build_ports(struct graph_build *b, uint32_t device, unsigned ports)
{
	unsigned *has = &b->device[device].facts.ports;

	*has = ports > *has ? ports : *has;
}

bool graph_build_port(struct graph_build *b, uint32_t device, unsigned port, const struct port_facts *f)
{
	const struct build_port p = { *f, { device, port }, b->lines->number };

	return push(&b->port, &b->ports, &b->port_room, &p, sizeof p) || file_lines_no_memory(b->lines);
}

bool graph_build_link(struct graph_build *b, struct build_end from, struct build_end to, struct link_rate rate)
{
	const struct build_link link = { from, to, b->lines->number, rate };

	return push(&b->link, &b->links, &b->link_room, &link, sizeof link) || file_lines_no_memory(b->lines);
}
