#include "sram_parts.h"

#include <math.h>

/* An organisation, counted out, and what follows from it on the way to a cost. */
struct array {
	unsigned rows, columns;                 /* of a subarray */
	unsigned across, down;                  /* mats */
	unsigned per_mat, per_row;              /* subarrays of a mat, and of one of its rows */
	unsigned active;                        /* mats at work in an access */
	unsigned out;                           /* bits of a mat */
	unsigned select, subbank;               /* address bits that select inside a mat, and among mats */
	double ports, readers, writers;
	double data_in, data_out;               /* wires, of all ports */
	double cell_h, cell_w, sub_h, sub_w, mat_h, mat_w;
	double word_load, word_wire;            /* a word line: load, resistance */
	double bit_load, bit_wire;              /* a bit line: load, resistance */
	double select_load, select_wire;        /* a predecoder's output: wire load, resistance */
	double precharge_load;
	double centre;                          /* area of predecoders */
	double slowest_mux;                     /* ps: address to multiplexers */
	struct chain word;
	struct predecoder row[2];
};

/* Parts of the access time, in ps. */
struct delays {
	double predecode, decode, bitline;
};

static unsigned checked(unsigned bits, bool ecc)
{
	return ecc ? bits + (bits + 7) / 8 : bits;
}

static bool count(struct array *a, const struct calibration *c, const struct memory *m, bool ecc, const struct sram_organisation *o)
{
	const unsigned degree = o->mux * o->mux1 * o->mux2;

	if (o->across < c->fewest || o->down < c->fewest)
		return false;
	a->rows = (unsigned)ceil(m->words / (o->down * o->span));
	a->columns = (unsigned)ceil(m->width * o->span / o->across);
	if (a->rows < SRAM_ROWS_MIN || a->columns < SRAM_COLUMNS_MIN)
		return false;
	a->across = o->across > 2 ? o->across / 2 : 1;
	a->down = o->down > 2 ? o->down / 2 : 1;
	a->per_mat = o->across * o->down / (a->across * a->down);
	a->per_row = o->across / a->across;
	a->out = a->per_mat * a->columns / degree;
	if (a->out < a->per_mat)
		return false;
	a->active = (m->width + a->out - 1) / a->out;
	if (a->active > a->across || a->active * a->out >= m->width + a->active * a->per_mat)
		return false;
	a->select = log2_ceil(a->rows) + log2_floor(o->mux) + log2_floor(o->mux1) + log2_floor(o->mux2);
	a->subbank = log2_floor(a->across * a->down / a->active);
	a->readers = m->read + m->read_write;
	a->writers = m->write + m->read_write;
	a->ports = m->read + m->write + m->read_write;
	a->columns = checked(a->columns, ecc);
	a->out = checked(a->out, ecc);
	a->data_in = checked(m->width + 1, ecc) * a->writers;
	a->data_out = checked(m->width, ecc) * a->readers;
	return true;
}

/* A cell of 10 x 14.6 F, two local wires wider and higher for each port after the first; straps after 16 columns. */
static void lay_cells(struct array *a, const struct calibration *c)
{
	const double more = 5 * (a->ports - 1);

	a->cell_w = 10 + more;
	a->cell_h = 14.6 + more;
	a->sub_w = a->columns * a->cell_w + a->columns / 16 * 7.5;
	a->sub_h = a->rows * a->cell_h;
	a->word_load = a->columns * (c->c_pass + a->cell_w * c->c_local);
	a->word_wire = a->columns * a->cell_w * c->r_local;
	a->bit_load = a->rows * (c->c_bit + a->cell_h * c->c_local);
	a->bit_wire = a->sub_h * c->r_local;
	a->precharge_load = a->columns * (13.5 * SMALLEST * c->p_to_n + a->cell_w * c->c_mat);
	a->select_load = a->per_row * a->sub_h * c->c_mat;
	a->select_wire = a->per_row * a->sub_h * c->r_mat;
	a->word = chain_for(2, a->word_load, c->p_to_n, WIDEST);
}

static void lay_predecoders(struct array *a, const struct calibration *c)
{
	const unsigned bits = log2_ceil(a->rows), high = (bits + 1) / 2, low = bits - high;
	const double gates = a->per_mat * chain_input(2, c->p_to_n);

	a->row[0] = predecoder_for(high, (1u << low) * gates + a->select_load, c->p_to_n);
	a->row[1] = predecoder_for(low, (1u << high) * gates + a->select_load, c->p_to_n);
	a->centre = predecoder_area(&a->row[0], c->p_to_n) + predecoder_area(&a->row[1], c->p_to_n);
}

static void lay_muxes(struct array *a, const struct calibration *c, const struct sram_organisation *o)
{
	const double pairs = (double)a->per_mat * a->columns, wire = a->per_row * a->columns * a->cell_w * c->c_mat;
	const struct { unsigned degree; double load, then; } mux[] = {
		{ o->mux, 2 * pairs / o->mux, c->sense },
		{ o->mux1, pairs / (o->mux * o->mux1), 0 },
		{ o->mux2, pairs / (o->mux * o->mux1 * o->mux2), 0 },
	};

	a->slowest_mux = 0;
	for (unsigned i = 0; i < sizeof mux / sizeof *mux; i++) {
		const struct predecoder p = predecoder_for(log2_floor(mux[i].degree), mux[i].load * COLUMN_SWITCH + wire, c->p_to_n);
		double rise;

		if (mux[i].degree < 2)
			continue;
		a->centre += predecoder_area(&p, c->p_to_n);
		a->slowest_mux = fmax(a->slowest_mux, mux[i].then +
				      c->tau * predecoder_delay(&p, c, a->columns * a->cell_w * c->r_mat, &rise));
	}
	a->centre *= a->ports;
}

static double mux_wires(const struct sram_organisation *o)
{
	return (o->mux > 1 ? o->mux : 0) + (o->mux1 > 1 ? o->mux1 : 0) + (o->mux2 > 1 ? o->mux2 : 0);
}

static double drive_length(const struct array *a, const struct calibration *c)
{
	return c->scaled_drivers ? a->sub_w : a->sub_h;
}

/* Subarrays around a cross: row decoders and their wires upright in it, feet of columns and data level. */
static void lay_mat(struct array *a, const struct calibration *c, const struct sram_organisation *o)
{
	const unsigned outputs = a->columns / (o->mux * o->mux1 * o->mux2), stacked = a->per_mat / a->per_row;
	const double decoder = chain_area(&a->word, c->p_to_n, 4 * a->cell_h) / a->cell_h * a->ports;
	const double selects = ((1u << a->row[0].bits) + (1u << a->row[1].bits)) * PITCH * a->ports;
	const double feet = foot_height(c, a->cell_w / a->readers, a->cell_w / a->readers / 2, o);
	const double drivers = output_area(c, drive_length(a, c)) * outputs / a->sub_w * a->readers;
	const double wires = (a->select + 2 * a->out / a->per_row) * a->ports + mux_wires(o) * a->readers;

	a->mat_h = stacked * (a->sub_h + feet + drivers) + wires * PITCH;
	a->mat_w = a->per_row * a->sub_w + fmax(selects, a->per_row * decoder) + a->centre / a->mat_h;
}

/* Word line to sense amplifier. The slower of a word line's edge and the cell's current rules. */
static double bitline_delay(const struct array *a, const struct calibration *c, const struct sram_organisation *o, double rise)
{
	const double foot = c->c_sense + (o->mux > 1 ? c->c_mux : 0);
	const double wire = a->bit_wire * (a->bit_load / 2 + (o->mux > 1 ? foot : 0));
	const double step = c->swing * (c->r_cell * (a->bit_load + foot) + wire), open = c->slope * rise;

	return step <= open / 2 ? sqrt(2 * step * open) : step + open / 2;
}

static void time_access(const struct array *a, const struct calibration *c, const struct sram_organisation *o, struct delays *d)
{
	double rise[2], first = predecoder_delay(&a->row[0], c, a->select_wire, &rise[0]);
	const double second = predecoder_delay(&a->row[1], c, a->select_wire, &rise[1]);

	if (second > first) {
		first = second;
		rise[0] = rise[1];
	}
	d->predecode = c->tau * first;
	d->decode = c->tau * chain_delay(&a->word, c, a->word_load, a->word_wire, &rise[0]);
	d->bitline = c->tau * bitline_delay(a, c, o, rise[0]);
}

/* A word line falls and the bit lines are charged again before the next access. */
static double recovery(const struct array *a, const struct calibration *c)
{
	const double last = a->word.width[a->word.n - 1];
	const double reset = log(2) * (c->drain * (1 + c->p_to_n) + (2 * c->drain_edge + a->word_load) / last +
				       a->word_load * a->word_wire / 2);
	const struct chain driver = chain_for(1, a->precharge_load, c->p_to_n, WIDEST);
	double rise = 0;
	const double drive = chain_delay(&driver, c, a->precharge_load, a->columns * a->cell_w * c->r_mat, &rise);

	return c->tau * (reset + drive + c->precharge * a->bit_load + c->precharge_wire * a->bit_wire * a->bit_load / 2);
}

/* A write counts every active mat's drivers in every one, as CACTI does. */
static void energy(const struct array *a, const struct calibration *c, const struct sram_organisation *o, const struct htree *t,
		   struct sram_cost *cost)
{
	const double subarrays = (double)a->active * a->per_mat, columns = subarrays * a->columns, outputs = (double)a->active * a->out;
	const double address = (a->select + a->subbank) * a->ports, bit = c->e_wire * t->path + c->e_branch * t->nodes;
	const double both = subarrays * (c->e_word * a->word_load + c->e_precharge * a->precharge_load) +
			    outputs * (c->e_out + c->e_out_wire * drive_length(a, c)) +
			    a->active * (c->e_mat + c->e_predecode * (a->row[0].load + a->row[1].load)) + address * bit;

	cost->read = both + columns * (c->e_bit * a->bit_load + c->e_column) + subarrays * (a->columns / o->mux) * c->e_sense +
		     a->data_out * bit;
	cost->write = both + a->active * outputs * c->e_write * a->bit_load + columns * c->e_write_column +
		      a->data_in * bit;
}

static double leakage(const struct array *a, const struct calibration *c, const struct sram_organisation *o, const struct htree *t)
{
	const double mats = a->across * a->down, subarrays = mats * a->per_mat;
	const double wires = (a->select + a->subbank) * a->ports + a->data_in + a->data_out;
	double drivers = 0;

	for (unsigned i = 0; i < a->word.n; i++)
		drivers += a->word.width[i];
	return subarrays * a->columns * a->rows * (c->l_cell + c->l_port * (a->ports - 1)) +
	       subarrays * a->rows * a->ports * drivers * c->l_word +
	       subarrays * a->readers * (a->columns * c->l_column + a->columns / o->mux * c->l_sense) +
	       mats * a->centre / 1000 * c->l_centre + wires * t->path / 1000 * c->l_wire;
}

bool sram_build(const struct calibration *c, const struct memory *m, bool ecc, const struct sram_organisation *o,
		struct sram_cost *cost)
{
	struct delays d;
	struct array a;
	struct htree t;

	if (!count(&a, c, m, ecc, o))
		return false;
	lay_cells(&a, c);
	lay_predecoders(&a, c);
	lay_muxes(&a, c, o);
	lay_mat(&a, c, o);
	t = (struct htree){ .across = a.across, .down = a.down, .shared = (a.select + a.subbank) * a.ports,
			    .data = a.data_in + a.data_out };
	htree_route(&t, c, a.mat_h, a.mat_w);
	time_access(&a, c, o, &d);
	cost->height = t.height;
	cost->width = t.width;
	cost->area = t.height * t.width;
	cost->access = t.in + fmax(d.predecode + d.decode + d.bitline + c->sense, a.slowest_mux) + output_delay(c, o, drive_length(&a, c)) + t.out;
	cost->cycle = fmax(d.decode + d.bitline + c->sense + recovery(&a, c), d.predecode);
	energy(&a, c, o, &t, cost);
	cost->leakage = leakage(&a, c, o, &t);
	return true;
}

struct search {
	const struct calibration *c;
	const struct memory *m;
	const struct price_setup *setup;
	double access, read;                    /* the least values of all organisations */
	double value;                           /* of the best so far, which has that cost */
	struct sram_cost *cost;
};

typedef void visit(struct search *, const struct sram_cost *);

static void each_mux(struct search *x, struct sram_organisation o, visit *f)
{
	struct sram_cost cost;

	for (o.mux = 1; o.mux <= SRAM_MUX_MAX; o.mux *= 2)
		for (o.mux1 = 1; o.mux1 <= SRAM_MUX_MAX; o.mux1 *= 2)
			for (o.mux2 = 1; o.mux2 <= SRAM_MUX_MAX; o.mux2 *= 2)
				if (sram_build(x->c, x->m, x->setup->ecc, &o, &cost))
					f(x, &cost);
}

static void each(struct search *x, visit *f)
{
	struct sram_organisation o;

	for (o.span = 1; o.span <= SRAM_SPAN_MAX; o.span *= 2)
		for (o.across = x->c->fewest; o.across <= SRAM_ACROSS_MAX; o.across *= 2)
			for (o.down = x->c->fewest; o.down <= SRAM_DOWN_MAX; o.down *= 2)
				each_mux(x, o, f);
}

static void find_least(struct search *x, const struct sram_cost *cost)
{
	x->access = fmin(x->access, cost->access);
	x->read = fmin(x->read, cost->read);
}

static void keep_better(struct search *x, const struct sram_cost *cost)
{
	const double value = x->setup->objective == SRAM_AREA ? cost->area : cost->cycle;

	if (cost->access > x->access * (1 + x->setup->slack) || (cost->access > 1.5 * x->access && cost->read > 1.5 * x->read))
		return;
	if (value >= x->value)
		return;
	x->value = value;
	*x->cost = *cost;
}

bool sram_choose(const struct calibration *c, const struct memory *m, const struct price_setup *setup, struct sram_cost *cost)
{
	struct search x = { .c = c, .m = m, .setup = setup, .access = INFINITY, .read = INFINITY, .value = INFINITY, .cost = cost };

	each(&x, find_least);
	each(&x, keep_better);
	return isfinite(x.value);
}
