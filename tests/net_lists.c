/*
 * Lists of destinations at both ends of a link, in networks of FBICM switches: when a line stops somebody for the first time since it was
 * taken, the list that upstream has for it is empty; from then on it holds nothing but what the line has stopped since. That is what
 * sweeping in step is for (microarchitecture-fbicm-lists.md, 3), and lists that clear at once keep it as well.
 */
#include "net_harness.h"

#include "image.h"
#include "test.h"

enum { TRAFFIC = 6000, LIMIT = 200000, FLIGHT = 1024, EVERY = 16, SWITCHES = 64, LINES = 8 };

/* A line of an input: how often it was taken, since when its list is clean. As the output upstream knows it: which of these times, and what was stopped since. */
struct own_line { unsigned taken; bool live, clean; uint64_t since; };
struct far_line { unsigned taken; uint64_t stopped; };

struct watched {
	struct watch *watch;
	struct sluice_switch *sw;
	struct image *image;
	uint32_t index;
	struct own_line in[SWITCH_PORTS][LINES];
	struct far_line out[SWITCH_PORTS][LINES];
	unsigned flight[SWITCH_PORTS][FLIGHT], sent[SWITCH_PORTS], came[SWITCH_PORTS];  /* by output: messages on their way to it, of a line taken so often */
};

struct watch {
	const struct topology *topology;
	struct shape shape;
	unsigned link_delay;
	struct watched *sw[SWITCHES];
	unsigned first, first_again;    /* Xoffs of a line that has just been taken; and had stopped somebody when it was taken before */
};

static uint64_t bits_of(const struct watched *w, enum site at, const char *name, unsigned port, unsigned lsb, unsigned width)
{
	return bits_get(image_at(w->image, at, port, image_row_named(w->image, at, name)), lsb, width);
}

/* Is the destination in the list of the line, at the beginning of a cycle? */
static bool listed(const struct watched *w, uint64_t cycle, unsigned o, unsigned l, unsigned d)
{
	const struct shape *s = &w->watch->shape;
	uint32_t row = 0;

	if (!s->lists_in_memory)
		return bits_of(w, SITE_dcam_out, "clop_q", o, d * s->saqs + l, 1);
	assert_true(switch_memory(w->sw, cycle, SITE_clop, image_row_named(w->image, SITE_clop, "clop_mem"), o, d, &row));
	return row >> l & 1;
}

static uint64_t list(const struct watched *w, uint64_t cycle, unsigned o, unsigned l)
{
	uint64_t set = 0;

	for (unsigned d = 0; d < w->watch->shape.nodes; d++)
		set |= (uint64_t)listed(w, cycle, o, l, d) << d;
	return set;
}

/* From the switch downstream; messages from end nodes are not watched. */
static void comes(struct watched *w, uint64_t cycle, unsigned o, const struct message *msg)
{
	struct far_line *line = &w->out[o][msg->line];

	if (w->came[o] == w->sent[o])
		return;
	const unsigned taken = w->flight[o][w->came[o]++ % FLIGHT];

	if (msg->xoff && taken != line->taken) {
		if (list(w, cycle, o, msg->line))
			fail_msg("cycle %ju: switch %u, output %u: line %u is another, and its list is not empty", (uintmax_t)cycle, (unsigned)w->index, o, msg->line);
		w->watch->first++;
		w->watch->first_again += line->stopped != 0;
		*line = (struct far_line){ taken, 0 };
	}
	line->stopped |= (uint64_t)msg->xoff << msg->destination * msg->xoff;
}

static void goes(struct watched *w, unsigned i, const struct message *msg)
{
	const struct place up = w->watch->topology->peer(w->watch->topology, w->index, i);

	if (up.is != SWITCH)
		return;
	struct watched *to = w->watch->sw[up.index];

	to->flight[up.port][to->sent[up.port]++ % FLIGHT] = w->in[i][msg->line].taken;
	assert_true(to->sent[up.port] - to->came[up.port] <= FLIGHT);
}

/* Is the line in use? Where packets are sorted as they arrive, lines with lists in memories keep them as long as they are valid. */
static bool in_use(const struct watched *w, unsigned i, unsigned l)
{
	const struct shape *s = &w->watch->shape;
	const enum site cam = s->sorted ? SITE_dcam_sort : SITE_dcam_in;

	if (s->sorted && s->lists_in_memory)
		return bits_of(w, cam, "len_q", i, l * s->len_w, s->len_w);
	return bits_of(w, s->sorted ? SITE_smu : SITE_mu, "count_q", i, (l + 1) * s->count_w, s->count_w) || bits_of(w, cam, "xoff_q", i, l, 1) ||
	       bits_of(w, cam, "sent_xoff_q", i, l, 1) || (s->sorted && bits_of(w, cam, "wait_q", i, l * s->count_w, s->count_w));
}

/* Lines in use at the beginning of a cycle. */
static void look(struct watched *w, uint64_t cycle)
{
	const struct shape *s = &w->watch->shape;

	switch_image(w->sw, cycle, w->image);
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned l = 0; l < s->saqs; l++) {
			struct own_line *line = &w->in[i][l];
			const bool live = in_use(w, i, l);

			line->taken += live && !line->live;
			line->live = live;
			if (s->lists_in_memory) {
				const bool clean = !bits_of(w, SITE_clip, "dirty_q", i, l, 1);

				line->since = clean && !line->clean ? cycle : line->since;
				line->clean = clean;
			}
		}
	for (unsigned o = 0; o < s->radix && cycle % EVERY == w->index % EVERY; o++)
		for (unsigned l = 0; l < s->saqs; l++)
			if (w->came[o] && bits_of(w, SITE_dcam_out, "stopped_q", o, l, 1) && (list(w, cycle, o, l) & ~w->out[o][l].stopped))
				fail_msg("cycle %ju: switch %u, output %u: line %u stops what it was not told to", (uintmax_t)cycle, (unsigned)w->index, o, l);
}

static struct sluice_switch *watched_open(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	struct watch *watch = context;
	struct watched *w = calloc(1, sizeof *w);

	assert_true(w && !room && switches == 1 && index < SWITCHES && s->saqs <= LINES && s->nodes <= 64);
	*w = (struct watched){ .watch = watch, .sw = switch_new(s), .image = image_new(s), .index = index };
	assert_true(w->sw && w->image);
	watch->shape = *s;
	watch->sw[index] = w;
	switch_image(w->sw, 0, w->image);
	return (void *)w;
}

static void watched_configure(struct sluice_switch *sw, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	switch_configure_word(((struct watched *)sw)->sw, number, destination, entry);
}

static uint64_t watched_step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct watched *w = (void *)sw;

	EACH_IN(o, in->message)
		comes(w, cycle, o, in->msg + o);
	switch_step(w->sw, cycle, in, out);
	EACH_IN(i, out->message)
		goes(w, i, out->msg + i);
	look(w, cycle + 1);
	return cycle + 1;
}

static bool watched_drained(const struct sluice_switch *sw)
{
	return switch_drained(((const struct watched *)sw)->sw);
}

static const struct switch_counts *watched_counts(const struct sluice_switch *sw)
{
	return switch_counts(((const struct watched *)sw)->sw);
}

static void watched_close(struct sluice_switch *sw)
{
	struct watched *w = (void *)sw;

	switch_free(w->sw);
	image_free(w->image);
	free(w);
}

/* A list is not clean at the input before it is upstream, as seen by a message that is on the link from then on. All switches are at this cycle. */
static void clean_at_both_ends(const struct watch *watch, uint64_t cycle)
{
	const struct topology *t = watch->topology;

	for (unsigned k = 0; k < t->switches; k++)
		for (unsigned i = 0; i < t->radix; i++) {
			const struct place up = t->peer(t, k, i);

			for (unsigned l = 0; l < watch->shape.saqs && up.is == SWITCH; l++) {
				const struct own_line *line = &watch->sw[k]->in[i][l];

				if (line->clean && cycle == line->since + watch->link_delay &&
				    bits_of(watch->sw[up.index], SITE_clop, "columns_q", up.port, l, 1))
					fail_msg("cycle %ju: switch %u, input %u: line %u is clean here, but not upstream", (uintmax_t)cycle, k, i, l);
			}
		}
}

/* Lines come and go quickly: few packets congest, and several points compete for the lines. */
static void run(unsigned sorting, unsigned lists, enum topology_kind kind, unsigned k, unsigned n, unsigned delay, unsigned seed)
{
	struct net_case c = net_case_default(kind, k, n);
	struct watch watch = { .first = 0 };
	struct backend backend;
	struct net_run r;

	net_case_scheme(&c, SCHEME_fbicm, 2, 0);
	c.params.lists = lists;
	c.params.sorting = sorting;
	c.params.slots = 16;
	c.params.packet_flits = 1 + seed % 4;
	c.params.detect_threshold = 2;
	c.params.xoff_threshold = 1;
	c.params.xon_threshold = 1;
	c.hot_share = 0.15;
	c.load = 0.9;
	c.random_length = true;
	c.link_delay = watch.link_delay = delay;
	c.seed = seed;
	c.end = TRAFFIC;
	const struct shape s = net_shape(&c);

	backend = (struct backend){
		.depart_delay = switch_depart(&s), .reports_grants = switch_reports_grants(&s), .open = watched_open, .configure = watched_configure,
		.step = watched_step, .drained = watched_drained, .counts = watched_counts, .close = watched_close, .context = &watch,
	};
	c.backend = &backend;
	r = net_open(&c);
	watch.topology = &r.topology;
	for (uint64_t cycle = 1; cycle <= TRAFFIC; cycle++) {
		net_run_to(&r, c.name, cycle);
		if (watch.shape.lists_in_memory)
			clean_at_both_ends(&watch, cycle);
	}
	net_drain(r.network, c.name, LIMIT);
	print_message("# %s, links of %u, sorting %u, lists %u: %u lines were stopped anew, %u of them another before\n", c.name, delay, sorting, lists,
		      watch.first, watch.first_again);
	assert_true(watch.first_again > 20);
	net_close(&r);
}

TEST(of_registers)
{
	for (unsigned sorting = 0; sorting < SORTINGS; sorting++)
		run(sorting, LISTS_registers, TOPOLOGY_KTREE, 4, 2, 3, 1);
}

TEST(in_memories)
{
	static const unsigned delays[] = { 1, 2, 7, 30 };

	for (unsigned i = 0; i < SORTINGS * sizeof delays / sizeof *delays; i++) {
		run(i % SORTINGS, LISTS_ram, TOPOLOGY_KTREE, 8, 2, delays[i / SORTINGS], i / SORTINGS);
		run(i % SORTINGS, LISTS_ram, TOPOLOGY_BMIN, 2, 4, delays[i / SORTINGS], i / SORTINGS);
	}
}
