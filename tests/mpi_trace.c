/*
 * Traces of MPI programs as jobs (docs/study/workloads.md), from events as a reader of archives gives them, without a library: a collective operation is that of the
 * built-in job, and messages, requests and communicators are what operations one by one are, to the cycle; what is wrong is told with the event.
 */
#include "jobs_case.h"

#include "net/jobs/job_set.h"
#include "net/jobs/job_traces.h"
#include "test.h"

enum { MOST = 16 };
#define NONE UINT32_MAX

/* Communicators of every program here, by number, and their groups. */
enum { WORLD, SOME, WHOLE, BY_ITSELF, JOINS, UNKNOWN, AGAIN, DOUBLED, COMMUNICATORS };

/* The program that the archive is of: events of each rank up to one without a time. */
static struct {
	uint32_t ranks;
	uint64_t ticks;
	bool all_groups;                /* those of ranks that it may not have, too */
	struct mpi_event event[NODES][MOST];
} program;

static bool give_definitions(const struct mpi_taker *to, void *arg)
{
	static const uint64_t all[NODES] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, some[] = { 2, 0, 3 }, two[] = { 3, 1 }, doubled[] = { 0, 0 };
	const struct mpi_group groups[] = {
		{ 1, program.ranks, false, all }, { 9, 0, false, NULL }, { 8, 2, false, doubled }, { 5, 3, false, some }, { 2, 2, true, two },
	};
	static const struct mpi_communicator in[COMMUNICATORS] = {
		{ WORLD, 1, false }, { SOME, 5, false }, { WHOLE, 2, false }, { BY_ITSELF, 9, false }, { JOINS, 1, true }, { UNKNOWN, 7, false }, { AGAIN, 1, false },
		{ DOUBLED, 8, false },
	};

	for (unsigned k = COMMUNICATORS; k-- > 0;)
		if (to->communicator && !to->communicator(arg, &in[k]))
			return false;
	for (unsigned k = 0; k < (program.all_groups ? 5 : 3); k++)
		if (to->group && !to->group(arg, &groups[k]))
			return false;
	return (!to->clock || to->clock(arg, program.ticks)) && to->ranks(arg, program.ranks) && (!to->defined || to->defined(arg));
}

static bool give(const char *archive, const struct mpi_taker *to, void *arg, char *why, size_t size)
{
	assert_string_equal(archive, "/some/archive.otf2");
	snprintf(why, size, "%s", "");
	if (!give_definitions(to, arg))
		return false;
	for (uint32_t rank = 0; rank < program.ranks; rank++)
		for (unsigned k = 0; k < MOST && program.event[rank][k].time; k++) {
			struct mpi_event e = program.event[rank][k];

			e.rank = rank;
			e.number = k + 1;
			if (!to->event(arg, &e))
				return false;
		}
	snprintf(why, size, "the end is not there");
	return program.ticks != 13;
}

static mpi_archive_function *find(char why[LINES_WHY])
{
	(void)why;
	return give;
}

static void begin_program(uint32_t ranks)
{
	memset(&program, 0, sizeof program);
	program.ranks = ranks;
	program.ticks = 1000000000;
	program.all_groups = ranks > 3;
	otf2_find_by(find);
}

#define TRACE "job = one\notf2 = /some/archive.otf2\n"

/* One program, and the same as operations one by one. */
static void same_as(const char *operations)
{
	char beside[32], text[128];
	struct messages_report trace, written;
	struct job_span of_trace, of_written;

	results_of(TRACE, &trace, &of_trace);
	write_text(operations);
	snprintf(beside, sizeof beside, "%s", path);
	snprintf(text, sizeof text, "job = one\nranks = %u\noperations = %s\n", program.ranks, beside);
	results_of(text, &written, &of_written);
	unlink(beside);
	assert_memory_equal(&trace, &written, sizeof trace);
	assert_int_equal(of_trace.end, of_written.end);
}

#define EVENTS(...) (const struct mpi_event[]){ __VA_ARGS__, { .time = 0 } }

static void rank_does(uint32_t rank, const struct mpi_event *events)
{
	for (unsigned k = 0; k < MOST && events[k].time; k++)
		program.event[rank][k] = events[k];
}

/* What a program computes is the time between its calls of MPI, whatever these take; before the first one, and behind the last one, too. */
TEST(messages)
{
	begin_program(4);
	rank_does(0, EVENTS({ MPI_APART, .time = 7 }, { MPI_IN, .time = 1007 }, { MPI_SENDS, .time = 5000, .peer = 1, .tag = 7, .bytes = 800 },
			    { MPI_OUT, .time = 6000 }, { MPI_IN, .time = 6300 }, { MPI_RECEIVED, .time = 7000, .peer = 1, .tag = 7, .bytes = 80 },
			    { MPI_OUT, .time = 9000 }, { MPI_APART, .time = 9100 }));
	rank_does(1, EVENTS({ MPI_RECEIVED, .time = 20, .peer = 0, .tag = 7, .bytes = 800 }, { MPI_SENDS, .time = 220, .peer = 0, .tag = 7, .bytes = 80 }));
	rank_does(2, EVENTS({ MPI_IN, .time = 1 }, { MPI_SENDS, .time = 2, .peer = 2, .tag = 1, .bytes = 8 }, { MPI_RECEIVED, .time = 3, .peer = 2, .tag = 1, .bytes = 8 },
			    { MPI_SENDS, .time = 4, .peer = 3, .bytes = 0 }));
	rank_does(3, EVENTS({ MPI_IN, .time = 1 }, { MPI_RECEIVED, .time = 4, .peer = 2 }));
	same_as("0,1,compute,,1000,,\n0,2,send,1,800,7,1\n0,3,compute,,300,,2\n0,4,receive,1,,7,3\n0,5,compute,,100,,4\n"
		"1,1,receive,0,,7,\n1,2,compute,,200,,1\n1,3,send,0,80,7,2\n2,1,send,3,1,,\n3,1,receive,2,,,\n");
}

/* Ticks become cycles as microseconds do. */
TEST(clocks)
{
	begin_program(2);
	program.ticks = 2000;
	rank_does(0, EVENTS({ MPI_APART, .time = 1 }, { MPI_APART, .time = 6 }));
	assert_int_equal(cycles_of("job = one\nclock = 3\notf2 = /some/archive.otf2\n", "recn-iq"), 7500);
}

/* A rank goes on behind a request, and waits at its end; messages are received in the order of requests, whatever the order of their ends. */
TEST(requests)
{
	begin_program(3);
	rank_does(0, EVENTS({ MPI_ISENDS, .time = 1, .peer = 1, .tag = 3, .bytes = 8000, .request = 5 }, { MPI_ISENDS, .time = 1, .peer = 1, .tag = 3, .bytes = 8, .request = 6 },
			    { MPI_ISENDS, .time = 1, .peer = 2, .tag = 3, .bytes = 8, .request = 7 }, { MPI_CANCELLED, .time = 2, .request = 7 },
			    { MPI_ISENT, .time = 301, .request = 6 }, { MPI_ISENT, .time = 301, .request = 5 }, { MPI_SENDS, .time = 401, .peer = 2, .bytes = 80 }));
	rank_does(1, EVENTS({ MPI_IRECEIVES, .time = 1, .request = 1 }, { MPI_IRECEIVES, .time = 1, .request = 2 }, { MPI_IRECEIVES, .time = 1, .request = 3 },
			    { MPI_IRECEIVED, .time = 1, .peer = 0, .tag = 3, .bytes = 8, .request = 2 }, { MPI_ISENDS, .time = 1501, .peer = 2, .tag = 1, .bytes = 8, .request = 3 },
			    { MPI_IRECEIVED, .time = 1501, .peer = 0, .tag = 3, .bytes = 8000, .request = 1 }, { MPI_SENDS, .time = 1501, .peer = 2, .bytes = 80 }));
	rank_does(2, EVENTS({ MPI_RECEIVED, .time = 1, .peer = 0, .bytes = 80 }, { MPI_IRECEIVES, .time = 1, .request = 9 },
			    { MPI_IRECEIVED, .time = 1, .peer = 1, .tag = 1, .request = 9 }, { MPI_IRECEIVES, .time = 11, .request = 9 },
			    { MPI_IRECEIVED, .time = 11, .peer = 1, .tag = 0, .request = 9 }));
	same_as("0,1,send,1,8000,3,\n0,2,send,1,8,3,\n0,3,compute,,300,,\n0,4,compute,,100,,1 2 3\n0,5,send,2,80,,4\n"
		"1,1,receive,0,,3,\n1,2,receive,0,,3,\n1,3,compute,,1500,,2\n1,4,send,2,8,1,3\n1,5,send,2,80,,1 3\n"
		"2,1,receive,0,,,\n2,2,receive,1,,1,1\n2,3,compute,,10,,2\n2,4,receive,1,,0,3\n");
}

/* Ranks of a communicator are those of its group, in that order; or those of the program, where the group says so. */
TEST(communicators)
{
	begin_program(4);
	rank_does(2, EVENTS({ MPI_SENDS, .time = 1, .peer = 1, .communicator = SOME, .bytes = 8 }, { MPI_SENDS, .time = 1, .peer = 0, .communicator = BY_ITSELF, .bytes = 8 },
			    { MPI_SENDS, .time = 1, .peer = 0, .bytes = 800 }));
	rank_does(0, EVENTS({ MPI_RECEIVED, .time = 1, .peer = 2 }, { MPI_RECEIVED, .time = 1, .peer = 0, .communicator = SOME }));
	rank_does(3, EVENTS({ MPI_SENDS, .time = 1, .peer = 1, .communicator = WHOLE, .bytes = 8 }));
	rank_does(1, EVENTS({ MPI_RECEIVED, .time = 1, .peer = 3, .communicator = WHOLE }));
	same_as("2,1,send,0,8,1,\n2,2,send,0,800,,1\n0,1,receive,2,,,\n0,2,receive,2,,1,1\n3,1,send,1,8,,\n1,1,receive,3,,,\n");
}

/* What Score-P writes of the bytes of an operation. */
enum bytes { NO_DATA, ROOT_SENDS, ROOT_RECEIVES, ALL, WHOLE_VECTOR };

static void all_do(uint32_t call, enum bytes bytes, uint64_t n, uint32_t root)
{
	begin_program(NODES);
	for (uint32_t rank = 0; rank < NODES; rank++) {
		const uint64_t own = rank == root ? NODES * n : 0, all = bytes == ALL ? NODES * n : bytes == WHOLE_VECTOR ? n : 0;

		rank_does(rank, EVENTS({ MPI_APART, .time = 1 }, { MPI_IN, .time = 3001 }, { MPI_CALL_IN, .time = 3001 },
				       { MPI_CALL_OUT, .time = 9001, .call = call, .peer = root, .bytes = bytes == ROOT_SENDS ? own : bytes == ROOT_RECEIVES ? n : all,
					 .received = bytes == ROOT_SENDS ? n : bytes == ROOT_RECEIVES ? own : all }, { MPI_OUT, .time = 9009 }));
	}
}

TEST(collectives)
{
	static const struct { uint32_t call; enum bytes bytes; uint64_t n; uint32_t root; const char *built_in, *way; } same[] = {
		{ MPI_CALL_BARRIER, NO_DATA, 0, NONE, "barrier", "" }, { MPI_CALL_BCAST, ROOT_SENDS, 9999, 0, "broadcast = 9999", "" },
		{ MPI_CALL_BCAST, ROOT_SENDS, 9999, 3, "broadcast = 9999 root=3", "" }, { MPI_CALL_GATHER, ROOT_RECEIVES, 4096, 5, "gather = 4096 root=5", "" },
		{ MPI_CALL_GATHERV, ROOT_RECEIVES, 4096, 0, "gather = 4096", "" }, { MPI_CALL_SCATTER, ROOT_SENDS, 4096, 0, "scatter = 4096", "" },
		{ MPI_CALL_SCATTERV, ROOT_SENDS, 4096, 9, "scatter = 4096 root=9", "" }, { MPI_CALL_ALLGATHER, ALL, 4096, NONE, "all-gather = 4096", "" },
		{ MPI_CALL_ALLGATHERV, ALL, 4096, NONE, "all-gather = 4096 doubling", "way = all-gather doubling\n" },
		{ MPI_CALL_ALLTOALL, ALL, 4096, NONE, "all-to-all = 4096", "" }, { MPI_CALL_ALLTOALLV, ALL, 4096, NONE, "all-to-all = 4096", "" },
		{ MPI_CALL_ALLTOALLW, ALL, 4096, NONE, "all-to-all = 4096", "" }, { MPI_CALL_ALLREDUCE, ALL, 65536, NONE, "all-reduce = 65536", "" },
		{ MPI_CALL_ALLREDUCE, ALL, 0, NONE, "all-reduce = 1", "" }, { MPI_CALL_REDUCE, ROOT_RECEIVES, 8000, 2, "reduce = 8000 root=2", "" },
		{ MPI_CALL_REDUCE_SCATTER, WHOLE_VECTOR, 65536, NONE, "reduce-scatter = 65536", "" },
		{ MPI_CALL_REDUCE_SCATTER_BLOCK, WHOLE_VECTOR, 65536, NONE, "reduce-scatter = 65536", "" }, { MPI_CALL_CREATE, NO_DATA, 0, NONE, "barrier", "" },
	};

	for (unsigned k = 0; k < sizeof same / sizeof *same; k++) {
		struct messages_report trace, built_in;
		struct job_span of_trace, of_built_in;
		char text[256];

		all_do(same[k].call, same[k].bytes, same[k].n, same[k].root);
		snprintf(text, sizeof text, "job = one\n%sotf2 = /some/archive.otf2\n", same[k].way);
		results_of(text, &trace, &of_trace);
		snprintf(text, sizeof text, "job = one\ncompute = 3000\n%s\n", same[k].built_in);
		results_of(text, &built_in, &of_built_in);
		assert_memory_equal(&trace, &built_in, sizeof trace);
		if (of_trace.end != of_built_in.end)
			fail_msg("%s: %ju cycles, not %ju", same[k].built_in, (uintmax_t)of_trace.end, (uintmax_t)of_built_in.end);
	}
}

/* Shares of different lengths are taken as their mean; the root is a place in the communicator; ranks that have a communicator for themselves do nothing. */
TEST(uneven)
{
	static const uint64_t sent[] = { 100, 700, 0, 2200 };

	begin_program(4);
	for (uint32_t rank = 0; rank < 4; rank++)
		rank_does(rank, EVENTS({ MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BARRIER, .communicator = BY_ITSELF },
				       { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_GATHERV, .peer = 2, .bytes = sent[rank] },
				       { rank == 1 ? MPI_APART : MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BCAST, .communicator = SOME, .peer = 1, .received = 80 },
				       { rank % 2 ? MPI_CALL_OUT : MPI_APART, .time = 1, .call = MPI_CALL_SCATTER, .communicator = WHOLE, .peer = 1, .received = 16 }));
	same_as("0,1,send,2,1000,,\n1,1,send,2,1000,,\n2,1,receive,0,,,\n2,2,receive,1,,,\n2,3,receive,3,,,\n3,1,send,2,1000,,\n"
		"0,2,send,3,80,,1\n3,2,receive,0,,,1\n0,3,send,2,80,,2\n2,4,receive,0,,,1 2 3\n1,2,send,3,16,5,1\n3,3,receive,1,,5,2\n");
}

/* A rank computes while an operation goes on that it has asked for; two at once of communicators of the same ranks are two. */
TEST(overlap)
{
	struct messages_report both, one;
	struct job_span of_both, of_one;

	for (unsigned computes = 0; computes < 2; computes++) {
		begin_program(NODES);
		for (uint32_t rank = 0; rank < NODES; rank++)
			rank_does(rank, EVENTS({ MPI_APART, .time = 1 }, { MPI_IN, .time = 101 }, { MPI_ICALL, .time = 102, .request = 3 }, { MPI_OUT, .time = 103 },
					       { MPI_IN, .time = 103 + computes * 4000 },
					       { MPI_ICALLED, .time = 90000, .call = MPI_CALL_ALLREDUCE, .bytes = 65536 * NODES, .request = 3 }, { MPI_OUT, .time = 90001 }));
		results_of(TRACE, computes ? &both : &one, computes ? &of_both : &of_one);
	}
	assert_true(of_one.end > 4000);
	assert_memory_equal(&both, &one, sizeof both);
	assert_int_equal(of_both.end, of_one.end);
	begin_program(NODES);
	for (uint32_t rank = 0; rank < NODES; rank++)
		rank_does(rank, EVENTS({ MPI_ICALL, .time = 1, .request = 3 }, { MPI_ICALL, .time = 1, .request = 4 },
				       { MPI_ICALLED, .time = 1, .communicator = rank % 2 ? AGAIN : WORLD, .call = MPI_CALL_BARRIER, .request = rank % 2 ? 4 : 3 },
				       { MPI_ICALLED, .time = 1, .communicator = rank % 2 ? WORLD : AGAIN, .call = MPI_CALL_BARRIER, .request = rank % 2 ? 3 : 4 }));
	const uint64_t alone = cycles_of("job = one\nbarrier\n", "recn-iq"), two = cycles_of(TRACE, "recn-iq");

	if (two < alone || two >= 2 * alone)
		fail_msg("two barriers at once: %ju cycles, one alone %ju", (uintmax_t)two, (uintmax_t)alone);
}

static void refused(const char *jobs, const char *reason)
{
	char why[LINES_WHY] = "";
	struct job_set *set;

	write_text(jobs);
	set = job_set_open(path, NODES, 1, why);
	if (set || strcmp(why, reason))
		fail_msg("'%s', not '%s'", why, reason);
	unlink(path);
}

TEST(errors)
{
#define AT "/some/archive.otf2:"
	static const struct { struct mpi_event event[3], other; const char *reason; } wrong[] = {
		{ { { MPI_SENDS, .time = 1, .peer = 4, .bytes = 8 } }, { 0 }, AT "1: rank 1, id 1: rank 4 is not in communicator 0" },
		{ { { MPI_SENDS, .time = 1, .peer = 3, .bytes = 8, .communicator = SOME } }, { 0 }, AT "1: rank 1, id 1: rank 3 is not in communicator 1" },
		{ { { MPI_SENDS, .time = 1, .peer = 0, .bytes = 8 } }, { 0 }, AT "1: rank 1, id 1, send to rank 0, has no receive of this tag" },
		{ { { MPI_IN, .time = 1 }, { MPI_RECEIVED, .time = 1, .peer = 0 } }, { 0 }, AT "2: rank 1, id 2, receive from rank 0, has no send of this tag" },
		{ { { MPI_SENDS, .time = 1, .communicator = UNKNOWN } }, { 0 }, AT "1: rank 1, id 1: communicator 5 is not defined" },
		{ { { MPI_SENDS, .time = 1, .communicator = 99 } }, { 0 }, AT "1: rank 1, id 1: communicator 99 is not defined" },
		{ { { MPI_SENDS, .time = 1, .communicator = JOINS } }, { 0 }, AT "1: rank 1, id 1: communicator 4 joins two groups, which is not known here" },
		{ { { MPI_SENDS, .time = 1, .bytes = UINT64_MAX } }, { 0 }, AT "1: rank 1, id 1: a message of 18446744073709551615 bytes is longer than 1099511627776" },
		{ { { MPI_ONE_SIDED, .time = 1 } }, { 0 }, AT "1: rank 1, id 1: access to memory of other ranks is not known here" },
		{ { { MPI_APART, .time = 5 }, { MPI_APART, .time = 4 } }, { 0 }, AT "2: rank 1, id 2: its time is before that of the event before it" },
		{ { { MPI_APART, .time = 5 }, { MPI_APART, .time = UINT64_C(1) << 41 } }, { 0 }, AT "2: rank 1, id 2: the rank computes longer than 1099511627776 cycles" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_SCAN } }, { 0 }, AT "1: rank 1, id 1: MPI_Scan is not known here" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALLS } }, { 0 }, AT "1: rank 1, id 1: collective operation 23 is not known here" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BCAST, .peer = 4 } }, { 0 }, AT "1: rank 1, id 1: MPI_Bcast: root 4 is not in communicator 0" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BARRIER, .communicator = SOME } }, { 0 }, AT "1: rank 1, id 1: MPI_Barrier: the rank is not in communicator 1" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BARRIER } }, { 0 }, AT "1: rank 1, id 1: MPI_Barrier: only 1 of the 4 ranks of communicator 0 do it" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BARRIER, .communicator = DOUBLED } }, { 0 }, AT "1: rank 1, id 1: MPI_Barrier: the rank is not in communicator 7" },
		{ { { MPI_ICALL, .time = 1, .request = 1 }, { MPI_ICALLED, .time = 1, .call = MPI_CALL_BARRIER, .request = 1 } }, { 0 },
		  AT "2: rank 1, id 2: MPI_Barrier: only 1 of the 4 ranks of communicator 0 do it" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BARRIER } }, { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_BCAST, .peer = 1 },
		  AT "1: rank 2, id 1: MPI_Bcast, root 1; rank 1, id 1: MPI_Barrier, root 0" },
		{ { { MPI_CALL_OUT, .time = 1, .call = MPI_CALL_ALLREDUCE, .bytes = UINT64_MAX } }, { 0 },
		  AT "1: rank 1, id 1: MPI_Allreduce: 18446744073709551615 bytes" },
		{ { { MPI_RECEIVED, .time = 1, .peer = 2 }, { MPI_SENDS, .time = 1, .peer = 2, .bytes = 8 } }, { MPI_RECEIVED, .time = 1, .peer = 1 },
		  AT "1: rank 1, id 1, receive from rank 2, has no send of this tag" },
	};

	for (unsigned k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		begin_program(4);
		memcpy(program.event[1], wrong[k].event, sizeof wrong[k].event);
		program.event[2][0] = wrong[k].other;
		refused(TRACE, wrong[k].reason);
	}
	refused("job = one\nranks = 3\notf2 = /some/archive.otf2\n", AT " a trace of 4 ranks; the job has 3");
	begin_program(4);
	program.ticks = 0;
	refused(TRACE, AT " its clock has no ticks, or more than 2^50 in a second");
	program.ticks = 13;
	refused(TRACE, AT " the end is not there");
	begin_program(2);
	program.all_groups = true;
	refused(TRACE, AT " group 2 has rank 3; there are 2 ranks");
	otf2_find_by(NULL);
	write_text(TRACE);
	char why[LINES_WHY] = "";

	assert_null(job_set_open(path, NODES, 1, why));
	unlink(path);
	assert_non_null(strstr(why, ":2: cannot read '/some/archive.otf2': OTF2 archives are read by the command sluice only"));
}
