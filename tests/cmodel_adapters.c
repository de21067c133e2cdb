/*
 * The adapters between a network interface that counts slots and its host, without the interface: random packets, gaps, credits and hosts that do not take.
 * What is sent comes whole, in order, with the header that the page gives, and once; what is to be refused is, and is counted; in the end both are empty.
 */
#include "adapters_case.h"
#include "units/host_sink.h"
#include "units/host_source.h"

enum { NODE = 3 };

struct line {
	struct shape s;
	struct odds odds;
	struct rng r;
	struct host_source source;
	struct host_sink sink;
	struct image *image;
	void *block;

	struct host_source_in in;            /* the packet that the host sends: its flit is to come, or comes */
	bool sending;
	struct expected expected;
	struct flit arriving;           /* at the host: the flit that is expected; number 0: of the next packet */
	unsigned due[WAITING], due_begun, due_ended;    /* credits that come, by queue: of the packets that the host took, as the sink says */
	unsigned refusals, refused, arrived;
};

static struct line *line_new(const char *set, struct odds odds, uint64_t seed)
{
	struct line *l = calloc(1, sizeof *l);
	struct arena a = { .block = NULL };

	assert_non_null(l);
	l->s = shape_with(set, SIDE_ADAPTER);
	l->odds = odds;
	l->r = rng_seed(seed, 0);
	for (unsigned pass = 0; pass < 2; pass++) {
		host_source_place(&l->source, &l->s, &a);
		host_sink_place(&l->sink, &l->s, &a);
		if (pass)
			break;
		l->block = calloc(1, a.used[HOT] + a.used[COLD] + 128);
		assert_non_null(l->block);
		a = (struct arena){ .block = (char *)l->block + (64 - (uintptr_t)l->block % 64), .used = { 0, a.used[HOT] } };
	}
	l->image = image_new(&l->s);
	assert_non_null(l->image);
	return l;
}

static void line_free(struct line *l)
{
	image_free(l->image);
	free(l->block);
	free(l);
}

static bool by_level(const struct shape *s)
{
	return s->messages == MESSAGES_QUEUE;
}

/* The packet that arrives of the one that the host is to send, as the page has it. */
static struct packet written(const struct line *l)
{
	struct packet p = { .tag = l->in.flit.packet.tag, .source = NODE, .flits = l->in.flit.packet.flits };

	if (l->s.by_route)
		p.turnpool = l->in.destination;
	else
		p.destination = l->in.destination;
	if (by_level(&l->s))
		p.queue = l->in.queue;
	return p;
}

static void begin_packet(struct line *l)
{
	const unsigned nodes = nodes_of(&l->s), longest = l->s.packet_flits;
	const bool too_long = happens(&l->r, l->odds.too_long);
	bool unknown = happens(&l->r, l->odds.unknown) && nodes < 1u << l->s.destination_w;

	l->in = (struct host_source_in){ .destination = rng_below(&l->r, nodes), .queue = by_level(&l->s) ? rng_below(&l->r, l->s.queues) : 0 };
	if (unknown)
		l->in.destination = nodes + rng_below(&l->r, (1u << l->s.destination_w) - nodes);
	if (by_level(&l->s) && happens(&l->r, l->odds.unknown) && l->s.queues < 1u << l->s.send_queue_w) {
		l->in.queue = l->s.queues;
		unknown = true;
	}
	l->in.flit.packet.tag = rng_next(&l->r);
	l->in.flit.packet.flits = (1 + rng_below(&l->r, longest) + (too_long ? longest : 0)) & 0xfff;
	l->sending = true;
	if (unknown || too_long) {
		l->refusals++;
		return;
	}
	const struct packet p = written(l);

	expect(&l->expected, &p);
}

/* What the host sends after the first flit says nothing of the packet. */
static void next_flit(struct line *l)
{
	l->sending = !l->in.last;
	l->in.flit.number++;
	l->in.destination = rng_below(&l->r, 1u << l->s.destination_w);
	l->in.queue = rng_below(&l->r, 1u << l->s.send_queue_w);
}

static void send(struct line *l, bool begin)
{
	if (!l->sending && begin)
		begin_packet(l);
	l->in.valid = l->sending && happens(&l->r, l->odds.sends);
	l->in.last = l->in.flit.number + 1u == l->in.flit.packet.flits;
	l->in.credit = l->due_begun != l->due_ended && happens(&l->r, l->odds.credits);
	l->in.credit_queue = l->in.credit ? l->due[l->due_begun++ % WAITING] : 0;
}

static unsigned queue_of(const struct line *l, const struct packet *p)
{
	return by_level(&l->s) ? p->queue : l->s.by_route ? (unsigned)p->turnpool : p->destination;
}

/* The host looks at what is there, and takes it or not. */
static bool look(struct line *l)
{
	const struct host_sink_out out = host_sink_shows(&l->sink);
	uint32_t is[WORDS] = { 0 }, was[WORDS] = { 0 };

	if (!out.flit)
		return happens(&l->r, l->odds.takes);
	if (!l->arriving.number) {
		assert_true(l->expected.begun != l->expected.ended);
		l->arriving.packet = l->expected.packet[l->expected.begun % WAITING];
		assert_int_equal(out.source, NODE);
	}
	packet_flit(&l->s, &out.flit->packet, out.flit->number, is);
	packet_flit(&l->s, &l->arriving.packet, l->arriving.number, was);
	assert_memory_equal(is, was, sizeof is);
	shows_read(l->image, SITE_sink, "flit_mem", was);
	assert_int_equal(out.first, l->arriving.number == 0);
	assert_int_equal(out.last, l->arriving.number + 1u == l->arriving.packet.flits);
	if (!happens(&l->r, l->odds.takes))
		return false;
	l->arrived += out.last;
	l->expected.begun += out.last;
	l->arriving.number = out.last ? 0 : l->arriving.number + 1;
	return true;
}

/* What the last step wrote is in the memory. */
static void wrote(struct line *l, const struct flit *stored)
{
	uint32_t is[WORDS] = { 0 }, was[WORDS] = { 0 };
	const unsigned flits = image_row_named(l->image, SITE_source, "flit_mem"), infos = image_row_named(l->image, SITE_source, "info_mem");
	unsigned at;

	if (host_source_writes(&l->source, flits, &at)) {
		assert_non_null(stored);
		assert_true(host_source_memory(&l->source, &l->s, flits, at, is));
		packet_bare_flit(&l->s, &stored->packet, stored->number, was);
		assert_memory_equal(is, was, sizeof is);
	}
	if (host_source_writes(&l->source, infos, &at)) {
		assert_true(host_source_memory(&l->source, &l->s, infos, at, is));
		assert_int_equal(bits_get(is, l->s.info_w - l->s.flits_w, l->s.flits_w), stored->packet.flits);
	}
}

/* The credit of the packet that the host took in the cycle before. */
static void hear_credit(struct line *l)
{
	if (!l->sink.credit)
		return;
	assert_true(l->due_ended != l->arrived);
	l->due[l->due_ended % WAITING] = queue_of(l, &l->expected.packet[l->due_ended % WAITING]);
	l->due_ended++;
}

static void line_step(struct line *l, bool begin)
{
	hear_credit(l);
	send(l, begin);
	const struct host_source_in in = l->in;
	const bool taken = in.valid && host_source_ready(&l->source);
	const struct host_sink_in to_host = { .flit = host_source_sends(&l->source), .ready = look(l) };

	l->refused += l->source.refused;
	host_sink_step(&l->sink, &to_host);
	host_source_step(&l->source, &l->s, NODE, &in);
	wrote(l, taken ? &in.flit : NULL);
	host_source_image(&l->source, &l->s, l->image);
	host_sink_image(&l->sink, &l->s, l->image);
	if (taken)
		next_flit(l);
}

static void drain_line(struct line *l)
{
	unsigned cycles = 0;

	while (l->sending || l->expected.begun != l->expected.ended || l->due_begun != l->due_ended || l->sink.credit || cycles < 100) {
		line_step(l, false);
		assert_true(cycles++ < MOST);
	}
	empty(l->image, &l->s, SITE_source);
	empty(l->image, &l->s, SITE_sink);
	for (unsigned q = 0; q < l->s.send_queues; q++)
		assert_true(host_source_room(&l->source, q));
	assert_int_equal(l->refused, l->refusals);
	assert_int_equal(l->arrived, l->expected.ended);
}

static void packets_go_through(void **state)
{
	struct line *l = line_new(*state, random_odds, 1);

	for (unsigned c = 0; c < CYCLES; c++)
		line_step(l, true);
	drain_line(l);
	assert_true(l->refused > 100 && l->arrived > 500);
	line_free(l);
}

/* A host that always sends and takes, and credits at once: there is no pause, whatever the length of packets. */
static void packets_go_at_line_rate(void **state)
{
	struct line *l = line_new(*state, (struct odds){ 64, 64, 64, 0, 0 }, 2);

	for (unsigned c = 0; c < CYCLES; c++) {
		line_step(l, true);
		assert_true(host_source_ready(&l->source));
		assert_true(l->arrived == 0 || host_source_sends(&l->source));
	}
	drain_line(l);
	line_free(l);
}

/* A packet without a credit waits, and says so: source_slots packets go, and one more with the first credit. */
static void packets_wait_for_credits(void **state)
{
	struct line *l = line_new(*state, random_odds, 3);
	struct host_source_in in = { .valid = true, .last = true, .flit.packet.flits = 1, .destination = 1 };
	unsigned sent = 0;

	for (unsigned c = 0; c < 200; c++) {
		host_source_step(&l->source, &l->s, NODE, &in);
		sent += host_source_sends(&l->source) != NULL;
		assert_int_equal(host_source_room(&l->source, 1), sent < l->s.source_slots);
	}
	assert_int_equal(sent, l->s.source_slots);
	assert_true(!host_source_ready(&l->source) && host_source_room(&l->source, 0));
	in.credit = true;
	in.credit_queue = 1;
	host_source_step(&l->source, &l->s, NODE, &in);
	assert_true(!host_source_sends(&l->source) && host_source_room(&l->source, 1));
	in.credit = false;
	host_source_step(&l->source, &l->s, NODE, &in);
	assert_true(host_source_sends(&l->source) && !host_source_room(&l->source, 1));
	line_free(l);
}

#define LENGTHS " nodes=5 packet_flits=6 slots=64 host_slots=64 "

int main(void)
{
	static const char routes[] = "scheme=recn-iq-nic" LENGTHS "source_slots=2", listed[] = "scheme=fbicm-nic" LENGTHS "source_slots=1";
	static const char classed[] = "scheme=static-nic queues=3" LENGTHS "source_slots=3 flit_bits=100";
	static const char priority[] = "scheme=pfc-nic queues=3" LENGTHS "source_slots=4", fast[] = "scheme=fbicm-nic" LENGTHS "source_slots=12";
	static const char single[] = "scheme=fbicm-nic packet_flits=1 nodes=3 host_slots=64 slots=64";
#define WITH(test, set) { #test "(" #set ")", test, NULL, NULL, (void *)(uintptr_t)(set) }
	const struct CMUnitTest tests[] = {
		WITH(packets_go_through, routes), WITH(packets_go_through, listed), WITH(packets_go_through, classed), WITH(packets_go_through, priority),
		WITH(packets_go_through, single), WITH(packets_go_at_line_rate, fast), WITH(packets_wait_for_credits, routes),
	};

	return cmocka_run_group_tests_name("cmodel_adapters", tests, NULL, NULL);
}
