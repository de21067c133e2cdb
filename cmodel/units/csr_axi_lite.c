#include "csr_axi_lite.h"

#include "render.h"

#define UNIT_ROWS "units/csr_axi_lite.def"
#include "rows.h"

enum { SLVERR = 2 };

/* The access that is done goes to its response. */
static void respond(struct csr_axi_lite *u, struct csr_answer r)
{
	const uint32_t resp = r.error ? SLVERR : 0;

	u->waiting.valid = false;
	if (u->waiting.write) {
		u->bvalid = true;
		u->bresp = resp;
		return;
	}
	u->rvalid = true;
	u->rresp = resp;
	u->rdata = r.rdata;
}

static void accept_write(struct csr_axi_lite *u, const struct bus_in *in)
{
	u->waiting = (struct csr_access){
		.valid = true, .write = true, .address = in->s_axil_awaddr, .data = in->s_axil_wdata, .strobe = in->s_axil_wstrb,
	};
}

static void accept_read(struct csr_axi_lite *u, const struct bus_in *in)
{
	u->waiting.valid = true;
	u->waiting.write = false;
	u->waiting.address = in->s_axil_araddr;
}

void csr_axi_lite_end(struct csr_axi_lite *u, const struct bus_in *in, struct csr_answer r, struct bus_out *out)
{
	const bool free = !u->waiting.valid, done = csr_done(&u->waiting, r);

	u->awready = in->s_axil_awvalid && in->s_axil_wvalid && free && !u->bvalid;
	u->arready = in->s_axil_arvalid && free && !u->rvalid && !u->awready;
	u->bvalid &= !in->s_axil_bready;
	u->rvalid &= !in->s_axil_rready;
	if (done)
		respond(u, r);
	if (u->awready)
		accept_write(u, in);
	if (u->arready)
		accept_read(u, in);
	out->s_axil_awready = out->s_axil_wready = u->awready;
	out->s_axil_arready = u->arready;
	out->s_axil_bvalid = u->bvalid;
	out->s_axil_bresp = u->bresp;
	out->s_axil_rvalid = u->rvalid;
	out->s_axil_rresp = u->rresp;
	out->s_axil_rdata = u->rdata;
}

void csr_axi_lite_image(const struct csr_axi_lite *u, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_csr_axi_lite);

	render(r, 0, ROW_awready_q, u->awready);
	render(r, 0, ROW_wready_q, u->awready);
	render(r, 0, ROW_arready_q, u->arready);
	render(r, 0, ROW_bvalid_q, u->bvalid);
	render(r, 0, ROW_bresp_q, u->bresp);
	render(r, 0, ROW_rvalid_q, u->rvalid);
	render(r, 0, ROW_rresp_q, u->rresp);
	render(r, 0, ROW_rdata_q, u->rdata);
	render(r, 0, ROW_pending_q, u->waiting.valid);
	render(r, 0, ROW_write_q, u->waiting.write);
	render(r, 0, ROW_address_q, u->waiting.address);
	render(r, 0, ROW_data_q, u->waiting.data);
	render(r, 0, ROW_strobe_q, u->waiting.strobe);
	for (enum row row = ROW_awready_q; row <= ROW_rdata_q; row++)
		render_output(m, SITE_csr_axi_lite, row, 1);
}
