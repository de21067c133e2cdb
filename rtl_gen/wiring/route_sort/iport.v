// Input port: its units and their wiring. It does not depend on the number of the port.
module iport #(
`include "wiring/slots/iport_routes.vh"

wire [SLOT_W-1:0]  slot;
`ifndef SET_ASIDE
wire [QUEUES-1:0]  enter = arrive;
`endif

`include "wiring/slots/sorted_queues.vh"

`ifdef SET_ASIDE
wire [SAQS*POOL_W-1:0] line_turns;

// CAM: congested points known to this port.
cam_sort #(.RADIX(RADIX), .SAQS(SAQS), .QUEUES(QUEUES), .SLOTS(SLOTS), .TURNPOOL_BITS(TURNPOOL_BITS)) cam_sort (
  .clk(clk), .rst(rst),
  .count(count), .count_next(count_next), .pop(pop), .arrive(arrive), .rx_turns(rx_data[POOL_W-1:0]),
  .rx_left(rx_data[TURNPOOL_BITS +: LEN_W]), .notify_next(notify_next), .notify_next_turns(notify_next_turns),
  .notify_next_len(notify_next_len), .notify_next_line(notify_next_line), .xon_valid(xon_valid),
  .xon_line(xon_line), .detect(detect), .turn(turn), .sent_set(sent_set), .sent_clear(sent_clear), .enter(enter),
  .notify(notify), .no_free_line(no_free_line), .own(own), .held_next(held_next), .sent_xoff(sent_xoff), .turns(line_turns),
  .len(line_len)
);

// A line without packets sends no Xoff.
wire [SAQS-1:0] live = {SAQS{1'b1}};

`include "wiring/slots/detect.vh"

`include "wiring/slots/stop_routes.vh"
`else
wire [QUEUES-1:0] servable = present;
`endif

`include "wiring/slots/schedule_sorted.vh"

endmodule
