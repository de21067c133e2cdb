/* The table of units: widths make sense in every shape, and the image lays its registers out without gap or overlap. */
#include "image.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static struct shape shape_sorting(unsigned sorting, unsigned radix, unsigned saqs, unsigned slots, unsigned packet_flits, unsigned arbiter)
{
	struct params p = params_default();

	p.sorting = sorting;
	p.radix = radix;
	p.saqs = saqs;
	p.slots = slots;
	p.packet_flits = packet_flits;
	p.arbiter = arbiter;
	return shape_of(&p);
}

static struct shape shape(unsigned radix, unsigned saqs, unsigned slots, unsigned packet_flits, unsigned arbiter)
{
	return shape_sorting(SORTING_head, radix, saqs, slots, packet_flits, arbiter);
}

static struct shape shape_with_tables(enum schemes scheme, unsigned sorting, unsigned radix, unsigned slots, unsigned arbiter)
{
	struct params p = params_default();

	p.scheme = scheme;
	p.sorting = sorting;
	p.radix = radix;
	p.slots = slots;
	p.arbiter = arbiter;
	return shape_of(&p);
}

/* A switch of FBICM. */
static struct shape by_destination(unsigned lists, unsigned sorting)
{
	struct params p = params_default();

	p.scheme = SCHEME_fbicm;
	p.lists = lists;
	p.sorting = sorting;
	return shape_of(&p);
}

static void each_shape_with_tables(void (*check)(const struct shape *s))
{
	static const unsigned radices[] = { 2, 3, 5, 8, 16, 33, 64 }, slots[] = { 64, 65, 127, 1024, 16384 };

	for (enum schemes scheme = 0; scheme < SCHEMES; scheme++)
		for (unsigned r = 0; r < sizeof radices / sizeof *radices; r++)
			for (unsigned n = 0; n < sizeof slots / sizeof *slots; n++)
				for (unsigned i = 0; i < ARBITERS * SORTINGS; i++) {
					const struct shape s = shape_with_tables(scheme, i / ARBITERS, radices[r], slots[n], i % ARBITERS);

					if (s.nodes && (s.memory == MEMORY_STATIC_PARTITION || s.slots <= 1024))
						check(&s);
				}
}

static void each_shape(void (*check)(const struct shape *s))
{
	static const unsigned radices[] = { 2, 3, 5, 8, 16, 33, 64 }, saqs[] = { 0, 1, 4, 7, 32 }, slots[] = { 4, 5, 64, 1024 };

	for (unsigned r = 0; r < sizeof radices / sizeof *radices; r++)
		for (unsigned q = 0; q < sizeof saqs / sizeof *saqs; q++)
			for (unsigned n = 0; n < sizeof slots / sizeof *slots; n++)
				for (unsigned a = 0; a < ARBITERS; a++)
					for (unsigned sorting = 0; sorting < SORTINGS; sorting++) {
						const struct shape s = shape_sorting(sorting, radices[r], saqs[q], slots[n], n % 2 ? 1 : 64, a);

						check(&s);
					}
	each_shape_with_tables(check);
	for (unsigned lists = 0; lists < LISTS; lists++)
		for (unsigned sorting = 0; sorting < SORTINGS; sorting++) {
			const struct shape s = by_destination(lists, sorting);

			check(&s);
		}
}

TEST(widths_follow_from_parameters)
{
	static const unsigned bits[] = { 1, 1, 1, 2, 2, 3, 3, 3, 3, 4 };        /* clog2(0)... */
	const struct shape s = shape(8, 4, 64, 8, ARBITER_round_robin), t = shape(33, 0, 1024, 64, ARBITER_matrix);

	for (unsigned n = 0; n < sizeof bits / sizeof *bits; n++)
		assert_int_equal(clog2(n), bits[n]);
	assert_int_equal(clog2(65536), 16);
	assert_int_equal(clog2(65537), 17);
	assert_int_equal(s.queues, 5);
	assert_int_equal(s.turn_w, 3);
	assert_int_equal(s.turns, 10);
	assert_int_equal(s.pool_w, 30);
	assert_int_equal(s.len_w, 4);
	assert_int_equal(s.slot_w, 6);
	assert_int_equal(s.count_w, 7);
	assert_int_equal(s.flits_w, 4);
	assert_int_equal(s.data_aw, 9);
	assert_int_equal(s.line_w, 2);
	assert_int_equal(s.queue_prio_w, 4);
	assert_int_equal(s.port_prio_w, 7);
	assert_int_equal(s.header_bits, 31 + 4 + 4 + 16);
	assert_int_equal(t.turn_w, 6);
	assert_int_equal(t.turns, 5);
	assert_int_equal(t.data_aw, 16);
	assert_int_equal(t.queue_prio_w, 0);
	assert_int_equal(t.port_prio_w, 33 * 32 / 2);
	assert_int_equal(s.nodes + s.queue_slots + s.queue_w + s.destination_w + s.place_w + s.fill_w, 0);
}

TEST(so_do_those_of_static_queues)
{
	const struct shape q = shape_with_tables(SCHEME_one_queue, 0, 8, 64, 0), o = shape_with_tables(SCHEME_obqa, 0, 8, 63, 0),
			   w = shape_with_tables(SCHEME_voqsw, 0, 5, 64, 0), n = shape_with_tables(SCHEME_voqnet, 0, 8, 64, 0);

	assert_int_equal(q.queues, 1);
	assert_int_equal(q.queue_slots, 64);
	assert_int_equal(q.queue_w, 1);
	assert_int_equal(q.place_w, 6);
	assert_int_equal(q.fill_w, 7);
	assert_int_equal(o.queues, 4);
	assert_int_equal(o.queue_slots, 15);
	assert_int_equal(o.queue_w, 2);
	assert_int_equal(o.fill_w, 4);
	assert_int_equal(o.header_bits, 6 + 2 + 4 + 16);
	assert_int_equal(o.saqs + o.turnpool_bits + o.turns + o.pool_w + o.len_w, 0);
	assert_int_equal(w.queues, 5);
	assert_int_equal(n.queues, 64);
	assert_int_equal(n.queue_slots, 1);
	assert_int_equal(n.place_w, 1);
	assert_int_equal(n.fill_w, 1);
	assert_int_equal(n.destination_w, 6);
}

/* Names, with those of instances in front, are unique among the rows of a unit that are there, registers are called x_q, memories x_mem, reset values
 * fit. Only the crossbar has no rows. */
static void check_rows(const struct shape *s)
{
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];

	units_describe(s, units, sites);
	for (const struct site_desc *at = sites; at < sites + SITES; at++)
		assert_int_equal(at->instances, !units[at->unit].present ? 0 : at->per == AT_SWITCH ? 1 : s->radix);
	for (const struct unit_desc *u = units; u < units + UNITS; u++) {
		assert_true((u->n > 0) == (u != &units[UNIT_xbar]) && u->n <= UNIT_SIGNALS);
		for (unsigned i = 0; i < u->n && u->present; i++) {
			const struct signal *r = &u->signals[i];
			const char *end = r->name + strlen(r->name);
			char name[64], other[64];

			units_signal_name(r, name, sizeof name);
			assert_true(*r->help);
			for (unsigned j = 0; j < i; j++) {
				units_signal_name(&u->signals[j], other, sizeof other);
				assert_true(strcmp(name, other) || !r->width || !u->signals[j].width);
			}
			if (r->kind == SIGNAL_REG) {
				assert_string_equal(end - 2, "_q");
				assert_true(r->reset == RESET_ONES || r->width >= 32 || r->reset >> r->width == 0);
			} else {
				assert_int_equal(r->kind, SIGNAL_MEM);
				assert_string_equal(end - 4, "_mem");
				assert_true(!r->words || r->width);
			}
		}
	}
}

TEST(rows_are_sane)
{
	each_shape(check_rows);
}

/* Registers follow each other in the order of offsets, and each is where image_at() says. */
static void check_image(const struct shape *s)
{
	struct image *m = image_new(s);
	unsigned end = 0;

	assert_non_null(m);
	for (unsigned i = 0; i < m->n; i++) {
		const struct image_reg *g = &m->regs[i];
		const struct signal *r = image_row(m, g);

		assert_int_equal(g->offset, end);
		assert_int_equal(g->words, (r->width + 31) / 32);
		assert_ptr_equal(image_at(m, g->site, g->instance, g->row), m->word + g->offset);
		assert_int_equal(image_reg(m, g->site, g->instance, g->row), i);
		assert_int_equal(m->known[i], r->kind == SIGNAL_REG);
		for (unsigned bit = 0; bit < g->width; bit++) {
			const bool one = r->kind == SIGNAL_REG && (r->reset == RESET_ONES || (bit < 64 && r->reset >> bit & 1));

			assert_int_equal(bits_get(m->word + g->offset, bit, 1), one);
		}
		if (g->width % 32)
			assert_int_equal(m->word[g->offset + g->words - 1] >> g->width % 32, 0);
		end += g->words;
	}
	assert_int_equal(end, m->words);
	image_free(m);
}

TEST(image_is_laid_out)
{
	each_shape(check_image);
}

/* Every register of every present unit is in the image, as often as the unit. */
TEST(image_is_complete)
{
	const struct shape s = shape(8, 4, 64, 8, ARBITER_round_robin);
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];
	struct image *m = image_new(&s);
	unsigned expected = 0;

	assert_non_null(m);
	units_describe(&s, units, sites);
	for (const struct site_desc *at = sites; at < sites + SITES; at++)
		for (unsigned i = 0; i < units[at->unit].n; i++) {
			const struct signal *const g = &units[at->unit].signals[i];

			expected += g->width ? at->instances : 0;
		}
	assert_int_equal(m->n, expected);
	image_free(m);
}

TEST(bits_go_where_they_belong)
{
	for (unsigned width = 0; width <= 64; width++)
		for (unsigned lsb = 0; lsb < 64; lsb++) {
			const uint64_t all = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, value = UINT64_C(0x9e3779b97f4a7c15) & all;
			uint32_t words[4];

			memset(words, 0xff, sizeof words);
			bits_put(words, lsb, width, value);
			assert_true(bits_get(words, lsb, width) == value);
			for (unsigned bit = 0; bit < 128; bit++)
				if (bit < lsb || bit >= lsb + width)
					assert_int_equal(words[bit / 32] >> bit % 32 & 1, 1);
		}
}

TEST(instances_have_paths)
{
	const struct shape s = shape(8, 4, 64, 8, ARBITER_round_robin);
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];
	char path[64];

	units_describe(&s, units, sites);
	site_path(&sites[SITE_mu], 3, path, sizeof path);
	assert_string_equal(path, "g_in[3].iport.mu");
	site_path(&sites[SITE_cam_out], 7, path, sizeof path);
	assert_string_equal(path, "g_out[7].cam_out");
	site_path(&sites[SITE_xbar], 0, path, sizeof path);
	assert_string_equal(path, "xbar");
}
