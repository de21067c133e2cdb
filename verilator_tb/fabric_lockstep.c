#include "fabric_lockstep.h"

#include "hex.h"
#include "fabric_pins.h"
#include "seconds.h"
#include "why_not.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RESET_CYCLES = 3, NAME = 64, PATH = 2 * NAME, PROGRESS = 1 << 10, DRAIN_MOST = 1 << 20, SHOWN = 40 };

#define FABRIC "fabric"         /* the instance in the bench */

/* What is compared as one: a switch, a network interface, its adapters. */
struct fabric_part {
	char name[NAME];                /* "switch3", "node2.nic.switch" */
	struct shape shape;
	struct sluice_switch *model;
	struct probe probe;
	struct memory_check memory;
};

/* ----- making ----- */

static bool open_part(struct fabric_lockstep *l, struct fabric_part *p, char why[LOCKSTEP_WHY])
{
	char top[PATH];

	snprintf(top, sizeof top, FABRIC ".%s", p->name);
	if (!probe_find(&p->probe, &p->shape, &l->dut, top, why))
		return false;
	memory_check_init(&p->memory, &p->probe);
	l->register_bits += p->probe.register_bits;
	l->memory_bits += p->probe.memory_bits;
	return true;
}

static void list_part(struct fabric_lockstep *l, const char *name, const struct shape *s, struct sluice_switch *model)
{
	struct fabric_part *const p = l->part + l->n_parts++;

	p->shape = *s;
	p->model = model;
	snprintf(p->name, sizeof p->name, "%s", name);
}

static void list_node(struct fabric_lockstep *l, uint32_t i)
{
	const struct shape *const nic = &l->config.model.nic, adapter = shape_side(nic, SIDE_ADAPTER), axis = shape_side(nic, SIDE_AXIS);
	struct end_node *const node = l->model->node[i];
	char name[NAME];

	snprintf(name, sizeof name, "node%u", i);
	if (nic->axis_bytes) {
		list_part(l, name, &axis, end_node_parts(node));
		strcat(name, ".nic");
	}
	list_part(l, name, &adapter, end_node_parts(node));
	strcat(name, ".switch");
	list_part(l, name, nic, end_node_nic(node));
}

static bool make_parts(struct fabric_lockstep *l, char why[LOCKSTEP_WHY])
{
	const struct topology *const t = l->config.model.topology;

	l->part = calloc(t->switches + 3 * (size_t)t->nodes, sizeof *l->part);
	snprintf(why, LOCKSTEP_WHY, "out of memory");
	if (!l->part)
		return false;
	for (uint32_t i = 0; i < t->switches; i++) {
		char name[NAME];

		snprintf(name, sizeof name, "switch%u", i);
		list_part(l, name, &l->config.model.sw, l->model->sw[i]);
	}
	for (uint32_t i = 0; i < t->nodes; i++)
		list_node(l, i);
	for (struct fabric_part *p = l->part; p < l->part + l->n_parts; p++)
		if (!open_part(l, p, why))
			return false;
	return true;
}

/* The register or memory word of --plant: the longest name of a part that it begins with. */
static bool find_plant(struct fabric_lockstep *l, char why[LOCKSTEP_WHY])
{
	const struct lockstep_plant *const plant = &l->config.plant;
	size_t longest = 0;
	unsigned width = 0;

	if (!*plant->name)
		return true;
	for (struct fabric_part *p = l->part; p < l->part + l->n_parts; p++) {
		const size_t n = strlen(p->name);

		if (n > longest && !strncmp(plant->name, p->name, n) && plant->name[n] == '.' && probe_lookup(&p->probe, plant->name + n + 1, &l->plant_at, &width))
			longest = n;
	}
	if (!longest)
		return why_not(why, LOCKSTEP_WHY, "no register or memory word %s in this network", plant->name);
	return plant->bit < width || why_not(why, LOCKSTEP_WHY, "%s has %u bits, no bit %u", plant->name, width, plant->bit);
}

static void reset(struct fabric_lockstep *l)
{
	*l->dut.rst = 1;
	for (unsigned i = 0; i < RESET_CYCLES; i++)
		dut_clock(&l->dut);
	*l->dut.rst = 0;
	l->dut.time = 0;
}

static bool open_rtl(struct fabric_lockstep *l, char why[LOCKSTEP_WHY])
{
	const struct fabric_lockstep_config *const c = &l->config;

	if (!dut_open(&l->dut, c->lib, c->hosts.seed, c->waves, why))
		return false;
	l->pins = calloc(1, sizeof *l->pins);
	snprintf(why, LOCKSTEP_WHY, "out of memory");
	if (!l->pins || !fabric_pins_find(l->pins, &c->model.nic, c->model.topology->nodes, &l->dut, why) || !make_parts(l, why))
		return false;
	reset(l);
	return find_plant(l, why);
}

static bool open_all(struct fabric_lockstep *l, char why[LOCKSTEP_WHY])
{
	const unsigned nodes = l->config.model.topology->nodes;

	l->config.hosts.stop_cycle = l->config.cycles;
	l->model = fabric_model_new(&l->config.model);
	l->hosts = hosts_new(&l->config.hosts);
	l->in = calloc(nodes, sizeof *l->in);
	l->seen = calloc(nodes, sizeof *l->seen);
	snprintf(why, LOCKSTEP_WHY, "out of memory");
	return l->model && l->hosts && l->in && l->seen && (l->config.backend == LOCKSTEP_C || open_rtl(l, why));
}

struct fabric_lockstep *fabric_lockstep_new(const struct fabric_lockstep_config *c, char why[LOCKSTEP_WHY])
{
	struct fabric_lockstep *l = calloc(1, sizeof *l);

	if (!l) {
		snprintf(why, LOCKSTEP_WHY, "out of memory");
		return NULL;
	}
	l->config = *c;
	if (open_all(l, why))
		return l;
	fabric_lockstep_free(l);
	return NULL;
}

void fabric_lockstep_free(struct fabric_lockstep *l)
{
	if (!l)
		return;
	for (unsigned i = 0; i < l->n_parts; i++)
		probe_free(&l->part[i].probe);
	dut_close(&l->dut);
	fabric_model_free(l->model);
	hosts_free(l->hosts);
	free(l->part);
	free(l->pins);
	free(l->in);
	free(l->seen);
	free(l);
}

/* ----- a cycle ----- */

static bool fail(struct fabric_lockstep *l, enum lockstep_verdict v)
{
	l->verdict = v;
	return false;
}

static bool part_differs(struct fabric_lockstep *l, struct fabric_part *p, const char *what)
{
	snprintf(l->why, sizeof l->why, "model and RTL differ at cycle %" PRIu64 ": %s of %s", l->cycle, what, p->name);
	l->differs = p;
	return fail(l, LOCKSTEP_DIFFERS);
}

/* Registers at the beginning of the cycle; words written in the one before, and one other. */
static bool compare_part(struct fabric_lockstep *l, struct fabric_part *p)
{
	switch_image(p->model, l->cycle, p->probe.image);
	if (!probe_equal(&p->probe))
		return part_differs(l, p, "registers");
	return (memory_check_next(&p->memory, p->model, l->cycle) && memory_check_written(&p->memory)) || part_differs(l, p, "a memory");
}

/* The write ports at the end of the cycle. */
static bool compare_writes(struct fabric_lockstep *l, struct fabric_part *p)
{
	return memory_check_ports(&p->memory, p->model, l->cycle) || part_differs(l, p, "only one of them writes a memory");
}

/* Before the model's step: what both are at the beginning of the cycle. */
static bool compare(struct fabric_lockstep *l)
{
	dut_waves(&l->dut, l->config.waves, l->config.waves_from, l->config.waves_to, l->cycle);
	lockstep_flip(&l->config.plant, l->plant_at, l->cycle);
	for (struct fabric_part *p = l->part; p < l->part + l->n_parts; p++)
		if (!compare_part(l, p))
			return false;
	return true;
}

/* After it: pins, and what the edge will write; then the edge. */
static bool clock_rtl(struct fabric_lockstep *l)
{
	char what[DUT_WHY];

	fabric_pins_drive(l->pins, l->in);
	dut_settle(&l->dut);
	if (!fabric_pins_show(l->pins, l->seen, what))
		return why_not(l->why, sizeof l->why, "model and RTL differ at cycle %" PRIu64 ": %.900s", l->cycle, what) || fail(l, LOCKSTEP_DIFFERS);
	for (struct fabric_part *p = l->part; p < l->part + l->n_parts; p++)
		if (!compare_writes(l, p))
			return false;
	dut_edge(&l->dut);
	return dut_holds(&l->dut, l->cycle, l->why) || fail(l, LOCKSTEP_ASSERTION);
}

static bool one_cycle(struct fabric_lockstep *l)
{
	if (!compare(l))
		return false;
	hosts_drive(l->hosts, l->cycle, l->in);
	fabric_model_step(l->model, l->in, l->seen);
	if (l->config.backend == LOCKSTEP_BOTH && !clock_rtl(l))
		return false;
	if (!hosts_see(l->hosts, l->cycle, l->seen, l->why))
		return fail(l, LOCKSTEP_LOST);
	l->cycle++;
	return true;
}

static bool finished(const struct fabric_lockstep *l)
{
	return l->cycle >= l->config.cycles && hosts_done(l->hosts) && fabric_model_drained(l->model);
}

static bool run(struct fabric_lockstep *l)
{
	while (!finished(l)) {
		if (!one_cycle(l))
			return false;
		if (l->config.progress && l->cycle % PROGRESS == 0)
			l->config.progress(l->config.progress_arg, l->cycle);
		if (l->cycle >= l->config.cycles + DRAIN_MOST)
			return why_not(l->why, sizeof l->why, "%d cycles after the traffic ended the network is not empty", DRAIN_MOST) ||
			       fail(l, LOCKSTEP_STUCK);
	}
	return compare(l);
}

enum lockstep_verdict fabric_lockstep_run(struct fabric_lockstep *l)
{
	const double before = seconds(CLOCK_MONOTONIC);

	if (run(l))
		l->verdict = LOCKSTEP_SAME;
	l->seconds = seconds(CLOCK_MONOTONIC) - before;
	l->drain_cycles = l->cycle > l->config.cycles ? l->cycle - l->config.cycles : 0;
	return l->verdict;
}

/* ----- report ----- */

static void print_register(const struct fabric_part *p, unsigned reg, FILE *f)
{
	const struct image_reg *const r = &p->probe.image->regs[reg];
	uint32_t *const words = calloc(2, r->words * sizeof *words), *const rtl = words + r->words;
	char name[IMAGE_NAME];

	if (!words)
		return;
	image_register_name(p->probe.image, r, name);
	image_read(p->probe.image, reg, words);
	probe_register(&p->probe, reg, rtl);
	fprintf(f, "  %s.%s: model ", p->name, name);
	hex_print(words, r->width, f);
	fputs(", RTL ", f);
	hex_print(rtl, r->width, f);
	fputc('\n', f);
	free(words);
}

void fabric_lockstep_report(struct fabric_lockstep *l, FILE *f)
{
	const struct fabric_part *const p = l->differs;
	char name[IMAGE_NAME];
	unsigned shown = 0;

	for (unsigned i = 0; p && i < p->probe.image->n && shown < SHOWN; i++)
		if (!probe_register_equal(&p->probe, i)) {
			print_register(p, i, f);
			shown++;
		}
	if (!p || !p->memory.differs.memory)
		return;
	image_row_name(p->probe.image, p->memory.differs.memory->reg, name);
	fprintf(f, "  %s.%s[%u]\n", p->name, name, p->memory.differs.address);
}
