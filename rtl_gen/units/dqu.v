// Queues of a side of a network interface: rings, each with slots of its own. Write side and read side of their memory.
// Twin: cmodel/units/dqu.c. docs/internals/microarchitecture-slot-nic.md.
module dqu #(
  parameter SEND_QUEUES  = 64,
  parameter SOURCE_SLOTS = 4,
  parameter AT_ONCE      = 0,    // 1: a packet can be the candidate's in the cycle after its header
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter SEND_QUEUE_W = SEND_QUEUES > 1 ? $clog2(SEND_QUEUES) : 1,
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                    clk,
  input  wire                    rst,

  // Link from the host: the flits of a packet arrive in consecutive cycles, a header only while its queue has a free slot (credits). The header's
  // queue and length are used only with rx_head.
  input  wire                    rx_valid,
  input  wire                    rx_head,
  input  wire [FLIT_BITS-1:0]    rx_data,
  input  wire [SEND_QUEUE_W-1:0] rx_queue,
  input  wire [FLITS_W-1:0]      rx_flits,

  // cand: the candidate's queue, one-hot or zero; from registers. gnt: its first packet is granted, only while idle; gnt_queue: that queue, or zero.
  input  wire [SEND_QUEUES-1:0]  cand,
  input  wire                    gnt,
  input  wire [SEND_QUEUES-1:0]  gnt_queue,

  // Functions of registers. more: by queue, there are packets beyond the one that leaves and the candidate. there: the candidate's packet is there,
  // 0 without one. idle: a packet can be granted.
  output wire [SEND_QUEUES-1:0]  more,
  output wire                    there,
  output wire                    idle,

  // rd_valid: a flit is read, rd_head: the first of its packet, which leaves its queue; from registers. rdata: the flit that was read in the cycle before.
  // The credit of a slot, and its queue; registered.
  output wire                    rd_valid,
  output wire                    rd_head,
  output wire [FLIT_BITS-1:0]    rdata,
  output wire                    rx_credit,
  output wire [SEND_QUEUE_W-1:0] rx_credit_queue
);
`include "units/slot_credit.vh"

localparam SEND_SLOTS   = SEND_QUEUES * SOURCE_SLOTS;
localparam SEND_FLITS   = SEND_SLOTS * PACKET_FLITS;
localparam SLOT_W       = SEND_SLOTS > 1 ? $clog2(SEND_SLOTS) : 1;
localparam SEND_AW      = SEND_FLITS > 1 ? $clog2(SEND_FLITS) : 1;
localparam PLACE_W      = SOURCE_SLOTS > 1 ? $clog2(SOURCE_SLOTS) : 1;
localparam FILL_W       = $clog2(SOURCE_SLOTS + 1);
localparam FLIT_W       = PACKET_FLITS > 1 ? $clog2(PACKET_FLITS) : 1;   // place of a flit in a slot

localparam [FLITS_W-1:0] NO_FLITS   = 0;
localparam [FLITS_W-1:0] ONE_FLIT   = 1;
localparam [FLIT_W-1:0]  FIRST_FLIT = 0;
localparam [PLACE_W-1:0] LAST_PLACE = SOURCE_SLOTS[PLACE_W-1:0] - 1'b1;

reg [SEND_QUEUES*PLACE_W-1:0] head_q;
reg [SEND_QUEUES*PLACE_W-1:0] tail_q;
reg [SEND_QUEUES*FILL_W-1:0]  count_q;
reg [SEND_SLOTS*FLITS_W-1:0]  flits_q;
reg [SEND_QUEUES-1:0]         enter_q;
reg [SEND_QUEUES-1:0]         pop_q;
reg [SEND_AW-1:0]             waddr_q;
reg [SEND_AW-1:0]             raddr_q;
reg [FLITS_W-1:0]             rd_left_q;
reg                           credit_q;
reg [SEND_QUEUE_W-1:0]        credit_queue_q;

// ----------------------------------------------------------------------------
// Rings.
wire                   arrive = rx_valid & rx_head;
wire [SEND_QUEUES-1:0] named;       // the header's queue
wire [SEND_QUEUES-1:0] stays;       // the queue has a packet beyond the one that leaves
wire [SEND_SLOTS-1:0]  cand_slot;   // slot of the candidate, one-hot or zero
wire [FLITS_W-1:0]     cand_flits;

turn_onehot #(.N(1), .TURN_W(SEND_QUEUE_W), .DESTS(SEND_QUEUES)) queue_of (.turn(rx_queue), .dest(named));

genvar q, p;
for (q = 0; q < SEND_QUEUES; q = q + 1) begin : g_queue
  wire [FILL_W-1:0]  packets     = count_q[q*FILL_W +: FILL_W];
  wire [FILL_W:0]    here        = {1'b0, packets} + {{FILL_W{1'b0}}, enter_q[q] & AT_ONCE != 0};
  wire [FILL_W:0]    gone        = {{FILL_W{1'b0}}, pop_q[q]};
  wire [FILL_W:0]    spoken_for  = gone + {{FILL_W{1'b0}}, cand[q]};
  wire [PLACE_W-1:0] first       = head_q[q*PLACE_W +: PLACE_W];
  wire [PLACE_W-1:0] last        = tail_q[q*PLACE_W +: PLACE_W];
  wire [PLACE_W-1:0] after_first = first == LAST_PLACE ? {PLACE_W{1'b0}} : first + 1'b1;
  wire [PLACE_W-1:0] after_last  = last == LAST_PLACE ? {PLACE_W{1'b0}} : last + 1'b1;
  wire [PLACE_W-1:0] place       = pop_q[q] ? after_first : first;
  wire               enters      = arrive & named[q];

  assign more[q]  = {1'b0, packets} > spoken_for;
  assign stays[q] = here > gone;

  always @(posedge clk)
    if (rst) begin
      head_q[q*PLACE_W +: PLACE_W] <= {PLACE_W{1'b0}};
      tail_q[q*PLACE_W +: PLACE_W] <= {PLACE_W{1'b0}};
      count_q[q*FILL_W +: FILL_W]  <= {FILL_W{1'b0}};
      enter_q[q]                   <= 1'b0;
    end else begin
      head_q[q*PLACE_W +: PLACE_W] <= place;
      enter_q[q]                   <= enters;
      if (enters)                 tail_q[q*PLACE_W +: PLACE_W] <= after_last;
      if (enter_q[q] & ~pop_q[q]) count_q[q*FILL_W +: FILL_W]  <= packets + 1'b1;
      if (pop_q[q] & ~enter_q[q]) count_q[q*FILL_W +: FILL_W]  <= packets - 1'b1;
    end

  for (p = 0; p < SOURCE_SLOTS; p = p + 1) begin : g_place
    localparam SLOT = q * SOURCE_SLOTS + p;
    localparam [PLACE_W-1:0] THIS = p;

    assign cand_slot[SLOT] = cand[q] & place == THIS;

    always @(posedge clk)
      if (rst)                        flits_q[SLOT*FLITS_W +: FLITS_W] <= NO_FLITS;
      else if (enters & last == THIS) flits_q[SLOT*FLITS_W +: FLITS_W] <= rx_flits;
  end
end

assign there = |(cand & stays);

onehot_mux #(.N(SEND_SLOTS), .W(FLITS_W)) flits_of (.sel(cand_slot), .d(flits_q), .y(cand_flits));

// ----------------------------------------------------------------------------
// Write side, at the tail of the header's queue.
wire [PLACE_W-1:0] tail;
wire [SLOT_W-1:0]  slot;
wire [SEND_AW-1:0] write_base;
wire [SEND_AW-1:0] waddr = rx_head ? write_base : waddr_q;

onehot_mux #(.N(SEND_QUEUES), .W(PLACE_W)) tail_of (.sel(named), .d(tail_q), .y(tail));

cell_address #(.VCS(SEND_QUEUES), .CELLS(SOURCE_SLOTS)) of_tail (.vc(rx_queue), .number(tail), .address(slot));
cell_address #(.VCS(SEND_SLOTS), .CELLS(PACKET_FLITS)) of_write (.vc(slot), .number(FIRST_FLIT), .address(write_base));

// ----------------------------------------------------------------------------
// Read side, from the head of the queue that pops on.
wire [PLACE_W-1:0]      head;
wire [SEND_QUEUE_W-1:0] pop_number;
wire [SLOT_W-1:0]       pop_slot;
wire [SEND_AW-1:0]      read_base;
wire [SEND_AW-1:0]      raddr = rd_head ? read_base : raddr_q;

onehot_mux #(.N(SEND_QUEUES), .W(PLACE_W)) head_of (.sel(pop_q), .d(head_q), .y(head));
onehot_index #(.N(SEND_QUEUES)) number_of_pop (.onehot(pop_q), .index(pop_number));

cell_address #(.VCS(SEND_QUEUES), .CELLS(SOURCE_SLOTS)) of_head (.vc(pop_number), .number(head), .address(pop_slot));
cell_address #(.VCS(SEND_SLOTS), .CELLS(PACKET_FLITS)) of_read (.vc(pop_slot), .number(FIRST_FLIT), .address(read_base));

assign idle     = ~|(rd_left_q >> 1);
assign rd_valid = rd_left_q != NO_FLITS;
assign rd_head  = |pop_q;

always @(posedge clk)
  if (rst) begin
    pop_q          <= {SEND_QUEUES{1'b0}};
    waddr_q        <= {SEND_AW{1'b0}};
    raddr_q        <= {SEND_AW{1'b0}};
    rd_left_q      <= NO_FLITS;
    credit_q       <= 1'b0;
    credit_queue_q <= {SEND_QUEUE_W{1'b0}};
  end else begin
    pop_q      <= gnt_queue;
    credit_q   <= credit_goes(rd_head, rd_left_q == ONE_FLIT);
    if (rx_valid) waddr_q <= waddr + 1'b1;
    if (rd_valid) raddr_q <= raddr + 1'b1;
    if (gnt)           rd_left_q <= cand_flits;
    else if (rd_valid) rd_left_q <= rd_left_q - ONE_FLIT;
    if (rd_head) credit_queue_q <= pop_number;
  end

ram_1r1w #(.WORDS(SEND_FLITS), .WIDTH(FLIT_BITS)) data_mem (
  .clk(clk), .wen(rx_valid), .waddr(waddr), .wdata(rx_data),
  .ren(rd_valid), .raddr(raddr), .rdata(rdata)
);

assign rx_credit       = credit_q;
assign rx_credit_queue = credit_queue_q;

`ifndef SYNTHESIS
wire [SEND_QUEUES-1:0] full;
for (q = 0; q < SEND_QUEUES; q = q + 1) begin : g_full
  assign full[q] = count_q[q*FILL_W +: FILL_W] == SOURCE_SLOTS[FILL_W-1:0] - {{(FILL_W-1){1'b0}}, enter_q[q]};
end

always @(posedge clk) if (!rst) begin
  if (arrive && named == {SEND_QUEUES{1'b0}}) $fatal(1, "a header for a queue that is not there");
  if (arrive && (named & full) != {SEND_QUEUES{1'b0}}) $fatal(1, "a header arrived for a queue without a free slot");
  if (arrive && rx_flits - ONE_FLIT >= PACKET_FLITS[FLITS_W-1:0]) $fatal(1, "a length that no packet has");
  if (gnt != |gnt_queue || (gnt_queue & ~cand) != {SEND_QUEUES{1'b0}}) $fatal(1, "granted what is not the candidate");
  if (gnt && !there) $fatal(1, "granted a packet that is not there");
  if (gnt && !idle) $fatal(1, "granted while busy");
end
`endif

endmodule
