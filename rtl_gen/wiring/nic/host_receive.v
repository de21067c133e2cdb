// Adapter of a network interface, to the host: a ring of flits for each VC, of HOST_CELLS cells.
// Twin: cmodel/units/host_receive.c. docs/internals/microarchitecture-nic.md, section 5.
module host_receive #(
  parameter RADIX         = 8,
  parameter SLS           = 8,
  parameter SL_MAP        = 2396160,
  parameter VCS           = 2,
  parameter HOST_CELLS    = 64,
`include "wiring/cells/header.vh"
  parameter NODE_BITS     = 16,
  parameter VC_W          = VCS > 1 ? $clog2(VCS) : 1
) (
  input  wire                 clk,
  input  wire                 rst,

  // The link of the receive side. A credit for each cell that the host has taken, registered.
  input  wire                 tx_valid,
  input  wire                 tx_head,
  input  wire [FLIT_BITS-1:0] tx_data,
  output wire                 tx_credit,
  output wire [VC_W-1:0]      tx_credit_vc,

`include "wiring/link/host_receives.vh"

  output wire [SL_W-1:0]      receive_sl         // service level of the packet, valid only with its first flit
);
localparam HOST_FLITS = HOST_CELLS * CELL_FLITS;                 // flits of a ring
localparam AT_W       = HOST_FLITS > 1 ? $clog2(HOST_FLITS) : 1;
localparam FILL_W     = $clog2(HOST_FLITS + 1);
localparam ADDR_W     = VCS * HOST_FLITS > 1 ? $clog2(VCS * HOST_FLITS) : 1;
localparam PLACE_W    = CELL_FLITS > 1 ? $clog2(CELL_FLITS) : 1;
localparam SOURCE_AT = FLITS_AT + FLITS_W;

localparam LAST_FLIT_PLACE  = CELL_FLITS - 1;
localparam LAST_FLIT_NUMBER = HOST_FLITS - 1;

localparam [FLITS_W-1:0] ONE_FLIT   = 1;
localparam [FILL_W-1:0]  NO_FILL    = 0;
localparam [AT_W-1:0]    LAST_AT    = LAST_FLIT_NUMBER[AT_W-1:0];
localparam [PLACE_W-1:0] FIRST_FLIT = 0;
localparam [PLACE_W-1:0] LAST_FLIT  = LAST_FLIT_PLACE[PLACE_W-1:0];

// ----------------------------------------------------------------------------
// The packet that comes.
reg  [VCS-1:0]     wr_vc_q;      // its VC, one-hot
reg  [FLITS_W-1:0] wr_left_q;    // its flits still to come

wire [VCS-1:0]     header_vc;
wire [VCS-1:0]     wr_vc  = tx_head ? header_vc : wr_vc_q;
wire [FLITS_W-1:0] length = tx_data[FLITS_AT +: FLITS_W];
wire               ends   = tx_head ? length == ONE_FLIT : wr_left_q == ONE_FLIT;

vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of (.level(tx_data[SL_AT +: SL_W]), .vc(header_vc));

always @(posedge clk)
  if (rst) begin
    wr_vc_q   <= {VCS{1'b0}};
    wr_left_q <= {FLITS_W{1'b0}};
  end else if (tx_valid) begin
    wr_vc_q   <= wr_vc;
    wr_left_q <= (tx_head ? length : wr_left_q) - ONE_FLIT;
  end

// ----------------------------------------------------------------------------
// The flit that was read last is what the host sees, until it takes it; then another one is read, of the same packet, or of a packet of the lowest VC.
reg                shown_q;      // the host has not taken it yet
reg                begun_q;      // one was read
reg                first_q;      // it is the first of its packet
reg  [VCS-1:0]     rd_vc_q;      // its VC, one-hot
reg  [PLACE_W-1:0] place_q;      // its place in a cell
reg                credit_q;
reg  [VC_W-1:0]    credit_vc_q;

wire               last;          // it is the last of its packet
wire               goes_on = begun_q & ~last;
wire [VCS-1:0]     there;        // VCs with flits
wire [VCS-1:0]     lower;
wire [VCS-1:0]     rd_vc  = goes_on ? rd_vc_q & there : there & ~lower;
wire               read   = |rd_vc & (~shown_q | receive_ready);
wire               taken  = shown_q & receive_ready;
wire [VC_W-1:0]    wr_vc_number, rd_vc_number, shown_vc_number;

prefix_or #(.N(VCS)) search (.x(there), .y(lower));
onehot_index #(.N(VCS)) number_of_wr    (.onehot(wr_vc),   .index(wr_vc_number));
onehot_index #(.N(VCS)) number_of_rd    (.onehot(rd_vc),   .index(rd_vc_number));
onehot_index #(.N(VCS)) number_of_shown (.onehot(rd_vc_q), .index(shown_vc_number));

always @(posedge clk)
  if (rst) begin
    shown_q     <= 1'b0;
    begun_q     <= 1'b0;
    first_q     <= 1'b0;
    rd_vc_q     <= {VCS{1'b0}};
    place_q     <= FIRST_FLIT;
    credit_q    <= 1'b0;
    credit_vc_q <= {VC_W{1'b0}};
  end else begin
    shown_q  <= read | (shown_q & ~receive_ready);
    credit_q <= taken & (last | place_q == LAST_FLIT);
    if (taken) credit_vc_q <= shown_vc_number;
    if (read) begin
      begun_q <= 1'b1;
      first_q <= ~goes_on;
      rd_vc_q <= rd_vc;
      place_q <= goes_on & place_q != LAST_FLIT ? place_q + 1'b1 : FIRST_FLIT;
    end
  end

assign tx_credit      = credit_q;
assign tx_credit_vc   = credit_vc_q;
assign receive_valid  = shown_q;
assign receive_first  = first_q;
assign receive_last   = last;
assign receive_source = receive_data[SOURCE_AT +: NODE_BITS];
assign receive_sl     = receive_data[SL_AT +: SL_W];

// ----------------------------------------------------------------------------
// Rings. A ring of HOST_CELLS cells has room for the flits of as many cells.
reg  [VCS*AT_W-1:0]   wr_at_q;     // by VC: place of the next flit that comes
reg  [VCS*AT_W-1:0]   rd_at_q;     // place of the next flit to be read
reg  [VCS*FILL_W-1:0] fill_q;      // flits between them

wire [AT_W-1:0]     wr_at, rd_at;
wire [ADDR_W-1:0]   waddr, raddr;

genvar v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  wire [AT_W-1:0]   wr_here = wr_at_q[v*AT_W +: AT_W];
  wire [AT_W-1:0]   rd_here = rd_at_q[v*AT_W +: AT_W];
  wire [FILL_W-1:0] fill    = fill_q[v*FILL_W +: FILL_W];
  wire              in      = tx_valid & wr_vc[v];
  wire              out     = read & rd_vc[v];

  assign there[v] = fill != NO_FILL;

  always @(posedge clk)
    if (rst) begin
      wr_at_q[v*AT_W +: AT_W]    <= {AT_W{1'b0}};
      rd_at_q[v*AT_W +: AT_W]    <= {AT_W{1'b0}};
      fill_q[v*FILL_W +: FILL_W] <= NO_FILL;
    end else begin
      if (in)        wr_at_q[v*AT_W +: AT_W]    <= wr_here == LAST_AT ? {AT_W{1'b0}} : wr_here + 1'b1;
      if (out)       rd_at_q[v*AT_W +: AT_W]    <= rd_here == LAST_AT ? {AT_W{1'b0}} : rd_here + 1'b1;
      if (in != out) fill_q[v*FILL_W +: FILL_W] <= in ? fill + 1'b1 : fill - 1'b1;
    end
end

onehot_mux #(.N(VCS), .W(AT_W)) wr_at_of (.sel(wr_vc), .d(wr_at_q), .y(wr_at));
onehot_mux #(.N(VCS), .W(AT_W)) rd_at_of (.sel(rd_vc), .d(rd_at_q), .y(rd_at));

cell_address #(.VCS(VCS), .CELLS(HOST_FLITS)) of_write (.vc(wr_vc_number), .number(wr_at), .address(waddr));
cell_address #(.VCS(VCS), .CELLS(HOST_FLITS)) of_read  (.vc(rd_vc_number), .number(rd_at), .address(raddr));

ram_1r1w #(.WORDS(VCS * HOST_FLITS), .WIDTH(FLIT_BITS + 1)) flit_mem (
  .clk(clk), .wen(tx_valid), .waddr(waddr), .wdata({ends, tx_data}), .ren(read), .raddr(raddr), .rdata({last, receive_data})
);

`ifndef SYNTHESIS
wire [VCS-1:0] full;
for (v = 0; v < VCS; v = v + 1) begin : g_check
  assign full[v] = fill_q[v*FILL_W +: FILL_W] == HOST_FLITS[FILL_W-1:0];
end

always @(posedge clk) if (!rst) begin
  if (tx_valid && (wr_vc & full) != {VCS{1'b0}}) $fatal(1, "a flit without room in the host");
end
`endif

endmodule
