#pragma once

#include "law_register.h"

/* The registers of a side of ports that have two, where its units stand. */
enum { LAW_IN, LAW_OUT, LAW_SIDES };   /* of a switch */

#define LAW_SIDE_REGISTERS \
	OF(hru, valid) OF(hru, sl) OF(hru, vc) OF(hru, flits) \
	OF(cmu, fresh) OF(cmu, hand_valid) OF(cmu, refill) OF(cmu, ring_count) OF(cmu, wr_left) OF(cmu, wr_vc) OF(cmu, wr_flit)     /* write side */ \
	OF(cmu, rd_left) OF(cmu, rd_vc) OF(cmu, rd_flit) OF(cmu, idle) OF(cmu, long_begun) OF(cmu, credit) OF(cmu, credit_vc)       /* read side */ \
	OF(cqu, fill) OF(cqu, head_flits) OF(cqu, head_turn) OF(cqu, present) OF(cqu, fits) OF(cqu, popping) OF(cqu, pop) \
	OF(scam, turns) OF(scam, len) OF(scam, level) OF(scam, xoff) OF(scam, out_queue) OF(scam, sent) OF(scam, wait) OF(scam, behind) \
	OF(scam, notify) OF(scam, notify_level) OF(scam, notify_turns) OF(scam, notify_len) OF(scam, notify_queue)                  /* what is to act */ \
	OF(sfcu, entered) OF(sfcu, told) OF(sfcu, msg) OF(sfcu, msg_xoff) OF(sfcu, msg_levels) OF(sfcu, msg_queue)

struct law_side {
#define OF(unit, name) struct law_register name;
	LAW_SIDE_REGISTERS
#undef OF
};

struct law_side law_side_find(struct law_place, enum site hru, enum site cmu, enum site cqu, enum site scam, enum site sfcu);
void law_sides_find(struct law_side[LAW_SIDES], struct law_place);      /* those of a switch */
