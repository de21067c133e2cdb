/*
 * What the registers of the C model count under traffic is what its links carried, port by port, in every architecture that has them; nothing is
 * left in the gauges of a drained switch, and no neighbour that keeps the contract commits a fault.
 */
#include "given.h"
#include "neighbours.h"

#include <stdlib.h>
#include <string.h>

enum { CYCLES = 20000, MOST = 60000, REMEMBERED = 4 };

struct case_of {
	struct shape shape;
	struct sluice_switch *sw;
	struct neighbours *neighbours;
	struct switch_in in;
	struct switch_out out[REMEMBERED];
	uint64_t cycle;
	uint32_t count[SWITCH_PORTS][CSR_COUNTERS], inside[SWITCH_PORTS], peak[SWITCH_PORTS];
};

static struct switch_out *decided(struct case_of *c, uint64_t cycle)
{
	return &c->out[cycle % REMEMBERED];
}

/* By port: packets and flits of what comes, or leaves; messages. */
static void count_packets(struct case_of *c, uint64_t ports, const struct packet *packet, enum csr_counter packets, enum csr_counter flits)
{
	EACH_IN(i, ports) {
		c->count[i][packets]++;
		c->count[i][flits] += packet[i].flits;
	}
}

static void count_messages(struct case_of *c, uint64_t ports, const struct message *m, enum csr_counter xoff, enum csr_counter xon)
{
	EACH_IN(i, ports)
		c->count[i][m[i].xoff ? xoff : xon]++;
}

static void count_slots(struct case_of *c, uint64_t arrive, uint64_t leave)
{
	for (unsigned i = 0; i < c->shape.radix; i++) {
		c->inside[i] += (uint32_t)(arrive >> i & 1) - (uint32_t)(leave >> i & 1);
		c->peak[i] = c->inside[i] > c->peak[i] ? c->inside[i] : c->peak[i];
	}
}

static void step(struct case_of *c, struct bus_in bus)
{
	const struct switch_out *departing = decided(c, c->cycle - switch_depart(&c->shape)), *replies = decided(c, c->cycle - 1);
	struct switch_out *out = decided(c, c->cycle);

	neighbours_drive(c->neighbours, c->cycle, &c->in);
	c->in.bus = bus;
	neighbours_hear(c->neighbours, c->cycle, departing, replies);
	count_packets(c, c->in.head, c->in.packet, CSR_COUNT_rx_packets, CSR_COUNT_rx_flits);
	count_packets(c, departing->depart, departing->packet, CSR_COUNT_tx_packets, CSR_COUNT_tx_flits);
	if (c->shape.messages == MESSAGES_LINE) {
		count_messages(c, replies->message, replies->msg, CSR_COUNT_xoff_sent, CSR_COUNT_xon_sent);
		count_messages(c, c->in.message, c->in.msg, CSR_COUNT_xoff_received, CSR_COUNT_xon_received);
	}
	count_slots(c, c->in.head, replies->credit);
	memset(out, 0, sizeof *out);
	switch_step(c->sw, c->cycle++, &c->in, out);
}

/* A transfer of APB: three cycles. Returns what is read. */
static uint32_t transfer(struct case_of *c, bool write, uint32_t address, uint32_t data)
{
	struct bus_in bus = { .psel = 1, .pwrite = write, .paddr = address, .pwdata = data, .pstrb = 0xf };

	step(c, bus);
	bus.penable = 1;
	step(c, bus);
	const struct bus_out reply = decided(c, c->cycle - 1)->bus;

	assert_true(reply.pready && !reply.pslverr);
	step(c, bus);
	return reply.prdata;
}

static void compare(struct case_of *c)
{
	uint32_t detections = 0;

	for (unsigned i = 0; i < c->shape.radix; i++) {
		const uint32_t port = CSR_PORTS + CSR_STRIDE * i;

		for (unsigned k = 0; k < c->shape.counters; k++) {
			const uint32_t n = transfer(c, false, port + 4 * k, 0);

			detections += k == CSR_COUNT_detections ? n : 0;
			if (k == CSR_COUNT_rx_stalls || k == CSR_COUNT_tx_stalls)
				assert_in_range(n, k == CSR_COUNT_rx_stalls, c->cycle);
			else if (k != CSR_COUNT_detections && (k < CSR_COUNT_xoff_sent || c->shape.messages == MESSAGES_LINE))
				assert_int_equal(n, c->count[i][k]);
		}
		assert_int_equal(transfer(c, false, port + 4 * c->shape.counters, 0), c->peak[i] << CSR_PEAK);
		for (unsigned g = 1; g < c->shape.gauges; g++)
			assert_int_equal(transfer(c, false, port + 4 * (c->shape.counters + g), 0) & ((1u << CSR_HALF) - 1), 0);
	}
	/* sorted on arrival, a detection takes no line that a packet enters in this cycle */
	assert_in_range(detections, switch_counts(c->sw)->detections, switch_counts(c->sw)->detections * (c->shape.sorted ? 2 : 1));
	assert_int_equal(transfer(c, false, CSR_AT_flags, 0), detections ? 1u << CSR_FLAG_detected : 0);
}

static void counts_what_links_carry(void **state)
{
	struct case_of *c = calloc(1, sizeof *c);
	struct neighbours_config traffic;

	assert_non_null(c);
	c->shape = SHAPE_GIVEN("csr=apb %s", (const char *)*state);
	struct shape without = c->shape;

	without.csr = CSR_none;                 /* the neighbours leave the bus alone */
	traffic = neighbours_default(&without);
	traffic.traffic = TRAFFIC_HOTSPOT;
	traffic.stop_cycle = CYCLES;
	c->sw = switch_new(&c->shape);
	c->neighbours = neighbours_new(&without, &traffic);
	assert_true(c->sw && c->neighbours);
	while (c->cycle < CYCLES || !neighbours_drained(c->neighbours) || !switch_drained(c->sw)) {
		step(c, (struct bus_in){ 0 });
		assert_true(c->cycle < MOST);
	}
	transfer(c, true, CSR_AT_control, 1u << CSR_BIT_control_snapshot);
	compare(c);
	switch_free(c->sw);
	neighbours_free(c->neighbours);
	free(c);
}

int main(void)
{
	static const char *const switches[] = {
		"scheme=recn-iq sorting=arrival slots=64", "scheme=recn-iq sorting=head slots=64", "scheme=fbicm sorting=arrival slots=64",
		"scheme=fbicm sorting=head slots=64", "scheme=pfc sorting=arrival slots=128", "scheme=obqa sorting=arrival slots=64",
	};
	struct CMUnitTest tests[sizeof switches / sizeof *switches];

	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		tests[i] = (struct CMUnitTest)cmocka_unit_test_prestate(counts_what_links_carry, (void *)(uintptr_t)switches[i]);
	return cmocka_run_group_tests_name("cmodel_registers", tests, NULL, NULL);
}
