/* Deals switches and nodes out: which bank each is in, and which part of the network runs it. */
#include "network_state.h"

/*
 * Banks are the same for any number of parts: their members are consecutive in the topology, as many as a bank has room for. A part gets whole banks, an
 * equal, contiguous share of those of nodes and of every stage of switches: in trees, subtrees. Where `spare` is not 0, shares that are not equal
 * are so in another order, so that stages of a single bank are not all of one part.
 */
static uint32_t share(uint32_t banks, unsigned part, unsigned parts, unsigned spare)
{
	return (uint32_t)(((uint64_t)banks * part + spare) / parts);
}

static uint32_t banks_for(uint32_t members, unsigned most)
{
	return (members + most - 1) / most;
}

/* Members of a kind of banks, as they are numbered in the topology. */
struct members_of {
	uint32_t members;
	unsigned most, ports;           /* members of a bank, ports of a member */
	uint32_t *place;                /* by member */
	uint8_t *part;                  /* likewise; NULL: it is known */
};

/* Nodes of a bank. In a wormhole network those of whole banks of routers, each of which has its node in its own part: network_nodes.h says why. */
static unsigned nodes_of_bank(const struct network *n)
{
	const unsigned routers = n->kind[KIND_SWITCH].banked;

	return n->config.shape.by_flits ? SWITCH_PORTS / routers * routers : SWITCH_PORTS;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The banks of so many members each that have the nodes of a part, or what belongs to them one to one. */
static struct range nodes_of_part(const struct network *n, unsigned part, unsigned most)
{
	const uint32_t nodes = n->config.topology.nodes, each = nodes_of_bank(n), banks = banks_for(nodes, each);
	const uint32_t first = share(banks, part, n->all_parts, 0) * each, end = share(banks, part + 1, n->all_parts, 0) * each;

	return (struct range){ banks_for(least(first, nodes), most), banks_for(least(end, nodes), most) };
}

/* The banks of switches of a stage that a part has. A bank is of the stage of its first switch. */
static struct range switches_of_part(const struct network *n, unsigned part, unsigned stage)
{
	const struct topology *t = &n->config.topology;
	const unsigned most = n->kind[KIND_SWITCH].banked, spare = (stage + 1) % n->all_parts;
	const uint32_t first = banks_for(t->first[stage], most), banks = banks_for(t->first[stage + 1], most) - first;

	if (n->config.shape.by_flits)
		return nodes_of_part(n, part, most);
	return (struct range){ first + share(banks, part, n->all_parts, spare), first + share(banks, part + 1, n->all_parts, spare) };
}

/* Give these banks, which a part has, their numbers from `bank` on; as long as there are no places yet, they are counted alone. Returns the number behind the
 * last one. */
static uint32_t deal_banks(struct network *n, const struct members_of *of, struct range banks, unsigned part, uint32_t bank)
{
	const bool here = network_has_part(n, part);

	if (!of->place)
		return bank + banks.end - banks.first;
	for (uint32_t b = banks.first; b < banks.end; b++, bank++) {
		const uint32_t first = b * of->most, members = least(of->members - first, of->most);

		for (uint32_t k = 0; k < members; k++) {
			of->place[first + k] = bank * SWITCH_PORTS + k * of->ports;
			if (of->part)
				of->part[first + k] = (uint8_t)part;
		}
		if (here) {
			n->bank[bank].members = members;
			n->bank[bank].first = first;
		}
	}
	return bank;
}

/* Deal out the banks of a part, whose numbers begin with `bank`. Returns the number behind the last one. */
static uint32_t deal_part(struct network *n, unsigned part, uint32_t bank)
{
	const struct topology *t = &n->config.topology;
	const struct members_of nodes = { t->nodes, nodes_of_bank(n), 1, n->place_of_node, n->part_of_node };
	const struct members_of nics = { t->nodes, n->kind[KIND_NIC].banked, NIC_PORTS, n->place_of_nic, NULL };
	const struct members_of switches = { t->switches, n->kind[KIND_SWITCH].banked, n->config.shape.radix, n->place_of_switch, n->part_of_switch };
	const uint32_t end = deal_banks(n, &nodes, nodes_of_part(n, part, nodes.most), part, bank);
	const uint32_t behind = n->config.nics ? deal_banks(n, &nics, nodes_of_part(n, part, nics.most), part, end) : end;
	uint32_t last = behind;

	for (unsigned s = 0; s < t->stages; s++)
		last = deal_banks(n, &switches, switches_of_part(n, part, s), part, last);
	if (n->part && network_has_part(n, part)) {
		struct part *p = n->part + (part - n->first_part);

		p->nodes = (struct range){ bank, end };
		p->nics = (struct range){ end, behind };
		p->switches = (struct range){ behind, last };
	}
	return last;
}

static uint32_t align(uint32_t bank)
{
	return (bank + PART_ALIGN - 1) / PART_ALIGN * PART_ALIGN;
}

void network_deal(struct network *n)
{
	uint32_t bank = 0;

	for (unsigned k = 0; k < n->all_parts; k++) {
		if (k % n->parts == 0)          /* a process numbers its own banks */
			bank = 0;
		bank = align(deal_part(n, k, bank));
	}
}

uint32_t network_bank_numbers(struct network *n, uint32_t *all)
{
	uint32_t sum = 0;

	*all = 0;
	for (unsigned k = 0; k < n->all_parts; k++) {
		const uint32_t banks = deal_part(n, k, 0);

		*all += banks;
		sum += network_has_part(n, k) ? align(banks) : 0;
	}
	return sum ? sum : PART_ALIGN;
}
