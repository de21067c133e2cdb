#include "pfcu.h"

#include "render.h"

#define UNIT_ROWS "units/pfcu.def"
#include "rows.h"

/* pool_q. */
static unsigned pool_taken(const struct smu *smu, const struct shape *s, unsigned port)
{
	unsigned taken = 0;

	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned count = smu->count[q][port];

		taken += count > s->reserve ? count - s->reserve : 0;
	}
	return taken;
}

bool pfcu_decide(struct pfcu *u, const struct smu *smu, const struct shape *s, unsigned port, struct message *m)
{
	const unsigned taken = pool_taken(smu, s, port), before = u->sent[port];
	unsigned stops = 0;

	assert(taken <= s->pool + s->queues * s->headroom && "the pool overflows");
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned count = smu->count[q][port];
		const bool stop = taken >= s->pool || count > s->xoff_threshold || (before >> q & 1 && count >= s->xon_threshold);

		assert(count <= s->xoff_threshold + s->headroom && "headroom is short");
		stops |= (unsigned)(count > s->reserve && stop) << q;
	}
	u->sent[port] = (uint8_t)stops;
	u->stopping = (u->stopping & ~bit(port)) | (uint64_t)(stops != 0) << port;
	*m = (struct message){ .stops = stops };
	message_complete(s, m);
	return stops != before;
}

void pfcu_image(const struct pfcu *u, const struct smu *smu, const struct shape *s, uint64_t cycle, uint64_t entering, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_pfcu);
	const uint64_t all = ones(s->radix), sending = cycle == u->sent_cycle ? u->sending : 0;

	for (unsigned i = 0; i < s->radix; i++) {
		render_one_hot(r, i, ROW_enter_q, entering >> i & 1, u->enter[i]);
		render(r, i, ROW_pool_q, pool_taken(smu, s, i));
		render(r, i, ROW_sent_q, u->sent[i]);
	}
	render_bits(r, ROW_msg_valid_q, all, sending);
	render_output(m, SITE_pfcu, ROW_sent_q, all);
	render_output(m, SITE_pfcu, ROW_msg_valid_q, all);
}
