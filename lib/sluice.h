#ifndef SLUICE_H
#define SLUICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/*
 * libsluice: the C model of a switch, stepped cycle by cycle, and whole networks of such switches. C99 and C++. docs/use/library.md has a first program.
 *
 * Nothing is printed, no signal is handled, and nothing exits. What may be wrong in a call is said by its result, with one line of text in why[],
 * which is left alone otherwise: the line of the command `sluice` without "sluice: " in front.
 *
 * Threads: there is no state but that behind the handles. Different handles may be used by different threads at the same time, one handle by one
 * thread at a time. Numbers are read and written with a decimal point, whatever the locale.
 */
enum { SLUICE_WHY = 512 };

/* "0.3.0", or "0.3.0.dev0" before that release: the version of the command of the same sources. */
const char *sluice_version(void);

/*
 * An option of `sluice gen` or `sluice sim`, as on the command line but without dashes in front; in the name, dashes and underscores are the same.
 * value: NULL for a flag. As there, "config" names a file of parameters, wherever it stands, and parameters given by themselves override it.
 */
struct sluice_option {
	const char *name, *value;
};

/* ---- Networks ---- */

struct sluice_network;

/* What `sluice sim` would run with these options. NULL: an option is wrong, or memory is short, and why. Files and the Verilog (--json, --csv-*,
 * --backend rtl) are the command's alone. */
struct sluice_network *sluice_network_new(const struct sluice_option *options, size_t n, char why[SLUICE_WHY]);
void sluice_network_free(struct sluice_network *);

/* Cycles that have been run; and all that have traffic, the option --cycles: of a trace that runs to its end, the least that there may be, until it is there. */
uint64_t sluice_network_cycle(const struct sluice_network *);
uint64_t sluice_network_cycles(const struct sluice_network *);

/*
 * Runs so many cycles more, or as many as are left; with the last of them also until the network is empty, and then there are results. They are the
 * same however a run is divided. Returns whether there is more to run.
 */
bool sluice_network_run(struct sluice_network *, uint64_t cycles);

/* Ends the run early, at most the length of a packet and a few cycles from now, and empties the network: results are those of a run with so many --cycles,
 * traffic_cycles, but that complete is false. */
void sluice_network_stop(struct sluice_network *);

/* Did the check of the run hold (all packets arrived, once and in order)? If not, why says what went wrong; there are results nevertheless. Of a run
 * that has not ended: false. */
bool sluice_network_good(const struct sluice_network *, char why[SLUICE_WHY]);

/*
 * A result, or a value of the configuration, by its name in the JSON: "accepted_load"; inside of objects "config.load", "config.switch.radix".
 * text: as the JSON has it, but of a word without quotes. number: of a number its value, of a flag 0 or 1, otherwise NaN.
 */
enum sluice_kind { SLUICE_NUMBER, SLUICE_WORD, SLUICE_FLAG, SLUICE_NULL };

struct sluice_result {
	const char *name, *text;        /* until the network is freed */
	enum sluice_kind kind;
	double number;
};

/* How many there are: 0 before the end of the run. One of them, in the order of the JSON; one by its name. False: there is none. */
size_t sluice_network_results(const struct sluice_network *);
bool sluice_network_result(const struct sluice_network *, size_t index, struct sluice_result *);
bool sluice_network_find(const struct sluice_network *, const char *name, struct sluice_result *);

/* The text that `sluice sim --json` writes, byte by byte but for cpu_seconds and elapsed_seconds, which are measured. NULL before the run's end. */
const char *sluice_network_json(const struct sluice_network *);

/* The text of `sluice sim --csv-series`, "series", or likewise "histogram" or "nodes", without the lines of the configuration, which begin with '#'.
 * To be freed by free(). NULL: before the end of the run, no such name, or memory is short. */
char *sluice_network_csv(const struct sluice_network *, const char *what);

/* ---- One switch ---- */

/* The C model of a switch, bit-accurate to the Verilog of `sluice gen` with the same options. */
struct sluice_model;

/* In its reset state, cycle 0. NULL: a parameter is wrong, and why. */
struct sluice_model *sluice_model_new(const struct sluice_option *parameters, size_t n, char why[SLUICE_WHY]);
void sluice_model_free(struct sluice_model *);

unsigned sluice_model_ports(const struct sluice_model *);
uint64_t sluice_model_cycle(const struct sluice_model *);

/*
 * A packet, by the fields of its header (spec/header.def); those that the scheme has not are 0. Its flits follow each other on the link without being
 * named. Of a wormhole router each flit is sent and leaves by itself: vc and flit say which it is.
 */
struct sluice_packet {
	uint64_t turnpool;              /* turns still to take, the next one lowest; from a host to its network interface: the destination */
	uint64_t tag;                   /* yours: it is not in the header, and payload is drawn from it */
	uint32_t turns_left;
	uint32_t destination;           /* with routing tables; voqnet-qos: at the end of its route; wormhole: coordinates, that of dimension 0 lowest */
	uint32_t queue;                 /* static queues, priorities: that which the packet enters */
	uint32_t sl, flits, source;
	uint32_t vc, flit;              /* of a wormhole router only */
};

/* A message of the reverse side band, by the fields of spec/message.def; those that the scheme has not are 0. */
struct sluice_message {
	uint64_t turns;
	uint32_t xoff, line, queue, levels, len, hops, destination;
	uint32_t stop, full, flow;
};

/* A word of the routing table: output port, and queue at the next hop where queues are static; of a network interface turns and their number, or in
 * static-nic the queue alone. */
struct sluice_word {
	uint64_t turns;
	uint32_t turns_left, port, queue;
};

/* The position of a wormhole router (pin `at`), before the first step; 0 unless it is set. */
bool sluice_model_position(struct sluice_model *, uint32_t at, char why[SLUICE_WHY]);

/* Writes the routing table: before the first step any number of words; afterwards one in a step. */
bool sluice_model_configure(struct sluice_model *, uint32_t destination, const struct sluice_word *, char why[SLUICE_WHY]);

/*
 * What the links bring in the cycle that the next step runs. send: a header is on rx_* of this port, or of a wormhole router a flit. credit:
 * tx_credit of this port, for this queue, VC, or of a wormhole router VCs, a bit each, where credits name them; otherwise 0. message: tx_msg_*.
 * A credit counts for senders from the cycle after the one in which an output shows it, and can be given from the cycle after the one that shows the
 * header. The contract of the link (docs/internals/microarchitecture-slots.md and the page of the scheme, section 1) is checked: what breaks it is refused, and why.
 */
bool sluice_model_send(struct sluice_model *, unsigned port, const struct sluice_packet *, char why[SLUICE_WHY]);
bool sluice_model_credit(struct sluice_model *, unsigned port, uint32_t what, char why[SLUICE_WHY]);
bool sluice_model_message(struct sluice_model *, unsigned port, const struct sluice_message *, char why[SLUICE_WHY]);

/* Would the link and its credits allow this packet? As sluice_model_send(), but nothing is sent, and there is no text. */
bool sluice_model_may_send(const struct sluice_model *, unsigned port, const struct sluice_packet *);

/* Runs one cycle. */
void sluice_model_step(struct sluice_model *);

/*
 * What the outputs show in the cycle that comes next, as registers hold it: a header on tx_* of a port (of a wormhole router, any flit); rx_credit,
 * for what; rx_msg_*. To connect two switches, bring it to the other one's same cycle, or a later one. False: nothing. The pointer may be NULL.
 */
bool sluice_model_sent(const struct sluice_model *, unsigned port, struct sluice_packet *);
bool sluice_model_credited(const struct sluice_model *, unsigned port, uint32_t *what);
bool sluice_model_told(const struct sluice_model *, unsigned port, struct sluice_message *);

/* Is nothing left in the switch: no packet, no line, no credit that is not back? */
bool sluice_model_drained(const struct sluice_model *);

/*
 * Registers, by hierarchical names below the switch as manifest.json has them: "g_in[3].iport.mu.head_q"; the read register of a memory:
 * "g_in[3].iport.mmu.data_mem.rdata_q". Values are 32-bit words, the lowest first, as at the beginning of the cycle that comes next.
 */
enum { SLUICE_NAME = 192 };

struct sluice_register {
	char name[SLUICE_NAME];
	unsigned width, words;          /* bits; 32-bit words */
	bool known;                     /* false: the read register of a memory that has not been read; its value means nothing */
};

size_t sluice_model_registers(const struct sluice_model *);
bool sluice_model_register(const struct sluice_model *, size_t index, struct sluice_register *);
size_t sluice_model_find(const struct sluice_model *, const char *name);        /* its index; sluice_model_registers(): there is none */
bool sluice_model_read(const struct sluice_model *, size_t index, uint32_t *words);

/* An output pin by its name in spec/ports.def ("tx_valid", "rx_msg_line"), of one port, as words of which there is so much room. Returns its width in
 * bits; 0: the switch has no such output, or the room is too small. Pins beside a valid pin mean something only while that is set. */
unsigned sluice_model_pin(const struct sluice_model *, const char *pin, unsigned port, uint32_t *words, size_t room);

/* Counts since reset. */
struct sluice_counts {
	uint64_t sent, delivered;       /* packets (wormhole: flits) that entered by the links, that left */
	uint64_t detections, notifications, notifications_lost, packets_set_aside, xoff_sent, xon_sent, xoff_received;
	uint64_t lines_in_use, lines_peak;
};

struct sluice_counts sluice_model_counts(const struct sluice_model *);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
