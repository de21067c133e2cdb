#pragma once

#include "given.h"
#include "net_harness.h"

/* The network of wormhole routers of these options; it tries to send a flit in every cycle. */
static inline struct net_case wormhole_case(const char *options)
{
	struct net_case c = { .params = params_given("--scheme wormhole %s", options), .load = 1, .threads = 1, .seed = 1, .random_length = true, .end = 5000 };

	net_case_of_cube(&c);
	snprintf(c.name, sizeof c.name, "%.*s", (int)sizeof c.name - 1, options);
	return c;
}
