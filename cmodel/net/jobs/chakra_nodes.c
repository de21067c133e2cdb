#include "chakra_nodes.h"

#include <stdlib.h>
#include <string.h>

/* Messages of protocol buffers, field by field, as they are encoded. Whoever reads one knows the numbers of the fields that it wants, and passes over all others. */
struct wire {
	const uint8_t *at, *end;
};

enum wire_type { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

struct wire_field {
	unsigned number;
	enum wire_type type;
	uint64_t value;                 /* not of WIRE_BYTES */
	struct wire bytes;              /* of WIRE_BYTES */
};

/* False: the bytes end within the number, or it has more than 64 bits. */
static bool wire_varint(struct wire *w, uint64_t *value)
{
	uint64_t v = 0;

	for (unsigned k = 0; k < 10 && w->at + k < w->end; k++) {
		const uint8_t byte = w->at[k];

		if (k == 9 && byte > 1)
			return false;
		v |= (uint64_t)(byte & 0x7f) << (7 * k);
		if (byte & 0x80)
			continue;
		w->at += k + 1;
		*value = v;
		return true;
	}
	return false;
}

/* The first byte is the lowest one. */
static bool fixed(struct wire *w, unsigned bytes, uint64_t *value)
{
	if ((uint64_t)(w->end - w->at) < bytes)
		return false;
	*value = 0;
	for (unsigned k = 0; k < bytes; k++)
		*value |= (uint64_t)w->at[k] << (8 * k);
	w->at += bytes;
	return true;
}

static bool bytes_of(struct wire *w, struct wire *bytes)
{
	uint64_t length;

	if (!wire_varint(w, &length) || length > (uint64_t)(w->end - w->at))
		return false;
	*bytes = (struct wire){ w->at, w->at + length };
	w->at += length;
	return true;
}

/* The next field. False: the message has ended, or is none. Then: was it the end? */
static bool wire_ended(const struct wire *w)
{
	return w->at == w->end;
}

static bool wire_next(struct wire *w, struct wire_field *f)
{
	struct wire rest = *w;
	uint64_t key;

	if (wire_ended(w) || !wire_varint(&rest, &key) || key >> 32 || !(key >> 3))
		return false;
	f->number = (unsigned)(key >> 3);
	f->type = (enum wire_type)(key & 7);
	if (!(f->type == WIRE_VARINT ? wire_varint(&rest, &f->value) : f->type == WIRE_64 ? fixed(&rest, 8, &f->value) :
	      f->type == WIRE_32 ? fixed(&rest, 4, &f->value) : f->type == WIRE_BYTES && bytes_of(&rest, &f->bytes)))
		return false;
	*w = rest;
	return true;
}

/* Are these bytes this text? */
static bool wire_is(const struct wire *w, const char *text)
{
	const size_t n = strlen(text);

	return (uint64_t)(w->end - w->at) == n && !memcmp(w->at, text, n);
}

/* Numbers of the fields that are read. */
enum { NODE_ID = 1, NODE_TYPE = 3, NODE_CTRL_DEPS = 4, NODE_DATA_DEPS = 5, NODE_MICROS = 7, NODE_ATTR = 10 };
enum { ATTR_NAME = 1, ATTR_INT32 = 7, ATTR_UINT64 = 13, ATTR_SINT32 = 15, ATTR_SINT64 = 17, ATTR_FIXED32 = 19, ATTR_SFIXED64 = 25, ATTR_BOOL_LIST = 28, ATTR_STRING = 29 };
enum { LIST_OF = 1 };

static const char *const numbers[CHAKRA_NUMBERS] = {
	[CHAKRA_COMM_TYPE] = "comm_type", [CHAKRA_COMM_SIZE] = "comm_size", [CHAKRA_COMM_SRC] = "comm_src", [CHAKRA_COMM_DST] = "comm_dst",
	[CHAKRA_COMM_TAG] = "comm_tag",
};

struct attribute {
	struct wire name, text, list;   /* at NULL: it has none */
	uint64_t number;
	bool has_number;
};

static bool not_a_node(struct text_lines *in)
{
	return lines_refuse(in, "not a node of a Chakra trace");
}

static bool add_dep(struct chakra_nodes *c, struct text_lines *in, uint64_t id)
{
	return stock_push(&c->memory, &c->dep, &c->n_dep, &id, sizeof id) || lines_no_memory(in);
}

/* A field of ids, one by one or packed. */
static bool read_deps(struct chakra_nodes *c, struct text_lines *in, const struct wire_field *f)
{
	struct wire w = f->bytes;
	uint64_t id;

	if (f->type == WIRE_VARINT)
		return add_dep(c, in, f->value);
	if (f->type != WIRE_BYTES)
		return not_a_node(in);
	while (!wire_ended(&w)) {
		if (!wire_varint(&w, &id))
			return not_a_node(in);
		if (!add_dep(c, in, id))
			return false;
	}
	return true;
}

/* Whole numbers of any type: their fields are the odd ones, lists the even ones. */
static bool is_number(const struct wire_field *f)
{
	return f->number >= ATTR_INT32 && f->number <= ATTR_SFIXED64 && f->number % 2 && f->type != WIRE_BYTES;
}

static bool read_attribute(struct wire w, struct attribute *a)
{
	struct wire_field f;

	*a = (struct attribute){ .has_number = false };
	while (wire_next(&w, &f)) {
		if (f.number == ATTR_NAME && f.type == WIRE_BYTES)
			a->name = f.bytes;
		if (f.number == ATTR_STRING && f.type == WIRE_BYTES)
			a->text = f.bytes;
		if (f.number == ATTR_BOOL_LIST && f.type == WIRE_BYTES)
			a->list = f.bytes;
		if (!is_number(&f))
			continue;
		a->has_number = true;
		a->number = f.number == ATTR_SINT32 || f.number == ATTR_SINT64 ? (f.value >> 1) ^ (0 - (f.value & 1)) : f.value;
	}
	return wire_ended(&w);
}

/* The group of this name: no name and "0" are all ranks, others are those of the file of jobs. */
static bool find_group(struct text_lines *in, const struct job_file *file, const struct wire *name, uint64_t id, unsigned *group)
{
	*group = file->groups;
	if (wire_is(name, ""))
		return true;
	for (unsigned k = 0; k < file->groups; k++)
		if (wire_is(name, file->group[k].name)) {
			*group = k;
			return true;
		}
	if (wire_is(name, "0"))
		return true;
	const size_t length = (size_t)(name->end - name->at);
	char shown[LINES_SHOWN + 1] = "";

	for (size_t k = 0; k < length && k < LINES_SHOWN; k++)
		shown[k] = name->at[k] >= ' ' && name->at[k] < 0x7f ? (char)name->at[k] : '?';
	return lines_refuse(in, "id %ju: its group '%s' is not known; group = %s RANKS", (uintmax_t)id, shown, shown), false;
}

/* pg_name or comm_group, as text or as a number. */
static bool read_group(struct text_lines *in, const struct job_file *file, const struct attribute *a, struct chakra_node *n)
{
	char digits[LINES_SHOWN];
	const int size = snprintf(digits, sizeof digits, "%ju", (uintmax_t)a->number);
	const struct wire number = { (const uint8_t *)digits, (const uint8_t *)digits + size };
	const unsigned before = n->group;

	if (!a->text.at && !a->has_number)
		return lines_refuse(in, "id %ju: its group is neither text nor a number", (uintmax_t)n->id);
	if (!find_group(in, file, a->text.at ? &a->text : &number, n->id, &n->group))
		return false;
	if (n->has & HAS_GROUP && n->group != before)
		return lines_refuse(in, "id %ju: its group is told twice, and differs", (uintmax_t)n->id);
	n->has |= HAS_GROUP;
	return true;
}

/* The dimensions of a network that an operation takes: which ranks those are, only the simulator knew that the trace was made for. */
static bool read_dimensions(struct text_lines *in, const struct attribute *a, const struct chakra_node *n)
{
	struct wire list = a->list, packed;
	struct wire_field f;
	uint64_t value;
	bool all = a->list.at;

	while (all && wire_next(&list, &f)) {
		packed = f.bytes;
		if (f.number == LIST_OF && f.type == WIRE_VARINT)
			all = f.value;
		else if (f.number == LIST_OF && f.type == WIRE_BYTES)
			while (all && !wire_ended(&packed))
				all = wire_varint(&packed, &value) && value;
		else
			all = false;
	}
	if (all && wire_ended(&list))
		return true;
	return lines_refuse(in, "id %ju: involved_dim is not true for all dimensions; its ranks are told by pg_name", (uintmax_t)n->id), false;
}

static bool read_number(struct text_lines *in, const struct attribute *a, struct chakra_node *n, unsigned k)
{
	if (!a->has_number)
		return lines_refuse(in, "id %ju: %s is not a whole number", (uintmax_t)n->id, numbers[k]);
	if (n->has & 1u << k && n->number[k] != a->number)
		return lines_refuse(in, "id %ju: %s is told twice, and differs", (uintmax_t)n->id, numbers[k]);
	n->number[k] = a->number;
	n->has |= 1u << k;
	return true;
}

static bool use_attribute(struct text_lines *in, const struct job_file *file, const struct attribute *a, struct chakra_node *n)
{
	for (unsigned k = 0; k < CHAKRA_NUMBERS; k++)
		if (wire_is(&a->name, numbers[k]))
			return read_number(in, a, n, k);
	if (n->type != CHAKRA_COLL)
		return true;
	if (wire_is(&a->name, "involved_dim"))
		return read_dimensions(in, a, n);
	return (!wire_is(&a->name, "pg_name") && !wire_is(&a->name, "comm_group")) || read_group(in, file, a, n);
}

/* The type may stand behind the attributes, so these are looked at when all else is known. */
static bool read_attributes(struct text_lines *in, const struct job_file *file, struct wire w, struct chakra_node *n)
{
	struct attribute a;
	struct wire_field f;

	while (wire_next(&w, &f)) {
		if (f.number != NODE_ATTR || f.type != WIRE_BYTES)
			continue;
		if (!read_attribute(f.bytes, &a))
			return not_a_node(in);
		if (!use_attribute(in, file, &a, n))
			return false;
	}
	return true;
}

static bool read_node(struct chakra_nodes *c, struct text_lines *in, const struct job_file *file, struct wire w)
{
	struct chakra_node n = { .at = in->line, .group = file->groups, .first_dep = c->n_dep };
	const struct wire whole = w;
	struct wire_field f;

	while (wire_next(&w, &f)) {
		if ((f.number == NODE_CTRL_DEPS || f.number == NODE_DATA_DEPS) && !read_deps(c, in, &f))
			return false;
		uint64_t *const to = f.number == NODE_ID ? &n.id : f.number == NODE_TYPE ? &n.type : f.number == NODE_MICROS ? &n.micros : NULL;

		if (to && f.type != WIRE_VARINT)
			return not_a_node(in);
		if (to)
			*to = f.value;
	}
	if (!wire_ended(&w))
		return not_a_node(in);
	if (n.type == CHAKRA_INVALID || n.type >= CHAKRA_TYPES)
		return lines_refuse(in, "id %ju: type %ju is not known", (uintmax_t)n.id, (uintmax_t)n.type);
	n.deps = c->n_dep - n.first_dep;
	return read_attributes(in, file, whole, &n) && (stock_push(&c->memory, &c->of, &c->n, &n, sizeof n) || lines_no_memory(in));
}

/* Field 1 of a node is its number, that of the message about the file is text; the number 0 is left out. */
static bool is_node(struct wire w)
{
	struct wire_field f;

	while (wire_next(&w, &f))
		if (f.number == NODE_ID || f.number == NODE_TYPE)
			return f.type == WIRE_VARINT;
	return false;
}

/* All messages, each behind its length: nodes, behind that about the file if it has one: those of before version 0.0.4 have none. */
static bool read_nodes(struct chakra_nodes *c, struct text_lines *in, const struct job_file *file, struct text t)
{
	const uint8_t *const begin = (const uint8_t *)t.s;
	struct wire rest = { begin, begin + t.size }, w;

	for (in->line = 0; !wire_ended(&rest); in->line = (uint64_t)(rest.at - begin)) {
		if (!bytes_of(&rest, &w))
			return lines_refuse(in, "not a Chakra trace, or it breaks off: a message does not end in the file");
		if ((in->line || is_node(w)) && !read_node(c, in, file, w))
			return false;
	}
	return c->n || lines_refuse(in, "there is no node in it");
}

static int by_id(const void *a, const void *b)
{
	const struct chakra_node *const x = a, *const y = b;

	return x->id != y->id ? (x->id < y->id ? -1 : 1) : 0;
}

/* Of the same id, the first one of the file. */
static int by_place(const void *a, const void *b)
{
	const struct chakra_node *const x = a, *const y = b;
	const int id = by_id(x, y);

	return id ? id : x->at < y->at ? -1 : 1;
}

static bool sort(struct chakra_nodes *c, struct text_lines *in)
{
	qsort(c->of, c->n, sizeof *c->of, by_place);
	for (uint32_t k = 0; k < c->n; k++) {
		const struct chakra_node *const n = &c->of[k];

		in->line = n->at;
		if (k && n[-1].id == n->id)
			return lines_refuse(in, "id %ju: another node has it too", (uintmax_t)n->id);
		for (uint32_t d = n->first_dep; d < n->first_dep + n->deps; d++) {
			const struct chakra_node key = { .id = c->dep[d] }, *const on = bsearch(&key, c->of, c->n, sizeof key, by_id);

			if (!on)
				return lines_refuse(in, "id %ju: it depends on id %ju, which no node has", (uintmax_t)n->id, (uintmax_t)c->dep[d]);
			c->dep[d] = (uint64_t)(on - c->of);
		}
	}
	return true;
}

bool chakra_nodes_read(struct chakra_nodes *c, struct text_lines *in, const struct job_file *file, struct text t)
{
	return read_nodes(c, in, file, t) && sort(c, in);
}
