#include "script.h"

#include "generic.h"

#include <string.h>

enum { PATHS = 400 };
#define OPT "opt -fine -mux_undef -undriven -mux_bool"

const char *const netlist_names[NETLISTS] = { "flat", "blocks" };

/* The recipes differ in the cuts for balancing depth (-K inputs, -C cuts kept), and in whether logic is rewritten at that depth. */
const char *const recipe_names[RECIPES] = { "choices", "narrow", "many", "rewrite" };
static const char *const mapping[RECIPES] = {
	"-K 6 -C 8\nstrash\ndch\nmap",
	"-K 5 -C 8\nstrash\ndch\nmap",
	"-K 6 -C 16\nstrash\ndch\nmap",
	"-K 6 -C 16\nstrash\nresub -K 6\nrewrite\nresub -K 8\nrefactor\nbalance\nrewrite -z\nbalance\ndch\nmap",
};

const char *script_cell_name(const struct memory_shape *m, char name[SCRIPT_CELL])
{
	snprintf(name, SCRIPT_CELL, "ram_%ux%u%s", m->words, m->width, m->masked ? "_masked" : "");
	return name;
}

void script_read(const struct verilog *v, bool files, bool memories, FILE *f)
{
	fputs(files && memories ? "read_verilog -nooverwrite -DSYNTHESIS" : "read_verilog -DSYNTHESIS", f);
	for (unsigned i = 0; files && i < v->files; i++)
		fprintf(f, " %u.v", i);
	for (unsigned i = 0; memories && i < v->memories; i++)
		fprintf(f, " ram%u.v", i);
	fputc('\n', f);
}

void script_memory_types(const struct blocks *b, const char *prefix, FILE *f)
{
	char name[SCRIPT_CELL];

	for (const struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++)
		fprintf(f, "chtype -set %s t:%s*_ram_1r1w%s r:WORDS=%u %%i r:WIDTH=%u %%i\n", script_cell_name(m, name), prefix,
			m->masked ? "_masked" : "", m->words, m->width);
	fputs("setparam -unset WORDS -unset WIDTH t:ram_*\n", f);
}

void script_find_memories(const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	script_read(&s->verilog, true, true, f);
	fprintf(f, "blackbox %s*_ram_1r1w*\nhierarchy -top %s\ntee -q -o " SCRIPT_DUMP " dump t:%s*_ram_1r1w*\n", s->name, s->top, s->name);
}

/* The memories of the RTL become black boxes, one type for each shape. Those that are made of macros come as they are, with the macros as black boxes: they are
 * read when the others have lost their type, and with them what they instantiate. */
static void read_design(const struct script *s, FILE *f)
{
	const bool macros = s->blocks->map;

	script_read(&s->verilog, true, !macros, f);
	if (!macros)
		fprintf(f, "blackbox %s*_ram_1r1w*\n", s->name);
	fprintf(f, "read_verilog memories.v\nhierarchy -top %s\n", s->top);
	script_memory_types(s->blocks, s->name, f);
	if (macros) {
		script_read(&s->verilog, true, true, f);
		fprintf(f, "read_verilog macro_memories.v\nhierarchy -top %s\n", s->top);
	}
	fputs("proc\n", f);
}

void script_keep_blocks(const struct blocks *b, const char *prefix, FILE *f)
{
	fputs("setattr -mod -set keep_hierarchy 1", f);
	for (unsigned i = 0; i < b->n; i++)
		fprintf(f, " *%s_%s *\\%s_%s\\*", prefix, b->block[i].name, prefix, b->block[i].name);
	fputc('\n', f);
}

/* Units of a side whose paths begin and end at their registers, but for a few gates: the rest goes with the scheduler, which abc has to see as one. */
static void part_sides(const struct script *s, FILE *f)
{
	static const char *const units[] = { "hru", "cqu", "scam", "sfcu" };

	fprintf(f, "flatten *%s_side\nsetattr -set submod \"" SCRIPT_PART "\"", s->name);
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
		if (blocks_find(s->blocks, units[i]))
			fprintf(f, " *%s_side/c:%s.* *%s_side/c:$flatten\\%s.*", s->name, units[i], s->name, units[i]);
	/* Outside the part, its registers have no names: of a register that nothing there reads, a bit could be missing. */
	fprintf(f, "\nsubmod *%s_side\nrename -hide", s->name);
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
		fprintf(f, " *%s_side/w:%s.*", s->name, units[i]);
	fprintf(f, "\n" OPT "\nsetattr -mod -set keep_hierarchy 1 *%s_side_" SCRIPT_PART "\n", s->name);
	/* A part gets the name of its side, so that registers have the names of the design. */
	fprintf(f, "rename -enumerate -pattern " SCRIPT_PART "%% *%s_side/t:*%s_side_" SCRIPT_PART "\nflatten\nrename -hide t:$scopeinfo\ncd %s\n", s->name, s->name, s->top);
	for (unsigned i = 0; i < s->radix; i++)
		fprintf(f, "rename g_in[%u].side." SCRIPT_PART "0 g_in[%u].side\nrename g_out[%u].side." SCRIPT_PART "0 g_out[%u].side\n", i, i, i, i);
	fputs("cd ..\n", f);
}

/* Maps to cells with abc; its script has the recipe's name. Yosys from 0.38 on leaves cells that only tell where flattened instances were. */
static void map_to(const struct script *s, const char *name, unsigned recipe, FILE *f)
{
	fprintf(f, "abc -liberty " SCRIPT_LIBRARY " %s-script %s.abc\nopt_clean\nsetundef -zero\ndelete t:$scopeinfo\n", s->driver ? "-constr constraints.txt " : "",
		recipe_names[recipe]);
	fprintf(f, "tee -q -o %s.json stat -json\nwrite_verilog -noattr -noexpr -simple-lhs %s.v\n", name, name);
}

void script_yosys(const struct script *s, unsigned kind, FILE *f)
{
	read_design(s, f);
	if (kind == NETLIST_BLOCKS || s->apart)
		script_keep_blocks(s->blocks, s->name, f);
	else if (s->once)
		part_sides(s, f);
	/* opt -full but for opt_share, which selects operands in front of an adder where the design selects results behind two */
	fputs("flatten\n" OPT "\nopt\nalumacc\ntechmap\n" OPT "\nopt -fast\ndfflegalize -cell $_DFF_P_ x\ntechmap\nopt_clean\n", f);
	/* Flip-flops get the names of their registers; those of the library may have a second output, and then rename leaves them alone. */
	fputs("rename -wire t:$_DFF_P_\ndfflibmap -liberty " SCRIPT_LIBRARY "\n", f);
	if (kind == NETLIST_BLOCKS)
		map_to(s, netlist_names[kind], 0, f);
	else
		fprintf(f, "write_rtlil %s.il\n", netlist_names[kind]);
}

void script_map(const struct script *s, unsigned recipe, FILE *f)
{
	fprintf(f, "read_rtlil %s.il\n", netlist_names[NETLIST_FLAT]);
	map_to(s, recipe_names[recipe], recipe, f);
}

void script_abc(const struct script *s, unsigned recipe, FILE *f)
{
	const double ps = s->period_ns * 1000 * 0.8;      /* abc sees no flip-flops: delay and setup of one take about a fifth */

	/* if -g balances for depth; buffer -p also behind flip-flops, whose outputs are abc's inputs: none drives more than four */
	fprintf(f, "strash\nif -g %s\ntopo\nbuffer -c -p -N 4\nupsize -D %.0f\ndnsize -D %.0f\nstime -p\n", mapping[recipe], ps, ps);
}

void script_constraints(const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	if (s->driver)
		fprintf(f, "set_driving_cell %s\n", s->driver);
}

void script_sta(const struct script *s, unsigned recipe, FILE *f)
{
	const char *const name = recipe < RECIPES ? recipe_names[recipe] : netlist_names[NETLIST_BLOCKS];

	fprintf(f, "read_liberty " SCRIPT_LIBRARY "\nread_liberty memories.lib\nset_cmd_units -time ns\nread_verilog %s.sta.v\nlink_design %s\n"
		   "if {[llength [get_ports -quiet clk]]} {create_clock -name clk -period %.6f clk} else {create_clock -name clk -period %.6f}\n",
		name, s->top, s->period_ns, s->period_ns);
	/* Ports are registers of a neighbour; the clock is none. Not every OpenSTA knows all_inputs -no_clocks. */
	fputs("set inputs {}\nforeach p [all_inputs] {if {[get_property $p full_name] ne \"clk\"} {lappend inputs $p}}\n"
	      "if {[llength $inputs]} {set_input_delay 0 -clock clk $inputs}\nset_output_delay 0 -clock clk [all_outputs]\n", f);
	fprintf(f, "report_checks -path_delay max -format full -fields {net} -digits 4 -group_count %u\n", recipe < RECIPES ? PATHS : 1);
}

static void memory_ports(const struct memory_shape *m, FILE *f)
{
	const unsigned top = clog2(m->words) - 1;
	char name[SCRIPT_CELL];

	fprintf(f, "module %s (input clk, input wen, input [%u:0] waddr, ", script_cell_name(m, name), top);
	if (m->masked)
		fprintf(f, "input [%u:0] wmask, ", m->width - 1);
	fprintf(f, "input [%u:0] wdata, input ren, input [%u:0] raddr, output [%u:0] rdata);\n", m->width - 1, top, m->width - 1);
}

void script_memories_v(const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	const struct blocks *const b = s->blocks;

	for (const struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++) {
		if (m->choice.macro)
			continue;
		fputs("(* blackbox *) ", f);
		memory_ports(m, f);
		fputs("endmodule\n", f);
	}
}

void script_memories_of(const struct blocks *b, const char *prefix, bool macros, FILE *f)
{
	for (const struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++) {
		if (macros && !m->choice.macro)
			continue;
		memory_ports(m, f);
		fprintf(f, "  %s_ram_1r1w%s #(.WORDS(%u), .WIDTH(%u)) memory (.clk(clk), .wen(wen), .waddr(waddr), %s.wdata(wdata), .ren(ren), .raddr(raddr), "
			   ".rdata(rdata));\nendmodule\n", prefix, m->masked ? "_masked" : "", m->words, m->width, m->masked ? ".wmask(wmask), " : "");
	}
}

static void bus_type(FILE *f, char kind, const char *name, unsigned bits)
{
	fprintf(f, "  type (%c_%s) { base_type : array; data_type : bit; bit_width : %u; bit_from : %u; bit_to : 0; }\n", kind, name, bits, bits - 1);
}

#define SETUP "direction : input; capacitance : 0.01; timing () { related_pin : \"%s\"; timing_type : setup_rising; " \
	"rise_constraint (scalar) { values (\"0\"); } fall_constraint (scalar) { values (\"0\"); } } }\n"
#define ANSWER "direction : output; timing () { related_pin : \"%s\"; timing_type : rising_edge; " \
	"cell_rise (scalar) { values (\"0\"); } cell_fall (scalar) { values (\"0\"); } " \
	"rise_transition (scalar) { values (\"0\"); } fall_transition (scalar) { values (\"0\"); } } }\n"

static void macro_pin(FILE *f, const struct map_macro *m, enum map_pins i)
{
	static const char type[] = { [MAP_ADDRESS] = 'a', [MAP_DATA] = 'd', [MAP_MASK] = 'm' };
	const struct map_pin_row *const row = &map_pin_rows[i];

	if (row->lines == MAP_ONE || (row->lines == MAP_MASK && map_pin_bits(m, i) == 1))
		fprintf(f, "    pin (%s) { ", m->pin[i].name);
	else
		fprintf(f, "    bus (%s) { bus_type : %c_%s; ", m->pin[i].name, type[row->lines], m->name);
	if (i == MAP_WRITE_clock || i == MAP_READ_clock)
		fputs("direction : input; clock : true; capacitance : 0.01; }\n", f);
	else
		fprintf(f, i == MAP_READ_data ? ANSWER : SETUP, m->pin[row->port == MAP_WRITE ? MAP_WRITE_clock : MAP_READ_clock].name);
}

/* Pins that are tied or open have no paths. */
static void macro_cell(FILE *f, const struct map_macro *m)
{
	bus_type(f, 'a', m->name, clog2(m->words));
	bus_type(f, 'd', m->name, m->bits);
	bus_type(f, 'm', m->name, m->bits / m->grain);
	fprintf(f, "  cell (%s) {\n", m->name);
	for (enum map_pins i = 0; i < MAP_PINS; i++)
		if (map_has_pin(m, i))
			macro_pin(f, m, i);
	fputs("  }\n", f);
}

/* A memory, as a macro would be that has its ports. */
static void memory_cell(FILE *f, const struct memory_shape *m)
{
	struct map_macro all = {
		.words = m->words, .bits = m->width, .grain = 1, .pin = {
			[MAP_WRITE_clock] = { "clk", false }, [MAP_READ_clock] = { "clk", false }, [MAP_WRITE_enable] = { "wen", false },
			[MAP_WRITE_address] = { "waddr", false }, [MAP_WRITE_data] = { "wdata", false }, [MAP_READ_enable] = { "ren", false },
			[MAP_READ_address] = { "raddr", false }, [MAP_READ_data] = { "rdata", false },
		},
	};

	if (m->masked)
		strcpy(all.pin[MAP_WRITE_mask].name, "wmask");
	script_cell_name(m, all.name);
	macro_cell(f, &all);
}

void script_macro_memories(const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	script_memories_of(s->blocks, s->name, true, f);
}

void script_memories_lib(const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	const struct blocks *const b = s->blocks;

	generic_begin("memories", f);
	for (const struct memory_shape *m = b->shape; m < b->shape + b->shapes; m++)
		memory_cell(f, m);
	for (unsigned i = 0; b->map && i < b->map->n; i++)
		macro_cell(f, &b->map->macro[i]);
	fputs("}\n", f);
}

void script_check(const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	fprintf(f, "read_liberty -ignore_miss_func " SCRIPT_LIBRARY "\nread_verilog memories_rtl.v\nread_verilog %s.v\n"
		   "hierarchy -check -top %s\nproc\nopt_clean\nflatten\nwrite_verilog -noattr check.v\n",
		netlist_names[NETLIST_FLAT], s->top);
}

void script_memories_rtl(const struct script *s, __attribute__((unused)) unsigned which, FILE *f)
{
	for (const struct memory_shape *m = s->blocks->shape; m < s->blocks->shape + s->blocks->shapes; m++) {
		memory_ports(m, f);
		fprintf(f, "  reg [%u:0] mem [0:%u];\n  reg [%u:0] rdata_q;\n  always @(posedge clk) begin\n", m->width - 1, m->words - 1, m->width - 1);
		if (!m->masked)
			fputs("    if (wen) mem[waddr] <= wdata;\n", f);
		for (unsigned bit = 0; m->masked && bit < m->width; bit++)
			fprintf(f, "    if (wen && wmask[%u]) mem[waddr][%u] <= wdata[%u];\n", bit, bit, bit);
		fputs("    if (ren) rdata_q <= mem[raddr];\n  end\n  assign rdata = rdata_q;\nendmodule\n", f);
	}
}
