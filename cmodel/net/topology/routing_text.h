#pragma once

#include "routing_check.h"

#include <stdio.h>

/*
 * Routing tables as text: hexadecimal words for $readmemh, one for each destination; and CSV for people and for end nodes, which
 * need own_queue: the queue of a packet at the switch itself.
 */
void routing_write_hex(const struct routing *, const struct shape *, uint32_t sw, FILE *);
#define ROUTING_CSV "destination,output,next_queue,own_queue\n"
void routing_write_csv(const struct routing *, uint32_t sw, FILE *);

enum { ROUTING_WHY = 256 };

/* Read the table of a switch. path: for messages. False: why says what is wrong, with path and line. */
bool routing_read_hex(struct routing_read *, const struct shape *, uint32_t sw, FILE *, const char *path, char why[ROUTING_WHY]);
