/* Checkpoints of a run: all that it goes on from. */
#include "simulate_run.h"

#include "net/engine/checkpoint.h"
#include "net/engine/network_records.h"
#include "net/results/samples.h"
#include "why_not.h"

_Static_assert((int)CHECKPOINT_WHY == (int)NETWORK_WHY, "messages are passed on");

/* Records beside those of the network: of process 0, the first one; of each process; of process 0, if samples are taken. */
enum { RECORD_RUN = NETWORK_RECORDS, RECORD_STATS, RECORD_SAMPLES };

double simulation_cpu_seconds(const struct simulation_run *r)
{
	uint64_t ns = (uint64_t)(1e9 * r->cpu_seconds);

	processes_sum(processes_of(r->s), &ns, 1);
	return 1e-9 * (double)ns;
}

uint64_t simulation_next_checkpoint(const struct simulation_run *r)
{
	const uint64_t every = r->s->checkpoint_every;

	return r->s->checkpoint ? (network_cycle(r->n) / every + 1) * every : UINT64_MAX;
}

/* Of the whole run, beside what it counted. */
struct progress {
	uint64_t end, trace;
	double seconds, cpu_seconds;
	uint64_t seeking;               /* 1: yes; a file may have a byte that is no bool */
};

static void write_run(struct simulation_run *r, struct checkpoint *c, struct state *s)
{
	struct progress p = { r->end, workload_file_hash(r->w), r->seconds, simulation_cpu_seconds(r), r->seeking };

	state_clear(s);
	network_clock_state(r->n, s);
	STATE(s, p);
	if (!processes_number(processes_of(r->s)))
		checkpoint_put(c, RECORD_RUN, 0, s);
}

static bool put(void *checkpoint, enum network_record record, uint32_t index, struct state *s)
{
	checkpoint_put(checkpoint, record, index, s);
	return true;
}

bool simulation_checkpoint(struct simulation_run *r, char why[NETWORK_WHY])
{
	struct checkpoint c;
	struct state s = { .reading = false };

	if (!checkpoint_create(&c, r->s->checkpoint, r->s->checkpoint_of, r->s->checkpoint_key, processes_of(r->s), why))
		return false;
	network_settle(r->n);
	write_run(r, &c, &s);
	state_clear(&s);
	stats_state(r->stats, &s);
	checkpoint_put(&c, RECORD_STATS, processes_number(processes_of(r->s)), &s);
	if (r->samples && !processes_number(processes_of(r->s))) {
		state_clear(&s);
		samples_state(r->samples, &s);
		checkpoint_put(&c, RECORD_SAMPLES, 0, &s);
	}
	c.failed |= s.failed;
	c.failed |= !network_write(r->n, put, &c);
	state_free(&s);
	return checkpoint_complete(&c, why);
}

static bool read_run(struct simulation_run *r, struct state *s, char why[NETWORK_WHY])
{
	struct progress p = { .end = 0 };

	network_clock_state(r->n, s);
	STATE(s, p);
	if (!state_require(s, network_cycle(r->n) < p.end && p.end <= r->end && (r->seeking || !p.seeking)))
		return false;
	if (p.trace != workload_file_hash(r->w)) {
		const char *const file = r->s->o.trace ? r->s->o.trace : r->s->o.job_file;

		return why_not(why, NETWORK_WHY, "--restart: '%.100s' is of a run with another %s%s%.100s%s", r->s->restart, r->s->o.trace ? "trace" : "workload",
			       file ? " in '" : "", file ? file : "", file ? "'" : "");
	}
	if (p.end < r->end)
		stats_cut(r->stats, p.end);
	r->end = p.end;
	r->seeking = p.seeking;
	if (processes_number(processes_of(r->s)))
		return true;
	r->seconds = p.seconds;
	r->cpu_seconds = p.cpu_seconds;
	return true;
}

static bool read_record(struct simulation_run *r, uint32_t record, uint32_t index, struct state *s, char why[NETWORK_WHY])
{
	if (record == RECORD_RUN)
		return read_run(r, s, why);
	if (record > RECORD_SAMPLES || !network_cycle(r->n))    /* the run is first, and no checkpoint is of its first cycle */
		return false;
	if (record < NETWORK_RECORDS)
		return network_read(r->n, (enum network_record)record, index, s);
	if (record == RECORD_SAMPLES) {
		if (r->samples)
			samples_state(r->samples, s);
		return !s->failed;
	}
	if (!processes_number(processes_of(r->s)))
		stats_state(r->stats, s);
	return !s->failed;
}

bool simulation_restart(struct simulation_run *r, char why[NETWORK_WHY])
{
	struct checkpoint c;
	struct state s = { .reading = true };
	uint32_t record, index;
	bool good = true;

	if (!checkpoint_open(&c, r->s->restart, r->s->checkpoint_of, r->s->checkpoint_key, processes_of(r->s), why))
		return false;
	snprintf(why, NETWORK_WHY, "--restart: '%.100s' cannot be taken over: not enough memory, or not what such a network can be in", r->s->restart);
	while (checkpoint_next(&c, &record, &index, &s))
		good = good && read_record(r, record, index, &s, why);
	good &= !s.failed;
	checkpoint_close(&c);
	state_free(&s);
	network_resume(r->n);
	return processes_agree(processes_of(r->s), good, why, NETWORK_WHY);
}
