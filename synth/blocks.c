#include "blocks.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

void blocks_of(struct blocks *b, const struct shape *s, const struct memory_map *map)
{
	struct unit_desc units[UNITS], plain_units[UNITS];
	struct site_desc sites[SITES];
	struct shape plain = *s;

	plain.saqs = 0;
	units_describe(&plain, plain_units, sites);
	units_describe(s, units, sites);
	*b = (struct blocks){ .map = map };
	b->shapes = memory_shapes(s, map, b->shape);
	for (const struct site_desc *at = sites; at < sites + SITES; at++) {
		const struct unit_desc *const u = &units[at->unit];

		if (at->instances && !blocks_find(b, u->name))
			b->block[b->n++] = (struct block){ u->name, at->per, !plain_units[at->unit].present };
	}
	if (s->saqs)
		b->block[b->n++] = (struct block){ "notify_in", AT_INPUT, true };
}

void blocks_of_fabric(struct blocks *b, const char *node)
{
	const char *const parts[] = { "switch", "fabric_link", "boot", node };
	const unsigned n = sizeof parts / sizeof *parts - !node;

	*b = (struct blocks){ .n = 0 };
	for (unsigned i = 0; i < n; i++)
		b->block[b->n++] = (struct block){ parts[i], AT_SWITCH, false };
}

/* A cell is a line "cell \<name>_ram_1r1w \data_mem", and lines "parameter \WORDS 512" until "end". */
bool blocks_read_memories(struct blocks *b, const char *path)
{
	struct text t = text_read(path);
	bool good = t.s;
	struct memory_shape m = { .words = 0 };
	char *rest = t.s, *line;

	while (good && (line = text_line(&rest))) {
		const char *const word = line + strspn(line, " ");

		if (!strncmp(word, "cell ", 5))
			m = (struct memory_shape){ .masked = strstr(word, "_ram_1r1w_masked ") };
		else if (!strncmp(word, "parameter ", 10) && strstr(word, "\\WORDS "))
			m.words = (unsigned)strtoul(strrchr(word, ' '), NULL, 10);
		else if (!strncmp(word, "parameter ", 10) && strstr(word, "\\WIDTH "))
			m.width = (unsigned)strtoul(strrchr(word, ' '), NULL, 10);
		else if (!strcmp(word, "end") && m.words && m.width) {
			good = memory_shapes_add(b->shape, &b->shapes, &m);
			m.words = 0;
		}
	}
	free(t.s);
	return good;
}

bool blocks_has_macro(const struct blocks *b, const char *name)
{
	for (unsigned i = 0; b->map && i < b->map->n; i++)
		if (!strcmp(b->map->macro[i].name, name))
			return true;
	return false;
}

static const struct block *find(const struct blocks *b, const char *name, size_t n)
{
	for (unsigned i = 0; i < b->n; i++)
		if (strlen(b->block[i].name) == n && !memcmp(b->block[i].name, name, n))
			return &b->block[i];
	return NULL;
}

const struct block *blocks_find(const struct blocks *b, const char *name)
{
	return find(b, name, strlen(name));
}

const struct block *blocks_of_module(const struct blocks *b, const char *prefix, const char *module)
{
	const char *const slash = strchr(module, '\\'), *const name = slash ? slash + 1 : module;
	const size_t n = strcspn(name, "\\"), k = strlen(prefix);

	return n > k && !strncmp(name, prefix, k) && name[k] == '_' ? find(b, name + k + 1, n - k - 1) : NULL;
}
