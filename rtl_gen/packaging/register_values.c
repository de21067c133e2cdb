#include "packaging/values.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 64, WORD = 4 };

/* Rows of the table, as they are there in this switch. */
struct rows {
	struct doc doc;
	cJSON *registers, *counters, *gauges, *flags;
	cJSON *fields;                  /* of the register added last; NULL: it is not there */
};

static void hexadecimal(struct rows *r, cJSON *to, const char *name, unsigned value)
{
	char text[NAME];

	snprintf(text, sizeof text, "0x%x", value);
	doc_add(&r->doc, to, "%s=%s", name, text);
}

/* A row of a kind, with its name both ways, and what it is about. */
static cJSON *add_row(struct rows *r, cJSON *to, const char *kind, const char *id, const char *about)
{
	cJSON *const item = doc_element(&r->doc, to, "%s=%s about=%s", kind, id, about);

	doc_capitals(&r->doc, item, kind, id);
	return item;
}

static void add_register(struct rows *r, const char *id, unsigned address, bool there, const char *about)
{
	cJSON *item;

	r->fields = NULL;
	if (!there)
		return;
	item = add_row(r, r->registers, "register", id, about);
	hexadecimal(r, item, "address", address);
	r->fields = doc_list(&r->doc, item, "fields");
}

static void add_field(struct rows *r, const char *id, unsigned lsb, unsigned bits, const char *access, unsigned reset, const char *about)
{
	cJSON *item;

	if (!r->fields)
		return;
	item = add_row(r, r->fields, "field", id, about);
	doc_add(&r->doc, item, "lsb=%u msb=%u access=%s %s=%d constant=%d reset=%u", lsb, lsb + bits - 1, access, access, true, !strcmp(access, "RO") && reset, reset);
	hexadecimal(r, item, "mask", (unsigned)(((UINT64_C(1) << bits) - 1) << lsb));
}

/* A field for each fault and event. */
static void add_flags(struct rows *r, const char *access)
{
#define CSR_FAULT(id, help) add_field(r, #id, CSR_FAULT_##id, 1, access, 0, help);
#define CSR_EVENT(id, help) add_field(r, #id, CSR_FLAG_##id, 1, access, 0, help);
#include "csr.def"
}

static void add_word(struct rows *r, cJSON *to, const char *id, unsigned place, bool there, const char *about)
{
	cJSON *item;

	if (!there)
		return;
	item = add_row(r, to, "word", id, about);
	hexadecimal(r, item, "offset", WORD * place);
}

static void add_all(struct rows *r, const struct shape *s)
{
#define CSR_REGISTER(id, address, there, help) add_register(r, #id, address, there, help);
#define CSR_FIELD(register, id, lsb, bits, access, reset, help) add_field(r, #id, lsb, bits, #access, reset, help);
#define CSR_FLAGS(register, access, help) add_flags(r, #access);
#define CSR_COUNTER(id, there, help) add_word(r, r->counters, #id, CSR_COUNT_##id, there, help);
#define CSR_GAUGE(id, there, help) add_word(r, r->gauges, #id, s->counters + CSR_GAUGE_##id, there, help);
#include "csr.def"
#define CSR_FAULT(id, help) doc_add(&r->doc, add_row(r, r->flags, "flag", #id, help), "bit=%u", (unsigned)CSR_FAULT_##id);
#define CSR_EVENT(id, help) doc_add(&r->doc, add_row(r, r->flags, "flag", #id, help), "bit=%u", (unsigned)CSR_FLAG_##id);
#include "csr.def"
}

static void add_table(struct rows *r, const struct shape *s)
{
	cJSON *table;

	if (!s->nodes)
		return;
	table = doc_object(&r->doc, r->doc.root, "table");
	hexadecimal(r, table, "table_at", CSR_TABLE);
	doc_add(&r->doc, table, "nodes=%u queues=%u", s->nodes, s->credit_queues);
}

void add_register_values(struct doc *values, const struct shape *s, const char *name)
{
	struct rows r = { .fields = NULL };

	if (!s->csr)
		return;
	r.doc.root = doc_object(values, values->root, "csr");
	r.registers = doc_list(&r.doc, r.doc.root, "csr_registers");
	r.counters = doc_list(&r.doc, r.doc.root, "counters");
	r.gauges = doc_list(&r.doc, r.doc.root, "gauges");
	r.flags = doc_list(&r.doc, r.doc.root, "flags");
	doc_capitals(&r.doc, r.doc.root, "prefix", name);
	doc_add(&r.doc, r.doc.root, "bus=%s n_ports=%u", s->csr == CSR_apb ? "APB" : "AXI-Lite", s->radix);
	hexadecimal(&r, r.doc.root, "ports_at", CSR_PORTS);
	hexadecimal(&r, r.doc.root, "stride", CSR_STRIDE);
	doc_add(&r.doc, r.doc.root, "counter_bits=%u", s->counter_bits);
	add_all(&r, s);
	add_table(&r, s);
	values->failed |= r.doc.failed;
}
