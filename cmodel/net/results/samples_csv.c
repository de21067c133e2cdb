#include "samples.h"

#include <inttypes.h>

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
