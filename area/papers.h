#pragma once

#include "inventory.h"

/*
 * Memory figures of the papers, for comparison. The tables hold the printed numbers.
 */

/* OBQA, table 3: data memory of an input port, two packets of 64 bytes a queue, 45 nm, one read and one write port, 8 bits. */
struct obqa_row {
	const char *scheme;
	unsigned queues, bytes;
	double mm2;
};

enum { OBQA_ROWS = 9, OBQA_SIZES = 6 };

extern const struct obqa_row obqa_table3[OBQA_ROWS];

/* Possible settings of the authors' CACTI 5.3. cacti7: result of CACTI 7 with them, as a ratio to the paper, largest size first. */
struct obqa_calibration {
	const char *name;
	struct price_setup setup;
	unsigned read_write;                    /* ports besides one that reads and one that writes */
	double cacti7[OBQA_SIZES];
};

enum { OBQA_CALIBRATIONS = 4 };

extern const struct obqa_calibration obqa_calibrations[OBQA_CALIBRATIONS];

/* The memory of a row, with the ports of a calibration. */
struct memory obqa_memory(const struct obqa_row *row, const struct obqa_calibration *c);

/* Index of the row's size in cacti7. */
unsigned obqa_size(const struct obqa_row *row);

/* RECN-IQ, 2.1: slots of 64 bytes of a switch with N ports and 4 set-aside queues, before and with it. */
struct recn_iq_memory {
	unsigned ports, saqs;
	unsigned input_slots, output_slots;     /* before: of a port; with RECN-IQ the output slots are those of its input */
	unsigned detection_before, detection;   /* queues of the switch */
};

struct recn_iq_memory recn_iq_memory(unsigned ports, unsigned saqs);

/*
 * FBICM, 3.3: storage of a switch for each destination, from its manifest: an output port (OP), and the lists of congestion management, those of
 * the output ports (CLOP), those of the input ports (CLIP), and the destinations for which input ports have sent an Xoff (NSB).
 */
enum fbicm_list { FBICM_OP, FBICM_CLOP, FBICM_CLIP, FBICM_NSB, FBICM_LISTS };

struct fbicm_table {
	unsigned destinations;
	struct inventory_storage list[FBICM_LISTS];
};

bool fbicm_table(unsigned destinations, unsigned ports, unsigned cfqs, struct fbicm_table *t, char why[PRICE_WHY]);

/* Bits of an entry in one list. The paper has one table per switch, so OP and CLOP count once there; in our switch each port has a copy. */
unsigned fbicm_bits(const struct fbicm_table *t, enum fbicm_list list, bool as_built);

/* The paper with QoS, table 1: area of a switch by components, mm2 at 0.18 and 0.13 um. */
enum { QOS_NODES = 2, QOS_COMPONENTS = 3 };

struct qos_component {
	const char *name;
	double mm2[QOS_NODES];
};

extern const unsigned qos_nm[QOS_NODES];
extern const struct qos_component qos_table1[QOS_COMPONENTS], qos_total;

/* The switch of the table, as we build it: 8 ports, 2 VCs of 16 KB at each side. */
struct params qos_switch(void);

/* What its buffers need beside flits, which the table leaves out, of the input sides: registers and memories of its manifest. The output sides
 * have as much. */
enum { QOS_PARTS = 9 };

struct qos_part {
	const char *name;
	struct inventory_storage storage[QOS_PARTS];    /* ends with name NULL */
};

enum { QOS_BESIDE = 5 };
extern const struct qos_part qos_beside[QOS_BESIDE];

/* Bits of a part, of a VC and side. false: says why. */
bool qos_bits(const struct qos_part *part, double *bits, char why[PRICE_WHY]);
