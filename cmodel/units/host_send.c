#include "host_send.h"

#define UNIT_ROWS "units/host_send.def"
#include "rows.h"

void host_send_place(struct host_send *u, const struct shape *s, struct arena *a)
{
	u->side = shape_side(s, SIDE_SEND);
	u->memory.flit = arena_take(a, HOT, 2 * s->packet_flits, sizeof *u->memory.flit);
	unit_place(&ccu_unit, &u->credits, &(struct bank){ &u->side, 1, 1 }, a);
	unit_place(&lport_unit, &u->lport, &(struct bank){ &u->side, 1, 1 }, a);
}

void host_send_reset(struct host_send *u)
{
	ccu_unit.reset(&u->credits, &(struct bank){ &u->side, 1, 1 });
	lport_unit.reset(&u->lport, &(struct bank){ &u->side, 1, 1 });
}

static unsigned address_of(const struct shape *s, unsigned buffer, unsigned number)
{
	return buffer * s->packet_flits + number;
}

/* ----- from the host ----- */

static bool known(const struct shape *s, const struct host_source_in *in)
{
	return in->destination < s->ends && in->queue < s->sls;
}

static void store(struct host_send *u, const struct shape *s, const struct host_source_in *in)
{
	struct host_send_packet *const p = u->buffer + u->wr;

	if (!u->stored) {
		p->sl = in->queue;
		p->destination = in->destination;
	}
	flit_store_write(&u->memory, address_of(s, u->wr, u->stored), &in->flit);
	if (!in->last)
		return;
	p->flits = u->stored + 1;
	u->whole[u->wr] = true;
	u->wr ^= 1;
}

/* A flit of the host is taken. */
static void take(struct host_send *u, const struct shape *s, const struct host_source_in *in)
{
	const bool refuse = u->refuse || (u->stored ? u->stored == s->packet_flits : !known(s, in));

	if (!refuse)
		store(u, s, in);
	u->refuse = refuse && !in->last;
	u->refused = refuse && in->last;
	if (in->last)
		u->stored = 0;
	else if (u->stored != s->packet_flits)
		u->stored++;
}

/* ----- to the send side ----- */

/* May the packet of the older buffer begin to leave? */
static bool may(const struct host_send *u)
{
	const struct host_send_packet *const p = u->buffer + u->rd;

	return u->whole[u->rd] && !host_stops_queue(&u->stops, host_queue(&u->side, p->sl, p->destination)) &&
	       credits_of(&u->side, p->flits) <= ccu_spare(&u->credits, &u->side, 0, p->sl);
}

static void put_header(const struct host_send_packet *info, unsigned node, struct packet *p)
{
	p->turnpool = info->destination;
	p->turns_left = 0;
	p->sl = info->sl & 0xf;
	p->flits = info->flits & 0xfff;
	p->source = node & 0xffffff;
	p->to = (uint16_t)info->destination;
}

/* A packet begins to leave. tokens: of the link in this cycle. */
static void begin_leaving(struct host_send *u, unsigned tokens)
{
	u->leaving = u->buffer[u->rd];
	u->tokens_read = tokens;
	ccu_take(&u->credits, &u->side, 0, u->leaving.sl, credits_of(&u->side, u->leaving.flits));
}

/* A flit is read, and goes to the link register with its header. */
static void read_flit(struct host_send *u, const struct shape *s, unsigned node)
{
	struct packet p;

	u->memory.read = u->memory.flit[address_of(s, u->rd, u->gone)];
	p = u->memory.read.packet;
	put_header(&u->leaving, node, &p);
	lport_read(&u->lport, 0, &p, u->memory.read.number);
	if (++u->gone != u->leaving.flits)
		return;
	u->whole[u->rd] = false;
	u->gone = 0;
	u->rd ^= 1;
}

/* The link and the credits pass a cycle, in which a flit is read or not. */
static void pass(struct host_send *u, bool reads, bool head, const struct host_source_in *in)
{
	const uint16_t given[SWITCH_PORTS] = { (uint16_t)in->credit_queue };

	if (u->lport.rd_head)
		u->tokens = u->tokens_read;
	ccu_begin(&u->credits, &u->side);
	if (head)
		begin_leaving(u, *u->lport.tokens);
	ccu_give(&u->credits, in->credit, given);
	lport_pass(&u->lport, &u->side, reads, head);
}

void host_send_step(struct host_send *u, const struct shape *s, unsigned node, const struct host_source_in *in, const struct message *message)
{
	const bool takes = in->valid && host_send_ready(u);
	const bool reads = pace_allows(s, *u->lport.tokens) && (u->gone || may(u)), head = reads && !u->gone;

	pass(u, reads, head, in);
	u->head = head;
	if (reads)
		read_flit(u, s, node);
	if (message)
		host_stops_note(&u->side, &u->stops, message);
	u->memory.wrote = u->refused = false;
	if (takes)
		take(u, s, in);
}

bool host_send_empty(const struct host_send *u)
{
	return !u->whole[0] && !u->whole[1] && !u->lport.rd_valid && !u->lport.tx_valid && u->side.speed_n - *u->lport.tokens == 1 &&
	       !u->credits.out && !host_stops_any(&u->stops);
}

/* ----- what is compared ----- */

static void image_buffers(const struct host_send *u, const struct shape *s, struct rendering r)
{
	for (unsigned b = 0; b < 2; b++) {
		render_field(r, 0, ROW_whole_q, b, 1, u->whole[b]);
		render_field(r, 0, ROW_length_q, b, s->flits_w, u->buffer[b].flits);
		render_field(r, 0, ROW_sl_here_q, b, s->sl_w, u->buffer[b].sl);
		render_field(r, 0, ROW_destination_here_q, b, s->destination_w, u->buffer[b].destination);
	}
}

void host_send_image(const struct host_send *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_host_send);

	render(r, 0, ROW_wr_q, u->wr);
	render(r, 0, ROW_wr_flits_q, u->stored);
	render_bit(r, 0, ROW_refuse_q, u->refuse);
	render_bit(r, 0, ROW_refused_q, u->refused);
	render(r, 0, ROW_rd_q, u->rd);
	render(r, 0, ROW_rd_flits_q, u->gone);
	render_bit(r, 0, ROW_head_q, u->head);
	render(r, 0, ROW_flits_q, u->leaving.flits);
	render(r, 0, ROW_sl_q, u->leaving.sl);
	render(r, 0, ROW_destination_q, u->leaving.destination);
	render_set(r, 0, ROW_stopped_q, u->stops.stopped);
	image_buffers(u, s, r);
	ccu_unit.image((struct ccu *)&u->credits, &(struct sight){ .s = &u->side, .site = SITE_host_send_credits, .ports = 1 }, m);
	lport_unit.image((struct lport *)&u->lport, &(struct sight){ .s = &u->side, .site = SITE_host_send_lport, .ports = 1 }, m);
	flit_store_image(&u->memory, s, flit_bare_word, SITE_host_send, ROW_packet_mem, m);
}
