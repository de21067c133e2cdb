#include "csr_limits.h"

#include "render.h"

#define UNIT_ROWS "units/csr_limits.def"
#include "rows.h"

void csr_limits_reset(struct csr_limits *u, const struct shape *s)
{
	*u = (struct csr_limits){ (uint16_t)s->detect_threshold, (uint16_t)s->xoff_threshold, (uint16_t)s->xon_threshold };
}

bool csr_limits_there(const struct shape *s, uint32_t address)
{
	return s->saqs && (address == CSR_AT_detect_threshold || address == CSR_AT_stop_thresholds);
}

/* The fields of a write. */
static struct csr_limits fields(uint32_t data)
{
	return (struct csr_limits){
		.detect = (uint16_t)(data >> CSR_BIT_detect_threshold_slots),
		.xoff = (uint16_t)(data >> CSR_BIT_stop_thresholds_xoff),
		.xon = (uint16_t)(data >> CSR_BIT_stop_thresholds_xon),
	};
}

bool csr_limits_allowed(const struct shape *s, const struct csr_access *a)
{
	const struct csr_limits to = fields(a->data);

	if (!csr_limits_there(s, a->address))
		return false;
	if (a->address == CSR_AT_detect_threshold)
		return to.detect && to.detect <= s->slots;
	return to.xon && to.xon <= to.xoff && to.xoff <= s->slots;
}

uint32_t csr_limits_read(const struct csr_limits *u, uint32_t address)
{
	if (address == CSR_AT_detect_threshold)
		return (uint32_t)u->detect << CSR_BIT_detect_threshold_slots;
	return (uint32_t)u->xoff << CSR_BIT_stop_thresholds_xoff | (uint32_t)u->xon << CSR_BIT_stop_thresholds_xon;
}

void csr_limits_write(struct csr_limits *u, const struct csr_access *a)
{
	const struct csr_limits to = fields(a->data);

	if (a->address == CSR_AT_detect_threshold) {
		u->detect = to.detect;
	} else {
		u->xoff = to.xoff;
		u->xon = to.xon;
	}
}

void csr_limits_image(const struct csr_limits *u, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_csr_limits);

	render(r, 0, ROW_detect_threshold_q, u->detect);
	render(r, 0, ROW_xoff_threshold_q, u->xoff);
	render(r, 0, ROW_xon_threshold_q, u->xon);
}
