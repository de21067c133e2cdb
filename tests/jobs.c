/*
 * Jobs of messages that depend on each other (docs/study/workloads.md): on an idle tree a collective operation takes what its closed form says; ranks begin nothing
 * too early; what the operations of a file depend on is kept; and files with errors are refused with their line.
 */
#include "jobs_case.h"
#include "net/jobs/jobs.h"
#include "net/workload/workload_state.h"
#include "state.h"
#include "test.h"

#include <math.h>

static const char *const schemes[] = { "recn-iq", "voqnet --slots 1024" };

/* What a call takes: latencies, and flits that a link carries one after the other. */
static const struct {
	const char *call;
	unsigned latencies;
	double flits;
} forms[] = {
	{ "broadcast = 262144", 4, 4 * 32768 },
	{ "broadcast = 262144 root=6", 4, 4 * 32768 },
	{ "reduce = 262144 root=6", 4, 4 * 32768 },
	{ "gather = 65536", 1, 15 * 8192 },
	{ "scatter = 65536 root=15", 1, 15 * 8192 },
	{ "all-gather = 32768 ring", 15, 15 * 4096 },
	{ "all-gather = 32768 doubling", 4, 15 * 4096 },
	{ "all-reduce = 524288 ring", 30, 30 * 4096 },
	{ "all-reduce = 131072 tree", 8, 8 * 16384 },
	{ "all-reduce = 131072 doubling", 4, 4 * 16384 },
	{ "all-reduce = 262144 halving", 8, 2 * 15 * 2048 },
	{ "reduce-scatter = 524288", 15, 15 * 4096 },
	{ "all-to-all = 32768 pairwise", 15, 15 * 4096 },
	{ "neighbours = 65536 4x4", 1, 4 * 8192 },
};

/* Cycles of the first job, and those that are told of an idle network, which are within half a percent of it; spans of its operations make up its own. */
static void near(const char *text, const char *options, double expected, double off)
{
	struct simulation s;
	struct simulation_result r;

	run_jobs(&s, &r, text, options);
	const struct job_report *const j = &r.jobs->job[0];
	const double took = job_span_cycles(&j->whole), idle = (double)j->whole.idle;
	uint64_t sum = 0, idle_sum = 0;

	if (fabs(took - expected) > off * expected || fabs(idle - expected) > 0.005 * expected)
		fail_msg("%s, %s: %.0f cycles, in an idle network %.0f, not %.0f", text, options, took, idle, expected);
	for (uint64_t k = 0; j->instance && k < j->rounds * j->calls; k++) {
		sum += j->instance[k].end - j->instance[k].begin;
		idle_sum += j->instance[k].idle;
	}
	assert_true(!j->instance || (sum == j->whole.end - j->whole.begin && idle_sum == j->whole.idle));
	simulation_result_free(&r);
}

/* Twice, so that the second round of some begins at ranks that have no more to do in the first. Messages to four neighbours meet each other. */
TEST(closed_forms)
{
	enum { ROUNDS = 2 };

	for (unsigned k = 0; k < sizeof forms / sizeof *forms; k++)
		for (unsigned s = 0; s < sizeof schemes / sizeof *schemes; s++) {
			char text[128];

			snprintf(text, sizeof text, "job = one\nrepeat = %d\n%s\n", ROUNDS, forms[k].call);
			near(text, schemes[s], ROUNDS * (forms[k].latencies * LATENCY + forms[k].flits), strncmp(forms[k].call, "neigh", 5) ? 0.005 : 0.02);
		}
}

/* A rank that receives is what the others wait for, however far they are ahead. */
TEST(rounds_overlap)
{
	static const struct { const char *text; double cycles; } rows[] = {
		{ "job = one\nrepeat = 10\ngather = 16384\n", 10 * 15 * 2048 },
		{ "job = one\nrepeat = 10\nreduce = 16384 root=3\n", 10 * 4 * 2048 },
		{ "job = one\nrepeat = 3\ngather = 16384\ngather = 8192\n", 3 * 15 * (2048 + 1024) },
		{ "job = one\nrepeat = 5\ngather = 16384\nscatter = 16384\n", 5 * 2 * 15 * 2048 },
		{ "job = one\noverhead = 500\nrepeat = 5\ngather = 1600\n", 5 * 15 * 200 + 500 },
	};

	for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++)
		near(rows[k].text, "recn-iq", rows[k].cycles, 0.005);
}

/* Senders meet at destinations: no closed form, but no less than a link carries. */
TEST(direct_exchange)
{
	for (unsigned s = 0; s < sizeof schemes / sizeof *schemes; s++) {
		const uint64_t took = cycles_of("job = one\nall-to-all = 8192 direct\n", schemes[s]);

		assert_true(took >= 15 * 1024 && took <= 15 * 1024 * 5 / 4);
	}
}

/* A job in one switch, and in an idle network. */
static void exactly(const char *text, uint64_t cycles)
{
	struct simulation s;
	struct simulation_result r;

	run_jobs(&s, &r, text, "recn-iq --topology single --k 8");
	assert_int_equal(r.jobs->job[0].whole.end - r.jobs->job[0].whole.begin, cycles);
	assert_int_equal(r.jobs->job[0].whole.idle, cycles);
	simulation_result_free(&r);
}

/* What one switch adds to each message: every node is one switch from every other. */
TEST(exact_in_one_switch)
{
	enum { ONE = 1 + 4 + 2 };
	static const struct { const char *text; uint64_t cycles; } exact[] = {
		{ "job = one\nbarrier\n", 3 * ONE },
		{ "job = one\nbroadcast = 800\n", 3 * (100 - 1 + ONE) },
		{ "job = one\nstart = 77\noverhead = 1000\nbarrier\n", 3 * (ONE + 1000) },
		{ "job = one\nrepeat = 3\noverhead = 100\nscatter = 800\n", 3 * 700 - 1 + ONE + 100 },       /* the root receives nothing */
		{ "job = one\nrepeat = 3\ncompute = 500\nbarrier\n", 3 * (500 + 3 * ONE) },
		{ "job = one\nranks = 2\nall-reduce = 1600 doubling\n", 200 - 1 + ONE },
	};

	for (unsigned k = 0; k < sizeof exact / sizeof *exact; k++)
		exactly(exact[k].text, exact[k].cycles);
}

/* Of two messages that have come before a rank waits for the first, that one alone ends its step, and the second the next. */
TEST(messages_end_their_own_steps)
{
	enum { LEFT = 50, FIRST = 40, SECOND = 200 };
	char why[LINES_WHY];
	struct jobs_message m;
	struct jobs *j;

	write_text("job = one\nranks = 2\nbroadcast = 8 root=1\nbroadcast = 8\nbroadcast = 8\n");
	j = jobs_new(path, 2, 8 * FLIT, 1, why);
	assert_non_null(j);
	for (unsigned k = 0; k < 2; k++) {
		assert_true(jobs_packet(j, 1, 0, 1, true, &m));
		jobs_arrived(j, 1, 0, k ? SECOND : FIRST);
	}
	assert_true(j->rank[1].end[0] == UINT64_MAX);
	jobs_left(j, 1, 0, LEFT);
	assert_int_equal(j->rank[1].end[0], LEFT);
	assert_int_equal(j->rank[1].end[1], LEFT);
	assert_int_equal(j->rank[1].end[2], SECOND);
	jobs_free(j);
	unlink(path);
}

/* Of a message alone, which one of several packets it is or not, the time in an idle network is exact for all schemes. */
TEST(message_alone)
{
	static const char *const networks[] = {
		"recn-iq", "recn-iq --sorting head", "recn-iq --link-delay 3", "recn-iq --injection fifo", "fbicm", "pfc", "1q", "obqa", "dbbm", "voqsw",
		"voqnet --slots 1024", "recn-qos", "recn-qos --link-delay 4", "recn-qos --speedup 1", "voqsw-qos", "voqnet-qos --cells 64 --turnpool-bits 9", "recn-iq --nics",
		"recn-iq --nics --link-delay 5", "fbicm --nics", "pfc --nics", "voqsw --nics", "recn-qos --nics", "recn-qos --nics --link-delay 3",
	};
	static const unsigned bytes[] = { 1, 64, 100, 4000 };

	for (unsigned k = 0; k < sizeof networks / sizeof *networks; k++)
		for (unsigned b = 0; b < sizeof bytes / sizeof *bytes; b++) {
			struct simulation s;
			struct simulation_result r;
			char text[128];

			snprintf(text, sizeof text, "job = one\nranks = 2\nnodes = 1,14\nbroadcast = %u\n", bytes[b]);
			run_jobs(&s, &r, text, networks[k]);
			if (r.jobs->job[0].whole.end != r.jobs->job[0].whole.idle)
				fail_msg("%s, %u bytes: %ju cycles, not %ju", networks[k], bytes[b], (uintmax_t)r.jobs->job[0].whole.end,
					 (uintmax_t)r.jobs->job[0].whole.idle);
			simulation_result_free(&r);
		}
}

/* A file of operations or flows beside the one of jobs. */
static char beside[32];

static void write_beside(const char *text)
{
	write_text(text);
	snprintf(beside, sizeof beside, "%s", path);
}

/* Cycles of a job whose operations or flows these are, with every node one switch from every other. */
static void takes(const char *kind, const char *text, uint64_t cycles)
{
	char job[128];

	write_beside(text);
	snprintf(job, sizeof job, "job = one\nstart = 30\n%s = %s\n", kind, beside);
	exactly(job, cycles);
	unlink(beside);
}

TEST(graphs)
{
	enum { ONE = 1 + 4 + 2 };

	takes("operations", "rank,id,operation,peer,amount,tag,after\n# there and back\n0,1,compute,,100,,\n0,2,send,1,800,,1\n0,3,receive,1,,,\n"
	      "1,1,receive,0,,,\n1,2,compute,,50,,1\n1,3,send,0,8,,2\n", 100 + 99 + ONE + 50 + ONE);
	/* messages of a pair leave in the order of the file, whatever the order of receives */
	takes("operations", "0,1,compute,,1000,,\n0,2,send,1,8,1,1\n0,3,send,1,8,2,\n1,1,receive,0,,2,\n1,2,receive,0,,1,1\n1,3,compute,,5,,1 2\n",
	      1000 + 1 + ONE + 5);
	/* a send ends when its message has left */
	takes("operations", "0,1,send,1,8000,,\n0,2,compute,,500,,1\n1,9,receive,0,,,\n", 1000 + 500);
	/* the message waits for its receive */
	takes("operations", "0,1,send,1,8,,\n1,1,compute,,300,,\n1,2,receive,0,,,1\n1,3,compute,,4,,2\n", 304);
	takes("flows", "start,source,destination,bytes\n500,2,3,8\n10,1,0,80\n", 500 + ONE);
	takes("flows", "\xef\xbb\xbfstart,source,destination,bytes\r\n500,2,3,8\r\n", 500 + ONE);
	takes("flows", "0,1,0,800\n0,2,0,800\n0,3,0,800\n", 300 - 1 + ONE);
	/* and so does the link of a sender; what comes late at a link that is free waits for nothing */
	takes("flows", "0,0,1,800\n0,0,2,800\n", 200 - 1 + ONE);
	takes("flows", "0,0,1,800\n0,0,2,800\n500,3,2,80\n", 500 + 10 - 1 + ONE);
}

/* Reads jobs, with a file of operations where the text has a %s, and is told what is wrong. */
static void refused(const char *text, const char *operations, const char *reason)
{
	char whole[512], says[256], why[LINES_WHY] = "";
	struct job_set *set;

	if (operations)
		write_beside(operations);
	snprintf(whole, sizeof whole, text, beside);
	write_text(whole);
	set = job_set_open(path, NODES, 1, why);
	snprintf(says, sizeof says, "%s:%s", operations ? beside : path, reason);
	if (set || strcmp(why, says))
		fail_msg("'%s', not '%s'", why, says);
	unlink(path);
	unlink(beside);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
TEST(errors)
{
	static const struct { const char *text, *reason; } jobs[] = {
		{ "", "1: there is no job in it; the first line is job = NAME" },
		{ "barrier\n", "1: 'barrier': no job has begun; the first line is job = NAME" },
		{ "job = a b\n", "1: job: 'a b' is not a name of up to 31 letters" },
		{ "job = a\nranks = 2\nbarrier\njob = b\nranks = 2\nbarrier\njob = a\nbarrier\n", "7: job: another job is called 'a'" },
		{ "# x\njob = a\nbarier\n", "3: 'barier' is not of the form key = value" },
		{ "job = a\nbarier = 1\n", "2: 'barier' is nothing that a job has" },
		{ "job = a\nranks = 17\n", "2: ranks: 17 are not in 2..16; so many nodes are free" },
		{ "job = a\nranks = 1\n", "2: ranks: '1' is not a number in 2..4294967295" },
		{ "job = a\nranks = 2\nnodes = 3,16\n", "3: nodes: '16' is not a number in 0..15" },
		{ "job = a\nranks = 2\nnodes = 3,3\n", "3: nodes: node 3 has a rank already" },
		{ "job = a\nranks = 3\nnodes = 3-4\n", "3: nodes: 2 of them for 3 ranks" },
		{ "job = a\nranks = 3\nnodes = 0-9:2\n", "3: nodes: there are more of them than the 3 ranks" },
		{ "job = a\nnodes = 1\n", "2: nodes: ranks = NUMBER has to stand before" },
		{ "job = a\nall-reduce = 0\n", "2: all-reduce: '0' is not a number in 1..1099511627776" },
		{ "job = a\nall-reduce = 8 pairwise\n", "2: all-reduce: 'pairwise' is not known" },
		{ "job = a\nall-reduce = 8 root=1\n", "2: all-reduce: 'root=1' is not known" },
		{ "job = a\nbroadcast = 8 root=16\n", "2: root: '16' is not a number in 0..15" },
		{ "job = a\nneighbours = 8\n", "2: neighbours: the grid is missing: neighbours = BYTES 4x4" },
		{ "job = a\nneighbours = 8 4x3\n", "2: neighbours: a grid of 12 ranks, for 16" },
		{ "job = a\nbarrier\nrepeat = 3\n", "3: repeat: it has to stand before what the job does" },
		{ "job = a\njob = b\nbarrier\n", "1: job 'a' has nothing to do" },
		{ "job = a\nbarrier\njob = b\n", "3: ranks: a job has 2 or more, and 0 nodes are free" },
		{ "job = a\nbarrier\nflows = x\n", "3: a job has either operations, or flows, or a trace, or collective operations" },
		{ "job = a\nway = all-reduce pairwise\n", "2: way: not an operation and one of its ways, as in all-reduce halving" },
		{ "job = a\ngroup = x 0\n", "2: group: ranks = NUMBER has to stand before" },
		{ "job = a\nranks = 2\ngroup = x 0\ngroup = x 1\n", "4: group: another group of the job is called 'x'" },
		{ "job = a\nranks = 2\ngroup = x 0,\n", "3: group: '' is not a number in 0..1" },
		{ "job = a\nranks = 2\ngroup = x 0,0\n", "3: group: rank 0 is in it already" },
		{ "job = a\nranks = 2\ngroup = x 2\n", "3: group: '2' is not a number in 0..1" },
		{ "job = a\nclock = 0\n", "2: clock: '0' is not a number in 1..1000000" },
		{ "job = a\nchakra = x.et\n", "2: chakra: 'x.et' has no '*' in place of the number of a rank" },
		{ "job = a\nflows = /none/such\n", "2: cannot read '/none/such': No such file or directory" },
		{ "job = a\nstart = 1\nstart = 1\n", "3: start: it is told in line 2 already" },
		{ "job = a\nlevel = 1\nclock = 2\nlevel = 2\n", "4: level: it is told in line 2 already" },
		{ "job = a\nway = reduce tree\nway = all-reduce ring\nway = all-reduce tree\n", "4: all-reduce: it is told in line 3 already" },
		{ "job = a\nclock = 2\nbarrier\n", "2: clock: nothing that the job does has one" },
		{ "job = a\nranks = 2\ngroup = x 0\nbarrier\njob = b\nbarrier\n", "3: group: nothing that the job does has one" },
		{ "job = a\nall-reduce = 8 ring tree\n", "2: tree: it is told in line 2 already" },
		{ "job = a\nbroadcast = 8 root=1 root=1\n", "2: root: it is told in line 2 already" },
		{ "job = a", "1: the file breaks off: the line has no end" },
	};
	static const struct { const char *text, *reason; } operations[] = {
		{ "\n", "2: there is nothing in it; lines are of the form 'rank,id,operation,peer,amount,tag,after'" },
		{ "0,1,send,1,8\n", "1: not of the form 'rank,id,operation,peer,amount,tag,after'" },
		{ "0,1,sent,1,8,,\n", "1: operation: 'sent' is not send, receive or compute" },
		{ "0,1,send,0,8,,\n", "1: rank 0 sends to itself, which takes no network" },
		{ "0,1,send,9,8,,\n", "1: peer: '9' is not a rank in 0..3" },
		{ "0,1,send,1,0,,\n", "1: amount: '0' is not a number in 1..1099511627776" },
		{ "0,1,compute,1,8,,\n", "1: peer: '1' is of send and receive" },
		{ "0,1,send,1,8,,\n", "1: rank 0, id 1, send to rank 1, has no receive of this tag" },
		{ "0,1,send,1,8,3,\n1,1,receive,0,,4,\n", "1: rank 0, id 1, send to rank 1, has no receive of this tag" },
		{ "0,1,send,1,8,,\n1,1,receive,0,,,\n1,2,receive,0,,,\n", "3: rank 1, id 2, receive from rank 0, has no send of this tag" },
		{ "0,2,compute,,8,,\n0,2,compute,,8,,\n", "2: rank 0, id 2, whose id is not above those of the lines before of its rank" },
		{ "0,2,compute,,8,,3\n", "1: rank 0, id 2, is after an id that no line before has" },
		{ "0,1,receive,1,,,\n0,2,send,1,8,,1\n1,1,receive,0,,,\n1,2,send,0,8,,1\n",
		  "1: rank 0, id 1, receive from rank 1, never begins: operations wait for each other" },
	};

	for (unsigned k = 0; k < sizeof jobs / sizeof *jobs; k++)
		refused(jobs[k].text, NULL, jobs[k].reason);
	for (unsigned k = 0; k < sizeof operations / sizeof *operations; k++)
		refused("job = a\nranks = 4\noperations = %s\n", operations[k].text, operations[k].reason);
	refused("job = a\nranks = 4\nflows = %s\n", "0,1,2,3\n0,1,4,8\n", "2: destination: '4' is not a rank in 0..3");
	refused("job = a\nranks = 4\nflows = %s\n", "0,1,2\n", "1: not of the form 'start,source,destination,bytes'");
}

/* Each rank is on a node of its own, at random or not, and the seed says where. */
TEST(placement)
{
	static const char text[] = "job = a\nranks = 5\nnodes = random\nbarrier\njob = b\nranks = 3\nnodes = next\nbarrier\njob = c\nbarrier\n";
	char why[LINES_WHY];
	struct job_set *set[3];

	write_text(text);
	for (unsigned k = 0; k < 3; k++) {
		uint32_t seen = 0;

		set[k] = job_set_open(path, NODES, k / 2 + 1, why);
		assert_non_null(set[k]);
		assert_int_equal(set[k]->ranks, NODES);
		for (uint32_t rank = 0; rank < NODES; rank++) {
			assert_int_equal(set[k]->rank_of_node[set[k]->node[rank]], rank);
			seen |= 1u << set[k]->node[rank];
		}
		assert_int_equal(seen, 0xffff);
		assert_true(set[k]->node[5] < set[k]->node[6] && set[k]->node[6] < set[k]->node[7]);
	}
	assert_memory_equal(set[0]->node, set[1]->node, NODES * sizeof *set[0]->node);
	assert_memory_not_equal(set[0]->node, set[2]->node, 5 * sizeof *set[0]->node);
	for (unsigned k = 0; k < 3; k++)
		job_set_free(set[k]);
	unlink(path);
}

static void node_state(struct workload *w, struct demand *d, struct state *s)
{
	workload_demand_state(w, d, s);
	workload_state(w, 0, s);
}

/* Values that a node cannot have are refused as they are read: bytes of its next packet, of what it sends, and of the table of its peers. */
TEST(values_in_checkpoints)
{
	struct workload_config c = workload_default(4, 8, 0);
	struct state good = { .reading = false };
	struct demand d;

	write_text("job = a\nranks = 4\nnodes = 0-3\nall-reduce = 4096 ring\n");
	c.pattern = PATTERN_JOBS;
	c.jobs = path;
	c.end = 1000;
	c.flit_bits = 64;
	struct workload *const w = workload_new(&c, (char[WORKLOAD_WHY]){ "" });
	struct rank *const r = jobs_rank(w->jobs, 0);

	unlink(path);
	assert_true(workload_next(w, 0, &d) && r->wishes == 1 && r->peers == 1);
	node_state(w, &d, &good);
	good.reading = true;
	for (unsigned k = 0; k < 10; k++) {
		const struct {
			void *at;
			size_t bytes;
			int value;              /* of each byte */
		} wrong[10] = {
			{ &d.destination, sizeof d.destination, 4 }, { &d.flits, sizeof d.flits, 0 }, { &d.flits, sizeof d.flits, 9 }, { &d.sl, 1, 1 }, { &d.last, 1, 2 },
			{ &r->step, sizeof r->step, 7 }, { &r->wish->to, sizeof r->wish->to, 4 }, { &r->wish->flits, sizeof r->wish->flits, 0 },
			{ r->peer, r->peer_room * sizeof *r->peer, 0 }, { r->peer, r->peer_room * sizeof *r->peer, 4 },
		};
		struct state s = { .reading = false };

		memset(wrong[k].at, wrong[k].value, wrong[k].bytes);
		node_state(w, &d, &s);
		s.reading = true;
		node_state(w, &d, &s);
		if (!s.failed)
			fail_msg("value %u is taken", k);
		state_free(&s);
		good.next = 0;
		node_state(w, &d, &good);
		assert_false(good.failed);
	}
	state_free(&good);
	workload_free(w);
}
