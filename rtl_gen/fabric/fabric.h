#pragma once

#include "manifest.h"

/*
 * Verilog of a whole network: switches, links between them, and end nodes, as the module <name>_fabric. What is connected to what, and the words of
 * all routing tables, are the caller's; nothing is known of topologies here.
 */
enum { FABRIC_WHY = PARAMS_WHY, FABRIC_NODES = 1024 };  /* FABRIC_NODES: at most */

/* What is at the far end of a port of a switch. */
struct fabric_end {
	enum { FABRIC_NOTHING, FABRIC_SWITCH, FABRIC_NODE } is;
	unsigned index, port;           /* port: of a switch */
};

/* Fields of a word of a table: the output port or route, and what stands beside it. */
struct fabric_word {
	uint64_t first;                 /* cfg_port, or the port in cfg_data; cfg_turns; cfg_queue */
	unsigned second;                /* the queue in cfg_data; cfg_left */
};

struct fabric {
	const struct params *sw;        /* of every switch */
	const struct params *nic;       /* of every network interface; its name is another one. NULL: nodes are links of the fabric */
	const char *topology;           /* for readers: "ktree, k = 4, n = 2" */
	const char *topology_options;   /* for commands: "--topology ktree --k 4 --n 2" */
	unsigned switches, nodes;       /* nodes: at most FABRIC_NODES */
	unsigned stages;                /* registers on a link, each way */
	const struct fabric_end *end;   /* by switch, radix each */
	const struct fabric_word *switch_word;  /* by switch, `nodes` each; NULL: switches have no table */
	const struct fabric_word *node_word;    /* by node, likewise */
};

/* All Verilog files, that of the fabric last. None: out of memory, or why says what does not fit. */
struct rtl_files fabric_generate(const struct fabric *, char why[FABRIC_WHY]);

/*
 * What goes with them: a testbench in plain Verilog, tb/<name>_fabric_tb.v, of fabrics with network interfaces; descriptions for other tools
 * (packaging/packaging.h). None: out of memory.
 */
struct rtl_files fabric_packaging(const struct fabric *, const struct rtl_files *rtl);
