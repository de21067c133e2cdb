#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Traces of disk input and output, drawn: clients think, then ask one server for a run of blocks, one soon after the other,
 * and think again when the last answer has come. A read is a short request and a long reply, a write a long request and a
 * short reply. A server works on one request at a time; what its cache does not hold costs a seek, the following blocks of a
 * run only the transfer. A client sends half of its runs to its home server.
 */
struct trace_make_config {
	unsigned nodes, servers;        /* 1 <= servers < nodes; spread evenly over the nodes */
	uint64_t seed;
	uint64_t duration;              /* ns of trace */
	uint64_t think;                 /* ns, mean */
	unsigned run;                   /* requests, mean, 1..TRACE_RUN / 4 */
	double reads;                   /* share of the runs, 0..1 */
	double cached;                  /* share of the runs that cost no seek, 0..1 */
	unsigned block;                 /* bytes of the smallest transfer. Up to 16 times that, a transfer twice as long is half as frequent */
};

enum { TRACE_RUN = 256 };               /* requests of the longest run */

struct trace_made {
	uint64_t messages, bytes;
	uint64_t last;                  /* ns */
};

/* Write a trace. False: out of memory. Errors of the file are left to ferror(). */
bool trace_make(const struct trace_make_config *, FILE *, struct trace_made *);
