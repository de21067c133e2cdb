/*
 * Traces of public formats as jobs (docs/study/workloads.md): on an idle network they take what their closed form says; a collective operation is that of the
 * built-in job, to the cycle; and files with errors are refused with the place of the error.
 */
#include "jobs_case.h"
#include "test.h"

#include <sys/stat.h>

/* What one switch adds to each message: every node is one switch from every other. */
enum { ONE = 1 + 4 + 2 };

#define ONE_SWITCH "recn-iq --topology single --k 8"

/* Messages of protocol buffers, put together byte by byte. */
struct encoded {
	uint8_t bytes[1024];
	size_t n;
};

static void put_varint(struct encoded *m, uint64_t v)
{
	for (; v > 0x7f; v >>= 7)
		m->bytes[m->n++] = (uint8_t)(v | 0x80);
	m->bytes[m->n++] = (uint8_t)v;
}

static void put_number(struct encoded *m, unsigned field, uint64_t v)
{
	put_varint(m, field << 3);
	put_varint(m, v);
}

static void put_bytes(struct encoded *m, unsigned field, const void *bytes, size_t n)
{
	put_varint(m, field << 3 | 2);
	put_varint(m, n);
	memcpy(m->bytes + m->n, bytes, n);
	m->n += n;
}

static void put_attribute(struct encoded *m, const char *name, unsigned field, uint64_t v, const char *text)
{
	struct encoded a = { .n = 0 };

	put_bytes(&a, 1, name, strlen(name));
	if (text)
		put_bytes(&a, field, text, v ? v : strlen(text));
	else
		put_number(&a, field, v);
	put_bytes(m, 10, a.bytes, a.n);
}

enum { COMP = 4, SEND = 5, RECV = 6, COLL = 7 };

/* A node: computation by its microseconds, a message by peer, bytes and tag, or a collective operation by its type, bytes and group. 0 ends what it waits for. */
struct node {
	unsigned type;
	uint64_t id, micros, peer, bytes, tag;
	const char *group;
	uint64_t after[4];
	struct { const char *name; unsigned field; uint64_t v; const char *text; } extra;       /* one attribute more */
};

static struct encoded node_of(const struct node *n)
{
	struct encoded m = { .n = 0 };

	put_number(&m, 1, n->id);
	put_bytes(&m, 2, "a name", 6);
	put_number(&m, 3, n->type);
	for (unsigned k = 0; k < 4 && n->after[k]; k++)
		k % 2 ? put_number(&m, 4, n->after[k]) : put_bytes(&m, 5, (const uint8_t[]){ (uint8_t)n->after[k] }, 1);
	put_number(&m, 7, n->micros);
	put_attribute(&m, "is_cpu_op", 27, 0, NULL);
	if (n->type == SEND)
		put_attribute(&m, "comm_dst", 7, n->peer, NULL);
	if (n->type == RECV)
		put_attribute(&m, "comm_src", 11, n->peer, NULL);
	if (n->type == COLL)
		put_attribute(&m, "comm_type", 9, n->peer, NULL);
	if (n->type > COMP)
		put_attribute(&m, "comm_size", 9, n->bytes, NULL);
	if (n->type == SEND || n->type == RECV)
		put_attribute(&m, "comm_tag", 15, 2 * n->tag, NULL);
	if (n->group)
		put_attribute(&m, "pg_name", 29, 0, n->group);
	if (n->extra.name)
		put_attribute(&m, n->extra.name, n->extra.field, n->extra.v, n->extra.text);
	return m;
}

static char dir[32];
static bool headless;                   /* traces of before version 0.0.4 */

static void trace_path(uint32_t rank, char of[64])
{
	snprintf(of, 64, "%s/t.%u.et", dir, rank);
}

/* The file of a rank: up to a node without an id. */
static void write_rank(uint32_t rank, const struct node *nodes)
{
	char to[64];
	FILE *f;

	trace_path(rank, to);
	f = fopen(to, "wb");
	assert_non_null(f);
	if (!headless)
		fwrite("\x07\x0a\x05" "0.0.4", 1, 8, f);
	for (; nodes->id; nodes++) {
		struct encoded length = { .n = 0 };
		const struct encoded m = node_of(nodes);

		put_varint(&length, m.n);
		fwrite(length.bytes, 1, length.n, f);
		fwrite(m.bytes, 1, m.n, f);
	}
	fclose(f);
}

static void begin_trace(void)
{
	snprintf(dir, sizeof dir, "/tmp/sluice-trace-XXXXXX");
	assert_non_null(mkdtemp(dir));
}

static void end_trace(uint32_t ranks)
{
	char of[64];

	for (uint32_t rank = 0; rank < ranks; rank++) {
		trace_path(rank, of);
		unlink(of);
	}
	assert_int_equal(rmdir(dir), 0);
}

/* Cycles of a trace of these ranks, within 1 %. */
static void takes(const struct node (*nodes)[8], uint32_t ranks, const char *before, uint64_t cycles)
{
	char text[256];
	uint64_t took;

	begin_trace();
	for (uint32_t rank = 0; rank < ranks; rank++)
		write_rank(rank, nodes[rank]);
	snprintf(text, sizeof text, "job = one\nclock = 100\n%schakra = %s/t.*.et\n", before, dir);
	took = cycles_of(text, ONE_SWITCH);
	assert_true(100 * took >= 99 * cycles && 100 * took <= 101 * cycles);
	end_trace(ranks);
}

TEST(chakra_closed_forms)
{
	/* there and back, with computation; nodes in any order of ids */
	static const struct node ping[2][8] = {
		{ { SEND, 3, .peer = 1, .bytes = 800, .tag = 5, .after = { 2 } }, { COMP, 2, .micros = 1 }, { RECV, 4, .peer = 1, .bytes = 8, .after = { 3 } }, { 0 } },
		{ { RECV, 7, .peer = 0, .bytes = 800, .tag = 5 }, { COMP, 9, .micros = 2, .after = { 7 } }, { SEND, 8, .peer = 0, .bytes = 8, .after = { 9, 7 } }, { 0 } },
	};
	/* two groups at once, then all ranks */
	static const struct node groups[4][8] = {
		{ { COLL, 1, .peer = 5, .bytes = 800, .group = "a" }, { COLL, 2, .peer = 9, .group = "0", .after = { 1 } }, { 0 } },
		{ { COLL, 1, .peer = 5, .bytes = 800, .group = "a" }, { COLL, 2, .peer = 9, .group = "", .after = { 1 } }, { 0 } },
		{ { COLL, 1, .peer = 5, .bytes = 1600, .group = "b" }, { COLL, 2, .peer = 9, .after = { 1 } }, { 0 } },
		{ { COLL, 1, .peer = 5, .bytes = 1600, .group = "b" }, { COLL, 2, .peer = 9, .after = { 1 } }, { 0 } },
	};

	/* the same by numbers, with dimensions that tell nothing */
#define NUMBERED(size, as, number, value) \
	{ { COLL, 1, .peer = 5, .bytes = (size), .extra = { as, number, value, NULL } }, \
	  { COLL, 2, .peer = 9, .after = { 1 }, .extra = { "involved_dim", 28, 4, "\x0a\x02\x01\x01" } }, { 0 } }
	static const struct node numbered[4][8] = {
		NUMBERED(800, "pg_name", 7, 3), NUMBERED(800, "comm_group", 15, 6), NUMBERED(1600, "comm_group", 13, 12), NUMBERED(1600, "pg_name", 9, 12),
	};

	takes(ping, 2, "", 100 + 99 + ONE + 200 + ONE);
	headless = true;
	takes(ping, 2, "", 100 + 99 + ONE + 200 + ONE);
	headless = false;
	takes(numbered, 4, "ranks = 4\ngroup = 3 0,1\ngroup = 12 2-3\n", 200 - 1 + ONE + 2 * ONE);
	takes(groups, 4, "ranks = 4\ngroup = a 0,1\ngroup = b 2-3\n", 200 - 1 + ONE + 2 * ONE);
}

/* A collective operation of a trace is that of the built-in job: the same messages at the same times. */
TEST(chakra_collectives)
{
	static const struct { unsigned type; uint64_t bytes; const char *call, *way; } same[] = {
		{ 0, 65536, "all-reduce = 65536", ""}, { 1, 8000, "reduce = 8000", ""}, { 2, 4096, "all-gather = 4096", ""}, { 3, 4096, "gather = 4096", ""},
		{ 4, 4096, "scatter = 4096", ""}, { 5, 9999, "broadcast = 9999", ""}, { 6, 65536, "all-to-all = 4096", ""}, { 7, 65536, "reduce-scatter = 65536", ""},
		{ 8, 65536, "reduce-scatter = 65536", ""}, { 9, 0, "barrier", ""},
	};

	for (unsigned k = 0; k < sizeof same / sizeof *same; k++) {
		const struct node nodes[] = { { COMP, 1, .micros = 3 }, { COLL, 2, .peer = same[k].type, .bytes = same[k].bytes, .after = { 1 } }, { 0 } };
		struct messages_report trace, built_in;
		struct job_span of_trace, of_built_in;
		char text[256];

		begin_trace();
		for (uint32_t rank = 0; rank < NODES; rank++)
			write_rank(rank, nodes);
		snprintf(text, sizeof text, "job = one\n%schakra = %s/t.*.et\n", same[k].way, dir);
		results_of(text, &trace, &of_trace);
		snprintf(text, sizeof text, "job = one\ncompute = 3000\n%s%s\n", same[k].call, strchr(same[k].call, '=') ? "" : " =");
		results_of(text, &built_in, &of_built_in);
		end_trace(NODES);
		assert_memory_equal(&trace, &built_in, sizeof trace);
		if (of_trace.end != of_built_in.end)
			fail_msg("%s: %ju cycles, not %ju", same[k].call, (uintmax_t)of_trace.end, (uintmax_t)of_built_in.end);
	}
}

/* Two ranks, the second one of which has a node that is as it should be. */
static void refused(const char *before, const struct node *first, const struct node *second, const char *reason)
{
	char text[256], says[256], why[LINES_WHY] = "";
	struct job_set *set;

	begin_trace();
	write_rank(0, first);
	write_rank(1, second);
	snprintf(text, sizeof text, "job = a\n%schakra = %s/t.*.et\n", before, dir);
	write_text(text);
	set = job_set_open(path, NODES, 1, why);
	snprintf(says, sizeof says, "%s/%s", dir, reason);
	if (set || strcmp(why, says))
		fail_msg("'%s', not '%s'", why, says);
	unlink(path);
	end_trace(2);
}

TEST(chakra_errors)
{
	static const struct node fine[] = { { COMP, 1, .micros = 3 }, { 0 } };
	static const struct { struct node nodes[4]; const char *reason; } wrong[] = {
		{ { { 0 } }, "t.0.et:8: there is no node in it" },
		{ { { 12, 1, .micros = 0 } }, "t.0.et:8: id 1: type 12 is not known" },
		{ { { COMP, 1, .micros = 0 }, { COMP, 1, .micros = 0 } }, "t.0.et:39: id 1: another node has it too" },
		{ { { COMP, 1, .after = { 2 } } }, "t.0.et:8: id 1: it depends on id 2, which no node has" },
		{ { { COMP, 1, .after = { 2 } }, { COMP, 2, .after = { 1 } } }, "t.0.et:42: id 2: it depends on id 1, which waits for it" },
		{ { { SEND, 1, .peer = 2, .bytes = 8 } }, "t.0.et:8: id 1: comm_dst is missing, or not in 0..1" },
		{ { { SEND, 1, .peer = 0, .bytes = 8 } }, "t.0.et:8: id 1: rank 0 sends to itself, which takes no network" },
		{ { { SEND, 1, .peer = 1 } }, "t.0.et:8: id 1: comm_size is not in 1..1099511627776" },
		{ { { SEND, 1, .peer = 1, .bytes = 8 } }, "t.0.et:8: rank 0, id 1, send to rank 1, has no receive of this tag" },
		{ { { RECV, 1, .peer = 1, .bytes = 8 } }, "t.0.et:8: rank 0, id 1, receive from rank 1, has no send of this tag" },
		{ { { COLL, 1, .peer = 10, .bytes = 8 } }, "t.0.et:8: id 1: comm_type is missing, or not in 0..9" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .group = "x" } }, "t.0.et:8: id 1: its group 'x' is not known; group = x RANKS" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .group = "b" } }, "t.0.et:8: id 1: rank 0 is not in its group 'b'" },
		{ { { COLL, 1, .peer = 0, .bytes = 8 } }, "t.0.et:8: rank 0, id 1, receive from rank 1, has no send of this tag" },
		{ { { 0, 1, .micros = 9 } }, "t.0.et:8: id 1: type 0 is not known" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .extra = { "involved_dim", 28, 4, "\x0a\x02\x01\x00" } } },
		  "t.0.et:8: id 1: involved_dim is not true for all dimensions; its ranks are told by pg_name" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .extra = { "involved_dim", 28, 4, "\x08\x01\x08\x00" } } },
		  "t.0.et:8: id 1: involved_dim is not true for all dimensions; its ranks are told by pg_name" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .extra = { "pg_name", 7, 2, NULL } } }, "t.0.et:8: id 1: its group '2' is not known; group = 2 RANKS" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .extra = { "comm_group", 28, 2, "\x08\x01" } } }, "t.0.et:8: id 1: its group is neither text nor a number" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .group = "b", .extra = { "comm_group", 29, 0, "0" } } },
		  "t.0.et:8: id 1: its group is told twice, and differs" },
		{ { { COLL, 1, .peer = 0, .bytes = 8, .extra = { "comm_size", 9, 9, NULL } } }, "t.0.et:8: id 1: comm_size is told twice, and differs" },
		{ { { RECV, 1, .peer = 1, .extra = { "comm_tag", 29, 0, "1" } } }, "t.0.et:8: id 1: comm_tag is not a whole number" },
		{ { { COMP, 1, .micros = UINT64_C(1) << 40 } }, "t.0.et:8: id 1: it takes longer than 1099511627776 cycles" },
	};
	static const struct node wait[2][4] = {
		{ { RECV, 1, .peer = 1, .bytes = 8 }, { SEND, 2, .peer = 1, .bytes = 8, .after = { 1 } }, { 0 } },
		{ { RECV, 1, .peer = 0, .bytes = 8 }, { SEND, 2, .peer = 0, .bytes = 8, .after = { 1 } }, { 0 } },
	};

	for (unsigned k = 0; k < sizeof wrong / sizeof *wrong; k++)
		refused("ranks = 2\ngroup = b 1\n", wrong[k].nodes, fine, wrong[k].reason);
	refused("", wait[0], wait[1], "t.0.et:8: rank 0, id 1, receive from rank 1, never begins: operations wait for each other");
}

/* The ranks are those up to the last file, so that a file which is missing is told. */
TEST(chakra_hole)
{
	static const struct node fine[] = { { COMP, 1, .micros = 3 }, { 0 } };
	char text[64], says[128], why[LINES_WHY] = "";

	begin_trace();
	write_rank(0, fine);
	write_rank(2, fine);
	snprintf(text, sizeof text, "job = a\nchakra = %s/t.*.et\n", dir);
	write_text(text);
	assert_null(job_set_open(path, NODES, 1, why));
	snprintf(says, sizeof says, "%s:2: cannot read '%s/t.1.et': No such file or directory", path, dir);
	assert_string_equal(why, says);
	unlink(path);
	end_trace(3);
}

/* A VEF trace beside the jobs that name it: cycles, or what is wrong with it. */
static void vef(const char *text, uint64_t cycles, const char *reason)
{
	char beside[32], jobs[128], says[256], why[LINES_WHY] = "";
	struct job_set *set;

	write_text(text);
	snprintf(beside, sizeof beside, "%s", path);
	snprintf(jobs, sizeof jobs, "job = one\nclock = 100\nvef = %s\n", beside);
	if (reason) {
		write_text(jobs);
		set = job_set_open(path, NODES, 1, why);
		unlink(path);
		snprintf(says, sizeof says, "%s:%s", beside, reason);
		assert_null(set);
		assert_string_equal(why, says);
	} else {
		assert_int_equal(cycles_of(jobs, ONE_SWITCH), cycles);
	}
	unlink(beside);
}

#define VEF "VEF3 4 2 1 0 0 TRUE\nC0 0 1 2 3\n"

TEST(vef_traces)
{
	/* behind the receive of another one, behind its send, and behind none */
	vef(VEF "0 0 1 800 0 1000 0\n1 1 2 80 2 500 0\n", 100 + 99 + ONE + 50 + 9 + ONE, NULL);
	vef(VEF "0 0 1 800 0 1000 0\n1 0 2 80 1 5000 0\n", 100 + 100 + 500 + 9 + ONE, NULL);
	vef(VEF "0 0 1 800 0 1000 0\n1 3 2 80 0 20000 0\n", 2000 + 9 + ONE, NULL);
	vef("VEF2 4\n", 0, "1: not of the form 'VEF3 RANKS MESSAGES COMMUNICATORS COLLECTIVES LOCAL TRUE'");
	vef("VEF3 4 2 1 1 0 TRUE\n", 0, "1: collective operations of a VEF trace are not known here");
	vef(VEF "0 0 1 800 0 1000 0\n", 0, "4: the file has 1 messages, and says that there are 2");
	vef(VEF "0 0 4 800 0 1000 0\n", 0, "3: destination: '4' is not a number in 0..3");
	vef(VEF "0 0 0 800 0 1000 0\n", 0, "3: id 0: rank 0 sends to itself, which takes no network");
	vef(VEF "0 0 1 800 1 1000 0\n", 0, "3: it depends on '0', which is no message above");
	vef(VEF "0 0 1 800 0 1000 0\n1 2 3 8 1 0 0\n", 0, "4: it depends on message 0, which its source neither sends nor receives");
	vef(VEF "G0 0 6 0 0 0 0 0 0\n", 0, "3: collective operations of a VEF trace are not known here");
	vef(VEF "0 0 1 8 0 x 0\n", 0, "3: time: 'x' is not a number of nanoseconds of up to 1099511627776 cycles");
	vef("VEF3 4 2 1 0 0 TRUE\n0 0 1 800 0 1000 0\n", 0, "2: a communicator is missing; there are 1 more");
}
