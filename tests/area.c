/*
 * The memory model: near to what CACTI printed for shapes that it was not fitted to, of sensible form between
 * them, and silent about nothing that it does not know.
 */
#include "grid.h"
#include "inventory.h"
#include "sram_parts.h"
#include "test.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void assert_near(double value, double wanted, double tolerance)
{
	if (!(fabs(value - wanted) <= tolerance))
		fail_msg("%g is not within %g of %g", value, tolerance, wanted);
}

static struct grid_report report_of(const char *path)
{
	struct grid_report r;
	char why[PRICE_WHY];
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	if (!grid_check(f, path, &r, why))
		fail_msg("%s", why);
	fclose(f);
	return r;
}

TEST(near_cacti_ram)
{
	const struct grid_report r = report_of("area/samples/sram.csv");

	assert_int_equal(r.points, 221);
	assert_int_equal(r.error[GRID_AREA].points, 221);
	assert_true(r.error[GRID_AREA].median <= 0.005);
	assert_true(r.error[GRID_AREA].p95 <= 0.06);
	assert_true(r.error[GRID_ACCESS].median <= 0.02);
	assert_true(r.error[GRID_CYCLE].median <= 0.02);
	assert_true(r.error[GRID_READ].median <= 0.03);
	assert_true(r.error[GRID_WRITE].median <= 0.03);
	assert_true(r.error[GRID_LEAKAGE].median <= 0.05);
}

TEST(near_cacti_cam)
{
	const struct grid_report r = report_of("area/samples/cam.csv");

	assert_int_equal(r.error[GRID_AREA].points, 36);
	assert_true(r.error[GRID_AREA].median <= 0.02);
	assert_true(r.error[GRID_ACCESS].median <= 0.1);
	assert_true(r.error[GRID_SEARCH].median <= 0.06);
	assert_true(r.error[GRID_LEAKAGE].median <= 0.1);
}

/* The comparison itself: figures of another technology are far off, and the sign of the error is right. */
TEST(comparison_sees_differences)
{
	char row[] = "tool,tech_nm,cell_type,size_bytes,width_bits,read_ports,write_ports,rw_ports,area_mm2,access_ns,objective\n"
		     "cacti7,45,itrs-hp,4096,64,1,1,0,0.0556554,0.407017,area\n";
	FILE *f = fmemopen(row, strlen(row), "r");
	struct grid_report r;
	char why[PRICE_WHY];

	assert_non_null(f);
	assert_true(grid_check(f, "row", &r, why));
	fclose(f);
	assert_int_equal(r.points, 1);
	assert_near(r.error[GRID_AREA].bias, -0.5, 0.01);
	assert_near(r.error[GRID_AREA].median, 0.5, 0.01);
	assert_true(r.error[GRID_ACCESS].median < 0.02);
	assert_int_equal(r.error[GRID_LEAKAGE].points, 0);
}

static struct price price_of(const char *text, const struct price_setup *setup)
{
	struct memory m;
	struct price p;
	char why[PRICE_WHY] = "";

	if (!memory_parse(&m, text, why) || !price_memory(setup, &m, &p, why))
		fail_msg("%s: %s", text, why);
	return p;
}

/* Twice the words: more area, and less than 2.1 times of it. Twice the width at the same size: not much less area. */
TEST(grows_with_size)
{
	const struct price_setup s = price_setup_default();

	for (unsigned width = 8; width <= 256; width *= 2)
		for (unsigned words = 32; words * width < 128 * 1024 * 8; words *= 2) {
			char a[64], b[64], c[64];

			if (words * width < 1024)
				continue;
			snprintf(a, sizeof a, "%ux%u,1r1w", words, width);
			snprintf(b, sizeof b, "%ux%u,1r1w", 2 * words, width);
			snprintf(c, sizeof c, "%ux%u,1r1w", words, 2 * width);
			const double one = price_of(a, &s).area_mm2, two = price_of(b, &s).area_mm2, wide = price_of(c, &s).area_mm2;

			assert_true(two > one && two < 2.1 * one);
			assert_true(wide > 0.98 * two);
		}
}

/* Every shape in range has every figure, positive; the cells alone are smaller than the memory. */
TEST(every_shape_has_figures)
{
	struct price_setup s = price_setup_default();
	char why[PRICE_WHY];
	struct price p;

	for (unsigned i = 0; i < 400; i++) {
		struct memory m = { .words = 32 + i * i * 13 % 3000, .width = 2 + i * 37 % 500, .read = 1 + i % 2, .write = 1 + i % 3 / 2,
				    .read_write = i % 5 == 0 };
		const double ports = m.read + m.write + m.read_write, bits = (double)m.words * m.width;
		const double cell = (10 + 5 * (ports - 1)) * (14.6 + 5 * (ports - 1)) * 45 * 45e-12;

		s.objective = i % 7 ? SRAM_AREA : SRAM_CYCLE;
		s.slack = price_slack(s.objective);
		if (bits < 512 || bits > 256 * 1024 * 8)
			continue;
		if (!price_memory(&s, &m, &p, why))
			fail_msg("%ux%u: %s", m.words, m.width, why);
		assert_int_equal(p.source, PRICE_ARRAY);
		assert_true(p.area_mm2 > bits * cell && p.access_ns > 0.05 && p.cycle_ns > 0.03 && p.read_nj > 0 && p.write_nj > 0 &&
			    p.leakage_mw > 0);
		assert_true(isfinite(p.area_mm2 + p.access_ns + p.cycle_ns + p.read_nj + p.write_nj + p.leakage_mw));
	}
}

/* Shrinking by F keeps the area in F2 within a few per cent. */
TEST(technologies_agree)
{
	struct price_setup s = price_setup_default();
	static const unsigned nm[] = { 22, 32, 65, 90, 130, 180 };
	const double at45 = price_of("512x64,1r1w", &s).area_mm2 / (45 * 45);

	for (unsigned i = 0; i < sizeof nm / sizeof *nm; i++) {
		s.nm = nm[i];
		assert_near(price_of("512x64,1r1w", &s).area_mm2 / (nm[i] * nm[i]) / at45, 1, 0.04);
	}
}

/* Beyond what it was held against the model refuses, or says so in a note. */
/* A technology that is scaled answers as that which it is scaled from; flip-flops have no figure. */
TEST(access_time_of_scaled_technologies)
{
	const struct memory m = { .kind = MEMORY_RAM, .words = 512, .width = 64, .read = 1, .write = 1 }, small = { .words = 4, .width = 8, .read = 1, .write = 1 };
	struct price_setup setup = price_setup_default();
	struct price at90, p;
	char why[PRICE_WHY];
	unsigned nm;

	setup.nm = 90;
	assert_true(price_memory(&setup, &m, &at90, why));
	assert_true(price_access_ns(&setup, &m, &at90, &nm) == at90.access_ns && nm == 90);
	setup.nm = 180;
	assert_true(price_memory(&setup, &m, &p, why));
	assert_true(isnan(p.access_ns));
	assert_true(price_access_ns(&setup, &m, &p, &nm) == at90.access_ns && nm == 90);
	assert_true(price_memory(&setup, &small, &p, why));
	assert_true(isnan(price_access_ns(&setup, &small, &p, &nm)));
}

TEST(knows_its_range)
{
	static const char *const noted[] = { "64x8,1r1w", "1024x4,1r1w", "64x520,1r1w", "512x64,2r1w", "8x64,1r1w" };
	static const char *const refused[] = { "65536x64,1r1w", "64x2000", "4x4096,1r1w", "512x64,1rw,cam", "16x80,1rw,cam", "64x16,1r2w,cam" };
	const struct price_setup s = price_setup_default();
	char why[PRICE_WHY];
	struct memory m;
	struct price p;

	for (unsigned i = 0; i < sizeof noted / sizeof *noted; i++)
		assert_true(price_of(noted[i], &s).note[0]);
	for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
		why[0] = '\0';
		assert_true(memory_parse(&m, refused[i], why));
		assert_false(price_memory(&s, &m, &p, why));
		assert_true(why[0] && !strchr(why, '\n'));
	}
	assert_string_equal(price_of("512x64,1r1w", &s).note, "");
	assert_int_equal(price_of("8x64,1r1w", &s).source, PRICE_FLIP_FLOPS);
	assert_true(isnan(price_of("8x64,1r1w", &s).access_ns));
	assert_near(price_of("8x64,2r1w", &s).area_mm2 * (180 * 180) / (45 * 45), 8 * 64 * (96 + 48 + 2 * 26) * 1e-6, 1e-9);    /* cells of 180 nm, in um2 */
}

TEST(no_calibration)
{
	struct price_setup s = price_setup_default();
	const struct memory m = { .words = 512, .width = 64, .read = 1, .write = 1 };
	char why[PRICE_WHY];
	struct price p;

	s.nm = 22;
	s.tool = "cacti6.5";
	assert_false(price_memory(&s, &m, &p, why));
	assert_non_null(strstr(why, "cacti6.5 at 22 nm"));
	s.tool = "cacti7";
	s.cell = "itrs-lop";
	assert_false(price_memory(&s, &m, &p, why));
	s.tool = "cacti-p";
	assert_false(price_memory(&s, &m, &p, why));
}

TEST(memory_specs)
{
	static const struct { const char *in, *out; } good[] = {
		{ "512x64,1r1w", "512x64,1r1w" }, { "2048X32", "2048x32,1rw" }, { "64x24,1RW,CAM", "64x24,1rw,cam" },
		{ "8x8,2r1w1rw", "8x8,1rw2r1w" }, { "64x24,cam,1rw", "64x24,1rw,cam" },
	};
	static const char *const bad[] = {
		"", "x", "512", "512x", "x64", "0x64", "512x0", "-1x8", "512x64,", "512x64,1r", "512x64,1w", "512x64,0rw", "512x64,9rw",
		"512x64,5r5w", "512x64,rw", "512x64;1rw", "512x64,1rw1rw", "99999999999x8", "16777217x8", "512x64,ram", "512 x64", "1e3x8",
	};
	char why[PRICE_WHY], text[64];
	struct memory m;

	for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
		assert_true(memory_parse(&m, good[i].in, why));
		memory_text(&m, text, sizeof text);
		assert_string_equal(text, good[i].out);
	}
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		if (memory_parse(&m, bad[i], why))
			fail_msg("'%s' is taken", bad[i]);
}

/* 8 ports, 64 slots of 8 flits of 64 bits. */
TEST(inventory)
{
	struct params p = params_default();
	struct inventory list;
	char why[PRICE_WHY];
	double bits = 0;

	assert_true(params_set(&p, "radix", "8", why) && params_check(&p, why));
	inventory_of(&p, &list);
	assert_true(list.n >= 1);
	assert_string_equal(list.item[0].name, "data_mem");
	assert_int_equal(list.item[0].instances, 8);
	assert_int_equal(list.item[0].memory.words, 512);
	assert_int_equal(list.item[0].memory.width, 64);
	assert_int_equal(list.item[0].memory.read, 1);
	assert_int_equal(list.item[0].memory.write, 1);
	for (unsigned i = 0; i < list.n; i++)
		bits += (double)list.item[i].instances * list.item[i].memory.words * list.item[i].memory.width;
	assert_true(bits >= 8 * 512 * 64);
}

/* ----- parts of an array, by the rules of docs/use/area.md#the-model, counted by hand ----- */

/* A transistor that is not folded: two contacts and a gate in one direction; in a stack of two a gate and a bare space more. Three in parallel
 * share contacts. Power rails and the gap beside the widths in the other direction, or the whole height where it is folded. */
TEST(gates_by_hand)
{
	const struct chain wide = chain_for(1, 64 * 4.5, 2, WIDEST), widest = chain_for(1, 1e5, 2, 96);

	assert_near(gate_area(1, 6, 3, 50), 7 * (6 + 3 + 9), 1e-9);
	assert_near(gate_area(2, 3, 3, 50), 9.5 * (3 + 3 + 9), 1e-9);
	assert_near(gate_area(3, 3, 4.5, 50), 15 * (3 + 4.5 + 9), 1e-9);
	assert_near(gate_area(1, 60, 60, 50), 15 * 50, 1e-9);
	assert_near(gate_folded(18, 5), 4 + 5 * 3, 1e-9);
	assert_near(chain_input(2, 2), 3 + 2 * 1.5, 1e-9);
	assert_int_equal(wide.n, 4);    /* an effort of 4 for each would be three; the number is even */
	for (unsigned i = 0; i < 4; i++)
		assert_near(wide.width[i], 1.5 * pow(64, i / 4.), 1e-6);
	assert_int_equal(widest.n, 4);  /* from the smallest to the widest, whatever that drives: 1.5, 6, 24, 96 */
	assert_true(widest.width[3] == 96 && fabs(widest.width[2] - 24) < 1e-6 && fabs(widest.width[1] - 6) < 1e-6);
	assert_near(chain_area(&wide, 2, 1000), 4 * 7 * 9 + 7 * 3 * 1.5 * (1 + pow(64, .25) + 8 + pow(64, .75)), 1e-6);
}

/* Two inverters drive each address bit. First level: a gate for each value of each group of two or three bits; second: one for each value of all. */
TEST(predecoders_by_hand)
{
	const struct chain one = chain_for(2, 20, 2, WIDEST);
	const double gate = chain_area(&one, 2, LOGIC_HEIGHT);

	for (unsigned bits = 1; bits <= 9; bits++) {
		const unsigned threes = bits % 3 == 1 && bits > 1 ? bits / 3 - 1 : bits / 3, pairs = (bits - 3 * threes) / 2, groups = pairs + threes;
		const struct predecoder p = predecoder_for(bits, 1000, 2);
		const double drivers = bits * 2 * 7. * (6 + 3 + 9), two = bits > 1 ? 4. * pairs : 2, three = 8. * threes, second = groups > 1 ? 1 << bits : 0;
		struct predecoder only = { .bits = bits };

		assert_near(predecoder_area(&only, 2), drivers, 1e-6);
		only.two = one;
		assert_near(predecoder_area(&only, 2), drivers + two * gate, 1e-6);
		only.three = one;
		assert_near(predecoder_area(&only, 2), drivers + (two + three) * gate, 1e-6);
		only.second = one;
		assert_near(predecoder_area(&only, 2), drivers + (two + three + second) * gate, 1e-6);
		if (groups > 1) {       /* each gate of the first level drives those of the second that have its value */
			const double input = chain_input(groups, 2);
			const struct chain first2 = chain_for(2, (1 << bits) / 4 * input, 2, WIDEST), first3 = chain_for(3, (1 << bits) / 8 * input, 2, WIDEST);

			assert_true(p.second.inputs == groups && !p.two.n == !pairs && !p.three.n == !threes);
			assert_memory_equal(pairs ? &p.two : &first2, &first2, sizeof first2);
			assert_memory_equal(threes ? &p.three : &first3, &first3, sizeof first3);
		}
	}
}

/* Wires that go to all mats pass between them; data wires halve at each branch, but for those of the direction that has more. */
TEST(trees_by_hand)
{
	static const struct { unsigned across, down; double height, width; } cases[] = {
		{ 2, 2, 2000 + (10 + 6) * 4, 4000 + (10 + 6) * 4 },
		{ 4, 2, 2000 + (10 * 2 + 6 * 3) * 4, 8000 + (10 * 3 + 6) * 4 },
		{ 2, 4, 4000 + (10 * 2 + 6) * 4, 4000 + (10 * 2 + 6 * 2) * 4 },
	};
	const struct calibration c = { .p_to_n = 2, .spacing = 1000, .repeater = 4 };

	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct htree t = { .across = cases[i].across, .down = cases[i].down, .shared = 10, .data = 6 };

		htree_route(&t, &c, 1000, 2000);
		assert_near(t.height, cases[i].height, 1e-6);
		assert_near(t.width, cases[i].width, 1e-6);
	}
}

static double gates_of(unsigned inputs, unsigned bits, double load, double p_to_n)
{
	const struct chain k = chain_for(inputs, load, p_to_n, WIDEST);

	return bits * 2 * 7. * 18 + (1 << bits) * chain_area(&k, p_to_n, LOGIC_HEIGHT);
}

/* 512 words of 48 bits with check bits, two ports that read and one that writes, in 8 x 4 subarrays of 32 rows and 27 columns, four words in a row: 4 x 2 mats.
 * c_local: where it is large, word line drivers are wider than the wires that select them. */
static void array_of(double c_local)
{
	const struct calibration c = { .p_to_n = 2, .spacing = 1000, .repeater = 4, .c_pass = 2, .c_local = c_local, .c_mat = .05, .fewest = 1 };
	const struct memory m = { .words = 512, .width = 48, .read = 2, .write = 1 };
	const struct sram_organisation o = { .across = 8, .down = 4, .mux = 2, .mux1 = 2, .mux2 = 2, .span = 4 };
	const double cell_w = 10 + 5 * 2, cell_h = 14.6 + 5 * 2, sub_w = 27 * cell_w + 7.5, sub_h = 32 * cell_h;
	const struct chain word = chain_for(2, 27 * (2 + cell_w * c_local), 2, WIDEST);
	const double decoder = chain_area(&word, 2, 4 * cell_h) / cell_h * 3, column = 2 * 27 * cell_w * .05, row = 2 * sub_h * .05;
	/* of 5 bits of row address three and two; of the multiplexers one each, the first at both bit lines of a pair */
	const double centre = 3 * (gates_of(3, 3, 4 * 4 * 6 + row, 2) + gates_of(2, 2, 8 * 4 * 6 + row, 2) + gates_of(2, 1, 108 * 9 + column, 2) +
				   gates_of(2, 1, 108 / 4 * 9 + column, 2) + gates_of(2, 1, 108 / 8. * 9 + column, 2));
	/* precharge, its equalizer, sense amplifier, and multiplexers with the two inverters between the last of them */
	const double feet = (4 + 5 * 3) + 7 + (2 * 7 + 7 + 3 + 2 * 7 + 7 + 3 + 5) + (2 + 3 * 3) + 7 + (7 + 2 * 7 + 2 * 7);
	const double drivers = sub_h / 1000 * 7 * (6 + 12 + 9) * 3 / sub_w * 2;
	const double mat_h = 2 * (sub_h + feet + drivers) + ((5 + 3 + 2 * 14 / 2) * 3 + (2 + 2 + 2) * 2) * 4;
	const double mat_w = 2 * sub_w + fmax((8 + 4) * 4 * 3, 2 * decoder) + centre / mat_h;
	const double shared = (5 + 3 + 1) * 3, data = (49 + 7) + 2 * (48 + 6);
	struct sram_cost cost;

	assert_true(sram_build(&c, &m, true, &o, &cost));
	assert_near(cost.height, 2 * mat_h + (2 * shared + 3 * data) * 4, 1e-6);
	assert_near(cost.width, 4 * mat_w + (3 * shared + data) * 4, 1e-6);
	assert_near(cost.area, cost.height * cost.width, 1e-3);
}

TEST(array_by_hand)
{
	array_of(.1);
	array_of(1);
}
