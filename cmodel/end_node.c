#include "end_node.h"

#include <assert.h>
#include <stdlib.h>

enum { COMING = SWITCH_DEPART_MOST + 1 };       /* cycles that a departure is ahead of its header, and one */
_Static_assert((COMING & (COMING - 1)) == 0, "cycles are counted modulo 2**64: a power of two");

/*
 * Invariant: before the step of cycle c, registers of the adapters are those of the beginning of c, `credit` is what the interface gives the host
 * in c, and coming[c] the packet whose header is on tx_* of its port 1 in c.
 */
struct end_node {
	struct shape shape;
	uint32_t number;
	uint64_t cycle;
	struct sluice_switch *nic;
	unsigned depart;

	struct packet coming[COMING];
	struct flit from_nic;           /* on tx_* of port 1 */
	bool credit;
	unsigned credit_queue;

	struct host_source source;
	struct host_sink sink;
	struct axis_send send;
	struct axis_receive receive;    /* frames of several packets */
	struct axis_through through;    /* frames of one */
};

static void place(struct end_node *n, struct arena *a)
{
	host_source_place(&n->source, &n->shape, a);
	host_sink_place(&n->sink, &n->shape, a);
	if (n->shape.frames_cut)
		axis_receive_place(&n->receive, &n->shape, a);
}

struct end_node *end_node_new(const struct shape *shape, uint32_t number)
{
	struct end_node measured = { .shape = *shape };
	struct arena a = { NULL, { sizeof measured, 0 } };
	struct end_node *n;

	assert(shape->slot_nic);
	place(&measured, &a);
	const size_t hot = (a.used[HOT] + 63) / 64 * 64, size = (hot + a.used[COLD] + 63) / 64 * 64;

	n = aligned_alloc(64, size);
	if (!n)
		return NULL;
	memset(n, 0, size);
	n->shape = *shape;
	n->number = number;
	n->depart = switch_depart(shape);
	a = (struct arena){ (char *)n, { sizeof *n, hot } };
	place(n, &a);
	n->nic = switch_new(shape);
	if (n->nic)
		return n;
	free(n);
	return NULL;
}

void end_node_free(struct end_node *n)
{
	if (n)
		switch_free(n->nic);
	free(n);
}

struct sluice_switch *end_node_nic(const struct end_node *n)
{
	return n->nic;
}

/* ----- a cycle ----- */

/* The flit that the interface sends its host. */
static void arrive(struct end_node *n)
{
	struct packet *const p = &n->coming[n->cycle % COMING];
	struct flit *const f = &n->from_nic;

	if (p->flits)
		*f = (struct flit){ *p, 0 };
	else if (f->packet.flits && ++f->number == f->packet.flits)
		f->packet.flits = 0;
	p->flits = 0;
}

static const struct flit *there(const struct flit *f)
{
	return f->packet.flits ? f : NULL;
}

/* From the host to the source. */
static void step_source(struct end_node *n, const struct host_source_in *in)
{
	struct host_source_in s = *in;

	s.credit = n->credit;
	s.credit_queue = n->credit_queue;
	host_source_step(&n->source, &n->shape, n->number, &s);
}

static void send_packets(struct end_node *n, bool run, const struct host_in *in, struct host_out *seen)
{
	const struct host_source_in s = {
		.valid = in->valid && run, .last = in->last, .flit = in->flit, .destination = in->destination, .queue = in->level,
	};

	seen->ready = host_source_ready(&n->source) && run;
	seen->refused = host_source_refused(&n->source);
	step_source(n, &s);
}

static void send_frames(struct end_node *n, bool run, const struct host_in *in, struct host_out *seen)
{
	const struct axis_send_in a = {
		.run = run, .valid = in->valid, .last = in->last, .flit = in->flit, .destination = in->destination, .id = in->id,
		.ready = host_source_ready(&n->source), .refused = host_source_refused(&n->source),
	};
	const struct axis_send_out w = axis_send_wires(&n->send, &n->shape, &a);
	const struct host_source_in s = { .valid = w.send, .last = w.send_last, .flit = in->flit, .destination = w.destination, .queue = w.level };

	seen->ready = w.tready;
	seen->dropped = axis_send_dropped(&n->send);
	axis_send_step(&n->send, &n->shape, &a);
	step_source(n, &s);
}

static void step_sink(struct end_node *n, bool ready)
{
	const struct host_sink_in s = { there(&n->from_nic), ready };

	host_sink_step(&n->sink, &s);
}

static void receive_packets(struct end_node *n, const struct host_in *in, struct host_out *seen)
{
	const struct host_sink_out shown = host_sink_shows(&n->sink);

	if (shown.flit)
		*seen = (struct host_out){ seen->ready, seen->refused, seen->dropped, true, shown.first, shown.last, *shown.flit, shown.source };
	step_sink(n, in->ready);
}

static void receive_frames(struct end_node *n, const struct host_in *in, struct host_out *seen)
{
	const struct host_sink_out shown = host_sink_shows(&n->sink);
	const struct axis_receive_in r = { shown.flit, shown.first, shown.source, in->ready };
	const struct axis_receive_out out = axis_receive_shows(&n->receive);
	const bool ready = shown.flit && axis_receive_ready(&n->receive, &n->shape, &r);

	if (out.beat)
		*seen = (struct host_out){ seen->ready, false, seen->dropped, true, false, out.last, *out.beat, out.source };
	axis_receive_step(&n->receive, &n->shape, &r);
	step_sink(n, ready);
}

static void receive_through(struct end_node *n, const struct host_in *in, struct host_out *seen)
{
	receive_packets(n, in, seen);
	const uint32_t source = seen->source;

	seen->source = axis_through_source(&n->through, seen->first, source);
	axis_through_step(&n->through, seen->valid, seen->first, source);
}

/* The interface: what its registers show goes to the host in this cycle or later. */
static void step_nic(struct end_node *n, const struct switch_in *link, bool credit, const struct flit *sent, struct switch_out *out)
{
	struct switch_in in = *link;

	in.head &= bit(NIC_NETWORK);
	in.credit &= bit(NIC_NETWORK);
	in.message &= bit(NIC_NETWORK);
	if (sent && !sent->number) {
		in.head |= bit(NIC_HOST);
		in.packet[NIC_HOST] = sent->packet;
	}
	in.credit |= (uint64_t)credit << NIC_HOST;
	in.credit_queue[NIC_HOST] = 0;
	switch_step(n->nic, n->cycle, &in, out);
	if (out->depart >> NIC_HOST & 1)
		n->coming[(n->cycle + n->depart) % COMING] = out->packet[NIC_HOST];
	n->credit = out->credit >> NIC_HOST & 1;
	n->credit_queue = out->credit_queue[NIC_HOST];
	out->depart &= bit(NIC_NETWORK);
	out->credit &= bit(NIC_NETWORK);
	out->message &= bit(NIC_NETWORK);
}

void end_node_step(struct end_node *n, bool run, const struct switch_in *link, const struct host_in *in, struct switch_out *out, struct host_out *seen)
{
	const bool axis = n->shape.axis_bytes, credit = host_sink_credit(&n->sink);
	const struct flit *const sends = host_source_sends(&n->source);
	const struct flit sent = sends ? *sends : (struct flit){ .number = 0 };

	*seen = (struct host_out){ .ready = false };
	arrive(n);
	(axis ? send_frames : send_packets)(n, run, in, seen);
	(!axis ? receive_packets : n->shape.frames_cut ? receive_frames : receive_through)(n, in, seen);
	step_nic(n, link, credit, sent.packet.flits ? &sent : NULL, out);
	n->cycle++;
}

bool end_node_drained(const struct end_node *n)
{
	return switch_drained(n->nic) && !host_source_sends(&n->source) && !n->source.whole && !n->source.shown && !host_sink_shows(&n->sink).flit && !n->sink.fill &&
	       !there(&n->from_nic) && (!n->shape.frames_cut || !axis_receive_shows(&n->receive).beat);
}

/* ----- what is compared ----- */

static void image_adapters(void *of, uint64_t cycle, struct image *m)
{
	const struct end_node *const n = of;

	(void)cycle;    /* the one that begins */
	host_source_image(&n->source, &n->shape, m);
	host_sink_image(&n->sink, &n->shape, m);
}

static bool memory_adapters(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct end_node *const n = of;

	(void)cycle, (void)port;
	return site == SITE_source ? host_source_memory(&n->source, &n->shape, row, address, words) : host_sink_memory(&n->sink, &n->shape, address, words);
}

static uint64_t writes_adapters(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct end_node *const n = of;

	(void)cycle;
	return site == SITE_source ? host_source_writes(&n->source, row, address) : host_sink_writes(&n->sink, address);
}

static void word_adapters(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	memory_adapters(of, cycle, site, row, port, address, words);
}

struct observed end_node_adapters(struct end_node *n)
{
	static const struct observed_kind kind = { image_adapters, memory_adapters, writes_adapters, word_adapters };

	return (struct observed){ n, &kind };
}

static void image_axis(void *of, uint64_t cycle, struct image *m)
{
	const struct end_node *const n = of;

	(void)cycle;
	axis_send_image(&n->send, m);
	if (n->shape.frames_cut)
		axis_receive_image(&n->receive, &n->shape, m);
	else
		axis_through_image(&n->through, m);
}

static bool memory_axis(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct end_node *const n = of;

	(void)cycle, (void)site, (void)row, (void)port;        /* it has one */
	return axis_receive_memory(&n->receive, &n->shape, address, words);
}

static uint64_t writes_axis(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct end_node *const n = of;

	(void)cycle, (void)site, (void)row;
	return axis_receive_writes(&n->receive, address);
}

static void word_axis(const void *of, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	memory_axis(of, cycle, site, row, port, address, words);
}

struct observed end_node_axis(struct end_node *n)
{
	static const struct observed_kind kind = { image_axis, memory_axis, writes_axis, word_axis };

	return (struct observed){ n, &kind };
}
