#include "end_node.h"

#include "link_use.h"
#include "switch_model.h"

#include <assert.h>
#include <stdlib.h>

enum { COMING = SWITCH_DEPART_MOST + 1 };       /* cycles that a departure is ahead of its header, and one */
_Static_assert((COMING & (COMING - 1)) == 0, "cycles are counted modulo 2**64: a power of two");

/*
 * Invariant: before the step of cycle c, registers of the adapters are those of the beginning of c, `credit` and `message` are what the interface tells the
 * host in c, and coming[c] is the packet whose header is on tx_* of its port 1 in c.
 */
struct end_node {
	struct sluice_switch base;      /* for observers of its parts, with a model alone */
	struct shape shape;
	uint32_t number;
	uint64_t cycle;
	struct sluice_switch *nic;
	unsigned depart;

	struct arrival { struct packet packet; unsigned tokens; } coming[COMING], arriving;     /* tokens: of the link in the cycle of the header */
	uint64_t header;                /* of the packet that arrives: the cycle in which its header did, ... */
	unsigned next;                  /* ... its flit that is next */
	struct flit from_nic;           /* on tx_* of port 1 in this cycle */
	bool credit, told;
	unsigned credit_queue;
	struct message message;

	struct host_source source;      /* to a network interface that counts slots, and from it ... */
	struct host_sink sink;
	struct host_send host_send;     /* ... or cells */
	struct host_receive host_receive;
	struct axis_send send;
	struct axis_receive receive;    /* frames of several packets */
	struct axis_through through;    /* frames of one */
};

SWITCH_OF(end_node)

static void place(struct end_node *n, struct arena *a)
{
	if (n->shape.cell_nic) {
		host_send_place(&n->host_send, &n->shape, a);
		host_receive_place(&n->host_receive, &n->shape, a);
	} else {
		host_source_place(&n->source, &n->shape, a);
		host_sink_place(&n->sink, &n->shape, a);
	}
	if (n->shape.frames_cut)
		axis_receive_place(&n->receive, &n->shape, a);
}

struct end_node *end_node_new(const struct shape *shape, uint32_t number)
{
	struct end_node measured = { .shape = *shape };
	struct arena a = { .used = { sizeof measured, 0 } };
	struct end_node *n;

	assert(shape->nic);
	place(&measured, &a);
	const size_t hot = (a.used[HOT] + 63) / 64 * 64, size = (hot + a.used[COLD] + 63) / 64 * 64;

	n = aligned_alloc(64, size);
	if (!n)
		return NULL;
	memset(n, 0, size);
	n->shape = *shape;
	n->number = number;
	n->depart = switch_depart(shape);
	a = (struct arena){ .block = (char *)n, .used = { sizeof *n, hot } };
	place(n, &a);
	if (shape->cell_nic)
		host_send_reset(&n->host_send);
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
	struct arrival *const a = &n->coming[n->cycle % COMING];

	if (a->packet.flits) {
		n->arriving = *a;
		n->header = n->cycle;
		n->next = 0;
	}
	a->packet.flits = 0;
	n->from_nic.packet.flits = 0;
	if (n->next < n->arriving.packet.flits && n->cycle == n->header + link_flit(&n->shape, n->arriving.tokens, n->next))
		n->from_nic = (struct flit){ n->arriving.packet, n->next++ };
}

static const struct flit *there(const struct flit *f)
{
	return f->packet.flits ? f : NULL;
}

static bool send_ready(const struct end_node *n)
{
	return n->shape.cell_nic ? host_send_ready(&n->host_send) : host_source_ready(&n->source);
}

static bool send_refused(const struct end_node *n)
{
	return n->shape.cell_nic ? n->host_send.refused : n->source.refused;
}

/* From the host to the interface's adapter. */
static void step_source(struct end_node *n, const struct host_source_in *in)
{
	struct host_source_in s = *in;

	s.credit = n->credit;
	s.credit_queue = n->credit_queue;
	if (n->shape.cell_nic)
		host_send_step(&n->host_send, &n->shape, n->number, &s, n->told ? &n->message : NULL);
	else
		host_source_step(&n->source, &n->shape, n->number, &s);
}

static void send_packets(struct end_node *n, bool run, const struct host_in *in, struct host_out *seen)
{
	const struct host_source_in s = {
		.valid = in->valid && run, .last = in->last, .flit = in->flit, .destination = in->destination, .queue = in->level,
	};

	seen->ready = send_ready(n) && run;
	seen->refused = send_refused(n);
	step_source(n, &s);
}

static void send_frames(struct end_node *n, bool run, const struct host_in *in, struct host_out *seen)
{
	const struct axis_send_in a = {
		.run = run, .valid = in->valid, .last = in->last, .flit = in->flit, .destination = in->destination, .id = in->id,
		.ready = send_ready(n), .refused = send_refused(n),
	};
	const struct axis_send_out w = axis_send_wires(&n->send, &n->shape, &a);
	const struct host_source_in s = { .valid = w.send, .last = w.send_last, .flit = in->flit, .destination = w.destination, .queue = w.level };

	seen->ready = w.tready;
	seen->dropped = axis_send_dropped(&n->send);
	axis_send_step(&n->send, &n->shape, &a);
	step_source(n, &s);
}

static struct host_sink_out receive_shows(const struct end_node *n)
{
	return n->shape.cell_nic ? host_receive_shows(&n->host_receive) : host_sink_shows(&n->sink);
}

static void step_sink(struct end_node *n, bool ready)
{
	const struct host_sink_in s = { there(&n->from_nic), ready };

	if (n->shape.cell_nic)
		host_receive_step(&n->host_receive, &n->shape, &s);
	else
		host_sink_step(&n->sink, &s);
}

static void receive_packets(struct end_node *n, const struct host_in *in, struct host_out *seen)
{
	const struct host_sink_out shown = receive_shows(n);

	if (shown.flit)
		*seen = (struct host_out){ seen->ready, seen->refused, seen->dropped, true, shown.first, shown.last, *shown.flit, shown.source };
	step_sink(n, in->ready);
}

static void receive_frames(struct end_node *n, const struct host_in *in, struct host_out *seen)
{
	const struct host_sink_out shown = receive_shows(n);
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

/* What the adapters' registers show the interface in this cycle. */
static void show_nic(const struct end_node *n, struct switch_in *in)
{
	const bool cells = n->shape.cell_nic, credit = cells ? n->host_receive.credit : n->sink.credit;
	const struct flit *const sent = cells ? host_send_sends(&n->host_send) : host_source_sends(&n->source);

	in->head &= bit(NIC_NETWORK);
	in->credit &= bit(NIC_NETWORK);
	in->message &= bit(NIC_NETWORK);
	if (sent && !sent->number) {
		in->head |= bit(NIC_HOST);
		in->packet[NIC_HOST] = sent->packet;
		in->tokens[NIC_HOST] = (uint8_t)(cells ? n->host_send.tokens : 0);
	}
	in->credit |= (uint64_t)credit << NIC_HOST;
	in->credit_queue[NIC_HOST] = (uint16_t)(cells ? n->host_receive.credit_vc : 0);
}

/* The interface: what its registers show goes to the host in this cycle or later. */
static void step_nic(struct end_node *n, const struct switch_in *in, struct switch_out *out)
{
	switch_step(n->nic, n->cycle, in, out);
	if (out->depart >> NIC_HOST & 1)
		n->coming[(n->cycle + n->depart) % COMING] = (struct arrival){ out->packet[NIC_HOST], out->tokens[NIC_HOST] };
	n->credit = out->credit >> NIC_HOST & 1;
	n->credit_queue = out->credit_queue[NIC_HOST];
	n->told = out->message >> NIC_HOST & 1;
	n->message = out->msg[NIC_HOST];
	out->depart &= bit(NIC_NETWORK);
	out->credit &= bit(NIC_NETWORK);
	out->message &= bit(NIC_NETWORK);
}

void end_node_step(struct end_node *n, bool run, const struct switch_in *link, const struct host_in *in, struct switch_out *out, struct host_out *seen)
{
	const bool axis = n->shape.axis_bytes;
	struct switch_in into = *link;

	show_nic(n, &into);
	*seen = (struct host_out){ .ready = false };
	arrive(n);
	(axis ? send_frames : send_packets)(n, run, in, seen);
	(!axis ? receive_packets : n->shape.frames_cut ? receive_frames : receive_through)(n, in, seen);
	step_nic(n, &into, out);
	n->cycle++;
}

static bool adapters_empty(const struct end_node *n)
{
	if (n->shape.cell_nic)
		return host_send_empty(&n->host_send) && host_receive_empty(&n->host_receive);
	return !host_source_sends(&n->source) && !n->source.whole && !n->source.shown && !host_sink_shows(&n->sink).flit && !n->sink.fill;
}

bool end_node_drained(const struct end_node *n)
{
	return switch_drained(n->nic) && adapters_empty(n) && n->next == n->arriving.packet.flits && !there(&n->from_nic) &&
	       (!n->shape.frames_cut || !axis_receive_shows(&n->receive).beat);
}

/* ----- what is compared ----- */

/* Of what makes AXI-Stream, if that is what the image is of. */
static void image_axis(const struct end_node *n, struct image *m)
{
	axis_send_image(&n->send, m);
	if (n->shape.frames_cut)
		axis_receive_image(&n->receive, &n->shape, m);
	else
		axis_through_image(&n->through, m);
}

static void image(struct sluice_switch *parts, struct image *m)
{
	const struct end_node *const n = end_node(parts);

	if (m->instances[SITE_axis_send]) {
		image_axis(n, m);
	} else if (n->shape.cell_nic) {
		host_send_image(&n->host_send, &n->shape, m);
		host_receive_image(&n->host_receive, &n->shape, m);
	} else {
		host_source_image(&n->source, &n->shape, m);
		host_sink_image(&n->sink, &n->shape, m);
	}
}

/* The memory of an adapter at its site, but for that of the source, which has two. */
static const struct flit_store *store_at(const struct end_node *n, enum site site, flit_store_word **word)
{
	switch (site) {
	case SITE_sink:
		*word = flit_word;
		return &n->sink.memory;
	case SITE_host_send:
		*word = flit_bare_word;
		return &n->host_send.memory;
	case SITE_host_receive:
		*word = host_receive_word;
		return &n->host_receive.memory;
	default:
		*word = axis_receive_word;
		return &n->receive.memory;
	}
}

static bool memory(const struct sluice_switch *parts, enum site site, unsigned row, unsigned address, uint32_t *words)
{
	const struct end_node *const n = end_node_seen(parts);
	flit_store_word *word;
	const struct flit_store *const store = store_at(n, site, &word);

	if (site == SITE_source)
		return host_source_memory(&n->source, &n->shape, row, address, words);
	return flit_store_memory(store, &n->shape, word, address, words);
}

static uint64_t writes(const struct sluice_switch *parts, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct end_node *const n = end_node_seen(parts);
	flit_store_word *word;
	const struct flit_store *const store = store_at(n, site, &word);

	if (site == SITE_source)
		return host_source_writes(&n->source, row, address);
	*address = store->wrote_at;
	return store->wrote;
}

struct sluice_switch *end_node_parts(struct end_node *n)
{
	static const struct switch_model adapters = { .image = image, .memory = memory, .writes = writes };

	n->base.model = &adapters;
	return &n->base;
}
