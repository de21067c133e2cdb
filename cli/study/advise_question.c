#include "advise.h"

#include "inventory.h"
#include "lattice.h"
#include "net/topology/topology_stored.h"
#include "value_list.h"
#include "why_not.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Cycles of the first runs, and of the longest; of the warm-up. */
enum { CYCLES = 20000, LONGEST = 320000, WARMUP = 8000 };

/* Flits that one queue has to have room for, to keep a link busy by itself (docs/study/simulation.md), and packets at least. */
enum { QUEUE_FLITS = 16, QUEUE_PACKETS = 4 };

/* Logic about each flip-flop in gates, as synthesis finds it in switches of all schemes, 15 to 21; area of a gate at 45 nm: docs/study/advise.md. */
#define GATES_OF_FLIP_FLOP 18
#define GATE_MM2 0.798e-6

/* Queues of a static scheme. */
enum queues { SHARED, FIXED, OF_PORTS, OF_NODES };

static const struct kind {
	const char *scheme, *option;    /* option: of its number of queues; NULL: it has none */
	enum queues queues;
	unsigned number[4];             /* of queues that are tried; 0: the end */
} kinds[] = {
	{ "1q", NULL, FIXED, { 1 } },
	{ "dbbm", "queues", FIXED, { 2, 4, 8 } },
	{ "obqa", "queues", FIXED, { 2, 4, 8 } },
	{ "voqsw", NULL, OF_PORTS, { 1 } },
	{ "voqnet", NULL, OF_NODES, { 1 } },
	{ "recn-iq", "saqs", SHARED, { 2, 4, 8 } },
	{ "fbicm", "cfqs", SHARED, { 2, 4, 8 } },
};

static void set(struct question *q, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void set(struct question *q, const char *key, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(q->setting[q->settings].value, ADVISE_VALUE, format, list);
	va_end(list);
	q->setting[q->settings++].key = key;
}

/* Stages of k ports down, and the last one of 2 k: XGFT(n; k, .., 2 k; 1, k, ..). */
static void set_folded(struct question *q, unsigned k, unsigned stages)
{
	char down[ADVISE_VALUE] = "", up[ADVISE_VALUE] = "1";

	for (unsigned i = 1; i < stages; i++) {
		snprintf(down + strlen(down), sizeof down - strlen(down), "%u,", k);
		snprintf(up + strlen(up), sizeof up - strlen(up), ",%u", k);
	}
	set(q, "topology", "xgft");
	set(q, "down", "%s%u", down, 2 * k);
	set(q, "up", "%s", up);
}

static void set_fabric_line(struct question *q, const char *key, const char *value)
{
	if (value) {
		q->line[q->lines].key = key;
		q->line[q->lines++].value = value;
	}
}

/* Questions are put as sweeps. In these blanks at the ends of a name are cut, and behind a blank a # begins a comment. */
static bool set_fabric_file(struct question *q, const char *key, const char *name, char why[OPTION_WHY])
{
	static const char blanks[] = " \t\r\n";

	if (name && (strchr(blanks, name[0]) || strchr(blanks, name[strlen(name) - 1]) || name[0] == '#' || strstr(name, " #") || strstr(name, "\t#") ||
		     strpbrk(name, "\r\n")))
		return why_not(why, OPTION_WHY, "--%s: names of files with blanks at an end, '#' behind a blank, or several lines are not known here", key);
	set_fabric_line(q, key, name);
	return true;
}

/* A fabric has its switches, and as many end nodes as it has. */
static bool set_fabric(struct question *q, char why[OPTION_WHY])
{
	const struct advise_options *const o = q->o;
	const struct graph *const g = &q->fabric->fabric.graph;
	const unsigned radix = q->fabric->stored->radix, least = params_table[PARAM_INDEX_radix].min;

	if (o->given.radix || o->given.nodes)
		return why_not(why, OPTION_WHY, "--fabric and --%s exclude each other", o->given.radix ? "radix" : "nodes");
	if (!set_fabric_file(q, "fabric", o->fabric, why) || !set_fabric_file(q, "routes", o->routes, why) || !set_fabric_file(q, "without", o->without, why))
		return false;
	set_fabric_line(q, "lid", o->given.lid ? topology_lid_names[o->lid] : NULL);
	set_fabric_line(q, "allow_cycles", o->allow_cycles ? "yes" : NULL);
	set_fabric_line(q, "equal_rates", o->equal_rates ? "yes" : NULL);
	q->radix = radix < least ? least : radix;
	q->nodes = g->nodes;
	q->switches = g->switches;
	return true;
}

/* One switch; a k-ary n-tree; one whose last stage has all its ports down; or the smallest k-ary n-tree that is large enough. */
static bool set_tree(struct question *q, unsigned radix, unsigned nodes, char why[OPTION_WHY])
{
	const unsigned k = radix / 2;
	unsigned n = 1, below = 1;

	q->radix = radix;
	q->switches = nodes <= radix ? 1 : 2;
	if (nodes <= radix) {
		set(q, "topology", "single");
		set(q, "radix", "%u", radix);
		set(q, "k", "%u", nodes);
		q->nodes = nodes;
		return true;
	}
	if (radix % 2 || k < 2)
		return why_not(why, OPTION_WHY, "--radix: switches of %u ports make no fat tree; only up to %u nodes, or an even number of ports from 4 on", radix, radix);
	for (q->nodes = k; q->nodes < nodes; n++) {
		below = q->nodes;
		q->nodes *= k;
	}
	if (nodes == 2 * below) {
		set_folded(q, k, n - 1);
		q->nodes = nodes;
		return true;
	}
	set(q, "topology", "ktree");
	set(q, "k", "%u", k);
	set(q, "n", "%u", n);
	return true;
}

static bool set_lengths(struct question *q, char why[OPTION_WHY])
{
	const char *const text = q->o->packet_bytes, *const dots = strstr(text, "..");
	const double flit = (double)q->o->flit_bits / 8;
	char *end;
	const double shortest = strtod(text, &end), longest = dots ? strtod(dots + 2, &end) : shortest;

	if (end == text || *end || text[strspn(text, "0123456789.")] || !(shortest >= 1) || longest < shortest || longest > 64 * flit)
		return why_not(why, OPTION_WHY, "--packet-bytes: '%.40s' is not a length or SHORTEST..LONGEST, from 1 to %.0f bytes, 64 flits", text, 64 * flit);
	q->packet_flits = (unsigned)ceil(longest / flit);
	set(q, "packet_flits", "%u", q->packet_flits);
	if (longest > shortest && longest > flit)
		set(q, "pareto_lengths", "%g,%g,1.3", shortest < flit ? flit : shortest, longest);
	return true;
}

static bool set_traffic(struct question *q, char why[OPTION_WHY])
{
	const struct advise_options *const o = q->o;

	if (o->hot_spot && strlen(o->hot_spot) >= ADVISE_VALUE)
		return why_not(why, OPTION_WHY, "--hot-spot: longer than %d characters", ADVISE_VALUE - 1);
	set(q, "traffic", "%s", workload_pattern_names[o->traffic]);
	set(q, "load", "%g", q->load);
	if (o->hot_spot)
		set(q, "hot_spot", "%s", o->hot_spot);
	set(q, "injection", "%s", node_injection_names[o->injection]);
	set(q, "cycles", "%d", CYCLES);
	set(q, "warmup", "%d", WARMUP);
	return true;
}

/* Slots of a candidate: those that were asked for, or what its queues need. */
static unsigned slots_of(const struct question *q, unsigned queues)
{
	const unsigned each = QUEUE_FLITS / q->packet_flits > QUEUE_PACKETS ? QUEUE_FLITS / q->packet_flits : QUEUE_PACKETS;
	const unsigned least = queues * each, asked = (unsigned)q->o->slots;

	return asked > least ? (asked + queues - 1) / queues * queues : least;
}

/* Of a hot spot a part of the traffic of all, or of the sources, goes to one node. */
static double offered_load(const struct workload_config *w)
{
	double load = w->load;

	for (unsigned i = 0; i < w->hot_spots; i++)
		load *= 1 - w->hot[i].share;
	return load;
}

/* params: of its switches, in the network of the question. */
static bool try_candidate(struct question *q, const struct candidate *c, struct params *params, char why[OPTION_WHY])
{
	char text[ADVISE_OPTIONS];
	struct simulation s;

	simulation_default(&s);
	s.stored = q->fabric->stored;
	FABRIC_OPTIONS(&s.o, q->o);
	for (unsigned i = 0; i < q->settings; i++)
		if (!simulation_set(&s, q->setting[i].key, q->setting[i].value, why))
			return false;
	snprintf(text, sizeof text, "%s", c->options);
	if (!simulation_words(&s, text, why) || !simulation_setup(&s, why))
		return false;
	*params = s.params;
	q->offered = offered_load(&s.traffic);
	return true;
}

static bool price(struct candidate *c, const struct params *params, char why[PRICE_WHY])
{
	const struct price_setup setup = price_setup_default();
	const unsigned ports = params->radix;
	struct inventory all;
	struct price p;

	inventory_of(params, &all);
	for (const struct inventory_item *m = all.item; m < all.item + all.n; m++) {
		if (!price_memory(&setup, &m->memory, &p, why))
			return false;
		c->memory_bits += (double)m->instances * m->memory.words * m->memory.width / ports;
		c->mm2 += m->instances * p.area_mm2 / ports;
	}
	c->flip_flops = (double)inventory_flip_flops(params) / ports;
	c->mm2 += c->flip_flops * GATES_OF_FLIP_FLOP * GATE_MM2;
	return true;
}

/* With as many queues as ports it is VOQsw. In one switch, a destination is an output: DBBM is OBQA, and VOQnet is VOQsw. */
static bool same_as_another(const struct question *q, const struct kind *k, unsigned number)
{
	const bool one_switch = q->switches == 1;

	return (k->queues == FIXED && k->option && number >= q->radix) || (one_switch && (k->queues == OF_NODES || !strcmp(k->scheme, "dbbm")));
}

/* A candidate that makes no switch is left out. */
static void add(struct question *q, const struct kind *k, unsigned number, char why[PRICE_WHY])
{
	const unsigned queues[] = { [SHARED] = 1, [FIXED] = number, [OF_PORTS] = q->radix, [OF_NODES] = q->nodes };
	struct candidate *const c = &q->candidate[q->candidates];
	struct params params;

	*c = (struct candidate){ .memory_bits = 0 };
	snprintf(c->name, sizeof c->name, k->option ? "%s-%u" : "%s", k->scheme, number);
	snprintf(c->options, sizeof c->options, "--scheme %s --slots %u", k->scheme, slots_of(q, queues[k->queues]));
	if (k->option)
		snprintf(c->options + strlen(c->options), sizeof c->options - strlen(c->options), " --%s %u", k->option, number);
	if (same_as_another(q, k, number))
		return;
	if (try_candidate(q, c, &params, why) && price(c, &params, why))
		q->candidates++;
	else
		snprintf(q->left_out + strlen(q->left_out), sizeof q->left_out - strlen(q->left_out), "%s%s (%.100s)", *q->left_out ? ", " : "", c->name, why);
}

static int cheaper(const void *a, const void *b)
{
	const struct candidate *const x = a, *const y = b;

	return (x->mm2 > y->mm2) - (x->mm2 < y->mm2);
}

/* An interval needs two. */
static bool check_seeds(const char *seeds, char why[OPTION_WHY])
{
	char words[LATTICE_LIST];
	const unsigned n = value_list_words(seeds, words, sizeof words, LATTICE_VALUES, why);

	if (n == 1)
		snprintf(why, OPTION_WHY, "--seed: '%.40s' is one seed; an interval of confidence needs two or more, 1..5", seeds);
	return n > 1;
}

bool question_make(struct question *q, const struct advise_options *o, const struct fabric_topology *fabric, double load, char why[OPTION_WHY])
{
	const size_t from = o->hot_spot ? 0 : sizeof "cold_" - 1;

	/* all: the least served of them vary more, and longer, than this says. */
	*q = (struct question){ .o = o, .fabric = fabric, .load = load, .accepted = "cold_pattern_accepted_load" + from, .latency = "cold_latency_mean" + from,
				.all = "cold_accepted_load" + from };
	if (!check_seeds(o->seed, why))
		return false;
	if (!(fabric->stored ? set_fabric(q, why) : set_tree(q, (unsigned)o->radix, (unsigned)o->nodes, why)))
		return false;
	set(q, "flit_bits", "%ju", (uintmax_t)o->flit_bits);
	if (!set_lengths(q, why) || !set_traffic(q, why))
		return false;
	for (const struct kind *k = kinds; k < kinds + sizeof kinds / sizeof *kinds; k++)
		for (unsigned i = 0; i < 4 && k->number[i]; i++)
			add(q, k, k->number[i], why);
	qsort(q->candidate, q->candidates, sizeof *q->candidate, cheaper);
	return q->candidates;           /* why: of the last one */
}

void question_title(const struct question *q, FILE *f)
{
	const struct advise_options *const o = q->o;

	fprintf(f, "Queueing schemes at radix %u, %u nodes", q->radix, q->nodes);
	if (o->fabric)
		fprintf(f, " of %s", o->fabric);
	fprintf(f, ": load %g, packets of %s bytes, %s traffic%s%s, %ju slots a port", q->load,
		o->packet_bytes, workload_pattern_names[o->traffic], o->hot_spot ? ", hot spot " : "", o->hot_spot ? o->hot_spot : "", (uintmax_t)o->slots);
}

void question_write(const void *question, FILE *f)
{
	const struct question *const q = question;

	fputs("title = ", f);
	question_title(q, f);
	fputc('\n', f);
	for (unsigned i = 0; i < q->lines; i++)
		fprintf(f, "%s = %s\n", q->line[i].key, q->line[i].value);
	for (unsigned i = 0; i < q->settings; i++)
		fprintf(f, "%s = %s\n", q->setting[i].key, q->setting[i].value);
	fputs("axis scheme:\n", f);
	for (unsigned i = 0; i < q->candidates; i++)
		fprintf(f, "    %s = %s\n", q->candidate[i].name, q->candidate[i].options);
	fprintf(f, "seed = %s\ncolumns = %s, %s, %s, state\nprecision:\n    %s = %g\n    cycles = %d\n", q->o->seed, q->accepted, q->latency, q->all,
		q->all, q->o->within / 4, LONGEST);
}
