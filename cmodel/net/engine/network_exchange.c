/* What crosses from part to part: in one process, and once a turn with the processes that there are links to. */
#include "network_links.h"

#include <stdlib.h>

enum { NOWHERE = UINT16_MAX, AHEAD = 8 };     /* AHEAD: crossings that are prefetched */

/* A mail begins with it. What it counts follows, in that order. */
enum { CROSSINGS, CREDITS, NOTES, SORTS };

struct contents {
	uint64_t bytes;                 /* set by processes.send() */
	uint64_t count[SORTS];
};

struct exchange {
	unsigned neighbours;            /* processes that there are wires to, or from */
	struct mail *mail;          /* by neighbour */
	uint16_t *towards;              /* by process: the neighbour by which notes go there, on a shortest way; NOWHERE: none */
	struct flow_list transit;       /* notes that have come, and have to go on */
	bool under_way;                 /* sent, and not yet received */
	bool lacking;                   /* memory was short */
};

static unsigned process_of(const struct network *n, unsigned part)
{
	return part / n->parts;
}

/* The neighbour by which each process is reached in the fewest steps, if it is by any: processes are looked at in the order of their distance. */
static void find_ways(const struct exchange *e, const uint64_t *linked, unsigned own, unsigned count, uint16_t *order)
{
	unsigned seen = 0;

	for (unsigned q = 0; q < count; q++)
		e->towards[q] = NOWHERE;
	for (unsigned k = 0; k < e->neighbours; k++) {
		e->towards[e->mail[k].with] = (uint16_t)k;
		order[seen++] = (uint16_t)e->mail[k].with;
	}
	for (unsigned k = 0; k < seen; k++)
		for (unsigned q = 0; q < count; q++)
			if ((linked[order[k] * count + q] | linked[q * count + order[k]]) && q != own && e->towards[q] == NOWHERE) {
				e->towards[q] = e->towards[order[k]];
				order[seen++] = (uint16_t)q;
			}
}

/* linked: by process, by process, whether wires lead from the one to the other. */
static void find_neighbours(struct network *n, struct exchange *e, uint64_t *linked, uint16_t *order)
{
	const unsigned own = n->config.processes->number, count = n->config.processes->count;

	for (unsigned k = 0; k < n->parts; k++)
		for (unsigned to = 0; to < n->all_parts; to++)
			linked[own * count + process_of(n, to)] |= n->part[k].out[0][to].capacity > 0;
	processes_sum(n->config.processes, linked, (size_t)count * count);
	for (unsigned q = 0; q < count; q++)
		if (q != own && (linked[own * count + q] | linked[q * count + own]))
			e->mail[e->neighbours++].with = q;
	find_ways(e, linked, own, count, order);
}

bool exchange_new(struct network *n)
{
	const unsigned count = processes_count(n->config.processes);
	struct exchange *e = count > 1 ? calloc(1, sizeof *e) : NULL;
	uint64_t *linked = e ? calloc((size_t)count * count, sizeof *linked) : NULL;
	uint16_t *order = e ? calloc(count, sizeof *order) : NULL;

	n->exchange = e;
	if (e) {
		e->mail = calloc(count, sizeof *e->mail);
		e->towards = calloc(count, sizeof *e->towards);
	}
	const bool good = processes_agree(n->config.processes, count == 1 || (linked && order && e->mail && e->towards), n->why, sizeof n->why);

	if (e && good)
		find_neighbours(n, e, linked, order);
	free(linked);
	free(order);
	return good;
}

void exchange_free(struct exchange *e)
{
	if (!e)
		return;
	for (unsigned k = 0; e->mail && k < e->neighbours; k++) {
		free(e->mail[k].out.at);
		free(e->mail[k].in.at);
	}
	flow_list_free(&e->transit);
	free(e->mail);
	free(e->towards);
	free(e);
}

bool exchange_lacks_memory(const struct exchange *e)
{
	return e && (e->lacking | e->transit.lacking);
}

/* Append to a mail. False: out of memory. */
static bool put(struct mail_bytes *b, const void *data, size_t bytes)
{
	if (b->size + bytes > b->room) {
		const size_t room = 2 * (b->size + bytes);
		char *at = realloc(b->at, room);

		if (!at)
			return false;
		b->at = at;
		b->room = room;
	}
	if (bytes)
		memcpy(b->at + b->size, data, bytes);
	b->size += bytes;
	return true;
}

static struct contents *contents_of(const struct mail_bytes *b)
{
	return (struct contents *)(void *)b->at;
}

static const size_t size_of[SORTS] = { [CROSSINGS] = sizeof(struct crossing), [CREDITS] = sizeof(struct crossed_credit), [NOTES] = sizeof(struct flow_note) };

static void put_some(struct exchange *e, struct mail *to, unsigned sort, const void *at, size_t count)
{
	if (!put(&to->out, at, count * size_of[sort]))
		e->lacking = true;
	else
		contents_of(&to->out)->count[sort] += count;
}

static bool begin_mail(const struct exchange *e)
{
	const struct contents nothing = { .bytes = 0 };
	bool good = true;

	for (unsigned k = 0; k < e->neighbours; k++) {
		e->mail[k].out.size = 0;
		good &= put(&e->mail[k].out, &nothing, sizeof nothing);
	}
	return good;
}

static void pack(const struct network *n, struct exchange *e, unsigned parity)
{
	for (unsigned sort = 0; sort < SORTS; sort++)
		for (unsigned k = 0; k < n->parts; k++)
			for (unsigned to = 0; to < n->all_parts; to++) {
				const struct crossings *const c = n->part[k].out[parity] + to;
				const void *const at[SORTS] = { c->at, c->credit, c->sent.note };
				const size_t count[SORTS] = { c->n, c->credits, c->sent.notes };

				if (!network_has_part(n, to) && count[sort])
					put_some(e, e->mail + e->towards[process_of(n, to)], sort, at[sort], count[sort]);
			}
	for (const struct flow_note *x = e->transit.note; x < e->transit.note + e->transit.notes; x++)
		put_some(e, e->mail + e->towards[process_of(n, x->part)], NOTES, x, 1);
	e->transit.notes = 0;
}

/* What has come in a mail, of a sort. */
static const void *in_mail(const struct mail *x, unsigned sort)
{
	const char *at = x->in.at + sizeof(struct contents);

	for (unsigned k = 0; k < sort; k++)
		at += contents_of(&x->in)->count[k] * size_of[k];
	return at;
}

static void keep_transit(const struct network *n, struct exchange *e, const struct mail *from)
{
	const struct flow_note *note = in_mail(from, NOTES);

	for (uint64_t k = 0; k < contents_of(&from->in)->count[NOTES]; k++)
		if (!network_has_part(n, note[k].part))
			flow_list_add(&e->transit, note + k);
}

void exchange_send(struct network *n)
{
	struct exchange *e = n->exchange;

	e->lacking |= !begin_mail(e);
	if (!e->lacking)
		pack(n, e, n->part->turn & 1);
	n->config.processes->send(e->mail, e->neighbours);
	e->under_way = true;
}

bool exchange_under_way(const struct exchange *e)
{
	return e && e->under_way;
}

void exchange_end(struct network *n)
{
	struct exchange *e = n->exchange;

	if (!exchange_under_way(e))
		return;
	n->config.processes->receive(e->mail, e->neighbours);
	e->under_way = false;
	for (unsigned k = 0; k < e->neighbours && !e->lacking; k++)
		keep_transit(n, e, e->mail + k);
}

void network_arrive(struct network *n, const struct crossing *x)
{
	const struct when at = when(n, x->cycle);
	struct switch_in *const in = rings_of(&n->rings, x->bank).in + at.row;

	switch (x->what) {
	case HEAD:
		in->packet[x->port] = x->packet;
		in->tokens[x->port] = x->tokens;
		in->vc[x->port] = x->vc;
		in->flit[x->port] = x->flit;
		head_arrives(n, at, x->bank, x->port);
		break;
	case MESSAGE: message_arrives(n, at, x->bank, x->port, &x->msg); break;
	case CREDIT:  credit_arrives(n, at, x->bank, x->port, x->queue); break;
	}
}

/* Is a bank one of a part? A mail has something for all parts of a process. */
static bool reaches(const struct part *p, uint32_t bank)
{
	return bank - p->nodes.first < p->switches.end - p->nodes.first;
}

/* Crossings to a part arrive; what the arrival of later ones will write is prefetched. */
static void arrive_all(struct network *n, const struct part *p, const struct crossing *x, size_t crossings)
{
	for (size_t k = 0; k < crossings; k++) {
		if (k + AHEAD < crossings) {
			const struct crossing *const later = x + k + AHEAD;
			const struct rings rings = rings_of(&n->rings, later->bank), *const r = &rings;

			prefetch(r->of + ring_of(&n->rings, later->cycle));
			prefetch(r->in[ring_row(&n->rings, later->cycle)].packet + later->port);
		}
		if (reaches(p, x[k].bank))
			network_arrive(n, x + k);
	}
}

static void credits_arrive(struct network *n, const struct part *p, const struct crossed_credit *x, size_t credits)
{
	for (size_t k = 0; k < credits; k++) {
		if (k + AHEAD < credits)
			prefetch(rings_of(&n->rings, x[k + AHEAD].bank).credit + ring_credit(&n->rings, x[k + AHEAD].cycle));
		if (reaches(p, x[k].bank))
			credit_arrives(n, when(n, x[k].cycle), x[k].bank, x[k].port, x[k].queue);
	}
}

static void exchange_receive(struct network *n, struct part *p)
{
	const struct exchange *e = n->exchange;

	for (const struct mail *x = e->mail; x < e->mail + e->neighbours; x++) {
		if (!x->in.size || e->lacking)
			continue;
		const uint64_t *const count = contents_of(&x->in)->count;
		const struct flow_note *note = in_mail(x, NOTES);

		for (uint64_t k = 0; k < count[NOTES]; k++)
			if (note[k].part == p->number)
				flows_note(&p->flows, note + k);
		arrive_all(n, p, in_mail(x, CROSSINGS), (size_t)count[CROSSINGS]);
		credits_arrive(n, p, in_mail(x, CREDITS), (size_t)count[CREDITS]);
	}
}

void network_forget(const struct network *n, struct part *p, unsigned parity)
{
	for (unsigned to = 0; to < n->all_parts; to++)
		p->out[parity][to].n = p->out[parity][to].credits = p->out[parity][to].sent.notes = 0;
}

void network_receive(struct network *n, struct part *p)
{
	const unsigned before = !(p->turn & 1);

	for (unsigned from = 0; from < n->parts; from++) {
		const struct crossings *in = n->part[from].out[before] + p->number;

		for (const struct flow_note *x = in->sent.note; x < in->sent.note + in->sent.notes; x++)
			flows_note(&p->flows, x);
		arrive_all(n, p, in->at, in->n);
		credits_arrive(n, p, in->credit, in->credits);
	}
	if (n->exchange)
		exchange_receive(n, p);
}

/* All parts of all processes have what was sent to them, also by way of others. */
void network_settle(struct network *n)
{
	uint64_t more = n->all_parts > 1;

	while (more) {
		for (unsigned k = 0; k < n->parts; k++)
			network_receive(n, n->part + k);
		for (unsigned k = 0; k < 2 * n->parts; k++)
			network_forget(n, n->part + k / 2, k % 2);
		more = n->exchange ? n->exchange->transit.notes : 0;
		processes_sum(n->config.processes, &more, 1);
		if (n->exchange && more) {
			exchange_send(n);
			exchange_end(n);
		}
	}
	for (unsigned k = 0; n->exchange && k < n->exchange->neighbours; k++)
		n->exchange->mail[k].in.size = 0;
}
