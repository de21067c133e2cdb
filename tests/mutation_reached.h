#pragma once

#include "mutation_cells.h"
#include "mutation_sorted.h"
#include "mutation_static.h"
#include "mutation_wormhole.h"

/*
 * The laws of reached states, by scheme. Laws of links (LINK) rely on no others, and are proven for all ports together. Laws of an input
 * (PORT) rely on them, port by port. Laws of how full an input is (FULL) rely on both, and are expensive to use.
 */
enum mutation_kind { MUTATION_LINK, MUTATION_PORT, MUTATION_FULL };

struct mutation_law {
	unsigned of;
	enum mutation_kind kind;
	const char *what;
	unsigned (*holds)(const struct mutation_at *);
};

/* Contracts are not proven: neighbours and routing tables keep them, and memories hold what was written. full: for laws of kind FULL. */
enum { MUTATION_CONTRACTS = 5 };

struct mutation_contracts {
	unsigned (*contract[MUTATION_CONTRACTS])(const struct mutation_at *);
	unsigned (*full[MUTATION_CONTRACTS])(const struct mutation_at *);
	unsigned (*unread)(const struct aig *, const struct shape *, struct mutation_unread *);        /* words that do not always count; NULL: all do */
};

/* Those whose law it is, by classifier: with lines for congested points, which are routes or have lists, found by CAMs or as packets are sorted on arrival; and others. */
enum {
	OF_ROUTE_CAM = 1 << CLASSIFIER_ROUTE_CAM, OF_ROUTE_SORT = 1 << CLASSIFIER_ROUTE_SORT, OF_LIST_CAM = 1 << CLASSIFIER_DESTINATION_CAM,
	OF_LIST_SORT = 1 << CLASSIFIER_DESTINATION_SORT, OF_CAMS = OF_ROUTE_CAM | OF_LIST_CAM, OF_SORTS = OF_ROUTE_SORT | OF_LIST_SORT,
	OF_ROUTES = OF_ROUTE_CAM | OF_ROUTE_SORT, OF_LISTS = OF_LIST_CAM | OF_LIST_SORT, OF_LINES = OF_CAMS | OF_SORTS,
	OF_STATIC = 1 << CLASSIFIER_STATIC, OF_CELLS = 1 << CLASSIFIER_CIOQ, OF_WORMHOLE = 1 << CLASSIFIER_WORMHOLE,
	OF_LANE = 1 << CLASSIFIERS, OF_SIDE_BAND = 2 << CLASSIFIERS, OF_TUNER = 4 << CLASSIFIERS,      /* of routers with these */
};

/* By kind. */
static const struct mutation_law mutation_laws[] = {
	{ OF_LINES | OF_STATIC | OF_CELLS, MUTATION_LINK, "head comes with valid", mutation_heads },
	{ OF_LINES, MUTATION_LINK, "outputs that may be requested are not busy", mutation_may },
	{ OF_LINES | OF_CELLS, MUTATION_LINK, "a header is at one output", mutation_alone },
	{ OF_CAMS | OF_ROUTE_SORT, MUTATION_LINK, "a stopped line is linked to a stopped line", mutation_links },
	{ OF_ROUTES, MUTATION_LINK, "no two lines downstream are one point", mutation_stopped },
	{ OF_ROUTES, MUTATION_LINK, "what is notified has room for a turn", mutation_notified },
	{ OF_ROUTES, MUTATION_LINK, "an internal Xoff is of a point beyond", mutation_told },
	{ OF_LISTS, MUTATION_LINK, "no two lines downstream of a length stop a destination", mutation_stops },
	{ OF_LISTS, MUTATION_LINK, "what is notified has room for a hop", mutation_near },
	{ OF_LISTS, MUTATION_LINK, "an internal Xoff is of a point beyond", mutation_beyond },
	{ OF_CAMS, MUTATION_LINK, "a head has one turn", mutation_ways },
	{ OF_LIST_SORT, MUTATION_LINK, "an internal Xoff is of a node that there is", mutation_node_notified },
	{ OF_STATIC, MUTATION_LINK, "a grant is to one input, which has one", mutation_granted },
	{ OF_STATIC, MUTATION_LINK, "credits of queues are there when they are taken", mutation_funds },
	{ OF_STATIC, MUTATION_LINK, "entries 0 and 1 know the credits of their queues downstream", mutation_funded },
	{ OF_STATIC, MUTATION_LINK, "credits of an output are those of its queues", mutation_sum },
	{ OF_STATIC, MUTATION_LINK, "what pops has a packet, what is refilled three", mutation_entries },
	{ OF_STATIC, MUTATION_LINK, "no more packets than slots of a queue", mutation_places },
	{ OF_CELLS, MUTATION_LINK, "one queue is popped, refilled, was served last", mutation_cells_turns },
	{ OF_CELLS, MUTATION_LINK, "a queue with cells has one head, whose cells are there", mutation_cells_queues },
	{ OF_CELLS, MUTATION_LINK, "an input pops a packet behind the one before, and reads for an output alone", mutation_cells_reading },
	{ OF_CELLS, MUTATION_LINK, "a packet is popped for a link with tokens", mutation_cells_pace },
	{ OF_CELLS, MUTATION_LINK, "a packet goes on at the first place of a cell", mutation_cells_crossing },
	{ OF_CELLS, MUTATION_LINK, "a packet enters a queue of its level's VC, a line of its level", mutation_cells_levels },
	{ OF_CELLS, MUTATION_LINK, "points have no turns beyond their length", mutation_cells_spans },
	{ OF_CELLS, MUTATION_LINK, "what is notified has room for a turn", mutation_cells_notified },
	{ OF_CELLS, MUTATION_LINK, "the queue that stopped a line has told, or its Xon is there", mutation_cells_stops },
	{ OF_WORMHOLE, MUTATION_LINK, "a buffer has flits of its packets, and the header of one that is not routed", mutation_wormhole_buffers },
	{ OF_LANE, MUTATION_LINK, "a header that has waited asks", mutation_wormhole_waits },
	{ OF_WORMHOLE, MUTATION_LINK, "a VC that is routed owns one output VC", mutation_wormhole_owners },
	{ OF_LANE, MUTATION_LINK, "a packet that enters the lane is that of the seized VC", mutation_wormhole_source },
	{ OF_LANE, MUTATION_LINK, "there is one token, or one packet in the lane", mutation_wormhole_lane },
	{ OF_SIDE_BAND, MUTATION_LINK, "counts are of the nodes that were heard of", mutation_wormhole_counts },
	{ OF_SIDE_BAND, MUTATION_LINK, "counts of both sides have come when a hop ends", mutation_wormhole_heard },
	{ OF_SIDE_BAND, MUTATION_LINK, "counts that leave are of a dimension's nodes", mutation_wormhole_sent },
	{ OF_TUNER, MUTATION_LINK, "the threshold is that of a network", mutation_wormhole_tuned },
	{ OF_LINES, MUTATION_PORT, "the slot taken next is the lowest free one", mutation_lowest },
	{ OF_ROUTE_CAM, MUTATION_PORT, "a line has as many turns as it is long", mutation_spans },
	{ OF_SORTS, MUTATION_PORT, "queues are served in an order", mutation_ordered },
	{ OF_SORTS, MUTATION_PORT, "outputs are wanted by heads that may be served", mutation_wanted },
	{ OF_LINES, MUTATION_FULL, "a packet is popped behind the one before, and known to be long", mutation_begun },
	{ OF_LINES, MUTATION_FULL, "less than a packet is left to be read", mutation_left },
	{ OF_LINES, MUTATION_FULL, "no more packets than slots", mutation_room },
	{ OF_CAMS, MUTATION_FULL, "a head is in one place", mutation_queues },
	{ OF_CAMS, MUTATION_FULL, "a detection that is due comes first, of many", mutation_due },
	{ OF_CAMS, MUTATION_FULL, "a ready head has no line of its own", mutation_passes },
	{ OF_ROUTE_CAM, MUTATION_FULL, "no two lines are one point", mutation_live },
	{ OF_LIST_CAM, MUTATION_FULL, "no two own lines are of one port, no two lines of a length have a destination", mutation_lines },
	{ OF_LIST_CAM, MUTATION_FULL, "a list goes with its line", mutation_learned },
	{ OF_SORTS, MUTATION_FULL, "what pops has a packet, what is refilled three", mutation_heads_there },
	{ OF_SORTS, MUTATION_FULL, "a packet has a length", mutation_lengths },
	{ OF_SORTS, MUTATION_FULL, "what has packets, stops or waits is valid", mutation_in_place },
	{ OF_SORTS, MUTATION_FULL, "a line waits for packets that are there, of a shorter line", mutation_waits },
	{ OF_SORTS, MUTATION_FULL, "a line that waits and has packets is held", mutation_held },
	{ OF_SORTS, MUTATION_FULL, "a detection that is due comes first, and has no line", mutation_sorted_due },
	{ OF_ROUTE_SORT, MUTATION_FULL, "no two lines are one point", mutation_sorted_points },
	{ OF_LIST_SORT, MUTATION_FULL, "a stopped line is linked to a stopped line", mutation_links },
	{ OF_LIST_SORT, MUTATION_FULL, "a line that stops its upstream has packets", mutation_stopping_lines },
	{ OF_LIST_SORT, MUTATION_FULL, "no two own lines are of one port, no two lines of a length have a destination", mutation_sorted_lists },
	{ OF_LIST_SORT, MUTATION_FULL, "a packet enters by what the lists say", mutation_row },
};
enum { MUTATION_LAWS = sizeof mutation_laws / sizeof *mutation_laws };

static inline bool mutation_is_of(const struct mutation_law *law, const struct shape *s)
{
	const unsigned routers = (s->recovery ? OF_LANE : 0) | (s->side_band ? OF_SIDE_BAND : 0) | (s->tuned ? OF_TUNER : 0);

	return law->of & (1u << s->classifier | routers);
}

static inline const struct mutation_contracts *mutation_contracts(const struct shape *s)
{
	static const struct mutation_contracts recn_iq = {
		{ mutation_contract_left, mutation_contract_header, mutation_contract_turns, mutation_contract_points },
		{ mutation_contract_popped, mutation_contract_judged }, NULL,
	}, fbicm = {
		{ mutation_contract_left, mutation_contract_header, mutation_contract_lists, mutation_contract_route },
		{ mutation_contract_popped, mutation_contract_judged }, NULL,
	}, route_sort = {
		{ mutation_contract_left, mutation_contract_header, mutation_contract_turns, mutation_contract_points,
		  mutation_contract_lengths },
		{ NULL }, NULL,
	}, destination_sort = {
		{ mutation_contract_left, mutation_contract_header, mutation_contract_lists, mutation_contract_lengths,
		  mutation_contract_nodes },
		{ NULL }, NULL,
	}, statics = {
		{ mutation_contract_left, mutation_contract_queue, mutation_contract_request, mutation_contract_credit },
		{ NULL }, NULL,
	}, cioq = {
		{ mutation_contract_messages, mutation_contract_cells, mutation_contract_stored, mutation_contract_room },
		{ NULL }, mutation_cells_unread,
	}, wormhole = {
		{ mutation_contract_flits, mutation_contract_lane, mutation_contract_counts },
		{ NULL }, NULL,
	}, queued = {
		{ mutation_contract_queued },
		{ NULL }, NULL,
	}, none = { .contract = { mutation_contract_left } };

	switch (s->classifier) {
	case CLASSIFIER_ROUTE_CAM: return &recn_iq;
	case CLASSIFIER_DESTINATION_CAM: return &fbicm;
	case CLASSIFIER_ROUTE_SORT: return &route_sort;
	case CLASSIFIER_DESTINATION_SORT: return &destination_sort;
	case CLASSIFIER_STATIC: return &statics;
	case CLASSIFIER_CIOQ: return &cioq;
	case CLASSIFIER_WORMHOLE: return s->queued ? &queued : &wormhole;
	default: return &none;          /* of other switches, fewer mutants are proven */
	}
}

static inline unsigned mutation_holds(struct mutation_miter *t, const struct shape *s, const struct mutation_law *law, unsigned port, bool next)
{
	const struct mutation_at at = { .t = t, .s = s, .port = port, .next = next };

	return law->holds(&at);
}

/* The neighbours keep the link contract, and this state keeps all laws of links and, up to a kind, those of one port, or of all (port = radix). */
static inline unsigned mutation_reached(struct mutation_miter *t, const struct shape *s, enum mutation_kind kind, unsigned port)
{
	const struct mutation_contracts *const contracts = mutation_contracts(s);
	unsigned holds = 1;

	for (unsigned p = 0; p < s->radix; p++) {
		const struct mutation_at at = { .t = t, .s = s, .port = p };
		const bool whole = port == p || port == s->radix;

		for (unsigned c = 0; c < MUTATION_CONTRACTS && contracts->contract[c]; c++)
			holds = aig_and(&t->a, holds, contracts->contract[c](&at));
		for (unsigned c = 0; kind == MUTATION_FULL && whole && c < MUTATION_CONTRACTS && contracts->full[c]; c++)
			holds = aig_and(&t->a, holds, contracts->full[c](&at));
		for (const struct mutation_law *law = mutation_laws; law < mutation_laws + MUTATION_LAWS; law++)
			if (mutation_is_of(law, s) && (law->kind == MUTATION_LINK || (law->kind <= kind && whole)))
				holds = aig_and(&t->a, holds, law->holds(&at));
	}
	return holds;
}
