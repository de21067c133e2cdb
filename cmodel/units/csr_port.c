#include "csr_port.h"

#include "link_use.h"
#include "render.h"

#define UNIT_ROWS "units/csr_port.def"
#include "rows.h"

static bool on(uint64_t mask, unsigned port)
{
	return mask >> port & 1;
}

static bool length_is_wrong(const struct shape *s, unsigned flits)
{
	return !flits || flits > s->packet_flits;
}

unsigned csr_port_pulses(const struct csr_port *u, const struct shape *s, const struct csr_seen *now, unsigned port)
{
	const bool pulse[CSR_COUNTERS] = {
		[CSR_COUNT_rx_packets] = on(now->rx_valid & now->rx_head, port),
		[CSR_COUNT_rx_flits] = on(now->rx_valid, port),
		[CSR_COUNT_rx_stalls] = u->occupancy[port] && !on(now->sending, port),
		[CSR_COUNT_tx_packets] = on(now->tx_valid & now->tx_head, port),
		[CSR_COUNT_tx_flits] = on(now->tx_valid, port),
		[CSR_COUNT_tx_stalls] = u->owed[port] == credits_in_all(s),
		[CSR_COUNT_xoff_sent] = on(now->xoff_sent, port),
		[CSR_COUNT_xon_sent] = on(now->xon_sent, port),
		[CSR_COUNT_xoff_received] = on(now->xoff_received, port),
		[CSR_COUNT_xon_received] = on(now->xon_received, port),
		[CSR_COUNT_detections] = on(now->detect, port),
	};

	return (unsigned)MEMBERS_WHERE(k, ones(s->counters), pulse[k]);
}

unsigned csr_port_faults(const struct csr_port *u, const struct shape *s, const struct csr_seen *now, unsigned port)
{
	const bool flit = on(now->rx_valid, port), header = flit && on(now->rx_head, port), more = u->left[port];
	const bool fault[CSR_FAULTS] = {
		[CSR_FAULT_gap] = more && !flit,
		[CSR_FAULT_head_early] = more && header,
		[CSR_FAULT_head_missing] = !more && flit && !header,
		[CSR_FAULT_length] = header && length_is_wrong(s, now->flits[port]),
		[CSR_FAULT_route] = header && on(now->astray, port),
		[CSR_FAULT_overflow] = header && u->occupancy[port] == credits_in_all(s),
		[CSR_FAULT_credit] = on(now->tx_credit, port) && !u->owed[port],
	};

	return (unsigned)MEMBERS_WHERE(k, ones(CSR_FAULTS), fault[k]);
}

unsigned csr_port_gauge(const struct csr_port *u, enum csr_gauge gauge, unsigned port)
{
	switch (gauge) {
	case CSR_GAUGE_occupancy: return u->occupancy[port];
	case CSR_GAUGE_cold:      return u->cold[port];
	case CSR_GAUGE_lines:     return u->lines[port];
	case CSR_GAUGES:          break;
	}
	return 0;
}

/* A count goes up and down: not if both, not above its most, not below 0. */
static uint16_t count(unsigned n, bool up, bool down, unsigned most)
{
	if (up == down)
		return (uint16_t)n;
	return (uint16_t)(up ? n + (n != most) : n - (n != 0));
}

void csr_port_end(struct csr_port *u, const struct shape *s, const struct csr_seen *now)
{
	for (unsigned i = 0; i < s->radix; i++) {
		const bool flit = on(now->rx_valid, i), header = flit && on(now->rx_head, i);
		const unsigned flits = now->flits[i];

		if (header)
			u->left[i] = (uint16_t)(length_is_wrong(s, flits) ? 0 : flits - 1);
		else
			u->left[i] = (uint16_t)(flit && u->left[i] ? u->left[i] - 1 : 0);
		u->occupancy[i] = count(u->occupancy[i], header, on(now->rx_credit, i), credits_in_all(s));
		u->owed[i] = count(u->owed[i], on(now->tx_valid & now->tx_head, i), on(now->tx_credit, i), UINT16_MAX);
		u->cold[i] = now->cold[i];
		u->lines[i] = now->lines[i];
	}
}

void csr_port_image(const struct csr_port *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_csr_port);

	for (unsigned i = 0; i < s->radix; i++) {
		render(r, i, ROW_left_q, u->left[i]);
		render(r, i, ROW_occupancy_q, u->occupancy[i]);
		render(r, i, ROW_owed_q, u->owed[i]);
		if (!s->saqs)
			continue;
		render(r, i, ROW_cold_q, u->cold[i]);
		render(r, i, ROW_lines_q, u->lines[i]);
	}
}
