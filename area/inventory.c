#include "inventory.h"

#include "manifest.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *string(const cJSON *item, const char *name)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, name));

	return text ? text : "";
}

static unsigned number(const cJSON *item, const char *name)
{
	const double v = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(item, name));

	return v >= 0 && v <= 1 << 30 ? (unsigned)v : 0;
}

static bool add(struct inventory *inventory, const cJSON *listed, char why[PRICE_WHY])
{
	struct inventory_item *item = &inventory->item[inventory->n];

	if (inventory->n == INVENTORY_MAX) {
		snprintf(why, PRICE_WHY, "the manifest lists more than %d memories", INVENTORY_MAX);
		return false;
	}
	snprintf(item->unit, sizeof item->unit, "%s", string(listed, "unit"));
	snprintf(item->name, sizeof item->name, "%s", string(listed, "name"));
	item->instances = number(listed, "instances");
	item->masked = strstr(string(listed, "module"), "_masked");
	item->memory = (struct memory){ .kind = MEMORY_RAM, .words = number(listed, "words"), .width = number(listed, "width") };
	if (!memory_ports(&item->memory, string(listed, "ports")) || !item->memory.words || !item->memory.width || !item->instances) {
		snprintf(why, PRICE_WHY, "the manifest's memory '%s.%s' has no sensible words, width, ports or instances", item->unit,
			 item->name);
		return false;
	}
	inventory->n++;
	return true;
}

static char *manifest(const struct params *p)
{
	struct rtl_files files = rtl_generate(p);
	char *text = manifest_text(p, NULL, &files, NULL);

	rtl_files_free(&files);
	return text;
}

static const cJSON *named(const cJSON *item, const char *list)
{
	return cJSON_GetObjectItemCaseSensitive(item, list);
}

static cJSON *parsed_manifest(const struct params *p, char why[PRICE_WHY])
{
	char *text = manifest(p);
	cJSON *root = text ? cJSON_Parse(text) : NULL;

	free(text);
	if (cJSON_IsArray(named(root, "units")) && cJSON_IsArray(named(root, "memories")))
		return root;
	snprintf(why, PRICE_WHY, "the manifest cannot be made: out of memory");
	cJSON_Delete(root);
	return NULL;
}

bool inventory_of(const struct params *p, struct inventory *inventory, char why[PRICE_WHY])
{
	cJSON *root = parsed_manifest(p, why);
	const cJSON *item;
	bool good = root;

	inventory->n = 0;
	cJSON_ArrayForEach(item, named(root, "memories"))
		good = good && add(inventory, item, why);
	cJSON_Delete(root);
	return good;
}

bool inventory_price_macros(struct inventory_item *item, const struct memory_map *map)
{
	const struct map_choice c = map_choose(map, item->memory.words, item->memory.width, item->masked);

	if (!c.macro || c.macro->area_um2 <= 0)
		return false;
	item->price = (struct price){ .source = PRICE_MACROS, .area_mm2 = c.deep * c.wide * c.macro->area_um2 / 1e6, .access_ns = NAN, .cycle_ns = NAN,
				      .read_nj = NAN, .write_nj = NAN, .search_nj = NAN, .leakage_mw = NAN };
	return true;
}

static void find_memory(const cJSON *root, struct inventory_storage *s)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, named(root, "memories"))
		if (!strcmp(string(item, "unit"), s->unit) && !strcmp(string(item, "name"), s->name)) {
			s->instances = number(item, "instances");
			s->bits = number(item, "words") * number(item, "width");
		}
}

static void find_register(const cJSON *root, struct inventory_storage *s)
{
	const cJSON *unit, *item;

	cJSON_ArrayForEach(unit, named(root, "units"))
		if (!strcmp(string(unit, "name"), s->unit))
			cJSON_ArrayForEach(item, named(unit, "registers"))
				if (!strcmp(string(item, "name"), s->name)) {
					s->instances = number(unit, "instances");
					s->bits = number(item, "width");
				}
}

bool inventory_find(const struct params *p, struct inventory_storage *storage, unsigned n, char why[PRICE_WHY])
{
	cJSON *root = parsed_manifest(p, why);
	bool good = root;

	for (struct inventory_storage *s = storage; good && s < storage + n; s++) {
		s->instances = s->bits = 0;
		find_memory(root, s);
		find_register(root, s);
		good = s->instances && s->bits;
		if (!good)
			snprintf(why, PRICE_WHY, "the manifest lists no %s.%s", s->unit, s->name);
	}
	cJSON_Delete(root);
	return good;
}

bool inventory_flip_flops(const struct params *p, unsigned *bits, char why[PRICE_WHY])
{
	cJSON *root = parsed_manifest(p, why);
	const cJSON *unit, *item;

	*bits = 0;
	cJSON_ArrayForEach(unit, named(root, "units"))
		cJSON_ArrayForEach(item, named(unit, "registers"))
			*bits += number(unit, "instances") * number(item, "width");
	cJSON_Delete(root);
	return root;
}
