#include "job_traces.h"

#include "job_graph_lines.h"
#include "text.h"

#include <string.h>

#define HEADER "VEF3 RANKS MESSAGES COMMUNICATORS COLLECTIVES LOCAL TRUE"
#define MESSAGE "ID SOURCE DESTINATION BYTES DEPENDENCY NANOSECONDS ID"

enum { NS_OF_US = 1000, INDEPENDENT = 0 };

enum { VERSION, RANKS, MESSAGES, COMMUNICATORS, COLLECTIVES, LOCAL, ONLY, HEADER_FIELDS };
enum { ID, SOURCE, DESTINATION, BYTES, DEPENDENCY, TIME, DEPENDS_ON, FIELDS };

/* A message that was read: its ranks, and the lines of its send and its receive. */
struct sent {
	uint32_t source, destination;
	uint64_t send, receive;
};

struct vef {
	struct job_graph_lines *l;
	struct text_lines *in;
	const struct job_file *file;
	uint32_t n;
	struct sent *sent;
	uint64_t *next;                 /* by rank: id of its next line */
};

/* The line about the file. */
static bool read_header(struct text_lines *in, uint64_t *value)
{
	static const char *const what[] = { [RANKS] = "ranks", [MESSAGES] = "messages", [COMMUNICATORS] = "communicators", [COLLECTIVES] = "collective operations",
					    [LOCAL] = "local collective operations" };
	char *field[HEADER_FIELDS];
	const bool there = lines_next(in);

	if (in->refused)
		return false;
	if (!there || text_words(in->text, field, HEADER_FIELDS) != HEADER_FIELDS || strcmp(field[VERSION], "VEF3"))
		return lines_refuse(in, "not of the form '%s'", HEADER);
	for (unsigned k = RANKS; k <= LOCAL; k++)
		if (!lines_number(in, what[k], field[k], k == RANKS, UINT32_MAX - 1, &value[k]))
			return false;
	return true;
}

/* Communicators are of collective operations; their lines may be longer than others. */
static bool pass_communicators(struct text_lines *in, uint64_t n)
{
	for (; n; n--) {
		int c = getc(in->f);

		in->line++;
		if (c != 'C')
			return lines_refuse(in, "a communicator is missing; there are %ju more", (uintmax_t)n), false;
		while (c != '\n' && c != EOF && c)
			c = getc(in->f);
		if (!c)
			return lines_refuse(in, "a NUL byte: not a text file");
		if (c == EOF)
			return lines_refuse(in, "the file breaks off: the line has no end");
	}
	return true;
}

static bool time_of(const struct vef *v, const char *text, uint64_t *cycles)
{
	double ns;

	if (text_real(text, &ns) && ns >= 0 && ns <= (double)JOB_AMOUNT * NS_OF_US / (double)v->file->clock) {
		*cycles = (uint64_t)(ns * (double)v->file->clock / NS_OF_US + 0.5);
		return true;
	}
	return lines_refuse(v->in, "time: '%.*s' is not a number of nanoseconds of up to %ju cycles", LINES_SHOWN, text, (uintmax_t)JOB_AMOUNT);
}

/* The line of the source that a message waits for: the send or the receive of another message. */
static bool line_of(const struct vef *v, const char *text, uint32_t source, uint64_t *line)
{
	uint64_t id;

	if (*text == 'G')
		return lines_refuse(v->in, "collective operations of a VEF trace are not known here");
	if (!lines_whole(text, UINT32_MAX, &id) || id >= v->n)
		return lines_refuse(v->in, "it depends on '%.*s', which is no message above", LINES_SHOWN, text);
	const struct sent *const s = &v->sent[id];

	if (source != s->source && source != s->destination)
		return lines_refuse(v->in, "it depends on message %ju, which its source neither sends nor receives", (uintmax_t)id);
	*line = source == s->source ? s->send : s->receive;
	return true;
}

static bool write_op(const struct vef *v, uint32_t rank, const struct rank_op *op, struct rank_afters after)
{
	struct rank_lines r = { .l = v->l, .in = v->in, .rank = rank, .next = v->next[rank], .shown = v->n };

	v->next[rank]++;
	return rank_lines_op(&r, op, after);
}

/* Each becomes a computation, the send behind it, and the receive. */
static bool read_message(struct vef *v)
{
	char *field[FIELDS];
	uint64_t id, source, destination, bytes, kind, cycles = 0, line = 0;

	if (*v->in->text == 'G')
		return lines_refuse(v->in, "collective operations of a VEF trace are not known here");
	if (text_words(v->in->text, field, FIELDS) != FIELDS)
		return lines_refuse(v->in, "not of the form '%s'", MESSAGE);
	if (!lines_number(v->in, "id", field[ID], v->n, v->n, &id) || !lines_number(v->in, "source", field[SOURCE], 0, v->file->ranks - 1, &source) ||
	    !lines_number(v->in, "destination", field[DESTINATION], 0, v->file->ranks - 1, &destination) || !lines_number(v->in, "bytes", field[BYTES], 1, JOB_AMOUNT, &bytes) ||
	    !lines_number(v->in, "dependency", field[DEPENDENCY], 0, 3, &kind) || !time_of(v, field[TIME], &cycles) ||
	    (kind != INDEPENDENT && !line_of(v, field[DEPENDS_ON], (uint32_t)source, &line)))
		return false;
	const uint64_t computed = v->next[source];
	const struct sent m = { (uint32_t)source, (uint32_t)destination, computed + 1, v->next[destination] };

	return write_op(v, m.source, &(struct rank_op){ .kind = OP_COMPUTE, .amount = cycles }, (struct rank_afters){ &line, kind != INDEPENDENT }) &&
	       write_op(v, m.source, &(struct rank_op){ OP_SEND, m.destination, bytes, v->n }, (struct rank_afters){ &computed, 1 }) &&
	       write_op(v, m.destination, &(struct rank_op){ OP_RECEIVE, m.source, 0, v->n }, (struct rank_afters){ NULL, 0 }) &&
	       (stock_push(&v->l->memory, &v->sent, &v->n, &m, sizeof m) || lines_no_memory(v->in));
}

bool vef_read(struct job_graph_lines *l, struct text_lines *in, const struct job_file *file)
{
	uint64_t value[HEADER_FIELDS];
	struct vef v = { .l = l, .in = in, .file = file };

	if (!read_header(in, value))
		return false;
	if (value[RANKS] > file->ranks)
		return lines_refuse(in, "a trace of %ju ranks; the job has %u", (uintmax_t)value[RANKS], file->ranks), false;
	if (value[COLLECTIVES] || value[LOCAL])
		return lines_refuse(in, "collective operations of a VEF trace are not known here");
	v.next = stock_array(&l->memory, file->ranks, sizeof *v.next);
	if ((!v.next && !lines_no_memory(in)) || !pass_communicators(in, value[COMMUNICATORS]))
		return false;
	while (lines_next(in))
		if (*in->text && !read_message(&v))
			return false;
	return !in->refused && (v.n == value[MESSAGES] ||
				lines_refuse(in, "the file has %ju messages, and says that there are %ju", (uintmax_t)v.n, (uintmax_t)value[MESSAGES]));
}

uint32_t vef_ranks(const char *path)
{
	char why[LINES_WHY];
	struct text_lines in;
	uint64_t value[HEADER_FIELDS];
	bool good;

	if (!lines_open(&in, path, LINES_TEXT, why))
		return 0;
	good = read_header(&in, value);
	fclose(in.f);
	return good ? (uint32_t)value[RANKS] : 0;
}
