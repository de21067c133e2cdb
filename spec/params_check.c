/* What must hold between parameters. Each function returns false and says what to change. */
#include "params.h"

#include "shape.h"
#include "why_not.h"

#include <stdint.h>
#include <string.h>

static const char *scheme_text(const struct params *p)
{
	return params_table[PARAM_INDEX_scheme].texts[p->scheme];
}

static bool registers_there(const struct params *p, char why[PARAMS_WHY])
{
	if (p->csr != CSR_none && p->ports == PORT_KIND_axis)
		return why_not(why, PARAMS_WHY, "csr: not with ports = axis");
	return p->csr != CSR_none || p->counter_bits == params_table[PARAM_INDEX_counter_bits].def ||
	       why_not(why, PARAMS_WHY, "counter_bits: %u without registers; leave it out, or choose a bus by csr", p->counter_bits);
}

static bool tuning_fits(const struct params *p, char why[PARAMS_WHY])
{
	const struct shape s = shape_of(p);
	const unsigned long long flits = (unsigned long long)s.routers * s.flow_cycles * s.tune_gathers;

	return !s.tuned || flits <= UINT32_MAX ||
	       why_not(why, PARAMS_WHY, "tune_gathers: %u of %u cycles, with %u routers: counts of delivered flits go up to %llu; they must be below 2 ^ 32",
		       p->tune_gathers, s.flow_cycles, s.routers, flits);
}

/* What the queues of a port are the number of, in parameters. */
static const char *queues_are(const struct params *p, const struct shape *s)
{
	if (s->by_destination || s->cell_nic)
		return "sls * nodes";
	if (s->by_cells)
		return p->scheme == SCHEME_recn_qos ? "vcs * (radix + vc_saqs)" : "sls * radix";
	return params_used(p, &params_table[PARAM_INDEX_queues]) ? "queues" : p->scheme == SCHEME_voqnet ? "nodes" : "radix";
}

static bool queues_fit(const struct params *p, char why[PARAMS_WHY])
{
	static const unsigned most[] = {
#define SCHEME(id, text, classifier, memory, flow_control, messages, header_queue, queues, most, parameters, help) QUEUES_MOST_##id,
#include "schemes.def"
	};
	const struct shape s = shape_of(p);

	if (s.queues > most[p->scheme])
		return why_not(why, PARAMS_WHY, "%s: %u is above %u, the most queues of a port in scheme %s", queues_are(p, &s), s.queues,
			       most[p->scheme], scheme_text(p));
	return !s.credit_queues || s.queues <= p->slots ||
	       why_not(why, PARAMS_WHY, "slots: %u is below %s = %u, the number of queues in scheme %s", p->slots, queues_are(p, &s),
		       s.queues, scheme_text(p));
}

/* So a header has room for a destination where the route will be. */
static bool routes_differ(const struct params *p, char why[PARAMS_WHY])
{
	const unsigned turns = shape_of(p).turns;
	uint64_t routes = 1;

	for (unsigned t = 0; t < turns && routes < p->nodes; t++)
		routes *= p->radix;
	return p->nodes <= routes ||
	       why_not(why, PARAMS_WHY, "nodes: %u is above %u, the routes of %u turns at radix %u; raise turnpool_bits", p->nodes, (unsigned)routes, turns, p->radix);
}

/* Every service level has a VC, and every VC a service level. */
static bool levels_mapped(const struct params *p, char why[PARAMS_WHY])
{
	const size_t digits = strlen(p->sl_vcs);
	unsigned used = 0;

	if (!strcmp(p->sl_vcs, "even"))
		return p->vcs <= p->sls || why_not(why, PARAMS_WHY, "vcs: %u is above sls, which is %u", p->vcs, p->sls);
	if (digits != p->sls)
		return why_not(why, PARAMS_WHY, "sl_vcs: '%s' has %zu digits, but there are %u service levels", p->sl_vcs, digits, p->sls);
	for (unsigned sl = 0; sl < p->sls; sl++) {
		const unsigned vc = (unsigned)(p->sl_vcs[sl] - '0');

		if (vc >= p->vcs)
			return why_not(why, PARAMS_WHY, "sl_vcs: service level %u is in VC %u, outside 0..%u", sl, vc, p->vcs - 1);
		used |= 1u << vc;
	}
	for (unsigned vc = 0; vc < p->vcs; vc++)
		if (!(used >> vc & 1))
			return why_not(why, PARAMS_WHY, "sl_vcs: '%s' leaves VC %u without a service level", p->sl_vcs, vc);
	return true;
}

static bool round_robin_only(const struct params *p, char why[PARAMS_WHY])
{
	return p->arbiter == ARBITER_round_robin ||
	       why_not(why, PARAMS_WHY, "arbiter: scheme %s has round-robin alone", scheme_text(p));
}

/* Where a switch has network interfaces at its ports, what must hold of those. */
static bool interface_fits(const struct params *p, char why[PARAMS_WHY])
{
	struct params interface;

	if (p->ports != PORT_KIND_axis || !scheme_is_switch(p->scheme))
		return true;
	if (strlen(p->name) + strlen(PARAMS_INTERFACE) >= PARAMS_WORD)
		return why_not(why, PARAMS_WHY, "name: '%s' is longer than %zu characters, which ports = axis leave", p->name, PARAMS_WORD - 1 - strlen(PARAMS_INTERFACE));
	interface = params_interface(p);
	return params_check(&interface, why);
}

const char *const params_rules[] = {
#define SIZE(...)
#define NOT_ABOVE(name, value, limit_name, limit, rule) rule,
#define NOT_BELOW(name, value, limit, of, rule)        rule,
#define HOLDS(condition, rule, ...)                   rule,
#define RELATION(holds, rule)                         rule,
#define WHEN(condition)
#include "shape.def"
};

const unsigned params_rules_count = sizeof params_rules / sizeof *params_rules;

bool params_check(const struct params *p, char why[PARAMS_WHY])
{
	const struct shape shape = shape_of(p), *const s = &shape;
	bool there = true;

#define SIZE(...)
#define NOT_ABOVE(name, value, limit_name, limit, rule) \
	HOLDS((value) <= (unsigned)(limit), rule, "%s: %u is above %s, which is %u", name, value, limit_name, (unsigned)(limit))
#define NOT_BELOW(name, value, limit, of, rule)        HOLDS((value) >= (limit), rule, "%s: %u is below %u, %s", name, value, limit, of)
#define HOLDS(condition, rule, ...)                   if (there && !(condition)) return why_not(why, PARAMS_WHY, __VA_ARGS__);
#define RELATION(holds, rule)                         if (there && !holds(p, why)) return false;
#define WHEN(condition)                               there = (condition);
#include "shape.def"
	return true;
}
