#include "area_print.h"
#include "report_error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Memory figures of the papers, beside those of the model. The tables hold the printed numbers. */

/* Area of a memory of one port that reads and one that writes, and so many that do both. */
static bool area_of(const struct price_setup *s, unsigned words, unsigned width, unsigned read_write, double *mm2, char why[PRICE_WHY])
{
	const struct memory m = { .kind = MEMORY_RAM, .words = words, .width = width, .read = 1, .write = 1, .read_write = read_write };
	struct price p;
	const bool good = price_memory(s, &m, &p, why);

	*mm2 = p.area_mm2;
	return good;
}

/* ----- OBQA, table 3: data memory of an input port, two packets of 64 bytes a queue, 45 nm, one read and one write port, 8 bits ----- */

enum { OBQA_SIZES = 6 };

static const struct obqa_row {
	const char *scheme;
	unsigned queues, bytes, size;           /* size: its index, largest first */
	double mm2;
} obqa_table3[] = {
	{ "VOQnet", 256, 32768, 0, 0.33291 }, { "VOQnet", 64, 8192, 1, 0.07877 }, { "VOQsw", 32, 4096, 2, 0.03569 },
	{ "VOQsw", 8, 1024, 3, 0.01412 },     { "DBBM", 8, 1024, 3, 0.01412 },    { "DBBM", 4, 512, 4, 0.00647 },
	{ "OBQA", 8, 1024, 3, 0.01412 },      { "OBQA", 4, 512, 4, 0.00647 },     { "OBQA", 2, 256, 5, 0.00359 },
};

enum { OBQA_ROWS = sizeof obqa_table3 / sizeof *obqa_table3 };

/* Possible settings of the authors' CACTI 5.3. cacti7: printed result of CACTI 7 with them, as a ratio to the paper, by size. */
static const struct obqa_calibration {
	const char *name;
	struct price_setup setup;
	unsigned read_write;                    /* ports besides one that reads and one that writes */
	double cacti7[OBQA_SIZES];
} obqa_calibrations[] = {
	{ "1R1W, smallest",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_AREA, .slack = 0.6 },
	  0, { .550, .635, .741, .478, .569, .561 } },
	{ "1R1W, shortest cycle",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_CYCLE, .slack = 0.2 },
	  0, { .600, .659, .749, .602, .599, .580 } },
	{ "1R1W + ECC, lstp, shortest cycle",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-lstp", .objective = SRAM_CYCLE, .slack = 10, .ecc = true },
	  0, { 1.004, 1.032, 1.152, .883, .892, .838 } },
	{ "1RW1R1W, shortest cycle",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_CYCLE, .slack = 0.2 },
	  1, { 1.051, 1.134, 1.214, .999, 1.023, .992 } },
};

/* Model and CACTI 7 side by side, a line for each row of the paper; then the geometric mean over the sizes. */
static int compare(const struct obqa_calibration *c)
{
	double ours = 0, theirs = 0, mm2;
	char why[PRICE_WHY];

	say("%s", "");
	say("%s", c->name);
	say("  %2s %-7s %6s %6s %10s %10s %12s %12s", "#", "scheme", "queues", "bytes", "paper mm2", "ours mm2", "ours/paper", "CACTI7/paper");
	for (unsigned i = 0; i < OBQA_ROWS; i++) {
		const struct obqa_row *row = &obqa_table3[i];

		if (!area_of(&c->setup, row->bytes, 8, c->read_write, &mm2, why))
			return bad_input("%s", why);
		const double r = mm2 / row->mm2;

		say("  %2u %-7s %6u %6u %10.5f %10.5f %12.3f %12.3f", i + 1, row->scheme, row->queues, row->bytes, row->mm2, r * row->mm2, r,
		    c->cacti7[row->size]);
		ours += log(r);
		theirs += log(c->cacti7[row->size]);
	}
	say("  %-49s %6.3f %12.3f", "geometric mean of the nine rows", exp(ours / OBQA_ROWS), exp(theirs / OBQA_ROWS));
	return EXIT_OK;
}

int area_print_obqa(__attribute__((unused)) const struct price_setup *s)
{
	int status = EXIT_OK;

	say("OBQA, table 3: data memory of an input port; the paper: CACTI 5.3, 45 nm, 1R1W, read 8 bits wide.");
	say("Below: the embedded model, calibrated on CACTI 7 at 45 nm, under four readings of that; CACTI 7 itself beside it.");
	for (unsigned i = 0; i < sizeof obqa_calibrations / sizeof *obqa_calibrations && status == EXIT_OK; i++)
		status = compare(&obqa_calibrations[i]);
	return status;
}

/* ----- RECN-IQ, 2.1: slots of 64 bytes of a switch ----- */

/* Before: a detection queue for each output and two slots for each, and two for each set-aside queue; at outputs one queue and theirs.
 * With RECN-IQ: one queue and theirs, at inputs alone. */
int area_print_recn_iq(const struct price_setup *s)
{
	enum { PORTS = 16, SAQS = 4, INPUT = 2 * PORTS + 2 * SAQS, OUTPUT = 2 + 2 * SAQS };
	const unsigned before = PORTS * (INPUT + OUTPUT), after = PORTS * OUTPUT;
	double input, output;
	char why[PRICE_WHY], source[PRICE_WHY];

	if (!area_of(s, INPUT * 8, 64, 0, &input, why) || !area_of(s, OUTPUT * 8, 64, 0, &output, why))
		return bad_input("%s", why);
	area_source(s, NULL, source, sizeof source);
	say("RECN-IQ, 2.1: %u ports, %u set-aside queues, slots of 64 bytes (%s)", PORTS, SAQS, source);
	say("  %-26s %10s %10s %8s %s", "", "before", "RECN-IQ", "ratio", "paper");
	say("  %-26s %10u %10u %8.2f %s", "slots of the switch", before, after, (double)before / after, "800 and 160: 5");
	say("  %-26s %10u %10u %8.2f %s", "detection queues", PORTS * PORTS, PORTS, (double)PORTS, "256 and 16: 16");
	say("  %-26s %10.4f %10.4f %8.2f %s", "memory area, mm2, 64 bits", PORTS * (input + output), PORTS * output,
	    (input + output) / output, "not given");
	return EXIT_OK;
}

/*
 * ----- FBICM, 3.3: storage of a switch for each destination: an output port (OP), and the lists of congestion management, those of the output
 * ports (CLOP), those of the input ports (CLIP), and the destinations for which input ports have sent an Xoff (NSB) -----
 */
enum fbicm_list { FBICM_OP, FBICM_CLOP, FBICM_CLIP, FBICM_NSB, FBICM_LISTS };
enum { FBICM_DESTINATIONS = 1024 };

/* What one row of the table counts: of the whole entry or OP alone, and as the paper does or as built. */
struct fbicm_row {
	unsigned cfqs, lists;
	bool as_built;
	const char *paper;
};

/* Bits of a destination, and what they are the sum of. The paper has one table per switch, so OP and CLOP count once there; in our switch each port has a
 * copy. */
static unsigned row_text(const struct fbicm_row *row, char *text, size_t size)
{
	struct inventory_storage list[FBICM_LISTS] = {
		[FBICM_OP] = { "dt", "table_mem", 0, 0 }, [FBICM_CLOP] = { "dcam_out", "clop_q", 0, 0 },
		[FBICM_CLIP] = { "dcam_in", "clip_q", 0, 0 }, [FBICM_NSB] = { "dcam_in", "nsb_q", 0, 0 },
	};
	struct params p = params_default();
	unsigned width = 0;
	size_t n = 0;

	p.scheme = SCHEME_fbicm;
	p.sorting = SORTING_head;       /* as in the paper */
	p.nodes = FBICM_DESTINATIONS;
	p.cfqs = row->cfqs;
	inventory_find(&p, list, FBICM_LISTS);
	for (unsigned l = 0; l < row->lists; l++) {
		const bool once = (l == FBICM_OP || l == FBICM_CLOP) && !row->as_built;
		const unsigned bits = list[l].bits / FBICM_DESTINATIONS * (once ? 1 : list[l].instances);

		n += (size_t)snprintf(text + n, size - n, "%s%u", l ? " + " : "", bits);
		width += bits;
	}
	if (row->lists > 1)
		snprintf(text + n, size - n, " = %u", width);
	return width;
}

static int print_row(const struct price_setup *s, const struct fbicm_row *row)
{
	char why[PRICE_WHY], text[64], area[16] = "-";
	const unsigned width = row_text(row, text, sizeof text), bits = FBICM_DESTINATIONS * width;
	double mm2;

	if (!row->as_built) {
		if (!area_of(s, FBICM_DESTINATIONS, width, 0, &mm2, why))
			return bad_input("%s", why);
		snprintf(area, sizeof area, "%.4f", mm2);
	}
	say("  %-5u %-24s %-10s %8u %7.1f %7.2f %8s  %s", row->cfqs, text, row->as_built ? "as built" : "once", bits, bits / 1024.0, bits / 8192.0, area,
	    row->paper);
	return EXIT_OK;
}

int area_print_fbicm(const struct price_setup *s)
{
	static const struct fbicm_row rows[] = {
		{ 8, 1, false, "\"3 KB\": it is kilobits" },
		{ 8, FBICM_LISTS, false, "\"83 KB\": it is kilobits" },
		{ 8, FBICM_LISTS, true, "(a copy in every port; all but OP flip-flops)" },
		{ 4, FBICM_LISTS, false, "its list of widths, 4 + 32: these are of 4 CFQs" },
	};
	char source[PRICE_WHY];
	int status = EXIT_OK;

	area_source(s, NULL, source, sizeof source);
	say("FBICM, 3.3: bits for a destination in a switch of 8 ports, 1024 destinations, as its manifest lists them");
	say("mm2: as a memory of one write and one read port (%s)", source);
	say("  %-5s %-24s %-10s %8s %7s %7s %8s  %s", "CFQs", "OP + CLOP + CLIP + NSB", "OP, CLOP", "bits", "Kb", "KB", "mm2", "paper");
	for (unsigned i = 0; i < sizeof rows / sizeof *rows && status == EXIT_OK; i++)
		status = print_row(s, &rows[i]);
	return status;
}

/* ----- the paper with QoS, table 1: area of a switch by components, mm2 at 0.18 and 0.13 um ----- */

enum { QOS_NODES = 2, QOS_PARTS = 9 };

static const struct qos_component {
	const char *name;
	double mm2[QOS_NODES];
} qos_table1[] = {
	{ "buffers (32 x 16 KB)", { 64, 32 } }, { "crossbar and datapath", { 10, 5 } }, { "scheduler", { 5, 3 } },
}, qos_total = { "total", { 79, 40 } };

/* What the buffers need beside flits, which the table leaves out, of the input sides. The output sides have as much. */
static const struct qos_part {
	const char *name;
	struct inventory_storage storage[QOS_PARTS];    /* ends with name NULL */
} qos_beside[] = {
	{ "next and free cells", { { "cmu_in", "chain_mem", 0, 0 }, { "cmu_in", "free_mem", 0, 0 } } },
	{ "next packets, lengths", { { "cqu_in", "link_mem", 0, 0 } } },
	{ "lines of the CAM", { { "scam_in", "turns_q", 0, 0 }, { "scam_in", "len_q", 0, 0 }, { "scam_in", "level_q", 0, 0 }, { "scam_in", "xoff_q", 0, 0 },
		{ "scam_in", "out_queue_q", 0, 0 }, { "scam_in", "sent_q", 0, 0 }, { "scam_in", "wait_q", 0, 0 }, { "scam_in", "behind_q", 0, 0 } } },
	{ "levels that queues stopped", { { "sfcu_in", "told_q", 0, 0 } } },
	{ "queues", { { "cqu_in", "fill_q", 0, 0 }, { "cqu_in", "head_cell_q", 0, 0 }, { "cqu_in", "head_flits_q", 0, 0 }, { "cqu_in", "tail_q", 0, 0 },
		{ "cqu_in", "present_q", 0, 0 }, { "cqu_in", "fits_q", 0, 0 }, { "cqu_in", "pop_q", 0, 0 }, { "cqu_in", "refill_q", 0, 0 } } },
};

/* The switch of the table, as we build it: 8 ports, 2 VCs of 16 KB at each side. */
static struct params qos_switch(void)
{
	struct params p = params_default();

	p.scheme = SCHEME_recn_qos;
	return p;
}

/* Memories of a switch in mm2 at one node: those of flits, and the others. */
struct qos_area {
	double flits, others;
};

static bool qos_area(const struct price_setup *s, unsigned nm, struct qos_area *area, struct price *p, char why[PRICE_WHY])
{
	const struct params switch_ = qos_switch();
	struct price_setup at = *s;
	struct inventory inventory;

	at.nm = nm;
	*area = (struct qos_area){ 0, 0 };
	inventory_of(&switch_, &inventory);
	for (const struct inventory_item *i = inventory.item; i < inventory.item + inventory.n; i++) {
		double *const sum = strcmp(i->name, "data_mem") ? &area->others : &area->flits;

		if (!price_memory(&at, &i->memory, p, why))
			return false;
		*sum += i->instances * p->area_mm2;
	}
	return true;
}

/* Of a VC and side. */
static void print_qos_beside(void)
{
	const struct params p = qos_switch();

	say("Beside its 131072 bits of flits a VC and side has, as the manifest of our switch lists them, not in the table:");
	for (unsigned i = 0; i < sizeof qos_beside / sizeof *qos_beside; i++) {
		struct qos_part part = qos_beside[i];
		double bits = 0;
		unsigned n = 0;

		while (n < QOS_PARTS && part.storage[n].name)
			n++;
		inventory_find(&p, part.storage, n);
		for (unsigned k = 0; k < n; k++)
			bits += (double)part.storage[k].bits / p.vcs;
		say("  %-26s %10.0f bits", part.name, bits);
	}
}

int area_print_qos(const struct price_setup *s)
{
	static const unsigned nm[QOS_NODES] = { 180, 130 };
	const double *const paper = qos_table1[0].mm2;
	double sum[QOS_NODES] = { 0 };
	struct qos_area ours[QOS_NODES];
	char why[PRICE_WHY];
	struct price p;

	for (unsigned i = 0; i < QOS_NODES; i++)
		if (!qos_area(s, nm[i], &ours[i], &p, why))
			return bad_input("%s", why);
	say("RECN with QoS, table 1: a switch of 8 ports, 2 virtual channels, buffers at inputs and outputs; mm2 (paper: memory datasheets)");
	say("  %-26s %10s %10s", "", "0.18 um", "0.13 um");
	for (unsigned i = 0; i < sizeof qos_table1 / sizeof *qos_table1; i++) {
		say("  %-26s %10.0f %10.0f", qos_table1[i].name, qos_table1[i].mm2[0], qos_table1[i].mm2[1]);
		sum[0] += qos_table1[i].mm2[0];
		sum[1] += qos_table1[i].mm2[1];
	}
	say("  %-26s %10.0f %10.0f  sum of the rows: %.0f and %.0f", qos_total.name, qos_total.mm2[0], qos_total.mm2[1], sum[0], sum[1]);
	say("  %-26s %10.1f %10.1f  16 memories of 4096 x 64 bits, a side each; %s", "buffers, ours", ours[0].flits, ours[1].flits, p.note);
	say("  %-26s %10.2f %10.2f", "ours / paper", ours[0].flits / paper[0], ours[1].flits / paper[1]);
	say("  %-26s %10.1f %10.1f  not in the table: next cells, free cells, next packets", "other memories, ours", ours[0].others, ours[1].others);
	print_qos_beside();
	return EXIT_OK;
}
