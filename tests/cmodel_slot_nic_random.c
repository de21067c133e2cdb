/*
 * The network interface for links that count slots, under random traffic that obeys the contract of its links, in random shapes: in each cycle
 * the registers are those of a second model, which does what docs/internals/microarchitecture-slot-nic.md says of each register in each cycle, and nothing
 * else. A bank that nobody looks at skips idle cycles, and does the same.
 */
#include "cmodel_harness.h"
#include "slot_nic_page.h"

#include "rng.h"
#include "test.h"

#include <stdlib.h>

enum { SHAPES = 60, CYCLES = 1500, DRAIN = 4000 };

static const char *const schemes[KINDS] = { "recn-iq-nic", "fbicm-nic", "static-nic", "pfc-nic" };

struct world {
	struct harness h;
	struct rng draw;
	struct nic nic;
	struct sluice_switch *bank;     /* its second switch does the same */
	uint64_t due, skipped;
	struct switch_out decided;
	/* what neighbours know */
	struct { struct packet packet; unsigned sent; uint64_t start; } arriving[2];
	unsigned host_credits[SEND_MOST], sink_credits, held[LINES_MOST], host_held;
	uint32_t stopped;
	struct message said[LINES_MOST];
	uint64_t tag, left;
	unsigned load, slow, stops;     /* in 64ths */
};

static unsigned draw(struct world *w, unsigned n)
{
	return rng_below(&w->draw, n);
}

static bool chance(struct world *w, unsigned share)
{
	return draw(w, 64) < share;
}

/* ---- Comparison ---- */

static void equal_at(const struct world *w, enum site at, const char *name, unsigned instance, unsigned fields, unsigned index, uint64_t value)
{
	const unsigned seen = reg(&w->h, at, name, instance, fields, index);

	if (seen != (unsigned)value)
		fail_msg("%s, cycle %u: %s %u is %u, not %u", schemes[w->nic.kind], (unsigned)w->h.cycle, name, index, seen, (unsigned)value);
}

static void equal(const struct world *w, enum site at, const char *name, unsigned fields, unsigned index, uint64_t value)
{
	equal_at(w, at, name, 0, fields, index, value);
}

static void equal_flit(const struct world *w, enum site at, const char *name, unsigned instance, const struct flit *f)
{
	const struct image *m = w->h.image;
	const unsigned row = image_row_named(m, at, name), r = image_reg(m, at, instance, row);
	uint32_t seen[16] = { 0 }, words[16] = { 0 };

	assert_int_equal(m->known[r], f->packet.flits || strcmp(name, "data_mem"));
	if (!f->packet.flits)
		return;
	image_read(m, r, seen);
	packet_flit(&w->h.shape, &f->packet, f->number, words);
	assert_memory_equal(seen, words, m->regs[r].words * sizeof *words);
}

static void equal_hot(const struct world *w, enum site at, const char *name, int hot_one)
{
	for (unsigned q = 0; q < w->h.shape.send_queues; q++)
		equal(w, at, name, w->h.shape.send_queues, q, (int)q == hot_one);
}

static void equal_reader(const struct world *w, enum site at, const struct reader *r)
{
	equal(w, at, "raddr_q", 1, 0, r->raddr);
	equal(w, at, "rd_left_q", 1, 0, r->rd_left);
	equal(w, at, "rd_valid_q", 1, 0, r->rd_valid);
	equal(w, at, "rd_head_q", 1, 0, r->rd_head);
	equal(w, at, "credit_q", 1, 0, r->credit);
	equal_flit(w, at, "data_mem", 0, &r->rdata);
}

static void equal_send(const struct world *w)
{
	const struct shape *s = &w->h.shape;
	const struct registers *r = &w->nic.now;
	const unsigned n = s->send_queues;

	for (unsigned q = 0; q < n; q++) {
		equal(w, SITE_dqu, "head_q", n, q, r->head[q]);
		equal(w, SITE_dqu, "tail_q", n, q, r->tail[q]);
		equal(w, SITE_dqu, "count_q", n, q, r->count[q]);
		if (s->holders) {
			equal(w, SITE_nsj, "parked_q", n, q, r->parked[q]);
			equal(w, SITE_nsj, "by_q", n, q, r->by[q]);
		}
		if (n > 1 && q < n - 1)
			equal(w, SITE_nsj, "prio_q", n - 1, q, (int)q == r->last);
	}
	for (unsigned k = 0; k < s->send_slots; k++)
		equal(w, SITE_dqu, "flits_q", s->send_slots, k, r->flits[k]);
	equal_hot(w, SITE_dqu, "enter_q", r->enter);
	equal_hot(w, SITE_dqu, "pop_q", r->pop);
	equal_hot(w, SITE_nsj, "cand_q", r->cand);
	equal(w, SITE_dqu, "waddr_q", 1, 0, r->waddr);
	equal(w, SITE_dqu, "credit_queue_q", 1, 0, r->credit_queue);
	equal_reader(w, SITE_dqu, &r->read);
	if (w->nic.kind == BY_ROUTE) {
		equal(w, SITE_nsj, "go_turns_q", 1, 0, r->go.turns);
		equal(w, SITE_nsj, "go_left_q", 1, 0, r->go.left);
		equal(w, SITE_nsj, "put_turns_q", 1, 0, r->put.turns);
		equal(w, SITE_nsj, "put_left_q", 1, 0, r->put.left);
	} else if (w->nic.kind == BY_CLASS) {
		equal(w, SITE_nsj, "go_queue_q", 1, 0, r->go.queue);
		equal(w, SITE_nsj, "put_queue_q", 1, 0, r->put.queue);
	}
}

static void equal_filter(const struct world *w)
{
	const struct shape *s = &w->h.shape;
	const struct registers *r = &w->nic.now;

	for (unsigned l = 0; l < s->saqs && w->nic.kind == BY_ROUTE; l++) {
		equal(w, SITE_nlf, "turns_q", s->saqs, l, r->turns[l]);
		equal(w, SITE_nlf, "len_q", s->saqs, l, r->len[l]);
		equal(w, SITE_nlf, "xoff_q", s->saqs, l, r->xoff[l]);
	}
	for (unsigned k = 0; k < s->saqs * s->nodes && w->nic.kind == BY_LIST; k++)
		equal(w, SITE_ndf, "list_q", s->saqs * s->nodes, k, r->list[k / s->nodes][k % s->nodes]);
	for (unsigned q = 0; q < s->queues && w->nic.kind == BY_PRIORITY; q++)
		equal(w, SITE_npf, "stop_q", s->queues, q, r->stop[q]);
	for (unsigned k = 0; k < s->credit_classes; k++)
		equal(w, SITE_ncu, "used_q", s->credit_classes, k, r->used[k]);
}

static void equal_receive(const struct world *w)
{
	const struct shape *s = &w->h.shape;
	const struct registers *r = &w->nic.now;

	equal(w, SITE_nrf, "head_q", 1, 0, r->sink_head);
	equal(w, SITE_nrf, "tail_q", 1, 0, r->sink_tail);
	equal(w, SITE_nrf, "count_q", 1, 0, r->sink_count);
	for (unsigned k = 0; k < s->sink_slots; k++)
		equal(w, SITE_nrf, "flits_q", s->sink_slots, k, r->sink_flits[k]);
	equal(w, SITE_nrf, "enter_q", 1, 0, r->sink_enter);
	equal(w, SITE_nrf, "pop_q", 1, 0, r->sink_pop);
	equal(w, SITE_nrf, "waddr_q", 1, 0, r->sink_waddr);
	equal(w, SITE_nrf, "used_q", 1, 0, r->host_used);
	equal_reader(w, SITE_nrf, &r->sink_read);
}

static void equal_links(const struct world *w)
{
	for (unsigned port = 0; port < 2; port++) {
		equal_at(w, SITE_nlo, "tx_valid_q", port, 1, 0, w->nic.now.tx[port].valid);
		equal_at(w, SITE_nlo, "tx_head_q", port, 1, 0, w->nic.now.tx[port].head);
		equal_flit(w, SITE_nlo, "tx_data_q", port, &w->nic.now.tx[port].data);
	}
}

/* A memory is written in this cycle where the second model writes it, with the flit that is on the link. */
static void equal_writes(const struct world *w, enum site at, const struct wire *rx, unsigned address)
{
	const unsigned row = image_row_named(w->h.image, at, "data_mem");
	unsigned seen_at[SWITCH_PORTS];
	uint32_t seen[16] = { 0 }, words[16] = { 0 };

	assert_int_equal(switch_writes(w->h.sw, w->h.cycle, at, row, seen_at), rx->valid);
	if (!rx->valid)
		return;
	assert_int_equal(seen_at[0], address);
	switch_word(w->h.sw, w->h.cycle, at, row, 0, address, seen);
	packet_flit(&w->h.shape, &rx->flit.packet, rx->flit.number, words);
	assert_memory_equal(seen, words, (w->h.shape.flit_bits + 31) / 32 * sizeof *words);
}

/* ---- Neighbours ---- */

static void begin(struct world *w, unsigned port, struct packet p, struct switch_in *in)
{
	p.tag = ++w->tag;
	p.flits = (1 + draw(w, w->h.shape.packet_flits)) & 0xfff;
	w->arriving[port].packet = p;
	w->arriving[port].sent = 0;
	in->head |= UINT64_C(1) << port;
	in->packet[port] = p;
}

static void begin_send(struct world *w, struct switch_in *in)
{
	const unsigned q = chance(w, 32) ? draw(w, w->h.shape.send_queues) : draw(w, w->h.shape.send_queues < 3 ? w->h.shape.send_queues : 3);
	struct packet p = { .source = 1 };

	if (!w->host_credits[q])
		return;
	w->host_credits[q]--;
	if (w->nic.kind == BY_ROUTE)
		p.turnpool = q;
	else if (w->nic.kind == BY_PRIORITY)
		p.queue = q;
	else
		p.destination = q;
	begin(w, HOST, p, in);
}

static void begin_receive(struct world *w, struct switch_in *in)
{
	struct packet p = { .source = 2 };

	if (!w->sink_credits)
		return;
	w->sink_credits--;
	if (w->nic.kind == BY_ROUTE)
		p.turnpool = draw(w, 8);
	else if (w->nic.kind == BY_PRIORITY)
		p.queue = draw(w, w->h.shape.queues);
	else
		p.destination = draw(w, w->h.shape.nodes);
	begin(w, NETWORK, p, in);
}

static void say(struct world *w, bool stop, struct inputs *in)
{
	const struct shape *s = &w->h.shape;
	struct message m = { .len = 1 };

	if (!s->holders || w->nic.kind == BY_CLASS)
		return;
	if (w->nic.kind == BY_PRIORITY) {
		m.stops = stop ? (uint32_t)draw(w, 1u << s->queues) : 0;
		m.xoff = m.stops != 0;
	} else {
		m.line = (uint16_t)draw(w, s->saqs);
		m.xoff = stop && (w->nic.kind == BY_LIST ? chance(w, 40) : !(w->stopped >> m.line & 1));
		m.destination = w->nic.kind == BY_LIST ? draw(w, s->nodes < 4 ? s->nodes : 4) : 0;
	}
	if (w->nic.kind == BY_ROUTE && m.xoff) {
		m.len = (uint8_t)(chance(w, 32) ? 1 : 1 + draw(w, s->turns));
		m.turns = w->nic.table[draw(w, s->send_queues)].turns & ones(m.len * s->turn_w);
		for (unsigned l = 0; l < s->saqs; l++)
			if (w->stopped >> l & 1 && w->said[l].len == m.len && w->said[l].turns == m.turns)
				return;
	} else if (w->nic.kind == BY_ROUTE) {
		m.len = w->said[m.line].len;
		m.turns = w->said[m.line].turns;
	}
	if (!message_allowed(s, w->stopped, &m))
		return;
	w->stopped = message_stopped(s, w->stopped, &m);
	w->said[m.line] = m;
	in->message = true;
	in->m = m;
}

static void give_credits(struct world *w, struct inputs *in)
{
	const unsigned k = draw(w, w->h.shape.credit_classes);

	in->credit_class = 0;
	if (w->held[k] && chance(w, w->slow)) {
		w->held[k]--;
		in->credit[NETWORK] = true;
		in->credit_class = k;
	}
	if (w->host_held && chance(w, w->slow)) {
		w->host_held--;
		in->credit[HOST] = true;
	}
}

/* What is on the links in a cycle. traffic: new packets, and stops. */
static void drive(struct world *w, bool traffic, struct inputs *in, struct switch_in *to)
{
	*in = (struct inputs){ .message = false };
	for (unsigned port = 0; port < 2; port++) {
		if (w->arriving[port].sent == w->arriving[port].packet.flits && traffic && chance(w, w->load))
			(port == HOST ? begin_send : begin_receive)(w, to);
		if (w->arriving[port].sent < w->arriving[port].packet.flits) {
			const unsigned number = w->arriving[port].sent++;

			in->rx[port] = (struct wire){ true, number == 0, { w->arriving[port].packet, number } };
		}
	}
	give_credits(w, in);
	if (!traffic || chance(w, w->stops))
		say(w, traffic && chance(w, 40), in);
	for (unsigned port = 0; port < 2; port++)
		to->credit |= (uint64_t)in->credit[port] << port;
	to->credit_queue[NETWORK] = (uint16_t)in->credit_class;
	to->credit_queue[HOST] = (uint16_t)draw(w, 1000);               /* means nothing */
	to->message = in->message | (chance(w, 4) ? 1u << HOST : 0);    /* nor does a message of the host */
	to->msg[NETWORK] = in->m;
}

/* The slots that the switch and the host freed are given back some time after the last flit. */
static void take_departures(struct world *w)
{
	const struct switch_out *out = &w->h.out;

	if (out->depart >> NETWORK & 1) {
		w->held[w->nic.kind == BY_CLASS ? out->packet[NETWORK].queue : 0]++;
		w->left++;
	}
	if (out->depart >> HOST & 1) {
		w->host_held++;
		w->left++;
	}
	if (out->credit >> HOST & 1)
		w->host_credits[out->credit_queue[HOST]]++;
	w->sink_credits += out->credit >> NETWORK & 1;
}

/* The bank: its second switch, where something comes, or where it has asked to be stepped. */
static void step_bank(struct world *w, const struct switch_in *in)
{
	struct switch_in at = { .head = in->head << 2, .credit = in->credit << 2, .message = in->message << 2 };
	const struct switch_out *a = &w->h.out;
	struct switch_out *b = &w->decided;

	b->depart = b->credit = 0;
	for (unsigned port = 0; port < 2; port++) {
		at.packet[2 + port] = in->packet[port];
		at.credit_queue[2 + port] = in->credit_queue[port];
		at.msg[2 + port] = in->msg[port];
	}
	if (at.head | at.credit | at.message || w->due == w->h.cycle)
		w->due = switch_step(w->bank, w->h.cycle, &at, b);
	else
		w->skipped++;
	assert_int_equal(b->depart, a->depart << 2);
	assert_int_equal(b->credit, a->credit << 2);
	for (unsigned port = 0; port < 2; port++) {
		if (a->depart >> port & 1)
			assert_memory_equal(a->packet + port, b->packet + 2 + port, sizeof *a->packet);
		if (a->credit >> port & 1)
			assert_int_equal(a->credit_queue[port], b->credit_queue[2 + port]);
	}
}

static void cycle(struct world *w, bool traffic)
{
	static struct registers next;
	const struct shape *s = &w->h.shape;
	struct registers *const r = &w->nic.now;
	struct inputs in;
	struct switch_in to = { .head = 0 };
	bool send, receive;

	drive(w, traffic, &in, &to);
	next = *r;
	send = pass_send(&w->nic, &next, &in);
	receive = pass_receive(&w->nic, &next, &in);
	pass_filter(&w->nic, &next, &in);
	pass_link(&w->nic, &next, NETWORK, &r->read);
	pass_link(&w->nic, &next, HOST, &r->sink_read);
	switch_step(w->h.sw, w->h.cycle, &to, &w->h.out);
	assert_int_equal(w->h.out.depart, send << NETWORK | receive << HOST);
	equal_writes(w, SITE_dqu, in.rx + HOST, in.rx[HOST].head ? first_address(&w->nic, &in.rx[HOST].flit.packet) : r->waddr);
	equal_writes(w, SITE_nrf, in.rx + NETWORK, in.rx[NETWORK].head ? r->sink_tail * s->packet_flits : r->sink_waddr);
	step_bank(w, &to);
	take_departures(w);
	*r = next;
	switch_image(w->h.sw, ++w->h.cycle, w->h.image);
	equal_send(w);
	equal_filter(w);
	equal_receive(w);
	equal_links(w);
}

/* ---- Shapes ---- */

static void make(struct world *w, uint64_t seed)
{
	const unsigned nodes = 2 + draw(w, seed % 5 ? 12 : 125), slots = 8 + draw(w, 16), packet_flits = 1 + draw(w, FLITS_MOST);
	const unsigned source_slots = 1 + draw(w, 4), host_slots = 1 + draw(w, 4), saqs = draw(w, 5), cfqs = 1 + draw(w, 4), queues = 1 + draw(w, LINES_MOST);
	static const char *const own[KINDS] = { "radix=8 turnpool_bits=9 saqs", "cfqs", "queues", "queues" };
	const unsigned of_own[KINDS] = { saqs, cfqs, queues, queues };

	w->h = harness_new(params_given("scheme=%s nodes=%u slots=%u packet_flits=%u source_slots=%u host_slots=%u %s=%u", schemes[w->nic.kind], nodes, slots,
					packet_flits, source_slots, host_slots, own[w->nic.kind], of_own[w->nic.kind]));
}

static void write_table(struct world *w)
{
	const struct shape *s = &w->h.shape;

	for (unsigned d = 0; d < s->table_words; d++) {
		const struct table_entry entry = { .queue = (uint16_t)draw(w, s->queues) };

		if (w->nic.kind == BY_CLASS) {
			w->nic.table[d] = (struct table_route){ .queue = entry.queue };
			switch_configure_word(w->h.sw, 0, d, &entry);
			switch_configure_word(w->bank, 1, d, &entry);
		} else {                        /* a route of its own each */
			w->nic.table[d] = (struct table_route){ .turns = d % 2 | d / 2 % 8 << 3 | d / 16 << 6, .left = 3 };
			switch_configure_route(w->h.sw, 0, d, w->nic.table + d);
			switch_configure_route(w->bank, 1, d, w->nic.table + d);
		}
	}
}

/* What the runs of a scheme have come across. */
static struct { uint64_t parked, again, met, waited, skipped; } seen[KINDS];

static void run(uint64_t seed)
{
	static struct world w;
	struct registers *const r = &w.nic.now;

	memset(&w, 0, sizeof w);
	w.draw = rng_seed(seed, 0);
	w.nic.kind = seed % KINDS;
	make(&w, seed);
	w.nic.shape = &w.h.shape;
	w.bank = switch_new_bank(&w.h.shape, 3);
	assert_non_null(w.bank);
	w.due = UINT64_MAX;
	write_table(&w);
	r->enter = r->pop = r->cand = NONE;
	r->last = (int)w.h.shape.send_queues - 1;
	for (unsigned q = 0; q < w.h.shape.send_queues; q++)
		w.host_credits[q] = w.h.shape.source_slots;
	w.sink_credits = w.h.shape.sink_slots;
	w.load = seed % 3 ? 8 + draw(&w, 57) : 2;
	w.slow = 8 + draw(&w, 57);
	w.stops = 1 + draw(&w, 12);
	while (w.h.cycle < CYCLES)
		cycle(&w, true);
	while (w.h.cycle < CYCLES + DRAIN && !switch_drained(w.h.sw))
		cycle(&w, false);
	assert_true(switch_drained(w.h.sw) && switch_drained(w.bank));
	assert_int_equal(w.left, w.tag);
	assert_true(w.tag > 20);
	seen[w.nic.kind].parked += w.nic.seen.parked;
	seen[w.nic.kind].again += w.nic.seen.again;
	seen[w.nic.kind].met += w.nic.seen.met;
	seen[w.nic.kind].waited += w.nic.seen.waited;
	seen[w.nic.kind].skipped += w.skipped;
	switch_free(w.bank);
	harness_free(&w.h);
}

TEST(registers_are_those_of_the_page)
{
	for (uint64_t seed = 0; seed < SHAPES; seed++)
		run(seed);
	for (enum kind k = BY_ROUTE; k < KINDS; k++)
		assert_true(seen[k].parked > 100 && seen[k].again > 10 && seen[k].met > 10 && seen[k].waited > 100 && seen[k].skipped > 1000);
}
