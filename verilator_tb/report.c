#include "report.h"

#include "hex.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WATCHES = 64, NAME = 256, SHOWN = 40, FIELDS_SHOWN = 8, TABLE_COLUMNS = 140 };

/* A place that both the model and the RTL have. */
struct watch {
	enum watch_kind { WATCH_INPUT, WATCH_REGISTER, WATCH_MEMORY, WATCH_OUTPUT } kind;
	unsigned index;                 /* register of the image, memory of the probe, or output */
	unsigned port;
	unsigned address;               /* of a memory's word */
	unsigned width;
	char name[NAME];
};

/* A value of each, and what is made of them. */
struct values {
	unsigned words;                 /* as many as anything here has */
	uint32_t *model, *rtl, *xor;
};

struct watches {
	unsigned n, more;               /* more: did not fit */
	struct values of, of_field;
	struct watch at[WATCHES];
	uint32_t words[];               /* of the values */
};

static void add(struct watches *w, const struct watch *one)
{
	if (w->n < WATCHES)
		w->at[w->n++] = *one;
	else
		w->more++;
}

/* Both values at the beginning of l->cycle. Returns false where the model knows none. */
static bool look(struct lockstep *l, const struct watch *w, const struct values *v)
{
	const struct switch_in *in = &lockstep_record(l, l->cycle)->in;
	uint32_t *const model = v->model, *const rtl = v->rtl;
	const struct output *o;

	memset(model, 0, v->words * sizeof *model);
	memset(rtl, 0, v->words * sizeof *rtl);
	switch (w->kind) {
	case WATCH_INPUT:
		pin_words(&l->pins.pin[PIN_rx_data], w->port, rtl);
		packet_flit(&l->config.shape, &in->packet[w->port], l->config.shape.by_flits ? in->flit[w->port] : 0, model);
		return in->head >> w->port & 1;
	case WATCH_REGISTER:
		probe_register(&l->probe, w->index, rtl);
		image_read(l->probe.image, w->index, model);
		return l->probe.image->known[w->index];
	case WATCH_MEMORY:
		probe_word(&l->probe.memories[w->index], w->address, rtl);
		return memory_model(l->model, l->cycle, (struct memory_place){ &l->probe.memories[w->index], w->address }, model);
	case WATCH_OUTPUT:
		o = &l->outputs.at[w->index];
		pin_words(&l->pins.pin[o->pin], w->port, rtl);
		image_read(l->probe.image, image_reg(l->probe.image, o->site, w->port, o->row), model);
		return true;
	}
	return false;
}

static bool unequal(const struct values *v)
{
	return memcmp(v->model, v->rtl, v->words * sizeof *v->model) != 0;
}

/* A header, or a flit of a VC, that the bench meant to send and that is not on the pins. */
static void collect_inputs(struct lockstep *l, struct watches *w)
{
	for (unsigned i = 0; i < l->config.shape.radix; i++) {
		struct watch one = { .kind = WATCH_INPUT, .port = i, .width = l->config.shape.flit_bits };

		snprintf(one.name, sizeof one.name, "rx_data of input %u", i);
		if (look(l, &one, &w->of) && unequal(&w->of))
			add(w, &one);
	}
}

static void collect_registers(struct lockstep *l, struct watches *w)
{
	for (unsigned i = 0; i < l->probe.image->n; i++) {
		struct watch one = { .kind = WATCH_REGISTER, .index = i, .width = l->probe.image->regs[i].width };

		if (probe_register_equal(&l->probe, i))
			continue;
		image_register_name(l->probe.image, &l->probe.image->regs[i], one.name);
		add(w, &one);
	}
}

static void collect_memories(struct lockstep *l, struct watches *w)
{
	const struct memory_place at = l->memory.differs;
	struct watch one = { .kind = WATCH_MEMORY, .address = at.address };
	char name[IMAGE_NAME];

	if (!at.memory)
		return;
	one.index = (unsigned)(at.memory - l->probe.memories);
	one.width = at.memory->width;
	image_row_name(l->probe.image, at.memory->reg, name);
	snprintf(one.name, sizeof one.name, "%s[%u]", name, at.address);
	add(w, &one);
}

static void collect_outputs(struct lockstep *l, struct watches *w)
{
	for (unsigned i = 0; i < l->outputs.n; i++)
		for (unsigned port = 0; port < l->pins.pin[l->outputs.at[i].pin].ports; port++) {
			struct watch one = { .kind = WATCH_OUTPUT, .index = i, .port = port, .width = l->outputs.at[i].width };

			if (outputs_equal_at(&l->outputs, &l->outputs.at[i], port))
				continue;
			snprintf(one.name, sizeof one.name, "%s of port %u", pin_rows[l->outputs.at[i].pin].name, port);
			add(w, &one);
		}
}

static void print_values(const struct values *v, unsigned width, FILE *f)
{
	for (unsigned i = 0; i < v->words; i++)
		v->xor[i] = v->model[i] ^ v->rtl[i];
	fputs(" model 0x", f);
	hex_print(v->model, width, f);
	fputs(" rtl 0x", f);
	hex_print(v->rtl, width, f);
	fputs(" xor 0x", f);
	hex_print(v->xor, width, f);
	fputc('\n', f);
}

/* The words of one field, from bit 0. */
static void cut(const uint32_t *words, unsigned lsb, unsigned width, uint32_t *field, unsigned n)
{
	memset(field, 0, n * sizeof *field);
	for (unsigned at = 0; at < width; at += 32)
		field[at / 32] = (uint32_t)bits_get(words, lsb + at, width - at < 32 ? width - at : 32);
}

static void print_fields(const struct lockstep *l, const struct watches *all, const struct watch *w, FILE *f)
{
	const struct image_reg *r = &l->probe.image->regs[w->index];
	const struct values *v = &all->of_field;
	const struct signal *g = image_row(l->probe.image, r);
	unsigned shown = 0;

	for (unsigned i = 0; i < g->elements && g->per && g->kind == SIGNAL_REG; i++) {
		cut(all->of.model, i * g->bits, g->bits, v->model, v->words);
		cut(all->of.rtl, i * g->bits, g->bits, v->rtl, v->words);
		if (!unequal(v) || shown++ >= FIELDS_SHOWN)
			continue;
		fprintf(f, "               %s[%s %u]", g->name, g->per, i);
		print_values(v, g->bits, f);
	}
	if (shown > FIELDS_SHOWN)
		fprintf(f, "               and %u more fields\n", shown - FIELDS_SHOWN);
}

static void print_watch(struct lockstep *l, const struct watches *all, unsigned i, FILE *f)
{
	static const char *const kinds[] = { "input", "register", "memory", "output" };
	const struct watch *w = &all->at[i];

	look(l, w, &all->of);
	fprintf(f, "  %2u %-8s %-40s", i + 1, kinds[w->kind], w->name);
	print_values(&all->of, w->width, f);
	if (w->kind == WATCH_REGISTER)
		print_fields(l, all, w, f);
}

/* Signals of the table: as many as fit side by side. */
static unsigned columns(const struct watches *w)
{
	unsigned used = 12, n = 0;

	while (n < w->n && (n == 0 || used + hex_digits(w->at[n].width) + 4 <= TABLE_COLUMNS))
		used += hex_digits(w->at[n++].width) + 4;
	return n;
}

static void print_row(struct lockstep *l, const struct watches *w, unsigned n, FILE *f)
{
	fprintf(f, "%10" PRIu64 " ", lockstep_now(l));
	for (unsigned i = 0; i < n; i++) {
		const bool known = look(l, &w->at[i], &w->of);

		fprintf(f, "  %s", hex_digits(w->at[i].width) < 2 ? " " : "");
		hex_print(w->of.rtl, w->at[i].width, f);
		fputc(known && unequal(&w->of) ? '*' : ' ', f);
	}
	fputc('\n', f);
}

/* Run it again up to the divergence, and show the last cycles. */
static void print_history(const struct lockstep *failed, const struct watches *w, uint64_t first, FILE *f)
{
	struct lockstep_config c = failed->config;
	const unsigned n = columns(w);
	char why[LOCKSTEP_WHY];
	struct lockstep *l;

	c.progress = NULL;
	c.waves = NULL;
	l = lockstep_new(&c, why);
	if (!l) {
		fprintf(f, "\n(no history: %s)\n", why);
		return;
	}
	fputs("\n     cycle ", f);
	for (unsigned i = 0; i < n; i++)
		fprintf(f, "  %*u ", (int)(hex_digits(w->at[i].width) < 2 ? 2 : hex_digits(w->at[i].width)), i + 1);
	fputs("  RTL; * where the model differs\n", f);
	while (lockstep_now(l) <= lockstep_now(failed)) {
		lockstep_compare(l);
		if (lockstep_now(l) >= first)
			print_row(l, w, n, f);
		if (lockstep_now(l) < lockstep_now(failed))
			lockstep_cycle(l);
		else
			break;
	}
	lockstep_free(l);
}

/* NULL: out of memory. There is room for values of the switch, whatever its registers are. */
static struct watches *collect(struct lockstep *l)
{
	const unsigned n = l->probe.image->widest;
	struct watches *const w = calloc(1, sizeof *w + 6 * n * sizeof *w->words);

	if (!w)
		return NULL;
	w->of = (struct values){ n, w->words, w->words + n, w->words + 2 * n };
	w->of_field = (struct values){ n, w->words + 3 * n, w->words + 4 * n, w->words + 5 * n };
	if (!l->writes_differ) {
		collect_inputs(l, w);
		collect_registers(l, w);
		collect_memories(l, w);
		collect_outputs(l, w);
	}
	return w;
}

static void print_watches(struct lockstep *l, const struct watches *w, FILE *f)
{
	for (unsigned i = 0; w && i < w->n && i < SHOWN; i++)
		print_watch(l, w, i, f);
	if (w && w->n + w->more > SHOWN)
		fprintf(f, "     and %u more\n", w->n + w->more - SHOWN);
	if (w && !w->n && !l->writes_differ)
		fputs("  all registers, memories and output pins agree, but the model announces other events on its links:\n"
		      "  its departures, credits or messages are not those on the pins\n", f);
}

void report_signals(struct lockstep *l, FILE *f)
{
	struct watches *w = collect(l);

	print_watches(l, w, f);
	free(w);
}

void report_divergence(struct lockstep *l, const char *rerun, FILE *f)
{
	const uint64_t now = lockstep_now(l), first = now < REPORT_CYCLES ? 0 : now - REPORT_CYCLES + 1;
	struct watches *w = collect(l);

	fprintf(f, "%s\n", l->why);
	print_watches(l, w, f);
	if (w && w->n)
		print_history(l, w, first, f);
	if (rerun)
		fprintf(f, "\nrerun with waves: %s --waves %" PRIu64 ":%" PRIu64 "\n", rerun, first, now + 1);
	free(w);
}

/* ----- a switch that should be empty ----- */

/* What an empty switch holds. */
static void make_empty(struct image *m)
{
	for (const struct image_reg *r = m->regs; r < m->regs + m->n; r++)
		if (image_row(m, r)->leftover == LEFT_ZERO)
			memset(m->word + r->offset, 0, r->words * sizeof *m->word);
}

static bool is_residue(const struct image *now, const struct image *empty, unsigned i)
{
	const struct image_reg *r = &now->regs[i];
	const struct signal *g = image_row(now, r);

	return g->kind == SIGNAL_REG && g->leftover != LEFT_STALE &&
	       memcmp(now->word + r->offset, empty->word + r->offset, r->words * sizeof *now->word) != 0;
}

int report_residue(struct lockstep *l, unsigned most, FILE *f)
{
	struct image *now = image_new(&l->config.shape), *empty = image_new(&l->config.shape);
	unsigned n = 0;

	if (!now || !empty || !l->probe.storage) {
		image_free(now);
		image_free(empty);
		return -1;
	}
	make_empty(empty);
	for (unsigned i = 0; i < now->n; i++) {
		const struct image_reg *r = &now->regs[i];
		char name[IMAGE_NAME];

		probe_register(&l->probe, i, now->word + r->offset);
		if (!is_residue(now, empty, i) || n++ >= most)
			continue;
		image_register_name(now, r, name);
		fprintf(f, "  %s is 0x", name);
		hex_print(now->word + r->offset, r->width, f);
		fputs(", at reset 0x", f);
		hex_print(empty->word + r->offset, r->width, f);
		fputc('\n', f);
	}
	if (n > most && f)
		fprintf(f, "  and %u more\n", n - most);
	image_free(now);
	image_free(empty);
	return (int)n;
}
