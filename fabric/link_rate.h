#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a link carries each way: lanes of a speed, or a plain number. */
struct link_rate {
	uint8_t lanes;                  /* 0: a plain number */
	uint8_t speed;                  /* row of link_speeds.def */
	uint32_t mbit;                  /* of data in a second, without coding; 0: not known */
};

enum { LINK_RATE_TEXT = 24 };

/* "4xQDR", and nothing behind it but a blank or the end; or subnet: "4x", and "10" of opensm-subnet.lst. False: it is none. */
bool link_rate_read(const char *text, const char *subnet, struct link_rate *);

/* "4xQDR", or the plain number, Gbit/s; "" if it is not known. */
void link_rate_text(struct link_rate, char text[LINK_RATE_TEXT]);
