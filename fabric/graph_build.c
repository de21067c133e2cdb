#include "graph_build.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
	const struct build_key *const x = a, *const y = b;

	return strcmp(x->text, y->text);
}

struct build_key *graph_build_key(struct graph_build *b, void **tree, const char *text, size_t size)
{
	struct build_key *const key = malloc(sizeof *key + size + 1), **found = NULL;

	if (key) {
		key->number = GRAPH_NONE;
		memcpy(key->text, text, size);
		key->text[size] = '\0';
		found = tsearch(key, tree, by_text);
	}
	if (!found || *found != key)
		free(key);
	if (!found)
		file_lines_no_memory(b->lines);
	return found ? *found : NULL;
}

static char shown(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f ? '?' : c;
}

/* Is the device called otherwise? */
static bool renamed(const struct build_device *d, const struct device_facts *f)
{
	const char *const name = d->facts.name;
	bool same = strlen(name) == f->name_size;

	for (size_t i = 0; same && i < f->name_size; i++)
		same = name[i] == shown(f->name[i]);
	return !same;
}

static bool describe_again(struct graph_build *b, struct build_device *d, const struct device_facts *f)
{
	if (f->is_switch != d->facts.is_switch || (f->ports && f->ports != d->facts.ports) || (f->guid && f->guid != d->facts.guid) ||
	    (f->lmc && d->facts.lmc && f->lmc != d->facts.lmc) || renamed(d, f))
		return file_lines_refuse(b->lines, "'%.*s' is described otherwise in line %u", WORD_SHOWN, d->key, d->line);
	if (f->lid && d->facts.lid && f->lid != d->facts.lid)
		return file_lines_refuse(b->lines, "LID %u of '%.*s' is %u in line %u", f->lid, WORD_SHOWN, d->key, d->facts.lid, d->line);
	return true;
}

static bool describe(struct graph_build *b, uint32_t device, const struct device_facts *f)
{
	struct build_device *d = &b->device[device];

	if (d->line)
		return describe_again(b, d, f);
	char *const name = stock_text(b->memory, f->name, f->name_size);

	for (char *c = name; c && *c; c++)
		*c = shown(*c);
	d->facts = *f;
	d->facts.name = name;
	d->line = b->lines->number;
	return (name && stock_push(&b->own, &b->order, &b->described, &device, sizeof device)) || file_lines_no_memory(b->lines);
}

uint32_t graph_build_device(struct graph_build *b, const char *text, size_t size, const struct device_facts *f)
{
	struct build_key *const key = graph_build_key(b, &b->keys, text, size);

	if (!key)
		return GRAPH_NONE;
	if (key->number == GRAPH_NONE) {
		const struct build_device device = { .key = key->text, .used = b->lines->number };

		if (!stock_push(&b->own, &b->device, &b->devices, &device, sizeof device)) {
			file_lines_no_memory(b->lines);
			return GRAPH_NONE;
		}
		key->number = b->devices - 1;
	}
	return !f || describe(b, key->number, f) ? key->number : GRAPH_NONE;
}

bool graph_build_port(struct graph_build *b, uint32_t device, unsigned port, const struct port_facts *f)
{
	const struct build_port p = { *f, { device, port }, b->lines->number };

	return stock_push(&b->own, &b->port, &b->ports, &p, sizeof p) || file_lines_no_memory(b->lines);
}

bool graph_build_link(struct graph_build *b, struct build_end from, struct build_end to, struct link_rate rate)
{
	const struct build_link link = { from, to, b->lines->number, rate };

	return stock_push(&b->own, &b->link, &b->links, &link, sizeof link) || file_lines_no_memory(b->lines);
}

void graph_build_forget(struct graph_build *b)
{
	tdestroy(b->keys, free);
	tdestroy(b->guids, free);
	tdestroy(b->pairs, free);
	stock_free(&b->own);
}
