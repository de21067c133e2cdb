// Input port: its units and their wiring. It does not depend on the number of the port.
`default_nettype none
`include "wiring/slots/iport_destinations.vh"

wire                     header = rx_valid & rx_head;
wire [DESTINATION_W-1:0] destination = rx_data[DESTINATION_W-1:0];

localparam UNSTAMPED_W = PORT_W + FLITS_W;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_flits, rx_port};
`include "wiring/slots/request.vh"

// ----------------------------------------------------------------------------
// Nets between the units.
wire                      granted, popping, idle, rd_idle_next, long_begun, ready, notify, detect, own, no_free_line;
wire [QUEUES-1:0]         enter, gnt_queue, pop, held, held_next, present;
wire [SLOT_W-1:0]         rx_slot, pop_slot;
wire [FLITS_W-1:0]        pop_flits;
wire [PORT_W-1:0]         turn, pop_turn;
wire [QUEUES*COUNT_W-1:0] count, count_next;
wire [RADIX-1:0]          open;
wire [QUEUES*PORT_W-1:0]  turns;
wire [QUEUES*FLITS_W-1:0] flits;
wire [CFQS-1:0]           sent_xoff, sent_set, sent_clear;
wire [CFQS*LEN_W-1:0]     line_len;

wire [QUEUES-1:0] servable = present & ~held;

`ifdef BY_OUTPUT
wire [QUEUES-1:0] req_queue;          // queue of the requesting head
wire [RADIX-1:0]  wanted;             // outputs that heads want
`endif

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

// Mapping: the queues as linked lists of slots, and the requests of their first packets.
smu #(
  .RADIX(RADIX), .SAQS(CFQS), .SLOTS(SLOTS),
`ifdef STAMPS
  .STAMP_W(STAMP_W),
`endif
  .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)
) smu (
  .clk(clk), .rst(rst), .slot(slot), .rx_req(rx_req), .enter(enter), .gnt_queue(gnt_queue), .granted(granted), .req(req),
  .req_flits(req_flits), .open_next(open_next), .rd_idle_next(rd_idle_next),
`ifdef STAMPS
  .stamp(stamp),
`else
  .req_queue(req_queue), .wanted(wanted),
`endif
  .pop(pop), .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .pop_turn(pop_turn), .count(count),
  .held_next(held_next), .count_next(count_next), .held(held), .ready(ready), .turn(turn), .present(present), .open(open),
  .turns(turns), .flits(flits)
);

`ifdef LISTS_RAM
// Lists of destinations, in memory. A line is swept when it has been given up.
wire [DESTINATION_W-1:0] notify_destination;
wire [CFQS-1:0]          arrive_row, notify_row, dirty, learn, valid;

genvar l;
generate
  for (l = 0; l < CFQS; l = l + 1) begin : g_valid
    assign valid[l] = |line_len[l*LEN_W +: LEN_W];
  end
endgenerate

clip #(.CFQS(CFQS), .NODES(NODES)) clip (
  .clk(clk), .rst(rst), .live(valid), .notify_next(notify_next), .notify_next_destination(notify_next_destination),
  .stop(learn), .notify_destination(notify_destination), .sent_set(sent_set), .rx_msg_valid(rx_msg_valid),
  .rx_msg_xoff(rx_msg_xoff), .dirty(dirty), .header(header), .destination(destination), .arrive_row(arrive_row),
  .notify_row(notify_row)
);
`endif

// CAM: congested points known to this port, by destinations.
dcam_sort #(.RADIX(RADIX), .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .HOPS(HOPS)) dcam_sort (
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

`include "wiring/registers/iport.vh"

// Congestion detection. An output whose line exists needs no other.
cdu #(.RADIX(RADIX), .SLOTS(SLOTS), .DETECT_THRESHOLD(DETECT_THRESHOLD)) cdu (
`include "wiring/registers/detect.vh"
  .clk(clk), .rst(rst), .count(count[COUNT_W-1:0]), .ready(ready & ~own), .turn(turn),
  .no_free_line(no_free_line), .granted(granted), .notify_next(notify_next), .notify(notify), .idle(idle),
  .popping(popping), .pop_turn(pop_turn), .detect(detect)
);

// Flow control of set-aside queues towards upstream, by destinations.
drfcu #(
  .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .HOPS(HOPS)
) drfcu (
`include "wiring/registers/stops.vh"
  .clk(clk), .rst(rst), .count(count[QUEUES*COUNT_W-1:COUNT_W]), .sent_xoff(sent_xoff), .line_len(line_len),
  .enter(enter[QUEUES-1:1]), .hdr_destination(rx_destination), .sent_set(sent_set), .sent_clear(sent_clear),
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line), .rx_msg_hops(rx_msg_hops),
  .rx_msg_destination(rx_msg_destination)
);

`include "wiring/slots/schedule_sorted.vh"

endmodule
`default_nettype wire
