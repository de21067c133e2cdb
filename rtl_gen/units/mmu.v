// Memory management: gives each arriving packet the lowest free slot, writes and reads its
// flits, frees the slot and returns the credit with the last flit read.
// Twin: cmodel/units/mmu.c. RECN-IQ 3.1.
`default_nettype none
module mmu #(
  parameter SLOTS        = 64,  //= slots
  parameter FLIT_BITS    = 64,  //= flit_bits
  parameter PACKET_FLITS = 8    //= packet_flits
) (
  clk, rst,
  rx_valid, rx_head, rx_store,
  gnt, gnt_slot, gnt_flits,
  slot, idle, rdata, rx_credit
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

// Scheduler: gnt only while idle; slot and length go with it.
input  wire                 gnt;
input  wire [SLOT_W-1:0]    gnt_slot;
input  wire [FLITS_W-1:0]   gnt_flits;

// All four come from registers.
output wire [SLOT_W-1:0]    slot;
output wire                 idle;
output wire [FLIT_BITS-1:0] rdata;
output wire                 rx_credit;

localparam [SLOTS-1:0] ONE = 1;

reg [SLOTS-1:0]   free_q;
reg [SLOT_W-1:0]  slot_q;
reg [DATA_AW-1:0] waddr_q;
reg [DATA_AW-1:0] raddr_q;
reg [FLITS_W-1:0] rd_left_q;
reg [SLOT_W-1:0]  rd_slot_q;
reg               credit_q;

// First words of slots.
wire [DATA_AW-1:0] write_base = {{(DATA_AW-SLOT_W){1'b0}}, slot_q} * PACKET_FLITS[DATA_AW-1:0];
wire [DATA_AW-1:0] read_base  = {{(DATA_AW-SLOT_W){1'b0}}, gnt_slot} * PACKET_FLITS[DATA_AW-1:0];

// ----------------------------------------------------------------------------
// Write side.
wire               arrive  = rx_valid & rx_head;
wire [DATA_AW-1:0] waddr   = arrive ? write_base : waddr_q;
wire [DATA_AW-1:0] waddr_d = rx_valid ? waddr + 1'b1 : waddr_q;

// ----------------------------------------------------------------------------
// Read side.
wire reading = |rd_left_q;
wire last    = reading & idle;

wire [FLITS_W-1:0] rd_left_d = gnt ? gnt_flits : reading ? rd_left_q - 1'b1 : rd_left_q;
wire [DATA_AW-1:0] raddr_d   = gnt ? read_base : reading ? raddr_q + 1'b1 : raddr_q;
wire [SLOT_W-1:0]  rd_slot_d = gnt ? gnt_slot : rd_slot_q;

assign idle = ~|(rd_left_q >> 1);

// ----------------------------------------------------------------------------
// Free slots. The lowest of the new set is the least of two that registers give: the lowest
// without the slot that an arrival takes (or slot_q itself), and the slot being freed. So the
// search is not behind the link's inputs. Where none is free, slots are 0.
wire [SLOTS-1:0] taken  = ONE << slot_q;
wire [SLOTS-1:0] freed  = {SLOTS{last}} & (ONE << rd_slot_q);
wire [SLOTS-1:0] free_d = (free_q & ~({SLOTS{arrive}} & taken)) | freed;

wire [SLOTS-1:0]  others = free_q & ~taken;
wire [SLOTS-1:0]  above;
wire [SLOT_W-1:0] second;

prefix_or    #(.N(SLOTS)) search (.x(others), .y(above));
onehot_index #(.N(SLOTS)) encode (.onehot(others & ~above), .index(second));

wire freed_first = last & (arrive ? ~|others | (rd_slot_q < second)
                                  : ~|free_q | (rd_slot_q < slot_q));
wire [SLOT_W-1:0] slot_d = freed_first ? rd_slot_q : arrive ? second : slot_q;

// ----------------------------------------------------------------------------
// State.
always @(posedge clk) begin
  if (rst) begin
    free_q    <= {SLOTS{1'b1}};
    slot_q    <= {SLOT_W{1'b0}};
    waddr_q   <= {DATA_AW{1'b0}};
    raddr_q   <= {DATA_AW{1'b0}};
    rd_left_q <= {FLITS_W{1'b0}};
    rd_slot_q <= {SLOT_W{1'b0}};
    credit_q  <= 1'b0;
  end else begin
    free_q    <= free_d;
    slot_q    <= slot_d;
    waddr_q   <= waddr_d;
    raddr_q   <= raddr_d;
    rd_left_q <= rd_left_d;
    rd_slot_q <= rd_slot_d;
    credit_q  <= last;
  end
end

ram_1r1w #(.WORDS(SLOTS * PACKET_FLITS), .WIDTH(FLIT_BITS)) data_mem (
  .clk(clk), .wen(rx_valid), .waddr(waddr), .wdata(rx_store),
  .ren(reading), .raddr(raddr_q), .rdata(rdata)
);

assign slot      = slot_q;
assign rx_credit = credit_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (arrive && free_q == {SLOTS{1'b0}}) begin
    $display("%m: a header arrived without a free slot");
    $stop;
  end
  if ((freed & free_q) != {SLOTS{1'b0}}) begin
    $display("%m: a slot was freed twice");
    $stop;
  end
  if (gnt && !idle) begin
    $display("%m: granted while busy");
    $stop;
  end
end
`endif

endmodule
`default_nettype wire
