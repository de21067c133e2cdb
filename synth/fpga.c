#include "fpga.h"

#include "counts.h"
#include "script.h"
#include "text.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

struct family {
	const char *yosys, *options, *route, *route_options;
	double mhz;
};

static const struct family families[FPGA_FAMILIES] = {
#define FAMILY(id, yosys, options, route, route_options, mhz) [FPGA_##id] = { yosys, options, route, route_options, mhz },
#include "fpga_families.def"
};

const char *const fpga_family_names[FPGA_FAMILIES] = {
#define FAMILY(id, yosys, options, route, route_options, mhz) #id,
#include "fpga_families.def"
};

static const struct { enum fpga_family family; const char *package; } devices[FPGA_DEVICES] = {
#define DEVICE(family, name, package) { FPGA_##family, package },
#include "fpga_families.def"
};

const char *const fpga_device_names[FPGA_DEVICES] = {
#define DEVICE(family, name, package) #name,
#include "fpga_families.def"
};

static const struct { enum fpga_family family; const char *begins; enum fpga_kind kind; unsigned number; } cells[] = {
#define CELL(family, name, kind, number) { FPGA_##family, name, FPGA_##kind, number },
#include "fpga_families.def"
};

struct run {
	const struct fpga_config *c;
	struct fpga_report *r;
	struct verilog verilog;
	struct work work;
};

enum fpga_family fpga_family_of(enum fpga_device device)
{
	return devices[device].family;
}

static void add(struct fpga_cells *to, const struct fpga_cells *more, unsigned times)
{
	for (unsigned k = 0; k < FPGA_KINDS; k++)
		to->of[k] += more->of[k] * times;
}

struct fpga_cells fpga_sum(const struct fpga_report *r)
{
	struct fpga_cells sum = r->between;

	for (unsigned i = 0; i < r->blocks.n; i++)
		add(&sum, &r->block[i], 1);
	return sum;
}

/* Memories become modules of their own shape, which hold the memory of the RTL; so they can be told apart in the netlist. */
static bool write_script(const struct run *x, enum netlist kind)
{
	const struct family *const family = &families[x->c->family];
	const struct blocks *const b = &x->r->blocks;
	const char *const name = netlist_names[kind];
	FILE *f = work_create(&x->work, name, ".ys");

	if (!f)
		return false;
	script_read(&x->verilog, true, false, f);
	fprintf(f, "hierarchy -top %s\n", x->r->top);
	script_memory_types(b, x->c->params->name, f);
	script_read(&x->verilog, false, true, f);
	fprintf(f, "read_verilog memories.v\nhierarchy -top %s\n", x->r->top);
	if (kind == NETLIST_BLOCKS) {
		script_keep_blocks(b, x->c->params->name, f);
		fputs("setattr -mod -set keep_hierarchy 1 ram_*\n", f);
	} else {
		fprintf(f, "tee -q -o ports.txt portlist %s\n", x->r->top);
	}
	fprintf(f, "%s %s -top %s\ntee -q -o %s.json stat -json\n", family->yosys, family->options, x->r->top, name);
	if (kind == NETLIST_FLAT)
		fputs("write_rtlil flat.il\n", f);
	return text_closed(f);
}

static bool write_scripts(const struct run *x)
{
	FILE *f = work_create(&x->work, "memories", ".v");

	if (!f)
		return false;
	script_memories_of(&x->r->blocks, x->c->params->name, false, f);
	return text_closed(f) && write_script(x, NETLIST_FLAT) && (x->c->unit || write_script(x, NETLIST_BLOCKS));
}

/* The family's own cells in a module; those of other modules in it are counted with these. */
static struct fpga_cells own_cells(const struct run *x, const cJSON *module)
{
	struct fpga_cells sum = { { 0 } };
	const cJSON *type;

	cJSON_ArrayForEach(type, cJSON_GetObjectItem(module, "num_cells_by_type"))
		for (unsigned i = 0; i < sizeof cells / sizeof *cells; i++)
			if (cells[i].family == x->c->family && !strncmp(type->string, cells[i].begins, strlen(cells[i].begins))) {
				sum.of[cells[i].kind] += (unsigned)type->valuedouble * cells[i].number;
				break;
			}
	return sum;
}

/* The cells of a module with the memories in it. */
static struct fpga_cells module_cells(struct run *x, const cJSON *modules, const cJSON *module)
{
	struct fpga_cells sum = own_cells(x, module);
	const cJSON *type;

	cJSON_ArrayForEach(type, cJSON_GetObjectItem(module, "num_cells_by_type")) {
		const struct fpga_cells memory = own_cells(x, strncmp(type->string, "ram_", 4) ? NULL : counts_module(modules, type->string));

		add(&sum, &memory, (unsigned)type->valuedouble);
	}
	return sum;
}

static void count_blocks(struct run *x, const cJSON *modules, const cJSON *top)
{
	const cJSON *m;
	char name[SCRIPT_CELL];

	x->r->by_block = true;
	x->r->between = module_cells(x, modules, top);
	cJSON_ArrayForEach(m, modules) {
		const struct block *const b = blocks_of_module(&x->r->blocks, x->c->params->name, m->string);
		const cJSON *const times = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItem(top, "num_cells_by_type"), m->string);
		const struct fpga_cells one = module_cells(x, modules, m);

		if (b && times) {
			x->r->instances[b - x->r->blocks.block] += (unsigned)times->valuedouble;
			add(&x->r->block[b - x->r->blocks.block], &one, (unsigned)times->valuedouble);
		}
	}
	for (unsigned i = 0; i < x->r->blocks.shapes; i++) {
		m = counts_module(modules, script_cell_name(&x->r->blocks.shape[i], name));
		if (m)
			x->r->memory[i] = own_cells(x, m);
	}
}

static bool count(struct run *x, enum netlist kind)
{
	char path[WORK_FILE];
	const cJSON *top;
	cJSON *modules;

	work_path(&x->work, path, netlist_names[kind], ".json");
	modules = counts_modules(path, x->work.why);
	top = counts_module(modules, x->r->top);
	if (top && kind == NETLIST_FLAT)
		x->r->all = own_cells(x, top);
	else if (top)
		count_blocks(x, modules, top);
	cJSON_Delete(modules);
	if (modules && !top)
		work_refuse(&x->work, SYNTH_FAILED, "%.200s: not what Yosys' stat -json writes", path);
	else if (!modules)
		x->work.status = SYNTH_FAILED;
	return top;
}

/* Inputs from a shift register, outputs into another that takes them up: three pins, and each path of the switch lies between registers. */
static bool write_harness(const struct run *x)
{
	char path[WORK_FILE], line[WORK_LINE], port[128];
	unsigned in = 0, out = 0, high, low;
	FILE *from, *f;

	work_path(&x->work, path, "ports", ".txt");
	from = fopen(path, "r");
	f = from ? work_create(&x->work, "harness", ".v") : NULL;
	if (!f)
		return from && fclose(from) && false;
	fprintf(f, "module harness (input clk, input shift_in, output shift_out);\n%s dut (.clk(clk)", x->r->top);
	while (fgets(line, sizeof line, from)) {
		if (sscanf(line, "input [%u:%u] %127s", &high, &low, port) == 3 && strcmp(port, "clk") != 0) {
			fprintf(f, ", .%s(in_q[%u +: %u])", port, in, high - low + 1);
			in += high - low + 1;
		} else if (sscanf(line, "output [%u:%u] %127s", &high, &low, port) == 3) {
			fprintf(f, ", .%s(out[%u +: %u])", port, out, high - low + 1);
			out += high - low + 1;
		}
	}
	fclose(from);
	fprintf(f, ");\nreg [%u:0] in_q;\nwire [%u:0] out;\nreg [%u:0] out_q;\nalways @(posedge clk) begin\n  in_q <= {in_q, shift_in};\n"
		   "  out_q <= {out_q, 1'b0} ^ out;\nend\nassign shift_out = out_q[%u];\nendmodule\n", in - 1, out - 1, out - 1, out - 1);
	f = text_closed(f) ? work_create(&x->work, "harness", ".ys") : NULL;
	if (!f)
		return false;
	/* Not every nextpnr knows the cells that Yosys leaves of flattened instances. */
	fprintf(f, "read_rtlil flat.il\nread_verilog harness.v\n%s %s -top harness\ndelete t:$scopeinfo\nwrite_json harness.json\n",
		families[x->c->family].yosys, families[x->c->family].options);
	return text_closed(f) && in && out;
}

/* The last clock that nextpnr reports is that of the routed design. */
static double read_clock(const struct run *x)
{
	char path[WORK_FILE], line[WORK_LINE];
	double mhz = 0;
	FILE *f;

	work_path(&x->work, path, "route", ".log");
	f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f)) {
		const char *const at = strstr(line, "Max frequency for clock"), *const value = at ? strstr(at, "': ") : NULL;

		if (value)
			mhz = strtod(value + 3, NULL);
	}
	if (f)
		fclose(f);
	return mhz;
}

static int run_router(const struct run *x)
{
	char device[WORK_NAME], mhz[WORK_NAME];
	const char *const args[] = { x->r->router, device, "--package", devices[x->r->device].package, "--json", "harness.json",
				     families[x->c->family].route_options, "--freq", mhz, "--seed", "1", "--timing-allow-fail", NULL };

	snprintf(device, sizeof device, "--%s", fpga_device_names[x->r->device]);
	snprintf(mhz, sizeof mhz, "%g", x->r->target_mhz);
	return tool_run(x->c->work, "route.log", args);
}

/* nextpnr by its own name, or as PyPI's package has it. */
static bool find_router(struct run *x)
{
	const char *const route = families[x->c->family].route;
	static const char *const prefix[] = { "", "yowasp-" };

	if (!route) {
		snprintf(x->r->unrouted, SYNTH_WHY, "there is no place and route for this family here; use the vendor's");
		return false;
	}
	for (unsigned i = 0; i < sizeof prefix / sizeof *prefix; i++) {
		snprintf(x->r->router, sizeof x->r->router, "%s%s", prefix[i], route);
		if (tool_installed(x->r->router))
			return true;
	}
	snprintf(x->r->unrouted, SYNTH_WHY, "neither %s nor yowasp-%s is installed, or in PATH (%spip install yowasp-%s)", route, route,
		 x->c->family == FPGA_ice40 ? "Debian: apt install nextpnr-ice40; or " : "", route);
	return false;
}

/* That a switch does not fit is a result, not a failure. */
static void route(struct run *x)
{
	char last[WORK_LINE];

	if (!find_router(x))
		return;
	if (!write_harness(x)) {
		work_not_written(&x->work);
		return;
	}
	if (!work_yosys(&x->work, "harness"))
		return;
	if (run_router(x)) {
		work_last_error(&x->work, "route.log", last);
		snprintf(x->r->unrouted, SYNTH_WHY, "%s fails: %.800s", x->r->router, *last ? last : "it says nothing");
		return;
	}
	x->r->mhz = read_clock(x);
	if (x->r->mhz <= 0)
		snprintf(x->r->unrouted, SYNTH_WHY, "%s reports no clock", x->r->router);
}

enum synth_status fpga_run(const struct fpga_config *c, struct fpga_report *r, char why[SYNTH_WHY])
{
	struct run x = { .c = c, .r = r, .work = { .path = c->work, .why = why } };
	bool good;

	*r = (struct fpga_report){ .family = c->family, .device = c->device, .target_mhz = c->clock_mhz > 0 ? c->clock_mhz : families[c->family].mhz };
	for (enum fpga_device d = 0; r->device == FPGA_DEVICES && d < FPGA_DEVICES; d++)
		if (devices[d].family == c->family)
			r->device = d;
	good = work_choose(&x.work, c->params, NULL, c->unit, &r->blocks, r->top) && work_copy_verilog(&x.work, c->dir, c->params->name, false, &x.verilog) &&
	       (write_scripts(&x) || work_not_written(&x.work));
	for (enum netlist kind = 0; kind < (c->unit ? NETLIST_BLOCKS : NETLISTS) && good; kind++)
		good = work_yosys(&x.work, netlist_names[kind]) && count(&x, kind);
	if (good && c->map_only)
		snprintf(r->unrouted, sizeof r->unrouted, "--map-only");
	else if (good)
		route(&x);
	return x.work.status;
}
