#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Messages of protocol buffers, field by field, as they are encoded. Whoever reads one knows the numbers of the fields that it wants, and passes over all others. */
struct wire {
	const uint8_t *at, *end;
};

enum wire_type { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

struct wire_field {
	unsigned number;
	enum wire_type type;
	uint64_t value;                 /* not of WIRE_BYTES */
	struct wire bytes;              /* of WIRE_BYTES */
};

/* False: the bytes end within the number, or it has more than 64 bits. */
bool wire_varint(struct wire *, uint64_t *value);

/* The next field. False: the message has ended, or is none. Then: was it the end? */
bool wire_next(struct wire *, struct wire_field *);
static inline bool wire_ended(const struct wire *w)
{
	return w->at == w->end;
}

/* Are these bytes this text? */
bool wire_is(const struct wire *, const char *text);
