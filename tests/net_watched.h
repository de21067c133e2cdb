#pragma once

#include "net_harness.h"

/* Networks of the C model whose switches are watched, or changed: in every cycle of every bank, what comes, and what the bank does. One at a time. */
enum { NET_BANKS = 256 };

struct net_bank {
	struct sluice_switch *sw;
	const struct shape *shape;
	unsigned first, switches;       /* of the network: from this one on, so many */
};

struct net_watch {
	bool banked;                    /* several switches may be in a bank */
	void (*open)(struct net_bank *);        /* NULL: nobody looks */
	void (*see)(struct net_bank *, uint64_t cycle, const struct switch_in *, struct switch_out *);
	unsigned banks;
	struct net_bank bank[NET_BANKS];        /* in the order of their switches */
};

static struct net_watch *net_watching;

static inline struct sluice_switch *watched_open(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	struct net_watch *const w = context;
	struct net_bank *const b = w->bank + w->banks++;

	assert_true(!room && w->banks <= NET_BANKS);
	*b = (struct net_bank){ switch_new_bank(s, switches), s, index, switches };
	assert_non_null(b->sw);
	if (w->open)
		w->open(b);
	return b->sw;
}

static inline uint64_t watched_step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct net_bank *b = net_watching->bank;

	while (b->sw != sw)
		b++;
	switch_step(sw, cycle, in, out);
	net_watching->see(b, cycle, in, out);
	return cycle + 1;
}

static inline struct backend net_watched(struct net_watch *w, const struct shape *s)
{
	net_watching = w;
	return (struct backend){
		.depart_delay = switch_depart(s), .reports_grants = switch_reports_grants(s), .bank = w->banked ? switch_bank : NULL, .open = watched_open,
		.configure = switch_configure_word, .position = s->by_flits ? switch_position : NULL, .step = watched_step, .drained = switch_drained,
		.counts = switch_counts, .throttle = switch_throttle, .close = switch_free, .context = w,
	};
}
