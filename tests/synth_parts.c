/*
 * What synthesis reads: libraries, boolean functions, Yosys' cell counts, paths of OpenSTA and abc, and netlists as texts.
 */
#include "account.h"
#include "generic.h"
#include "netlist.h"
#include "test.h"
#include "text.h"

#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char dir[] = "/tmp/sluice-synth-parts-XXXXXX";
enum { PATH = 64 };

static void put(char path[PATH], const char *name, const char *text)
{
	FILE *f;

	snprintf(path, PATH, "%s/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static bool read_library(struct liberty *l, const char *file, char why[LIBERTY_WHY])
{
	char path[LIBERTY_PATH];
	struct text t;
	const bool good = liberty_read(l, file, &t, path, why);

	assert_string_equal(path, file);
	free(t.s);
	return good;
}

#define NAND "pin (Y) { direction : output; function : \"(!(A B))\"; } "
#define CELLS \
	"/* a comment */ library (tiny) { time_unit : \"1ns\"; capacitive_load_unit (1, pf);\n" \
	"  lu_table_template (t) { variable_1 : x; index_1 (\"1, \\\n 2\"); }\n" \
	"  cell (N4) { area : 8.5; " NAND "}\n" \
	"  cell (N1) { area : 2; // small\n " NAND "}\n" \
	"  cell (ND) { area : 1; " NAND "pin (Z) { function : \"A B\"; } }\n" \
	"  cell (B4) { area : 4; pin (A) { direction : input; } pin (Y) { function : \"A\"; } }\n" \
	"  cell (B2) { area : 2; pin (A) { direction : input; } pin (Y) { function : \"A\"; } }\n" \
	"  cell (BI) { area : 1; pin (Y) { function : \"A\"; } pin (Z) { function : \"!A\"; } }\n" \
	"  cell (L) { area : 1; latch (IQ, IQN) { } pin (C) { } pin (D) { } pin (Q) { function : \"IQ\"; } }\n" \
	"  cell (\"OR\") { area : 1; pin (Y) { function : \"(A+B)\"; } }\n" \
	"  cell (FF) { area : 6; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"CK\"; } }\n"

TEST(library_read)
{
	char path[PATH], why[LIBERTY_WHY];
	struct liberty l;

	put(path, "good.lib", CELLS "}\n");
	assert_true(read_library(&l, path, why));
	assert_string_equal(l.name, "tiny");
	assert_int_equal(l.n, 9);
	assert_string_equal(l.nand2->name, "N1");       /* ND is smaller, but has a second output */
	assert_true(l.nand2->area == 2 && liberty_find(&l, "N4")->area == 8.5);
	assert_true(liberty_find(&l, "FF")->flip_flop && !liberty_find(&l, "OR")->flip_flop);
	assert_null(liberty_find(&l, "XOR"));
	assert_string_equal(l.buffer->name, "B2");      /* BI and L are smaller, but have another output and state */
	liberty_free(&l);
}

/* Delay of an arc of a cell, from the first two edges and loads of its table. */
static double generic_delay(const char *library, const char *cell, double slew, double pf)
{
	const char *at = strstr(strstr(library, "index_1"), "(") + 2;
	double x[2], y[2], v[4];

	assert_int_equal(sscanf(at, "%lf, %lf, %*f\"); index_2 (\"%lf, %lf", x, x + 1, y, y + 1), 4);
	at = strstr(strstr(library, cell), "cell_rise (t) { values (\"") + strlen("cell_rise (t) { values (\"");
	assert_int_equal(sscanf(at, "%lf, %lf, %*f\", \"%lf, %lf", v, v + 1, v + 2, v + 3), 4);
	return v[0] + (v[1] - v[0]) * (pf - y[0]) / (y[1] - y[0]) + (v[2] - v[0]) * (slew - x[0]) / (x[1] - x[0]);
}

/* The method of logical effort: parasitic delay and electrical effort in units of tau, logical effort in the inputs; areas by gates and tracks. */
TEST(library_of_our_own)
{
	char path[LIBERTY_PATH], why[LIBERTY_WHY];
	struct liberty l;
	struct text t;

	assert_true(liberty_read(&l, GENERIC_NAME, &t, path, why));
	assert_string_equal(l.name, GENERIC_NAME);
	assert_string_equal(l.nand2->name, "NAND2X1");
	assert_true(fabs(l.nand2->area - 3 * 0.66 * 9 * 0.56) < 1e-4 && liberty_find(&l, "NAND2X4")->area > 2.9 * l.nand2->area);
	assert_string_equal(l.buffer->name, "BUFX2");
	assert_true(liberty_find(&l, "DFFX1")->flip_flop);
	for (unsigned size = 1; size <= 4; size *= 2) {
		char cell[32];

		snprintf(cell, sizeof cell, "(INVX%u)", size);
		assert_true(fabs(generic_delay(t.s, cell, 0, 4 * size * 0.0054) - 0.012 * (1 + 4)) < 1e-5);
		snprintf(cell, sizeof cell, "(NOR3X%u)", size);
		assert_true(fabs(generic_delay(t.s, cell, 0, 6 * size * 0.0054) - 0.012 * (3 + 6)) < 1e-5);
		assert_true(strtod(strstr(strstr(t.s, cell), "capacitance : ") + 14, NULL) / size / 0.0054 - 7. / 3 < 1e-3);
	}
	assert_true(fabs(generic_delay(t.s, "(INVX1)", 0.2, 0) - generic_delay(t.s, "(INVX1)", 0, 0) - 0.15 * 0.2) < 1e-5);
	liberty_free(&l);
	free(t.s);
	assert_true(liberty_nm(GENERIC_NAME) == 180 && liberty_nm(NULL) == 180 && !liberty_nm("x.lib"));
}

static void refused(const char *text, const char *expected)
{
	char path[PATH], why[LIBERTY_WHY] = "", full[2 * PATH + LIBERTY_WHY];
	struct liberty l;

	put(path, "bad.lib", text);
	assert_false(read_library(&l, path, why));
	snprintf(full, sizeof full, "%s:%s", path, expected);
	assert_string_equal(why, full);
	assert_null(l.cells);
}

TEST(library_broken)
{
	refused("", "1: this is no liberty file: it does not begin with library (...)");
	refused("module a;\nendmodule\n", "1: this is no liberty file: it does not begin with library (...)");
	refused(CELLS, "14: the file breaks off where '}' is expected");
	refused(CELLS "}\n}\n", "15: '}' ends no group");
	refused("library (a) {\n  cell (b) { area : big; }\n}\n", "2: 'big' is no area of a cell");
	refused("library (a) {\n  cell b { }\n}\n", "2: '(' expected, not 'b'");
	refused("library (a) { x : \"never\n ends", "2: a string does not end");
	refused("library (a) { /* never\n ends", "1: a comment does not end");
	refused("library (a) { }\n", " the library has no cells");
	refused("library (a) { cell (FF) { area : 6; ff (a, b) { } } }\n", " the library has no two-input NAND with an area");
	refused("library (a) { cell (N) { area : 6; " NAND "} }\n", " the library has no flip-flop");
}

TEST(every_prefix_is_refused)
{
	static const char text[] = CELLS "}";
	char part[sizeof text], path[PATH], why[LIBERTY_WHY];
	struct liberty l;

	for (size_t n = 0; n < sizeof text - 1; n++) {
		memcpy(part, text, n);
		part[n] = '\0';
		put(path, "part.lib", part);
		assert_false(read_library(&l, path, why));
	}
}

TEST(nands)
{
	static const char *const good[] = { "(!(A B))", "!(A1 & A2)", "(A*B)'", "!A+!B", "(!A) | (B')", "!(B&A)", "((A & B)')" };
	static const char *const bad[] = { "A", "!A", "A B", "!(A+B)", "!(A B C)", "A^B", "!(A B", "", "!(A A)", "(A B))'" };

	for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
		assert_true(function_is_nand2(good[i]));
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(function_is_nand2(bad[i]));
}

TEST(buffers)
{
	static const char *const good[] = { "A", "(I)", "!(!A)", "((A)')'", "A A" };
	static const char *const bad[] = { "!A", "A B", "A'", "", "A)", "A+!A" };

	for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
		assert_true(function_is_buffer(good[i]));
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(function_is_buffer(bad[i]));
}

TEST(cells_counted)
{
	const struct shape s = shape_of(&(struct params){ .radix = 2, .saqs = 1, .slots = 4, .flit_bits = 64, .packet_flits = 2,
				       .turnpool_bits = 8, .node_bits = 4 });
	char lib[PATH], path[PATH], why[COUNTS_WHY];
	struct liberty l;
	struct blocks b;
	struct counts c;

	put(lib, "count.lib", CELLS "}\n");
	assert_true(read_library(&l, lib, why));
	blocks_of(&b, &s, NULL);
	put(path, "stat.json", "{\"modules\": {\"\\\\x_switch\": {\"num_cells_by_type\": {\"N1\": 3, \"$paramod$12\\\\x_mmu\": 2, \"$paramod$13\\\\x_mmu\": 1, \"$paramod\\\\x_mmu\\\\N=s32'01\": 1, \"x_cdu\": 2}},"
	    "\"$paramod$12\\\\x_mmu\": {\"num_cells_by_type\": {\"FF\": 4, \"N4\": 2, \"ram_8x64\": 1}},"
	    "\"$paramod$13\\\\x_mmu\": {\"num_cells_by_type\": {\"FF\": 1}},"
	    "\"$paramod\\\\x_mmu\\\\N=s32'01\": {\"num_cells_by_type\": {\"FF\": 1}},"
	    "\"\\\\x_cdu\": {\"num_cells_by_type\": {\"OR\": 5}}}}");
	assert_true(counts_read(&c, path, &b, &l, "x", "x_switch", why));
	const struct cells sum = counts_sum(&c, &b);

	assert_int_equal(sum.cells, 3 + 2 * 6 + 1 + 1 + 2 * 5);
	assert_int_equal(sum.flip_flops, 8 + 1 + 1);
	assert_true(sum.area == 3 * 2 + 2 * (4 * 6 + 2 * 8.5) + 6 + 6 + 2 * 5);
	const struct block_cells *const mmu = &c.block[blocks_find(&b, "mmu") - b.block];

	assert_int_equal(mmu->instances, 4);
	assert_int_equal(mmu->memory[0], 2);
	put(path, "stat.json", "{\"modules\": {\"x_switch\": {\"num_cells_by_type\": {\"$_DLATCH_P_\": 1}}}}");
	assert_false(counts_read(&c, path, &b, &l, "x", "x_switch", why));
	assert_non_null(strstr(why, "the library has no cell for '$_DLATCH_P_'"));
	put(path, "stat.json", "ERROR");
	assert_false(counts_read(&c, path, &b, &l, "x", "x_switch", why));
	liberty_free(&l);
}

TEST(memories_and_congestion)
{
	struct shape s = shape_of(&(struct params){ .radix = 4, .saqs = 2, .slots = 16, .flit_bits = 64, .packet_flits = 8,
				  .turnpool_bits = 31, .node_bits = 16 });
	struct blocks b;

	blocks_of(&b, &s, NULL);
	assert_int_equal(b.shapes, 3);
	assert_true(b.shape[0].words == 16 * 8 && b.shape[0].width == 64 && b.shape[0].count == 4);
	assert_true(blocks_find(&b, "cam_out")->congestion && blocks_find(&b, "notify_in")->congestion);
	assert_false(blocks_find(&b, "mu")->congestion);
	s.saqs = 0;
	blocks_of(&b, &s, NULL);
	assert_null(blocks_find(&b, "notify_in"));
	assert_int_equal(b.shapes, 2);
}

/* Routing tables are for routing; the lists of who is congested are not. */
TEST(congestion_by_destination)
{
	struct params p = params_default();
	struct blocks b;
	struct shape s;

	p.scheme = SCHEME_fbicm;
	s = shape_of(&p);
	blocks_of(&b, &s, NULL);
	assert_true(blocks_find(&b, "dcam_sort")->congestion);
	p.sorting = SORTING_head;
	s = shape_of(&p);
	blocks_of(&b, &s, NULL);
	assert_true(blocks_find(&b, "dcam_in")->congestion && blocks_find(&b, "dcam_out")->congestion && blocks_find(&b, "drfcu")->congestion);
	assert_false(blocks_find(&b, "dt")->congestion);
	p.lists = LISTS_ram;
	s = shape_of(&p);
	blocks_of(&b, &s, NULL);
	assert_true(blocks_find(&b, "clip")->congestion && blocks_find(&b, "clop")->congestion);
}

/* Two paths of one register pair, and a third from a port; the second is not shown. */
static const char sta[] =
	"Startpoint: g_out[6].cam_out/line_q[1]$_DFF_P_\n            (rising edge-triggered flip-flop clocked by clk)\n"
	"Endpoint: g_in[5].iport.mmu/raddr_q[8]$_DFF_P_\n          (rising edge-triggered flip-flop clocked by clk)\n"
	"Fanout     Delay      Time   Description\n"
	"         0.0000    0.0000   clock clk (rise edge)\n"
	"         0.0000    0.0000 ^ g_out[6].cam_out/line_q[1]$_DFF_P_/CLK (DFF)\n"
	"         0.3500    0.3500 v g_out[6].cam_out/line_q[1]$_DFF_P_/Q (DFF)\n"
	"   12                       notify_line[13] (net)\n"
	"         0.1000    0.4500 ^ g_out[6].cam_out/_1_/Y (NOR)\n"
	"         0.2000    0.6500 v _2_/Y (NAND)\n"
	"         0.2500    0.9000 ^ g_in[5].iport.mmu/_3_/Y (NOR)\n"
	"         0.1000    1.0000 v g_in[5].iport.mmu/_4_/Y (NOR)\n"
	"         0.0000    1.0000 v g_in[5].iport.mmu/raddr_q[8]$_DFF_P_/D (DFF)\n"
	"                   1.0000   data arrival time\n\n"
	"         2.5000    2.5000   clock clk (rise edge)\n"
	"                   2.5000 ^ g_in[5].iport.mmu/raddr_q[8]$_DFF_P_/CLK (DFF)\n"
	"                  -1.0000   data arrival time\n"
	"                   1.3000   slack (MET)\n\n"
	"Startpoint: g_out[2].cam_out/line_q[0]$_DFF_P_\nEndpoint: g_in[1].iport.mmu/raddr_q[3]$_DFF_P_\n"
	"         0.3500    0.3500 v g_out[2].cam_out/line_q[0]$_DFF_P_/Q (DFF)\n"
	"                   0.9000   data arrival time\n                   1.4000   slack (MET)\n\n"
	"Startpoint: rx_valid[1] (input port clocked by clk)\nEndpoint: g_in[1].iport.mu/link_mem\n"
	"         0.0000    0.0000 v rx_valid[1] (in)\n"
	"         3.0000    3.0000 v g_in[1].iport.mu/_9_/Y (NOR)\n"
	"                   3.0000   data arrival time\n                  -0.5000   slack (VIOLATED)\n\n";

TEST(paths_of_opensta)
{
	char path[PATH];
	struct timing t;

	put(path, "rpt", sta);
	assert_true(timing_read_sta(&t, path, 2.5));
	assert_int_equal(t.n, 2);
	assert_string_equal(t.path[0].from, "rx_valid[1]");
	assert_string_equal(t.path[0].to, "g_in[1].iport.mu.link_mem");
	assert_true(t.path[0].ns > 2.9999 && t.path[0].ns < 3.0001 && t.path[0].cells == 1);

	const struct timing_path *const p = &t.path[1];

	assert_string_equal(p->from, "g_out[6].cam_out.line_q[1]");
	assert_string_equal(p->to, "g_in[5].iport.mmu.raddr_q[8]");
	assert_true(p->ns > 1.1999 && p->ns < 1.2001 && p->cells == 4 && p->n == 3);
	assert_string_equal(p->stage[0].where, "g_out[6].cam_out");
	assert_true(p->stage[0].ns > 0.4499 && p->stage[0].ns < 0.4501 && p->stage[0].cells == 1);
	assert_string_equal(p->stage[1].where, "");
	assert_string_equal(p->stage[2].where, "g_in[5].iport.mmu");
	assert_true(p->stage[2].ns > 0.3499 && p->stage[2].ns < 0.3501 && p->stage[2].cells == 2);
}

TEST(path_of_abc)
{
	char path[PATH];
	struct timing t;

	put(path, "log", "ABC: WireLoad = \"none\"  Gates =  5 ( 17.9 %)   Area = 15.00 ( 97.4 %)   Delay =  5480.36 ps  (  1.2 %)\n"
	    "ABC: Path  0 --    7081 : 0    2 pi      A =   0.00\nABC: Path 12 -- 14081 : 1    1 INVX2   A =  16.00\n"
	    "ABC: Start-point = pi70 (\\g_in[0].x_q [1]).  End-point = po26 ($auto$rtlil.cc:2560:MuxGate$124304).\n");
	assert_true(timing_read_abc(&t, path));
	assert_true(t.n == 1 && t.path[0].ns > 5.48035 && t.path[0].ns < 5.48037 && t.path[0].cells == 12);
	assert_string_equal(t.path[0].from, "g_in[0].x_q[1]");
	assert_string_equal(t.path[0].to, "");
	assert_false(timing_read_abc(&t, "/dev/null"));
	assert_false(timing_read_sta(&t, "/dev/null", 1));
}

TEST(netlist_texts)
{
	char from[PATH], to[PATH];
	struct text t;

	put(from, "a.v", "module \\$paramod$03e3\\x_ru (a);\n  wire signed [31:0] \\r.o ;\n  \\$paramod\\x_mux\\N=s32'1 u (.a(a));\nendmodule\n");
	put(to, "b.v", "");
	assert_true(netlist_for_opensta(from, to));
	t = text_read(to);
	assert_string_equal(t.s, "module x_ru_03e3 (a);\n  wire        [31:0] \\r.o ;\n  x_mux_N_s32_1 u (.a(a));\nendmodule\n");
	free(t.s);
	put(from, "a.v", "  wire [3:0] \\g_in[0].mu.head_q ;\n  wire x_q;\n  reg [1:0] \\g.h_mem.mem  [7:0];\n  reg \\a_q[0]\\DFF.x_q ;\n");
	assert_true(netlist_publish(from, to));
	t = text_read(to);
	assert_string_equal(t.s, "/* verilator lint_off UNDRIVEN */\n  wire [3:0] \\g_in[0].mu.head_q  /*verilator public_flat_rd*/;\n  wire x_q;\n"
			    "  reg [1:0] \\g.h_mem.mem  [7:0] /*verilator public_flat_rd*/;\n  reg \\a_q[0]\\DFF.x_q ;\n");
	free(t.s);
	assert_false(netlist_publish("/nonexistent/a.v", to));
	assert_false(netlist_for_opensta(from, "/nonexistent/b.v"));
}

static int make_dir(void **state)
{
	(void)state;
	return !mkdtemp(dir);
}

static int clean(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof command, "rm -r %s", dir);
	return system(command);
}

TESTS_BETWEEN(make_dir, clean)
