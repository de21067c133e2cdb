#include "cam_array.h"
#include "sram_parts.h"

#include <math.h>

struct block {
	unsigned rows, across, down;            /* of a subarray; mats */
	unsigned per_mat, select, subbank, result;      /* address bits in and among mats, bits of a result */
	double ports, readers, writers;
	double cell_w, cell_h, sub_w, sub_h, mat_w, mat_h;
	double word_load;
};

/* Cells: 10 x 29.2 F, with wires for further ports. Between the halves of a row: gates of the match lines, 144 local wires. */
static const double match_room = 144 * 2.5;
static const double comparator = 2.08;          /* its n transistors */

static const struct sram_organisation plain = { .mux = 1, .mux1 = 1, .mux2 = 1 };

static bool lay_cells(struct block *b, const struct calibration *c, const struct memory *m, unsigned subarrays)
{
	double more;

	b->rows = (m->words + subarrays - 1) / subarrays;
	if (b->rows * (subarrays - 1) >= m->words && subarrays > 2)
		return false;
	b->per_mat = subarrays > 2 ? 4 : 2;
	b->across = subarrays > 2 ? (unsigned)sqrt(subarrays / 4.0) : 1;
	b->down = subarrays > 2 ? subarrays / 4 / b->across : 1;
	b->select = log2_floor(b->rows) + log2_floor(b->per_mat);
	b->subbank = log2_floor(b->across * b->down);
	b->result = log2_ceil(b->rows) + log2_ceil(subarrays);
	b->readers = m->read + m->read_write;
	b->writers = m->write + m->read_write;
	b->ports = m->read + m->write + m->read_write;
	more = 5 * (b->ports - 1);
	b->cell_w = 10 + more;
	b->cell_h = 29.2 + more;
	b->sub_w = m->width * b->cell_w + m->width / 16 * 7.5 + match_room;
	b->sub_h = (b->rows + 1) * b->cell_h;
	b->word_load = m->width * (c->c_pass + b->cell_w * c->c_local) + match_room * c->c_local;
	return true;
}

static void lay_mat(struct block *b, const struct calibration *c, const struct memory *m)
{
	const struct chain word = chain_for(2, b->word_load, c->p_to_n, WIDEST);
	const unsigned bits = log2_floor(b->rows + log2_floor(b->per_mat)), high = bits < 4 ? bits : (bits + 1) / 2, low = bits - high;
	const double gates = b->per_mat * chain_input(2, c->p_to_n) + b->sub_h * c->c_mat, load = bits < 4 ? b->word_load : 0;
	const struct predecoder first = predecoder_for(high, load + (1u << low) * gates, c->p_to_n);
	const struct predecoder second = predecoder_for(low, (1u << high) * gates, c->p_to_n);
	const double centre = (predecoder_area(&first, c->p_to_n) + predecoder_area(&second, c->p_to_n)) * b->ports;
	const double decoder = b->rows < 16 ? 0 : chain_area(&word, c->p_to_n, 4 * b->cell_h) * b->rows * b->ports / b->sub_h;
	const double selects = ((1u << high) + (1u << low)) * PITCH * b->ports;
	const double feet = foot_height(c, b->cell_w / b->readers, b->cell_w, &plain);
	const double drivers = output_area(c, b->sub_w) * m->width / b->sub_w * (b->readers + 1);
	const double wires = (b->select + m->width) * b->ports + (m->width + b->result) / 2;

	b->mat_h = b->per_mat / 2 * (b->sub_h + feet + drivers) + wires * PITCH;
	b->mat_w = 2 * b->sub_w + fmax(selects, 2 * decoder) + centre / b->mat_h;
}

/* Search line drivers, match line, and what is behind it. */
static double match_time(const struct block *b, const struct calibration *c, const struct cam_calibration *k)
{
	const double load = (b->rows + 1) * (comparator + b->cell_h * c->c_local);
	const struct chain driver = chain_for(1, load, c->p_to_n, WIDEST);
	double rise = 0;
	const double drive = c->tau * chain_delay(&driver, c, load, b->sub_h * c->r_local, &rise);

	return k->search + k->search_line * drive;
}

/* Cost with so many subarrays (a power of two above 1). false: a subarray would have no row. */
static bool cam_build(const struct calibration *c, const struct cam_calibration *k, const struct memory *m, unsigned subarrays,
	       struct cam_cost *cost)
{
	const double n = subarrays;
	struct sram_cost *a = &cost->array;
	struct htree t;
	struct block b;
	double match, rows;

	if (!lay_cells(&b, c, m, subarrays))
		return false;
	lay_mat(&b, c, m);
	t = (struct htree){ .across = b.across, .down = b.down, .shared = (b.select + b.subbank) * b.ports + m->width + b.result,
			    .data = m->width * (b.readers + b.writers) };
	htree_route(&t, c, b.mat_h, b.mat_w);
	match = match_time(&b, c, k);
	rows = n * (b.rows + 1);
	*a = (struct sram_cost){ .area = t.height * t.width, .height = t.height, .width = t.width };
	a->access = t.in + match + output_delay(c, &plain, b.sub_w) + t.out;
	a->cycle = k->cycle * match;
	a->read = m->width * (k->e_read_column + k->e_read_cell * b.rows);
	a->write = m->width * (k->e_read_column + k->e_write_cell * b.rows);
	a->leakage = rows * ((k->l_cell + k->l_port * (b.ports - 1)) * m->width + k->l_row) + k->l_column * n * m->width;
	cost->search = k->e_search + rows * (k->e_cell * m->width + k->e_row) + k->e_column * n * m->width;
	cost->subarrays = subarrays;
	return true;
}

bool cam_choose(const struct calibration *c, const struct cam_calibration *k, const struct memory *m, struct cam_cost *cost)
{
	bool found = false;

	for (unsigned n = 2; n <= CAM_SUBARRAYS_MAX; n *= 2) {
		struct cam_cost this;

		if (cam_build(c, k, m, n, &this) && (!found || this.array.area < cost->array.area)) {
			*cost = this;
			found = true;
		}
	}
	return found;
}
