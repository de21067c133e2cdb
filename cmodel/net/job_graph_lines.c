#define _POSIX_C_SOURCE 200809L      /* strtok_r */
/* Reads files of operations and of flows. */
#include "job_graph_lines.h"

#include <stdlib.h>
#include <string.h>

#define OPERATIONS "rank,id,operation,peer,amount,tag,after"
#define FLOWS "start,source,destination,bytes"

enum { SHOWN = 24, OPS = 1 << 30 };

/* Longest amounts and times: sums of as many as there are stay below 2^64. */
#define AMOUNT (UINT64_C(1) << 40)

static const char *const kinds[OP_KINDS] = { [OP_SEND] = "send", [OP_RECEIVE] = "receive", [OP_COMPUTE] = "compute" };

/* An array with room for one more element. NULL: there is none, and the array is as it was. */
static void *widened(void *array, uint32_t used, uint32_t *room, size_t size)
{
	const uint32_t wider = *room ? 2 * *room : 64;

	if (used < *room)
		return array;
	array = realloc(array, wider * size);
	*room = array ? wider : *room;
	return array;
}

static bool add(struct job_graph_lines *l, struct text_lines *in, const struct job_graph_line *line)
{
	struct job_graph_line *const of = l->n < OPS ? widened(l->of, l->n, &l->room, sizeof *l->of) : NULL;

	if (!of) {
		lines_refuse(in, l->n == OPS ? "there are more than %u lines" : "not enough memory for more than %u lines", l->n);
		return false;
	}
	l->of = of;
	l->of[l->n++] = *line;
	return true;
}

static bool add_after(struct job_graph_lines *l, struct text_lines *in, uint64_t id)
{
	uint64_t *const after = widened(l->after, l->afters, &l->room_after, sizeof *l->after);

	if (!after)
		return lines_refuse(in, "not enough memory for the file"), false;
	l->after = after;
	l->after[l->afters++] = id;
	return true;
}

bool job_graph_add(struct job_graph_lines *l, struct text_lines *in, const struct job_graph_line *line, const uint64_t *after, uint32_t afters)
{
	struct job_graph_line whole = *line;

	whole.first_after = l->afters;
	whole.afters = afters;
	for (uint32_t k = 0; k < afters; k++)
		if (!add_after(l, in, after[k]))
			return false;
	return add(l, in, &whole);
}

static bool rank_of(struct text_lines *in, const char *what, const char *text, uint32_t ranks, uint32_t *value)
{
	uint64_t v;

	if (!lines_whole(text, ranks - 1, &v))
		return lines_refuse(in, "%s: '%.*s' is not a rank in 0..%u", what, SHOWN, text, ranks - 1), false;
	*value = (uint32_t)v;
	return true;
}

static bool number(struct text_lines *in, const char *what, const char *text, uint64_t least, uint64_t *value)
{
	if (lines_whole(text, AMOUNT, value) && *value >= least)
		return true;
	lines_refuse(in, "%s: '%.*s' is not a number in %ju..%ju", what, SHOWN, text, (uintmax_t)least, (uintmax_t)AMOUNT);
	return false;
}

static bool peer_of(struct text_lines *in, const char *what, const char *text, uint32_t ranks, struct job_graph_line *line)
{
	if (!rank_of(in, what, text, ranks, &line->peer))
		return false;
	if (line->peer != line->rank)
		return true;
	lines_refuse(in, "rank %u sends to itself, which takes no network", line->rank);
	return false;
}

static bool kind_of(struct text_lines *in, const char *text, enum job_op_kind *kind)
{
	for (unsigned k = 0; k < OP_KINDS; k++)
		if (!strcmp(text, kinds[k])) {
			*kind = (enum job_op_kind)k;
			return true;
		}
	lines_refuse(in, "operation: '%.*s' is not send, receive or compute", SHOWN, text);
	return false;
}

/* What a line waits for: ids, with blanks between them. */
static bool afters_of(struct job_graph_lines *l, struct text_lines *in, char *text, struct job_graph_line *line)
{
	char *rest;

	line->first_after = l->afters;
	for (char *id = strtok_r(text, " ", &rest); id; id = strtok_r(NULL, " ", &rest)) {
		uint64_t after;

		if (!number(in, "after", id, 0, &after) || !add_after(l, in, after))
			return false;
	}
	line->afters = l->afters - line->first_after;
	return true;
}

static bool is_empty(struct text_lines *in, const char *what, const char *text)
{
	return !*text || (lines_refuse(in, "%s: '%.*s' is of send and receive", what, SHOWN, text), false);
}

static bool operation(struct job_graph_lines *l, struct text_lines *in, uint32_t ranks)
{
	enum { RANK, ID, KIND, PEER, BYTES, TAG, AFTER, FIELDS };
	char *text = in->text, *field[FIELDS];
	struct job_graph_line line = { .line = in->line };

	for (unsigned k = 0; k < FIELDS; k++)
		if (!(field[k] = lines_field(&text, k == AFTER ? '\0' : ',')))
			return lines_refuse(in, "not of the form '%s'", OPERATIONS), false;
	if (!rank_of(in, "rank", field[RANK], ranks, &line.rank) || !number(in, "id", field[ID], 0, &line.id) || !kind_of(in, field[KIND], &line.kind))
		return false;
	line.shown = line.id;
	if (line.kind == OP_COMPUTE && (!is_empty(in, "peer", field[PEER]) || !is_empty(in, "tag", field[TAG])))
		return false;
	if (line.kind != OP_COMPUTE && (!peer_of(in, "peer", field[PEER], ranks, &line) || (*field[TAG] && !number(in, "tag", field[TAG], 0, &line.tag))))
		return false;
	if (line.kind == OP_RECEIVE && !is_empty(in, "amount", field[BYTES]))
		return false;
	return (line.kind == OP_RECEIVE || number(in, "amount", field[BYTES], line.kind == OP_SEND, &line.amount)) && afters_of(l, in, field[AFTER], &line) &&
	       add(l, in, &line);
}

static bool flow(struct job_graph_lines *l, struct text_lines *in, uint32_t ranks)
{
	char *text = in->text;
	const char *start = lines_field(&text, ','), *source = lines_field(&text, ','), *destination = lines_field(&text, ','), *bytes = lines_field(&text, '\0');
	struct job_graph_line line = { .line = in->line, .id = l->n, .shown = l->n, .kind = OP_SEND };

	if (!start || !source || !destination || !bytes)
		return lines_refuse(in, "not of the form '%s'", FLOWS), false;
	return number(in, "start", start, 0, &line.at) && rank_of(in, "source", source, ranks, &line.rank) &&
	       peer_of(in, "destination", destination, ranks, &line) && number(in, "bytes", bytes, 1, &line.amount) && add(l, in, &line);
}

static bool read_lines(struct job_graph_lines *l, struct text_lines *in, uint32_t ranks, const char *columns,
		       bool (*one)(struct job_graph_lines *, struct text_lines *, uint32_t))
{
	enum lines_got got;

	while ((got = lines_next(in)) == LINES_ONE)
		if (*in->text && *in->text != '#' && (l->n || strcmp(in->text, columns)) && !one(l, in, ranks))
			return false;
	if (got == LINES_OVER && !l->n)
		got = lines_refuse(in, "there is nothing in it; lines are of the form '%s'", columns);
	return got == LINES_OVER;
}

bool job_graph_read_operations(struct job_graph_lines *l, struct text_lines *in, const struct job_file *f)
{
	return read_lines(l, in, f->ranks, OPERATIONS, operation);
}

bool job_graph_read_flows(struct job_graph_lines *l, struct text_lines *in, const struct job_file *f)
{
	return read_lines(l, in, f->ranks, FLOWS, flow);
}

void job_graph_lines_free(struct job_graph_lines *l)
{
	free(l->of);
	free(l->after);
}
