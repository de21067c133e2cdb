#include "area_print.h"
#include "report_error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ratio of the model's area to the paper's; all shapes of the table are inside the model. */
static bool ratio(const struct obqa_row *row, const struct obqa_calibration *c, double *value, char why[PRICE_WHY])
{
	const struct memory m = obqa_memory(row, c);
	struct price p;

	if (!price_memory(&c->setup, &m, &p, why))
		return false;
	*value = p.area_mm2 / row->mm2;
	return true;
}

/* Model and CACTI 7 side by side, a line for each row of the paper; then the geometric mean over the sizes. */
static int compare(const struct obqa_calibration *c)
{
	double ours = 0, theirs = 0, r;
	char why[PRICE_WHY];

	say("%s", "");
	say("%s", c->name);
	say("  %2s %-7s %6s %6s %10s %10s %12s %12s", "#", "scheme", "queues", "bytes", "paper mm2", "ours mm2", "ours/paper", "CACTI7/paper");
	for (unsigned i = 0; i < OBQA_ROWS; i++) {
		const struct obqa_row *row = &obqa_table3[i];

		if (!ratio(row, c, &r, why))
			return bad_input("%s", why);
		say("  %2u %-7s %6u %6u %10.5f %10.5f %12.3f %12.3f", i + 1, row->scheme, row->queues, row->bytes, row->mm2, r * row->mm2, r,
		    c->cacti7[obqa_size(row)]);
		ours += log(r);
		theirs += log(c->cacti7[obqa_size(row)]);
	}
	say("  %-49s %6.3f %12.3f", "geometric mean of the nine rows", exp(ours / OBQA_ROWS), exp(theirs / OBQA_ROWS));
	return EXIT_OK;
}

int area_print_obqa(void)
{
	int status = EXIT_OK;

	say("OBQA, table 3: data memory of an input port; the paper: CACTI 5.3, 45 nm, 1R1W, read 8 bits wide.");
	say("Below: the embedded model, calibrated on CACTI 7 at 45 nm, under four readings of that; CACTI 7 itself beside it.");
	for (unsigned i = 0; i < OBQA_CALIBRATIONS && status == EXIT_OK; i++)
		status = compare(&obqa_calibrations[i]);
	return status;
}

static bool slots_mm2(const struct price_setup *s, unsigned slots, double *mm2, char why[PRICE_WHY])
{
	const struct memory m = { .kind = MEMORY_RAM, .words = slots * 8, .width = 64, .read = 1, .write = 1 };
	struct price p;

	if (!price_memory(s, &m, &p, why))
		return false;
	*mm2 = p.area_mm2;
	return true;
}

int area_print_recn_iq(const struct price_setup *s)
{
	const struct recn_iq_memory r = recn_iq_memory(16, 4);
	const unsigned before = r.ports * (r.input_slots + r.output_slots), after = r.ports * r.output_slots;
	double input, output;
	char why[PRICE_WHY], source[PRICE_WHY];

	if (!slots_mm2(s, r.input_slots, &input, why) || !slots_mm2(s, r.output_slots, &output, why))
		return bad_input("%s", why);
	area_source(s, NULL, source, sizeof source);
	say("RECN-IQ, 2.1: %u ports, %u set-aside queues, slots of 64 bytes (%s)", r.ports, r.saqs, source);
	say("  %-26s %10s %10s %8s %s", "", "before", "RECN-IQ", "ratio", "paper");
	say("  %-26s %10u %10u %8.2f %s", "slots of the switch", before, after, (double)before / after, "800 and 160: 5");
	say("  %-26s %10u %10u %8.2f %s", "detection queues", r.detection_before, r.detection, (double)r.detection_before / r.detection,
	    "256 and 16: 16");
	say("  %-26s %10.4f %10.4f %8.2f %s", "memory area, mm2, 64 bits", r.ports * (input + output), r.ports * output,
	    (input + output) / output, "not given");
	return EXIT_OK;
}

/* What one row of the table counts: of the whole entry or OP alone, and as the paper does or as built. */
struct fbicm_row {
	unsigned cfqs, lists;
	bool as_built;
	const char *paper;
};

static unsigned row_text(const struct fbicm_row *row, const struct fbicm_table *t, char *text, size_t size)
{
	unsigned width = 0;
	size_t n = 0;

	for (unsigned l = 0; l < row->lists; l++) {
		const unsigned bits = fbicm_bits(t, l, row->as_built);

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
	struct fbicm_table t;
	struct price p;
	unsigned width;

	if (!fbicm_table(1024, 8, row->cfqs, &t, why))
		return bad_input("%s", why);
	width = row_text(row, &t, text, sizeof text);
	if (!row->as_built) {
		const struct memory m = { .kind = MEMORY_RAM, .words = t.destinations, .width = width, .read = 1, .write = 1 };

		if (!price_memory(s, &m, &p, why))
			return bad_input("%s", why);
		snprintf(area, sizeof area, "%.4f", p.area_mm2);
	}
	say("  %-5u %-24s %-10s %8u %7.1f %7.2f %8s  %s", row->cfqs, text, row->as_built ? "as built" : "once", t.destinations * width,
	    t.destinations * width / 1024.0, t.destinations * width / 8192.0, area, row->paper);
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
	if (!inventory_of(&switch_, &inventory, why))
		return false;
	for (const struct inventory_item *i = inventory.item; i < inventory.item + inventory.n; i++) {
		double *const sum = strcmp(i->name, "data_mem") ? &area->others : &area->flits;

		if (!price_memory(&at, &i->memory, p, why))
			return false;
		*sum += i->instances * p->area_mm2;
	}
	return true;
}

static void print_qos_memories(const struct qos_area ours[QOS_NODES], const char *note)
{
	const double *const paper = qos_table1[0].mm2;

	say("  %-26s %10.1f %10.1f  16 memories of 4096 x 64 bits, a side each; %s", "buffers, ours", ours[0].flits, ours[1].flits, note);
	say("  %-26s %10.2f %10.2f", "ours / paper", ours[0].flits / paper[0], ours[1].flits / paper[1]);
	say("  %-26s %10.1f %10.1f  not in the table: next cells, free cells, next packets", "other memories, ours", ours[0].others, ours[1].others);
}

/* What the table leaves out. */
static int print_qos_beside(void)
{
	char why[PRICE_WHY];
	double bits;

	say("Beside its 131072 bits of flits a VC and side has, as the manifest of our switch lists them, not in the table:");
	for (unsigned i = 0; i < QOS_BESIDE; i++) {
		if (!qos_bits(&qos_beside[i], &bits, why))
			return bad_input("%s", why);
		say("  %-26s %10.0f bits", qos_beside[i].name, bits);
	}
	return EXIT_OK;
}

int area_print_qos(const struct price_setup *s)
{
	double sum[QOS_NODES] = { 0 };
	struct qos_area ours[QOS_NODES];
	char why[PRICE_WHY];
	struct price p;

	for (unsigned i = 0; i < QOS_NODES; i++)
		if (!qos_area(s, qos_nm[i], &ours[i], &p, why))
			return bad_input("%s", why);
	say("RECN with QoS, table 1: a switch of 8 ports, 2 virtual channels, buffers at inputs and outputs; mm2 (paper: memory datasheets)");
	say("  %-26s %10s %10s", "", "0.18 um", "0.13 um");
	for (unsigned i = 0; i < QOS_COMPONENTS; i++) {
		say("  %-26s %10.0f %10.0f", qos_table1[i].name, qos_table1[i].mm2[0], qos_table1[i].mm2[1]);
		sum[0] += qos_table1[i].mm2[0];
		sum[1] += qos_table1[i].mm2[1];
	}
	say("  %-26s %10.0f %10.0f  sum of the rows: %.0f and %.0f", qos_total.name, qos_total.mm2[0], qos_total.mm2[1], sum[0], sum[1]);
	print_qos_memories(ours, p.note);
	return print_qos_beside();
}
