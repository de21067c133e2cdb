#include "csr_counts.h"

#include "render.h"

#define UNIT_ROWS "units/csr_counts.def"
#include "rows.h"

uint32_t csr_counts_read(const struct csr_counts *u, const struct shape *s, unsigned port, unsigned number)
{
	if (number < s->counters)
		return u->snap.count[port][number];
	number -= s->counters;
	return u->snap.now[port][number] | (uint32_t)u->snap.peak[port][number] << CSR_PEAK;
}

void csr_counts_snapshot(struct csr_counts *u, const struct shape *s, const struct csr_port *ports)
{
	u->snap = u->live;
	u->copied = true;
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned g = 0; g < s->gauges; g++)
			u->snap.now[i][g] = (uint16_t)csr_port_gauge(ports, g, i);
}

void csr_counts_clear(struct csr_counts *u)
{
	u->live = (struct csr_values){ .count = { { 0 } } };
}

bool csr_counts_port(struct csr_counts *u, const struct shape *s, const struct csr_port *ports, unsigned port, unsigned pulses)
{
	const uint32_t most = (uint32_t)ones(s->counter_bits);
	bool counted = true;

	for (unsigned k = 0; k < s->counters; k++) {
		const bool pulse = pulses >> k & 1;
		uint32_t *const n = &u->live.count[port][k];

		counted &= !pulse || *n != most;
		*n += pulse && *n != most;
	}
	for (unsigned g = 0; g < s->gauges; g++) {
		const uint16_t now = (uint16_t)csr_port_gauge(ports, g, port);

		if (now > u->live.peak[port][g])
			u->live.peak[port][g] = now;
	}
	return counted;
}

static void render_counts(struct rendering r, const struct shape *s, unsigned row, const struct csr_values *v)
{
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned k = 0; k < s->counters; k++)
			render_field(r, 0, row, i * s->counters + k, s->counter_bits, v->count[i][k]);
}

static void render_gauges(struct rendering r, const struct shape *s, unsigned row, uint16_t (*v)[CSR_GAUGES])
{
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned g = 0; g < s->gauges; g++)
			render_field(r, 0, row, i * s->gauges + g, s->gauge_w, v[i][g]);
}

void csr_counts_image(struct csr_counts *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_csr_counts);

	render_counts(r, s, ROW_count_q, &u->live);
	render_gauges(r, s, ROW_peak_q, u->live.peak);
	if (!u->copied)
		return;
	u->copied = false;
	render_counts(r, s, ROW_snap_count_q, &u->snap);
	render_gauges(r, s, ROW_snap_now_q, u->snap.now);
	render_gauges(r, s, ROW_snap_peak_q, u->snap.peak);
}
