#include "papers.h"

const struct obqa_row obqa_table3[OBQA_ROWS] = {
	{ "VOQnet", 256, 32768, 0.33291 }, { "VOQnet", 64, 8192, 0.07877 }, { "VOQsw", 32, 4096, 0.03569 },
	{ "VOQsw", 8, 1024, 0.01412 },     { "DBBM", 8, 1024, 0.01412 },    { "DBBM", 4, 512, 0.00647 },
	{ "OBQA", 8, 1024, 0.01412 },      { "OBQA", 4, 512, 0.00647 },     { "OBQA", 2, 256, 0.00359 },
};

/* Ratios of CACTI 7: its printed results at these settings over the paper's areas. */
const struct obqa_calibration obqa_calibrations[OBQA_CALIBRATIONS] = {
	{ "1R1W, smallest",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_AREA, .slack = 0.6 },
	  0, { .550, .635, .741, .478, .569, .561 } },
	{ "1R1W, shortest cycle",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_CYCLE, .slack = 0.2 },
	  0, { .600, .659, .749, .602, .599, .580 } },
	{ "1R1W + ECC, lstp, shortest cycle",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-lstp", .objective = SRAM_CYCLE, .slack = 10, .ecc = true },
	  0, { 1.004, 1.032, 1.152, .883, .892, .838 } },
	{ "1RW1R1W, shortest cycle",
	  { .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_CYCLE, .slack = 0.2 },
	  1, { 1.051, 1.134, 1.214, .999, 1.023, .992 } },
};

struct memory obqa_memory(const struct obqa_row *row, const struct obqa_calibration *c)
{
	return (struct memory){ .kind = MEMORY_RAM, .words = row->bytes, .width = 8, .read = 1, .write = 1, .read_write = c->read_write };
}

unsigned obqa_size(const struct obqa_row *row)
{
	static const unsigned sizes[OBQA_SIZES] = { 32768, 8192, 4096, 1024, 512, 256 };
	unsigned i = 0;

	while (sizes[i] != row->bytes)
		i++;
	return i;
}

/* Before: a detection queue for each output and two slots for each, and two for each set-aside queue; at outputs one queue
 * and theirs. With RECN-IQ: one queue and theirs, at inputs alone. */
struct recn_iq_memory recn_iq_memory(unsigned ports, unsigned saqs)
{
	return (struct recn_iq_memory){ .ports = ports, .saqs = saqs, .input_slots = 2 * ports + 2 * saqs, .output_slots = 2 + 2 * saqs,
					.detection_before = ports * ports, .detection = ports };
}

bool fbicm_table(unsigned destinations, unsigned ports, unsigned cfqs, struct fbicm_table *t, char why[PRICE_WHY])
{
	struct params p = params_default();

	*t = (struct fbicm_table){ .destinations = destinations, .list = {
		[FBICM_OP] = { "dt", "table_mem", 0, 0 },
		[FBICM_CLOP] = { "dcam_out", "clop_q", 0, 0 },
		[FBICM_CLIP] = { "dcam_in", "clip_q", 0, 0 },
		[FBICM_NSB] = { "dcam_in", "nsb_q", 0, 0 },
	} };
	p.scheme = SCHEME_fbicm;
	p.sorting = SORTING_head;       /* as in the paper */
	p.nodes = destinations;
	p.radix = ports;
	p.cfqs = cfqs;
	return inventory_find(&p, t->list, FBICM_LISTS, why);
}

unsigned fbicm_bits(const struct fbicm_table *t, enum fbicm_list list, bool as_built)
{
	const struct inventory_storage *s = &t->list[list];
	const bool copied = list == FBICM_OP || list == FBICM_CLOP;

	return s->bits / t->destinations * (copied && !as_built ? 1 : s->instances);
}

const unsigned qos_nm[QOS_NODES] = { 180, 130 };

const struct qos_component qos_table1[QOS_COMPONENTS] = {
	{ "buffers (32 x 16 KB)", { 64, 32 } }, { "crossbar and datapath", { 10, 5 } }, { "scheduler", { 5, 3 } },
};

const struct qos_component qos_total = { "total", { 79, 40 } };

const struct qos_part qos_beside[QOS_BESIDE] = {
	{ "next and free cells", { { "cmu_in", "chain_mem", 0, 0 }, { "cmu_in", "free_mem", 0, 0 } } },
	{ "next packets, lengths", { { "cqu_in", "link_mem", 0, 0 } } },
	{ "lines of the CAM", { { "scam_in", "turns_q", 0, 0 }, { "scam_in", "len_q", 0, 0 }, { "scam_in", "level_q", 0, 0 }, { "scam_in", "xoff_q", 0, 0 },
		{ "scam_in", "out_queue_q", 0, 0 }, { "scam_in", "sent_q", 0, 0 }, { "scam_in", "wait_q", 0, 0 }, { "scam_in", "behind_q", 0, 0 } } },
	{ "levels that queues stopped", { { "sfcu_in", "told_q", 0, 0 } } },
	{ "queues", { { "cqu_in", "fill_q", 0, 0 }, { "cqu_in", "head_cell_q", 0, 0 }, { "cqu_in", "head_flits_q", 0, 0 }, { "cqu_in", "tail_q", 0, 0 },
		{ "cqu_in", "present_q", 0, 0 }, { "cqu_in", "fits_q", 0, 0 }, { "cqu_in", "pop_q", 0, 0 }, { "cqu_in", "refill_q", 0, 0 } } },
};

struct params qos_switch(void)
{
	struct params p = params_default();

	p.scheme = SCHEME_recn_qos;
	return p;
}

bool qos_bits(const struct qos_part *part, double *bits, char why[PRICE_WHY])
{
	const struct params p = qos_switch();
	struct qos_part found = *part;
	unsigned n = 0;

	for (*bits = 0; n < QOS_PARTS && found.storage[n].name; n++)
		;
	if (!inventory_find(&p, found.storage, n, why))
		return false;
	for (unsigned i = 0; i < n; i++)
		*bits += (double)found.storage[i].bits / p.vcs;
	return true;
}
