// ----------------------------------------------------------------------------
// Queues whose heads may move. Nets between the units.
`include "wiring/slots/queues.vh"

wire                      granted, popping, rd_idle_next, long_begun, idle, ready, notify, detect;
wire [QUEUES-1:0]         gnt_queue, pop, direct, refill, eligible_raw, move_queue, undecided, fetch_queue, judged, ready_set;
wire [QUEUES-1:0]         ppu_src, ppu_dst;
wire [SLOT_W-1:0]         pop_slot;
wire [FLITS_W-1:0]        pop_flits;
wire [REQ_W-1:0]          link_req, move_req;
wire [QUEUES*RADIX-1:0]   port_onehot;
wire [QUEUES*FLITS_W-1:0] flits;
wire [$clog2(RADIX)-1:0]  turn, pop_turn;
wire [HDR_W-1:0]          hdr;
wire [LINES-1:0]          match, live, alloc, xoff, sent_xoff, sent_set, sent_clear;
wire [LINES*LEN_W-1:0]    line_len;

// Moves are those of the PPU and, in a detect cycle, of the cold queue's head to the queue of the new line.
wire [QUEUES-1:0] move_src = ppu_src | {{LINES{1'b0}}, detect};
wire [QUEUES-1:0] move_dst = ppu_dst | ({QUEUES{detect}} & {alloc, 1'b0});

wire [QUEUES-1:0] eligible = eligible_raw & ~{xoff, detect};

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

// Mapping: the queues as linked lists of slots.
mu #(.SAQS(LINES), .SLOTS(SLOTS), .REQ_W(REQ_W)) mu (
  .clk(clk), .rst(rst), .arrive(arrive), .slot(slot), .rx_req(rx_req), .gnt_queue(gnt_queue), .judged(judged),
  .detect(detect), .move_src(move_src), .move_dst(move_dst), .move_queue(move_queue), .move_req(move_req),
`ifndef LISTS_RAM
  .head(head),
`endif
  .count(count), .pop(pop), .popping(popping), .pop_slot(pop_slot), .direct(direct), .refill(refill), .link_req(link_req)
);

// Routing: header memory and request register file.
ru #(
  .RADIX(RADIX), .SAQS(LINES), .HDR_W(HDR_W),
`ifndef LISTS_RAM
  .SLOTS(SLOTS),
`endif
`ifdef STAMPS
  .STAMP_W(STAMP_W),
`endif
  .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)
) ru (
  .clk(clk), .rst(rst), .rx_req(rx_req), .link_req(link_req), .direct(direct), .refill(refill), .pop(pop),
  .gnt_queue(gnt_queue), .open_next(open_next), .rd_idle_next(rd_idle_next), .long_begun(long_begun),
  .move_queue(move_queue), .live(live), .detect(detect), .ready_set(ready_set), .fetch_queue(fetch_queue),
  .pop_turn(pop_turn), .move_req(move_req), .turn(turn), .ready(ready), .undecided(undecided), .hdr(hdr),
`ifdef LISTS_RAM
  .fetch_destination(fetch_destination),
`else
  .arrive(arrive), .slot(slot), .rx_hdr(rx_hdr), .head(head),
`endif
`ifdef STAMPS
  .stamp(stamp),
`endif
  .pop_flits(pop_flits), .port_onehot(port_onehot), .flits(flits), .eligible_raw(eligible_raw)
);

// Post-processing: moves packets to set-aside queues.
ppu #(.SAQS(LINES), .LEN_W(LEN_W)) ppu (
`ifdef LISTS_RAM
  .notify_next(notify_next),
`endif
  .clk(clk), .rst(rst), .undecided(undecided), .match(match), .line_len(line_len), .arrive(arrive),
  .popping(popping), .detect(detect), .fetch_queue(fetch_queue), .judged(judged), .ready_set(ready_set),
  .move_src(ppu_src), .move_dst(ppu_dst)
);
