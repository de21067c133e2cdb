// Input port: its units and their wiring. It does not depend on the number of the port.
module iport #(
`include "wiring/slots/iport_routes.vh"

wire [SLOT_W-1:0] slot;

`ifdef SET_ASIDE
localparam HDR_W = POOL_W + LEN_W;

wire [HDR_W-1:0]         rx_hdr = {rx_data[TURNPOOL_BITS +: LEN_W], rx_data[POOL_W-1:0]};
wire [QUEUES*SLOT_W-1:0] head;
wire [SAQS*POOL_W-1:0]   line_turns;

`include "wiring/slots/moved_queues.vh"

// CAM: congested points known to this port.
cam_in #(.RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS), .TURNPOOL_BITS(TURNPOOL_BITS)) cam_in (
  .clk(clk), .rst(rst), .count(line_count), .hdr_turns(hdr[POOL_W-1:0]),
  .hdr_left(hdr[POOL_W +: LEN_W]), .notify_next(notify_next), .notify_next_turns(notify_next_turns),
  .notify_next_len(notify_next_len), .notify_next_line(notify_next_line), .xon_valid(xon_valid),
  .xon_line(xon_line), .detect(detect), .detect_turn(turn), .sent_set(sent_set), .sent_clear(sent_clear),
  .match(match), .notify(notify), .live(live), .alloc(alloc), .xoff(xoff), .sent_xoff(sent_xoff),
  .turns(line_turns), .len(line_len)
);

wire detectable   = ready;
wire no_free_line = &live;

`include "wiring/slots/detect.vh"

`include "wiring/slots/stop_routes.vh"
`else
// ----------------------------------------------------------------------------
// Nets between the units.
wire                      granted, popping, rd_idle_next, long_begun;
wire [QUEUES-1:0]         gnt_queue, pop, direct, refill, eligible;
wire [SLOT_W-1:0]         pop_slot;
wire [FLITS_W-1:0]        pop_flits;
wire [REQ_W-1:0]          link_req;
wire [QUEUES*RADIX-1:0]   port_onehot;
wire [QUEUES*FLITS_W-1:0] flits;

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

// Mapping: the queue as a linked list of slots.
mu #(.SAQS(SAQS), .SLOTS(SLOTS), .REQ_W(REQ_W)) mu (
  .clk(clk), .rst(rst), .arrive(arrive), .slot(slot), .rx_req(rx_req), .gnt_queue(gnt_queue), .pop(pop),
  .popping(popping), .pop_slot(pop_slot), .direct(direct), .refill(refill), .link_req(link_req)
);

// Routing: request register file.
ru #(
`ifdef STAMPS
  .STAMP_W(STAMP_W),
`endif
  .RADIX(RADIX), .SAQS(SAQS), .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)
) ru (
`ifdef STAMPS
  .stamp(stamp),
`endif
  .clk(clk), .rst(rst), .rx_req(rx_req), .link_req(link_req), .direct(direct), .refill(refill), .pop(pop),
  .gnt_queue(gnt_queue), .open_next(open_next), .rd_idle_next(rd_idle_next), .long_begun(long_begun),
  .pop_flits(pop_flits), .port_onehot(port_onehot), .flits(flits), .eligible_raw(eligible)
);
`endif

`include "wiring/slots/schedule.vh"

endmodule
