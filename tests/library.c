/*
 * The switch of the library (lib/sluice.h), in one process with the model that it is made of. Neighbours that keep the contract of links are never
 * refused, and what leaves is what leaves the model; and whatever a program asks for, what is not refused does the model no harm.
 */
#include "random_config.h"
#include "test.h"

#include "one_switch.h"
#include "link_use.h"
#include "sluice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SWITCHES = 3, CYCLES = 1500, JUNK_CYCLES = 400, MOST_PORTS = 9 };

static struct sluice_model *model_of(const struct params *p)
{
	static char text[PARAMETERS][PARAMS_WHY];
	struct sluice_option option[PARAMETERS];
	char why[SLUICE_WHY];
	size_t n = 0;

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!params_used(p, d))
			continue;
		params_text(p, d, text[n], sizeof *text);
		option[n] = (struct sluice_option){ d->name, text[n] };
		n++;
	}
	struct sluice_model *m = sluice_model_new(option, n, why);

	if (!m)
		fail_msg("%s", why);
	return m;
}

/* A switch that the command would take as well: some that strain have less than is allowed there. */
static struct params draw(const struct random_kind *k, struct rng *r)
{
	char text[PARAMS_WHY], why[PARAMS_WHY];
	struct params p, set;
	bool good;

	do {
		p = k->strain(r, MOST_PORTS);
		set = params_default();
		good = true;
		for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
			params_text(&p, d, text, sizeof text);
			good = good && (!params_used(&p, d) || params_set(&set, d->name, text, why));
		}
	} while (!good || !params_check(&set, why));
	return set;
}

static struct sluice_packet packet_of(const struct shape *s, const struct switch_in *in, unsigned port)
{
	const struct packet *p = &in->packet[port];
	const bool named = s->nodes || s->by_flits;

	return (struct sluice_packet){
		.turnpool = named ? 0 : p->turnpool, .tag = p->tag, .turns_left = p->turns_left,
		.destination = named ? p->destination : s->by_destination ? p->to : 0,
		.queue = s->nodes ? p->queue : 0, .sl = p->sl, .flits = p->flits, .source = p->source & (uint32_t)ones(s->node_bits),
		.vc = s->by_flits ? in->vc[port] : 0, .flit = s->by_flits ? in->flit[port] : 0,
	};
}

static struct sluice_message message_of(const struct shape *s, const struct message *m)
{
	struct sluice_message to = { .xoff = 0 };

#define FIELD(name, member, there, bits, rx_help, tx_help) \
	if (there) \
		to.name = m->member;
#include "message.def"
	return to;
}

/* Does a credit name a class, of those behind this output? */
static bool names_class(const struct shape *s, unsigned port)
{
	return s->slot_nic ? shape_out(s, port).credit_queues : credits_named(s);
}

static void bring(struct sluice_model *m, const struct shape *s, const struct switch_in *in)
{
	char why[SLUICE_WHY] = "";
	bool good = true;

	if (in->configure)
		good = sluice_model_configure(m, in->destination, &(struct sluice_word){ s->ends ? in->route.turns : 0, s->ends ? in->route.left : 0,
									      s->ends ? 0 : in->entry.output, s->ends ? 0 : in->entry.queue }, why);
	EACH_IN(i, in->head) {
		const struct sluice_packet p = packet_of(s, in, i);

		good = good && sluice_model_may_send(m, i, &p) == sluice_model_send(m, i, &p, why) && !*why;
	}
	EACH_IN(i, in->credit)
		good = good && sluice_model_credit(m, i, names_class(s, i) ? in->credit_queue[i] : 0, why);
	EACH_IN(i, in->message) {
		const struct sluice_message told = message_of(s, &in->msg[i]);

		good = good && sluice_model_message(m, i, &told, why);
	}
	if (!good)
		fail_msg("cycle %" PRIu64 ", scheme %u: refused: %s", sluice_model_cycle(m), s->scheme, why);
}

/* What the outputs show in the cycle that comes next, by the model. */
static void same_outputs(const struct sluice_model *m, const struct shape *s, const struct bench *b)
{
	const struct switch_out *departs = bench_decided(b, switch_depart(s) - 1), *replies = bench_decided(b, 0);
	struct sluice_packet p;
	struct sluice_message told;
	uint32_t what;

	for (unsigned i = 0; i < s->radix; i++) {
		assert_int_equal(sluice_model_sent(m, i, &p), departs->depart >> i & 1);
		if (departs->depart >> i & 1)
			assert_true(p.tag == departs->packet[i].tag && p.flits == departs->packet[i].flits);
		assert_int_equal(sluice_model_credited(m, i, &what), replies->credit >> i & 1);
		if (replies->credit >> i & 1 && credits_named(s))
			assert_int_equal(what, replies->credit_queue[i]);
		assert_int_equal(sluice_model_told(m, i, &told), replies->message >> i & 1);
	}
}

static void begin(struct sluice_model *m, const struct shape *s, struct bench *b)
{
	char why[SLUICE_WHY];

	if (s->by_flits && !sluice_model_position(m, neighbours_position(b->neighbours), why))
		fail_msg("%s", why);
}

static void repeat(struct rng *r, const struct params *p, uint64_t *packets)
{
	const struct shape s = shape_of(p);
	struct neighbours_config c = random_neighbours(r, &s, rng_below(r, TRAFFIC_KINDS));
	struct sluice_model *m = model_of(p);

	c.stop_cycle = CYCLES;
	struct bench *b = bench_new(&s, &c);

	begin(m, &s, b);
	while (b->cycle < CYCLES || (b->cycle < 40 * CYCLES && !bench_drained(b))) {
		if (!bench_step(b))
			fail_msg("%s", b->why);
		bring(m, &s, &b->in);
		sluice_model_step(m);
		same_outputs(m, &s, b);
	}
	assert_true(bench_drained(b) && sluice_model_drained(m));
	const struct sluice_counts counts = sluice_model_counts(m);

	assert_true(counts.sent == counts.delivered);
	*packets += counts.sent;
	sluice_model_free(m);
	bench_free(b);
}

TEST(neighbours_are_never_refused)
{
	struct rng r = rng_seed(11, 0);
	uint64_t packets = 0;

	for (const struct random_kind *k = random_kinds; k < random_kinds + RANDOM_KINDS; k++)
		for (unsigned i = 0; i < SWITCHES; i++) {
			const struct params p = draw(k, &r);

			repeat(&r, &p, &packets);
		}
	print_message("# %" PRIu64 " packets\n", packets);
	assert_true(packets > 10000);
}

/* Small numbers and their neighbours, which are often allowed, and any. */
static uint32_t junk(struct rng *r)
{
	return rng_below(r, 8) ? rng_below(r, 4) : (uint32_t)(rng_next(r) >> rng_below(r, 33) % 32);
}

static void junk_calls(struct sluice_model *m, struct rng *r, uint64_t taken[3])
{
	char why[SLUICE_WHY] = "";
	const struct sluice_packet p = {
		.turnpool = junk(r), .tag = junk(r), .turns_left = junk(r), .destination = junk(r), .queue = junk(r), .sl = junk(r), .flits = junk(r),
		.source = junk(r), .vc = junk(r), .flit = junk(r),
	};
	const struct sluice_message said = {
		.turns = junk(r), .xoff = junk(r), .line = junk(r), .queue = junk(r), .levels = junk(r), .len = junk(r), .hops = junk(r), .destination = junk(r),
		.stop = junk(r), .full = junk(r), .flow = junk(r),
	};
	const struct sluice_word w = { junk(r), junk(r), junk(r), junk(r) };

	taken[0] += sluice_model_send(m, junk(r), &p, why);
	taken[1] += sluice_model_credit(m, junk(r), junk(r), why);
	taken[2] += sluice_model_message(m, junk(r), &said, why);
	sluice_model_configure(m, junk(r), &w, why);
	assert_true(strlen(why) < sizeof why);
}

TEST(nothing_does_harm)
{
	struct rng r = rng_seed(11, 1);
	uint64_t taken[3] = { 0 };

	for (const struct random_kind *k = random_kinds; k < random_kinds + RANDOM_KINDS; k++)
		for (unsigned i = 0; i < SWITCHES; i++) {
			const struct params p = draw(k, &r);
			struct sluice_model *m = model_of(&p);
			char why[SLUICE_WHY];

			sluice_model_position(m, junk(&r), why);
			while (sluice_model_cycle(m) < JUNK_CYCLES) {
				for (unsigned j = 0; j < 16; j++)
					junk_calls(m, &r, taken);
				sluice_model_step(m);
			}
			assert_true(sluice_model_counts(m).sent >= sluice_model_counts(m).delivered);
			sluice_model_free(m);
		}
	print_message("# %" PRIu64 " headers, %" PRIu64 " credits and %" PRIu64 " messages of all were allowed\n", taken[0], taken[1], taken[2]);
	assert_true(taken[0] > 1000 && taken[1] > 100 && taken[2] > 100);
}
