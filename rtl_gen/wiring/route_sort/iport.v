// Input port: its units and their wiring. It does not depend on the number of the port.
`default_nettype none
`include "wiring/slots/iport_routes.vh"

// ----------------------------------------------------------------------------
// Nets between the units.
wire                      granted, popping, rd_idle_next, long_begun;
wire [QUEUES-1:0]         enter, gnt_queue, present, servable;
wire [SLOT_W-1:0]         slot, pop_slot;
wire [FLITS_W-1:0]        pop_flits;
wire [RADIX-1:0]          open;
wire [QUEUES*TURN_W-1:0]  turns;
wire [QUEUES*FLITS_W-1:0] flits;

`ifdef SET_ASIDE
wire                      idle, ready, notify, detect, own, no_free_line;
wire [QUEUES-1:0]         pop, held, held_next;
wire [TURN_W-1:0]         turn, pop_turn;
wire [QUEUES*COUNT_W-1:0] count, count_next;
wire [SAQS-1:0]           sent_xoff, sent_set, sent_clear;
wire [SAQS*POOL_W-1:0]    line_turns;
wire [SAQS*LEN_W-1:0]     line_len;
`ifdef BY_OUTPUT
wire [QUEUES-1:0]         req_queue;
wire [RADIX-1:0]          wanted;
`endif

assign servable = present & ~held;
`else
assign enter    = arrive;
assign servable = present;
`endif

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

// Mapping: the queues as linked lists of slots, and the requests of their first packets.
smu #(
  .RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS),
`ifdef STAMPS
  .STAMP_W(STAMP_W),
`endif
  .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)
) smu (
  .clk(clk), .rst(rst), .slot(slot), .rx_req(rx_req), .enter(enter), .gnt_queue(gnt_queue), .granted(granted),
  .req_flits(req_flits), .open_next(open_next), .rd_idle_next(rd_idle_next),
`ifdef SET_ASIDE
  .req(req), .pop_turn(pop_turn), .ready(ready), .turn(turn), .pop(pop), .count(count),
  .held_next(held_next), .count_next(count_next), .held(held),
`endif
`ifdef STAMPS
  .stamp(stamp),
`elsif BY_OUTPUT
  .req_queue(req_queue), .wanted(wanted),
`endif
  .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .present(present), .open(open), .turns(turns),
  .flits(flits)
);

`ifdef SET_ASIDE
// CAM: congested points known to this port.
cam_sort #(.RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS), .TURNPOOL_BITS(TURNPOOL_BITS)) cam_sort (
  .clk(clk), .rst(rst),
  .count(count), .count_next(count_next), .pop(pop), .arrive(arrive), .rx_turns(rx_data[POOL_W-1:0]),
  .rx_left(rx_data[TURNPOOL_BITS +: LEN_W]), .notify_next(notify_next), .notify_next_turns(notify_next_turns),
  .notify_next_len(notify_next_len), .notify_next_line(notify_next_line), .xon_valid(xon_valid),
  .xon_line(xon_line), .detect(detect), .turn(turn), .sent_set(sent_set), .sent_clear(sent_clear), .enter(enter),
  .notify(notify), .no_free_line(no_free_line), .own(own), .held_next(held_next), .sent_xoff(sent_xoff), .turns(line_turns),
  .len(line_len)
);

`include "wiring/registers/iport.vh"

// Congestion detection. An output whose line exists needs no other.
cdu #(.RADIX(RADIX), .SLOTS(SLOTS), .DETECT_THRESHOLD(DETECT_THRESHOLD)) cdu (
`include "wiring/registers/detect.vh"
  .clk(clk), .rst(rst), .count(count[COUNT_W-1:0]), .ready(ready & ~own), .turn(turn),
  .no_free_line(no_free_line), .granted(granted), .notify_next(notify_next), .notify(notify), .idle(idle),
  .popping(popping), .pop_turn(pop_turn), .detect(detect)
);

// Flow control of set-aside queues towards upstream. A line without packets sends no Xoff.
rfcu #(
  .RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS),
  .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .TURNPOOL_BITS(TURNPOOL_BITS)
) rfcu (
`include "wiring/registers/stops.vh"
  .clk(clk), .rst(rst), .count(count[QUEUES*COUNT_W-1:COUNT_W]), .live({SAQS{1'b1}}), .sent_xoff(sent_xoff),
  .line_turns(line_turns), .line_len(line_len), .sent_set(sent_set), .sent_clear(sent_clear),
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line),
  .rx_msg_turns(rx_msg_turns), .rx_msg_len(rx_msg_len)
);
`endif

`include "wiring/slots/schedule_sorted.vh"

endmodule
`default_nettype wire
