// Input port: its units and their wiring. It does not depend on the number of the port.
module iport #(
`include "wiring/slots/iport_destinations.vh"

`ifdef LISTS_RAM
localparam UNSTAMPED_W = PORT_W + FLITS_W + DESTINATION_W;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_destination, rx_flits, rx_port};
`else
localparam UNSTAMPED_W = PORT_W + FLITS_W;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_flits, rx_port};
`endif

`include "wiring/slots/request.vh"

localparam HDR_W = PORT_W + DESTINATION_W;

wire [SLOT_W-1:0]        rx_slot;
`ifdef LISTS_RAM
wire [DESTINATION_W-1:0] fetch_destination, notify_destination;
wire [CFQS-1:0]          stop, row, dirty;
`else
wire [HDR_W-1:0]         rx_hdr = {rx_destination, rx_port};
wire [QUEUES*SLOT_W-1:0] head;
wire                     nsb;
`endif

`include "wiring/slots/moved_queues.vh"

// CAM: congested points known to this port, by destinations.
dcam_in #(.RADIX(RADIX), .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .HOPS(HOPS)) dcam_in (
  .clk(clk), .rst(rst),
`ifdef LISTS_RAM
  .row(row), .dirty(dirty), .stop(stop), .notify_destination(notify_destination),
`else
  .hdr_destination(hdr[HDR_W-1:PORT_W]), .move(ppu_dst[QUEUES-1:COLD]), .nsb(nsb),
`endif
  .count(line_count), .hdr_port(hdr[PORT_W-1:0]), .notify_next(notify_next),
  .notify_next_port(notify_next_port), .notify_next_len(notify_next_len), .notify_next_line(notify_next_line),
  .notify_next_destination(notify_next_destination), .xon_valid(xon_valid), .xon_line(xon_line), .detect(detect),
  .detect_port(turn), .sent_set(sent_set), .sent_clear(sent_clear), .match(match), .live(live), .alloc(alloc),
  .xoff(xoff), .sent_xoff(sent_xoff), .notify(notify), .len(line_len)
);

`ifdef LISTS_RAM
// Lists of destinations, in memory. A line in use and a line with a list that is not clear are both not free.
wire             no_free_line = ~|alloc;
wire [CFQS-1:0]  enters       = ppu_dst[QUEUES-1:COLD];

clip #(.CFQS(CFQS), .NODES(NODES)) clip (
  .clk(clk), .rst(rst), .live(live), .notify_next(notify_next), .notify_next_destination(notify_next_destination),
  .stop(stop), .notify_destination(notify_destination), .sent_set(sent_set), .rx_msg_valid(rx_msg_valid),
  .rx_msg_xoff(rx_msg_xoff), .dirty(dirty), .fetch_queue(fetch_queue), .fetch_destination(fetch_destination), .row(row)
);
`else
wire             no_free_line = &live;
wire [CFQS-1:0]  enters       = ppu_dst[QUEUES-1:COLD] & {CFQS{~nsb}};  // upstream may still send to its destination
`endif

wire                     detectable = ready;
wire [DESTINATION_W-1:0] entered    = hdr[HDR_W-1:PORT_W];

`include "wiring/slots/detect.vh"

`include "wiring/slots/stop_destinations.vh"

`include "wiring/slots/schedule.vh"

endmodule
