/* Reads files of operations and of flows; writes what a rank does in a trace as lines. */
#include "job_graph_lines.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

#define OPERATIONS "rank,id,operation,peer,amount,tag,after"
#define FLOWS "start,source,destination,bytes"

enum { OPS = 1 << 30 };         /* at most */

static const char *const kinds[OP_KINDS] = { [OP_SEND] = "send", [OP_RECEIVE] = "receive", [OP_COMPUTE] = "compute" };

static bool add(struct job_graph_lines *l, struct text_lines *in, const struct job_graph_line *line)
{
	return stock_push(&l->memory, &l->of, &l->n, line, sizeof *line) ||
	       lines_refuse(in, l->n == OPS ? "there are more than %u lines" : "not enough memory for more than %u lines", l->n);
}

static bool add_after(struct job_graph_lines *l, struct text_lines *in, uint64_t id)
{
	return stock_push(&l->memory, &l->after, &l->afters, &id, sizeof id) || lines_no_memory(in);
}

static bool peer_of(struct text_lines *in, const char *what, const char *text, uint32_t ranks, struct job_graph_line *line)
{
	if (!lines_one_of(in, what, "rank", text, ranks, &line->peer))
		return false;
	if (line->peer != line->rank)
		return true;
	return lines_refuse(in, "rank %u sends to itself, which takes no network", line->rank);
}

/* What a line waits for: ids, with blanks between them. */
static bool afters_of(struct job_graph_lines *l, struct text_lines *in, char *text, struct job_graph_line *line)
{
	char *rest;

	line->first_after = l->afters;
	for (char *id = strtok_r(text, " ", &rest); id; id = strtok_r(NULL, " ", &rest)) {
		uint64_t after;

		if (!lines_number(in, "after", id, 0, JOB_AMOUNT, &after) || !add_after(l, in, after))
			return false;
	}
	line->afters = l->afters - line->first_after;
	return true;
}

static bool is_empty(struct text_lines *in, const char *what, const char *text)
{
	return !*text || lines_refuse(in, "%s: '%.*s' is of send and receive", what, LINES_SHOWN, text);
}

static bool operation(struct job_graph_lines *l, struct text_lines *in, uint32_t ranks)
{
	enum { RANK, ID, KIND, PEER, BYTES, TAG, AFTER, FIELDS };
	char *field[FIELDS];
	struct job_graph_line line = { .line = in->line };

	if (!lines_fields(in, OPERATIONS, field, FIELDS) || !lines_one_of(in, "rank", "rank", field[RANK], ranks, &line.rank) ||
	    !lines_number(in, "id", field[ID], 0, JOB_AMOUNT, &line.id))
		return false;
	line.kind = (enum job_op_kind)text_among(field[KIND], kinds, OP_KINDS);
	if (line.kind == OP_KINDS)
		return lines_refuse(in, "operation: '%.*s' is not send, receive or compute", LINES_SHOWN, field[KIND]);
	line.shown = line.id;
	if (line.kind == OP_COMPUTE && (!is_empty(in, "peer", field[PEER]) || !is_empty(in, "tag", field[TAG])))
		return false;
	if (line.kind != OP_COMPUTE && (!peer_of(in, "peer", field[PEER], ranks, &line) || (*field[TAG] && !lines_number(in, "tag", field[TAG], 0, JOB_AMOUNT, &line.tag))))
		return false;
	if (line.kind == OP_RECEIVE && !is_empty(in, "amount", field[BYTES]))
		return false;
	return (line.kind == OP_RECEIVE || lines_number(in, "amount", field[BYTES], line.kind == OP_SEND, JOB_AMOUNT, &line.amount)) && afters_of(l, in, field[AFTER], &line) &&
	       add(l, in, &line);
}

static bool flow(struct job_graph_lines *l, struct text_lines *in, uint32_t ranks)
{
	enum { START, SOURCE, DESTINATION, BYTES, FIELDS };
	char *field[FIELDS];
	struct job_graph_line line = { .line = in->line, .id = l->n, .shown = l->n, .kind = OP_SEND };

	return lines_fields(in, FLOWS, field, FIELDS) && lines_number(in, "start", field[START], 0, JOB_AMOUNT, &line.at) &&
	       lines_one_of(in, "source", "rank", field[SOURCE], ranks, &line.rank) && peer_of(in, "destination", field[DESTINATION], ranks, &line) &&
	       lines_number(in, "bytes", field[BYTES], 1, JOB_AMOUNT, &line.amount) && add(l, in, &line);
}

bool job_graph_read_lines(struct job_graph_lines *l, struct text_lines *in, const struct job_file *f)
{
	const bool flows = f->kind == FILE_FLOWS;
	const char *const columns = flows ? FLOWS : OPERATIONS;

	while (lines_next(in))
		if (*in->text && *in->text != '#' && (l->n || strcmp(in->text, columns)) && !(flows ? flow : operation)(l, in, f->ranks))
			return false;
	return !in->refused && (l->n || lines_refuse(in, "there is nothing in it; lines are of the form '%s'", columns));
}

bool rank_lines_op(struct rank_lines *r, const struct rank_op *o, struct rank_afters after)
{
	const struct job_graph_line line = {
		.id = r->next++, .shown = r->shown, .amount = o->amount, .tag = o->tag, .line = r->in->line, .rank = r->rank, .peer = o->peer,
		.first_after = r->l->afters, .afters = after.n, .kind = o->kind,
	};

	if (o->kind != OP_COMPUTE && o->peer == r->rank)
		return lines_refuse(r->in, "id %ju: rank %u sends to itself, which takes no network", (uintmax_t)r->shown, r->rank);
	for (uint32_t k = 0; k < after.n; k++)
		if (!add_after(r->l, r->in, after.id[k]))
			return false;
	return add(r->l, r->in, &line);
}

/* A tag that messages of this operation alone have, if all of its ranks say the same of it. Tags of single messages are below 2^63. */
static uint64_t tag_of(const struct rank_call *c)
{
	uint64_t hash = hash_mix(hash_mix(c->number, c->call.amount), (uint64_t)c->call.kind << 32 | c->call.root);

	for (uint32_t k = 0; k < c->group->ranks; k++)
		hash = hash_mix(hash, c->group->rank[k]);
	return hash | UINT64_C(1) << 63;
}

uint32_t job_group_place(const struct job_group *g, uint32_t rank)
{
	uint32_t place = 0;

	while (place < g->ranks && g->rank[place] != rank)
		place++;
	return place;
}

/* All messages of a step, and then a line that waits for all of them. ids: room for these. */
static bool write_step(struct rank_lines *r, const struct rank_call *c, const struct job_step *s, uint64_t tag, uint64_t *ids)
{
	const uint64_t before = rank_lines_last(r);
	const uint32_t n = s->sends + s->receives;

	for (uint32_t k = 0; k < n; k++) {
		const bool sends = k < s->sends;
		const uint32_t peer = sends ? job_step_to(s, k) : job_step_from(s, k - s->sends);
		const struct rank_op op = { sends ? OP_SEND : OP_RECEIVE, c->group->rank[peer], sends ? s->bytes : 0, tag };

		if (!rank_lines_op(r, &op, (struct rank_afters){ &before, 1 }))
			return false;
		ids[k] = rank_lines_last(r);
	}
	return !n || rank_lines_op(r, &(struct rank_op){ .kind = OP_COMPUTE }, (struct rank_afters){ ids, n });
}

bool rank_lines_call(struct rank_lines *r, const struct rank_call *c, struct rank_afters after)
{
	const uint32_t place = job_group_place(c->group, r->rank);
	const uint64_t tag = tag_of(c);
	uint64_t *const ids = malloc(2 * ((size_t)c->group->ranks + JOB_PEERS) * sizeof *ids);
	bool good = ids && place < c->group->ranks;
	struct job_step s;

	if (!ids)
		lines_no_memory(r->in);
	else if (!good)
		lines_refuse(r->in, "id %ju: rank %u is not in its group '%s'", (uintmax_t)r->shown, r->rank, c->group->name);
	good = good && rank_lines_op(r, &(struct rank_op){ .kind = OP_COMPUTE }, after);
	for (unsigned step = 0; good && step < job_steps(&c->call, c->group->ranks); step++) {
		job_step(&c->call, c->group->ranks, 0, step, place, &s);
		good = write_step(r, c, &s, tag, ids);
	}
	free(ids);
	return good;
}
