#include "packaging/register_values.h"

#include "doc.h"

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
	string(&r->doc, to, name, text);
}

/* A row of a kind, with its name both ways, and what it is about. */
static cJSON *add_row(struct rows *r, cJSON *to, const char *kind, const char *id, const char *about)
{
	cJSON *const item = element(&r->doc, to);

	string(&r->doc, item, kind, id);
	in_capitals(&r->doc, item, kind, id);
	string(&r->doc, item, "about", about);
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
	r->fields = list(&r->doc, item, "fields");
}

static void add_field(struct rows *r, const char *id, unsigned lsb, unsigned bits, const char *access, unsigned reset, const char *about)
{
	cJSON *item;

	if (!r->fields)
		return;
	item = add_row(r, r->fields, "field", id, about);
	number(&r->doc, item, "lsb", lsb);
	number(&r->doc, item, "msb", lsb + bits - 1);
	string(&r->doc, item, "access", access);
	flag(&r->doc, item, access, true);
	flag(&r->doc, item, "constant", !strcmp(access, "RO") && reset);
	number(&r->doc, item, "reset", reset);
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
#define CSR_FAULT(id, help) number(&r->doc, add_row(r, r->flags, "flag", #id, help), "bit", CSR_FAULT_##id);
#define CSR_EVENT(id, help) number(&r->doc, add_row(r, r->flags, "flag", #id, help), "bit", CSR_FLAG_##id);
#include "csr.def"
}

static void add_table(struct rows *r, const struct shape *s)
{
	cJSON *table;

	if (!s->nodes)
		return;
	table = checked(&r->doc, cJSON_AddObjectToObject(r->doc.root, "table"));
	hexadecimal(r, table, "table_at", CSR_TABLE);
	number(&r->doc, table, "nodes", s->nodes);
	number(&r->doc, table, "queues", s->credit_queues);
}

bool add_register_values(cJSON *values, const struct shape *s, const char *name)
{
	struct rows r = { .fields = NULL };

	if (!s->csr)
		return true;
	r.doc.root = checked(&r.doc, cJSON_AddObjectToObject(values, "csr"));
	r.registers = list(&r.doc, r.doc.root, "csr_registers");
	r.counters = list(&r.doc, r.doc.root, "counters");
	r.gauges = list(&r.doc, r.doc.root, "gauges");
	r.flags = list(&r.doc, r.doc.root, "flags");
	in_capitals(&r.doc, r.doc.root, "prefix", name);
	string(&r.doc, r.doc.root, "bus", s->csr == CSR_apb ? "APB" : "AXI-Lite");
	number(&r.doc, r.doc.root, "n_ports", s->radix);
	hexadecimal(&r, r.doc.root, "ports_at", CSR_PORTS);
	hexadecimal(&r, r.doc.root, "stride", CSR_STRIDE);
	number(&r.doc, r.doc.root, "counter_bits", s->counter_bits);
	add_all(&r, s);
	add_table(&r, s);
	return !r.doc.failed;
}
