#include "packaging/host_pins.h"

#include <string.h>

static bool flag(cJSON *item, const char *name, const struct top_pin *pin, const char *const pins[])
{
	bool is = false;

	for (; *pins; pins++)
		is |= !strcmp(pin->name, *pins);
	return cJSON_AddBoolToObject(item, name, is);
}

bool host_pin(cJSON *item, const char *name, const struct top_pin *pin, unsigned nodes)
{
	const unsigned bits = pin->width / pin->links;

	return cJSON_AddStringToObject(item, name, pin->name) && cJSON_AddBoolToObject(item, "input", pin->input) &&
	       cJSON_AddNumberToObject(item, "bits", bits) && cJSON_AddNumberToObject(item, "msb", nodes * bits - 1) &&
	       flag(item, "ready", pin, (const char *[]){ "send_ready", NULL }) && flag(item, "valid", pin, (const char *[]){ "send_valid", NULL }) &&
	       flag(item, "destination", pin, (const char *[]){ "send_destination", "s_axis_tdest", NULL }) &&
	       flag(item, "source", pin, (const char *[]){ "receive_source", "m_axis_tdest", NULL }) &&
	       flag(item, "level", pin, (const char *[]){ "send_sl", "send_queue", "s_axis_tid", NULL });
}
