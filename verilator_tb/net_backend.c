#include "net_backend.h"

#include "link_use.h"
#include "net_counts.h"
#include "net_links.h"
#include "net/topology/routing.h"
#include "report.h"
#include "units/bits.h"
#include "why_not.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One switch. Threads of the network share nothing of it. */
struct watched {
	struct lockstep *rtl;           /* NULL: LOCKSTEP_C */
	struct sluice_switch *model;    /* of LOCKSTEP_C its own, ... */
	struct scoreboard *scoreboard;  /* ... otherwise rtl's */
	const struct shape *shape;
	struct table_entry *table;      /* the routing table; NULL: the scheme has none */
	struct table_route *routes;     /* of a network interface that has routes; otherwise NULL */
	/* A network interface has none of these: */
	struct net_links links;
	struct net_counts counts;
	bool failed;                    /* then it does nothing any more */
	uint64_t cycle;                 /* ... since this one */
	char why[LOCKSTEP_WHY];
};

struct net_backend {
	struct net_backend_config config;
	struct backend seam;
	unsigned n;
	struct watched *sw;
	char why[BACKEND_WHY];
};

/* RTL, with or without its model. */

static const struct switch_in nothing;

static uint64_t fail(struct watched *w, uint64_t cycle, struct switch_out *out, const char *why)
{
	w->failed = true;
	w->cycle = cycle;
	if (why != w->why)
		snprintf(w->why, sizeof w->why, "%s", why);
	out->depart = out->credit = out->message = 0;
	return UINT64_MAX;
}

static void watch_flits(struct watched *w, const struct switch_out *out)
{
	const struct pins *p = &w->rtl->pins;

	EACH_IN(o, pins_mask(p, PIN_tx_valid) & w->links.nodes) {
		uint32_t words[FLIT_WORDS];

		pin_words(&p->pin[PIN_tx_data], o, words);
		net_links_flit(&w->links, o, out->flit[o], words);
	}
}

/* The model's counts and those of the RTL (net_counts.h) are equal. */
static bool counts_agree(struct watched *w)
{
	const struct switch_counts *model = switch_counts(w->model), *rtl = &w->counts.counts;

	if (!memcmp(model, rtl, sizeof *rtl))
		return true;
	return why_not(w->why, sizeof w->why, "cycle %" PRIu64 ": model and RTL count otherwise: detections %" PRIu64 " and %" PRIu64 ", notifications %" PRIu64
		       " and %" PRIu64 " (lost %" PRIu64 " and %" PRIu64 "), set aside %" PRIu64 " and %" PRIu64 ", lines in use %u and %u", w->rtl->cycle,
		       model->detections, rtl->detections, model->notifications, rtl->notifications, model->notifications_lost, rtl->notifications_lost,
		       model->set_aside, rtl->set_aside, model->lines_in_use, rtl->lines_in_use);
}

static bool one_cycle(struct watched *w, const struct switch_in *in, struct switch_out *out)
{
	char why[NET_LINKS_WHY];

	if (!w->shape->nic) {
		net_links_bring(&w->links, w->rtl->cycle, in);
		net_counts_before(&w->counts, in);
	}
	if (!lockstep_step(w->rtl, in, out))
		return why_not(w->why, sizeof w->why, "%s", w->rtl->why);
	if (w->shape->nic)
		return true;
	if (!net_links_allow(&w->links, w->rtl->cycle, out, why))
		return why_not(w->why, sizeof w->why, "cycle %" PRIu64 ": %s", w->rtl->cycle, why);
	net_counts_after(&w->counts, in, out);
	out->gathered = w->counts.gathered;
	watch_flits(w, out);
	return !w->model || counts_agree(w);
}

static uint64_t step_rtl(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct watched *w = (void *)sw;

	out->depart = out->credit = out->message = 0;
	if (w->failed)
		return UINT64_MAX;
	while (w->rtl->cycle < cycle)
		if (!one_cycle(w, &nothing, out))
			return fail(w, w->rtl->cycle, out, w->why);
	return one_cycle(w, in, out) ? cycle + 1 : fail(w, w->rtl->cycle, out, w->why);
}

/* The C model, and its flits. */

/* What leaves by an output: the flits of a packet, or the one flit that does in this cycle. */
static bool write_out(struct watched *w, uint64_t cycle, unsigned output, const struct switch_out *out)
{
	const struct shape *const s = w->shape;
	const struct packet *const p = &out->packet[output];
	const unsigned first = s->by_flits ? out->flit[output] : 0, end = s->by_flits ? first + 1 : p->flits;
	struct packet sent = *p;
	uint32_t words[FLIT_WORDS];

	for (unsigned j = first; j < end; j++) {
		const uint64_t at = cycle + switch_depart(s) + (s->by_flits ? 0 : link_flit(s, out->tokens[output], j));
		unsigned flit = j;

		packet_flit(s, p, j, words);
		if (!scoreboard_flit(w->scoreboard, at, output, out->vc[output], j == 0, words, &sent, &flit, w->why))
			return false;
		net_links_flit(&w->links, output, j, words);
	}
	return true;
}

static uint64_t step_model(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct watched *w = (void *)sw;
	char why[NET_LINKS_WHY];
	uint64_t next;

	if (w->failed)
		return fail(w, w->cycle, out, w->why);
	net_links_bring(&w->links, cycle, in);
	scoreboard_brought(w->scoreboard, cycle, in);
	next = switch_step(w->model, cycle, in, out);
	if (!net_links_allow(&w->links, cycle, out, why))
		return fail(w, cycle, out, why);
	EACH_IN(k, out->depart)
		if (!write_out(w, cycle, k, out))
			return fail(w, cycle, out, w->why);
	return next;
}

/* Either. */

static bool drained(const struct sluice_switch *sw)
{
	const struct watched *w = (const void *)sw;

	if (w->failed || scoreboard_outstanding(w->scoreboard))
		return false;
	return w->rtl ? report_residue(w->rtl, 0, NULL) == 0 && (!w->rtl->bank || model_bank_drained(w->rtl->bank)) : switch_drained(w->model);
}

static const struct switch_counts *counts(const struct sluice_switch *sw)
{
	const struct watched *w = (const void *)sw;

	return w->rtl ? &w->counts.counts : switch_counts(w->model);
}

static bool model_waiting(const struct sluice_switch *sw, unsigned input, struct switch_waiting *waiting)
{
	const struct watched *w = (const void *)sw;

	return switch_waiting(w->model, input, waiting);
}

static bool model_blocked(const struct sluice_switch *sw, unsigned input, unsigned vc, struct switch_blocked *b)
{
	const struct watched *w = (const void *)sw;

	return switch_blocked(w->model, input, vc, b);
}

static struct switch_throttle throttle(const struct sluice_switch *sw, unsigned number, uint64_t cycle)
{
	const struct watched *w = (const void *)sw;

	return w->rtl ? net_counts_throttle(&w->counts) : switch_throttle(w->model, number, cycle);
}

/* All of them. */

static struct sluice_switch *open_one(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	const struct net_backend *b = context;

	assert(switches == 1);
	(void)s, (void)switches, (void)room;
	return (void *)(b->sw + index);
}

static void leave(struct sluice_switch *sw)
{
	(void)sw;
}

static const struct watched *first_failure(const struct net_backend *b)
{
	const struct watched *first = NULL;

	for (const struct watched *w = b->sw; w < b->sw + b->n; w++)
		if (w->failed && (!first || w->cycle < first->cycle))
			first = w;
	return first;
}

static const char *failed(void *context)
{
	struct net_backend *b = context;
	const struct watched *w = first_failure(b);

	if (!w)
		return NULL;
	snprintf(b->why, sizeof b->why, "%s %u: %.480s", w->shape->nic ? "network interface" : "switch", (unsigned)(w - b->sw), w->why);
	return b->why;
}

/* Of a wormhole router: where it is. */
static uint32_t position(const struct shape *s, unsigned index)
{
	return s->by_flits ? cube_at(s, index) : 0;
}

static bool make_model(struct watched *w, unsigned index)
{
	w->model = switch_new(w->shape);
	w->scoreboard = scoreboard_new(w->shape, &(struct table_words){ .entry = w->table }, position(w->shape, index));
	for (uint32_t d = 0; w->model && w->table && d < w->shape->nodes; d++)
		switch_configure_word(w->model, 0, d, w->table + d);
	if (w->model && w->shape->by_flits)
		switch_position(w->model, 0, position(w->shape, index));
	return w->model && w->scoreboard;
}

static bool make_rtl(struct watched *w, const struct net_backend_config *c, unsigned index, char why[LOCKSTEP_WHY])
{
	struct lockstep_config config = {
		.shape = *c->shape, .backend = c->what, .lib = c->lib, .top = c->top, .driven = true, .table = { w->table, w->routes },
		.at = position(c->shape, index), .traffic = { .seed = c->seed + index },
	};

	if (index == c->plant_switch)
		config.plant = c->plant;
	w->rtl = lockstep_new(&config, why);
	if (!w->rtl)
		return false;
	w->model = w->rtl->model;
	w->scoreboard = w->rtl->scoreboard;
	return w->shape->nic || net_counts_init(&w->counts, w->shape, &w->rtl->probe) || why_not(why, LOCKSTEP_WHY, "out of memory");
}

static bool make_table(struct watched *w, const struct net_backend_config *c, unsigned index)
{
	const struct routing routing = routing_of(c->topology, c->switches);

	w->table = calloc(w->shape->nodes, sizeof *w->table);
	for (uint32_t d = 0; w->table && d < topology_addresses(c->topology); d++)
		w->table[d] = w->shape->nic ? routing_entry_of_node(&routing, index, d) : routing_entry(&routing, index, d);
	return w->table;
}

static bool make_routes(struct watched *w, const struct topology *t, unsigned node)
{
	w->routes = calloc(w->shape->ends, sizeof *w->routes);
	for (uint32_t d = 0; w->routes && d < t->nodes; d++)
		w->routes[d] = routing_of_node(t, node, d);
	return w->routes;
}

/* What belongs to the place of a switch, or of a network interface. */
static bool make_place(struct watched *w, const struct net_backend_config *c, unsigned index)
{
	if (w->shape->nic && w->shape->by_route)
		return make_routes(w, c->topology, index);
	return (w->shape->nic || net_links_init(&w->links, w->shape, c->topology, index)) && (!w->shape->table_words || make_table(w, c, index));
}

static bool make_switches(struct net_backend *b, char why[LOCKSTEP_WHY])
{
	const struct net_backend_config *c = &b->config;

	snprintf(why, LOCKSTEP_WHY, "out of memory for %u switches", b->n);
	b->sw = calloc(b->n, sizeof *b->sw);
	for (unsigned i = 0; b->sw && i < b->n; i++) {
		struct watched *w = b->sw + i;

		w->shape = c->shape;
		if (!make_place(w, c, i))
			return false;
		if (c->what == LOCKSTEP_C ? !make_model(w, i) : !make_rtl(w, c, i, why))
			return false;
	}
	return b->sw;
}

struct net_backend *net_backend_new(const struct net_backend_config *c, char why[LOCKSTEP_WHY])
{
	struct net_backend *b = calloc(1, sizeof *b);
	const bool rtl = c->what != LOCKSTEP_C;

	snprintf(why, LOCKSTEP_WHY, "out of memory");
	if (!b)
		return NULL;
	b->config = *c;
	b->n = c->shape->nic ? c->topology->nodes : c->topology->switches;
	b->seam = (struct backend){
		.depart_delay = rtl ? 1 : switch_depart(c->shape),
		.open = open_one,
		.step = rtl ? step_rtl : step_model,
		.drained = drained,
		.counts = counts,
		.waiting = c->what & LOCKSTEP_C ? model_waiting : NULL,
		.blocked = c->what & LOCKSTEP_C ? model_blocked : NULL,
		.throttle = throttle,
		.close = leave,
		.failed = failed,
		.context = b,
	};
	if (make_switches(b, why))
		return b;
	net_backend_free(b);
	return NULL;
}

void net_backend_free(struct net_backend *b)
{
	if (!b)
		return;
	for (unsigned i = 0; b->sw && i < b->n; i++) {
		lockstep_free(b->sw[i].rtl);
		switch_free(b->sw[i].rtl ? NULL : b->sw[i].model);
		scoreboard_free(b->sw[i].rtl ? NULL : b->sw[i].scoreboard);
		net_links_free(&b->sw[i].links);
		net_counts_free(&b->sw[i].counts);
		free(b->sw[i].table);
		free(b->sw[i].routes);
	}
	free(b->sw);
	free(b);
}

const struct backend *net_backend_seam(const struct net_backend *b)
{
	return &b->seam;
}

bool net_backend_intact(const struct net_backend *b, char why[LOCKSTEP_WHY])
{
	uint64_t sent = 0, received = 0;

	for (const struct watched *w = b->sw; w < b->sw + b->n; w++) {
		sent += w->links.sent;
		received += w->links.received;
	}
	snprintf(why, LOCKSTEP_WHY, "the flits that end nodes received are not those that end nodes sent (sums of hashes %#" PRIx64 " and %#" PRIx64 ")",
		 received, sent);
	return sent == received;
}

uint64_t net_backend_bits(const struct net_backend *b)
{
	return b->config.what == LOCKSTEP_BOTH ? lockstep_bits(b->sw->rtl) : 0;
}

uint64_t net_backend_compared(const struct net_backend *b)
{
	uint64_t cycles = 0;

	for (const struct watched *w = b->sw; b->config.what == LOCKSTEP_BOTH && w < b->sw + b->n; w++)
		cycles += w->rtl->cycle;
	return cycles;
}

void net_backend_report(const struct net_backend *b, FILE *f)
{
	const struct watched *w = first_failure(b);

	if (w && w->rtl && w->rtl->verdict == LOCKSTEP_DIFFERS)
		report_signals(w->rtl, f);
}
