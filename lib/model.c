#include "sluice.h"

#include "bench/cube.h"
#include "call.h"
#include "command_line.h"
#include "link_contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = SWITCH_DEPART_MOST + 1 };

struct named {
	char name[IMAGE_NAME];
	unsigned reg;                   /* in the image */
};

struct sluice_model {
	struct shape s;
	struct sluice_switch *sw;
	struct image *image;
	struct link_contract contract;
	struct sluice_word word;        /* that the configuration port writes in this cycle */
	struct signal pins[PINS];
	struct named *named;            /* of all registers, by name */
	struct switch_in in;            /* of the cycle that comes next */
	struct switch_out out[SLOTS];   /* what the last cycles decided, by cycle modulo their number */
	uint64_t cycle;
	uint64_t sent, delivered;
};

_Static_assert((int)SLUICE_NAME == (int)IMAGE_NAME && (int)SLUICE_WHY >= (int)PARAMS_WHY, "names and messages are passed on");

static const struct command_line line = { .name = "gen" };

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

static bool name_registers(struct sluice_model *m)
{
	m->named = calloc(m->image->n, sizeof *m->named);
	for (unsigned i = 0; m->named && i < m->image->n; i++) {
		m->named[i].reg = i;
		image_register_name(m->image, &m->image->regs[i], m->named[i].name);
	}
	if (m->named)
		qsort(m->named, m->image->n, sizeof *m->named, by_name);
	return m->named;
}

static bool begin(struct sluice_model *m)
{
	const bool contract = link_contract_begin(&m->contract, &m->s);

	m->sw = switch_new(&m->s);
	m->image = image_new(&m->s);
	ports_describe(&m->s, m->pins);
	return contract && m->sw && m->image && name_registers(m);
}

struct sluice_model *sluice_model_new(const struct sluice_option *o, size_t n, char why[SLUICE_WHY])
{
	const struct c_locale l = c_locale_begin();
	struct options given;
	const bool read = options_of_call(&given, &line, o, n, why) && options_config(&given, why);
	struct sluice_model *m = read ? calloc(1, sizeof *m) : NULL;

	c_locale_end(l);
	if (m) {
		m->s = shape_of(&given.params);
		if (begin(m))
			return m;
	}
	if (read)
		snprintf(why, SLUICE_WHY, "not enough memory");
	one_line(why);
	sluice_model_free(m);
	return NULL;
}

void sluice_model_free(struct sluice_model *m)
{
	if (!m)
		return;
	link_contract_end(&m->contract);
	switch_free(m->sw);
	image_free(m->image);
	free(m->named);
	free(m);
}

unsigned sluice_model_ports(const struct sluice_model *m)
{
	return m->s.radix;
}

uint64_t sluice_model_cycle(const struct sluice_model *m)
{
	return m->cycle;
}

static const struct switch_out *departing(const struct sluice_model *m)
{
	return &m->out[(m->cycle - switch_depart(&m->s)) % SLOTS];
}

static const struct switch_out *replying(const struct sluice_model *m)
{
	return &m->out[(m->cycle - 1) % SLOTS];
}

/* ---- What the links bring ---- */

/* Is it a port, to which nothing of this kind has come in this cycle? */
static bool fresh(const struct sluice_model *m, unsigned port, uint64_t taken, const char *what, char why[SLUICE_WHY])
{
	return contract_range("port", port, 0, m->s.radix - 1, why) &&
	       (!(taken >> port & 1) || why_not(why, SLUICE_WHY, "port %u has a %s in this cycle already", port, what));
}

/* Fields are of so many bits in the model, which keeps but some of destinations. */
static bool packet_fits(const struct shape *s, const struct sluice_packet *p, char why[SLUICE_WHY])
{
	return contract_range("turns_left", p->turns_left, 0, UINT8_MAX, why) && contract_range("flits", p->flits, 0, 0xfff, why) &&
	       contract_range("sl", p->sl, 0, 0xf, why) && contract_range("source", p->source, 0, 0xffffff, why) &&
	       (!s->by_destination || p->destination <= UINT16_MAX || contract_range("destination", p->destination, 0, s->class_queues - 1, why));
}

static struct packet packet_in(const struct shape *s, const struct sluice_packet *p)
{
	struct packet to = {
		.tag = p->tag, .source = p->source & 0xffffff, .turns_left = p->turns_left & 0xff, .flits = p->flits & 0xfff, .sl = p->sl & 0xf,
		.to = p->destination & 0xffff,
	};

	if (s->nodes || s->by_flits) {
		to.destination = p->destination;
		to.queue = s->nodes ? p->queue : 0;
	} else {
		to.turnpool = p->turnpool;
	}
	if (s->by_flits)
		to.to = cube_number(s, p->destination) & 0xffff;
	return to;
}

static bool may_send(const struct sluice_model *m, unsigned port, const struct sluice_packet *p, char why[SLUICE_WHY])
{
	if (!fresh(m, port, m->in.head, "header", why) || !packet_fits(&m->s, p, why))
		return false;
	const struct packet packet = packet_in(&m->s, p);
	uint64_t destination;

	if (m->in.configure && contract_goes_by_word(&m->s, port, &packet, &destination) && destination == m->in.destination)
		return why_not(why, SLUICE_WHY, "destination: the routing table gets its word for %u in this cycle", m->in.destination);
	return contract_allows_packet(&m->contract, m->cycle, port, &packet, p->vc, p->flit, why);
}

bool sluice_model_may_send(const struct sluice_model *m, unsigned port, const struct sluice_packet *p)
{
	char why[SLUICE_WHY];

	return may_send(m, port, p, why);
}

bool sluice_model_send(struct sluice_model *m, unsigned port, const struct sluice_packet *p, char why[SLUICE_WHY])
{
	if (!may_send(m, port, p, why))
		return false;
	m->in.head |= bit(port);
	m->in.packet[port] = packet_in(&m->s, p);
	m->in.vc[port] = (uint8_t)p->vc;
	m->in.flit[port] = (uint8_t)p->flit;
	m->in.tokens[port] = (uint8_t)pacer_tokens(&m->s, &m->contract.in->at[port].pace, m->cycle);
	return true;
}

bool sluice_model_credit(struct sluice_model *m, unsigned port, uint32_t what, char why[SLUICE_WHY])
{
	if (!fresh(m, port, m->in.credit, "credit", why) || !contract_allows_credit(&m->contract, port, what, why))
		return false;
	m->in.credit |= bit(port);
	m->in.credit_queue[port] = (uint16_t)what;
	return true;
}

/* A field that the message of the model has in fewer bits, or not at all. */
static bool message_in(const struct shape *s, const struct sluice_message *from, struct message *m)
{
	bool fits = true;

	*m = (struct message){ .xoff = 0 };
#define FIELD(name, member, there, bits, rx_help, tx_help) \
	if (there) { \
		m->member = (__typeof__(m->member))from->name; \
		fits = fits && m->member == from->name; \
	}
#include "message.def"
	message_complete(s, m);
	return fits;
}

bool sluice_model_message(struct sluice_model *m, unsigned port, const struct sluice_message *from, char why[SLUICE_WHY])
{
	struct message message;

	if (!fresh(m, port, m->in.message, "message", why))
		return false;
	if (!message_in(&m->s, from, &message))
		return why_not(why, SLUICE_WHY, "message: a field is too large");
	if (!contract_allows_message(&m->contract, m->cycle, port, &message, why))
		return false;
	m->in.message |= bit(port);
	m->in.msg[port] = message;
	return true;
}

bool sluice_model_position(struct sluice_model *m, uint32_t at, char why[SLUICE_WHY])
{
	if (m->cycle || m->in.head)
		return why_not(why, SLUICE_WHY, "at: the position stays from the first cycle on");
	if (!contract_position(&m->contract, at, why))
		return false;
	switch_position(m->sw, 0, at);
	return true;
}

/* ---- The routing table ---- */

static bool may_configure(const struct sluice_model *m, uint32_t destination, const struct sluice_word *w, char why[SLUICE_WHY])
{
	uint64_t of;

	if (!contract_allows_word(&m->contract, m->cycle, replying(m), destination, w, why))
		return false;
	if (m->in.configure)
		return why_not(why, SLUICE_WHY, "the configuration port writes a word a cycle");
	EACH_IN(i, m->in.head)
		if (contract_goes_by_word(&m->s, i, &m->in.packet[i], &of) && of == destination)
			return why_not(why, SLUICE_WHY, "destination: a header for %u is on the link into port %u", destination, i);
	return true;
}

bool sluice_model_configure(struct sluice_model *m, uint32_t destination, const struct sluice_word *w, char why[SLUICE_WHY])
{
	if (!may_configure(m, destination, w, why))
		return false;
	m->in.destination = destination;
	m->in.entry = (struct table_entry){ (uint16_t)w->queue, (uint8_t)w->port };
	m->in.route = (struct table_route){ .turns = w->turns, .left = (uint8_t)w->turns_left };
	m->word = *w;
	if (m->cycle) {
		m->in.configure = true;
		return true;
	}
	if (m->s.ends)
		switch_configure_route(m->sw, 0, destination, &m->in.route);
	else
		switch_configure_word(m->sw, 0, destination, &m->in.entry);
	contract_note_word(&m->contract, destination, w);
	return true;
}

/* ---- A cycle ---- */

void sluice_model_step(struct sluice_model *m)
{
	struct switch_out *out = &m->out[m->cycle % SLOTS];

	if (!m->cycle)
		switch_image(m->sw, 0, m->image);
	m->sent += (unsigned)__builtin_popcountll(m->in.head);
	m->delivered += (unsigned)__builtin_popcountll(departing(m)->depart);
	contract_note_in(&m->contract, m->cycle, &m->in);
	contract_note_out(&m->contract, m->cycle, departing(m), replying(m));
	if (m->in.configure)
		contract_note_word(&m->contract, m->in.destination, &m->word);
	out->depart = out->credit = out->message = 0;
	switch_step(m->sw, m->cycle, &m->in, out);
	m->in.head = m->in.credit = m->in.message = 0;
	memset(m->in.credit_queue, 0, sizeof m->in.credit_queue);
	m->in.configure = false;
	switch_image(m->sw, ++m->cycle, m->image);
}

static void packet_out(const struct shape *s, const struct packet *p, struct sluice_packet *to)
{
	*to = (struct sluice_packet){
		.tag = p->tag, .turns_left = p->turns_left, .sl = p->sl, .flits = p->flits, .source = p->source,
		.destination = s->nodes || s->by_flits ? p->destination : s->by_destination ? p->to : 0,
		.queue = s->nodes ? p->queue : 0, .turnpool = s->nodes || s->by_flits ? 0 : p->turnpool,
	};
}

bool sluice_model_sent(const struct sluice_model *m, unsigned port, struct sluice_packet *p)
{
	const struct switch_out *out = departing(m);

	if (port >= m->s.radix || !(out->depart >> port & 1))
		return false;
	if (!p)
		return true;
	packet_out(&m->s, &out->packet[port], p);
	if (m->s.by_flits) {
		p->vc = out->vc[port];
		p->flit = out->flit[port];
	}
	return true;
}

bool sluice_model_credited(const struct sluice_model *m, unsigned port, uint32_t *what)
{
	const struct switch_out *out = replying(m);

	if (port >= m->s.radix || !(out->credit >> port & 1))
		return false;
	if (what)
		*what = credits_named(&m->s) ? out->credit_queue[port] : 0;
	return true;
}

static void message_out(const struct shape *s, const struct message *m, struct sluice_message *to)
{
	*to = (struct sluice_message){ .xoff = 0 };
#define FIELD(name, member, there, bits, rx_help, tx_help) \
	if (there) \
		to->name = m->member;
#include "message.def"
}

bool sluice_model_told(const struct sluice_model *m, unsigned port, struct sluice_message *to)
{
	const struct switch_out *out = replying(m);

	if (port >= m->s.radix || !(out->message >> port & 1))
		return false;
	if (to)
		message_out(&m->s, &out->msg[port], to);
	return true;
}

bool sluice_model_drained(const struct sluice_model *m)
{
	for (unsigned i = 0; i < SLOTS; i++)
		if (m->out[i].depart || m->out[i].credit)
			return false;
	return !m->in.head && switch_drained(m->sw);
}

/* ---- Registers ---- */

size_t sluice_model_registers(const struct sluice_model *m)
{
	return m->image->n;
}

bool sluice_model_register(const struct sluice_model *m, size_t index, struct sluice_register *r)
{
	if (index >= m->image->n)
		return false;
	const struct image_reg *of = &m->image->regs[index];

	image_register_name(m->image, of, r->name);
	r->width = of->width;
	r->words = of->words;
	r->known = m->image->known[index];
	return true;
}

size_t sluice_model_find(const struct sluice_model *m, const char *name)
{
	struct named key;
	const struct named *found;

	snprintf(key.name, sizeof key.name, "%s", name);
	found = bsearch(&key, m->named, m->image->n, sizeof key, by_name);
	return found && strlen(name) < sizeof key.name ? found->reg : m->image->n;
}

bool sluice_model_read(const struct sluice_model *m, size_t index, uint32_t *words)
{
	if (index >= m->image->n)
		return false;
	image_read(m->image, (unsigned)index, words);
	return true;
}

/* The register of this port that an output shows; the number of registers: there is none. */
static unsigned shown_by(const struct sluice_model *m, enum pin pin, unsigned port)
{
	const struct image *image = m->image;

	for (enum site site = 0; site < SITES; site++) {
		const struct unit_desc *u = &image->units[image->sites[site].unit];

		for (unsigned row = 0; row < u->n && port < image->instances[site]; row++)
			if (u->signals[row].shown && u->signals[row].width && u->signals[row].pin == pin)
				return image_reg(image, site, port, row);
	}
	return image->n;
}

/* The same of outputs that several registers of a unit make: those of the reverse side, where memories are divided into cells, or of a network interface. */
static uint64_t replied(const struct sluice_model *m, enum pin pin, unsigned port)
{
	const bool told = replying(m)->message >> port & 1;
	const struct message *message = &replying(m)->msg[port];
	uint32_t what = 0;
	const bool credited = sluice_model_credited(m, port, &what);

	switch (pin) {
	case PIN_rx_credit: return credited;
	case PIN_rx_credit_queue:
	case PIN_rx_credit_vc: return what;
	case PIN_rx_msg_valid: return told;
#define FIELD(name, member, there, bits, rx_help, tx_help) case PIN_rx_msg_##name: return told ? message->member : 0;
#include "message.def"
	default: return 0;
	}
}

/* PINS: the switch has no such output. */
static enum pin output_named(const struct sluice_model *m, const char *name)
{
	enum pin pin = 0;

	while (pin < PINS && (strcmp(m->pins[pin].name, name) != 0 || !m->pins[pin].width || m->pins[pin].kind != SIGNAL_OUT))
		pin++;
	return pin;
}

unsigned sluice_model_pin(const struct sluice_model *m, const char *name, unsigned port, uint32_t *words, size_t room)
{
	const enum pin pin = output_named(m, name);
	const unsigned width = pin < PINS && port < m->s.radix ? m->pins[pin].bits : 0, size = (width + 31) / 32;
	uint32_t value[PARAM_MOST_flit_bits / 32] = { 0 };

	if (!width || room < size)
		return 0;
	const unsigned reg = shown_by(m, pin, port);
	const uint64_t reply = reg == m->image->n ? replied(m, pin, port) : 0;

	if (reg < m->image->n)
		image_read(m->image, reg, value);
	else
		bits_put(value, 0, width < 64 ? width : 64, reply);
	memcpy(words, value, size * sizeof *value);
	return width;
}

struct sluice_counts sluice_model_counts(const struct sluice_model *m)
{
	const struct switch_counts *c = switch_counts(m->sw);

	return (struct sluice_counts){
		m->sent, m->delivered, c->detections, c->notifications, c->notifications_lost, c->set_aside, c->xoff_sent, c->xon_sent, c->xoff_received,
		c->lines_in_use, c->lines_peak,
	};
}
