#pragma once

#include "trace_text.h"

/*
 * A trace, checked as a whole and sorted by source. The text is read once, line by line, from a file or a pipe; its messages
 * go to a temporary file without a name (in TMPDIR, 16 bytes each), which is mapped: a trace need not fit in memory.
 */
struct trace_config {
	const char *path;
	unsigned nodes;
	bool own;                       /* a node may send to itself */
	bool from_first;                /* the time of the first message is 0 */
	unsigned flit_bits;
	double cycle;                   /* time units of the trace in a cycle, > 0 */
	uint64_t end;                   /* messages in or after this cycle are checked and left out */
};

struct trace_message {
	uint64_t cycle;
	uint32_t destination;
	uint32_t flits;                 /* bytes / flit, rounded up */
};

struct trace {
	struct trace_message *message;  /* sorted by source, then as in the file */
	uint64_t n;
	uint64_t *first;                /* nodes + 1: messages of node i are first[i] to first[i + 1] - 1 */
	uint64_t late;                  /* messages in or after the end, which were left out */
};

/* Read a trace. NULL: why says what is wrong, with file and line. */
struct trace *trace_open(const struct trace_config *, char why[TRACE_WHY]);
void trace_close(struct trace *);

/*
 * Cycles after which all messages are sent, if the network holds back no source, and a source sends a flit in so many cycles. The file is read for that, so
 * it must be one that can be read again: not a pipe. False: why; also where that is later than `end`.
 */
bool trace_cycles(const struct trace_config *, double flit_cycles, uint64_t *cycles, char why[TRACE_WHY]);

/* Messages of the file in or after a cycle. */
uint64_t trace_late(const struct trace *, uint64_t cycle);

/* Packets of at most so many flits that the messages before a cycle make. */
uint64_t trace_packets(const struct trace *, uint64_t cycle, unsigned flits);
