/* Traces: what is written is read; messages become packets at their times; what is wrong is named with its line. */
#include "net/workload/trace.h"
#include "net/workload/trace_make.h"
#include "net/workload/workload.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NODES = 8 };

static char path[64];

static FILE *create(void)
{
	int fd;

	strcpy(path, "/tmp/sluice-test-trace-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	return fdopen(fd, "w");
}

static void write_text(const char *text, size_t size)
{
	FILE *f = create();

	assert_int_equal(fwrite(text, 1, size, f), size);
	fclose(f);
}

static struct workload_config config(double cycle)
{
	return (struct workload_config){ .trace = path, .nodes = NODES, .flit_bits = 64, .trace_cycle = cycle, .end = UINT64_MAX };
}

TEST(messages_are_sorted_by_source)
{
	static const char text[] = "time,source,destination,bytes\n# a comment\n0,3,1,64\n7,2,5,1\r\n\n8.5,3,2,65\n8.5,0,7,4294967295\n1e3,3,0,8\n";
	const struct workload_config c = config(4);
	char why[TRACE_WHY] = "";
	struct trace *t;

	write_text(text, sizeof text - 1);
	t = trace_open(&c, why);
	unlink(path);
	assert_string_equal(why, "");
	assert_non_null(t);
	assert_int_equal(t->n, 5);
	assert_true(t->first[0] == 0 && t->first[1] == 1 && t->first[2] == 1 && t->first[3] == 2 && t->first[4] == 5 && t->first[NODES] == 5);
	assert_true(t->message[0].cycle == 2 && t->message[0].destination == 7 && t->message[0].flits == 1u << 29);
	assert_true(t->message[1].cycle == 1 && t->message[1].flits == 1);
	assert_true(t->message[2].cycle == 0 && t->message[2].flits == 8);
	assert_true(t->message[3].cycle == 2 && t->message[3].flits == 9);
	assert_true(t->message[4].cycle == 250 && t->message[4].destination == 0);
	trace_close(t);
}

/* Times since 1970, which a double has to 256 ns: differences are exact. */
TEST(times_begin_with_the_first)
{
	static const char text[] = "1700000000.1,1,2,8\n1700000000.100000002,1,2,8\n1700000001,1,2,8\n17000000012e-1,1,2,8\n", back[] = "1700000000.100000002,1,2,8\n1700000000.1,1,2,8\n";
	struct workload_config c = config(1e-9);
	char why[TRACE_WHY] = "";
	struct trace *t;

	c.trace_from_first = true;
	write_text(text, sizeof text - 1);
	t = trace_open(&c, why);
	unlink(path);
	assert_string_equal(why, "");
	assert_true(t->n == 4 && t->message[0].cycle == 0 && t->message[1].cycle >= 1 && t->message[1].cycle <= 2);
	assert_in_range(t->message[2].cycle, 899999999, 900000000);
	assert_in_range(t->message[3].cycle, 1099999900, 1100000100);   /* with an exponent it is a double */
	trace_close(t);
	write_text(back, sizeof back - 1);
	assert_null(trace_open(&c, why));
	unlink(path);
	assert_non_null(strstr(why, ":2: time: 1700000000.1 is before that of the message above"));
}

/* Such a cycle is after the end, whatever that is; there is no number for it. */
TEST(times_beyond_any_cycle)
{
	static const char text[] = "5,0,1,8\n9e18,0,1,8\n";
	static const struct { double cycle; uint64_t end, n; } cases[] = {
		{ 1e-6, UINT64_MAX, 1 }, { 1e-300, 100, 0 }, { 0.4, UINT64_MAX, 1 }, { 1, UINT64_MAX, 2 }, { 1, 100, 1 },
	};

	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct workload_config c = config(cases[i].cycle);
		char why[TRACE_WHY] = "";
		struct trace *t;

		c.end = cases[i].end;
		write_text(text, sizeof text - 1);
		t = trace_open(&c, why);
		unlink(path);
		assert_string_equal(why, "");
		assert_int_equal(t->n, cases[i].n);
		trace_close(t);
	}
}

TEST(messages_are_cut_into_packets)
{
	static const char text[] = "80,1,4,64\n160,1,2,150\n800,1,3,8\n900,1,3,8\n";
	static const struct { uint64_t cycle; uint32_t destination; uint16_t flits; } wanted[] = { { 20, 4, 8 }, { 40, 2, 8 }, { 40, 2, 8 }, { 40, 2, 3 }, { 200, 3, 1 } };
	struct workload_config c = workload_default(NODES, 8, 0);
	char why[WORKLOAD_WHY] = "";
	struct workload *w;
	struct demand d;

	write_text(text, sizeof text - 1);
	c.pattern = PATTERN_TRACE;
	c.trace = path;
	c.trace_cycle = 4;
	c.end = 225;                                            /* the last message is in this cycle */
	w = workload_new(&c, why);
	unlink(path);
	assert_string_equal(why, "");
	for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		assert_true(workload_next(w, 1, &d));
		assert_true(d.cycle == wanted[i].cycle && d.destination == wanted[i].destination && d.flits == wanted[i].flits);
	}
	assert_false(workload_next(w, 1, &d));
	assert_false(workload_next(w, 0, &d));
	assert_int_equal(workload_packets(w, 41), 4);
	assert_int_equal(workload_packets(w, 40), 1);
	assert_int_equal(workload_packets(w, UINT64_MAX), 5);
	workload_free(w);
}

static void refused(const char *text, size_t size, const char *line, const char *reason)
{
	const struct workload_config c = config(1);
	char why[TRACE_WHY] = "", prefix[96];

	write_text(text, size);
	assert_null(trace_open(&c, why));
	unlink(path);
	snprintf(prefix, sizeof prefix, "%s:%s: ", path, line);
	if (strncmp(why, prefix, strlen(prefix)) || !strstr(why, reason))
		fail_msg("'%s' is not '%s...%s'", why, prefix, reason);
}

TEST(what_is_wrong_is_named_with_its_line)
{
	static const struct { const char *text, *line, *reason; } wrong[] = {
		{ "", "1", "no message" },
		{ "time,source,destination,bytes\n", "2", "no message" },
		{ "5,0,1,8\n4.9,0,1,8\n", "2", "before that of the message above" },
		{ "5,0,1,8\n6,8,1,8\n", "2", "source: '8' is not a node in 0..7" },
		{ "#\n\n5,0,99999999999,8\n", "3", "destination: '99999999999' is not a node" },
		{ "5,0,-1,8\n", "1", "destination: '-1'" },
		{ "5,3,3,8\n", "1", "node 3 sends to itself" },
		{ "5,0,1,0\n", "1", "bytes: '0'" },
		{ "5,0,1,4294967296\n", "1", "bytes" },
		{ "5,0,1\n", "1", "not of the form" },
		{ "5,0,1,8,9\n", "1", "not of the form" },
		{ "5;0;1;8\n", "1", "not of the form" },
		{ "nan,0,1,8\n", "1", "time: 'nan'" },
		{ "-1,0,1,8\n", "1", "time: '-1'" },
		{ "1e999,0,1,8\n", "1", "time: '1e999' is not a number from 0 to below 2**63" },
		{ "9223372036854775808,0,1,8\n", "1", "time: '9223372036854775808'" },
		{ "1e,0,1,8\n", "1", "time: '1e'" },
		{ ",0,1,8\n", "1", "time: ''" },
		{ "5,0,1,8\n6,0,1,1", "2", "breaks off" },
		{ "5,0,1,8\ntime,source,destination,bytes\n", "2", "time: 'time'" },
		{ "# generated by sluice trace\n5,0,1,8\n", "3", "'# end', is missing" },
		{ "# generated by sluice trace\n5,0,1,8\n# end\n6,0,1,8\n", "4", "text after" },
	};

	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
		refused(wrong[i].text, strlen(wrong[i].text), wrong[i].line, wrong[i].reason);
	refused("5,0,1,8\n6,0\0,1,8\n", 17, "2", "a NUL byte");
}

TEST(long_lines_are_refused)
{
	char text[1000];

	memset(text, '1', sizeof text);
	text[sizeof text - 1] = '\n';
	refused(text, sizeof text, "1", "longer than");
}

static struct trace_make_config disks(void)
{
	return (struct trace_make_config){ .nodes = NODES, .servers = 2, .seed = 5, .duration = 2000000000, .think = 1000000, .run = 4,
					   .reads = 0.75, .cached = 0.9, .block = 4096 };
}

/* Clients ask servers and servers answer clients, as often; times rise; reads and writes in the share asked for. */
TEST(drawn_traces_can_be_read)
{
	const struct trace_make_config make = disks();
	struct workload_config c = config(1);
	struct trace_made made;
	char why[TRACE_WHY] = "";
	uint64_t asked = 0, reads = 0, answered = 0;
	struct trace *t;
	FILE *f = create();

	assert_true(trace_make(&make, f, &made));
	fclose(f);
	t = trace_open(&c, why);
	unlink(path);
	assert_string_equal(why, "");
	assert_int_equal(t->n, made.messages);
	assert_true(made.last < make.duration && made.last > make.duration * 9 / 10);
	for (unsigned i = 0; i < NODES; i++) {
		const bool server = i == 3 || i == 7;

		assert_true(t->first[i + 1] > t->first[i] + 100);
		for (uint64_t k = t->first[i]; k < t->first[i + 1]; k++) {
			const struct trace_message *m = &t->message[k];

			assert_true((m->destination == 3 || m->destination == 7) != server);
			asked += !server;
			answered += server;
			reads += !server && m->flits == 16;
		}
	}
	assert_true(answered <= asked && answered + 6 * TRACE_RUN >= asked && answered > asked * 9 / 10);
	if (reads < asked * 7 / 10 || reads > asked * 8 / 10)
		fail_msg("%ju of %ju are reads", (uintmax_t)reads, (uintmax_t)asked);
	trace_close(t);
}

static char *drawn(uint64_t seed)
{
	struct trace_make_config make = disks();
	struct trace_made made;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	make.seed = seed;
	assert_true(trace_make(&make, f, &made));
	fclose(f);
	return text;
}

TEST(drawn_traces_follow_their_seed)
{
	char *a = drawn(1), *b = drawn(1), *c = drawn(2);

	assert_string_equal(a, b);
	assert_string_not_equal(a, c);
	free(a);
	free(b);
	free(c);
}
