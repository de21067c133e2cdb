#include "host_source.h"

#include <assert.h>

#define UNIT_ROWS "units/source.def"
#include "rows.h"

void host_source_place(struct host_source *u, const struct shape *s, struct arena *a)
{
	u->flits = s->source_flits;
	u->credits = slot_credits(s->source_slots);
	u->used = arena_take(a, HOT, s->send_queues, sizeof *u->used);
	u->memory.flit = arena_take(a, HOT, u->flits, sizeof *u->memory.flit);
	u->note = arena_take(a, HOT, u->flits, sizeof *u->note);
}

static unsigned after(const struct host_source *u, unsigned place)
{
	return place + 1 == u->flits ? 0 : place + 1;
}

/* The packet whose first flit is on the pins. */
static struct host_source_packet packet_of(const struct shape *s, const struct host_source_in *in)
{
	return (struct host_source_packet){ .destination = in->destination, .queue = s->messages == MESSAGES_QUEUE ? in->queue : in->destination };
}

static bool known(const struct shape *s, const struct host_source_packet *p)
{
	return p->destination < s->nodes + s->ends && p->queue < s->send_queues;
}

/* The packet that comes is whole. */
static void end_packet(struct host_source *u)
{
	u->coming.flits = u->stored + 1;
	u->note[u->start] = u->coming;
	u->noted = true;
	u->noted_at = u->start;
	u->start = after(u, u->wr_at);
	u->whole += u->stored + 1;
}

static void store(struct host_source *u, const struct host_source_in *in)
{
	flit_store_write(&u->memory, u->wr_at, &in->flit);
	if (in->last)
		end_packet(u);
	u->wr_at = after(u, u->wr_at);
	u->stored = in->last ? 0 : u->stored + 1;
}

/* A flit of the host is taken. */
static void take(struct host_source *u, const struct shape *s, const struct host_source_in *in)
{
	const bool begins = !u->stored && !u->refuse;

	if (begins)
		u->coming = packet_of(s, in);
	const bool refuse = u->refuse || (begins ? !known(s, &u->coming) : u->stored == s->packet_flits);

	if (refuse) {
		u->wr_at = u->start;
		u->stored = 0;
	} else {
		store(u, in);
	}
	u->refuse = refuse && !in->last;
	u->refused = refuse && in->last;
}

static void put_header(const struct shape *s, unsigned node, const struct host_source_packet *info, struct packet *p)
{
	if (s->by_route) {
		p->turnpool = info->destination;
	} else {
		p->destination = info->destination;
		p->queue = s->messages == MESSAGES_QUEUE ? info->queue : 0;
	}
	p->turns_left = 0;
	p->source = node & 0xffffff;
	p->flits = info->flits & 0xfff;
	p->to = (uint16_t)info->destination;
}

/* The flit that was read goes to the link. */
static void send(struct host_source *u, const struct shape *s, unsigned node)
{
	u->head = !u->left;
	u->link = u->memory.read;
	if (u->head) {
		put_header(s, node, &u->info, &u->link.packet);
		u->used[u->info.queue]++;
		u->left = u->info.flits;
	}
	u->left--;
}

static void return_credit(struct host_source *u, unsigned queue)
{
	assert(u->used[queue] && "a credit that was not taken");
	u->used[queue]--;
}

static void read_flit(struct host_source *u)
{
	u->memory.read = u->memory.flit[u->rd_at];
	u->info = u->note[u->rd_at];
	u->rd_at = after(u, u->rd_at);
	u->whole--;
}

void host_source_step(struct host_source *u, const struct shape *s, unsigned node, const struct host_source_in *in)
{
	const bool takes = in->valid && host_source_ready(u);
	const bool goes = u->shown && (u->left || host_source_room(u, u->info.queue));
	const bool reads = u->whole && (!u->shown || goes);

	u->valid = goes;
	u->head = false;
	if (goes)
		send(u, s, node);
	if (in->credit)
		return_credit(u, in->credit_queue);
	if (reads)
		read_flit(u);
	u->shown = reads || (u->shown && !goes);
	u->memory.wrote = u->noted = u->refused = false;
	if (takes)
		take(u, s, in);
}

/* {flits, queue if it is not the destination, destination}, the destination lowest. */
static uint64_t info_word(const struct shape *s, const struct host_source_packet *p)
{
	const unsigned queue_w = s->messages == MESSAGES_QUEUE ? s->send_queue_w : 0;

	return p->destination | (p->queue & ones(queue_w)) << s->destination_w | (uint64_t)p->flits << (s->destination_w + queue_w);
}

static void image_info(const struct host_source *u, const struct shape *s, struct rendering r, struct image *m)
{
	if (!u->memory.read.packet.flits)
		return;
	if (!u->info.flits) {
		render_unknown(m, SITE_source, ROW_info_mem, 0);
		return;
	}
	render_known(m, SITE_source, ROW_info_mem, 0);
	render(r, 0, ROW_info_mem, info_word(s, &u->info));
}

static void image_link(const struct host_source *u, const struct shape *s, struct rendering r)
{
	render_bit(r, 0, ROW_rx_valid_q, u->valid);
	render_bit(r, 0, ROW_rx_head_q, u->head);
	if (!u->link.packet.flits)
		return;
	if (u->link.number)
		packet_bare_flit(s, &u->link.packet, u->link.number, render_words(r, 0, ROW_rx_data_q));
	else
		packet_flit(s, &u->link.packet, 0, render_words(r, 0, ROW_rx_data_q));
}

void host_source_image(const struct host_source *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_source);

	render(r, 0, ROW_start_q, u->start);
	render(r, 0, ROW_wr_at_q, u->wr_at);
	render(r, 0, ROW_stored_q, u->stored);
	render(r, 0, ROW_destination_q, u->coming.destination);
	render(r, 0, ROW_queue_q, u->coming.queue);
	render_bit(r, 0, ROW_refuse_q, u->refuse);
	render_bit(r, 0, ROW_refused_q, u->refused);
	render(r, 0, ROW_whole_q, u->whole);
	render_bit(r, 0, ROW_shown_q, u->shown);
	render(r, 0, ROW_rd_at_q, u->rd_at);
	render(r, 0, ROW_left_q, u->left);
	for (unsigned q = 0; q < s->send_queues; q++)
		render_field(r, 0, ROW_used_q, q, s->source_used_w, u->used[q]);
	image_link(u, s, r);
	flit_store_image(&u->memory, s, flit_bare_word, SITE_source, ROW_flit_mem, m);
	image_info(u, s, r, m);
}

bool host_source_memory(const struct host_source *u, const struct shape *s, unsigned row, unsigned address, uint32_t *words)
{
	if (row == ROW_info_mem) {
		words_put(words, info_word(s, u->note + address), s->info_w);
		return u->note[address].flits;
	}
	return flit_store_memory(&u->memory, s, flit_bare_word, address, words);
}

bool host_source_writes(const struct host_source *u, unsigned row, unsigned *address)
{
	*address = row == ROW_info_mem ? u->noted_at : u->memory.wrote_at;
	return row == ROW_info_mem ? u->noted : u->memory.wrote;
}
