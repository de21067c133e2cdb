#include "cacti_parts.h"

#include <stdio.h>

/*
 * Every key of every dialect: a missing one is not initialised, an unknown one is ignored. The last group
 * is about memory chips; CACTI 7 divides by zero without it.
 */
static const char fixed[] =
	"-associativity %u\n"
	"-single ended read ports 0\n"
	"-UCA bank count 1\n"
	"-operating temperature (K) 300\n"
	"-access mode (normal, sequential, fast) - \"normal\"\n"
	"-Optimize ED or ED^2 (ED, ED^2, NONE): \"NONE\"\n"
	"-Cache model (NUCA, UCA)  - \"UCA\"\n"
	"-NUCA bank count 0\n"
	"-Wire signaling (fullswing, lowswing, default) - \"Global_30\"\n"
	"-Wire signalling (fullswing, lowswing, default) - \"Global_30\"\n"
	"-Wire inside mat - \"semi-global\"\n"
	"-Wire outside mat - \"semi-global\"\n"
	"-Interconnect projection - \"conservative\"\n"
	"-Core count 8\n"
	"-Cache level (L2/L3) - \"L3\"\n"
	"-Print level (DETAILED, CONCISE) - \"DETAILED\"\n"
	"-page size (bits) 8192\n"
	"-burst length 8\n"
	"-internal prefetch width 8\n"
	"-Force cache config - \"false\"\n"
	"-dram_type \"DDR3\"\n"
	"-io state \"WRITE\"\n"
	"-addr_timing 1.0\n"
	"-mem_density 4 Gb\n"
	"-bus_freq 800 MHz\n"
	"-duty_cycle 1.0\n"
	"-activity_dq 1.0\n"
	"-activity_ca 0.5\n"
	"-num_dq 72\n"
	"-num_dqs 18\n"
	"-num_ca 25\n"
	"-num_clk  2\n"
	"-num_mem_dq 2\n"
	"-mem_data_width 8\n"
	"-num_bobs 1\n"
	"-capacity 80\n"
	"-num_channels_per_bob 1\n"
	"-first metric \"Cost\"\n"
	"-second metric \"Bandwidth\"\n"
	"-third metric \"Energy\"\n"
	"-DIMM model \"ALL\"\n"
	"-mirror_in_bob \"F\"\n";

/* The first line must not be blank: CACTI 7 never gets past it. */
static int print_shape(const struct memory *m, unsigned bits, char *text, size_t size)
{
	const bool cam = m->kind == MEMORY_CAM;
	char tag[16] = "\"default\"";

	if (cam)
		snprintf(tag, sizeof tag, "%u", bits);
	return snprintf(text, size,
			"-size (bytes) %llu\n-block size (bytes) %u\n-cache type \"%s\"\n-tag size (b) %s\n"
			"-read-write port %u\n-exclusive read port %u\n-exclusive write port %u\n-search port %u\n-output/input bus width %u\n",
			(unsigned long long)m->words * (bits / 8), bits / 8, cam ? "cam" : "ram", tag, m->read_write, m->read, m->write,
			cam, bits);
}

static int print_technology(const struct price_setup *s, char *text, size_t size)
{
	const bool area = s->objective == SRAM_AREA;

	return snprintf(text, size,
			"-technology (u) 0.%03u\n-Data array cell type - \"%s\"\n-Data array peripheral type - \"%s\"\n"
			"-Tag array cell type - \"%s\"\n-Tag array peripheral type - \"%s\"\n"
			"-design objective (weight delay, dynamic power, leakage power, cycle time, area) 0:0:0:%u:%u\n"
			"-deviate (delay, dynamic power, leakage power, cycle time, area) %.0f:100000:100000:100000:%u\n-Add ECC - \"%s\"\n",
			s->nm, s->cell, s->cell, s->cell, s->cell, area ? 0 : 100, area ? 100 : 0, 100 * s->slack, area ? 1000000 : 100000,
			s->ecc ? "true" : "false");
}

bool cacti_config(const struct price_setup *setup, const struct memory *m, char text[CACTI_TEXT], unsigned *bits)
{
	size_t n;

	*bits = (m->width + 7) / 8 * 8;
	n = (size_t)print_shape(m, *bits, text, CACTI_TEXT);
	if (n < CACTI_TEXT)
		n += (size_t)print_technology(setup, text + n, CACTI_TEXT - n);
	if (n < CACTI_TEXT)
		n += (size_t)snprintf(text + n, CACTI_TEXT - n, fixed, m->kind == MEMORY_CAM ? 0U : 1U);
	return n < CACTI_TEXT;
}
