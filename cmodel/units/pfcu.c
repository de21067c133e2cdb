#include "pfcu.h"

#include "render.h"

#define UNIT_ROWS "units/pfcu.def"
#include "rows.h"

void pfcu_image(const struct pfcu *u, const struct shape *s, uint64_t cycle, uint64_t entering, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_pfcu);
	const uint64_t all = ones(s->radix), sending = cycle == u->sent_cycle ? u->sending : 0;

	for (unsigned i = 0; i < s->radix; i++) {
		render_one_hot(r, i, ROW_enter_q, entering >> i & 1, u->enter[i]);
		render(r, i, ROW_pool_q, u->pool[i]);
		render(r, i, ROW_sent_q, rows_with(u->sent, s->queues, i));
	}
	render_bits(r, ROW_msg_valid_q, all, sending);
	render_output(m, SITE_pfcu, ROW_sent_q, all);
	render_output(m, SITE_pfcu, ROW_msg_valid_q, all);
}
