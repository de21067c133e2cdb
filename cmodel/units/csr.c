#include "csr.h"

#include "render.h"

#define UNIT_ROWS "units/csr.def"
#include "rows.h"

enum { ALL_BYTES = 0xf, BYTE = 0xff };

void csr_reset(struct csr *u)
{
	*u = (struct csr){ .counting = true, .detecting = true };
}

/* The constant of a register: what its fields reset to, shifted to their places. */
static uint32_t constant(const struct shape *s, uint32_t address)
{
	uint32_t value = 0;

#define CSR_FIELD(register, id, lsb, bits, access, reset, help) \
	if (address == CSR_AT_##register) \
		value |= (uint32_t)(reset) << (lsb);
#include "csr.def"
	return value;
}

/* Does a counter or gauge have this address? */
static bool is_count(const struct shape *s, uint32_t address)
{
	const uint32_t at = address - CSR_PORTS;

	return address >= CSR_PORTS && at < s->radix * CSR_STRIDE && !(at % 4) && at % CSR_STRIDE / 4 < s->counters + s->gauges;
}

/* Is it a register of the whole switch? */
static bool is_register(const struct shape *s, uint32_t address)
{
#define CSR_REGISTER(id, at, there, help) \
	if (address == (at)) \
		return (there);
#include "csr.def"
	return false;
}

static uint32_t read_register(const struct csr *u, const struct shape *s, uint32_t address)
{
	switch (address) {
	case CSR_AT_control:    return (uint32_t)u->counting << CSR_BIT_control_count | (uint32_t)u->detecting << CSR_BIT_control_detect;
	case CSR_AT_snapshots:  return u->snapshots;
	case CSR_AT_time_low:   return (uint32_t)u->snap_time;
	case CSR_AT_time_high:  return (uint32_t)(u->snap_time >> 32);
	case CSR_AT_flags:      return u->flags;
	case CSR_AT_mask:       return u->mask;
	case CSR_AT_first:
		return (uint32_t)u->first_port << CSR_BIT_first_port | (uint32_t)u->first_kind << CSR_BIT_first_kind |
		       (uint32_t)u->first_valid << CSR_BIT_first_valid;
	case CSR_AT_first_low:  return (uint32_t)u->first_time;
	case CSR_AT_first_high: return (uint32_t)(u->first_time >> 32);
	default:                return constant(s, address);
	}
}

static bool may_write(const struct shape *s, const struct csr_access *a)
{
	uint32_t destination;
	struct table_entry entry;

	switch (a->address) {
	case CSR_AT_control: case CSR_AT_flags: case CSR_AT_mask: case CSR_AT_first:
		return true;
	case CSR_AT_test:
		return (a->data >> CSR_BIT_test_port & BYTE) < s->radix;
	default:
		return csr_limits_allowed(s, a) || csr_table_word(s, a, &destination, &entry);
	}
}

bool csr_table_word(const struct shape *s, const struct csr_access *a, uint32_t *destination, struct table_entry *entry)
{
	const uint32_t output = a->data & BYTE, queue = a->data >> CSR_WORD_QUEUE & BYTE;

	if (a->address < CSR_TABLE || a->address % 4)
		return false;
	*destination = (a->address - CSR_TABLE) / 4;
	*entry = (struct table_entry){ .queue = (uint16_t)queue, .output = (uint8_t)output };
	return *destination < s->nodes && output < s->radix && queue < (s->credit_queues ? s->credit_queues : 1);
}

struct csr_answer csr_judge(const struct csr *u, const struct shape *s, const struct csr_counts *counts, const struct csr_limits *limits,
			    const struct csr_access *a, bool configuring)
{
	const bool count = is_count(s, a->address);
	struct csr_answer r = { .error = a->write ? a->strobe != ALL_BYTES || !may_write(s, a) : !count && !is_register(s, a->address) };
	uint32_t destination;
	struct table_entry entry;

	r.held = configuring && a->write && !r.error && csr_table_word(s, a, &destination, &entry);
	if (a->write || r.error)
		return r;
	if (count)
		r.rdata = csr_counts_read(counts, s, (a->address - CSR_PORTS) / CSR_STRIDE, a->address % CSR_STRIDE / 4);
	else
		r.rdata = csr_limits_there(s, a->address) ? csr_limits_read(limits, a->address) : read_register(u, s, a->address);
	return r;
}

bool csr_commands(const struct csr_access *a, bool write, unsigned control)
{
	return write && a->address == CSR_AT_control && a->data >> control & 1;
}

unsigned csr_faults(const struct csr_access *a, bool write, unsigned port, unsigned faults)
{
	const bool test = write && a->address == CSR_AT_test && (a->data >> CSR_BIT_test_port & BYTE) == port;

	return faults | (test ? a->data & (unsigned)ones(CSR_FAULTS) : 0);
}

/* The lowest port with a fault, and its lowest kind. */
static void remember_first(struct csr *u, const struct shape *s, const uint8_t *faults)
{
	unsigned port = 0;

	while (port < s->radix && !faults[port])
		port++;
	if (port == s->radix)
		return;
	u->first_valid = true;
	u->first_port = (uint8_t)port;
	u->first_kind = (uint8_t)__builtin_ctz(faults[port]);
	u->first_time = u->time;
}

static uint32_t flags_set(const struct shape *s, const struct csr_access *a, bool write, const uint8_t *faults, bool detected, bool saturated)
{
	uint32_t set = (uint32_t)detected << CSR_FLAG_detected | (uint32_t)saturated << CSR_FLAG_saturated;

	for (unsigned i = 0; i < s->radix; i++)
		set |= faults[i];
	if (write && a->address == CSR_AT_test)
		set |= a->data & (uint32_t)ones(CSR_FLAGS_ALL) & ~(uint32_t)ones(CSR_FAULTS);
	return set;
}

void csr_end(struct csr *u, const struct shape *s, const struct csr_access *a, bool write, const uint8_t *faults, bool detected, bool saturated)
{
	const uint32_t flags = (uint32_t)ones(CSR_FLAGS_ALL), cleared = write && a->address == CSR_AT_flags ? a->data : 0;
	const bool forgotten = write && a->address == CSR_AT_first && a->data >> CSR_BIT_first_valid & 1;

	u->irq = u->flags & u->mask;
	u->flags = (u->flags & ~cleared) | flags_set(s, a, write, faults, detected, saturated);
	u->first_valid &= !forgotten;
	if (!u->first_valid)
		remember_first(u, s, faults);
	if (csr_commands(a, write, CSR_BIT_control_snapshot)) {
		u->snap_time = u->time;
		u->snapshots++;
	}
	if (write && a->address == CSR_AT_control) {
		u->counting = csr_commands(a, write, CSR_BIT_control_count);
		u->detecting = csr_commands(a, write, CSR_BIT_control_detect);
	}
	if (write && a->address == CSR_AT_mask)
		u->mask = a->data & flags;
	u->time++;
}

void csr_image(const struct csr *u, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_csr);

	render(r, 0, ROW_counting_q, u->counting);
	render(r, 0, ROW_detect_on_q, u->detecting);
	render(r, 0, ROW_flags_q, u->flags);
	render(r, 0, ROW_mask_q, u->mask);
	render(r, 0, ROW_irq_q, u->irq);
	render(r, 0, ROW_first_valid_q, u->first_valid);
	render(r, 0, ROW_first_port_q, u->first_port);
	render(r, 0, ROW_first_kind_q, u->first_kind);
	render(r, 0, ROW_first_time_q, u->first_time);
	render(r, 0, ROW_time_q, u->time);
	render(r, 0, ROW_snap_time_q, u->snap_time);
	render(r, 0, ROW_snapshots_q, u->snapshots);
	render_output(m, SITE_csr, ROW_irq_q, 1);
}
