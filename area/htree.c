#include "sram_parts.h"

#include <math.h>

/* Size of the repeater at the end of a wire; smaller if the wire is shorter than the repeater spacing. */
static double end_size(const struct calibration *c, double length)
{
	return fmin(1, length / c->spacing) * c->repeater;
}

/* A NAND passes addresses on to two branches. Sizes are of the repeaters before and behind, in smallest inverters. */
static double fork_delay(const struct calibration *c, double before, double behind)
{
	const double n = fmax(1, before * (1 + c->p_to_n) / (2 + c->p_to_n)) * SMALLEST;
	const double load = 2 * c->drain * n + 2 * c->drain_edge + 2 * behind * SMALLEST * (1 + c->p_to_n);

	return c->tau * c->threshold * 2 / n * load;
}

/* A tristate buffer lets one of two branches through: NAND, NOR, and the pair that drives. */
static double join_delay(const struct calibration *c, double before, double behind, double length)
{
	const double pn = c->p_to_n, gate = fmax(1, before / 3) * SMALLEST;
	const double effort = 1 + c->c_wire * length / (behind * SMALLEST * (1 + pn));
	const double pass = before * (1 + pn) / pn / 2 / effort * SMALLEST;
	const double inside = c->drain * gate * (1 + 2 * pn) + 3 * c->drain_edge + pass * pn;
	const double outside = 2 * c->drain * pass * (1 + pn) + 4 * c->drain_edge + before * SMALLEST * (1 + pn);

	return c->tau * c->threshold * (2 / gate * inside + (2 / gate + 1 / pass) * outside);
}

/* Wires beside the mats: shared wires go to every mat, data wires split at each branch. */
static void outline(struct htree *t, double mat_height, double mat_width)
{
	const unsigned h = log2_floor(t->across), v = log2_floor(t->down);
	double shared_h = t->down - 1.0, shared_w = t->across - 1.0, data_h = h, data_w = v;

	if (h > v) {
		shared_h += h - v;
		data_h = 2 * (1 - pow(0.5, h - v)) + pow(2, h - v) * v;
	} else if (v > h) {
		shared_w += v - h;
		shared_h = shared_w;
		data_w = h + 2 * (1 - pow(0.5, v - h));
	}
	t->height = mat_height * t->down + (t->shared * shared_h + t->data * data_h) * PITCH;
	t->width = mat_width * t->across + (t->shared * shared_w + t->data * data_w) * PITCH;
}

/* One wire and the branch at its end; x, y: lengths of the latest wire in either direction. */
static void link(struct htree *t, const struct calibration *c, double length, double first, double x, double y, double reach)
{
	const double behind = y > c->spacing ? c->repeater : x / c->spacing * c->repeater;

	t->path += length;
	t->nodes++;
	t->in += c->wire * length / 1000 + fork_delay(c, first, behind);
	t->out += c->wire * length / 1000 + join_delay(c, first, behind, fmin(reach, c->spacing));
}

void htree_route(struct htree *t, const struct calibration *c, double mat_height, double mat_width)
{
	unsigned h = log2_floor(t->across), v = log2_floor(t->down);
	double w, l, x, y;

	outline(t, mat_height, mat_width);
	t->path = t->in = t->out = 0;
	t->nodes = 0;
	w = x = t->width / 2;
	l = t->height / 4;
	y = t->height / 2;
	while (h || v) {
		const bool across = h, down = v && v >= h;

		if (across) {
			x = w;
			if (down)
				y = l;
			link(t, c, w, end_size(c, x), x, y, x);
			w /= 2;
			h--;
		}
		if (down) {
			y = l;
			if (across)
				link(t, c, l, y > c->spacing ? c->repeater : x / c->spacing * c->repeater, x, y, y);
			else
				link(t, c, l, end_size(c, x), x, y, x);
			l /= 2;
			v--;
		}
	}
}
