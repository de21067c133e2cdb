#include "source.h"
#include "point.h"

#include <string.h>

/* A saturated source draws so many packets per step, and keeps at most so many per queue: enough never to
 * run dry, and few enough to follow a pattern that changes. */
enum { SATURATE_DRAWS = 4, SATURATE_QUEUE = 4, QUEUES = 64 };

static void draw_next(struct source *u)
{
	u->next = traffic_next(u->traffic, &u->generator);
	if (u->next.cycle >= u->config->stop_cycle)
		u->next.cycle = UINT64_MAX;
}

unsigned source_queues(const struct shape *s, const struct neighbours_config *c)
{
	const unsigned most = !s->nic ? s->radix : s->side == SIDE_SEND ? s->nodes + s->ends : 1;

	return c->injection == INJECTION_FIFO ? 1 : most < QUEUES ? most : QUEUES;
}

struct source source_of(const struct shape *s, const struct neighbours_config *c, const struct traffic *t, const struct routes *r,
			struct neighbours_stats *stats, struct source_queue *queue, uint16_t *credit, struct level_stops *stops,
			struct host_stops *host_stops, struct destinations held, struct destinations known, unsigned input)
{
	struct source u = {
		.input = input,
		.queues = source_queues(s, c),
		.capacity = c->saturate && c->source_packets > SATURATE_QUEUE ? SATURATE_QUEUE : c->source_packets,
		.credits = credits_in_all(s),
		.credit = credits_named(s) ? credit : NULL,
		.stops = s->messages == MESSAGES_LEVEL && !s->nic ? stops : NULL,
		.host_stops = s->messages == MESSAGES_LEVEL && s->nic ? host_stops : NULL,
		.generator = traffic_source(t, input),
		.rng = rng_seed(~c->seed, input),
		.queue = queue,
		.held = held,
		.known = known,
		.shape = s, .config = c, .traffic = t, .routes = r, .stats = stats,
	};

	u.next.cycle = UINT64_MAX;
	if (!c->saturate)
		draw_next(&u);
	for (unsigned k = 0; u.credit && k < credit_classes(s); k++)
		u.credit[k] = (uint16_t)credits_of_class(s);
	u.level = s->sls > 1 ? rng_below(&u.rng, s->sls) : 0;
	return u;
}

static bool is_stopped(const struct source *u, const struct packet *p)
{
	if (u->host_stops)
		return host_stops_packet(u->shape, u->host_stops, p);
	if (u->stops)
		return level_stops_packet(u->shape, u->stops, p);
	return message_stopped_packet(u->shape, u->stopped, u->line, &u->held, p);
}

static bool is_paused(const struct source *u, const struct packet *p)
{
	return u->paused && (p->destination == u->paused[0] || p->destination == u->paused[1]);
}

static bool has_credits(const struct source *u, const struct packet *p)
{
	return !u->credit || u->credit[credit_class(u->shape, p)] >= credit_need(u->shape, p);
}

static void judge(struct source *u, unsigned q)
{
	const struct packet *p = &u->queue[q].head;
	uint64_t bit = UINT64_C(1) << q;

	u->ready &= ~bit;
	if (is_paused(u, p))
		return;
	if (u->queue[q].n && has_credits(u, p) && ((u->shape->saqs && u->config->injection == INJECTION_FIFO) || !is_stopped(u, p)))
		u->ready |= bit;
}

static void judge_all(struct source *u)
{
	for (unsigned q = 0; q < u->queues; q++)
		judge(u, q);
}

/* A service level, where there are several: any, or the one of this source. */
static unsigned draw_level(struct source *u)
{
	return u->shape->sls > 1 && !u->config->single_level ? rng_below(&u->rng, u->shape->sls) : u->level;
}

/* The destination that names the VC with the level, in a switch that has no tables and asks for no destination: low ones more often, so that packets meet. */
static void draw_destination(struct source *u, struct packet *p)
{
	if (u->shape->by_destination)
		p->to = (uint16_t)rng_log_below(&u->rng, u->shape->class_queues);
}

/* The output that a packet for this one takes, or for this destination of a host. */
static unsigned output_to(const struct source *u, unsigned to)
{
	return u->shape->nic ? !u->input : to;
}

/* The packet at the front of the ring gets its route and its level, and becomes the head. */
static void new_head(struct source *u, unsigned q)
{
	struct source_queue *queue = &u->queue[q];
	struct packet *p = &queue->head;

	if (queue->n) {
		p->flits = queue->waiting[queue->first].flits & 0xfffu;
		p->source = u->input & 0xffffff;
		routes_draw(u->routes, &u->rng, u->input, queue->waiting[queue->first].output, p);
		p->sl = draw_level(u) & 0xf;
		draw_destination(u, p);
	}
	judge(u, q);
}

static void refuse(struct source *u, const struct traffic_packet *p)
{
	if (u->config->saturate)
		return;
	u->stats->refused++;
	u->stats->flits_refused += p->flits;
	u->stats->refused_to[output_to(u, p->destination)] += p->flits;
}

static void generate(struct source *u, const struct traffic_packet *p)
{
	unsigned q = u->queues == 1 ? 0 : p->destination % u->queues, at;
	struct source_queue *queue = &u->queue[q];

	if (queue->n == u->capacity) {
		refuse(u, p);
		return;
	}
	at = queue->first + queue->n;
	at -= at >= u->capacity ? u->capacity : 0;
	queue->waiting[at] = (struct waiting){ .order = u->taken++, .output = (uint16_t)p->destination, .flits = (uint16_t)p->flits };
	u->stats->generated++;
	u->stats->flits_generated += p->flits;
	u->stats->generated_to[output_to(u, p->destination)] += p->flits;
	if (queue->n++ == 0)
		new_head(u, q);
}

static void generate_due(struct source *u, uint64_t cycle)
{
	while (u->next.cycle <= cycle) {
		generate(u, &u->next);
		draw_next(u);
	}
}

static void saturate(struct source *u, uint64_t cycle)
{
	for (unsigned i = 0; i < SATURATE_DRAWS; i++) {
		struct traffic_packet p;

		if (u->queues == 1 && u->queue->n == u->capacity)
			return;         /* with a queue per destination, packets without room are dropped: other queues go on */
		p = traffic_now(u->traffic, &u->generator, cycle);
		generate(u, &p);
	}
}

static uint32_t age(const struct source *u, unsigned q)
{
	return u->taken - u->queue[q].waiting[u->queue[q].first].order;
}

static unsigned oldest(const struct source *u)
{
	unsigned best = lowest(u->ready), q;

	EACH(q, u->ready)
		if (age(u, q) > age(u, best))
			best = q;
	return best;
}

static unsigned round_robin(const struct source *u)
{
	uint64_t above = u->last < 63 ? u->ready >> (u->last + 1) << (u->last + 1) : 0;

	return (unsigned)__builtin_ctzll(above ? above : u->ready);
}

static void spend(struct source *u, const struct packet *p)
{
	const unsigned need = credit_need(u->shape, p);
	uint16_t *credit;

	u->credits -= need;
	u->stats->violations += message_late(u->shape, u->credits);
	if (!u->credit)
		return;
	credit = &u->credit[credit_class(u->shape, p)];
	*credit = (uint16_t)(*credit - need);
	if (*credit < credit_need_most(u->shape))
		judge_all(u);
}

static void send(struct source *u, uint64_t cycle, struct packet *p)
{
	unsigned q = u->config->injection == INJECTION_PER_DESTINATION ? round_robin(u) : oldest(u);
	struct source_queue *queue = &u->queue[q];

	*p = queue->head;
	p->tag = u->sent++ << 6 | u->input;
	u->last = q;
	spend(u, p);
	pacer_send(u->shape, &u->pace, cycle, p->flits);
	u->busy_until = pacer_free(u->shape, &u->pace);
	u->stats->injected++;
	u->stats->flits_injected += p->flits;
	queue->first = queue->first + 1 == u->capacity ? 0 : queue->first + 1;
	queue->n--;
	new_head(u, q);
}

/* Next cycle in which source_step() has to be called, if no credit or message arrives before. */
static uint64_t next_due(const struct source *u, uint64_t cycle)
{
	uint64_t due = u->next.cycle, can;

	if (u->credits && (u->ready || (u->config->saturate && cycle < u->config->stop_cycle))) {
		can = u->busy_until > cycle ? u->busy_until : cycle + 1;
		due = can < due ? can : due;
	}
	return due;
}

bool source_step(struct source *u, uint64_t cycle, struct packet *p)
{
	bool sends = false;

	generate_due(u, cycle);
	if (cycle >= u->busy_until && u->credits) {
		if (u->config->saturate && cycle < u->config->stop_cycle)
			saturate(u, cycle);
		if (u->ready) {
			send(u, cycle, p);
			sends = true;
		}
	}
	u->due = next_due(u, cycle);
	return sends;
}

void source_pause(struct source *u, uint64_t cycle, const uint32_t paused[2])
{
	u->paused = paused;
	judge_all(u);
	u->due = next_due(u, cycle);
}

static bool all_home(const struct source *u)
{
	return u->credits == credits_in_all(u->shape);
}

void source_credit(struct source *u, uint64_t cycle, unsigned class)
{
	const struct shape *s = u->shape;

	if (all_home(u) || (u->credit && (class >= credit_classes(s) || u->credit[class] == credits_of_class(s)))) {
		u->stats->violations++;
		return;
	}
	u->credits++;
	if (u->credit && u->credit[class]++ < credit_need_most(s))
		judge_all(u);
	u->due = next_due(u, cycle);
}

/* True if upstream has cleared the column of a line in its memory. */
static bool is_swept(const struct source *u, uint64_t cycle, unsigned l)
{
	return cycle - u->xoffs >= u->swept[l];
}

bool source_knows_not(const struct source *u, uint64_t cycle, uint32_t destination)
{
	for (unsigned l = 0; l < u->shape->saqs; l++)
		if ((u->stopped >> l & 1 || !is_swept(u, cycle, l)) && destinations_has(&u->known, l, destination))
			return false;
	return true;
}

static void learn(struct source *u, uint64_t cycle, const struct message *m)
{
	if (!(u->stopped >> m->line & 1) && is_swept(u, cycle, m->line))
		destinations_clear(&u->known, m->line);
	destinations_add(&u->known, m->line, m->destination);
}

/* Does it keep the link contract, whatever may be done with it? */
static bool keeps_contract(const struct source *u, uint64_t cycle, const struct message *m)
{
	const bool stays = u->stopped >> m->line & 1 || !is_swept(u, cycle, m->line);
	unsigned other;

	return message_fault(u->shape, u->stopped, u->line, &u->held, stays, m, &other) == MESSAGE_FITS;
}

/* A message of lines or queues. False: it cannot be carried out. */
static bool note_stops(struct source *u, uint64_t cycle, const struct message *m)
{
	const struct shape *s = u->shape;
	const bool of_line = message_has_line(s);

	if (!message_allowed(s, u->stopped, m) || (of_line && !keeps_contract(u, cycle, m))) {
		u->stats->violations++;
		if (of_line && (m->line >= s->saqs || (s->nodes && m->xoff && m->destination >= s->nodes)))
			return false;
	}
	if (of_line && m->xoff && s->nodes)
		learn(u, cycle, m);
	if (of_line && !m->xoff)
		u->swept[m->line] = s->lists_in_memory ? cycle - u->xoffs + 1 + s->nodes : 0;
	u->xoffs += of_line && m->xoff;
	message_note(s, &u->stopped, u->line, &u->held, m);
	return true;
}

/* The same of queues of VCs. */
static bool note_levels(struct source *u, const struct message *m)
{
	u->stats->violations += !level_stops_allow(u->shape, u->stops, m);
	if (!level_message_valid(u->shape, m))
		return false;
	level_stops_note(u->stops, m);
	return true;
}

/* The same of destinations. */
static bool note_destination(struct source *u, const struct message *m)
{
	const bool valid = host_message_valid(u->shape, m);

	u->stats->violations += !valid || !host_stops_allow(u->shape, u->host_stops, m);
	if (valid)
		host_stops_note(u->shape, u->host_stops, m);
	return valid;
}

void source_message(struct source *u, uint64_t cycle, const struct message *m)
{
	if (!(u->host_stops ? note_destination(u, m) : u->stops ? note_levels(u, m) : note_stops(u, cycle, m)))
		return;
	u->stats->xoff_received += m->xoff;
	u->stats->xon_received += !m->xoff;
	judge_all(u);
	u->due = next_due(u, cycle);
}

bool source_drained(const struct source *u)
{
	for (unsigned q = 0; q < u->queues; q++)
		if (u->queue[q].n)
			return false;
	return u->next.cycle == UINT64_MAX && all_home(u) && !u->stopped && !(u->stops && level_stops_any(u->shape, u->stops)) &&
	       !(u->host_stops && host_stops_any(u->host_stops));
}
