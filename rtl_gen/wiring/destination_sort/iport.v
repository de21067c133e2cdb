// Input port: its units and their wiring. It does not depend on the number of the port.
module iport #(
`include "wiring/slots/iport_destinations.vh"

wire                     header = rx_valid & rx_head;
wire [DESTINATION_W-1:0] destination = rx_data[DESTINATION_W-1:0];

localparam UNSTAMPED_W = PORT_W + FLITS_W;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_flits, rx_port};
`include "wiring/slots/request.vh"

wire [SLOT_W-1:0] rx_slot;

`include "wiring/slots/sorted_queues.vh"

`ifdef LISTS_RAM
// Lists of destinations, in memory. A line is swept when it has been given up.
wire [DESTINATION_W-1:0] notify_destination;
wire [CFQS-1:0]          arrive_row, notify_row, dirty, learn, valid;

genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_valid
  assign valid[l] = |line_len[l*LEN_W +: LEN_W];
end

clip #(.CFQS(CFQS), .NODES(NODES)) clip (
  .clk(clk), .rst(rst), .live(valid), .notify_next(notify_next), .notify_next_destination(notify_next_destination),
  .stop(learn), .notify_destination(notify_destination), .sent_set(sent_set), .rx_msg_valid(rx_msg_valid),
  .rx_msg_xoff(rx_msg_xoff), .dirty(dirty), .header(header), .destination(destination), .arrive_row(arrive_row),
  .notify_row(notify_row)
);
`endif

// CAM: congested points known to this port, by destinations.
dcam_sort #(.RADIX(RADIX), .CFQS(CFQS), .QUEUES(QUEUES), .NODES(NODES), .SLOTS(SLOTS), .HOPS(HOPS)) dcam_sort (
  .clk(clk), .rst(rst),
`ifdef LISTS_RAM
  .arrive_row(arrive_row), .notify_row(notify_row), .dirty(dirty), .learn(learn), .notify_destination(notify_destination),
`else
  .header(header), .destination(destination),
`endif
  .count(count), .count_next(count_next), .pop(pop), .arrive(arrive), .rx_port(rx_port), .notify_next(notify_next),
  .notify_next_port(notify_next_port), .notify_next_len(notify_next_len), .notify_next_line(notify_next_line),
  .notify_next_destination(notify_next_destination), .xon_valid(xon_valid), .xon_line(xon_line), .detect(detect),
  .turn(turn), .sent_set(sent_set), .sent_clear(sent_clear), .enter(enter), .notify(notify),
  .no_free_line(no_free_line), .own(own), .held_next(held_next), .sent_xoff(sent_xoff), .len(line_len)
);

wire [CFQS-1:0]          enters  = enter[QUEUES-1:COLD];
wire [DESTINATION_W-1:0] entered = rx_destination;

`include "wiring/slots/detect.vh"

`include "wiring/slots/stop_destinations.vh"

`include "wiring/slots/schedule_sorted.vh"

endmodule
