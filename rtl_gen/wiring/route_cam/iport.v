// Input port: its units and their wiring. It does not depend on the number of the port.
`default_nettype none
module iport #(
  parameter RADIX            = 8,
  parameter SAQS             = 4,
  parameter SLOTS            = 64,
  parameter FLIT_BITS        = 64,
  parameter PACKET_FLITS     = 8,
`ifdef SET_ASIDE
  parameter DETECT_THRESHOLD = 5,
  parameter XOFF_THRESHOLD   = 10,
  parameter XON_THRESHOLD    = 5,
`endif
  parameter TURNPOOL_BITS    = 31
) (
  clk, rst,
  rx_valid, rx_head, rx_data, rx_credit,
`ifdef SET_ASIDE
  rx_msg_valid, rx_msg_xoff, rx_msg_line, rx_msg_turns, rx_msg_len,
  notify_next, notify_next_turns, notify_next_len, notify_next_line, xon_valid, xon_line,
`include "wiring/registers/iport_list.vh"
`endif
`ifdef STAMPS
  now, req_rank,
`endif
  open_next, gnt, req, req_flits, req_long, rdata
);
localparam QUEUES  = SAQS + 1;
localparam TURN_W  = $clog2(RADIX);
localparam TURNS   = TURNPOOL_BITS / TURN_W;
localparam LEN_W   = $clog2(TURNS + 1);
localparam SLOT_W  = $clog2(SLOTS);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);

input  wire                 clk, rst;

// Link into this port; outputs are registered.
input  wire                 rx_valid;     // a flit arrives
input  wire                 rx_head;      // the flit is the first of a packet
input  wire [FLIT_BITS-1:0] rx_data;
output wire                 rx_credit;    // a slot was freed

// Scheduler and crossbar. gnt: in the cycle of req, zero or equal to it. rdata: registered.
input  wire [RADIX-1:0]     open_next;    // by turn: outputs that are open in the next cycle
input  wire [RADIX-1:0]     gnt;          // by turn: the output grants this input
output wire [RADIX-1:0]     req;          // by turn: output requested, one-hot or zero
output wire [FLITS_W-1:0]   req_flits;    // length in flits of the requesting packet, 0 without req
output wire                 req_long;     // req_flits is more than 1
output wire [FLIT_BITS-1:0] rdata;        // flit read in the cycle before

// ----------------------------------------------------------------------------
// Header of an arriving packet, and its request: turn, length, stamp.
localparam REST = TURNPOOL_BITS + LEN_W;

wire                 arrive = rx_valid & rx_head;
wire [FLIT_BITS-1:0] rx_store;

`ifdef STAMPS
localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;
localparam REQ_W   = TURN_W + FLITS_W + STAMP_W;

input  wire [STAMP_W-1:0] now;        // stamp of a packet that enters in this cycle; registered, common to all inputs
output wire [STAMP_W-1:0] req_rank;   // rank of the requesting packet, lower is older

wire [QUEUES*STAMP_W-1:0] stamp;      // stamps of the heads
wire [QUEUES*STAMP_W-1:0] rank;
wire [REQ_W-1:0]          rx_req = {now, rx_data[REST +: FLITS_W], rx_data[TURN_W-1:0]};

ranks #(.N(QUEUES), .W(STAMP_W)) ranks (.stamp(stamp), .half(now[STAMP_W-1]), .rank(rank));
`else
localparam REQ_W = TURN_W + FLITS_W;

wire [REQ_W-1:0] rx_req = {rx_data[REST +: FLITS_W], rx_data[TURN_W-1:0]};
`endif

take_turn #(.RADIX(RADIX), .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS)) take_turn (
  .rx_head(rx_head), .rx_data(rx_data), .rx_store(rx_store)
);

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
localparam POOL_W  = TURNS * TURN_W;
localparam HDR_W   = POOL_W + LEN_W;
localparam COUNT_W = $clog2(SLOTS + 1);
localparam LINE_W  = SAQS > 1 ? $clog2(SAQS) : 1;

// Messages to upstream, registered; valid only with rx_msg_valid.
output wire                    rx_msg_valid;
output wire                    rx_msg_xoff;     // 1: Xoff, 0: Xon
output wire [LINE_W-1:0]       rx_msg_line;     // line of this port's CAM
output wire [POOL_W-1:0]       rx_msg_turns;    // congested point of the line
output wire [LEN_W-1:0]        rx_msg_len;      // its length

// From the CAMs of the output ports: internal Xoff, and Xons by turn; pulses, with which the other fields are valid.
input  wire                    notify_next;
input  wire [POOL_W-1:0]       notify_next_turns;      // congested point, the turn of this switch lowest
input  wire [LEN_W-1:0]        notify_next_len;        // its length in turns, the turn of this switch included
input  wire [LINE_W-1:0]       notify_next_line;       // line of the output's CAM
input  wire [RADIX-1:0]        xon_valid;
input  wire [RADIX*LINE_W-1:0] xon_line;

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
`endif

// ----------------------------------------------------------------------------
// Memory management: slots, write side, read side.
mmu #(.SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) mmu (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_store(rx_store), .gnt(granted),
  .gnt_long(req_long), .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .slot(slot),
`ifdef SET_ASIDE
  .idle(idle),
`endif
  .rd_idle_next(rd_idle_next), .long_begun(long_begun), .rdata(rdata), .rx_credit(rx_credit)
);

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

// Scheduler, first phase: selects a queue of this input.
`ifdef STAMPS
arb_in #(.RADIX(RADIX), .QUEUES(QUEUES), .STAMP_W(STAMP_W), .PACKET_FLITS(PACKET_FLITS)) arb_in (
  .rank(rank), .req_rank(req_rank),
`else
arb_in #(.RADIX(RADIX), .QUEUES(QUEUES), .PACKET_FLITS(PACKET_FLITS)) arb_in (
  .clk(clk), .rst(rst),
`endif
  .eligible(eligible), .port_onehot(port_onehot), .flits(flits), .gnt(gnt), .req(req), .req_flits(req_flits),
  .req_long(req_long), .gnt_queue(gnt_queue), .granted(granted)
);
`else
// Scheduler, first phase: a single queue needs no selection.
sole_queue #(.RADIX(RADIX), .PACKET_FLITS(PACKET_FLITS)) sole_queue (
  .eligible(eligible_raw), .port_onehot(port_onehot), .flits(flits), .gnt(gnt), .req(req), .req_flits(req_flits),
  .req_long(req_long), .gnt_queue(gnt_queue), .granted(granted)
);

`ifdef STAMPS
assign req_rank = rank & {STAMP_W{eligible_raw}};
`endif
`endif

endmodule
`default_nettype wire
