#define _POSIX_C_SOURCE 200809L
#include "ahead.h"

#include "batches.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	BATCH_CYCLES = 64,              /* at most, after which the batch is sent */
	BATCH_BYTES = 1 << 17,          /* at least */
	BLOCK = 32                      /* bytes of an image; blocks that changed are sent */
};

struct ahead {
	struct lockstep model;          /* the thread's side */
	struct lockstep_reference in_line;       /* of the thread's side */
	ahead_run *run;
	struct lockstep *rtl;
	struct image *image;            /* rendered by the model, arranged as that of the RTL's side */
	uint8_t *sent;                  /* contents of the image of the RTL's side */
	uint32_t *changed;              /* one for each block */
	unsigned learned;               /* ... and knows of it */
	size_t most;                    /* bytes of a cycle */
	struct batches batches;
	pthread_t thread;
	bool started;
};

#define PUT(a, what) batches_put(&(a)->batches, &(what), sizeof(what))
#define GET(a, what) batches_get(&(a)->batches, &(what), sizeof(what))

/* Fields of the ports in a mask. */
#define PUT_EACH(a, mask, of)                                                   \
	for (uint64_t m_ = (mask); m_; m_ &= m_ - 1)                            \
		PUT(a, (of)[__builtin_ctzll(m_)])
#define GET_EACH(a, mask, of)                                                   \
	for (uint64_t m_ = (mask); m_; m_ &= m_ - 1)                            \
		GET(a, (of)[__builtin_ctzll(m_)])

static size_t image_bytes(const struct image *m)
{
	return m->words * sizeof *m->word;
}

static bool same_block(const uint8_t *a, const uint8_t *b)
{
	uint64_t x[BLOCK / 8], y[BLOCK / 8];

	memcpy(x, a, BLOCK);
	memcpy(y, b, BLOCK);
	return !((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]));
}

_Static_assert((int)OUTPUTS <= 64, "a bit for each");

/* Outputs that changed in the thread's image, as bits by index in outputs.at[]. The RTL's side has the same layout. */
static uint64_t touched(struct ahead *a)
{
	const struct outputs *o = &a->model.outputs;
	uint64_t anew = 0;

	for (unsigned i = 0; i < o->n; i++) {
		uint64_t *const t = &a->image->touched[0][0] + (o->at[i].touched - &o->image->touched[0][0]);

		anew |= (uint64_t)(*t != 0) << i;
		*t = 0;
	}
	return anew;
}

/* Numbers of the blocks that changed since they were sent. Free of branches, since these could not be predicted. */
static uint32_t find_changed(const struct ahead *a, uint32_t *changed)
{
	const uint8_t *const word = (const uint8_t *)a->image->word;
	const uint32_t blocks = (uint32_t)(image_bytes(a->image) / BLOCK);
	uint32_t n = 0;

	for (uint32_t i = 0; i < blocks; i++) {
		changed[n] = i;
		n += !same_block(word + (size_t)i * BLOCK, a->sent + (size_t)i * BLOCK);
	}
	return n;
}

static void put_image(struct ahead *a)
{
	const uint8_t *const word = (const uint8_t *)a->image->word;
	const uint32_t n = find_changed(a, a->changed);
	const uint64_t anew = touched(a);
	const unsigned learned = a->image->learned;

	PUT(a, n);
	for (uint32_t i = 0; i < n; i++) {
		const size_t at = (size_t)a->changed[i] * BLOCK;

		PUT(a, a->changed[i]);
		batches_put(&a->batches, word + at, BLOCK);
		memcpy(a->sent + at, word + at, BLOCK);
	}
	PUT(a, anew);
	PUT(a, learned);
	if (learned != a->learned)
		batches_put(&a->batches, a->image->known, a->image->n);
	a->learned = learned;
}

static void get_image(struct ahead *a)
{
	struct image *const m = a->rtl->probe.image;
	const struct outputs *const o = &a->rtl->outputs;
	unsigned learned;
	uint64_t anew;
	uint32_t n, block;

	for (GET(a, n); n; n--) {
		GET(a, block);
		batches_get(&a->batches, (uint8_t *)m->word + (size_t)block * BLOCK, BLOCK);
	}
	GET(a, anew);
	for (unsigned i = 0; i < o->n; i++)
		*o->at[i].touched |= anew >> i & 1;
	GET(a, learned);
	if (learned != m->learned)
		batches_get(&a->batches, m->known, m->n);
	m->learned = learned;
}

/* Headers, where tokens belong to them. */
static uint64_t paced(const struct ahead *a, uint64_t heads)
{
	return links_paced(&a->rtl->config.shape) ? heads : 0;
}

/* Flits, where VC and number belong to them. */
static uint64_t numbered(const struct ahead *a, uint64_t flits)
{
	return a->rtl->config.shape.by_flits ? flits : 0;
}

static void put_in(struct ahead *a, const struct switch_in *in)
{
	PUT(a, in->head);
	PUT_EACH(a, in->head, in->packet);
	PUT_EACH(a, numbered(a, in->head), in->vc);
	PUT_EACH(a, numbered(a, in->head), in->flit);
	PUT_EACH(a, paced(a, in->head), in->tokens);
	PUT(a, in->credit);
	PUT_EACH(a, in->credit, in->credit_queue);
	PUT(a, in->message);
	PUT_EACH(a, in->message, in->msg);
	PUT(a, in->bus);
	PUT(a, in->configure);
	if (in->configure) {
		PUT(a, in->destination);
		PUT(a, in->entry);
		PUT(a, in->route);
	}
}

static void get_in(struct ahead *a, struct switch_in *in)
{
	GET(a, in->head);
	GET_EACH(a, in->head, in->packet);
	GET_EACH(a, numbered(a, in->head), in->vc);
	GET_EACH(a, numbered(a, in->head), in->flit);
	GET_EACH(a, paced(a, in->head), in->tokens);
	GET(a, in->credit);
	GET_EACH(a, in->credit, in->credit_queue);
	GET(a, in->message);
	GET_EACH(a, in->message, in->msg);
	GET(a, in->bus);
	GET(a, in->configure);
	if (in->configure) {
		GET(a, in->destination);
		GET(a, in->entry);
		GET(a, in->route);
	}
}

static void put_out(struct ahead *a, const struct switch_out *out)
{
	PUT(a, out->depart);
	PUT_EACH(a, out->depart, out->packet);
	PUT_EACH(a, numbered(a, out->depart), out->vc);
	PUT_EACH(a, numbered(a, out->depart), out->flit);
	PUT_EACH(a, paced(a, out->depart), out->tokens);
	PUT(a, out->credit);
	PUT_EACH(a, out->credit, out->credit_queue);
	PUT(a, out->message);
	PUT_EACH(a, out->message, out->msg);
}

static void get_out(struct ahead *a, struct switch_out *out)
{
	GET(a, out->depart);
	GET_EACH(a, out->depart, out->packet);
	GET_EACH(a, numbered(a, out->depart), out->vc);
	GET_EACH(a, numbered(a, out->depart), out->flit);
	GET_EACH(a, paced(a, out->depart), out->tokens);
	GET(a, out->credit);
	GET_EACH(a, out->credit, out->credit_queue);
	GET(a, out->message);
	GET_EACH(a, out->message, out->msg);
}

/* A word is sent as whole 32-bit words. */
static size_t word_bytes(struct memory_place at)
{
	return (at.memory->width + 31) / 32 * sizeof(uint32_t);
}

static void put_swept(struct ahead *a, const struct memory_swept *s)
{
	PUT(a, s->at);
	PUT(a, s->known);
	if (s->known)
		batches_put(&a->batches, s->word, word_bytes(s->at));
}

static void get_swept(struct ahead *a, struct memory_swept *s)
{
	GET(a, s->at);
	GET(a, s->known);
	if (s->known)
		batches_get(&a->batches, s->word, word_bytes(s->at));
}

static void put_writes(struct ahead *a, const struct memory_expected *c)
{
	PUT(a, c->n);
	for (unsigned i = 0; i < c->n; i++) {
		PUT(a, c->write[i].at);
		batches_put(&a->batches, c->write[i].word, word_bytes(c->write[i].at));
	}
}

static void get_writes(struct ahead *a, struct memory_expected *c)
{
	GET(a, c->n);
	for (unsigned i = 0; i < c->n; i++) {
		GET(a, c->write[i].at);
		batches_get(&a->batches, c->write[i].word, word_bytes(c->write[i].at));
	}
}

/* The reference of the thread: its own, and all that it says is handed over. */

static bool send_registers(void *context, uint64_t cycle)
{
	struct ahead *const a = context;
	struct batches *const b = &a->batches;
	struct memory_swept swept;

	if ((b->size - b->written.used < a->most || b->written.records == BATCH_CYCLES) && !batches_send(b))
		return false;
	switch_image(a->model.model, cycle, a->image);
	put_image(a);
	memory_expect_swept(&a->model.memory, observed_switch(a->model.model), cycle, &swept);
	put_swept(a, &swept);
	return true;
}

static bool hold_laws(void *context, uint64_t cycle)
{
	struct ahead *const a = context;

	return a->in_line.hold(a->in_line.context, cycle);
}

static bool send_advance(void *context, uint64_t cycle, const struct switch_out *departing, const struct switch_out *replies)
{
	struct ahead *const a = context;
	struct cycle_record *const now = lockstep_record(&a->model, cycle);

	if (!a->in_line.advance(a->in_line.context, cycle, departing, replies))
		return false;
	memory_expect_writes(&a->model.memory, observed_switch(a->model.model), cycle, &now->memory);
	put_writes(a, &now->memory);
	put_out(a, &now->out);
	put_in(a, &lockstep_record(&a->model, cycle + 1)->in);
	a->batches.written.records++;
	return true;
}

static void *run_thread(void *argument)
{
	struct ahead *const a = argument;

	a->run(&a->model);
	batches_end(&a->batches);
	return NULL;
}

bool ahead_over(struct ahead *a)
{
	struct batches *const b = &a->batches;

	if (b->at == b->read.used && !batches_receive(b))
		return true;
	return !b->read.records;
}

/* The reference of the RTL's side: what was handed over. Laws are held in the thread, which has the time. */

static bool receive_registers(void *context, uint64_t cycle)
{
	struct ahead *const a = context;

	get_image(a);
	get_swept(a, &lockstep_record(a->rtl, cycle)->memory.swept);
	return true;
}

static bool hold(void *context, uint64_t cycle)
{
	(void)context, (void)cycle;
	return true;
}

static bool receive_advance(void *context, uint64_t cycle, const struct switch_out *departing, const struct switch_out *replies)
{
	struct ahead *const a = context;
	struct cycle_record *const now = lockstep_record(a->rtl, cycle);

	(void)departing, (void)replies;
	get_writes(a, &now->memory);
	get_out(a, &now->out);
	get_in(a, &lockstep_record(a->rtl, cycle + 1)->in);
	a->batches.read.records--;
	return true;
}

bool ahead_good(const struct ahead *a, uint64_t *drain_cycles)
{
	*drain_cycles = a->model.drain_cycles;
	return a->model.verdict == LOCKSTEP_SAME;
}

/* An image with the layout of that of the RTL's side; both are at reset. */
static bool make_image(struct ahead *a)
{
	const struct image *const like = a->rtl->probe.image;
	struct image_place *place = calloc(like->n, sizeof *place);
	bool ok;

	for (unsigned i = 0; place && i < like->n; i++)
		place[i] = like->place[like->regs[i].place];
	a->image = image_new(&a->rtl->config.shape);
	a->sent = malloc(image_bytes(like));
	a->changed = malloc(image_bytes(like) / BLOCK * sizeof *a->changed);
	ok = place && a->image && a->sent && a->changed && image_arrange(a->image, place, like->words);
	if (ok)
		memcpy(a->sent, like->word, image_bytes(like));
	free(place);
	return ok;
}

/* The links of cycle 0 have been driven already. Each side has its own copy of what it reads in every cycle. */
static bool make_side(struct ahead *a)
{
	const struct lockstep *const rtl = a->rtl;
	struct lockstep *const l = &a->model;

	*l = (struct lockstep){
		.config = rtl->config, .neighbours = rtl->neighbours, .bank = rtl->bank, .model = rtl->model, .outputs = rtl->outputs, .memory = rtl->memory,
		.records = malloc(RECORD_CYCLES * sizeof *rtl->records), .reference = { send_registers, hold_laws, send_advance, a }, .began = rtl->began, .until = rtl->until, .resets = rtl->resets, .depart = rtl->depart,
	};
	a->in_line = lockstep_in_line(l);
	l->config.backend = LOCKSTEP_C;
	l->config.progress = NULL;
	l->laws = l->config.lawless ? NULL : laws_new(&rtl->config.shape, a->image);
	l->scoreboard = scoreboard_new(&rtl->config.shape, neighbours_table(rtl->neighbours));
	if (!l->records || !l->scoreboard || (!l->laws && !l->config.lawless))
		return false;
	scoreboard_route(l->scoreboard, neighbours_routes(rtl->neighbours));
	scoreboard_position(l->scoreboard, l->config.at);
	if (l->laws)
		laws_position(l->laws, l->config.at);
	memcpy(l->records, rtl->records, RECORD_CYCLES * sizeof *rtl->records);
	l->in = &l->records[0].in;
	scoreboard_brought(l->scoreboard, l->began, l->in);
	return true;
}

/* Everything at once: all blocks, all that is known, every memory written, every port busy. */
static size_t most_bytes(const struct image *m)
{
	return image_bytes(m) + image_bytes(m) / BLOCK * sizeof(uint32_t) + m->n + 2 * sizeof(struct cycle_record);
}

struct ahead *ahead_new(struct lockstep *l, ahead_run *run)
{
	struct ahead *a = calloc(1, sizeof *a);

	if (!a)
		return NULL;
	a->rtl = l;
	a->run = run;
	a->most = most_bytes(l->probe.image);
	a->started = batches_init(&a->batches, a->most < BATCH_BYTES / 2 ? BATCH_BYTES : 2 * a->most) && make_image(a) && make_side(a) &&
		     !pthread_create(&a->thread, NULL, run_thread, a);
	if (a->started) {
		l->reference = (struct lockstep_reference){ receive_registers, hold, receive_advance, a };
		return a;
	}
	ahead_free(a);
	return NULL;
}

void ahead_free(struct ahead *a)
{
	if (!a)
		return;
	if (a->started) {
		batches_stop(&a->batches);
		pthread_join(a->thread, NULL);
		a->rtl->reference = lockstep_in_line(a->rtl);
	}
	batches_free(&a->batches);
	scoreboard_free(a->model.scoreboard);
	laws_free(a->model.laws);
	free(a->model.records);
	image_free(a->image);
	free(a->changed);
	free(a->sent);
	free(a);
}
