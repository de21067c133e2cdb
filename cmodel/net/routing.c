#include "routing.h"

#include <assert.h>

struct routing routing_of(const struct topology *t, const struct shape *s)
{
	return (struct routing){ t, s->scheme, s->classifier == CLASSIFIER_STATIC ? s->queues : 1 };
}

unsigned routing_queue_of(const struct routing *r, unsigned port, uint32_t destination)
{
	switch (r->scheme) {
#define QUEUE(scheme, of) case SCHEME_##scheme: return (of) % r->queues;
#include "routing_queues.def"
#undef QUEUE
	default: assert(!"a scheme without routing tables"); return 0;
	}
}

unsigned routing_queue(const struct routing *r, uint32_t sw, uint32_t destination)
{
	return routing_queue_of(r, r->topology->out(r->topology, sw, destination), destination);
}

struct table_entry routing_entry(const struct routing *r, uint32_t sw, uint32_t destination)
{
	const unsigned port = r->topology->out(r->topology, sw, destination);
	const struct place next = r->topology->peer(r->topology, sw, port);

	return (struct table_entry){
		.output = (uint8_t)port, .queue = next.is == SWITCH ? (uint16_t)routing_queue(r, next.index, destination) : 0,
	};
}
