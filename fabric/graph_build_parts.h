#pragma once

#include "graph_build.h"

/* What graph_build.c collects and graph_finish.c puts together. */
struct build_device {
	struct device_facts facts;      /* their name is not used */
	size_t key, name;               /* in text */
	unsigned line;                  /* where it is described; 0: nowhere */
	unsigned used;                  /* where it is used first */
	bool left_out;
};

struct build_link {
	uint32_t a, b;
	unsigned a_port, b_port, line;
	struct link_rate rate;
};

struct build_port {
	struct port_facts facts;
	uint32_t device;
	unsigned port, line;
};
