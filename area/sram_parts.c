#include "sram_parts.h"

#include <math.h>

unsigned log2_floor(unsigned n)
{
	unsigned l = 0;

	while (n >>= 1)
		l++;
	return l;
}

unsigned log2_ceil(unsigned n)
{
	return n > 1 ? log2_floor(n - 1) + 1 : 0;
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
