/* Writes docs/use/links.md (`make docs`): headers from spec/header.def, and what the links of the C model show in three short runs. */
#include "links.h"

#include "shape.h"
#include "sluice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ----- headers ----- */

enum { FIELDS_MOST = 16, TEXT = 512 };

struct field {
	const char *name, *help;
	unsigned width;
};

/* Fields that a header has, from bit 0 on. */
static unsigned fields_of(const struct shape *s, struct field *f)
{
	unsigned n = 0;

#define FIELD(id, bits, what) { const unsigned w = (unsigned)(bits); if (w) f[n++] = (struct field){ #id, what, w }; }
#include "header.def"
	return n;
}

static unsigned columns(const struct field *f, unsigned low)
{
	char bits[32];
	const unsigned name = (unsigned)strlen(f->name), number = (unsigned)snprintf(bits, sizeof bits, "%u %u", low + f->width - 1, low);

	return (name > number ? name : number) + 2;
}

/* Writes text in the middle of so many columns. */
static void centred(const char *text, unsigned wide)
{
	const unsigned n = (unsigned)strlen(text), left = (wide - n) / 2;

	printf("%*s%s%*s", (int)left, "", text, (int)(wide - n - left), "");
}

/* Numbers of the highest and the lowest bit of each field, the highest field first. */
static void picture_bits(const struct field *f, unsigned n, unsigned bits)
{
	char text[16];

	fputs("    ", stdout);
	for (unsigned i = n; i--; bits -= f[i].width) {
		const unsigned low = bits - f[i].width, wide = columns(&f[i], low);

		putchar('|');
		if (f[i].width == 1) {
			snprintf(text, sizeof text, "%u", low);
			centred(text, wide);
		} else {
			snprintf(text, sizeof text, "%u", bits - 1);
			printf("%s%*u", text, (int)(wide - strlen(text)), low);
		}
	}
	puts("|");
}

static void picture_names(const struct field *f, unsigned n, unsigned bits)
{
	fputs("    ", stdout);
	for (unsigned i = n; i--; bits -= f[i].width) {
		putchar('|');
		centred(f[i].name, columns(&f[i], bits - f[i].width));
	}
	puts("|");
}

static void picture(const struct field *f, unsigned n, unsigned bits)
{
	picture_bits(f, n, bits);
	picture_names(f, n, bits);
	putchar('\n');
}

/* Default parameters, but for flits that the header fits in. */
static struct shape shape_of_scheme(unsigned scheme)
{
	struct params p = params_default();
	struct shape s;

	p.scheme = scheme;
	for (s = shape_of(&p); s.header_bits > s.flit_bits; s = shape_of(&p))
		p.flit_bits *= 2;
	return s;
}

/* The fields of a scheme's header, and of the payload in the rest of the first flit. */
static unsigned scheme_fields(unsigned scheme, struct field *f, unsigned *bits)
{
	const struct shape s = shape_of_scheme(scheme);
	unsigned n = fields_of(&s, f);

	*bits = s.flit_bits;
	f[n] = (struct field){ "payload", "", s.flit_bits - s.header_bits };
	return f[n].width ? n + 1 : n;
}

static bool same_header(unsigned a, unsigned b)
{
	struct field f[FIELDS_MOST], g[FIELDS_MOST];
	unsigned bits;
	const unsigned n = scheme_fields(a, f, &bits);

	if (scheme_fields(b, g, &bits) != n)
		return false;
	for (unsigned i = 0; i < n; i++)
		if (f[i].width != g[i].width || strcmp(f[i].name, g[i].name))
			return false;
	return true;
}

/* The names of all schemes with this header. False: one before has it. */
static bool names_of(unsigned scheme)
{
	const struct param_desc *d = &params_table[PARAM_INDEX_scheme];

	for (unsigned i = 0; i < scheme; i++)
		if (same_header(i, scheme))
			return false;
	for (unsigned i = scheme; i <= d->max; i++)
		if (same_header(scheme, i))
			printf("%s`%s`", i == scheme ? "" : ", ", d->texts[i]);
	return true;
}

static void headers(void)
{
	struct field f[FIELDS_MOST];
	unsigned bits, n;

	puts("## Headers\n\nThe first flit of a packet, the highest bit at the left, by scheme, with default parameters. Following flits are\n"
	     "payload. Widths with other parameters: section 1 of the page of the scheme.\n");
	for (unsigned i = 0; i <= params_table[PARAM_INDEX_scheme].max; i++)
		if (names_of(i)) {
			puts(":\n");
			n = scheme_fields(i, f, &bits);
			picture(f, n, bits);
		}
	puts("| field | |\n|---|---|");
#define FIELD(id, width, what) puts("| `" #id "` | " what " |");
#include "header.def"
	putchar('\n');
}

/* ----- links in time ----- */

enum { CYCLES = 72, SIGNALS = 8, RADIX = 4, TURN_W = 2 };

/* What a run shows: signals of links, a bit each cycle. */
struct chart {
	const char *name[SIGNALS];
	bool at[SIGNALS][CYCLES];
	unsigned signals;
};

/* A source at an input: packets of so many flits for an output, at the rate of the link, unless it is told to stop. */
struct source {
	unsigned port, output, flits, packets;  /* packets: that are left */
	unsigned busy;                  /* flits of the last packet that are still to be sent */
	bool stopped;
};

struct bench {
	struct sluice_model *m;
	struct chart chart;
	unsigned cycle;
	bool good;
};

static bool *signal(struct bench *b, const char *name)
{
	unsigned i = 0;

	while (i < b->chart.signals && strcmp(b->chart.name[i], name) != 0)
		i++;
	return i < b->chart.signals ? &b->chart.at[i][b->cycle] : NULL;
}

static void show(struct bench *b, const char *name, bool value)
{
	bool *at = signal(b, name);

	if (at)
		*at = value;
}

static void begin(struct bench *b, const char *const signals[], const struct sluice_option *o, size_t n)
{
	char why[SLUICE_WHY];

	*b = (struct bench){ .m = sluice_model_new(o, n, why), .good = true };
	b->good = b->m;
	while (signals[b->chart.signals]) {
		b->chart.name[b->chart.signals] = signals[b->chart.signals];
		b->chart.signals++;
	}
}

/* What an output pin of one bit shows in this cycle. */
static bool pin(const struct bench *b, const char *name, unsigned port)
{
	uint32_t word[4] = { 0 };

	return sluice_model_pin(b->m, name, port, word, 4) && word[0];
}

/* Sends the next packet, if link, credits and messages allow it; a message counts from the next cycle on. */
static void send(struct bench *b, struct source *s)
{
	const struct sluice_packet p = { .turnpool = (s->output + RADIX - s->port) % RADIX, .turns_left = 1, .flits = s->flits, .source = s->port };
	char why[SLUICE_WHY];
	uint32_t turns[4];
	const bool told = pin(b, "rx_msg_valid", s->port);
	bool header;

	header = !s->busy && s->packets && !s->stopped && sluice_model_may_send(b->m, s->port, &p);
	if (header) {
		b->good = b->good && sluice_model_send(b->m, s->port, &p, why);
		s->busy = s->flits;
		s->packets--;
	}
	if (!s->port) {
		show(b, "rx_valid", s->busy);
		show(b, "rx_head", header);
		show(b, "rx_credit", sluice_model_credited(b->m, 0, NULL));
		show(b, "rx_msg_valid", told);
		show(b, "rx_msg_xoff", told && pin(b, "rx_msg_xoff", 0));
	}
	s->busy -= s->busy > 0;
	if (told && sluice_model_pin(b->m, "rx_msg_turns", s->port, turns, 4) && turns[0] == p.turnpool)
		s->stopped = pin(b, "rx_msg_xoff", s->port);
}

/* The receiver at an output: gives the credit of a packet back so many cycles after its header, from a cycle on. */
static void receive(struct bench *b, unsigned port, unsigned after, unsigned from, unsigned *owed)
{
	char why[SLUICE_WHY];
	const bool header = pin(b, "tx_valid", port) && pin(b, "tx_head", port);
	const bool credit = b->cycle >= from && owed[b->cycle];

	if (header && b->cycle + after < CYCLES)
		owed[b->cycle + after > from ? b->cycle + after : from]++;
	if (credit) {
		b->good = b->good && sluice_model_credit(b->m, port, 0, why);
		if (--owed[b->cycle] && b->cycle + 1 < CYCLES) {
			owed[b->cycle + 1] += owed[b->cycle];
			owed[b->cycle] = 0;
		}
	}
	show(b, "tx_valid", pin(b, "tx_valid", port));
	show(b, "tx_head", header);
	show(b, "tx_credit", credit);
}

static void run(struct bench *b, struct source *sources, unsigned n, unsigned cycles, unsigned after, unsigned from)
{
	unsigned owed[CYCLES] = { 0 };

	for (b->cycle = 0; b->cycle < cycles && b->good; b->cycle++) {
		for (unsigned i = 0; i < n; i++)
			send(b, &sources[i]);
		receive(b, sources->output, after, from, owed);
		sluice_model_step(b->m);
	}
}

/* In how many cycles is a signal set? */
static unsigned count(const struct bench *b, const char *name)
{
	unsigned n = 0;

	for (unsigned i = 0; i < b->chart.signals; i++)
		for (unsigned k = 0; k < CYCLES && !strcmp(b->chart.name[i], name); k++)
			n += b->chart.at[i][k];
	return n;
}

static void waves(const struct bench *b, unsigned cycles, unsigned wide)
{
	const unsigned every = wide > 2 ? 1 : 10;

	printf("    %-14s0", "cycle");
	for (unsigned i = every, at = 1; i < cycles; i += every) {
		char text[16];
		const unsigned n = (unsigned)snprintf(text, sizeof text, "%u", i);

		printf("%*s%s", (int)(wide * i - at), "", text);
		at = wide * i + n;
	}
	putchar('\n');
	for (unsigned i = 0; i < b->chart.signals; i++) {
		printf("    %-14s", b->chart.name[i]);
		for (unsigned k = 0; k < cycles; k++)
			for (unsigned w = 0; w < wide; w++)
				fputs(b->chart.at[i][k] ? "▇" : "▁", stdout);
		putchar('\n');
	}
	putchar('\n');
}

static const char *const forward[] = { "rx_valid", "rx_head", "rx_credit", "tx_valid", "tx_head", "tx_credit", NULL };

static bool one_packet(void)
{
	static const struct sluice_option o[] = { { "radix", "4" } };
	struct source s = { .output = 2, .flits = 4, .packets = 1 };
	struct bench b;

	begin(&b, forward, o, 1);
	if (b.good)
		run(&b, &s, 1, 18, 6, 0);
	puts("## One packet, and its credits\n\n"
	     "A packet of 4 flits through an idle switch (`recn-iq`, defaults, 4 ports). `rx_*` is the link into input 0, `tx_*` the link out of output 2. The\n"
	     "switch gives the credit back when it has read the packet; the receiver here 6 cycles after the header.\n");
	waves(&b, 18, 3);
	b.good = b.good && count(&b, "tx_valid") == 4 && count(&b, "rx_credit") == 1 && count(&b, "tx_credit") == 1;
	sluice_model_free(b.m);
	return b.good;
}

static bool out_of_credits(void)
{
	static const struct sluice_option o[] = { { "radix", "4" }, { "saqs", "0" }, { "slots", "4" } };
	struct source s = { .output = 2, .flits = 2, .packets = 9 };
	struct bench b;

	begin(&b, forward, o, 3);
	if (b.good)
		run(&b, &s, 1, 44, 4, 24);
	puts("## No credit, no header\n\n"
	     "The same links with 4 slots at each input (`--saqs 0 --slots 4`), 9 packets of 2 flits, and a receiver that gives no credit before cycle 24. The\n"
	     "switch sends four packets, and holds the others; its own slots fill, so it gives the source no credit either, and `rx_valid` pauses. Each credit of the\n"
	     "receiver lets one header go.\n");
	waves(&b, 44, 2);
	b.good = b.good && count(&b, "tx_head") > 5 && count(&b, "rx_head") == 9;
	sluice_model_free(b.m);
	return b.good;
}

static bool xoff_and_xon(void)
{
	static const struct sluice_option o[] = { { "radix", "4" }, { "saqs", "1" }, { "slots", "16" }, { "detect_threshold", "2" }, { "xoff_threshold", "3" },
						  { "xon_threshold", "2" } };
	static const char *const signals[] = { "rx_valid", "rx_head", "rx_msg_valid", "rx_msg_xoff", "tx_valid", NULL };
	struct source s[] = { { .port = 0, .output = 2, .flits = 2, .packets = 99 }, { .port = 1, .output = 2, .flits = 2, .packets = 99 } };
	struct bench b;

	begin(&b, signals, o, 6);
	if (b.good)
		run(&b, s, 2, CYCLES, 4, 0);
	puts("## Xoff and Xon\n\n"
	     "Inputs 0 and 1 send packets of 2 flits to output 2 at the rate of the link, and the output carries half of that (`--saqs 1 --slots 16\n"
	     "--detect-threshold 2 --xoff-threshold 3 --xon-threshold 2`). The queue of input 0 grows, the congested point is detected, its packets go to a set-aside\n"
	     "queue, and when that is above the threshold the switch sends Xoff: `rx_msg_valid` with `rx_msg_xoff`. From the next cycle on the source\n"
	     "begins no other packet for this output, until Xon: `rx_msg_valid` without `rx_msg_xoff`. `tx_valid` does not pause: the output stays busy.\n");
	waves(&b, CYCLES, 1);
	b.good = b.good && count(&b, "rx_msg_xoff") >= 1 && count(&b, "rx_msg_valid") > count(&b, "rx_msg_xoff");
	sluice_model_free(b.m);
	return b.good;
}

bool links_markdown(void)
{
	puts("# Headers and links, drawn\n\n<!-- Written by `make docs` from spec/header.def and the C model (docs/use/links.c); edit those. -->\n\n"
	     "The rules are those of section 1 of [microarchitecture-slots.md](../internals/microarchitecture-slots.md) and of the page of the scheme. Terms: [glossary](../glossary.md).\n"
	     "A column of a diagram is a cycle.\n");
	headers();
	return one_packet() && out_of_credits() && xoff_and_xon();
}
