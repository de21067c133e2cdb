#pragma once

#include "law_register.h"

/* Registers that laws and counts of an RTL switch look at, by what its memories have. */

/* Of a switch that counts slots: OF(name here, "register", the sites of which one can have it). */
#define LAW_CAMS SITE_cam_in, SITE_dcam_in, SITE_cam_sort, SITE_dcam_sort
#define LAW_SLOT_REGISTERS \
	/* memory and queues of inputs; output ports */ \
	OF(free, "free_q", SITE_mmu) OF(left, "rd_left_q", SITE_pmu, SITE_mmu) OF(reading, "rd_queue_q", SITE_pmu) OF(entering, "enter_q", SITE_rt) \
	OF(arriving, "arrive_q", SITE_dt) OF(count, "count_q", SITE_qmu, SITE_smu, SITE_mu) OF(popped, "pop_q", SITE_qmu, SITE_smu, SITE_mu) \
	OF(present, "present_q", SITE_smu) OF(used, "used_q", SITE_qcu) OF(taken, "taken_q", SITE_qcu) OF(credits, "credits_q", SITE_oport) OF(open, "open_q", SITE_oport) \
	/* heads */ \
	OF(ready, "ready_q", SITE_ru) OF(open_turns, "open_q", SITE_smu, SITE_ru) OF(turn, "turn_q", SITE_smu, SITE_ru) OF(stamp, "stamp_q", SITE_qmu, SITE_smu, SITE_ru) \
	OF(port, "port_q", SITE_qmu) OF(port_onehot, "port_onehot_q", SITE_ru) OF(has_credit, "credit_q", SITE_qmu) OF(has_two_credits, "two_credits_q", SITE_qmu) \
	OF(long_begun, "long_begun_q", SITE_mmu) OF(detect, "detect_q", SITE_cdu) OF(now, "now_q", SITE_stamp) \
	/* lines, and what is to act on them; xon_limit: of a switch with registers on a bus, the Xon threshold */ \
	OF(xoff, "xoff_q", LAW_CAMS) OF(sent, "sent_xoff_q", LAW_CAMS) OF(len, "len_q", LAW_CAMS) OF(points, "turns_q", LAW_CAMS) OF(output, "port_q", LAW_CAMS) \
	OF(out_line, "out_line_q", LAW_CAMS) OF(clip, "clip_q", LAW_CAMS) OF(wait, "wait_q", LAW_CAMS) OF(behind, "behind_q", LAW_CAMS) \
	OF(notify, "notify_q", LAW_CAMS) OF(notify_len, "notify_len_q", LAW_CAMS) OF(notify_turns, "notify_turns_q", LAW_CAMS) OF(notify_port, "notify_port_q", LAW_CAMS) \
	OF(notify_line, "notify_line_q", LAW_CAMS) OF(notify_destination, "notify_destination_q", LAW_CAMS) OF(xon_limit, "xon_limit_q", SITE_rfcu, SITE_drfcu) \
	OF(stopped, "stopped_q", SITE_cam_out, SITE_dcam_out) OF(xon, "xon_valid_q", SITE_cam_out, SITE_dcam_out) OF(xon_line, "xon_line_q", SITE_cam_out, SITE_dcam_out)

struct law_slots {
#define OF(name, ...) struct law_register name;
	LAW_SLOT_REGISTERS
#undef OF
};

struct law_slots law_slots_find(struct law_place);

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
