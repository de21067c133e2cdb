// Memory management: assigns the lowest free slot to each arriving packet, writes and reads its
// flits, and frees the slot and returns the credit when the last flit is read.
// Twin: cmodel/units/mmu.c. RECN-IQ 3.1.
module mmu #(
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter SLOT_W       = $clog2(SLOTS),
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                 clk,
  input  wire                 rst,

  // Link: the flits of a packet arrive in consecutive cycles, a header only while a slot is free (credits). rx_store: the flit as stored.
  input  wire                 rx_valid,
  input  wire                 rx_head,
  input  wire [FLIT_BITS-1:0] rx_store,

  // Scheduler. gnt: grant to this input, only while it is idle. gnt_long: the packet has more than one flit; used only with gnt.
  input  wire                 gnt,
  input  wire                 gnt_long,

  // popping: set in the cycle after gnt. pop_slot, pop_flits: slot and length of the granted packet; pop_slot is 0 while popping is 0.
  input  wire                 popping,
  input  wire [SLOT_W-1:0]    pop_slot,
  input  wire [FLITS_W-1:0]   pop_flits,

`ifdef SET_ASIDE
  output wire                 idle,
`endif

  // Functions of registers, but for rd_idle_next. slot: for the next packet that arrives. rd_idle_next: the input is idle in the next cycle,
  // unless long_begun is set then. long_begun: a packet of several flits was granted in the cycle before. rdata: flit read in the cycle
  // before. rx_credit: a slot was freed, one per cycle. idle: a grant is possible in this cycle.
  output wire [SLOT_W-1:0]    slot,
  output wire                 rd_idle_next,
  output wire                 long_begun,
  output wire [FLIT_BITS-1:0] rdata,
  output wire                 rx_credit
);
`include "units/slot_credit.vh"

localparam DATA_AW = $clog2(SLOTS * PACKET_FLITS);

localparam [SLOTS-1:0] ONE = 1;

reg [SLOTS-1:0]   free_q;
reg [SLOT_W-1:0]  slot_q;
reg [DATA_AW-1:0] waddr_q;
reg [DATA_AW-1:0] raddr_q;
reg [FLITS_W-1:0] rd_left_q;
reg               long_begun_q;
reg [SLOT_W-1:0]  rd_slot_q;
reg               credit_q;

// Addresses of the first words of slots.
wire [DATA_AW-1:0] write_base = {{(DATA_AW-SLOT_W){1'b0}}, slot_q} * PACKET_FLITS[DATA_AW-1:0];
wire [DATA_AW-1:0] read_base  = {{(DATA_AW-SLOT_W){1'b0}}, pop_slot} * PACKET_FLITS[DATA_AW-1:0];

// ----------------------------------------------------------------------------
// Write side.
wire               arrive  = rx_valid & rx_head;
wire [DATA_AW-1:0] waddr   = arrive ? write_base : waddr_q;
wire [DATA_AW-1:0] waddr_d = rx_valid ? waddr + 1'b1 : waddr_q;

// ----------------------------------------------------------------------------
// Read side.
// The first flit is read in the cycle after gnt. Only long_begun_q is set by the grant itself.
wire reading  = popping | |rd_left_q;
wire idle_now = ~|(rd_left_q >> 1) & ~long_begun_q;
wire last     = reading & idle_now;

wire [SLOT_W-1:0]  rd_slot   = pop_slot | (rd_slot_q & {SLOT_W{~popping}});
wire [DATA_AW-1:0] raddr     = popping ? read_base : raddr_q;

// Both alternatives are counted in parallel; popping selects one.
wire [FLITS_W-1:0] rd_left_d = popping ? pop_flits - 1'b1 : |rd_left_q ? rd_left_q - 1'b1 : rd_left_q;
wire [DATA_AW-1:0] raddr_d   = popping ? read_base + 1'b1 : |rd_left_q ? raddr_q + 1'b1 : raddr_q;

// ----------------------------------------------------------------------------
// Free list. A freed slot is a candidate for slot_q one cycle later, when rd_slot_q holds its number, or at once if no other slot is free.
// So the search depends on registers alone, not on arrivals or on the read side. slot_q is 0 if no slot is free.
wire [SLOTS-1:0] taken  = ONE << slot_q;
wire [SLOTS-1:0] freed  = {SLOTS{last}} & (ONE << rd_slot);
wire [SLOTS-1:0] others = free_q & ~taken;
wire [SLOTS-1:0] free_d = (arrive ? others : free_q) | freed;

wire              another;
wire [SLOT_W-1:0] second;
lowest_index #(.N(SLOTS)) search (.x(others), .found(another), .index(second));

wire              any    = arrive ? another : |free_q;
wire [SLOT_W-1:0] lower  = credit_q & (rd_slot_q < slot_q) ? rd_slot_q : slot_q;
wire [SLOT_W-1:0] lowest = arrive ? second : lower;
wire [SLOT_W-1:0] slot_d = any ? lowest : rd_slot & {SLOT_W{last}};

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    free_q       <= {SLOTS{1'b1}};
    slot_q       <= {SLOT_W{1'b0}};
    waddr_q      <= {DATA_AW{1'b0}};
    raddr_q      <= {DATA_AW{1'b0}};
    rd_left_q    <= {FLITS_W{1'b0}};
    long_begun_q <= 1'b0;
    rd_slot_q    <= {SLOT_W{1'b0}};
    credit_q     <= 1'b0;
  end else begin
    free_q       <= free_d;
    slot_q       <= slot_d;
    waddr_q      <= waddr_d;
    raddr_q      <= raddr_d;
    rd_left_q    <= rd_left_d;
    long_begun_q <= gnt & gnt_long;
    rd_slot_q    <= rd_slot;
    credit_q     <= credit_goes(popping, last);
  end

ram_1r1w #(.WORDS(SLOTS * PACKET_FLITS), .WIDTH(FLIT_BITS)) data_mem (
  .clk(clk), .wen(rx_valid), .waddr(waddr), .wdata(rx_store),
  .ren(reading), .raddr(raddr), .rdata(rdata)
);

`ifdef SET_ASIDE
assign idle = idle_now;
`endif
assign slot         = slot_q;
assign rd_idle_next = ~|(rd_left_d >> 1);
assign long_begun   = long_begun_q;
assign rx_credit    = credit_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (arrive && free_q == {SLOTS{1'b0}}) $fatal(1, "a header arrived without a free slot");
  if ((freed & free_q) != {SLOTS{1'b0}}) $fatal(1, "a slot was freed twice");
  if (gnt && !idle_now) $fatal(1, "granted while busy");
end
`endif

endmodule
