#include "flit_sink.h"

#include "cube.h"

/* Durations are drawn with rng_log_below(), so that short ones are as frequent as long ones. */
enum {
	PACE_LONGEST = 512, STALL_LONGEST = 256,
	SLOW = 4,                       /* a slow sink takes the flits of a VC in one cycle of so many */
	HELD = 48, HOLD_LONGEST = 512,  /* one flit in so many holds its VC, for so many cycles at most */
};

void flit_sink_reset(struct flit_sink *k, const struct shape *s, const struct neighbours_config *c, struct neighbours_stats *stats, uint32_t at, unsigned output)
{
	*k = (struct flit_sink){
		.output = output,
		.linked = cube_linked(s, at, output), .local = output == s->local,
		.pace = sink_pace_of(c->back_pressure, PACE_LONGEST, STALL_LONGEST),
		.rng = rng_seed(rng_mix(c->seed), output),
		.shape = s, .config = c, .stats = stats,
	};
}

/* Is a flit of the VC taken now? */
static bool takes(struct flit_sink *k, uint64_t cycle, const struct flit_sink_vc *v)
{
	if (!v->used || k->pace.now == PACE_STALL)
		return false;
	if (cycle >= k->config->stop_cycle)
		return true;
	return v->from <= cycle && (k->pace.now == PACE_FAST || !rng_below(&k->rng, SLOW));
}

unsigned flit_sink_step(struct flit_sink *k, uint64_t cycle)
{
	unsigned credits = 0;

	sink_pace_step(&k->pace, cycle, k->config->stop_cycle, &k->rng);
	for (unsigned v = 0; v < k->shape->vcs; v++) {
		if (!takes(k, cycle, &k->vc[v]))
			continue;
		k->vc[v].used--;
		credits |= 1u << v;
		if (k->config->back_pressure && !rng_below(&k->rng, HELD))
			k->vc[v].from = cycle + rng_log_below(&k->rng, HOLD_LONGEST);
	}
	return credits;
}

/* Does a flit keep the contract? A header comes into an empty VC, or to the end node, when the last packet is complete. */
static bool is_right(const struct flit_sink *k, unsigned vc, unsigned flit)
{
	const struct flit_sink_vc *v = &k->vc[vc];

	if (!k->linked || vc >= k->shape->vcs || v->used == k->shape->buffer_flits)
		return false;
	return flit ? v->left : !v->left && (k->local || !v->used);
}

void flit_sink_flit(struct flit_sink *k, uint64_t cycle, const struct packet *p, unsigned vc, unsigned flit)
{
	struct flit_sink_vc *v;

	if (!is_right(k, vc, flit)) {
		k->stats->violations++;
		return;
	}
	v = &k->vc[vc];
	v->used++;
	v->left = flit ? v->left - 1 : p->flits - 1u;
	if (!flit && k->config->back_pressure && cycle < k->config->stop_cycle && !rng_below(&k->rng, HELD))
		v->from = cycle + rng_log_below(&k->rng, HOLD_LONGEST);
}

unsigned flit_sink_kept(const struct flit_sink *k)
{
	unsigned used = 0;

	for (unsigned v = 0; v < k->shape->vcs; v++)
		used += k->vc[v].used;
	return used;
}

bool flit_sink_drained(const struct flit_sink *k)
{
	for (unsigned v = 0; v < k->shape->vcs; v++)
		if (k->vc[v].used || k->vc[v].left)
			return false;
	return true;
}
