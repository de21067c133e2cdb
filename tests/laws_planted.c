/*
 * Faults that RTL and model have in common, in whole runs of lockstep: comparison, scoreboard, link contract and drain see nothing, the
 * laws do. Each fault is written into the Verilog, and the same into the step of the model.
 */
#include "given.h"
#include "lockstep_case.h"
#include "test.h"

/* The model's step, but that a line lets go only while no other holds packets. */
#include "cam_switch.h"

static uint64_t others_hold(uint16_t (*count)[SWITCH_PORTS], unsigned lines, unsigned line)
{
	uint64_t inputs = 0;

	for (unsigned l = 0; l < lines; l++)
		inputs |= l == line ? 0 : words_above(UINT64_MAX, count[l], 0);
	return inputs;
}

/* Inputs whose line would send an Xoff, or an Xon. */
static uint64_t line_wants(const struct shape *s, uint16_t (*count)[SWITCH_PORTS], const struct cam_in *u, unsigned lines, unsigned l, bool xoff)
{
	if (xoff)
		return u->live[l] ? rfcu_over(s, count[l], u->live[l] & ~u->sent[l]) : 0;
	return rfcu_under(s, count[l], u->sent[l]) & ~others_hold(count, lines, l);
}

static uint64_t planted_wants(const struct shape *s, uint16_t (*count)[SWITCH_PORTS], const struct cam_in *u, unsigned lines, bool xoff)
{
	uint64_t inputs = 0;

	for (unsigned l = 0; l < lines; l++)
		inputs |= (xoff ? line_wants(s, count, u, lines, l, true) : 0) | line_wants(s, count, u, lines, l, false);
	return inputs;
}

static const struct message *planted_send(struct rfcu *u, const struct shape *s, uint16_t (*count)[SWITCH_PORTS], struct cam_in *cam, unsigned port)
{
	unsigned l = 0;
	bool xoff;

	while (!(xoff = line_wants(s, count, cam, cam->saqs, l, true) >> port & 1) && !(line_wants(s, count, cam, cam->saqs, l, false) >> port & 1))
		l++;
	u->msg[port] = (struct message){ .turns = points_turns(&cam->points, port, l), .xoff = xoff, .line = (uint16_t)l, .len = cam->points.len[l][port] };
	cam_in_sent(cam, port, l, xoff);
	return u->msg + port;
}

#define rfcu_wants planted_wants
#define rfcu_send planted_send
#include "cam_switch_step.h"
#undef rfcu_wants
#undef rfcu_send

static uint64_t step_without_xon(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step_for(sw)(sw, cycle, in, out);
}

static switch_step_function *whole_step;        /* of the model as it is */

/* Outputs take the first input that asks: the arbiters forget who was served. */
static uint64_t step_without_turns(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	const uint64_t next = whole_step(sw, cycle, in, out);

	memset(cam_switch(sw)->arb_out.arbiter.next, 0, sizeof cam_switch(sw)->arb_out.arbiter.next);
	return next;
}

/* Where an output has two credits and gets one, it does not count; the next one counts twice. */
static uint64_t late;

static uint64_t step_with_late_credits(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	uint16_t *const credits = cam_switch(sw)->oport.credits;
	uint64_t two = 0, next;

	for (unsigned o = 0; o < sw->shape.radix; o++)
		two |= (uint64_t)(credits[o] == 2) << o;
	next = whole_step(sw, cycle, in, out);
	EACH_IN(o, in->credit) {
		const uint64_t drop = two & ~late & bit(o);

		credits[o] = (uint16_t)(credits[o] + (late >> o & 1) - (drop >> o));
		late = (late & ~bit(o)) | drop;
	}
	return next;
}

struct fault {
	const char *from, *to, *why;
	switch_step_function *step;
};

static const struct fault no_turns = {
	".advance(gnt_valid)", ".advance(1'b0)",
	" was passed over 4 times", step_without_turns,
};

static const struct fault late_credits = {
	"wire [COUNT_W-1:0] credits_d = credits_q + {{(COUNT_W-1){1'b0}}, tx_credit}",
	"reg late_q;\n"
	"wire drop = tx_credit & ~late_q & (credits_q - {{(COUNT_W-1){1'b0}}, rd_head_q} == 2);\n"
	"always @(posedge clk) late_q <= ~rst & (drop | (late_q & ~tx_credit));\n"
	"wire [COUNT_W-1:0] credits_d = credits_q + {{(COUNT_W-2){1'b0}}, tx_credit & late_q, tx_credit & ~late_q & ~drop}",
	" that were granted and not credited are not ", step_with_late_credits,
};

static const struct fault no_xon = {
	"& sent_xoff[l];",
	"& sent_xoff[l] & ~|(count & ~({{(SAQS-1)*COUNT_W{1'b0}}, {COUNT_W{1'b1}}} << l*COUNT_W));",
	" stops upstream, and has had no cause since cycle ", step_without_xon,
};

/* In the one file that has it. */
static void rewrite(const struct lockstep_case *c, const struct fault *f)
{
	struct rtl_files r = rtl_generate(&c->params);
	unsigned found = 0;

	for (unsigned i = 0; i < r.n; i++) {
		const char *const at = strstr(r.file[i].text, f->from);
		char path[BUILD_PATH];
		FILE *file;

		if (!at)
			continue;
		found++;
		snprintf(path, sizeof path, "%s/%u.v", c->dir, i);
		file = fopen(path, "w");
		assert_non_null(file);
		fprintf(file, "%.*s%s%s", (int)(at - r.file[i].text), r.file[i].text, f->to, at + strlen(f->from));
		assert_int_equal(fclose(file), 0);
	}
	assert_int_equal(found, 1);
	rtl_files_free(&r);
}

static enum lockstep_verdict run(struct lockstep_case *c, const struct fault *f, bool lawless, char why[LOCKSTEP_WHY])
{
	enum lockstep_verdict v;

	c->config.lawless = lawless;
	struct lockstep *l = lockstep_new(&c->config, why);

	if (!l)
		fail_msg("%s", why);
	late = 0;
	assert_true(lockstep_compare(l));       /* the first image: from now on an observer stands around the step */
	whole_step = l->model->unobserved;
	l->model->unobserved = f->step;
	v = lockstep_run(l);
	memcpy(why, l->why, LOCKSTEP_WHY);
	if (v == LOCKSTEP_DIFFERS)
		report_divergence(l, "", stderr);
	lockstep_free(l);
	return v;
}

static void only_laws_see(const struct fault *f)
{
	/* sorting=head: the step above is that of such a switch */
	const struct params p = params_given("sorting=head radix=4 saqs=3 slots=12 detect_threshold=1 xon_threshold=1 xoff_threshold=2");
	struct lockstep_case c;
	char why[LOCKSTEP_WHY];

	case_begin(&c, &p);
	rewrite(&c, f);
	case_build(&c, true);
	c.config.traffic.traffic = TRAFFIC_INCAST;
	c.config.traffic.load = 0.9;
	c.config.cycles = 20000;
	c.config.threads = 1;
	if (run(&c, f, true, why) != LOCKSTEP_SAME)
		fail_msg("without laws: %s", why);
	assert_int_equal(run(&c, f, false, why), LOCKSTEP_LOST);
	print_message("# %s\n", why);
	assert_non_null(strstr(why, f->why));
	case_end(&c);
}

TEST(an_input_whose_turn_does_not_come)
{
	only_laws_see(&no_turns);
}

TEST(credits_that_come_late)
{
	only_laws_see(&late_credits);
}

TEST(a_stop_that_stays)
{
	only_laws_see(&no_xon);
}
