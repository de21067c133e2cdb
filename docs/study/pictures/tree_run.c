/* Runs the network of the picture. Its switches are those of the C model, and each step is looked at from outside: what comes, and what is granted. */
#include "tree_run.h"

#include <stdio.h>
#include <stdlib.h>

/* What nodes can send is kept short, so that the tree is gone soon after the hot spot. The seed draws sources below all four switches of the first stage. */
#define OPTIONS "--topology ktree --k 2 --n 3 --slots %d --load 0.7 --source-packets 24 --cycles %d --warmup 0 --seed 2 --hot-spot node=%d,sources=0.5,load=1,from=%d,to=%d"

void tree_command(char text[TREE_COMMAND], const char *switches)
{
	snprintf(text, TREE_COMMAND, OPTIONS " %s", TREE_SLOTS, (TREE_FRAMES - 1) * TREE_EVERY, TREE_HOT_NODE, TREE_FROM, TREE_TO, switches);
}

struct watched {
	struct recording *recording;
	struct sluice_switch *sw;
	struct image *image;
	struct tree_port port[TREE_PORTS];
	unsigned number;
};

struct recording {
	struct tree_run *run;
	struct watched *watched[TREE_SWITCHES];
	unsigned flits;
	unsigned entered[TREE_NODES], hot[TREE_NODES];  /* by source: packets that entered during the hot spot; those to the hot node */
};

static void close_watched(struct sluice_switch *of)
{
	struct watched *w = (void *)of;

	if (w->sw)
		switch_free(w->sw);
	image_free(w->image);
	free(w);
}

static struct sluice_switch *open_watched(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	struct recording *r = context;
	struct watched *w = calloc(1, sizeof *w);

	(void)switches, (void)room;
	if (!w)
		return NULL;
	*w = (struct watched){ .recording = r, .sw = switch_new(s), .image = image_new(s), .number = index };
	if (!w->sw || !w->image) {
		close_watched((void *)w);
		return NULL;
	}
	switch_image(w->sw, 0, w->image);       /* from now on it remembers what images show */
	r->watched[index] = w;
	return (void *)w;
}

static void configure(struct sluice_switch *of, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	switch_configure_word(((struct watched *)of)->sw, number, destination, entry);
}

static unsigned *count_of(struct tree_port *p, bool hot)
{
	return hot ? &p->hot : &p->other;
}

static void granted(struct watched *w, unsigned out, const struct packet *p, unsigned from)
{
	const struct topology *t = &w->recording->run->topology;
	const bool hot = p->to == TREE_HOT_NODE;

	--*count_of(&w->port[from], hot);
	if (!hot && t->peer(t, w->number, out).is == NODE)
		w->recording->flits += p->flits;
}

/* Counts what a node sends during the hot spot. */
static void count_source(struct watched *w, unsigned port, const struct packet *p, uint64_t cycle)
{
	struct recording *const r = w->recording;
	const struct topology *t = &r->run->topology;

	if (cycle < TREE_FROM || cycle >= TREE_TO || t->peer(t, w->number, port).is != NODE)
		return;
	r->entered[p->source]++;
	r->hot[p->source] += p->to == TREE_HOT_NODE;
}

static uint64_t step(struct sluice_switch *of, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct watched *w = (void *)of;
	const uint64_t due = switch_step(w->sw, cycle, in, out);

	EACH_IN(i, in->head) {
		count_source(w, i, &in->packet[i], cycle);
		++*count_of(&w->port[i], in->packet[i].to == TREE_HOT_NODE);
	}
	EACH_IN(i, out->depart)
		granted(w, i, &out->packet[i], out->from[i]);
	return due;
}

static bool drained(const struct sluice_switch *of)
{
	return switch_drained(((const struct watched *)of)->sw);
}

static const struct switch_counts *counts(const struct sluice_switch *of)
{
	return switch_counts(((const struct watched *)of)->sw);
}

static bool waiting(const struct sluice_switch *of, unsigned input, struct switch_waiting *to)
{
	return switch_waiting(((const struct watched *)of)->sw, input, to);
}

static struct backend backend_watched(const struct shape *s, struct recording *r)
{
	struct backend b = backend_c_model(s);

	b.bank = NULL;
	b.connect = NULL;
	b.open = open_watched;
	b.configure = configure;
	b.step = step;
	b.drained = drained;
	b.counts = counts;
	b.waiting = waiting;
	b.close = close_watched;
	b.context = r;
	return b;
}

/* Queues behind the cold one that hold packets: register count_q of unit smu. */
static unsigned set_aside(struct image *m, const struct shape *s, unsigned port)
{
	const uint32_t *count = image_at(m, SITE_smu, port, image_row_named(m, SITE_smu, "count_q"));
	unsigned n = 0;

	for (unsigned q = 1; q <= s->saqs; q++)
		n += bits_get(count, q * s->count_w, s->count_w) != 0;
	return n;
}

static void take_frame(struct recording *r, const struct shape *s, struct tree_frame *f, uint64_t cycle)
{
	for (unsigned k = 0; k < TREE_SWITCHES; k++) {
		struct watched *w = r->watched[k];

		switch_image(w->sw, cycle, w->image);
		for (unsigned p = 0; p < TREE_PORTS; p++) {
			f->port[k][p] = w->port[p];
			f->port[k][p].saqs = s->saqs ? set_aside(w->image, s, p) : 0;
		}
	}
	f->flits = r->flits;
	r->flits = 0;
}

static bool run_frames(const struct simulation *s, struct recording *r, char why[NETWORK_WHY])
{
	struct simulation_run *run = simulation_begin(s, why);
	struct simulation_result result;

	if (!run)
		return false;
	for (unsigned f = 0; f < TREE_FRAMES; f++) {
		simulation_run_to(run, f * TREE_EVERY);
		take_frame(r, &s->network.shape, &r->run->frame[f], f * TREE_EVERY);
	}
	simulation_finish(run, &result);
	const bool good = !result.failed;

	snprintf(why, NETWORK_WHY, "%s", result.why);
	simulation_result_free(&result);
	simulation_end(run);
	return good;
}

/* Of what a source of the hot spot sends, nearly all goes to the hot node; of what the others send, a seventh. */
static void find_sources(struct recording *r)
{
	struct tree_run *const run = r->run;
	const struct topology *t = &run->topology;

	for (unsigned n = 0; n < TREE_NODES; n++) {
		run->hot_source[n] = 2 * r->hot[n] > r->entered[n];
		if (!run->hot_source[n])
			continue;
		for (struct place at = t->attach(t, n); at.is == SWITCH; ) {
			const unsigned out = t->out(t, at.index, TREE_HOT_NODE);

			run->on_way[at.index][out] = true;
			at = t->peer(t, at.index, out);
		}
	}
}

bool tree_run(struct tree_run *to, const char *switches, char why[NETWORK_WHY])
{
	struct recording r = { .run = to };
	struct simulation s;
	struct backend b;
	char text[TREE_COMMAND], problem[OPTION_WHY];

	*to = (struct tree_run){ 0 };
	tree_command(text, switches);
	simulation_default(&s);
	if (!simulation_words(&s, text, problem) || !simulation_setup(&s, problem)) {
		snprintf(why, NETWORK_WHY, "%s", problem);
		return false;
	}
	to->topology = s.network.topology;
	b = backend_watched(&s.network.shape, &r);
	s.network.backend = &b;
	if (!run_frames(&s, &r, why))
		return false;
	find_sources(&r);
	return true;
}
