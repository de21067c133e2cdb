#include "outputs.h"

#include <assert.h>
#include <string.h>

enum { WORD_BITS = 32 };

static const struct { enum pin pin; enum unit unit; const char *reg; } shown[OUTPUTS] = {
	{ PIN_TX_VALID, UNIT_oport, "tx_valid_q" },
	{ PIN_TX_HEAD, UNIT_oport, "tx_head_q" },
	{ PIN_TX_DATA, UNIT_oport, "tx_data_q" },
	{ PIN_RX_CREDIT, UNIT_mmu, "credit_q" },
	{ PIN_RX_MSG_VALID, UNIT_rfcu, "msg_valid_q" },
	{ PIN_RX_MSG_XOFF, UNIT_rfcu, "msg_xoff_q" },
	{ PIN_RX_MSG_LINE, UNIT_rfcu, "msg_line_q" },
	{ PIN_RX_MSG_TURNS, UNIT_rfcu, "msg_turns_q" },
	{ PIN_RX_MSG_LEN, UNIT_rfcu, "msg_len_q" },
};

static unsigned row_named(const struct unit_desc *u, const char *name)
{
	unsigned row = 0;

	while (row < u->n && strcmp(u->signals[row].name, name) != 0)
		row++;
	assert(row < u->n);
	return row;
}

void outputs_init(struct outputs *o, const struct pins *pins, struct image *image)
{
	*o = (struct outputs){ .pins = pins, .image = image };
	for (unsigned i = 0; i < OUTPUTS; i++)
		if (pins->pin[shown[i].pin].width)
			o->at[o->n++] = (struct output){
				.pin = shown[i].pin,
				.unit = shown[i].unit,
				.row = row_named(&image->units[shown[i].unit], shown[i].reg),
				.width = pins->pin[shown[i].pin].width,
			};
}

/* The fields of all ports, laid behind each other as the vector of pins does; fits 64 bits. */
static bool equal_short(const struct outputs *o, const struct output *a)
{
	const unsigned stride = o->image->stride[a->unit];
	const uint32_t *from = image_at(o->image, a->unit, 0, a->row);
	uint64_t all = 0;

	for (unsigned i = 0; i < o->pins->shape.radix; i++, from += stride)
		all |= (uint64_t)*from << i * a->width;
	return all == pins_mask(o->pins, a->pin);
}

/* The same for a longer vector, a word at a time. width <= 32 */
static bool equal_narrow(const struct outputs *o, const struct output *a)
{
	const uint32_t *rtl = o->pins->pin[a->pin].data;
	const unsigned stride = o->image->stride[a->unit];
	const uint32_t *from = image_at(o->image, a->unit, 0, a->row);
	uint64_t all = 0;
	unsigned fill = 0;
	uint32_t differs = 0;

	for (unsigned i = 0; i < o->pins->shape.radix; i++, from += stride) {
		all |= (uint64_t)*from << fill;
		fill += a->width;
		if (fill >= WORD_BITS) {
			differs |= *rtl++ ^ (uint32_t)all;
			all >>= WORD_BITS;
			fill -= WORD_BITS;
		}
	}
	return !differs && (!fill || *rtl == (uint32_t)all);
}

bool outputs_equal_at(const struct outputs *o, const struct output *a, unsigned port)
{
	uint32_t rtl[FLIT_WORDS];

	pins_words(o->pins, a->pin, port, rtl);
	return !memcmp(rtl, image_at(o->image, a->unit, port, a->row), (a->width + WORD_BITS - 1) / WORD_BITS * sizeof *rtl);
}

/* Whole words a port. */
static bool equal_words(const struct outputs *o, const struct output *a)
{
	const uint32_t *rtl = o->pins->pin[a->pin].data;
	const unsigned words = a->width / WORD_BITS, stride = o->image->stride[a->unit];
	const uint32_t *from = image_at(o->image, a->unit, 0, a->row);
	uint32_t differs = 0;

	for (unsigned i = 0; i < o->pins->shape.radix; i++, from += stride)
		for (unsigned k = 0; k < words; k++)
			differs |= *rtl++ ^ from[k];
	return !differs;
}

static bool equal_output(const struct outputs *o, const struct output *a)
{
	if (o->pins->pin[a->pin].bytes <= 8)
		return equal_short(o, a);
	if (a->width % WORD_BITS == 0)
		return equal_words(o, a);
	if (a->width < WORD_BITS)
		return equal_narrow(o, a);
	for (unsigned i = 0; i < o->pins->shape.radix; i++)
		if (!outputs_equal_at(o, a, i))
			return false;
	return true;
}

bool outputs_equal(const struct outputs *o)
{
	bool same = true;

	for (unsigned i = 0; i < o->n; i++)
		same = same && equal_output(o, &o->at[i]);
	return same;
}
