#include "lockstep.h"

#include "resets.h"
#include "why_not.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESET_CYCLES = 3, FAIR_CYCLES = 1 << 12, RESETS = 1000 };        /* RESETS: stream of random numbers */

static struct switch_out *out_of(const struct lockstep *l, uint64_t cycle)
{
	return &lockstep_record(l, cycle)->out;
}

static void bring(struct lockstep *l, uint64_t cycle, const struct switch_in *in)
{
	scoreboard_brought(l->scoreboard, l->began + cycle, in);
	if (l->dut.instance && !l->unseen)
		pins_drive(&l->pins, in);
}

/* What the neighbours put on the links in cycle 0. On the pins it has to be one clock edge before, because of the bench's registers. */
static void start(struct lockstep *l)
{
	struct switch_in *in = &lockstep_record(l, 0)->in;

	neighbours_drive(l->neighbours, 0, in);
	bring(l, 0, in);
	l->in = in;
}

/* The whole routing table of a driven switch. */
static void write_table(struct lockstep *l)
{
	struct switch_in in = { .configure = true };

	for (in.destination = 0; in.destination < l->config.shape.table_words; in.destination++) {
		if (l->config.table.entry)
			in.entry = l->config.table.entry[in.destination];
		else
			in.route = l->config.table.route[in.destination];
		pins_drive(&l->pins, &in);
		dut_clock(&l->dut);
	}
}

static void leave_reset(struct lockstep *l)
{
	dut_clock(&l->dut);
	*l->dut.rst = 0;
}

/* Random inputs while reset is held, since reset has to override all. The last edge brings the inputs of cycle 0. */
static void reset(struct lockstep *l)
{
	uint64_t noise = l->config.traffic.seed;

	*l->dut.rst = 1;
	for (unsigned i = 0; i < RESET_CYCLES; i++) {
		pins_drive_noise(&l->pins, &noise);
		dut_clock(&l->dut);
	}
	pins_drive_idle(&l->pins);
	if (l->config.table.entry || l->config.table.route)
		write_table(l);
	pins_drive_idle(&l->pins);
	if (!l->config.driven)
		start(l);
	leave_reset(l);
	l->dut.time = 0;
}

bool lockstep_plant_valid(const struct shape *s, const struct lockstep_plant *p, char why[LOCKSTEP_WHY])
{
	unsigned width = 0;

	if (!probe_width(s, p->name, &width))
		return why_not(why, LOCKSTEP_WHY, "no register or memory word %s in this switch", p->name);
	return p->bit < width || why_not(why, LOCKSTEP_WHY, "%s has %u bits, no bit %u", p->name, width, p->bit);
}

static bool find_plant(struct lockstep *l, char why[LOCKSTEP_WHY])
{
	const struct lockstep_plant *p = &l->config.plant;
	unsigned width;

	return !*p->name ||
	       (lockstep_plant_valid(&l->config.shape, p, why) && probe_lookup(&l->probe, p->name, &l->plant_at, &width));
}

static bool open_rtl(struct lockstep *l, char why[LOCKSTEP_WHY])
{
	const struct lockstep_config *c = &l->config;

	if (!dut_open(&l->dut, c->lib, c->traffic.seed, c->waves, why) || !pins_find(&l->pins, &c->shape, &l->dut, why))
		return false;
	if ((c->backend == LOCKSTEP_BOTH || c->driven) && !probe_find(&l->probe, &c->shape, &l->dut, c->top, why))
		return false;
	if (c->backend == LOCKSTEP_BOTH) {
		outputs_init(&l->outputs, &l->pins, l->probe.image);
		memory_check_init(&l->memory, &l->probe);
		l->laws = c->lawless ? NULL : laws_new(&c->shape, l->probe.image, c->at);
		snprintf(why, LOCKSTEP_WHY, "out of memory");
		if (!l->laws && !c->lawless)
			return false;
	}
	if (c->created)
		c->created(c->created_arg, &l->dut);
	pins_position(&l->pins, c->at);
	reset(l);
	return find_plant(l, why);
}

static bool open_all(struct lockstep *l, const struct lockstep_config *config, char why[LOCKSTEP_WHY])
{
	struct lockstep_config *const c = &l->config;
	struct table_words table = config->table;

	*l = (struct lockstep){ .config = *config, .draw = rng_seed(config->traffic.seed, RESETS), .depart = switch_depart(&config->shape) };
	c->traffic.stop_cycle = c->cycles;
	resets_plan(l);
	l->records = calloc(RECORD_CYCLES, sizeof *l->records);
	l->neighbours = c->driven ? NULL : neighbours_new(&c->shape, &c->traffic);
	if (l->neighbours) {
		c->at = neighbours_position(l->neighbours);
		table = neighbours_table(l->neighbours);
	}
	l->scoreboard = scoreboard_new(&c->shape, &table, c->at);
	if (c->backend & LOCKSTEP_C)
		l->bank = model_bank_new(&c->shape, c->bank ? switch_bank(&c->shape) : 1, c->table, c->at);
	if (l->bank)
		l->model = model_bank_switch(l->bank);
	snprintf(why, LOCKSTEP_WHY, "out of memory");
	if (!l->records || (!l->neighbours && !c->driven) || !l->scoreboard || (c->backend & LOCKSTEP_C && !l->model) ||
	    (c->backend & LOCKSTEP_RTL && !open_rtl(l, why)))
		return false;
	if (c->backend == LOCKSTEP_C)
		start(l);
	return true;
}

static void close_all(struct lockstep *l)
{
	neighbours_free(l->neighbours);
	scoreboard_free(l->scoreboard);
	model_bank_free(l->bank);
	dut_close(&l->dut);
	probe_free(&l->probe);
	laws_free(l->laws);
	free(l->records);
}

struct lockstep *lockstep_new(const struct lockstep_config *c, char why[LOCKSTEP_WHY])
{
	struct lockstep *l = calloc(1, sizeof *l);

	if (!l) {
		snprintf(why, LOCKSTEP_WHY, "out of memory");
	} else if (!open_all(l, c, why)) {
		lockstep_free(l);
		l = NULL;
	}
	return l;
}

bool lockstep_reopen(struct lockstep *l)
{
	const struct lockstep_config c = l->config;
	char why[LOCKSTEP_WHY];

	close_all(l);
	if (open_all(l, &c, why))
		return true;
	memcpy(l->why, why, sizeof l->why);
	return lockstep_fail(l, LOCKSTEP_LOST);
}

void lockstep_free(struct lockstep *l)
{
	if (l)
		close_all(l);
	free(l);
}

struct switch_counts lockstep_counts(const struct lockstep *l)
{
	struct switch_counts c = l->counted;

	if (l->model)
		resets_count(&c, switch_counts(l->model));
	return c;
}

uint64_t lockstep_bits(const struct lockstep *l)
{
	return l->probe.register_bits + l->probe.memory_bits;
}

static bool credit_classes_equal(const struct lockstep *l, const struct switch_out *model)
{
	EACH_IN(i, model->credit)
		if (model->credit_queue[i] != pins_credit_class(&l->pins, i))
			return false;
	return true;
}

/* Headers that leave; of a wormhole router, flits, each in its VC. */
static bool departures_equal(const struct lockstep *l, const struct switch_out *model)
{
	const uint64_t valid = pins_mask(&l->pins, PIN_tx_valid) & ~pins_metapackets(&l->pins), head = pins_mask(&l->pins, PIN_tx_head);

	if (!l->config.shape.by_flits)
		return model->depart == (valid & head);
	EACH_IN(o, model->depart)
		if (model->vc[o] != pins_value(&l->pins, PIN_tx_vc, o) || (model->flit[o] == 0) != (head >> o & 1))
			return false;
	return model->depart == valid;
}

/* Compare the model's events on the links with the pins: registers may agree where events do not. */
static bool events_equal(struct lockstep *l)
{
	const struct switch_out *before = out_of(l, l->cycle - 1);
	const uint64_t messages = pins_mask(&l->pins, PIN_rx_msg_valid) | pins_metapackets(&l->pins);

	if (l->cycle < 1)
		return true;
	if (before->credit != pins_mask(&l->pins, PIN_rx_credit) || before->message != messages ||
	    (l->cycle >= l->depart && !departures_equal(l, out_of(l, l->cycle - l->depart))))
		return false;
	EACH_IN(i, messages) {
		struct message r;

		pins_message(&l->pins, i, &r);
		if (!message_equal(&l->config.shape, &before->msg[i], &r))
			return false;
	}
	return !credits_named(&l->config.shape) || credit_classes_equal(l, before);
}

static bool memories_equal(struct lockstep *l)
{
	return memory_check_written(&l->memory) &&
	       (l->config.memory_every ? memory_check_all : memory_check_next)(&l->memory, l->model, l->cycle);
}

/* Compare model and RTL in this cycle. All differences are found, for the report. */
static bool equal(struct lockstep *l)
{
	const bool same = probe_equal(&l->probe) && outputs_equal(&l->outputs) && events_equal(l);

	return memories_equal(l) && same;
}

/* Registers that both agree on keep the laws. */
static bool hold(struct lockstep *l)
{
	const struct neighbours *n = l->config.driven ? NULL : l->neighbours;

	return !l->laws || laws_hold(l->laws, lockstep_now(l), &lockstep_record(l, l->cycle)->in, n, l->why) || lockstep_fail(l, LOCKSTEP_LOST);
}

static bool differ(struct lockstep *l)
{
	snprintf(l->why, sizeof l->why, "model and RTL differ at cycle %" PRIu64, lockstep_now(l));
	return lockstep_fail(l, LOCKSTEP_DIFFERS);
}

bool lockstep_compare(struct lockstep *l)
{
	lockstep_flip(&l->config.plant, l->plant_at, lockstep_now(l));
	if (l->unseen && l->cycle)      /* the first image comes before the first packet */
		return true;
	if (l->model && l->probe.image)
		switch_image(l->model, l->cycle, l->probe.image);
	return l->config.backend != LOCKSTEP_BOTH || equal(l) ? hold(l) : differ(l);
}

bool lockstep_compare_all(struct lockstep *l)
{
	if (!lockstep_compare(l))
		return false;
	return l->config.backend != LOCKSTEP_BOTH || memory_check_all(&l->memory, l->model, l->cycle) || differ(l);
}

/* The model says with which tokens of the link a header leaves, where links have a pace. */
static bool tokens_right(struct lockstep *l, const struct switch_out *departing)
{
	if (!links_paced(&l->config.shape))
		return true;
	EACH_IN(o, departing->depart) {
		const unsigned tokens = scoreboard_tokens(l->scoreboard, o);

		if (departing->tokens[o] == tokens)
			continue;
		snprintf(l->why, sizeof l->why, "cycle %" PRIu64 ": output %u sends a header with %u tokens, the model says %u", lockstep_now(l), o, tokens,
			 departing->tokens[o]);
		return lockstep_fail(l, LOCKSTEP_LOST);
	}
	return true;
}

/* Flits leaving the RTL; those of a wormhole router, each in its VC, need not follow each other. In lockstep the model has to have sent the same. */
static bool observe_flits(struct lockstep *l, struct switch_out *seen)
{
	const bool by_flits = l->config.shape.by_flits;
	const uint64_t head = pins_mask(&l->pins, PIN_tx_head), now = lockstep_now(l);
	const uint64_t valid = pins_mask(&l->pins, PIN_tx_valid) & ~pins_metapackets(&l->pins);
	const struct switch_out *model = l->model ? out_of(l, l->cycle - l->depart) : NULL;

	seen->depart = by_flits ? valid : valid & head;
	EACH_IN(o, valid) {
		const bool first = head >> o & 1;
		struct packet *p = &seen->packet[o];
		uint32_t words[FLIT_WORDS];
		unsigned flit = 0;

		pin_words(&l->pins.pin[PIN_tx_data], o, words);
		p->tag = model ? model->packet[o].tag : UINT64_MAX;
		seen->vc[o] = by_flits ? (uint8_t)pins_value(&l->pins, PIN_tx_vc, o) : 0;
		if (!scoreboard_flit(l->scoreboard, now, o, seen->vc[o], first, words, p, &flit, l->why))
			return lockstep_fail(l, LOCKSTEP_LOST);
		seen->flit[o] = (uint8_t)flit;
		if (first && !by_flits)
			seen->tokens[o] = (uint8_t)scoreboard_tokens(l->scoreboard, o);
		if (!model || !(seen->depart >> o & 1) || (model->packet[o].tag == p->tag && model->flit[o] == flit))
			continue;
		snprintf(l->why, sizeof l->why, "cycle %" PRIu64 ": output %u sends flit %u of packet %" PRIu64 ", the model flit %u of %" PRIu64, now, o, flit, p->tag,
			 model->flit[o], model->packet[o].tag);
		return lockstep_fail(l, LOCKSTEP_LOST);
	}
	return !model || tokens_right(l, model);
}

/* What the pins of the RTL show in this cycle. */
static bool observe_rtl(struct lockstep *l, struct switch_out *seen)
{
	seen->credit = pins_mask(&l->pins, PIN_rx_credit);
	EACH_IN(i, credits_named(&l->config.shape) ? seen->credit : 0)
		seen->credit_queue[i] = (uint16_t)pins_credit_class(&l->pins, i);
	seen->message = pins_mask(&l->pins, PIN_rx_msg_valid) | pins_metapackets(&l->pins);
	EACH_IN(i, seen->message)
		pins_message(&l->pins, i, &seen->msg[i]);
	if (l->config.shape.csr)
		pins_bus(&l->pins, &seen->bus);
	return observe_flits(l, seen);
}

static bool observe_departures(struct lockstep *l, const struct switch_out *departing)
{
	if (!scoreboard_departing(l->scoreboard, lockstep_now(l), departing, l->why))
		return lockstep_fail(l, LOCKSTEP_LOST);
	return tokens_right(l, departing);
}

/* The model is run as networks run it (model_bank.h). */
static bool step_model(struct lockstep *l)
{
	struct cycle_record *const record = lockstep_record(l, l->cycle);
	const bool right = model_bank_step(l->bank, l->cycle, l->in, &record->out, l->why);

	if (l->laws)
		laws_passed(l->laws, l->in, &record->out);
	return right || lockstep_fail(l, LOCKSTEP_LOST);
}

/* Neighbours and model go through a cycle, in which this left the switch: what is decided in it, and what the links bring in the next. */
static bool advance(struct lockstep *l, const struct switch_out *departing, const struct switch_out *replies)
{
	neighbours_hear(l->neighbours, l->cycle, departing, replies);
	l->in = &lockstep_record(l, l->cycle)->in;
	neighbours_drive(l->neighbours, l->cycle + 1, &lockstep_record(l, l->cycle + 1)->in);
	return !l->model || step_model(l);
}

/* What leaves in this cycle is right; then neighbours and model go on. */
static bool observe(struct lockstep *l)
{
	const bool rtl = l->config.backend & LOCKSTEP_RTL;
	const struct switch_out *departing = rtl ? &l->seen : out_of(l, l->cycle - l->depart);
	const struct switch_out *replies = rtl ? &l->seen : out_of(l, l->cycle - 1);

	if (!(rtl ? observe_rtl(l, &l->seen) : observe_departures(l, departing)) ||
	    !advance(l, departing, replies))
		return false;
	bring(l, l->cycle + 1, &lockstep_record(l, l->cycle + 1)->in);
	return true;
}

/* The write ports of the RTL's memories, at the end of the cycle, do what the model did. */
static bool writes_equal(struct lockstep *l)
{
	char name[IMAGE_NAME];

	if (memory_check_ports(&l->memory, l->model, l->cycle))
		return true;
	image_row_name(l->probe.image, l->memory.differs.memory->reg, name);
	snprintf(l->why, sizeof l->why, "model and RTL differ at cycle %" PRIu64 ": only one of them writes word %u of %s", lockstep_now(l),
		 l->memory.differs.address, name);
	l->writes_differ = true;
	return lockstep_fail(l, LOCKSTEP_DIFFERS);
}

/* An edge has made an assertion fail, or logic does not settle. */
static bool assertions_hold(struct lockstep *l)
{
	return dut_holds(&l->dut, lockstep_now(l), l->why) || lockstep_fail(l, LOCKSTEP_ASSERTION);
}

/* Now and then. */
static bool fair(struct lockstep *l)
{
	const enum scoreboard_rivals rivals = l->config.driven ? SCOREBOARD_SAME_ROUTE : SCOREBOARD_SAME_INPUT;

	if (l->cycle % FAIR_CYCLES || l->config.lawless || scoreboard_fair(l->scoreboard, lockstep_now(l), rivals, l->why))
		return true;
	return lockstep_fail(l, LOCKSTEP_LOST);
}

/* After a reset: the links of cycle 0. */
static bool restart(struct lockstep *l)
{
	if (!resets_hold(l))
		return false;
	start(l);
	if (l->dut.instance)
		leave_reset(l);
	return true;
}

/* A clock edge in reset brings the inputs of the cycle. Then the registers are overwritten, and all logic follows. */
void lockstep_join(struct lockstep *l)
{
	*l->dut.rst = 1;
	dut_clock(&l->dut);
	switch_image(l->model, l->cycle, l->probe.image);
	probe_write(&l->probe);
	memory_write_all(&l->memory, l->model, l->cycle);
	*l->dut.rst = 0;
	dut_settle(&l->dut);
	l->dut.lib->settle_all(l->dut.instance);
	scoreboard_by_flits(l->scoreboard, lockstep_now(l));
	l->config.backend = LOCKSTEP_BOTH;
}

bool lockstep_cycle(struct lockstep *l)
{
	bool ok;

	dut_waves(&l->dut, l->config.waves, l->config.waves_from, l->config.waves_to, lockstep_now(l));
	if (resets_left(l) && l->cycle == l->until)
		return restart(l);
	if (!assertions_hold(l))
		return false;
	ok = observe(l);
	if (l->config.backend == LOCKSTEP_BOTH && ok && !writes_equal(l))
		return false;
	if (l->config.backend & LOCKSTEP_RTL)
		dut_clock(&l->dut);
	if (ok && !assertions_hold(l))
		return false;
	l->cycle++;
	return ok && fair(l);
}

bool lockstep_step(struct lockstep *l, const struct switch_in *in, struct switch_out *out)
{
	if (l->cycle == 0 && !lockstep_compare(l))
		return false;
	bring(l, l->cycle, in);
	l->in = in;
	if (l->model && !step_model(l))
		return false;
	dut_settle(&l->dut);
	if (l->model && !writes_equal(l))
		return false;
	dut_edge(&l->dut);
	if (!assertions_hold(l))
		return false;
	l->cycle++;
	return lockstep_compare(l) && observe_rtl(l, out) && fair(l);
}
