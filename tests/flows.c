/* The table of packets under way against a plain list: packets that are overtaken, lost, or come twice. Its size, and lists for other threads. */
#include "net/nodes/flows.h"
#include "rng.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 300, STEPS = 60000, FLOWS = 7 };

/* Packets under way in the order in which they were sent. */
struct plain {
	unsigned used;
	struct { uint64_t flow; uint32_t number; bool overtaken; } packet[MOST];
};

static enum flow_order plain_take(struct plain *p, unsigned i)
{
	const uint64_t flow = p->packet[i].flow;
	const bool late = p->packet[i].overtaken;
	bool overtakes = false;

	for (unsigned k = 0; k < i; k++)
		if (p->packet[k].flow == flow) {
			overtakes |= !p->packet[k].overtaken;
			p->packet[k].overtaken = true;
		}
	memmove(p->packet + i, p->packet + i + 1, (--p->used - i) * sizeof *p->packet);
	return late ? FLOW_LATE : overtakes ? FLOW_OVERTAKES : FLOW_NEXT;
}

/* The first packet under way of the flow of packet i. */
static unsigned plain_first(const struct plain *p, unsigned i)
{
	unsigned k = 0;

	while (p->packet[k].flow != p->packet[i].flow)
		k++;
	return k;
}

static uint64_t some_flow(struct rng *r)
{
	return flow_name(rng_below(r, FLOWS) * 149796, rng_below(r, FLOWS) * 149797, rng_below(r, 2) * 15);
}

TEST(a_name_has_all_of_a_flow)
{
	const uint64_t flow = flow_name((1 << 24) - 2, (1 << 24) - 3, 15);

	assert_int_equal(flow_source(flow), (1 << 24) - 2);
	assert_int_equal(flow_destination(flow), (1 << 24) - 3);
	assert_int_equal(flow_level(flow), 15);
	assert_int_equal(flow_level(flow | FLOW_OVERTAKEN), 15);
}

TEST(arrivals_are_those_of_a_plain_list)
{
	struct plain *p = calloc(1, sizeof *p);
	struct flows f = { 0 };
	struct rng r = rng_seed(11, 0);
	uint32_t number = UINT32_MAX - STEPS / 4;       /* it wraps */
	unsigned seen[FLOW_UNKNOWN] = { 0 };

	assert_non_null(p);
	assert_int_equal(flows_take(&f, 0, 0, NULL), FLOW_UNKNOWN);
	for (unsigned step = 0; step < STEPS; step++) {
		if (p->used < MOST && rng_below(&r, 100) < (step / 2000 % 2 ? 60 : 45)) {
			const uint64_t flow = some_flow(&r);

			p->packet[p->used].flow = flow;
			p->packet[p->used].overtaken = false;
			p->packet[p->used++].number = number;
			flows_send(&f, flow, number++);
		} else if (p->used) {
			const unsigned any = rng_below(&r, p->used), i = rng_below(&r, 8) ? plain_first(p, any) : any;
			const uint64_t flow = p->packet[i].flow;
			const uint32_t its = p->packet[i].number;
			const enum flow_order order = flows_take(&f, flow, its, NULL);

			assert_int_equal(order, plain_take(p, i));
			seen[order]++;
			assert_int_equal(flows_take(&f, flow, its, NULL), FLOW_UNKNOWN);  /* it comes twice */
			assert_int_equal(flows_take(&f, flow ^ 1, its, NULL), FLOW_UNKNOWN);
		}
	}
	for (unsigned order = 0; order < FLOW_UNKNOWN; order++)
		assert_true(seen[order] > 500);
	assert_false(f.lacking);
	flows_free(&f);
	free(p);
}

/* After a packet that is lost the next one is out of order, and those behind it are not. */
TEST(a_lost_packet_shows_once)
{
	struct flows f = { 0 };
	const uint64_t flow = flow_name(5, 6, 0);

	for (uint32_t number = 1; number < 5; number++)
		flows_send(&f, flow, number);
	assert_int_equal(flows_take(&f, flow, 2, NULL), FLOW_OVERTAKES);
	assert_int_equal(flows_take(&f, flow, 3, NULL), FLOW_NEXT);
	assert_int_equal(flows_take(&f, flow, 4, NULL), FLOW_NEXT);
	assert_int_equal(flows_take(&f, flow, 1, NULL), FLOW_LATE);
	flows_free(&f);
}

static void count(void *context, const struct flow_packet *p, const struct flow_times *times)
{
	uint64_t *const sum = context;

	assert_null(times);
	sum[0]++;
	sum[1] += p->number;
}

/* However many flows there have been, memory is that of the packets under way at a time. */
TEST(memory_is_that_of_packets_under_way)
{
	struct flows f = { 0 };
	struct flow_list l = { 0 };
	uint64_t sum[2] = { 0 };

	assert_int_equal(flows_bytes(&f), 0);
	for (uint32_t k = 0; k < 100000; k++) {
		flow_list_add(&l, &(struct flow_note){ .flow = flow_name(k, k ^ 1, 0), .number = k });
		if (l.notes < 100)
			continue;
		for (uint32_t i = 0; i < l.notes; i++)
			flows_note(&f, l.note + i);
		for (uint32_t i = 0; i + (k == 99999) < l.notes; i++)
			assert_int_equal(flows_take(&f, l.note[i].flow, l.note[i].number, NULL), FLOW_NEXT);
		l.notes = 0;
	}
	assert_true(flows_bytes(&f) <= 128 * (sizeof(struct flow_packet) + sizeof(struct flow_bucket)) + sizeof(struct flow_packet));
	flows_each(&f, count, sum);
	assert_int_equal(sum[0], 1);
	assert_int_equal(sum[1], 99999);
	flow_list_free(&l);
	flows_free(&f);
}

/* A table of a wormhole network has the times of each packet, also when it has grown. */
TEST(times_are_those_of_the_packet)
{
	enum { PACKETS = 500 };
	struct flows f = { .timed = true };
	struct flow_times t;

	for (uint32_t k = 0; k < PACKETS; k++)
		flows_note(&f, &(struct flow_note){ .flow = flow_name(k % 7, 3, 0), .number = k, .times = { 3 * k, 5 * k, 5 * k } });
	for (uint32_t k = 0; k < PACKETS; k += 2)
		flows_note(&f, &(struct flow_note){ .flow = flow_name(k % 7, 3, 0), .number = k, .granted = true, .times.granted = 7 * k });
	for (uint32_t k = PACKETS; k-- > 0;) {
		assert_int_not_equal(flows_take(&f, flow_name(k % 7, 3, 0), k, &t), FLOW_UNKNOWN);
		assert_int_equal(t.wanted, 3 * k);
		assert_int_equal(t.loaded, 5 * k);
		assert_int_equal(t.granted, k % 2 ? 5 * k : 7 * k);
	}
	flows_free(&f);
}
