#include "sram_parts.h"

#include <math.h>

unsigned log2_floor(unsigned n)
{
	return n ? 31 - (unsigned)__builtin_clz(n) : 0;
}

unsigned log2_ceil(unsigned n)
{
	return n > 1 ? log2_floor(n - 1) + 1 : 0;
}

/* Layout rules, in F: contacted and bare spacing of gates, gap between p and n, power rails. */
static const double contact = 3, poly = 1, bare = 1.5, gap = 5, rail = 2;

double gate_folded(double width, double pitch)
{
	const double folds = ceil(width / pitch);

	return folds * poly + (folds + 1) * contact;
}

/* Width of a stack of transistors in series, folded into so many. */
static double diffusion(double stacked, double folds)
{
	double w = 2 * contact + stacked * poly + (stacked - 1) * bare;

	if (folds > 1)
		w += (folds - 2) * 2 * contact + (folds - 1) * (stacked * poly + (stacked - 1) * bare);
	return w;
}

double gate_area(unsigned inputs, double width_p, double width_n, double height)
{
	const double room = height - 2 * rail - gap, share = width_p / (width_p + width_n);
	const double folds_p = ceil(width_p / (room * share)), folds_n = ceil(width_n / (room * (1 - share)));
	const double w = fmax(diffusion(inputs, folds_n), diffusion(1, inputs * folds_p));
	const double lower = width_n + width_p + gap + 2 * rail;

	return w * (room * (1 - share) > width_n ? lower : height);
}

double chain_input(unsigned inputs, double p_to_n)
{
	return inputs * SMALLEST + p_to_n * SMALLEST;
}

static unsigned even_stages(double effort, unsigned more)
{
	const double stages = log(effort) / log(4);
	unsigned n = (stages > 0 ? (unsigned)stages : 0) + more;

	n += n % 2;
	return n < 2 ? 2 : n > CHAIN_MAX ? CHAIN_MAX : n;
}

struct chain chain_for(unsigned inputs, double load, double p_to_n, double widest)
{
	struct chain c = { .inputs = inputs };
	const double logical = (inputs + p_to_n) / (1 + p_to_n);
	double effort = logical * load / chain_input(inputs, p_to_n), fanout, last;

	c.n = even_stages(effort, 0);
	fanout = pow(effort, 1.0 / c.n);
	last = fmax(load / fanout / (1 + p_to_n), SMALLEST);
	if (last > widest) {
		effort = logical * (1 + p_to_n) * widest / chain_input(inputs, p_to_n);
		c.n = even_stages(effort, 1);
		fanout = pow(effort, 1.0 / (c.n - 1));
		last = widest;
	}
	c.width[0] = inputs * SMALLEST;
	c.width[c.n - 1] = last;
	for (unsigned i = c.n - 2; i >= 1; i--)
		c.width[i] = fmax(c.width[i + 1] / fanout, SMALLEST);
	return c;
}

double chain_area(const struct chain *c, double p_to_n, double height)
{
	double area = gate_area(c->inputs, p_to_n * SMALLEST, c->width[0], height);

	for (unsigned i = 1; i < c->n; i++)
		area += gate_area(1, p_to_n * c->width[i], c->width[i], height);
	return area;
}

/* Delay of a stage of time constant tau whose input rises in `rise` (any unit of time, both the same). */
static double stage_delay(double rise, double tau)
{
	const double half = log(2);

	return sqrt(half * half * tau * tau + 0.5 * rise * tau);
}

/* Gates of a predecoder by its bits: NAND2s and NAND3s of the first level, how many of the second each drives, and that one. */
enum { PREDECODER_BITS = 9 };

static const struct {
	unsigned two, three, drives2, drives3, inputs, second;
} predecoders[PREDECODER_BITS + 1] = {
	{ 0, 0, 0, 0, 0, 0 },     { 2, 0, 0, 0, 0, 0 },     { 4, 0, 0, 0, 0, 0 },       { 0, 8, 0, 0, 0, 0 },      { 8, 0, 4, 0, 2, 16 },
	{ 4, 8, 8, 4, 2, 32 },    { 0, 16, 0, 8, 2, 64 },   { 8, 8, 32, 16, 3, 128 },   { 4, 16, 64, 32, 3, 256 }, { 0, 24, 0, 64, 3, 512 },
};

struct predecoder predecoder_for(unsigned bits, double load, double p_to_n)
{
	struct predecoder p = { .bits = bits > PREDECODER_BITS ? PREDECODER_BITS : bits, .load = load };
	const unsigned inputs = predecoders[p.bits].inputs;
	double load2 = load, load3 = load;

	if (inputs) {
		p.second = chain_for(inputs, load, p_to_n, WIDEST);
		load2 = predecoders[p.bits].drives2 * chain_input(inputs, p_to_n);
		load3 = predecoders[p.bits].drives3 * chain_input(inputs, p_to_n);
	}
	if (predecoders[p.bits].two)
		p.two = chain_for(2, load2, p_to_n, WIDEST);
	if (predecoders[p.bits].three)
		p.three = chain_for(3, load3, p_to_n, WIDEST);
	return p;
}

double predecoder_area(const struct predecoder *p, double p_to_n)
{
	const double drivers = 2.0 * p->bits * gate_area(1, p_to_n * 2 * SMALLEST, 2 * SMALLEST, LOGIC_HEIGHT);
	double area = drivers;

	if (p->two.n)
		area += predecoders[p->bits].two * chain_area(&p->two, p_to_n, LOGIC_HEIGHT);
	if (p->three.n)
		area += predecoders[p->bits].three * chain_area(&p->three, p_to_n, LOGIC_HEIGHT);
	if (p->second.n)
		area += predecoders[p->bits].second * chain_area(&p->second, p_to_n, LOGIC_HEIGHT);
	return area;
}

double chain_delay(const struct chain *k, const struct calibration *c, double load, double resistance, double *rise)
{
	double t = 0, delay;

	for (unsigned i = 0; i < k->n; i++) {
		const bool last = i + 1 == k->n;
		const double w = k->width[i], in_series = i ? 1 : k->inputs;
		const double p_drains = c->p_to_n * (i ? w : SMALLEST * k->inputs), drains = i ? 2 : 1.0 + k->inputs;
		const double own = c->drain * (w + p_drains) + drains * c->drain_edge;
		const double next = last ? load : k->width[i + 1] * (1 + c->p_to_n);

		delay = stage_delay(*rise, in_series / w * (own + next) + (last ? resistance * next / 2 : 0));
		t += delay;
		*rise = 2 * delay;
	}
	return t;
}

double predecoder_delay(const struct predecoder *p, const struct calibration *c, double resistance, double *rise)
{
	const bool three = p->three.n;
	const struct chain *first = three ? &p->three : &p->two;
	const unsigned drives = three ? predecoders[p->bits].drives3 : predecoders[p->bits].drives2;
	double t = c->address;

	*rise = c->address;
	if (!p->second.n)
		return t + chain_delay(first, c, p->load, resistance, rise);
	t += chain_delay(first, c, drives * chain_input(p->second.inputs, c->p_to_n), 0, rise);
	return t + chain_delay(&p->second, c, p->load, resistance, rise);
}

/* Cross-coupled pairs, isolation and enable of a sense amplifier, p below n. */
static double sense_height(double pitch)
{
	const double p = 2 * gate_folded(7.5, pitch) + gate_folded(12.5, pitch) + 3;
	const double n = 2 * gate_folded(3.75, pitch) + gate_folded(5, pitch) + 3;

	return p + n + 5;
}

double foot_height(const struct calibration *c, double w, double precharge, const struct sram_organisation *o)
{
	const double p_smallest = SMALLEST * c->p_to_n;
	double h = gate_folded(6 * p_smallest, precharge) + gate_folded(p_smallest, w) + sense_height(w * o->mux);

	if (o->mux > 1)
		h += gate_folded(COLUMN_SWITCH, precharge);
	if (o->mux1 > 1)
		h += gate_folded(COLUMN_SWITCH, w * o->mux1);
	if (o->mux2 > 1)
		h += gate_folded(COLUMN_SWITCH, w * o->mux * o->mux1) + 2 * gate_folded(p_smallest, w * o->mux2) +
		     2 * gate_folded(SMALLEST, w * o->mux2);
	return h;
}

/* Through a multiplexer, two inverters, another multiplexer, into the wire's first repeater. */
double output_delay(const struct calibration *c, const struct sram_organisation *o, double length)
{
	const double inverter = SMALLEST * (1 + c->p_to_n);
	const double repeater = c->repeater * inverter * (c->scaled_drivers ? length / c->spacing : 1);
	const double stage[] = {
		(o->mux1 * c->out_pass + inverter) / COLUMN_SWITCH, c->out_buffer / SMALLEST,
		(c->out_buffer + c->out_pass) / SMALLEST, (o->mux2 * c->out_pass + repeater) / COLUMN_SWITCH,
	};
	double t = 0, rise = 0;

	for (unsigned i = 0; i < sizeof stage / sizeof *stage; i++) {
		const double delay = stage_delay(rise, stage[i]);

		t += delay;
		rise = 2 * delay;
	}
	return c->tau * t + c->wire * length / 1000;
}

double output_area(const struct calibration *c, double length)
{
	const double n = c->repeater * SMALLEST;

	return length / c->spacing * gate_area(1, c->p_to_n * n, n, LOGIC_HEIGHT);
}

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

		x = across ? w : x;
		y = down ? l : y;
		if (across) {
			link(t, c, w, end_size(c, x), x, y, x);
			w /= 2;
			h--;
		}
		if (down) {
			if (across)
				link(t, c, l, y > c->spacing ? c->repeater : x / c->spacing * c->repeater, x, y, y);
			else
				link(t, c, l, end_size(c, x), x, y, x);
			l /= 2;
			v--;
		}
	}
}
