#include "timing.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096 };

/* Copies a name of OpenSTA without the cell's type, which Yosys appends to the register's name. */
static void design_name(char to[TIMING_NAME], const char *from, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < n && k < TIMING_NAME - 1; i++) {
		if (from[i] == '$')
			break;
		to[k++] = from[i] == '/' ? '.' : from[i];
	}
	to[k] = '\0';
}

/* The block that holds an instance: what is before its last slash. */
static size_t block_length(const char *instance, size_t n)
{
	const char *const slash = memrchr(instance, '/', n);

	return slash ? (size_t)(slash - instance) : 0;
}

/* "  0.1064    1.1411 v g_out[6].cam_out/_247_/Y (NAND2X1)": a cell's output. */
struct row {
	double delay;
	const char *pin, *type;
	size_t pin_length;
};

static bool read_row(struct row *r, const char *line)
{
	char *end;

	r->delay = strtod(line, &end);
	if (end == line || !isspace((unsigned char)*end))
		return false;
	line = end;
	strtod(line, &end);
	if (end == line)
		return false;
	line = end + strspn(end, " ");
	if ((*line != 'v' && *line != '^') || line[1] != ' ')
		return false;
	r->pin = line + 2;
	r->pin_length = strcspn(r->pin, " \n");
	r->type = r->pin + r->pin_length + strspn(r->pin + r->pin_length, " ");
	return *r->type == '(';
}

/* The delay of the first flip-flop of the path counts for its stage, but the flip-flop is not a cell between the two registers. */
static void add_stage(struct timing_path *p, const struct row *r)
{
	const size_t instance = block_length(r->pin, r->pin_length), block = block_length(r->pin, instance);
	struct timing_stage *s = p->n ? &p->stage[p->n - 1] : NULL;
	char where[TIMING_NAME], name[TIMING_NAME];

	design_name(name, r->pin, instance);
	design_name(where, r->pin, block);
	if ((!s || strcmp(s->where, where) != 0) && p->n < TIMING_STAGES) {
		s = &p->stage[p->n++];
		*s = (struct timing_stage){ .ns = 0 };
		memcpy(s->where, where, sizeof where);
	}
	s->ns += r->delay;
	if (strcmp(name, p->from) != 0) {
		s->cells++;
		p->cells++;
	}
}

/* Adds a line of the report to the path. */
static void path_line(struct timing_path *p, const char *line, double period_ns, bool *arrived)
{
	struct row r;
	double slack;

	if (strstr(line, " data arrival time")) {
		*arrived = true;
	} else if (strstr(line, " slack (") && sscanf(line, "%lf", &slack) == 1) {
		p->ns = period_ns - slack;
	} else if (!*arrived && read_row(&r, line)) {
		if (r.delay != 0)       /* a clock or data pin at either end, or a memory */
			add_stage(p, &r);
	}
}

static bool same_register(const char *a, const char *b)
{
	for (;; a++, b++) {
		a += strspn(a, "0123456789");
		b += strspn(b, "0123456789");
		if (*a != *b || !*a)
			return *a == *b;
	}
}

static void keep(struct timing *t, const struct timing_path *p)
{
	unsigned at;

	for (unsigned i = 0; i < t->n; i++)
		if (same_register(t->path[i].from, p->from) && same_register(t->path[i].to, p->to) && t->path[i].ns >= p->ns)
			return;
	for (at = t->n; at && t->path[at - 1].ns < p->ns; at--)
		if (at < TIMING_PATHS)
			t->path[at] = t->path[at - 1];
	if (at == TIMING_PATHS)
		return;
	t->path[at] = *p;
	t->n += t->n < TIMING_PATHS;
}

static void point(char to[TIMING_NAME], const char *line, const char *word)
{
	line += strlen(word);
	line += strspn(line, " ");
	design_name(to, line, strcspn(line, " \n"));
}

bool timing_read_sta(struct timing *t, const char *path, double period_ns)
{
	FILE *const f = fopen(path, "r");
	char line[LINE];
	struct timing_path p = { .ns = 0 };
	bool arrived = false;

	*t = (struct timing){ .n = 0 };
	while (f && fgets(line, sizeof line, f)) {
		if (!strncmp(line, "Startpoint:", 11)) {
			p = (struct timing_path){ .ns = 0 };
			arrived = false;
			point(p.from, line, "Startpoint:");
		} else if (!strncmp(line, "Endpoint:", 9)) {
			point(p.to, line, "Endpoint:");
		} else if (*p.from) {
			path_line(&p, line, period_ns, &arrived);
			if (p.ns > 0) {
				keep(t, &p);
				p = (struct timing_path){ .ns = 0 };
			}
		}
	}
	if (f)
		fclose(f);
	return t->n;
}

/* "... pi7080 (\tx_msg_valid [1]). ...": the name in the parentheses behind the word, if it is one of the design. */
static void abc_point(char to[TIMING_NAME], const char *line, const char *word)
{
	const char *from = strstr(line, word);

	*to = '\0';
	from = from ? strchr(from, '(') : NULL;
	if (!from || from[1] != '\\')
		return;
	from += 2;
	for (size_t k = 0; *from && *from != ')' && k < TIMING_NAME - 1; from++)
		if (*from != ' ') {
			to[k++] = *from;
			to[k] = '\0';
		}
}

bool timing_read_abc(struct timing *t, const char *path)
{
	FILE *const f = fopen(path, "r");
	char line[LINE];

	*t = (struct timing){ .n = 0 };
	while (f && fgets(line, sizeof line, f)) {
		const char *const delay = strncmp(line, "ABC: ", 5) ? NULL : strstr(line, " Delay = ");

		if (delay) {
			t->n = 1;
			t->path[0] = (struct timing_path){ .ns = strtod(delay + 9, NULL) / 1000 };
		} else if (t->n && !strncmp(line, "ABC: Path", 9)) {
			t->path[0].cells = (unsigned)strtoul(line + 9, NULL, 10);
		} else if (t->n && !strncmp(line, "ABC: Start-point", 16)) {
			abc_point(t->path[0].from, line, "Start-point");
			abc_point(t->path[0].to, line, "End-point");
		}
	}
	if (f)
		fclose(f);
	return t->n;
}
