#include "price.h"

#include "calibrations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The range of shapes that the model was checked against. Beyond it, there is no price, or one with a note. */
enum {
	BITS_MIN = 64 * 8, BITS_MAX = 256 * 1024 * 8, WIDTH_MIN = 2, WIDTH_MAX = 1024,
	GRID_BITS_MIN = 128 * 8, GRID_WIDTH_MIN = 8, GRID_WIDTH_MAX = 512, GRID_PORTS_MAX = 2,
	CAM_ENTRIES_MIN = 8, CAM_ENTRIES_MAX = 256, CAM_WIDTH_MIN = 8, CAM_WIDTH_MAX = 64,
	FLIP_FLOP_BITS_MAX = 8192, SCALED_FROM = 90,
};

const char *const price_nodes[PRICE_NODES] = { "22", "32", "45", "65", "90", "130", "180" };

const char *const price_source_names[] = { [PRICE_ARRAY] = "array", [PRICE_FLIP_FLOPS] = "flip-flops", [PRICE_CACTI] = "cacti", [PRICE_MACROS] = "macros" };

double price_slack(enum sram_objective objective)
{
	return objective == SRAM_AREA ? 0.6 : 0.2;
}

struct price_setup price_setup_default(void)
{
	return (struct price_setup){ .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_AREA,
				     .slack = price_slack(SRAM_AREA) };
}

static void nothing_known(struct price *p)
{
	*p = (struct price){ .area_mm2 = NAN, .access_ns = NAN, .cycle_ns = NAN, .read_nj = NAN, .write_nj = NAN, .search_nj = NAN,
			     .leakage_mw = NAN };
}

static void say_also(struct price *p, const char *note)
{
	const size_t n = strlen(p->note);

	snprintf(p->note + n, sizeof p->note - n, "%s%s", n ? "; " : "", note);
}

static double mm2(double area, unsigned nm)
{
	return area * nm * nm * 1e-12;
}

static void take(struct price *p, const struct sram_cost *cost, unsigned nm)
{
	p->source = PRICE_ARRAY;
	p->area_mm2 = mm2(cost->area, nm);
	p->access_ns = cost->access / 1e3;
	p->cycle_ns = cost->cycle / 1e3;
	p->read_nj = cost->read / 1e6;
	p->write_nj = cost->write / 1e6;
	p->leakage_mw = cost->leakage / 1e6;
}

/*
 * Too few words for an array. A bit: flip-flop, multiplexer that holds it, and for each port that reads an AND-OR
 * of words; cells of OSU 0.18 um (96, 48 and 26 um2), scaled by F2. No room for wires.
 */
static bool price_flip_flops(const struct price_setup *setup, const struct memory *m, struct price *p)
{
	const double cell = 96 + 48 + 26.0 * (m->read + m->read_write), bits = (double)m->words * m->width;

	p->source = PRICE_FLIP_FLOPS;
	p->area_mm2 = mm2(bits * cell / (0.18 * 0.18), setup->nm);
	say_also(p, "flip-flops: area of cells alone");
	return true;
}

static void note_beyond(const struct memory *m, struct price *p)
{
	if ((uint64_t)m->words * m->width < GRID_BITS_MIN)
		say_also(p, "below 128 bytes");
	if (m->width < GRID_WIDTH_MIN)
		say_also(p, "narrower than 8 bits");
	if (m->width > GRID_WIDTH_MAX)
		say_also(p, "wider than 512 bits");
	if (m->read + m->write + m->read_write > GRID_PORTS_MAX)
		say_also(p, "more than 2 ports");
	if (p->note[0])
		say_also(p, "extrapolated");
}

static bool price_ram(const struct calibration *c, const struct price_setup *setup, const struct memory *m, struct price *p,
		      char why[PRICE_WHY])
{
	const struct sram_shape s = { .words = m->words, .width = m->width, .read = m->read, .write = m->write,
				      .read_write = m->read_write, .ecc = setup->ecc };
	const uint64_t bits = (uint64_t)m->words * m->width;
	struct sram_organisation o;
	struct sram_cost cost;

	if (bits > BITS_MAX || m->width > WIDTH_MAX) {
		snprintf(why, PRICE_WHY, "memory: %ux%u is outside the model, which ends at 256 KB and %d bits; split it", m->words, m->width,
			 WIDTH_MAX);
		return false;
	}
	if (bits < BITS_MIN || m->width < WIDTH_MIN || !sram_choose(c, &s, setup->objective, setup->slack, &o, &cost)) {
		if (bits <= FLIP_FLOP_BITS_MAX)
			return price_flip_flops(setup, m, p);
		snprintf(why, PRICE_WHY, "memory: %ux%u has too few words for an array (%u) and too many bits for flip-flops (%d)",
			 m->words, m->width, SRAM_ROWS_MIN * c->fewest, FLIP_FLOP_BITS_MAX);
		return false;
	}
	take(p, &cost, setup->nm);
	note_beyond(m, p);
	return true;
}

static bool price_cam(const struct price_setup *setup, const struct memory *m, struct price *p, char why[PRICE_WHY])
{
	const struct calibration *c = calibration_find("cacti7", setup->nm, "itrs-hp");
	const struct cam_calibration *k = cam_calibration_find(setup->tool, setup->nm);
	struct cam_shape s = { .entries = m->words, .width = m->width, .read = m->read, .write = m->write, .read_write = m->read_write };
	struct cam_cost cost;

	if (!c || !k || strcmp(setup->cell, "itrs-hp") != 0 || setup->ecc) {
		snprintf(why, PRICE_WHY, "memory: no CAM is calibrated for %s at %u nm with %s%s", setup->tool, setup->nm, setup->cell,
			 setup->ecc ? " and check bits" : "");
		return false;
	}
	if (m->words < CAM_ENTRIES_MIN || m->words > CAM_ENTRIES_MAX || m->width < CAM_WIDTH_MIN || m->width > CAM_WIDTH_MAX ||
	    m->read + m->write + m->read_write > GRID_PORTS_MAX) {
		snprintf(why, PRICE_WHY, "memory: CAM of %ux%u is outside %d..%d entries, %d..%d bits, 1 or 2 ports", m->words, m->width,
			 CAM_ENTRIES_MIN, CAM_ENTRIES_MAX, CAM_WIDTH_MIN, CAM_WIDTH_MAX);
		return false;
	}
	if (!cam_choose(c, k, &s, &cost)) {
		snprintf(why, PRICE_WHY, "memory: CAM of %ux%u cannot be built", m->words, m->width);
		return false;
	}
	take(p, &cost.array, setup->nm);
	p->search_nj = cost.search / 1e6;
	return true;
}

/* Older technologies: cells and wires scale alike, so area is scaled; no other figure is. */
static bool price_scaled(const struct price_setup *setup, const struct memory *m, struct price *p, char why[PRICE_WHY])
{
	struct price_setup near = *setup;
	struct price scaled;

	near.nm = SCALED_FROM;
	if (!price_memory(&near, m, &scaled, why))
		return false;
	p->source = scaled.source;
	p->area_mm2 = scaled.area_mm2 * setup->nm * setup->nm / (SCALED_FROM * SCALED_FROM);
	snprintf(p->note, sizeof p->note, "%s", scaled.note);
	if (p->source == PRICE_ARRAY)
		say_also(p, "area scaled from 90 nm");
	return true;
}

static bool by_scaling(const struct price_setup *setup)
{
	return (setup->nm == 130 || setup->nm == 180) && !strcmp(setup->cell, "itrs-hp");
}

double price_access_ns(const struct price_setup *setup, const struct memory *m, const struct price *p, unsigned *nm)
{
	struct price_setup near = *setup;
	char why[PRICE_WHY];
	struct price price;

	*nm = by_scaling(setup) ? SCALED_FROM : setup->nm;
	near.nm = *nm;
	if (p->source != PRICE_ARRAY || near.nm == setup->nm)
		return p->access_ns;
	return price_memory(&near, m, &price, why) ? price.access_ns : NAN;
}

static bool no_calibration(const struct price_setup *setup, char why[PRICE_WHY])
{
	size_t n = (size_t)snprintf(why, PRICE_WHY, "nothing is calibrated for RAM by %s at %u nm with %s; there is", setup->tool, setup->nm,
				    setup->cell);
	const char *separator = "";

	for (const struct calibration *c = calibrations; c < calibrations + calibrations_count && n < PRICE_WHY; c++)
		if (!strcmp(c->tool, setup->tool)) {
			n += (size_t)snprintf(why + n, PRICE_WHY - n, "%s %u %s", separator, c->nm, c->cell);
			separator = ",";
		}
	if (!*separator && n < PRICE_WHY)
		snprintf(why + n, PRICE_WHY - n, " cacti7 and cacti6.5");
	return false;
}

bool price_memory(const struct price_setup *setup, const struct memory *m, struct price *p, char why[PRICE_WHY])
{
	const struct calibration *c = calibration_find(setup->tool, setup->nm, setup->cell);

	nothing_known(p);
	if (by_scaling(setup))
		return price_scaled(setup, m, p, why);
	if (m->kind == MEMORY_CAM)
		return price_cam(setup, m, p, why);
	if (!c)
		return no_calibration(setup, why);
	return price_ram(c, setup, m, p, why);
}
