// Input port: its units and their wiring. It does not depend on the number of the port.
`default_nettype none
`include "wiring/slots/iport_routes.vh"

// ----------------------------------------------------------------------------
// Nets between the units.
wire                      granted, popping, rd_idle_next, long_begun;
wire [QUEUES-1:0]         gnt_queue, pop, direct, refill, eligible_raw;
wire [SLOT_W-1:0]         pop_slot, slot;
wire [FLITS_W-1:0]        pop_flits;
wire [REQ_W-1:0]          link_req;
wire [QUEUES*RADIX-1:0]   port_onehot;
wire [QUEUES*FLITS_W-1:0] flits;

`ifdef SET_ASIDE
localparam HDR_W = POOL_W + LEN_W;

wire                      idle, ready, notify, detect;
wire [QUEUES*SLOT_W-1:0]  head;
wire [QUEUES*COUNT_W-1:0] count;
wire [QUEUES-1:0]         move_queue, undecided, fetch_queue, judged, ready_set, ppu_src, ppu_dst;
wire [REQ_W-1:0]          move_req;
wire [TURN_W-1:0]         turn, pop_turn;
wire [HDR_W-1:0]          hdr;
wire [SAQS-1:0]           match, live, alloc, xoff, sent_xoff, sent_set, sent_clear;
wire [SAQS*POOL_W-1:0]    line_turns;
wire [SAQS*LEN_W-1:0]     line_len;

wire [HDR_W-1:0] rx_hdr = {rx_data[TURNPOOL_BITS +: LEN_W], rx_data[POOL_W-1:0]};

// Moves are those of the PPU and, in a detect cycle, of the cold queue's head to the queue of the new line.
wire [QUEUES-1:0] move_src = ppu_src | {{SAQS{1'b0}}, detect};
wire [QUEUES-1:0] move_dst = ppu_dst | ({QUEUES{detect}} & {alloc, 1'b0});

wire [QUEUES-1:0] eligible = eligible_raw & ~{xoff, detect};
`else
wire [QUEUES-1:0] eligible = eligible_raw;
`endif

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

// Mapping: the queues as linked lists of slots.
mu #(.SAQS(SAQS), .SLOTS(SLOTS), .REQ_W(REQ_W)) mu (
  .clk(clk), .rst(rst), .arrive(arrive), .slot(slot), .rx_req(rx_req), .gnt_queue(gnt_queue),
`ifdef SET_ASIDE
  .judged(judged), .detect(detect), .move_src(move_src), .move_dst(move_dst), .move_queue(move_queue),
  .move_req(move_req), .count(count), .head(head),
`endif
  .pop(pop), .popping(popping), .pop_slot(pop_slot), .direct(direct), .refill(refill), .link_req(link_req)
);

// Routing: header memory and request register file.
ru #(
  .RADIX(RADIX), .SAQS(SAQS),
`ifdef SET_ASIDE
  .HDR_W(HDR_W), .SLOTS(SLOTS),
`endif
`ifdef STAMPS
  .STAMP_W(STAMP_W),
`endif
  .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)
) ru (
  .clk(clk), .rst(rst), .rx_req(rx_req), .link_req(link_req), .direct(direct), .refill(refill), .pop(pop),
  .gnt_queue(gnt_queue), .open_next(open_next), .rd_idle_next(rd_idle_next), .long_begun(long_begun),
`ifdef STAMPS
  .stamp(stamp),
`endif
`ifdef SET_ASIDE
  .move_queue(move_queue), .live(live), .detect(detect), .ready_set(ready_set), .fetch_queue(fetch_queue),
  .pop_turn(pop_turn), .move_req(move_req), .turn(turn), .ready(ready), .undecided(undecided), .hdr(hdr),
  .arrive(arrive), .slot(slot), .rx_hdr(rx_hdr), .head(head),
`endif
  .pop_flits(pop_flits), .port_onehot(port_onehot), .flits(flits), .eligible_raw(eligible_raw)
);

`ifdef SET_ASIDE
// Post-processing: moves packets to set-aside queues.
ppu #(.SAQS(SAQS), .LEN_W(LEN_W)) ppu (
  .clk(clk), .rst(rst), .undecided(undecided), .match(match), .line_len(line_len), .arrive(arrive),
  .popping(popping), .detect(detect), .fetch_queue(fetch_queue), .judged(judged), .ready_set(ready_set),
  .move_src(ppu_src), .move_dst(ppu_dst)
);

// CAM: congested points known to this port.
cam_in #(.RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS), .TURNPOOL_BITS(TURNPOOL_BITS)) cam_in (
  .clk(clk), .rst(rst), .count(count[QUEUES*COUNT_W-1:COUNT_W]), .hdr_turns(hdr[POOL_W-1:0]),
  .hdr_left(hdr[POOL_W +: LEN_W]), .notify_next(notify_next), .notify_next_turns(notify_next_turns),
  .notify_next_len(notify_next_len), .notify_next_line(notify_next_line), .xon_valid(xon_valid),
  .xon_line(xon_line), .detect(detect), .detect_turn(turn), .sent_set(sent_set), .sent_clear(sent_clear),
  .match(match), .notify(notify), .live(live), .alloc(alloc), .xoff(xoff), .sent_xoff(sent_xoff),
  .turns(line_turns), .len(line_len)
);

`include "wiring/registers/iport.vh"

// Congestion detection.
cdu #(.RADIX(RADIX), .SLOTS(SLOTS), .DETECT_THRESHOLD(DETECT_THRESHOLD)) cdu (
`include "wiring/registers/detect.vh"
  .clk(clk), .rst(rst), .count(count[COUNT_W-1:0]), .ready(ready), .turn(turn), .no_free_line(&live),
  .granted(granted), .notify_next(notify_next), .notify(notify), .idle(idle), .popping(popping),
  .pop_turn(pop_turn), .detect(detect)
);

// Flow control of set-aside queues towards upstream.
rfcu #(
  .RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS),
  .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .TURNPOOL_BITS(TURNPOOL_BITS)
) rfcu (
`include "wiring/registers/stops.vh"
  .clk(clk), .rst(rst), .count(count[QUEUES*COUNT_W-1:COUNT_W]), .live(live), .sent_xoff(sent_xoff),
  .line_turns(line_turns), .line_len(line_len), .sent_set(sent_set), .sent_clear(sent_clear),
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line),
  .rx_msg_turns(rx_msg_turns), .rx_msg_len(rx_msg_len)
);
`endif

`include "wiring/slots/schedule.vh"

endmodule
`default_nettype wire
