// Input port: its units and their wiring. It does not depend on the number of the port.
module iport #(
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
wire                      idle, notify, detect, own, no_free_line;
wire [QUEUES-1:0]         pop, held, held_next;
wire [TURN_W-1:0]         turn = turns[TURN_W-1:0];      // of the cold queue's head
wire [TURN_W-1:0]         pop_turn;
wire [QUEUES*COUNT_W-1:0] count_next;
wire [SAQS-1:0]           sent_xoff, sent_set, sent_clear;
wire [SAQS*POOL_W-1:0]    line_turns;
wire [SAQS*LEN_W-1:0]     line_len;
`ifdef BY_OUTPUT
wire [QUEUES-1:0]         req_queue;
wire [RADIX-1:0]          wanted;
`endif

`include "wiring/slots/queues.vh"

assign servable = present & ~held;
`else
assign enter    = arrive;
assign servable = present;
`endif

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

`include "wiring/slots/sorted_queues.vh"

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

// An output whose line exists needs no other. A line without packets sends no Xoff.
wire            detectable = present[0] & ~own;
wire [SAQS-1:0] live       = {SAQS{1'b1}};

`include "wiring/slots/detect.vh"

`include "wiring/slots/stop_routes.vh"
`endif

`include "wiring/slots/schedule_sorted.vh"

endmodule
