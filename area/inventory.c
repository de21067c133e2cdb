#include "inventory.h"

#include "manifest.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

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
	char *text = manifest_text(p, &files);

	rtl_files_free(&files);
	return text;
}

bool inventory_of(const struct params *p, struct inventory *inventory, char why[PRICE_WHY])
{
	char *text = manifest(p);
	cJSON *root = text ? cJSON_Parse(text) : NULL;
	const cJSON *memories = cJSON_GetObjectItemCaseSensitive(root, "memories"), *item;
	bool good = cJSON_IsArray(memories);

	inventory->n = 0;
	if (!good)
		snprintf(why, PRICE_WHY, "the manifest cannot be made: out of memory");
	cJSON_ArrayForEach(item, memories)
		good = good && add(inventory, item, why);
	cJSON_Delete(root);
	free(text);
	return good;
}
