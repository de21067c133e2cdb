/*
 * Queues at inputs and outputs under random traffic that obeys the contract of links, in switches of random shapes. A ledger knows every packet: nothing is
 * lost, flows keep their order, everything drains. A second switch is looked at in every cycle, and does the same as the one that skips idle cycles. So does
 * the usual switch of a scheme, whose step is compiled for it, as one that has a service level less, which is not used.
 */
#include "cmodel_harness.h"

#include "pace.h"
#include "rng.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHAPES = 48, RIVALS = 12, CYCLES = 3000, ROUTES = 10, NODES = 130, VC_MOST = 8 * NODES, PACKETS = 40000, RING = 16, PORTS = 8, DRAIN = 60000 };

struct flow { uint64_t turnpool; unsigned left; };

struct world {
	struct shape s;
	struct rng draw;
	uint64_t cycle;
	struct sluice_switch *sw, *seen;
	struct image *image;
	struct switch_in in;
	struct switch_out out, out_seen;
	struct flow flow[ROUTES];
	struct { uint16_t credits[VC_MOST]; uint64_t since; unsigned tokens; uint64_t xoffs[QUEUES_MOST]; } source[PORTS];
	struct { unsigned arrives[RING][VC_MOST], held[VC_MOST]; struct message stop[64][8]; bool stopped[64][8]; } sink[PORTS];
	struct { uint8_t input, flow, sl, to; uint16_t flits; bool left; } packet[PACKETS];
	uint64_t newest[PORTS][ROUTES][8][NODES];
	unsigned sent, left;
	unsigned load, slow, stops;     /* in 64ths: of headers, of credits, of messages */
	struct { enum site site; unsigned row, port, address; uint32_t word[16]; } wrote[256];
	unsigned writes;
};

static unsigned draw(struct world *w, unsigned n)
{
	return rng_below(&w->draw, n);
}

/* What only recn-qos has. */
static void set_lines(char own[128], struct rng *r, unsigned k, unsigned sls, unsigned cells)
{
	const unsigned detect = 1 + rng_below(r, cells < 8 ? cells : 8), xoff = 1 + rng_below(r, cells < 6 ? cells : 6), by_sl = rng_below(r, 3);
	const unsigned vcs = k % 5 == 0 ? 1 : 1 + rng_below(r, sls), vc_saqs = k % 7 == 0 ? 0 : 1 + rng_below(r, 4);
	const unsigned detect_xon = 1 + rng_below(r, detect + 1), xon = 1 + rng_below(r, xoff + 1);

	snprintf(own, 128, "line_levels=%s vcs=%u vc_saqs=%u detect_cells=%u detect_xon_cells=%u xoff_cells=%u xon_cells=%u", by_sl ? "sl" : "vc", vcs, vc_saqs,
		 detect, detect_xon, xoff, xon);
}

/* Few destinations, whose queues are long; any number; more than a word of a set has bits. */
static unsigned random_nodes(struct rng *r)
{
	static const unsigned least[] = { 2, 2, 65 }, most[] = { 4, 64, NODES };
	const unsigned draw = rng_below(r, 3);

	return least[draw] + rng_below(r, most[draw] - least[draw] + 1);
}

static struct shape random_shape(struct rng *r, const char *scheme, unsigned k)
{
	static const char *const speedup[] = { "1", "5/4", "4/3", "3/2", "2", "3" };
	const unsigned sls = 1 + rng_below(r, 8), cells = 1 + rng_below(r, k % 3 ? 12 : 60), packet = 1 + rng_below(r, cells < 16 ? cells : 16);
	const unsigned radix = 2 + rng_below(r, 7), cell_flits = k % 4 == 0 ? 1 : 1u << rng_below(r, 5);
	char own[128] = "";

	if (!strcmp(scheme, "recn-qos"))
		set_lines(own, r, k, sls, cells);
	else if (!strcmp(scheme, "voqnet-qos"))
		snprintf(own, sizeof own, "nodes=%u", random_nodes(r));
	return SHAPE_GIVEN("scheme=%s speedup=%s radix=%u sls=%u cells=%u cell_flits=%u packet_cells=%u flit_bits=128 turnpool_bits=12 %s", scheme,
			   speedup[k % 6], radix, sls, cells, cell_flits, packet, own);
}

static unsigned vc_of_level(const struct world *w, unsigned level)
{
	return w->s.level_map >> (VC_BITS * level) & 7;
}

static void send_header(struct world *w, unsigned i)
{
	const unsigned f = draw(w, ROUTES), sl = draw(w, w->s.sls), flits = 1 + draw(w, draw(w, 3) ? w->s.packet_flits : 3) % w->s.packet_flits;
	const unsigned to = w->s.by_destination ? draw(w, draw(w, 2) ? 2 : w->s.class_queues) : 0, vc = w->s.by_destination ? sl * w->s.class_queues + to : shape_vc(&w->s, sl), need = (flits + w->s.cell_flits - 1) / w->s.cell_flits;
	const uint64_t more = w->cycle >= w->source[i].since ? w->source[i].tokens + w->s.speed_d * (w->cycle - w->source[i].since) : 0;
	const unsigned tokens = more < w->s.speed_n ? (unsigned)more : w->s.speed_n - 1;

	if (w->cycle < w->source[i].since || !pace_allows(&w->s, tokens) || w->source[i].credits[vc] < need || w->sent == PACKETS)
		return;
	const uint64_t tag = w->sent++;

	w->packet[tag].input = (uint8_t)i;
	w->packet[tag].flow = (uint8_t)f;
	w->packet[tag].sl = (uint8_t)sl;
	w->packet[tag].to = (uint8_t)to;
	w->packet[tag].flits = (uint16_t)flits;
	w->source[i].credits[vc] = (uint16_t)(w->source[i].credits[vc] - need);
	w->source[i].since = w->cycle + pace_flit(&w->s, tokens, flits - 1) + 1;
	w->source[i].tokens = tokens + w->s.speed_d * (unsigned)(w->source[i].since - w->cycle) - w->s.speed_n * flits;
	w->in.head |= UINT64_C(1) << i;
	w->in.tokens[i] = (uint8_t)tokens;
	w->in.packet[i] = (struct packet){ .turnpool = w->flow[f].turnpool, .turns_left = (uint8_t)w->flow[f].left, .tag = tag, .source = i & 0xffffff,
					   .flits = flits & 0xfff, .sl = sl & 0xf, .to = (uint16_t)to };
}

/* A credit for a cell that the receiver has had for a while. */
static void return_credit(struct world *w, unsigned o)
{
	const unsigned first = draw(w, w->s.vcs);

	for (unsigned k = 0; k < w->s.vcs; k++) {
		const unsigned v = (first + k) % w->s.vcs;

		w->sink[o].held[v] += w->sink[o].arrives[w->cycle % RING][v];
		w->sink[o].arrives[w->cycle % RING][v] = 0;
		if (w->in.credit >> o & 1 || !w->sink[o].held[v] || (w->slow && draw(w, 64) < w->slow))
			continue;
		w->sink[o].held[v]--;
		w->in.credit |= UINT64_C(1) << o;
		w->in.credit_queue[o] = (uint16_t)v;
	}
}

static void send_xoff(struct world *w, unsigned o)
{
	const unsigned level = draw(w, w->s.levels), q = draw(w, w->s.vc_queues < 5 ? w->s.vc_queues : 5), len = 1 + draw(w, 2);
	struct message m = w->sink[o].stop[q][level];
	const struct flow *f = w->flow + draw(w, ROUTES);

	if (!w->sink[o].stopped[q][level])
		m = (struct message){ .turns = f->turnpool >> w->s.turn_w & ((UINT64_C(1) << len * w->s.turn_w) - 1), .xoff = 1, .line = (uint8_t)q,
				      .len = (uint8_t)len, .levels = (uint8_t)(1u << level) };
	w->sink[o].stop[q][level] = m;
	w->sink[o].stopped[q][level] = true;
	w->in.message |= UINT64_C(1) << o;
	w->in.msg[o] = m;
}

static void send_xon(struct world *w, unsigned o, bool all)
{
	const unsigned start = draw(w, 64), vc = draw(w, w->s.vcs);

	for (unsigned k = 0; k < 64; k++) {
		const unsigned q = (start + k) % 64;
		unsigned levels = 0;

		for (unsigned l = 0; l < w->s.levels; l++)
			if (vc_of_level(w, l) == vc && w->sink[o].stopped[q][l] && (all || draw(w, 2))) {
				levels |= 1u << l;
				w->sink[o].stopped[q][l] = false;
			}
		if (!levels)
			continue;
		w->in.message |= UINT64_C(1) << o;
		w->in.msg[o] = (struct message){ .line = (uint8_t)q, .levels = (uint8_t)levels };
		return;
	}
}

static void drive(struct world *w, bool drain)
{
	for (unsigned p = 0; p < w->s.radix; p++) {
		if (!drain && draw(w, 64) < w->load)
			send_header(w, p);
		return_credit(w, p);
		if (!w->s.saqs || draw(w, 64) >= (drain ? 16 : w->stops))
			continue;
		if (drain || draw(w, 2))
			send_xon(w, p, drain);
		else
			send_xoff(w, p);
	}
}

static void check_departure(struct world *w, unsigned o)
{
	const struct packet *p = w->out.packet + o;
	const uint64_t tag = p->tag;

	assert_true(tag < w->sent && !w->packet[tag].left);
	const unsigned i = w->packet[tag].input, f = w->packet[tag].flow, sl = w->packet[tag].sl, to = w->packet[tag].to;

	assert_int_equal(w->out.from[o], i);
	assert_int_equal(o, (i + (w->flow[f].turnpool & ((1u << w->s.turn_w) - 1))) % w->s.radix);
	assert_int_equal(p->turns_left, w->flow[f].left - 1);
	assert_int_equal(p->turnpool, w->flow[f].turnpool >> w->s.turn_w);
	assert_true(p->sl == sl && p->to == to && p->flits == w->packet[tag].flits);
	assert_true(w->newest[i][f][sl][to] < tag + 1 && "order of a flow");
	w->newest[i][f][sl][to] = tag + 1;
	w->packet[tag].left = true;
	w->left++;
	w->sink[o].arrives[(w->cycle + 4) % RING][packet_vc(&w->s, p)] += (p->flits + w->s.cell_flits - 1) / w->s.cell_flits;
}

static void take(struct world *w)
{
	unsigned i;

	EACH(i, w->out.depart)
		check_departure(w, i);
	EACH(i, w->out.credit) {
		uint16_t *const credits = w->source[i].credits + w->out.credit_queue[i];

		assert_true(++*credits <= w->s.cells);
	}
	EACH(i, w->out.message) {
		const struct message *m = w->out.msg + i;
		const unsigned vc = vc_of_level(w, (unsigned)__builtin_ctz(m->levels));
		uint64_t *const told = &w->source[i].xoffs[vc * w->s.vc_queues + m->line];

		assert_true(m->line < w->s.vc_queues && m->levels);
		assert_true(m->xoff ? !(*told & m->levels) && m->len : *told == m->levels);     /* inputs stop once, and let go of what they stopped */
		*told ^= m->levels;
	}
}

/* Words that were written in the last cycle are in the memories. */
static void check_memories(struct world *w)
{
	static const enum site site[] = { SITE_cmu_in, SITE_cmu_out, SITE_cqu_in, SITE_cqu_out };
	uint32_t word[16];
	unsigned address[SWITCH_PORTS], port;

	for (unsigned k = 0; k < w->writes; k++) {
		memset(word, 0, sizeof word);
		assert_true(switch_memory(w->seen, w->cycle, w->wrote[k].site, w->wrote[k].row, w->wrote[k].port, w->wrote[k].address, word));
		assert_memory_equal(word, w->wrote[k].word, sizeof word);
	}
	w->writes = 0;
	for (unsigned k = 0; k < 4; k++)
		for (unsigned row = 0; row < w->image->units[w->image->sites[site[k]].unit].n; row++) {
			if (w->image->units[w->image->sites[site[k]].unit].signals[row].kind != SIGNAL_MEM)
				continue;
			EACH(port, switch_writes(w->seen, w->cycle, site[k], row, address)) {
				w->wrote[w->writes].site = site[k];
				w->wrote[w->writes].row = row;
				w->wrote[w->writes].port = port;
				w->wrote[w->writes].address = address[port];
				memset(w->wrote[w->writes].word, 0, sizeof w->wrote[0].word);
				switch_word(w->seen, w->cycle, site[k], row, port, address[port], w->wrote[w->writes++].word);
			}
		}
}

static void same_output(const struct world *w)
{
	unsigned i;

	assert_true(w->out.depart == w->out_seen.depart && w->out.credit == w->out_seen.credit && w->out.message == w->out_seen.message);
	EACH(i, w->out.depart)
		assert_true(w->out.packet[i].tag == w->out_seen.packet[i].tag && w->out.tokens[i] == w->out_seen.tokens[i]);
	EACH(i, w->out.credit)
		assert_int_equal(w->out.credit_queue[i], w->out_seen.credit_queue[i]);
	EACH(i, w->out.message)
		assert_memory_equal(w->out.msg + i, w->out_seen.msg + i, sizeof *w->out.msg);
}

static uint64_t cycle_of(struct world *w, bool drain, uint64_t due)
{
	w->in.head = w->in.credit = w->in.message = 0;
	drive(w, drain);
	switch_image(w->seen, w->cycle, w->image);
	switch_step(w->seen, w->cycle, &w->in, &w->out_seen);
	check_memories(w);
	if (due <= w->cycle || w->in.head | w->in.credit | w->in.message)
		due = switch_step(w->sw, w->cycle, &w->in, &w->out);
	else
		w->out.depart = w->out.credit = w->out.message = 0;
	same_output(w);
	take(w);
	w->cycle++;
	return due;
}

/* All registers but stale ones are as after reset. */
static void check_reset(const struct world *w)
{
	struct image *fresh = image_new(&w->s);

	for (unsigned k = 0; k < fresh->n; k++) {
		const struct image_reg *r = fresh->regs + k;
		char name[IMAGE_NAME];

		image_register_name(fresh, r, name);
		if (image_row(fresh, r)->kind == SIGNAL_REG && image_row(fresh, r)->leftover == LEFT_AT_RESET &&
		    memcmp(fresh->word + r->offset, w->image->word + r->offset, r->words * sizeof(uint32_t)))
			fail_msg("%s is not at reset", name);
	}
	image_free(fresh);
}

/* The usual switch, but for memories that traffic can fill, with all its service levels or all but one. */
static struct shape usual_shape(const char *scheme, bool all)
{
	return SHAPE_GIVEN("scheme=%s cells=24 packet_cells=6 flit_bits=128 turnpool_bits=12 %s %s", scheme,
			   !strcmp(scheme, "voqnet-qos") ? "nodes=128" :
			   !strcmp(scheme, "recn-qos") ? "detect_cells=8 detect_xon_cells=4 xoff_cells=6 xon_cells=3" : "",
			   strcmp(scheme, "recn-qos") ? all ? "sls=8" : "sls=7" : all ? "sls=8 sl_vcs=00001111" : "sls=7 sl_vcs=0000111");
}

/* k: of the random shapes; from USUAL on: two switches, the usual one and almost the same. */
enum { USUAL = 1000 };

static void run(const char *scheme, unsigned k)
{
	struct world *w = calloc(1, sizeof *w);
	uint64_t due = UINT64_MAX;

	w->draw = rng_seed(2026, k);
	w->s = k >= USUAL ? usual_shape(scheme, false) : random_shape(&w->draw, scheme, k);
	const struct shape s = k >= USUAL ? usual_shape(scheme, true) : w->s;

	w->sw = switch_new(&s);
	w->seen = switch_new(&w->s);
	w->image = image_new(&w->s);
	w->load = 4 + draw(w, 60);
	w->slow = draw(w, 3) ? draw(w, 56) : 0;
	w->stops = draw(w, 3) ? draw(w, 12) : 0;
	for (unsigned f = 0; f < ROUTES; f++) {
		w->flow[f].left = 1 + draw(w, w->s.turns < 3 ? w->s.turns : 3);
		for (unsigned t = 0; t < w->flow[f].left; t++)
			w->flow[f].turnpool |= (uint64_t)draw(w, t ? 2 : w->s.radix) << t * w->s.turn_w;
	}
	for (unsigned i = 0; i < w->s.radix; i++) {
		w->source[i].tokens = w->s.speed_n - 1;
		for (unsigned v = 0; v < w->s.vcs; v++)
			w->source[i].credits[v] = (uint16_t)w->s.cells;
	}
	while (w->cycle < CYCLES)
		due = cycle_of(w, false, due);
	while (!(switch_drained(w->sw) && w->left == w->sent) && w->cycle < CYCLES + DRAIN)
		due = cycle_of(w, true, due);
	for (unsigned j = 0; j < 40; j++)
		due = cycle_of(w, true, due);
	switch_image(w->seen, w->cycle, w->image);
	if (w->left != w->sent)
		fail_msg("%s, shape %u: %u of %u packets left", scheme, k, w->left, w->sent);
	assert_true(switch_drained(w->sw) && switch_drained(w->seen));
	check_reset(w);
	assert_int_equal(switch_counts(w->sw)->lines_in_use, 0);
	if (getenv("SHOW"))
		printf("%s %u: radix %u vcs %u sls %u saqs %u cells %u x %u, %u packets, %u cycles, %u notices, %u lost, %u detections, peak %u\n", scheme, k, w->s.radix, w->s.vcs,
		       w->s.sls, w->s.saqs, w->s.cells, w->s.cell_flits, w->sent, (unsigned)w->cycle, (unsigned)switch_counts(w->sw)->notifications,
		       (unsigned)switch_counts(w->sw)->notifications_lost, (unsigned)switch_counts(w->sw)->detections, switch_counts(w->sw)->lines_peak);
	switch_free(w->sw);
	switch_free(w->seen);
	image_free(w->image);
	free(w);
}

TEST(random_traffic)
{
	for (unsigned k = 0; k < SHAPES; k++)
		run("recn-qos", k);
}

TEST(random_traffic_of_rivals)
{
	for (unsigned k = 0; k < RIVALS; k++) {
		run("voqsw-qos", k);
		run("voqnet-qos", k);
	}
}

TEST(usual_switches)
{
	for (unsigned k = USUAL; k < USUAL + 2; k++) {
		run("recn-qos", k);
		run("voqsw-qos", k);
		run("voqnet-qos", k);
	}
}
