#include "csr_apb.h"

#include "render.h"

#define UNIT_ROWS "units/csr_apb.def"
#include "rows.h"

struct csr_access csr_apb_access(const struct csr_apb *u, const struct bus_in *in)
{
	return (struct csr_access){
		.valid = in->psel && in->penable && !u->ready, .write = in->pwrite, .address = in->paddr, .data = in->pwdata, .strobe = in->pstrb,
	};
}

void csr_apb_end(struct csr_apb *u, const struct csr_access *a, struct csr_answer r, struct bus_out *out)
{
	u->ready = csr_done(a, r);
	u->error = u->ready && r.error;
	if (u->ready)
		u->rdata = r.rdata;
	out->pready = u->ready;
	out->pslverr = u->error;
	out->prdata = u->rdata;
}

void csr_apb_image(const struct csr_apb *u, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_csr_apb);

	render(r, 0, ROW_pready_q, u->ready);
	render(r, 0, ROW_prdata_q, u->rdata);
	render(r, 0, ROW_pslverr_q, u->error);
	render_output(m, SITE_csr_apb, ROW_pready_q, 1);
	render_output(m, SITE_csr_apb, ROW_prdata_q, 1);
	render_output(m, SITE_csr_apb, ROW_pslverr_q, 1);
}
