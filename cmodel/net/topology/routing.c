#include "routing.h"

struct routing routing_of(const struct topology *t, const struct shape *s)
{
	return (struct routing){ t, s->header_queue, s->named_queues ? s->named_queues : 1, s->next_queue_w };
}

unsigned routing_queue_of(const struct routing *r, unsigned port, uint32_t destination)
{
	return (r->header_queue == QUEUE_OF_PORT ? port : routing_of_destination(r) ? destination : 0) % r->queues;
}

unsigned routing_queue(const struct routing *r, uint32_t sw, uint32_t destination)
{
	return routing_queue_of(r, r->header_queue == QUEUE_OF_PORT ? r->topology->out(r->topology, sw, destination) : 0, destination);
}

struct table_entry routing_entry(const struct routing *r, uint32_t sw, uint32_t destination)
{
	const unsigned port = r->topology->out(r->topology, sw, destination);
	const struct place next = r->topology->peer(r->topology, sw, port);

	return (struct table_entry){
		.output = (uint8_t)port, .queue = r->to_next && next.is == SWITCH ? (uint16_t)routing_queue(r, next.index, destination) : 0,
	};
}

struct table_entry routing_entry_of_node(const struct routing *r, uint32_t node, uint32_t destination)
{
	const struct topology *t = r->topology;

	return (struct table_entry){ .output = NIC_NETWORK, .queue = (uint16_t)routing_queue(r, t->attach(t, node).index, destination) };
}

struct table_route routing_of_node(const struct topology *t, uint32_t node, uint32_t destination)
{
	const struct route r = t->route(t, node, destination);

	return (struct table_route){ .turns = r.turnpool, .left = (uint8_t)r.turns };
}
