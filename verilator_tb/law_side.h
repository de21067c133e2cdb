#pragma once

#include "law_register.h"

/* The registers of a side of ports that have two, where its units stand. */
enum { LAW_IN, LAW_OUT, LAW_SIDES };

struct law_side {
	struct law_register valid, sl, vc, flits;                                               /* hru */
	struct law_register fresh, hand_valid, refill, ring_count, wr_left, wr_vc, wr_flit;     /* cmu: write side */
	struct law_register rd_left, rd_vc, rd_flit, idle, long_begun, credit, credit_vc;       /* ... read side */
	struct law_register fill, head_flits, head_turn, present, fits, popping, pop;           /* cqu */
	struct law_register points, len, level, xoff, out_queue, sent, wait, behind;            /* scam */
	struct law_register notify, notify_level, notify_turns, notify_len, notify_queue;       /* ... what is to act */
	struct law_register told, msg, msg_xoff, msg_levels, msg_queue;                         /* sfcu */
};

struct law_side law_side_find(struct law_place, enum site hru, enum site cmu, enum site cqu, enum site scam, enum site sfcu);
