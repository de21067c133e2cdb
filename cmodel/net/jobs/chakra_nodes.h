#pragma once

#include "job_graph.h"
#include "text.h"

/* The nodes of one file of a Chakra trace: what each is, and what it waits for. */
enum chakra_type {
	CHAKRA_INVALID, CHAKRA_METADATA, CHAKRA_MEM_LOAD, CHAKRA_MEM_STORE, CHAKRA_COMP, CHAKRA_SEND, CHAKRA_RECV, CHAKRA_COLL, CHAKRA_STORAGE, CHAKRA_BATCH,
	CHAKRA_CHECKPOINT, CHAKRA_TYPES
};

enum chakra_coll {
	CHAKRA_ALL_REDUCE, CHAKRA_REDUCE, CHAKRA_ALL_GATHER, CHAKRA_GATHER, CHAKRA_SCATTER, CHAKRA_BROADCAST, CHAKRA_ALL_TO_ALL, CHAKRA_REDUCE_SCATTER,
	CHAKRA_REDUCE_SCATTER_BLOCK, CHAKRA_BARRIER, CHAKRA_COLLS
};

/* Attributes that are numbers. */
enum chakra_number { CHAKRA_COMM_TYPE, CHAKRA_COMM_SIZE, CHAKRA_COMM_SRC, CHAKRA_COMM_DST, CHAKRA_COMM_TAG, CHAKRA_NUMBERS };
enum { HAS_GROUP = 1 << CHAKRA_NUMBERS };

struct chakra_node {
	uint64_t id, at, micros;        /* at: byte of the file */
	uint64_t type;
	uint64_t number[CHAKRA_NUMBERS];
	unsigned has;                   /* bits: attributes that it has, and HAS_GROUP */
	unsigned group;                 /* of a job_file; `groups`: all ranks */
	uint32_t first_dep, deps;       /* in dep[] */
};

struct chakra_nodes {
	struct stock memory;
	struct chakra_node *of;         /* by id */
	uint64_t *dep;                  /* ids; once all are read, places in of[] */
	uint32_t n, n_dep;
};

/* Reads a file, and sorts its nodes. False: why is told; in messages the line is a byte of the file. */
bool chakra_nodes_read(struct chakra_nodes *, struct text_lines *, const struct job_file *, struct text);
