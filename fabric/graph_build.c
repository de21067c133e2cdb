#include "graph_build_parts.h"

#include <stdlib.h>
#include <string.h>

void graph_build_free(struct graph_build *b)
{
	free(b->device);
	free(b->link);
	free(b->port);
	free(b->slot);
	free(b->text);
	*b = (struct graph_build){ .lines = b->lines };
}

/* An array with room for `more` elements behind the first n; NULL: not enough memory, and it is as before. */
static void *with_room(struct graph_build *b, void *array, size_t n, size_t more, size_t size, size_t *room)
{
	const size_t least = n + more;
	void *larger = array;

	if (least > *room) {
		const size_t wanted = least > 2 * *room ? least + 64 : 2 * *room;

		larger = realloc(array, wanted * size);
		if (!larger)
			file_lines_no_memory(b->lines);
		else
			*room = wanted;
	}
	return larger;
}

/* Keeps a text; its place in b->text, SIZE_MAX: not enough memory. */
static size_t keep(struct graph_build *b, const char *s, size_t size)
{
	const size_t at = b->text_size;
	char *text = with_room(b, b->text, at, size + 1, 1, &b->text_room);

	if (!text)
		return SIZE_MAX;
	b->text = text;
	memcpy(text + at, s, size);
	text[at + size] = '\0';
	b->text_size += size + 1;
	return at;
}

static uint32_t hash(const char *key, size_t size)
{
	return (uint32_t)(text_hash(TEXT_HASH_SEED, (struct text){ (char *)key, size }) >> 16);
}

/* The slot of a key: its own, or an empty one. */
static uint32_t *slot_of(const struct graph_build *b, const char *key, size_t size)
{
	uint32_t i = hash(key, size) & (b->slots - 1);

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
	struct build_device *device;
	uint32_t *slot;
	size_t text;

	if (!more_slots(b))
		return GRAPH_NONE;
	slot = slot_of(b, key, size);
	if (*slot)
		return *slot - 1;
	text = keep(b, key, size);
	device = text == SIZE_MAX ? NULL : with_room(b, b->device, b->devices, 1, sizeof *device, &b->device_room);
	if (!device)
		return GRAPH_NONE;
	b->device = device;
	b->device[b->devices] = (struct build_device){ .key = text, .used = b->lines->number };
	*slot = ++b->devices;
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
		return file_lines_refuse(b->lines, b->lines->number, "'%.*s' is described otherwise in line %u", WORD_SHOWN, b->text + d->key, d->line);
	if (f->lid && d->facts.lid && f->lid != d->facts.lid)
		return file_lines_refuse(b->lines, b->lines->number, "LID %u of '%.*s' is %u in line %u", f->lid, WORD_SHOWN, b->text + d->key,
					 d->facts.lid, d->line);
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
	struct build_port *to = with_room(b, b->port, b->ports, 1, sizeof *to, &b->port_room);

	if (!to)
		return false;
	b->port = to;
	b->port[b->ports++] = (struct build_port){ *f, device, port, b->lines->number };
	return true;
}

bool graph_build_link(struct graph_build *b, uint32_t a, unsigned a_port, uint32_t c, unsigned c_port, struct link_rate rate)
{
	struct build_link *to = with_room(b, b->link, b->links, 1, sizeof *to, &b->link_room);

	if (!to)
		return false;
	b->link = to;
	b->link[b->links++] = (struct build_link){ a, c, a_port, c_port, b->lines->number, rate };
	return true;
}

/* Is the device called this: by name, by key, or by its GUID? */
static bool is_called(const struct graph_build *b, const struct build_device *d, const char *name)
{
	const char *at = name;
	uint64_t guid;

	if (!strcmp(b->text + d->key, name) || (d->line && !strcmp(b->text + d->name, name)))
		return true;
	return !strncmp(name, "0x", 2) && line_hex(&at, &guid) && !*at && d->facts.guid && d->facts.guid == guid;
}

bool graph_build_leave_out(struct graph_build *b, struct file_lines *without)
{
	char *name;

	while ((name = file_lines_name(without))) {
		unsigned n = 0;

		for (uint32_t i = 0; i < b->devices; i++)
			if (is_called(b, &b->device[i], name)) {
				b->device[i].left_out = true;
				n++;
			}
		if (!n)
			return file_lines_refuse(without, without->number, "no switch or adapter is called '%.*s'", WORD_SHOWN, name);
	}
	return true;
}
