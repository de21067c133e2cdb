#pragma once

#include "graph_build.h"

/* Readers of fabrics, one for each format. False: the message of lines is set. */
bool read_ibnetdiscover(struct graph_build *, struct file_lines *);
bool read_subnet(struct graph_build *, struct file_lines *);
bool read_anynet(struct graph_build *, struct file_lines *);
bool read_links(struct graph_build *, struct file_lines *);

enum { MOST_PORTS = 255, MOST_LID = 0xffff };
