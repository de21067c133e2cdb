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

/* Lay the fields of all ports behind each other as the vector of pins does, a word at a time. width <= 32 */
static bool equal_narrow(const struct outputs *o, const struct output *a)
{
	const struct pin_storage *s = &o->pins->pin[a->pin];
	const unsigned stride = o->image->stride[a->unit];
	const uint32_t *from = image_at(o->image, a->unit, 0, a->row);
	uint64_t all = 0;
	unsigned fill = 0, word = 0;
	uint32_t differs = 0;

	for (unsigned i = 0; i < o->pins->shape.radix; i++, from += stride) {
		all |= (uint64_t)*from << fill;
		fill += a->width;
		if (fill >= WORD_BITS && s->bytes > 8) {
			differs |= ((const uint32_t *)s->data)[word++] ^ (uint32_t)all;
			all >>= WORD_BITS;
			fill -= WORD_BITS;
		}
	}
	if (s->bytes <= 8)
		return all == pins_mask(o->pins, a->pin);
	return !differs && (!fill || ((const uint32_t *)s->data)[word] == (uint32_t)all);
}

bool outputs_equal_at(const struct outputs *o, const struct output *a, unsigned port)
{
	uint32_t rtl[FLIT_WORDS];

	pins_words(o->pins, a->pin, port, rtl);
	return !memcmp(rtl, image_at(o->image, a->unit, port, a->row), (a->width + WORD_BITS - 1) / WORD_BITS * sizeof *rtl);
}

static bool equal_wide(const struct outputs *o, const struct output *a)
{
	const unsigned words = a->width / WORD_BITS;
	const uint32_t *rtl = o->pins->pin[a->pin].data;

	for (unsigned i = 0; i < o->pins->shape.radix; i++)
		if (a->width % WORD_BITS ? !outputs_equal_at(o, a, i)
					 : memcmp(rtl + i * words, image_at(o->image, a->unit, i, a->row), words * 4) != 0)
			return false;
	return true;
}

bool outputs_equal(const struct outputs *o)
{
	bool same = true;

	for (unsigned i = 0; i < o->n; i++)
		same = same && (o->at[i].width <= WORD_BITS ? equal_narrow(o, &o->at[i]) : equal_wide(o, &o->at[i]));
	return same;
}
