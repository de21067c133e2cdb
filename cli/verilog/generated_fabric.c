#define _GNU_SOURCE     /* asprintf */
#include "generated_fabric.h"

#include "generated.h"
#include "gen_rule.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)OPTION_WHY == (int)PARAMS_WHY, "messages are passed on");

static const cJSON *item(const struct generated_fabric *g, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(g->manifest, name);
}

bool generated_fabric_read(struct generated_fabric *g, const char *config)
{
	char *const dir = config ? generated_dir(config) : NULL, *path = NULL;
	struct text t = { NULL, 0 };

	if (dir && asprintf(&path, "%s/" GEN_MANIFEST, dir) >= 0)
		t = text_read(path);
	*g = (struct generated_fabric){ .manifest = t.s ? cJSON_Parse(t.s) : NULL };
	free(t.s);
	free(path);
	free(dir);
	if (cJSON_GetStringValue(item(g, "topology_options")) && generated_fabric_topology(g))
		return true;
	generated_fabric_free(g);
	return false;
}

void generated_fabric_free(struct generated_fabric *g)
{
	cJSON_Delete(g->manifest);
	free(g->words);
	*g = (struct generated_fabric){ .manifest = NULL };
}

const char *generated_fabric_topology(const struct generated_fabric *g)
{
	return cJSON_GetStringValue(item(g, "topology"));
}

unsigned generated_fabric_stages(const struct generated_fabric *g)
{
	const cJSON *const stages = item(g, "link_registers");

	return cJSON_IsNumber(stages) ? (unsigned)stages->valueint : 0;         /* of a number that no int can hold, the nearest */
}

bool generated_fabric_wire(struct generated_fabric *g, struct simulation *u, char why[PARAMS_WHY])
{
	if (generated_fabric_stages(g) > NETWORK_DELAY || (generated_fabric_has_interfaces(g) && !cJSON_IsObject(item(g, "interface_parameters")))) {
		snprintf(why, PARAMS_WHY, GEN_MANIFEST ": link_registers or interface_parameters are not what 'sluice gen' writes");
		return false;
	}
	free(g->words);
	g->words = strdup(cJSON_GetStringValue(item(g, "topology_options")));
	if (g->words)
		return simulation_words(u, g->words, why);
	snprintf(why, PARAMS_WHY, "out of memory");
	return false;
}

bool generated_fabric_has_interfaces(const struct generated_fabric *g)
{
	return item(g, "interface_parameters");
}

bool generated_fabric_interfaces(const struct generated_fabric *g, struct params *nic, char why[PARAMS_WHY])
{
	const cJSON *one;
	char text[PARAMS_WORD];

	*nic = params_default();
	cJSON_ArrayForEach(one, item(g, "interface_parameters")) {
		if (cJSON_IsNumber(one))
			snprintf(text, sizeof text, "%.0f", one->valuedouble);
		else
			snprintf(text, sizeof text, "%s", cJSON_IsString(one) ? one->valuestring : "");
		if (!params_set(nic, one->string, text, why))
			return false;
	}
	return params_check(nic, why);
}

const char *generated_fabric_node(const struct generated_fabric *g)
{
	const char *const ports = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item(g, "interface_parameters"), "ports"));

	if (!generated_fabric_has_interfaces(g))
		return NULL;
	return ports && !strcmp(ports, "axis") ? "ni_axis_node" : "ni_nic";
}
