#include "csr_stops.h"

#include "render.h"

#define UNIT_ROWS "units/csr_stops.def"
#include "rows.h"

void csr_stops_sent(struct csr_stops *u, unsigned port, uint32_t stops, struct csr_seen *now)
{
	now->xoff_sent |= (stops & ~u->rx[port]) ? bit(port) : 0;
	now->xon_sent |= (~stops & u->rx[port]) ? bit(port) : 0;
	u->rx[port] = stops;
}

void csr_stops_received(struct csr_stops *u, unsigned port, uint32_t stops, struct csr_seen *now)
{
	now->xoff_received |= (stops & ~u->tx[port]) ? bit(port) : 0;
	now->xon_received |= (~stops & u->tx[port]) ? bit(port) : 0;
	u->tx[port] = stops;
}

void csr_stops_image(const struct csr_stops *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_csr_stops);

	for (unsigned i = 0; i < s->radix; i++) {
		render(r, i, ROW_rx_stop_q, u->rx[i]);
		render(r, i, ROW_tx_stop_q, u->tx[i]);
	}
}
