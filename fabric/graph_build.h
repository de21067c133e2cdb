#pragma once

#include "file_lines.h"
#include "graph.h"

/*
 * A fabric as its file is read, which begins with nothing but memory and lines: devices by the keys that the file has for them, which may be used before they are described; links, and what is
 * known of ports. A link may be given once or from both of its ends.
 */
struct graph_build {
	struct stock *memory, own;      /* of the fabric; of what is needed until then */
	struct file_lines *lines;       /* their last line is the one that is being read */
	struct build_device *device;
	struct build_link *link;
	struct build_port *port;
	uint32_t *order;                /* devices in the order in which they are described */
	void *keys;                     /* tree of build_key, of devices */
	void *guids, *pairs;            /* the same of switches, and of devices that are linked */
	uint32_t latest;                /* the device that was described last, for those files that have its ports behind it */
	uint32_t devices, links, ports, described;
};

/* What a file says of a device. */
struct device_facts {
	const char *name;
	size_t name_size;
	uint64_t guid;                  /* 0: not known; likewise lid */
	unsigned ports;                 /* 0: as many as links have */
	uint16_t lid;                   /* of a switch */
	uint8_t lmc;
	bool is_switch;
};

/* One end of a link. */
struct build_end {
	uint32_t device;
	unsigned port;
};

/* What a file says of a port of an adapter. */
struct port_facts {
	uint64_t guid;
	uint16_t lid;
	uint8_t lmc;
};

/* What graph_finish.c puts together. */
struct build_device {
	struct device_facts facts;
	const char *key;
	unsigned line;                  /* where it is described; 0: nowhere */
	unsigned used;                  /* where it is used first */
	uint32_t number;                /* in the fabric */
	bool left_out;
};

struct build_link {
	struct build_end a, b;
	unsigned line;
	struct link_rate rate;
};

struct build_port {
	struct port_facts facts;
	struct build_end end;
	unsigned line;
};

/* Here and below, false, NULL or GRAPH_NONE: the message of lines is set. */

/* A text in a tree; it stays where it is until graph_build_forget(). */
struct build_key {
	uint32_t number;                /* GRAPH_NONE: it was not there before */
	char text[];
};
struct build_key *graph_build_key(struct graph_build *, void **tree, const char *text, size_t size);

/* The device of this key. facts describe it, NULL: elsewhere; a second time: refuse what contradicts the first. Control characters in names become '?'. */
uint32_t graph_build_device(struct graph_build *, const char *key, size_t size, const struct device_facts *);

bool graph_build_port(struct graph_build *, uint32_t device, unsigned port, const struct port_facts *);
bool graph_build_link(struct graph_build *, struct build_end, struct build_end, struct link_rate);

/* The fabric. If the file has no LIDs, end nodes get them from 1 on in the order of the file, then switches. */
bool graph_build_finish(struct graph_build *, struct graph *);
void graph_build_forget(struct graph_build *);

/* Readers of a line of fabrics, one for each format. */
bool read_ibnetdiscover(struct graph_build *, char *line);
bool read_subnet(struct graph_build *, char *line);
bool read_anynet(struct graph_build *, char *line);
bool read_links(struct graph_build *);                 /* all of them */

enum { MOST_PORTS = 255, MOST_LID = 0xffff };
