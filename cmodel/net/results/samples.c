#include "samples.h"

#include "grown.h"
#include "state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* So many cycles, or the next number above that is 1, 2 or 5 times a power of ten. */
static uint64_t round_period(uint64_t cycles)
{
	uint64_t power = 1;

	while (power * 10 <= cycles)
		power *= 10;
	return cycles <= power ? power : cycles <= 2 * power ? 2 * power : cycles <= 5 * power ? 5 * power : 10 * power;
}

struct samples *samples_new(const struct network_config *c, uint64_t cycles)
{
	struct samples *const s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->processes = c->processes;
	s->ports = c->topology.switches * c->topology.radix;
	const unsigned fit = SAMPLES_FILLS / s->ports;

	s->most = fit < SAMPLES_FEWEST ? SAMPLES_FEWEST : fit > SAMPLES_MOST ? SAMPLES_MOST : fit;
	s->period = round_period((cycles + s->most - 1) / s->most);
	s->at = calloc(s->most + 1, sizeof *s->at);
	s->fill = calloc(s->ports, sizeof *s->fill);
	if (s->at && s->fill)
		return s;
	samples_free(s);
	return NULL;
}

static void drop(struct sample *s)
{
	free(s->line);
	free(s->fill);
}

void samples_free(struct samples *s)
{
	if (!s)
		return;
	for (unsigned i = 0; s->at && i < s->n; i++)
		drop(s->at + i);
	free(s->at);
	free(s->fill);
	free(s);
}

uint64_t samples_next(const struct samples *s, uint64_t cycle)
{
	return s ? (cycle / s->period + 1) * s->period : UINT64_MAX;
}

/* Lines of this process so far. */
struct taking {
	struct tree_line *line;
	size_t n;
	uint32_t room;
	bool lacking;
};

static void take_line(void *taking, const struct tree_line *line)
{
	struct taking *const t = taking;
	struct tree_line *const more = t->lacking ? NULL : grown(t->line, (uint32_t)t->n, &t->room, sizeof *more);

	t->lacking = !more;
	if (!more)
		return;
	t->line = more;
	t->line[t->n++] = *line;
}

static int compare(const void *a, const void *b)
{
	const struct tree_line *const x = a, *const y = b;
	const uint64_t p = (uint64_t)x->port << 17 | (uint64_t)x->at_output << 16 | x->queue, q = (uint64_t)y->port << 17 | (uint64_t)y->at_output << 16 | y->queue;

	return x->root != y->root ? (x->root > y->root) - (x->root < y->root) : (p > q) - (p < q);
}

/* Process 0 gets the lines of all others behind its own. n: of all together. */
static void gather(const struct processes *p, struct taking *t, uint64_t n)
{
	uint64_t own = t->n;

	if (processes_number(p)) {
		p->give(&own, sizeof own);
		p->give(t->line, t->n * sizeof *t->line);
		t->n = 0;
		return;
	}
	for (unsigned k = 1; k < processes_count(p); k++) {
		p->take(k, &own, sizeof own);
		p->take(k, t->line + t->n, in_memory(own * sizeof *t->line));
		t->n += in_memory(own);
	}
	if (n)
		qsort(t->line, in_memory(n), sizeof *t->line, compare);
}

static void add_latency(struct histogram *h, const struct stats *stats, const struct processes *p)
{
	for (unsigned i = 0; i < stats->config.shards; i++)
		for (unsigned k = 0; k < HISTOGRAM_BUCKETS; k++)
			h->bucket[k] += stats->shard[i].latency.bucket[k];
	processes_sum(p, h->bucket, HISTOGRAM_BUCKETS);
}

/* Room for all lines and the fill, in process 0. */
static bool make_room(const struct samples *s, struct sample *into, struct taking *t, uint64_t lines)
{
	if (processes_number(s->processes))
		return true;
	struct tree_line *const line = lines > t->room ? realloc(t->line, in_memory(lines * sizeof *line)) : t->line;

	into->fill = malloc(s->ports * sizeof *into->fill);
	t->line = line ? line : t->line;
	return into->fill && (line || !lines);
}

static void thin_out(struct samples *s)
{
	unsigned kept = 0;

	s->period *= 2;
	for (unsigned i = 0; i < s->n; i++) {
		if (s->at[i].cycle % s->period)
			drop(s->at + i);
		else
			s->at[kept++] = s->at[i];
	}
	s->n = kept;
}

static bool too_many(const struct samples *s)
{
	uint64_t lines = 0;

	for (unsigned i = 0; i < s->n; i++)
		lines += s->at[i].lines;
	return s->n > s->most || (lines > SAMPLES_LINES && s->n > SAMPLES_FEWEST);
}

void samples_take(struct samples *s, const struct network *n, const struct stats *stats)
{
	struct sample *const into = s->at + s->n;
	struct taking t = { .n = 0 };
	uint64_t sum[2];                /* lines; processes without memory */

	*into = (struct sample){ .cycle = network_cycle(n) };
	memset(s->fill, 0, s->ports * sizeof *s->fill);
	network_trees(n, s->fill, take_line, &t);
	sum[0] = t.n;
	processes_sum(s->processes, sum, 1);
	sum[1] = t.lacking || s->lacking || !make_room(s, into, &t, sum[0]);
	processes_sum(s->processes, sum + 1, 1);
	processes_sum(s->processes, s->fill, s->ports);
	add_latency(&into->latency, stats, s->processes);
	s->lacking = sum[1];
	if (!s->lacking) {
		gather(s->processes, &t, sum[0]);
		for (unsigned i = 0; into->fill && i < s->ports; i++)
			into->fill[i] = s->fill[i] < UINT16_MAX ? (uint16_t)s->fill[i] : UINT16_MAX;
		into->lines = sum[0];
	}
	if (processes_number(s->processes) || s->lacking) {
		free(t.line);
		t.line = NULL;
	}
	into->line = t.line;
	s->n++;
	while (too_many(s))
		thin_out(s);
}

static void sample_state(struct samples *s, struct sample *at, struct state *state)
{
	STATE(state, at->cycle);
	STATE(state, at->lines);
	if (state->reading && !state->failed) {
		at->fill = malloc(s->ports * sizeof *at->fill);
		at->line = at->lines <= state_left(state, sizeof *at->line) ? malloc(in_memory((at->lines + 1) * sizeof *at->line)) : NULL;
		state->failed |= !at->fill || !at->line;
	}
	if (state->failed)
		return;
	state_bytes(state, at->fill, s->ports * sizeof *at->fill);
	state_bytes(state, at->line, in_memory(at->lines * sizeof *at->line));
	state_words(state, at->latency.bucket, HISTOGRAM_BUCKETS, NULL);
}

void samples_state(struct samples *s, struct state *state)
{
	unsigned n = s->n;

	STATE(state, s->period);
	STATE(state, n);
	state_bool(state, &s->lacking);
	state_require(state, s->period && n <= s->most && !s->n);
	for (unsigned i = 0; i < n && !state->failed && !s->lacking; i++) {
		sample_state(s, s->at + i, state);
		s->n = i + 1;
	}
}

/* Base 36. */
static void write_number(uint64_t value, FILE *f)
{
	char text[16];
	unsigned at = sizeof text;

	do
		text[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[value % 36];
	while (value /= 36);
	fwrite(text + at, 1, sizeof text - at, f);
}

static void write_fill(const struct samples *s, const struct sample *at, FILE *f)
{
	unsigned blanks = 0;

	for (unsigned i = 0; i < s->ports; i++) {
		if (at->fill[i]) {
			for (; blanks; blanks--)
				fputc(' ', f);
			write_number(at->fill[i], f);
		}
		blanks++;
	}
}

static void write_line(const struct tree_line *l, uint32_t before, FILE *f)
{
	write_number(l->port - before, f);
	fputc('.', f);
	write_number(l->out, f);
	fputc('.', f);
	write_number(l->queue, f);
	fputc('.', f);
	write_number(l->packets, f);
	if (l->at_output | l->stopped | l->stops)
		fprintf(f, ".%s%s%s", l->at_output ? "o" : "", l->stopped ? "x" : "", l->stops ? "s" : "");
}

static void write_trees(const struct sample *at, FILE *f)
{
	const struct tree_line *before = NULL;

	for (const struct tree_line *l = at->line; l < at->line + at->lines; before = l++) {
		const bool begins = !before || before->root != l->root;

		if (begins) {
			if (before)
				fputc(';', f);
			if (l->root != TREE_NO_ROOT)
				write_number(l->root, f);
			fputc(':', f);
		} else {
			fputc(' ', f);
		}
		write_line(l, begins ? 0 : before->port, f);
	}
}

void samples_write(const struct samples *s, FILE *f)
{
	fputs("cycle,queues,total,most,fill,lines\n", f);
	for (const struct sample *at = s->at; at < s->at + s->n; at++) {
		uint64_t total = 0;
		unsigned most = 0;

		for (unsigned i = 0; i < s->ports; i++) {
			total += at->fill[i];
			most = at->fill[i] > most ? at->fill[i] : most;
		}
		fprintf(f, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,", at->cycle, at->lines, total, most);
		write_fill(s, at, f);
		fputc(',', f);
		write_trees(at, f);
		fputc('\n', f);
	}
}

/* Between two samples. The highest is not known: that of a bucket stands for it. */
static struct histogram between(const struct histogram *from, const struct histogram *to)
{
	struct histogram h = { .max = UINT64_MAX };

	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		h.bucket[i] = to->bucket[i] - (from ? from->bucket[i] : 0);
		h.n += h.bucket[i];
	}
	return h;
}

void samples_write_latency(const struct samples *s, FILE *f)
{
	const struct sample *before = NULL;

	fputs("cycle,cycles,packets,p50,p99,p999\n", f);
	for (const struct sample *at = s->at; at < s->at + s->n; before = at++) {
		const struct histogram h = between(before ? &before->latency : NULL, &at->latency);
		const uint64_t from = before ? before->cycle : 0;

		fprintf(f, "%" PRIu64 ",%" PRIu64 ",%" PRIu64, from, at->cycle - from, h.n);
		for (unsigned i = 0; i < 3; i++)
			if (h.n)
				fprintf(f, ",%.0f", histogram_quantile(&h, (const double[]){ 0.5, 0.99, 0.999 }[i]));
			else
				fputc(',', f);
		fputc('\n', f);
	}
}
