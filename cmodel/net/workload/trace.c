#include "net/workload/trace.h"

#include "in_memory.h"
#include "text.h"
#include "why_not.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 256 };

struct trace_line {
	double time;                    /* in the trace's unit, >= 0; from_first: from that of the first message on */
	uint32_t source, destination, bytes;    /* bytes >= 1 */
};

struct trace_reader {
	struct text_lines in;           /* lines of at most LINE */
	const struct workload_config *c;
	struct trace_time { uint64_t whole; double part; } first;       /* that: before and behind the point, for differences that are exact */
	double last;                    /* time of the message before, as it was given out */
	bool generated, ended, begun;
};

static bool open_trace(struct trace_reader *r, const struct workload_config *c, char why[TRACE_WHY])
{
	*r = (struct trace_reader){ .c = c };
	return lines_open(&r->in, c->trace, LINE, why);
}

/* A time told apart at its point; value: as a number, where it has an exponent. */
static struct trace_time apart(const char *text, double value)
{
	const size_t digits = strspn(text, "0123456789");
	double part = 0;

	if (text[digits] && (text[digits] != '.' || strpbrk(text, "eE")))
		return (struct trace_time){ (uint64_t)value, value - (double)(uint64_t)value };
	text_real(text + digits, &part);        /* of nothing, or of the point alone, 0 */
	return (struct trace_time){ strtoull(text, NULL, 10), part };
}

static double since_first(struct trace_reader *r, const char *text, double value)
{
	const struct trace_time t = apart(text, value);

	if (!r->begun)
		r->first = t;
	return (double)(int64_t)(t.whole - r->first.whole) + (t.part - r->first.part);
}

static bool message(struct trace_reader *r, struct trace_line *l)
{
	enum { TIME, SOURCE, DESTINATION, BYTES, FIELDS };
	char *field[FIELDS];
	uint64_t v;

	if (!lines_fields(&r->in, TRACE_COLUMNS, field, FIELDS))
		return false;
	const char *const time = field[TIME];

	if (*time < '0' || *time > '9' || !text_real(time, &l->time) || l->time >= 0x1p63)
		return lines_refuse(&r->in, "time: '%.*s' is not a number from 0 to below 2**63", LINES_SHOWN, time);
	if (r->c->trace_from_first)
		l->time = since_first(r, time, l->time);
	if (l->time < r->last)
		return lines_refuse(&r->in, "time: %.*s is before that of the message above; sort the file by time", LINES_SHOWN, time);
	if (!lines_one_of(&r->in, "source", "node", field[SOURCE], r->c->nodes, &l->source) ||
	    !lines_one_of(&r->in, "destination", "node", field[DESTINATION], r->c->nodes, &l->destination))
		return false;
	if (l->source == l->destination && !r->c->own)
		return lines_refuse(&r->in, "node %u sends to itself, which takes no network", l->source);
	if (!lines_number(&r->in, "bytes", field[BYTES], 1, UINT32_MAX, &v))
		return false;
	l->bytes = (uint32_t)v;
	r->last = l->time;
	r->begun = true;
	return true;
}

/* Is the file whole? Those that Sluice writes have a mark at their end: a truncated copy is found even if it ends with a whole line. */
static bool over(struct trace_reader *r)
{
	if (r->in.refused)
		return false;
	if (r->generated && !r->ended)
		return lines_refuse(&r->in, "the file breaks off: its last line, '%s', is missing", TRACE_END);
	return r->begun || lines_refuse(&r->in, "there is no message in it");
}

/* Read the next message. False: there is none, or the file is refused. */
static bool next_line(struct trace_reader *r, struct trace_line *l)
{
	const char *const text = r->in.text;

	while (lines_next(&r->in)) {
		if (r->in.line == 1)
			r->generated = !strncmp(text, TRACE_GENERATED, strlen(TRACE_GENERATED));
		r->ended |= !strcmp(text, TRACE_END);
		if (!*text || *text == '#' || (!r->begun && !strcmp(text, TRACE_COLUMNS)))
			continue;
		if (r->generated && r->ended)
			return lines_refuse(&r->in, "text after the last line, '%s'", TRACE_END);
		return message(r, l);
	}
	return false;
}

/* A message in the order of the file. */
struct arrival {
	struct trace_message m;
	uint32_t source;
};

static const char *temporary_dir(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : "/tmp";
}

static bool fail(char why[TRACE_WHY], int error)
{
	return why_not(why, TRACE_WHY, "cannot sort the trace in '%.80s': %s", temporary_dir(), strerror(error));
}

/* A temporary file without a name. */
static FILE *temporary(char why[TRACE_WHY])
{
	char *name;
	FILE *f = NULL;
	int fd = -1;

	if (asprintf(&name, "%s/sluice-trace-XXXXXX", temporary_dir()) < 0) {
		fail(why, ENOMEM);
		return NULL;
	}
	fd = mkstemp(name);
	if (fd >= 0) {
		unlink(name);
		f = fdopen(fd, "w+");
	}
	if (!f) {
		fail(why, errno);
		if (fd >= 0)
			close(fd);
	}
	free(name);
	return f;
}

/* Read the text. Messages go to `arrivals`; first[source + 1] counts those of a source. */
static bool read_text(struct trace *t, struct trace_reader *r, FILE *arrivals, char why[TRACE_WHY])
{
	const struct workload_config *const c = r->c;
	struct trace_line l;

	while (next_line(r, &l)) {
		const double cycle = l.time / c->trace_cycle;
		struct arrival a = { { 0, l.destination, (uint32_t)workload_flits(l.bytes, c->flit_bits) }, l.source };

		if (cycle >= (double)c->end) {  /* it may not fit in uint64_t */
			t->late++;
			continue;
		}
		a.m.cycle = (uint64_t)cycle;
		if (fwrite(&a, sizeof a, 1, arrivals) != 1)
			return fail(why, errno);
		t->first[l.source + 1]++;
		t->n++;
	}
	return over(r) && (!fflush(arrivals) || fail(why, errno));
}

/* Put each message in its place. Meanwhile first[i] advances to the end of node i's messages; at the end it is restored. */
static bool sort(struct trace *t, const struct workload_config *c, FILE *arrivals, char why[TRACE_WHY])
{
	struct arrival a;

	for (unsigned i = 0; i < c->nodes; i++)
		t->first[i + 1] += t->first[i];
	rewind(arrivals);
	while (fread(&a, sizeof a, 1, arrivals) == 1)
		t->message[t->first[a.source]++] = a.m;
	if (ferror(arrivals))
		return fail(why, errno);
	memmove(t->first + 1, t->first, c->nodes * sizeof *t->first);
	t->first[0] = 0;
	return true;
}

static bool map_sorted(struct trace *t, char why[TRACE_WHY])
{
	const size_t size = in_memory(t->n * sizeof *t->message);
	FILE *sorted = temporary(why);
	int error;

	if (!sorted)
		return false;
	error = posix_fallocate(fileno(sorted), 0, (off_t)size);
	if (!error) {
		t->message = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(sorted), 0);
		if (t->message == MAP_FAILED) {
			t->message = NULL;
			error = errno;
		}
	}
	fclose(sorted);
	return !error || fail(why, error);
}

static bool load(struct trace *t, struct trace_reader *r, char why[TRACE_WHY])
{
	FILE *arrivals = temporary(why);
	bool good;

	if (!arrivals)
		return false;
	good = read_text(t, r, arrivals, why);
	if (good && t->n)
		good = map_sorted(t, why) && sort(t, r->c, arrivals, why);
	fclose(arrivals);
	return good;
}

struct trace *trace_open(const struct workload_config *c, char why[TRACE_WHY])
{
	struct trace *t = calloc(1, sizeof *t);
	struct trace_reader r;
	bool good = open_trace(&r, c, why);

	if (good && (!t || !(t->first = calloc(c->nodes + 1, sizeof *t->first))))
		good = why_not(why, TRACE_WHY, "%s", strerror(ENOMEM));
	good = good && load(t, &r, why);
	if (r.in.f)
		fclose(r.in.f);
	if (good)
		return t;
	trace_close(t);
	return NULL;
}

/* When each source has sent its messages: sent[source]. */
static bool read_lengths(struct trace_reader *r, double flit_cycles, double *sent)
{
	struct trace_line l;

	while (next_line(r, &l)) {
		double *const s = &sent[l.source];

		*s = fmax(*s, floor(l.time / r->c->trace_cycle)) + ceil(flit_cycles * (double)workload_flits(l.bytes, r->c->flit_bits));
	}
	return over(r);
}

bool trace_cycles(const struct workload_config *c, double flit_cycles, uint64_t *cycles, char why[TRACE_WHY])
{
	double *const sent = calloc(c->nodes, sizeof *sent), last = 0;
	struct trace_reader r;
	bool good = open_trace(&r, c, why);

	if (good && lseek(fileno(r.in.f), 0, SEEK_SET))
		good = why_not(why, TRACE_WHY, "--cycles is missing: '%.100s' cannot be read twice, to find its end first", c->trace);
	good = good && (sent ? read_lengths(&r, flit_cycles, sent) : fail(why, ENOMEM));
	if (r.in.f)
		fclose(r.in.f);
	for (unsigned i = 0; good && i < c->nodes; i++)
		last = fmax(last, sent[i]);
	free(sent);
	if (good && last > (double)c->end)
		return why_not(why, TRACE_WHY, "--cycles is missing: the trace lasts %.0f cycles, a run at most %ju", last, (uintmax_t)c->end);
	*cycles = (uint64_t)last;
	return good;
}

uint64_t trace_late(const struct trace *t, uint64_t cycle)
{
	uint64_t late = t->late;

	for (uint64_t i = 0; i < t->n; i++)
		late += t->message[i].cycle >= cycle;
	return late;
}

uint64_t trace_packets(const struct trace *t, uint64_t cycle, unsigned flits)
{
	uint64_t packets = 0;

	for (uint64_t i = 0; i < t->n; i++)
		packets += t->message[i].cycle < cycle ? 1 + (t->message[i].flits - 1) / flits : 0;
	return packets;
}

void trace_close(struct trace *t)
{
	if (!t)
		return;
	if (t->message)
		munmap(t->message, in_memory(t->n * sizeof *t->message));
	free(t->first);
	free(t);
}
