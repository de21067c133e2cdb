#include "source.h"
#include "units/members.h"

/* A saturated source draws so many packets per step, and keeps at most so many per queue: enough never to
 * run dry, and few enough to follow a pattern that changes. */
enum { SATURATE_DRAWS = 4, SATURATE_QUEUE = 4, QUEUES = 64 };

void supply_next(struct supply *u)
{
	u->next = traffic_next(u->traffic, &u->generator);
	if (u->next.cycle >= u->config->stop_cycle)
		u->next.cycle = UINT64_MAX;
}

struct supply supply_of(const struct neighbours_config *c, const struct traffic *t, struct neighbours_stats *stats, unsigned input, bool linked)
{
	struct supply u = {
		.generator = traffic_source(t, input), .next.cycle = UINT64_MAX,
		.capacity = c->saturate && c->source_packets > SATURATE_QUEUE ? SATURATE_QUEUE : c->source_packets,
		.config = c, .traffic = t, .stats = stats,
	};

	if (!c->saturate && linked)
		supply_next(&u);
	return u;
}

void supply_count(struct supply *u, const struct traffic_packet *p, unsigned output, bool taken)
{
	struct neighbours_stats *const n = u->stats;

	if (!taken && u->config->saturate)
		return;
	*(taken ? &n->generated : &n->refused) += 1;
	*(taken ? &n->flits_generated : &n->flits_refused) += p->flits;
	(taken ? n->generated_to : n->refused_to)[output] += p->flits;
}

unsigned source_queues(const struct shape *s, const struct neighbours_config *c)
{
	const unsigned most = !s->nic ? s->radix : s->side == SIDE_SEND ? s->nodes + s->ends : 1;

	return c->injection == INJECTION_FIFO || s->by_flits ? 1 : most < QUEUES ? most : QUEUES;
}

struct source source_of(struct link_sender *link, struct supply supply, const struct routes *r, struct source_queue *queue, unsigned input)
{
	const struct shape *s = link->behind;
	struct source u = {
		.link = link,
		.input = input,
		.queues = source_queues(s, supply.config),
		.supply = supply,
		.rng = rng_seed(~supply.config->seed, input),
		.queue = queue,
		.shape = s, .routes = r,
	};

	u.level = s->sls > 1 ? rng_below(&u.rng, s->sls) : 0;
	return u;
}

static void judge(struct source *u, unsigned q)
{
	const struct packet *p = &u->queue[q].head;
	const bool paused = u->paused && (p->destination == u->paused[0] || p->destination == u->paused[1]);

	u->ready &= ~bit(q);
	if (!paused && u->queue[q].n && link_has_credits(u->link, p, 0) &&
	    ((u->shape->saqs && u->supply.config->injection == INJECTION_FIFO) || !link_stops(u->link, p)))
		u->ready |= bit(q);
}

static void judge_all(struct source *u)
{
	for (unsigned q = 0; q < u->queues; q++)
		judge(u, q);
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
		p->sl = (u->shape->sls > 1 && !u->supply.config->single_level ? rng_below(&u->rng, u->shape->sls) : u->level) & 0xf;
		/* the destination names the VC with the level, in a switch that has no tables: low ones more often, so that packets meet */
		if (u->shape->by_destination)
			p->to = (uint16_t)rng_log_below(&u->rng, u->shape->class_queues);
	}
	judge(u, q);
}

static void generate(struct source *u, const struct traffic_packet *p)
{
	unsigned q = u->queues == 1 ? 0 : p->destination % u->queues, at;
	struct source_queue *queue = &u->queue[q];

	supply_count(&u->supply, p, u->shape->nic ? !u->input : p->destination, queue->n < u->supply.capacity);
	if (queue->n == u->supply.capacity)
		return;
	at = queue->first + queue->n;
	at -= at >= u->supply.capacity ? u->supply.capacity : 0;
	queue->waiting[at] = (struct waiting){ .order = u->taken++, .output = (uint16_t)p->destination, .flits = (uint16_t)p->flits };
	if (queue->n++ == 0)
		new_head(u, q);
}

static void saturate(struct source *u, uint64_t cycle)
{
	for (unsigned i = 0; i < SATURATE_DRAWS; i++) {
		struct traffic_packet p;

		if (u->queues == 1 && u->queue->n == u->supply.capacity)
			return;         /* with a queue per destination, packets without room are dropped: other queues go on */
		p = traffic_now(u->supply.traffic, &u->supply.generator, cycle);
		generate(u, &p);
	}
}

static uint32_t age(const struct source *u, unsigned q)
{
	return u->taken - u->queue[q].waiting[u->queue[q].first].order;
}

static unsigned oldest(const struct source *u)
{
	unsigned best = lowest(u->ready);

	EACH_IN(q, u->ready)
		if (age(u, q) > age(u, best))
			best = q;
	return best;
}

static void spend(struct source *u, uint64_t cycle, const struct packet *p)
{
	link_sent(u->link, cycle, p, 0);
	u->busy_until = pacer_free(u->shape, &u->link->pace);
	u->supply.stats->violations += message_late(u->shape, u->link->home);
	if (link_credits(u->link, credit_class(u->shape, p)) < credits_of(u->shape, u->shape->packet_flits))
		judge_all(u);
}

static void send(struct source *u, uint64_t cycle, struct packet *p)
{
	unsigned q = u->supply.config->injection == INJECTION_PER_DESTINATION ? members_next_bit(u->ready, u->last + 1) : oldest(u);
	struct source_queue *queue = &u->queue[q];

	*p = queue->head;
	p->tag = u->sent++ << 6 | u->input;
	u->last = q;
	spend(u, cycle, p);
	u->supply.stats->injected++;
	u->supply.stats->flits_injected += p->flits;
	queue->first = queue->first + 1 == u->supply.capacity ? 0 : queue->first + 1;
	queue->n--;
	new_head(u, q);
}

/* Next cycle in which source_step() has to be called, if no credit or message arrives before. */
static uint64_t next_due(const struct source *u, uint64_t cycle)
{
	uint64_t due = u->supply.next.cycle, can;

	if (u->link->home && (u->ready || supply_saturates(&u->supply, cycle))) {
		can = u->busy_until > cycle ? u->busy_until : cycle + 1;
		due = can < due ? can : due;
	}
	return due;
}

bool source_step(struct source *u, uint64_t cycle, struct packet *p)
{
	bool sends = false;

	while (u->supply.next.cycle <= cycle) {
		generate(u, &u->supply.next);
		supply_next(&u->supply);
	}
	if (cycle >= u->busy_until && u->link->home) {
		if (supply_saturates(&u->supply, cycle))
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

void source_credit(struct source *u, uint64_t cycle, unsigned class)
{
	if (link_credits(u->link, link_class_named(u->shape, class)) <= credits_of(u->shape, u->shape->packet_flits))
		judge_all(u);
	u->due = next_due(u, cycle);
}

void source_message(struct source *u, uint64_t cycle, const struct message *m)
{
	unsigned other;

	u->supply.stats->violations += link_message_fault(u->link, cycle, m, &other) != LINK_FITS;
	if (!link_message(u->link, cycle, m))
		return;
	u->supply.stats->xoff_received += m->xoff;
	u->supply.stats->xon_received += !m->xoff;
	judge_all(u);
	u->due = next_due(u, cycle);
}

bool source_drained(const struct source *u)
{
	for (unsigned q = 0; q < u->queues; q++)
		if (u->queue[q].n)
			return false;
	return u->supply.next.cycle == UINT64_MAX;
}
