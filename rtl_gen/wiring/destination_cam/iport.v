// Input port: its units and their wiring. It does not depend on the number of the port.
`default_nettype none
`include "wiring/slots/iport_destinations.vh"

`ifdef LISTS_RAM
localparam UNSTAMPED_W = PORT_W + FLITS_W + DESTINATION_W;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_destination, rx_flits, rx_port};
`else
localparam UNSTAMPED_W = PORT_W + FLITS_W;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_flits, rx_port};
`endif

`include "wiring/slots/request.vh"

// ----------------------------------------------------------------------------
// Nets between the units.
localparam HDR_W = PORT_W + DESTINATION_W;

wire [SLOT_W-1:0]         rx_slot, pop_slot;
wire                      granted, popping, rd_idle_next, long_begun, idle, ready, notify, detect;
wire [QUEUES-1:0]         gnt_queue, pop, direct, refill, eligible_raw, move_queue, undecided, fetch_queue, judged, ready_set;
wire [QUEUES-1:0]         ppu_src, ppu_dst;
wire [FLITS_W-1:0]        pop_flits;
wire [REQ_W-1:0]          link_req, move_req;
wire [QUEUES*RADIX-1:0]   port_onehot;
wire [QUEUES*FLITS_W-1:0] flits;
wire [QUEUES*COUNT_W-1:0] count;
wire [PORT_W-1:0]         turn, pop_turn;
wire [HDR_W-1:0]          hdr;
wire [CFQS-1:0]           match, live, alloc, xoff, sent_xoff, sent_set, sent_clear;
wire [CFQS*LEN_W-1:0]     line_len;

// Moves are those of the PPU and, in a detect cycle, of the cold queue's head to the queue of the new line.
wire [QUEUES-1:0] move_src = ppu_src | {{CFQS{1'b0}}, detect};
wire [QUEUES-1:0] move_dst = ppu_dst | ({QUEUES{detect}} & {alloc, 1'b0});

wire [QUEUES-1:0] eligible = eligible_raw & ~{xoff, detect};

`ifdef LISTS_RAM
wire [DESTINATION_W-1:0] fetch_destination, notify_destination;
wire [CFQS-1:0]          stop, row, dirty;
`else
wire [QUEUES*SLOT_W-1:0] head;
wire                     nsb;
`endif

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

// Mapping: the queues as linked lists of slots.
mu #(.SAQS(CFQS), .SLOTS(SLOTS), .REQ_W(REQ_W)) mu (
  .clk(clk), .rst(rst), .arrive(arrive), .slot(slot), .rx_req(rx_req), .gnt_queue(gnt_queue), .judged(judged),
  .detect(detect), .move_src(move_src), .move_dst(move_dst), .move_queue(move_queue), .move_req(move_req),
  .count(count),
`ifndef LISTS_RAM
  .head(head),
`endif
  .pop(pop), .popping(popping), .pop_slot(pop_slot), .direct(direct), .refill(refill), .link_req(link_req)
);

// Routing: header memory and request register file.
ru #(
  .RADIX(RADIX), .SAQS(CFQS),
  .HDR_W(HDR_W),
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
`ifdef STAMPS
  .stamp(stamp),
`endif
  .move_queue(move_queue), .live(live), .detect(detect), .ready_set(ready_set), .fetch_queue(fetch_queue),
  .pop_turn(pop_turn), .move_req(move_req), .turn(turn), .ready(ready), .undecided(undecided), .hdr(hdr),
`ifdef LISTS_RAM
  .fetch_destination(fetch_destination),
`else
  .arrive(arrive), .slot(slot), .rx_hdr({rx_destination, rx_port}), .head(head),
`endif
  .pop_flits(pop_flits), .port_onehot(port_onehot), .flits(flits), .eligible_raw(eligible_raw)
);

// Post-processing: moves packets to set-aside queues.
ppu #(.SAQS(CFQS), .LEN_W(LEN_W)) ppu (
  .clk(clk), .rst(rst),
`ifdef LISTS_RAM
  .notify_next(notify_next),
`endif
  .undecided(undecided), .match(match), .line_len(line_len), .arrive(arrive), .popping(popping),
  .detect(detect), .fetch_queue(fetch_queue), .judged(judged), .ready_set(ready_set), .move_src(ppu_src),
  .move_dst(ppu_dst)
);

// CAM: congested points known to this port, by destinations.
dcam_in #(.RADIX(RADIX), .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .HOPS(HOPS)) dcam_in (
  .clk(clk), .rst(rst),
`ifdef LISTS_RAM
  .row(row), .dirty(dirty), .stop(stop), .notify_destination(notify_destination),
`else
  .hdr_destination(hdr[HDR_W-1:PORT_W]), .move(ppu_dst[QUEUES-1:1]), .nsb(nsb),
`endif
  .count(count[QUEUES*COUNT_W-1:COUNT_W]), .hdr_port(hdr[PORT_W-1:0]), .notify_next(notify_next),
  .notify_next_port(notify_next_port), .notify_next_len(notify_next_len), .notify_next_line(notify_next_line),
  .notify_next_destination(notify_next_destination), .xon_valid(xon_valid), .xon_line(xon_line), .detect(detect),
  .detect_port(turn), .sent_set(sent_set), .sent_clear(sent_clear), .match(match), .live(live), .alloc(alloc),
  .xoff(xoff), .sent_xoff(sent_xoff), .notify(notify), .len(line_len)
);

`ifdef LISTS_RAM
// Lists of destinations, in memory. A line in use and a line with a list that is not clear are both not free.
wire             no_free_line = ~|alloc;
wire [CFQS-1:0]  enter        = ppu_dst[QUEUES-1:1];

clip #(.CFQS(CFQS), .NODES(NODES)) clip (
  .clk(clk), .rst(rst), .live(live), .notify_next(notify_next), .notify_next_destination(notify_next_destination),
  .stop(stop), .notify_destination(notify_destination), .sent_set(sent_set), .rx_msg_valid(rx_msg_valid),
  .rx_msg_xoff(rx_msg_xoff), .dirty(dirty), .fetch_queue(fetch_queue), .fetch_destination(fetch_destination), .row(row)
);
`else
wire             no_free_line = &live;
wire [CFQS-1:0]  enter        = ppu_dst[QUEUES-1:1] & {CFQS{~nsb}};  // upstream may still send to its destination
`endif

`include "wiring/registers/iport.vh"

// Congestion detection.
cdu #(.RADIX(RADIX), .SLOTS(SLOTS), .DETECT_THRESHOLD(DETECT_THRESHOLD)) cdu (
`include "wiring/registers/detect.vh"
  .clk(clk), .rst(rst), .count(count[COUNT_W-1:0]), .ready(ready), .turn(turn), .no_free_line(no_free_line),
  .granted(granted), .notify_next(notify_next), .notify(notify), .idle(idle), .popping(popping),
  .pop_turn(pop_turn), .detect(detect)
);

// Flow control of set-aside queues towards upstream, by destinations.
drfcu #(
  .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .HOPS(HOPS)
) drfcu (
`include "wiring/registers/stops.vh"
  .clk(clk), .rst(rst), .count(count[QUEUES*COUNT_W-1:COUNT_W]), .sent_xoff(sent_xoff), .line_len(line_len),
  .enter(enter), .hdr_destination(hdr[HDR_W-1:PORT_W]), .sent_set(sent_set), .sent_clear(sent_clear),
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line), .rx_msg_hops(rx_msg_hops),
  .rx_msg_destination(rx_msg_destination)
);

`include "wiring/slots/schedule.vh"

endmodule
`default_nettype wire
