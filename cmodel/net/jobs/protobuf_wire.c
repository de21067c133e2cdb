#include "protobuf_wire.h"

#include <string.h>

bool wire_varint(struct wire *w, uint64_t *value)
{
	uint64_t v = 0;

	for (unsigned k = 0; k < 10 && w->at + k < w->end; k++) {
		const uint8_t byte = w->at[k];

		if (k == 9 && byte > 1)
			return false;
		v |= (uint64_t)(byte & 0x7f) << (7 * k);
		if (byte & 0x80)
			continue;
		w->at += k + 1;
		*value = v;
		return true;
	}
	return false;
}

/* The first byte is the lowest one. */
static bool fixed(struct wire *w, unsigned bytes, uint64_t *value)
{
	if ((uint64_t)(w->end - w->at) < bytes)
		return false;
	*value = 0;
	for (unsigned k = 0; k < bytes; k++)
		*value |= (uint64_t)w->at[k] << (8 * k);
	w->at += bytes;
	return true;
}

static bool bytes_of(struct wire *w, struct wire *bytes)
{
	uint64_t length;

	if (!wire_varint(w, &length) || length > (uint64_t)(w->end - w->at))
		return false;
	*bytes = (struct wire){ w->at, w->at + length };
	w->at += length;
	return true;
}

bool wire_next(struct wire *w, struct wire_field *f)
{
	struct wire rest = *w;
	uint64_t key;

	if (wire_ended(w) || !wire_varint(&rest, &key) || key >> 32 || !(key >> 3))
		return false;
	f->number = (unsigned)(key >> 3);
	f->type = (enum wire_type)(key & 7);
	if (!(f->type == WIRE_VARINT ? wire_varint(&rest, &f->value) : f->type == WIRE_64 ? fixed(&rest, 8, &f->value) :
	      f->type == WIRE_32 ? fixed(&rest, 4, &f->value) : f->type == WIRE_BYTES && bytes_of(&rest, &f->bytes)))
		return false;
	*w = rest;
	return true;
}

bool wire_is(const struct wire *w, const char *text)
{
	const size_t n = strlen(text);

	return (uint64_t)(w->end - w->at) == n && !memcmp(w->at, text, n);
}
