// Memory management: gives each arriving packet the lowest free slot, writes and reads its
// flits, frees the slot and returns the credit with the last flit read.
// Twin: cmodel/units/mmu.c. RECN-IQ 3.1.
`default_nettype none
module mmu #(
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8
) (
  clk, rst,
  rx_valid, rx_head, rx_store,
  gnt, gnt_long,
  popping, pop_slot, pop_flits,
`ifdef SET_ASIDE
  idle,
`endif
  slot, idle_next, begun, rdata, rx_credit
);
localparam SLOT_W  = $clog2(SLOTS);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam DATA_AW = $clog2(SLOTS * PACKET_FLITS);

input  wire                 clk;
input  wire                 rst;

// Link: flits of a packet in consecutive cycles, a header only into a free slot (credits).
input  wire                 rx_valid;
input  wire                 rx_head;
input  wire [FLIT_BITS-1:0] rx_store;

// Scheduler: gnt only while idle; gnt_long, that it has more than one flit, goes with it.
input  wire                 gnt;
input  wire                 gnt_long;

// The cycle after gnt: slot and length, 0 without.
input  wire                 popping;
input  wire [SLOT_W-1:0]    pop_slot;
input  wire [FLITS_W-1:0]   pop_flits;

// From registers, but for idle_next. idle: a grant may be given now. begun: a packet of several flits was granted in the cycle before; idle_next: idle in the
// next cycle, but for begun.
output wire [SLOT_W-1:0]    slot;
output wire                 idle_next;
output wire                 begun;
output wire [FLIT_BITS-1:0] rdata;
output wire                 rx_credit;

localparam [SLOTS-1:0] ONE = 1;

reg [SLOTS-1:0]   free_q;
reg [SLOT_W-1:0]  slot_q;
reg [DATA_AW-1:0] waddr_q;
reg [DATA_AW-1:0] raddr_q;
reg [FLITS_W-1:0] rd_left_q;
reg               long_q;
reg [SLOT_W-1:0]  rd_slot_q;
reg               credit_q;

// First words of slots.
wire [DATA_AW-1:0] write_base = {{(DATA_AW-SLOT_W){1'b0}}, slot_q} * PACKET_FLITS[DATA_AW-1:0];
wire [DATA_AW-1:0] read_base  = {{(DATA_AW-SLOT_W){1'b0}}, pop_slot} * PACKET_FLITS[DATA_AW-1:0];

// ----------------------------------------------------------------------------
// Write side.
wire               arrive  = rx_valid & rx_head;
wire [DATA_AW-1:0] waddr   = arrive ? write_base : waddr_q;
wire [DATA_AW-1:0] waddr_d = rx_valid ? waddr + 1'b1 : waddr_q;

// ----------------------------------------------------------------------------
// Read side.
// The first flit is read in the cycle after gnt, and only long_q has to know of the grant before.
wire reading = popping | |rd_left_q;
wire alone   = ~|(rd_left_q >> 1) & ~long_q;
wire last    = reading & alone;

wire [SLOT_W-1:0]  rd_slot   = pop_slot | (rd_slot_q & {SLOT_W{~popping}});
wire [DATA_AW-1:0] raddr     = popping ? read_base : raddr_q;

// Counted on before it is known whether a packet begins.
wire [FLITS_W-1:0] rd_left_d = popping ? pop_flits - 1'b1 : |rd_left_q ? rd_left_q - 1'b1 : rd_left_q;
wire [DATA_AW-1:0] raddr_d   = popping ? read_base + 1'b1 : |rd_left_q ? raddr_q + 1'b1 : raddr_q;

// ----------------------------------------------------------------------------
// Free slots. A slot that is freed counts for slot_q a cycle later, when its number stands in rd_slot_q, unless there is no other. So
// neither the link's inputs nor what leaves is in front of the search. Where none is free, slots are 0.
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
always @(posedge clk) begin
  if (rst) begin
    free_q    <= {SLOTS{1'b1}};
    slot_q    <= {SLOT_W{1'b0}};
    waddr_q   <= {DATA_AW{1'b0}};
    raddr_q   <= {DATA_AW{1'b0}};
    rd_left_q <= {FLITS_W{1'b0}};
    long_q    <= 1'b0;
    rd_slot_q <= {SLOT_W{1'b0}};
    credit_q  <= 1'b0;
  end else begin
    free_q    <= free_d;
    slot_q    <= slot_d;
    waddr_q   <= waddr_d;
    raddr_q   <= raddr_d;
    rd_left_q <= rd_left_d;
    long_q    <= gnt & gnt_long;
    rd_slot_q <= rd_slot;
    credit_q  <= last;
  end
end

ram_1r1w #(.WORDS(SLOTS * PACKET_FLITS), .WIDTH(FLIT_BITS)) data_mem (
  .clk(clk), .wen(rx_valid), .waddr(waddr), .wdata(rx_store),
  .ren(reading), .raddr(raddr), .rdata(rdata)
);

`ifdef SET_ASIDE
output wire idle;
assign idle = alone;

`endif
assign slot      = slot_q;
assign idle_next = ~|(rd_left_d >> 1);
assign begun     = long_q;
assign rx_credit = credit_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (arrive && free_q == {SLOTS{1'b0}}) $fatal(1, "a header arrived without a free slot");
  if ((freed & free_q) != {SLOTS{1'b0}}) $fatal(1, "a slot was freed twice");
  if (gnt && !alone) $fatal(1, "granted while busy");
end
`endif

endmodule
`default_nettype wire
