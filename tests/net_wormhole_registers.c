/*
 * Every register of routers under load, against docs/internals/microarchitecture-wormhole.md written down once more: register by register, sections 2 to 6, as hardware would do it.
 * The side band is in net_wormhole_side.c.
 */
#include "bench/cube.h"
#include "net_watched.h"
#include "test.h"
#include "wormhole_case.h"

enum { PORTS = 7, VCS = 3, DEPTH = 4, CHANNELS = PORTS * VCS, NETWORK_VCS = CHANNELS - VCS, NONE = -1, CYCLES = 2000 };

struct word { struct packet p; unsigned j; };

/* Registers, as on the page. Those that a port, and the lane, have once; those by VC. */
#define BY_VC OF(vib, wr) OF(vib, rd) OF(vib, count) OF(vib, left) OF(vib, first) OF(vib, dest) OF(vib, routed) OF(vob, owned) OF(vob, owner) OF(vob, spent)
#define BY_VC_OF_RECOVERY OF(vib, wait) OF(vib, seized)
#define BY_PORT OF(vib, credit_vcs) OF(vlp, tx_valid) OF(vlp, tx_head) OF(vlp, tx_vc)
#define OF_LANE \
	OF(boot) OF(token) OF(pass) OF(source) OF(from) OF(lane_out) OF(lane_left) OF(lane_first) OF(lane_routed) OF(lane_dest) OF(lane_wr) OF(lane_rd) OF(lane_count)

struct router {
#define OF(unit, name) unsigned name[PORTS][VCS];
	BY_VC BY_VC_OF_RECOVERY
#undef OF
#define OF(unit, name) unsigned name[PORTS];
	BY_PORT
#undef OF
#define OF(name) unsigned name;
	OF_LANE
#undef OF
	struct word flits[PORTS][VCS][DEPTH], tx[PORTS], lane_flits[2];
	unsigned rva_prio, vlp_prio[PORTS], tie;        /* prio: bit of the request served last, 0 for the last one */
	unsigned ending[VCS];                   /* no register: by VC of the local output, its packet ends in this cycle */
	unsigned tx_from[PORTS], lane_came;     /* nor these: inputs of the flit, and of the lane's packet */
	unsigned order[NETWORK_VCS][NETWORK_VCS];       /* [j][i], i < j */
};

static struct {
	struct router now;
	unsigned which;
	struct shape shape;
	struct image *image;
	uint64_t cycle;
	unsigned seized, choices, vain, full;   /* how often that happened; choices: headers beside the first that waited for the token */
} ref;

/* The lowest request above the one-hot bit, or else the lowest; NONE: there is none. */
static int pick(const bool *request, unsigned n, unsigned prio)
{
	for (unsigned k = 0; k < n; k++)
		if (request[k] && prio && (prio >> k) == 0)
			return (int)k;
	for (unsigned k = 0; k < n; k++)
		if (request[k])
			return (int)k;
	return NONE;
}

static unsigned hot(int k, unsigned n)
{
	return k + 1 == (int)n ? 0 : 1u << k;
}

static bool free_vc(const struct shape *s, const struct router *r, unsigned o, unsigned w)
{
	return o == s->local ? !r->owned[o][w] || r->ending[w] : !r->owned[o][w] && !r->spent[o][w];
}

/* The output VC of ports and VCs from..to-1; NONE: none is free. */
static int choose(const struct shape *s, const struct router *r, const bool *ports, unsigned from, unsigned to)
{
	unsigned most = 0, best = 0;

	for (unsigned o = 0; o < s->radix; o++) {
		unsigned n = 0;

		for (unsigned w = from; w < to; w++)
			n += ports[o] && free_vc(s, r, o, w);
		if (n > most || (n && n == most && r->tie)) {
			most = n;
			best = o;
		}
	}
	for (unsigned w = from; most && w < to; w++)
		if (free_vc(s, r, best, w))
			return (int)(best * VCS + w);
	return NONE;
}

static int find(const struct shape *s, const struct router *r, unsigned at, unsigned i, unsigned v)
{
	const unsigned dest = r->dest[i][v], port = cube_in_order(s, at, dest);
	bool one[PORTS] = { false }, some[PORTS] = { false }, mesh[PORTS] = { false };
	int got = NONE;

	one[port] = true;
	mesh[cube_in_mesh_order(s, at, dest)] = true;
	for (unsigned o = 0; o < s->local; o++)
		some[o] = cube_minimal(s, at, dest) >> o & 1;
	if (port == s->local)
		return choose(s, r, one, 0, s->delivery_vcs);
	if (!s->adaptive && s->torus && s->avoidance)
		return cube_wraps(s, at, dest, port) ? choose(s, r, one, 0, VCS / 2) : choose(s, r, one, VCS / 2, VCS);
	if (!s->adaptive)
		return choose(s, r, one, 0, VCS);
	if (!s->avoidance)
		return choose(s, r, some, 0, VCS);
	if (i == s->local || v != VCS - 1)
		got = choose(s, r, some, 0, VCS - 1);
	return got == NONE ? choose(s, r, mesh, VCS - 1, VCS) : got;
}

static bool asks(const struct router *r, unsigned i, unsigned v)
{
	return r->left[i][v] && r->count[i][v] && !r->routed[i][v] && !r->seized[i][v];
}

static bool gated(const struct shape *s, const struct router *r, unsigned at, unsigned dest)
{
	bool some_unused = false, all_have = true;

	for (unsigned o = 0; o < s->local; o++) {
		unsigned n = 0;

		for (unsigned w = 0; w < VCS; w++)
			n += r->owned[o][w];
		if (cube_minimal(s, at, dest) >> o & 1) {
			some_unused |= n == 0;
			all_have &= n < VCS;
		}
	}
	return s->alo && !(some_unused || all_have);
}

/* A word goes to the link register of an output. */
static void transmit(struct router *n, unsigned o, unsigned vc, bool head, struct word w, unsigned from)
{
	n->tx_from[o] = from;
	n->tx_valid[o] = 1;
	n->tx_head[o] = head;
	n->tx_vc[o] = vc;
	n->tx[o] = w;
}

static struct word pop(const struct router *r, struct router *n, unsigned i, unsigned v)
{
	n->rd[i][v] = (r->rd[i][v] + 1) % DEPTH;
	n->left[i][v] = r->left[i][v] - 1;
	n->first[i][v] = 0;
	n->count[i][v]--;
	n->credit_vcs[i] |= 1u << v;
	if (r->left[i][v] == 1)
		n->routed[i][v] = n->seized[i][v] = 0;
	return r->flits[i][v][r->rd[i][v]];
}

static int allocate(const struct shape *s, const struct router *r, struct router *n, unsigned at)
{
	unsigned entering = 0;                  /* packets of the end node that have an output VC */
	bool request[CHANNELS];

	for (unsigned v = 0; v < VCS; v++)
		entering += r->routed[s->local][v];
	for (unsigned c = 0; c < s->radix * VCS; c++)
		request[c] = asks(r, c / VCS, c % VCS) && !(c / VCS == s->local && (entering >= s->injection_vcs || gated(s, r, at, r->dest[c / VCS][c % VCS])));
	const int c = pick(request, s->radix * VCS, r->rva_prio);

	if (c == NONE)
		return NONE;
	n->rva_prio = hot(c, s->radix * VCS);
	const unsigned i = (unsigned)c / VCS, v = (unsigned)c % VCS;
	const int to = find(s, r, at, i, v);

	ref.vain += to == NONE;
	if (to == NONE)
		return NONE;
	const unsigned o = (unsigned)to / VCS, w = (unsigned)to % VCS;

	n->tie ^= o != s->local;
	n->routed[i][v] = 1;
	n->owned[o][w] = 1;
	n->owner[o][w] = (unsigned)c;
	return c;
}

static int token(const struct shape *s, const struct router *r, struct router *n, unsigned at, bool comes, int served)
{
	const bool here = r->token || comes || (r->boot && !at);
	int c = NONE;

	for (unsigned j = 0; j < s->local * VCS && here && !r->lane_left; j++) {
		const bool late = r->wait[j / VCS][j % VCS] == s->timeout && asks(r, j / VCS, j % VCS) && (int)j != served;

		ref.choices += late && c != NONE;
		if (late && (c == NONE || !r->order[j][c]))
			c = (int)j;
	}

	n->boot = 0;
	n->pass = c == NONE && here && !r->lane_left;
	n->token |= here && r->lane_left;
	if (c == NONE)
		return NONE;
	ref.seized++;
	n->from = (unsigned)c;
	n->source = n->lane_routed = n->lane_first = 1;
	n->lane_left = r->left[c / VCS][c % VCS];
	n->lane_out = cube_in_order(s, at, r->dest[c / VCS][c % VCS]);
	n->seized[c / VCS][c % VCS] = 1;
	return c;
}

/* Returns the output by which a flit of the lane leaves. */
static int lane(const struct shape *s, const struct router *r, struct router *n, unsigned at)
{
	if (r->lane_left && !r->lane_routed && r->lane_count) {
		n->lane_routed = 1;
		n->lane_out = cube_in_order(s, at, r->lane_dest);
	}
	if (!r->lane_routed || !(r->source ? r->count[r->from / VCS][r->from % VCS] : r->lane_count))
		return NONE;
	if (r->source) {
		transmit(n, r->lane_out, VCS, r->lane_first, pop(r, n, r->from / VCS, r->from % VCS), r->from / VCS);
	} else {
		transmit(n, r->lane_out, VCS, r->lane_first, r->lane_flits[r->lane_rd], r->lane_came);
		n->lane_rd ^= 1;
		n->lane_count--;
	}
	n->lane_left = r->lane_left - 1;
	n->lane_first = 0;
	if (r->lane_left == 1) {
		n->lane_routed = n->source = 0;
		n->token |= r->lane_out == s->local;
	}
	return (int)r->lane_out;
}

static void link_port(const struct router *r, struct router *n, unsigned o)
{
	bool ready[VCS];

	for (unsigned w = 0; w < VCS; w++)
		ready[w] = r->owned[o][w] && r->spent[o][w] < DEPTH && r->count[r->owner[o][w] / VCS][r->owner[o][w] % VCS];
	const int w = pick(ready, VCS, r->vlp_prio[o]);

	if (w == NONE)
		return;
	const unsigned i = r->owner[o][w] / VCS, v = r->owner[o][w] % VCS;

	n->vlp_prio[o] = hot(w, VCS);
	n->spent[o][w]++;
	if (r->left[i][v] == 1)
		n->owned[o][w] = 0;
	transmit(n, o, (unsigned)w, r->first[i][v], pop(r, n, i, v), i);
}

static void arrive(struct router *n, unsigned i, unsigned v, const struct packet *p, unsigned j)
{
	if (v == VCS) {
		n->lane_flits[n->lane_wr] = (struct word){ *p, j };
		n->lane_wr ^= 1;
		n->lane_count++;
		if (!j) {
			n->lane_left = p->flits;
			n->lane_dest = p->destination;
			n->lane_first = 1;
			n->lane_came = i;
		}
		return;
	}
	n->flits[i][v][n->wr[i][v]] = (struct word){ *p, j };
	n->wr[i][v] = (n->wr[i][v] + 1) % DEPTH;
	n->count[i][v]++;
	ref.full += n->count[i][v] == DEPTH;
	if (!j) {
		n->left[i][v] = p->flits;
		n->dest[i][v] = p->destination;
		n->first[i][v] = 1;
	}
}

/* A header for input VC c. */
static bool comes(const struct switch_in *in, unsigned c)
{
	return in->head >> c / VCS & 1 && in->vc[c / VCS] == c % VCS && !in->flit[c / VCS];
}

/* The next state of all registers. */
static void pass_cycle(const struct switch_in *in)
{
	const struct shape *s = &ref.shape;
	struct router *const n = &ref.now;
	const unsigned at = cube_at(s, ref.which);

	for (unsigned o = 0; o < s->radix; o++)
		for (unsigned w = 0; w < VCS && in->credit >> o & 1; w++)
			n->spent[o][w] -= in->credit_queue[o] >> w & 1;         /* they count at once */
	struct router was = ref.now;
	const struct router *const r = &was;

	memset(n->tx_valid, 0, sizeof n->tx_valid);
	memset(n->tx_head, 0, sizeof n->tx_head);
	memset(n->credit_vcs, 0, sizeof n->credit_vcs);
	n->token = 0;
	const int lane_out = s->recovery ? lane(s, r, n, at) : NONE;

	for (unsigned o = 0; o < s->radix; o++)
		if ((int)o != lane_out)
			link_port(r, n, o);
	for (unsigned w = 0; w < VCS; w++)
		was.ending[w] = r->owned[s->local][w] && !n->owned[s->local][w];
	const int served = allocate(s, r, n, at);
	const int seizes = s->recovery ? token(s, r, n, at, in->message >> s->local & 1, served) : NONE;

	for (unsigned c = 0; c < s->radix * VCS; c++) {
		const bool waits = s->recovery && c / VCS != s->local && asks(r, c / VCS, c % VCS) && (int)c != served && (int)c != seizes;
		unsigned *const wait = &n->wait[c / VCS][c % VCS];

		*wait = !waits ? 0 : *wait < s->timeout ? *wait + 1 : s->timeout;
	}
	for (unsigned port = 0; port < s->radix; port++) {
		if (in->head >> port & 1)
			arrive(n, port, in->vc[port], in->packet + port, in->flit[port]);
	}
	for (unsigned j = 0; j < s->local * VCS; j++)
		for (unsigned i = 0; i < j; i++)
			n->order[j][i] = comes(in, j) || (r->order[j][i] && !comes(in, i));
}

static void same(enum site at, const char *name, unsigned instance, unsigned fields, unsigned k, uint64_t expected)
{
	const struct image *m = ref.image;
	const struct image_reg *r = m->regs + image_reg(m, at, instance, image_row_named(m, at, name));
	const unsigned width = r->width / fields;
	const uint64_t got = bits_get(m->word + r->offset, k * width, width);

	if (got != expected)
		fail_msg("cycle %u: %s %u, %u is %x, not %x", (unsigned)ref.cycle, name, instance, k, (unsigned)got, (unsigned)expected);
}

static uint64_t bits_of(const struct word *w)
{
	uint32_t words[2] = { 0 };

	if (w->p.flits)
		packet_flit(&ref.shape, &w->p, w->j, words);
	return words[0] | (uint64_t)words[1] << 32;
}

static void compare_vc(const struct router *r, unsigned i, unsigned v)
{
	for (unsigned k = 0; k < DEPTH; k++)
		same(SITE_vib, "flits_q", i, VCS * DEPTH, v * DEPTH + k, bits_of(&r->flits[i][v][k]));
#define OF(unit, name) same(SITE_##unit, #name "_q", i, VCS, v, r->name[i][v]);
	BY_VC
	if (ref.shape.recovery) {
		BY_VC_OF_RECOVERY
	}
#undef OF
}

static void compare_port(const struct router *r, unsigned i)
{
	for (unsigned v = 0; v < VCS; v++)
		compare_vc(r, i, v);
	same(SITE_vib, "credit_q", i, 1, 0, r->credit_vcs[i] != 0);
	same(SITE_vlp, "prio_q", i, 1, 0, r->vlp_prio[i]);
#define OF(unit, name) same(SITE_##unit, #name "_q", i, 1, 0, r->name[i]);
	BY_PORT
#undef OF
	same(SITE_vlp, "tx_data_q", i, 1, 0, bits_of(r->tx + i));
}

static void compare(const struct router *r)
{
	const unsigned network = ref.shape.local * VCS;

	for (unsigned i = 0; i < ref.shape.radix; i++)
		compare_port(r, i);
	same(SITE_rva, "prio_q", 0, 1, 0, r->rva_prio);
	same(SITE_rva, "tie_q", 0, 1, 0, r->tie);
	if (!ref.shape.recovery)
		return;
#define OF(name) same(SITE_rlu, #name "_q", 0, 1, 0, r->name);
	OF_LANE
#undef OF
	for (unsigned j = 0; j < network; j++)
		for (unsigned i = 0; i < j; i++)
			same(SITE_rlu, "order_q", 0, network * (network - 1) / 2, j * (j - 1) / 2 + i, r->order[j][i]);
	for (unsigned k = 0; k < 2; k++)
		same(SITE_rlu, "lane_flits_q", 0, 2, k, bits_of(r->lane_flits + k));
}

/* What the bench is told is what will be on the links. */
static void compare_out(const struct router *r, const struct switch_out *out)
{
	for (unsigned o = 0; o < ref.shape.radix; o++) {
		assert_int_equal(out->depart >> o & 1, r->tx_valid[o]);
		assert_int_equal(out->credit >> o & 1 ? out->credit_queue[o] : 0, r->credit_vcs[o]);
		if (r->tx_valid[o])
			assert_true(out->vc[o] == r->tx_vc[o] && out->flit[o] == r->tx[o].j && out->from[o] == r->tx_from[o] && out->packet[o].tag == r->tx[o].p.tag);
	}
	assert_int_equal(out->message, (uint64_t)r->pass << ref.shape.local);
}

static void open(struct net_bank *b)
{
	if (b->first != ref.which)
		return;
	switch_image(b->sw, 0, ref.image);
	compare(&ref.now);
}

static void see(struct net_bank *b, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	if (b->first != ref.which)
		return;
	pass_cycle(in);
	compare_out(&ref.now, out);
	ref.cycle = cycle + 1;
	switch_image(b->sw, ref.cycle, ref.image);
	compare(&ref.now);
}

static void watch(struct net_case c, unsigned which)
{
	struct net_watch w = { .open = open, .see = see };
	const struct shape s = net_shape(&c);
	const struct backend b = net_watched(&w, &s);

	c.backend = &b;
	c.link_delay = which % 2;
	c.source_vcs = VCS;
	ref.now = (struct router){ .boot = 1 };
	ref.which = which;
	ref.shape = s;
	ref.image = image_new(&s);
	assert_true(ref.image && s.vcs == VCS && s.buffer_flits == DEPTH && s.radix <= PORTS);
	struct net_run r = net_open(&c);

	net_run_to(&r, c.name, CYCLES);
	assert_int_equal(ref.cycle, CYCLES);
	image_free(ref.image);
	net_close(&r);
}

TEST(every_register)
{
	static const char *const kind[] = {
		"--ary 4 --deadlock recovery", "--ary 3 --dims 3 --deadlock recovery --throttle alo", "--ary 6 --routing dimension-order --deadlock recovery",
		"--ary 4 --throttle alo", "--ary 5 --routing dimension-order", "--ary 4 --dims 1 --deadlock none", "--grid mesh --ary 3",
		"--grid mesh --ary 3 --dims 3 --routing dimension-order --deadlock none --throttle alo", "--grid mesh --ary 4 --deadlock recovery",
	};

	for (unsigned k = 0; k < sizeof kind / sizeof *kind; k++)
		for (unsigned which = 0; which < 4; which++) {
			char options[256];

			snprintf(options, sizeof options, "--vcs 3 --buffer_flits 4 --packet_flits 9 --timeout 5 --delivery_vcs %u --injection_vcs %u %s",
				 which & 1 ? 1 : 2, which & 2 ? 1 : 2, kind[k]);
			watch(wormhole_case(options), which);
		}
	assert_true(ref.seized > 10 && ref.choices > 10 && ref.vain > 1000 && ref.full > 1000);
}
