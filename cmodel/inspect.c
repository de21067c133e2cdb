#include "inspect_parts.h"

#include "switch_model.h"

static inspect_function *const inspectors[CLASSIFIERS] = {
	[CLASSIFIER_ROUTE_CAM] = inspect_cam,
	[CLASSIFIER_ROUTE_SORT] = inspect_sort,
	[CLASSIFIER_DESTINATION_CAM] = inspect_cam,
	[CLASSIFIER_DESTINATION_SORT] = inspect_sort,
	[CLASSIFIER_STATIC] = inspect_static,
	[CLASSIFIER_PRIORITY] = inspect_priority,
	[CLASSIFIER_CIOQ] = inspect_cioq,
	[CLASSIFIER_WORMHOLE] = inspect_wormhole,
};

bool inspect_has_outputs(const struct shape *s)
{
	return s->classifier == CLASSIFIER_CIOQ;
}

unsigned inspect_port(const struct sluice_switch *sw, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	return inspectors[sw->shape.classifier](sw, side, port, found, arg);
}
