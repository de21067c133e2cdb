#include "topology_stored.h"

#include "topology_fit.h"

#include "units/bits.h"

#include <stdlib.h>
#include <string.h>

/* What is at a port, in 32 bits: the port there lowest, and its index highest. NOTHING is 0. */
enum { FAR_PORT = 6, FAR_IS = 2 };

/*
 * A route that is kept: turns, with the first output port in place of the first of them, and above these the number of them. Entries for which routes are
 * kept: 128 MB.
 */
enum { ROUTE_TURNS = 57, STORED_ROUTES = 1 << 24 };

_Static_assert(NOTHING == 0 && NODE < 1 << FAR_IS && STORED_RADIX <= 1 << FAR_PORT && (uint64_t)TOPOLOGY_NODES << (FAR_PORT + FAR_IS) <= UINT64_C(1) << 32,
	       "the far end of a port fits into 32 bits");

static uint32_t pack(unsigned is, uint32_t index, unsigned port)
{
	return index << (FAR_PORT + FAR_IS) | is << FAR_PORT | port;
}

static struct place unpack(uint32_t far)
{
	return (struct place){ far >> FAR_PORT & ((1u << FAR_IS) - 1), far >> (FAR_PORT + FAR_IS), far & ((1u << FAR_PORT) - 1) };
}

const char *const topology_lid_names[LIDS] = { "first", "source", "hash" };

bool topology_stored_addresses(struct topology_stored *s, const uint8_t *log, enum topology_lid lid)
{
	size_t addresses = 0;

	for (uint32_t node = 0; node < s->nodes; node++)
		addresses += (size_t)1 << (log ? log[node] : 0);
	const size_t entries = s->switches * addresses;

	if (entries > STORED_ENTRIES || addresses > TOPOLOGY_NODES)
		return false;
	stock_free(&s->of_addresses);
	s->lid = lid;
	s->addresses = (unsigned)addresses;
	s->first = stock_array(&s->of_addresses, s->nodes + (size_t)1, sizeof *s->first);
	s->owner = stock_array(&s->of_addresses, addresses, sizeof *s->owner);
	s->out = stock_array(&s->of_addresses, entries, 1);
	s->hops = stock_array(&s->of_addresses, entries, 1);
	if (s->of_addresses.lacking)
		return false;
	memset(s->out, STORED_NO_PORT, entries);
	for (uint32_t node = 0; node < s->nodes; node++) {
		s->first[node + 1] = s->first[node] + (1u << (log ? log[node] : 0));
		for (uint32_t a = s->first[node]; a < s->first[node + 1]; a++)
			s->owner[a] = node;
	}
	return true;
}

struct topology_stored *topology_stored_new(unsigned switches, unsigned radix, unsigned nodes)
{
	const size_t entries = (size_t)switches * nodes;
	const bool fits = entries && entries <= STORED_ENTRIES && switches <= TOPOLOGY_NODES && nodes <= TOPOLOGY_NODES && radix && radix <= STORED_RADIX;
	struct topology_stored *const s = fits ? calloc(1, sizeof *s) : NULL;

	if (!s)
		return NULL;
	s->switches = switches;
	s->radix = radix;
	s->nodes = nodes;
	s->far = stock_array(&s->memory, (size_t)switches * radix, sizeof *s->far);
	s->at = stock_array(&s->memory, nodes, sizeof *s->at);
	if (s->far && s->at && topology_stored_addresses(s, NULL, LID_FIRST))
		return s;
	topology_stored_free(s);
	return NULL;
}

void topology_stored_free(struct topology_stored *s)
{
	if (!s)
		return;
	stock_free(&s->memory);
	stock_free(&s->of_addresses);
	free(s);
}

/* One of a power of two of addresses. */
static uint32_t stored_address(const struct topology *t, uint32_t source, uint32_t destination)
{
	const uint32_t *const first = t->stored->first + destination;
	const enum topology_lid lid = t->stored->lid;
	const uint64_t drawn = ((uint64_t)source << 32 | destination) * UINT64_C(0x9e3779b97f4a7c15);
	const uint32_t which = lid == LID_FIRST ? 0 : lid == LID_SOURCE ? source : (uint32_t)((drawn ^ drawn >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 32);

	return first[0] + (which & (first[1] - first[0] - 1));
}

static uint32_t stored_owner(const struct topology *t, uint32_t address)
{
	return t->stored->owner[address];
}

/* The place of a switch and address in the tables. */
static size_t entry(const struct topology_stored *s, uint32_t sw, uint32_t address)
{
	return (size_t)address * s->switches + sw;
}

static bool is_port(const struct topology_stored *s, uint32_t sw, unsigned port)
{
	return sw < s->switches && port < s->radix;
}

/* Is there such a port, with nothing on it? */
static bool is_open(const struct topology_stored *s, uint32_t sw, unsigned port)
{
	return is_port(s, sw, port) && !s->far[(size_t)sw * s->radix + port];
}

bool topology_stored_node(struct topology_stored *s, uint32_t node, uint32_t sw, unsigned port)
{
	if (node >= s->nodes || s->at[node] || !is_open(s, sw, port))
		return false;
	s->at[node] = pack(SWITCH, sw, port);
	s->far[(size_t)sw * s->radix + port] = pack(NODE, node, 0);
	return true;
}

bool topology_stored_link(struct topology_stored *s, uint32_t sw, unsigned port, uint32_t to, unsigned to_port)
{
	if (!is_open(s, sw, port) || !is_open(s, to, to_port) || (sw == to && port == to_port))
		return false;
	s->far[(size_t)sw * s->radix + port] = pack(SWITCH, to, to_port);
	s->far[(size_t)to * s->radix + to_port] = pack(SWITCH, sw, port);
	return true;
}

bool topology_stored_route(struct topology_stored *s, uint32_t sw, uint32_t address, unsigned port)
{
	if (!is_port(s, sw, port) || address >= s->addresses)
		return false;
	s->out[entry(s, sw, address)] = (uint8_t)port;
	return true;
}

bool topology_stored_rate(struct topology_stored *s, uint32_t sw, unsigned port, uint32_t rate)
{
	if (!s->rate)
		s->rate = stock_array(&s->memory, (size_t)s->switches * s->radix, sizeof *s->rate);
	if (!s->rate || !is_port(s, sw, port))
		return false;
	s->rate[(size_t)sw * s->radix + port] = rate;
	return true;
}

/* The least and the most that a link carries, of those that are known; 0: none is. False: what is on its way over a slow link would take too much memory. */
static bool find_rates(const struct topology_stored *s, struct topology *t, char why[TOPOLOGY_WHY])
{
	for (size_t port = 0; s->rate && port < (size_t)s->switches * s->radix; port++) {
		const uint32_t rate = s->rate[port];

		t->slowest = rate && (!t->slowest || rate < t->slowest) ? rate : t->slowest;
		t->fastest = rate > t->fastest ? rate : t->fastest;
	}
	return t->fastest / STORED_RATES <= t->slowest ||
	       why_not(why, TOPOLOGY_WHY, "links carry from %u to %u (of a fabric: Mbit/s); the fastest may carry up to %u times as much as the slowest",
		       t->slowest, t->fastest, STORED_RATES);
}

static uint32_t stored_rate(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct topology_stored *s = t->stored;

	return port < s->radix ? s->rate[(size_t)sw * s->radix + port] : 0;
}

static struct place stored_attach(const struct topology *t, uint32_t node)
{
	return unpack(t->stored->at[node]);
}

static struct place stored_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct topology_stored *s = t->stored;

	return port < s->radix ? unpack(s->far[(size_t)sw * s->radix + port]) : (struct place){ NOTHING, 0, 0 };
}

static unsigned stored_out(const struct topology *t, uint32_t sw, uint32_t address)
{
	return t->stored->out[entry(t->stored, sw, address)];
}

static unsigned stored_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	return t->stored->hops[entry(t->stored, stored_attach(t, source).index, stored_address(t, source, destination))];
}

static struct route kept_route(const struct topology *t, uint32_t source, uint32_t destination)
{
	const struct topology_stored *s = t->stored;
	const struct place at = stored_attach(t, source);
	const uint64_t kept = s->route[entry(s, at.index, stored_address(t, source, destination))], turns = kept & ones(ROUTE_TURNS);
	const unsigned out = (unsigned)(kept & ones(t->turn_w));

	return (struct route){ turns - out + (out >= at.port ? out - at.port : out + t->radix - at.port), (unsigned)(kept >> ROUTE_TURNS) };
}

enum { MOST_HOPS = UINT8_MAX };

/*
 * The lengths of the ways from all switches to an address. Each way is followed as far as a switch that was judged for this address:
 * judged[] is the address plus 1 there. path: room for all switches.
 */
static void measure(const struct topology *t, uint32_t address, uint32_t *judged, uint32_t *path)
{
	uint8_t *const hops = t->stored->hops + entry(t->stored, 0, address);

	for (uint32_t sw = 0; sw < t->switches; sw++) {
		struct place at = { SWITCH, sw, 0 };
		uint32_t n = 0;

		while (at.is == SWITCH && judged[at.index] != address + 1) {
			judged[at.index] = address + 1;
			hops[at.index] = 0;  /* until it is known: packets that come here again go round */
			path[n++] = at.index;
			at = stored_peer(t, at.index, stored_out(t, at.index, address));
		}
		unsigned length = at.is == SWITCH ? hops[at.index] : 0;
		const bool arrives = at.is == SWITCH ? length : at.is == NODE && at.index == stored_owner(t, address);

		while (arrives && n && length < MOST_HOPS)
			hops[path[--n]] = (uint8_t)++length;
	}
}

/* Switches on the longest route. */
static unsigned longest(const struct topology_stored *s, const struct topology *t)
{
	unsigned most = 0;

	for (uint32_t source = 0; source < s->nodes; source++)
		for (uint32_t address = 0; address < s->addresses; address++) {
			const unsigned hops = s->hops[entry(s, stored_attach(t, source).index, address)];

			most = hops > most ? hops : most;
		}
	return most;
}

static bool measure_all(struct topology_stored *s, const struct topology *t, char why[TOPOLOGY_WHY])
{
	uint32_t *judged = calloc(s->switches, sizeof *judged), *path = malloc(s->switches * sizeof *path);
	const bool good = judged && path;

	for (uint32_t a = 0; good && a < s->addresses; a++)
		measure(t, a, judged, path);
	free(judged);
	free(path);
	return good || why_not(why, TOPOLOGY_WHY, "not enough memory to follow routes across %u switches", s->switches);
}

/* The route from a switch on, as it is kept. No route: 0. */
static uint64_t route_of(const struct topology *t, uint32_t sw, uint32_t address)
{
	const unsigned out = stored_out(t, sw, address), turns = t->stored->hops[entry(t->stored, sw, address)];
	struct place at = stored_peer(t, sw, out);
	struct route r = { 0, 0 };

	while (r.turns + 1 < turns) {
		const unsigned port = stored_out(t, at.index, address);

		route_turn(&r, t, at.port, port);
		at = stored_peer(t, at.index, port);
	}
	return turns ? (uint64_t)turns << ROUTE_TURNS | r.turnpool << t->turn_w | out : 0;
}

/* Routes of packets that carry them are kept, if they fit, and there is memory for them. */
static void keep_routes(struct topology_stored *s, struct topology *t)
{
	const size_t entries = (size_t)s->switches * s->addresses;

	if (entries > STORED_ROUTES || t->turns * t->turn_w > ROUTE_TURNS || (!s->route && !(s->route = stock_array(&s->of_addresses, entries, sizeof *s->route))))
		return;
	for (uint32_t a = 0; a < s->addresses; a++)
		for (uint32_t sw = 0; sw < s->switches; sw++)
			s->route[entry(s, sw, a)] = route_of(t, sw, a);
	t->route = kept_route;
}

bool topology_stored_make(struct topology *t, struct topology_stored *s, const struct shape *shape, char why[TOPOLOGY_WHY])
{
	if (s->radix > shape->radix)
		return why_not(why, TOPOLOGY_WHY, "radix: %u is below %u, the most ports of a switch of the network", shape->radix, s->radix);
	for (uint32_t node = 0; node < s->nodes; node++)
		if (!s->at[node])
			return why_not(why, TOPOLOGY_WHY, "node %u is on no switch", node);
	*t = (struct topology){
		.nodes = s->nodes, .switches = s->switches, .stages = 1, .radix = shape->radix, .turn_w = shape->turn_w, .first = { 0, s->switches },
		.detours = true, .name = s->name, .stored = s,
		.addresses = s->addresses > s->nodes ? s->addresses : 0, .address = stored_address, .owner = stored_owner, .attach = stored_attach,
		.peer = stored_peer, .route = topology_walk, .out = stored_out, .hops = stored_hops,
	};
	if (!find_rates(s, t, why))
		return false;
	t->rate = t->fastest > t->slowest ? stored_rate : NULL;
	if (!measure_all(s, t, why) || !topology_turns_fit(t, shape, longest(s, t), why) || !topology_nodes_fit(t, shape, why))
		return false;
	if (shape->by_route)
		keep_routes(s, t);
	return true;
}
