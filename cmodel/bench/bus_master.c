#include "bus_master.h"

enum {
	STREAM = 2000,                  /* of random numbers */
	GAP = 4,                        /* mean cycles between accesses */
	ALL_BYTES = 0xf,
};

struct bus_master bus_master_new(uint64_t seed)
{
	return (struct bus_master){ .rng = rng_seed(seed, STREAM) };
}

static bool one_in(struct bus_master *b, unsigned n)
{
	return !rng_below(&b->rng, n);
}

static uint32_t draw_register(struct bus_master *b)
{
	static const uint32_t at[] = {
#define CSR_REGISTER(id, address, there, help) (address),
#include "csr.def"
	};

	return at[rng_below(&b->rng, sizeof at / sizeof *at)];
}

static uint32_t draw_count(struct bus_master *b, const struct shape *s)
{
	return CSR_PORTS + CSR_STRIDE * rng_below(&b->rng, s->radix) + 4 * rng_below(&b->rng, s->counters + s->gauges);
}

static uint32_t draw_address(struct bus_master *b, const struct shape *s)
{
	const uint32_t all = (1u << s->bus_aw) - 1;

	if (one_in(b, 16))
		return (uint32_t)rng_next(&b->rng) & all;
	const uint32_t address = one_in(b, 2) ? draw_count(b, s) : draw_register(b);

	return one_in(b, 16) ? (address ^ 1u << rng_below(&b->rng, s->bus_aw)) : address;
}

/* Values that are allowed come often; so do small ones. */
static uint32_t draw_data(struct bus_master *b, const struct shape *s, uint32_t address)
{
	const uint32_t any = (uint32_t)rng_next(&b->rng);
	const unsigned xoff = 1 + rng_below(&b->rng, s->slots);

	if (one_in(b, 8))
		return any;
	switch (address) {
	case CSR_AT_control:          return (any & 3u) | (one_in(b, 8) ? any : 3u << CSR_BIT_control_count);
	case CSR_AT_detect_threshold: return 1 + rng_below(&b->rng, s->slots + 1);
	case CSR_AT_stop_thresholds:  return xoff << CSR_BIT_stop_thresholds_xoff | (1 + rng_below(&b->rng, xoff + 1)) << CSR_BIT_stop_thresholds_xon;
	case CSR_AT_test:             return (any & (uint32_t)rng_next(&b->rng) & 0x1ff) | rng_below(&b->rng, s->radix + 1) << CSR_BIT_test_port;
	case CSR_AT_first:            return 1u << CSR_BIT_first_valid;
	default:                      return any;
	}
}

static void begin_write(struct bus_master *b, const struct shape *s, const struct table_entry *table)
{
	struct bus_access *const w = &b->write;

	*w = (struct bus_access){ .busy = true, .strobe = one_in(b, 16) ? rng_below(&b->rng, ALL_BYTES + 1) : ALL_BYTES };
	if (table && one_in(b, 4)) {
		const uint32_t destination = rng_below(&b->rng, s->nodes);

		w->table = true;
		w->address = CSR_TABLE + 4 * destination;
		w->data = table[destination].output | (uint32_t)table[destination].queue << CSR_WORD_QUEUE;
		return;
	}
	w->address = draw_address(b, s);
	if (w->address >= CSR_TABLE)            /* not a word of the table with another value */
		w->address |= 1;
	w->data = draw_data(b, s, w->address);
}

/* Where nothing is valid, anything may be on the pins. */
static void drive_noise(struct bus_master *b, const struct shape *s, struct bus_in *in)
{
	const uint32_t all = (1u << s->bus_aw) - 1;

	in->paddr = (uint32_t)rng_next(&b->rng) & all;
	in->pwdata = (uint32_t)rng_next(&b->rng);
	in->pstrb = in->pwrite = in->penable = 1;
	in->s_axil_awaddr = in->paddr;
	in->s_axil_araddr = in->paddr;
	in->s_axil_wdata = in->pwdata;
	in->s_axil_wstrb = ALL_BYTES;
}

static void drive_apb(struct bus_master *b, struct bus_in *in)
{
	const struct bus_access *const a = b->write.busy ? &b->write : &b->read;

	in->psel = a->busy;
	if (!a->busy)
		return;
	in->penable = b->enable;
	in->pwrite = b->write.busy;
	in->paddr = a->address;
	in->pwdata = a->data;
	in->pstrb = b->write.busy ? a->strobe : 0;
	b->enable = true;
}

/* The address of a write comes before its data, or behind it. */
static void drive_axi_lite(struct bus_master *b, struct bus_in *in)
{
	b->write.address_there |= rng_below(&b->rng, 2);
	b->write.data_there |= rng_below(&b->rng, 2);
	in->s_axil_awvalid = b->write.busy && b->write.address_there && !b->write.address_done;
	in->s_axil_wvalid = b->write.busy && b->write.data_there && !b->write.data_done;
	if (b->write.busy) {
		in->s_axil_awaddr = b->write.address;
		in->s_axil_wdata = b->write.data;
		in->s_axil_wstrb = b->write.strobe;
	}
	in->s_axil_arvalid = b->read.busy && !b->read.address_done;
	if (b->read.busy)
		in->s_axil_araddr = b->read.address;
	in->s_axil_bready = rng_below(&b->rng, 2);
	in->s_axil_rready = rng_below(&b->rng, 2);
}

void bus_master_drive(struct bus_master *b, const struct shape *s, bool begin, const struct table_entry *table, struct bus_in *in)
{
	const bool apb = s->csr == CSR_apb, free = !apb || (!b->write.busy && !b->read.busy);

	*in = (struct bus_in){ 0 };
	drive_noise(b, s, in);
	if (begin && free && !b->write.busy && one_in(b, GAP))
		begin_write(b, s, table);
	else if (begin && free && !b->read.busy && one_in(b, GAP))
		b->read = (struct bus_access){ .busy = true, .address = draw_address(b, s) };
	if (apb)
		drive_apb(b, in);
	else
		drive_axi_lite(b, in);
}

void bus_master_hear(struct bus_master *b, const struct shape *s, const struct bus_in *in, const struct bus_out *out)
{
	if (s->csr == CSR_apb && in->psel && in->penable && out->pready) {
		b->write.busy = b->read.busy = b->enable = false;
		return;
	}
	b->write.address_done |= in->s_axil_awvalid && out->s_axil_awready;
	b->write.data_done |= in->s_axil_wvalid && out->s_axil_wready;
	b->read.address_done |= in->s_axil_arvalid && out->s_axil_arready;
	b->write.busy &= !(out->s_axil_bvalid && in->s_axil_bready);
	b->read.busy &= !(out->s_axil_rvalid && in->s_axil_rready);
}
