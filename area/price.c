#include "price.h"

#include "cam_array.h"
#include "why_not.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The range of shapes that the model was checked against. Beyond it, there is no price, or one with a note. */
enum {
	BITS_MIN = 64 * 8, BITS_MAX = 256 * 1024 * 8, WIDTH_MIN = 2, WIDTH_MAX = 1024,
	GRID_BITS_MIN = 128 * 8, GRID_WIDTH_MIN = 8, GRID_WIDTH_MAX = 512, GRID_PORTS_MAX = 2,
	CAM_ENTRIES_MIN = 8, CAM_ENTRIES_MAX = 256, CAM_WIDTH_MIN = 8, CAM_WIDTH_MAX = 64,
	FLIP_FLOP_BITS_MAX = 8192, SCALED_FROM = 90,
};

const char *const price_nodes[PRICE_NODES] = { "22", "32", "45", "65", "90", "130", "180" };

const char *const price_source_names[] = { [PRICE_ARRAY] = "array", [PRICE_FLIP_FLOPS] = "flip-flops", [PRICE_CACTI] = "cacti", [PRICE_MACROS] = "macros" };

/* The tables calibrations.def and cam_calibrations.def. */
static const struct calibration calibrations[] = {
#define CALIBRATION(tool_name, nanometres, cell_name, least, scaled, ...) \
	{ .tool = tool_name, .nm = nanometres, .cell = cell_name, .fewest = least, .scaled_drivers = scaled, __VA_ARGS__ },
#include "calibrations.def"
#undef CALIBRATION
};

enum { CALIBRATIONS = sizeof calibrations / sizeof *calibrations };

static const struct cam_calibration cams[] = {
#define CALIBRATION(tool_name, nanometres, ...) { .tool = tool_name, .nm = nanometres, __VA_ARGS__ },
#include "cam_calibrations.def"
#undef CALIBRATION
};

/* NULL: there is none. */
static const struct calibration *calibration_find(const char *tool, unsigned nm, const char *cell)
{
	for (const struct calibration *c = calibrations; c < calibrations + CALIBRATIONS; c++)
		if (c->nm == nm && !strcmp(c->tool, tool) && !strcmp(c->cell, cell))
			return c;
	return NULL;
}

static const struct cam_calibration *cam_calibration_find(const char *tool, unsigned nm)
{
	for (const struct cam_calibration *c = cams; c < cams + sizeof cams / sizeof *cams; c++)
		if (c->nm == nm && !strcmp(c->tool, tool))
			return c;
	return NULL;
}

double price_slack(enum sram_objective objective)
{
	return objective == SRAM_AREA ? 0.6 : 0.2;
}

struct price_setup price_setup_default(void)
{
	return (struct price_setup){ .nm = 45, .tool = "cacti7", .cell = "itrs-hp", .objective = SRAM_AREA,
				     .slack = price_slack(SRAM_AREA) };
}

struct price price_unknown(enum price_source source)
{
	return (struct price){ .source = source, .area_mm2 = NAN, .access_ns = NAN, .cycle_ns = NAN, .read_nj = NAN, .write_nj = NAN,
			       .search_nj = NAN, .leakage_mw = NAN };
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
	const uint64_t bits = (uint64_t)m->words * m->width;
	struct sram_cost cost;

	if (bits > BITS_MAX || m->width > WIDTH_MAX)
		return why_not(why, PRICE_WHY, "memory: %ux%u is outside the model, which ends at 256 KB and %d bits; split it", m->words, m->width,
			       WIDTH_MAX);
	if (bits < BITS_MIN || m->width < WIDTH_MIN || !sram_choose(c, m, setup, &cost)) {
		if (bits <= FLIP_FLOP_BITS_MAX)
			return price_flip_flops(setup, m, p);
		return why_not(why, PRICE_WHY, "memory: %ux%u has too few words for an array (%u) and too many bits for flip-flops (%d)",
			       m->words, m->width, SRAM_ROWS_MIN * c->fewest, FLIP_FLOP_BITS_MAX);
	}
	take(p, &cost, setup->nm);
	note_beyond(m, p);
	return true;
}

static bool price_cam(const struct price_setup *setup, const struct memory *m, struct price *p, char why[PRICE_WHY])
{
	const struct calibration *c = calibration_find("cacti7", setup->nm, "itrs-hp");
	const struct cam_calibration *k = cam_calibration_find(setup->tool, setup->nm);
	struct cam_cost cost;

	if (!c || !k || strcmp(setup->cell, "itrs-hp") != 0 || setup->ecc)
		return why_not(why, PRICE_WHY, "memory: no CAM is calibrated for %s at %u nm with %s%s", setup->tool, setup->nm, setup->cell,
			       setup->ecc ? " and check bits" : "");
	if (m->words < CAM_ENTRIES_MIN || m->words > CAM_ENTRIES_MAX || m->width < CAM_WIDTH_MIN || m->width > CAM_WIDTH_MAX ||
	    m->read + m->write + m->read_write > GRID_PORTS_MAX)
		return why_not(why, PRICE_WHY, "memory: CAM of %ux%u is outside %d..%d entries, %d..%d bits, 1 or 2 ports", m->words, m->width,
			       CAM_ENTRIES_MIN, CAM_ENTRIES_MAX, CAM_WIDTH_MIN, CAM_WIDTH_MAX);
	if (!cam_choose(c, k, m, &cost))
		return why_not(why, PRICE_WHY, "memory: CAM of %ux%u cannot be built", m->words, m->width);
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

	for (const struct calibration *c = calibrations; c < calibrations + CALIBRATIONS && n < PRICE_WHY; c++)
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

	*p = price_unknown(PRICE_ARRAY);
	if (by_scaling(setup))
		return price_scaled(setup, m, p, why);
	if (m->kind == MEMORY_CAM)
		return price_cam(setup, m, p, why);
	if (!c)
		return no_calibration(setup, why);
	return price_ram(c, setup, m, p, why);
}

/* ----- memories as text ----- */

enum { NUMBER_MAX = 1 << 24, PORTS_MAX = 8 };

/* A number at *text, which moves behind it; 0: none there, or not in 1..max. */
static unsigned number(const char **text, unsigned max)
{
	char *end;
	unsigned long v;

	if (!isdigit((unsigned char)**text))
		return 0;
	errno = 0;
	v = strtoul(*text, &end, 10);
	*text = end;
	return errno || v > max ? 0 : (unsigned)v;
}

/* "1r1w". */
static bool memory_ports(struct memory *m, const char *text)
{
	unsigned *const ports[] = { &m->read_write, &m->read, &m->write };
	static const char *const names[] = { "rw", "r", "w" };
	const char *c = text;

	m->read = m->write = m->read_write = 0;
	while (*c) {
		const unsigned n = number(&c, PORTS_MAX);
		unsigned kind = 0;

		/* "1rw" is one port, "1r1w" two */
		while (kind < 3 && strncasecmp(c, names[kind], strlen(names[kind])) != 0)
			kind++;
		if (!n || kind == 3 || *ports[kind])
			return false;
		*ports[kind] = n;
		c += strlen(names[kind]);
	}
	return m->read + m->read_write && m->write + m->read_write && m->read + m->write + m->read_write <= PORTS_MAX;
}

static bool refuse(char why[PRICE_WHY], const char *text, const char *wanted)
{
	return why_not(why, PRICE_WHY, "memory: '%.60s' %s", text, wanted);
}

/* The word after a comma: ports, or "cam". */
static bool option(struct memory *m, const char *text, size_t n, char why[PRICE_WHY])
{
	char word[64];

	snprintf(word, sizeof word, "%.*s", (int)n, text);
	if (!strcasecmp(word, "cam")) {
		m->kind = MEMORY_CAM;
		return true;
	}
	return memory_ports(m, word) ||
	       refuse(why, word, "is neither 'cam' nor ports such as 1rw, 1r1w or 2r1w (1..8 ports that read and write)");
}

bool memory_parse(struct memory *m, const char *text, char why[PRICE_WHY])
{
	const char *c = text;

	*m = (struct memory){ .kind = MEMORY_RAM, .read_write = 1 };
	m->words = number(&c, NUMBER_MAX);
	if (m->words && (*c == 'x' || *c == 'X')) {
		c++;
		m->width = number(&c, NUMBER_MAX);
	}
	if (!m->width)
		return refuse(why, text, "does not begin with WORDSxBITS, each in 1..16777216");
	for (size_t n; *c; c += n) {
		if (*c++ != ',')
			return refuse(why, text, "is not of the form WORDSxBITS,PORTS");
		n = strcspn(c, ",");
		if (!option(m, c, n, why))
			return false;
	}
	return true;
}

void memory_text(const struct memory *m, char *text, size_t size)
{
	const struct { unsigned n; const char *name; } ports[] = { { m->read_write, "rw" }, { m->read, "r" }, { m->write, "w" } };
	int n = snprintf(text, size, "%ux%u,", m->words, m->width);

	for (unsigned i = 0; i < sizeof ports / sizeof *ports; i++)
		if (ports[i].n && n >= 0 && (size_t)n < size)
			n += snprintf(text + n, size - (size_t)n, "%u%s", ports[i].n, ports[i].name);
	if (m->kind == MEMORY_CAM && n >= 0 && (size_t)n < size)
		snprintf(text + n, size - (size_t)n, ",cam");
}
