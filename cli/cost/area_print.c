#include "area_print.h"

#include "doc.h"
#include "report_error.h"

#include <math.h>
#include <stdio.h>

void area_source(const struct price_setup *s, const char *cacti, char *text, size_t size)
{
	const char *objective = s->objective == SRAM_AREA ? "smallest" : "shortest cycle";

	if (cacti)
		snprintf(text, size, "%u nm, %s, %s within %.0f %% of the shortest access, by %s", s->nm, s->cell, objective, 100 * s->slack, cacti);
	else
		snprintf(text, size, "%u nm, %s, %s within %.0f %% of the shortest access, embedded model calibrated on %s", s->nm, s->cell,
			 objective, 100 * s->slack, s->tool);
}

/* Right-aligned, four significant digits; "-": not modelled. */
static const char *cell(double v, char text[16])
{
	if (isfinite(v))
		snprintf(text, 16, "%#.4g", v);
	else
		snprintf(text, 16, "-");
	return text;
}

static void print_figure(const char *name, double v, const char *unit)
{
	char text[16];

	if (isfinite(v))
		say("  %-14s %10s %s", name, cell(v, text), unit);
}

void area_print_memory(const struct memory *m, const struct price *p, const char *source)
{
	char text[64];

	memory_text(m, text, sizeof text);
	say("%s: %s (%s)", text, price_source_names[p->source], source);
	print_figure("area", p->area_mm2, "mm2");
	print_figure("access", p->access_ns, "ns");
	print_figure("cycle", p->cycle_ns, "ns");
	print_figure("search", p->search_nj, "nJ");
	print_figure("read", p->read_nj, "nJ");
	print_figure("write", p->write_nj, "nJ");
	print_figure("leakage", p->leakage_mw, "mW");
	if (p->note[0])
		say("  note: %s", p->note);
}

struct total {
	unsigned memories;
	double bits, mm2, mw;
};

static struct total total_of(const struct inventory *inventory)
{
	struct total t = { 0 };

	for (unsigned i = 0; i < inventory->n; i++) {
		const struct inventory_item *item = &inventory->item[i];

		t.memories += item->instances;
		t.bits += (double)item->instances * item->memory.words * item->memory.width;
		t.mm2 += item->instances * item->price.area_mm2;
		t.mw += item->instances * item->price.leakage_mw;
	}
	return t;
}

void area_print_switch(const char *name, const struct inventory *inventory, const char *source)
{
	const struct total t = total_of(inventory);
	char memory[64], label[80], c[6][16];

	say("memories of %s (%s)", name, source);
	say("%-16s %-16s %6s %12s %12s %10s %10s %10s %10s", "memory", "shape", "copies", "mm2 each", "mm2", "access ns", "read nJ", "write nJ",
	    "leak mW");
	for (unsigned i = 0; i < inventory->n; i++) {
		const struct inventory_item *item = &inventory->item[i];
		const struct price *p = &item->price;

		snprintf(label, sizeof label, "%s.%s", item->unit, item->name);
		memory_text(&item->memory, memory, sizeof memory);
		say("%-16s %-16s %6u %12s %12s %10s %10s %10s %10s", label, memory, item->instances, cell(p->area_mm2, c[0]),
		    cell(item->instances * p->area_mm2, c[1]), cell(p->access_ns, c[2]), cell(p->read_nj, c[3]), cell(p->write_nj, c[4]),
		    cell(item->instances * p->leakage_mw, c[5]));
		if (p->note[0])
			say("%-16s note: %s", "", p->note);
	}
	say("%-16s %-16.0f %6u %12s %12s %10s %10s %10s %10s", "total, bits", t.bits, t.memories, "", cell(t.mm2, c[0]), "", "", "",
	    cell(t.mw, c[1]));
}

void area_print_report(const char *path, const struct grid_report *r)
{
	say("%s: %u %s", path, r->points, r->cams ? "CAMs" : "RAMs");
	say("  %-14s %7s %9s %9s %9s %9s", "error of", "points", "median %", "95 % in", "worst %", "bias %");
	for (unsigned i = 0; i < GRID_FIGURES; i++) {
		const struct grid_error *e = &r->error[i];

		if (e->points)
			say("  %-14s %7u %9.2f %9.2f %9.2f %+9.2f", grid_columns[i], e->points, 100 * e->median, 100 * e->p95, 100 * e->most,
			    100 * e->bias);
	}
}

static void add_price(struct doc *d, cJSON *to, const struct memory *m, const struct price *p)
{
	char text[64];

	memory_text(m, text, sizeof text);
	doc_add(d, to, "memory=%s words=%u width=%u model=%s", text, m->words, m->width, price_source_names[p->source]);
	doc_add(d, to, "area_mm2=%g access_ns=%g cycle_ns=%g read_nj=%g write_nj=%g", p->area_mm2, p->access_ns, p->cycle_ns, p->read_nj, p->write_nj);
	if (isfinite(p->search_nj))
		doc_add(d, to, "search_nj=%g", p->search_nj);
	doc_add(d, to, "leakage_mw=%g note=%s", p->leakage_mw, p->note);
}

static struct doc begin(const struct price_setup *s, const char *source)
{
	struct doc d = { .root = cJSON_CreateObject() };

	doc_add(&d, d.root, "tech_nm=%u source=%s", s->nm, source);
	return d;
}

char *area_memory_json(const struct memory *m, const struct price *p, const struct price_setup *s, const char *source)
{
	struct doc d = begin(s, source);

	add_price(&d, d.root, m, p);
	return doc_text(&d);
}

char *area_switch_json(const char *name, const struct inventory *inventory, const struct price_setup *s, const char *source)
{
	const struct total t = total_of(inventory);
	struct doc d = begin(s, source);
	cJSON *memories;

	doc_add(&d, d.root, "top=%s", name);
	memories = doc_list(&d, d.root, "memories");
	for (const struct inventory_item *i = inventory->item; i < inventory->item + inventory->n; i++)
		add_price(&d, doc_element(&d, memories, "unit=%s name=%s instances=%u", i->unit, i->name, i->instances), &i->memory, &i->price);
	doc_add(&d, doc_object(&d, d.root, "total"), "memories=%u bits=%g area_mm2=%g leakage_mw=%g", t.memories, t.bits, t.mm2, t.mw);
	return doc_text(&d);
}
