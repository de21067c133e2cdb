// Lists of destinations of an output port (CLOP) in memory: a row per destination, a column per line. An Xoff from downstream adds its
// destination, and headers that leave are looked up. After the Xon of a line, its column is cleared in the background.
// Twin: cmodel/units/clop.c. FBICM 3.5.
module clop #(
  parameter RADIX         = 8,
  parameter CFQS          = 4,
  parameter NODES         = 64,
  parameter PORT_W        = $clog2(RADIX),
  parameter LINE_W        = CFQS > 1 ? $clog2(CFQS) : 1,
  parameter DESTINATION_W = $clog2(NODES)
) (
  input  wire                     clk,
  input  wire                     rst,

  // Link, forward: the flit that leaves in this cycle, registered. Fields of its header, and the input that it came from: used only with
  // tx_valid and tx_head.
  input  wire                     tx_valid,
  input  wire                     tx_head,
  input  wire [DESTINATION_W-1:0] tx_destination,
  input  wire [PORT_W-1:0]        tx_src,

  // Link, reverse: a message is valid only with tx_msg_valid. An Xoff for a line whose column is being cleared is for the same congested point.
  input  wire                     tx_msg_valid,
  input  wire                     tx_msg_xoff,
  input  wire [LINE_W-1:0]        tx_msg_line,
  input  wire [DESTINATION_W-1:0] tx_msg_destination,

  // stopped: stopped lines, registered.
  input  wire [CFQS-1:0]          stopped,

  // Registered. departed: a header left in the cycle before, while a line was stopped. departed_*: valid only with departed. departed_row: lines with
  // its destination.
  output wire                     departed,
  output wire [DESTINATION_W-1:0] departed_destination,
  output wire [PORT_W-1:0]        departed_src,
  output wire [CFQS-1:0]          departed_row
);
localparam [CFQS-1:0] FIRST_LINE = 1;

reg                          departed_q;
reg [DESTINATION_W-1:0]      destination_q;
reg [PORT_W-1:0]             src_q;
reg [CFQS-1:0]               columns_q;
reg [DESTINATION_W-1:0]      sweep_row_q;
reg [CFQS*DESTINATION_W-1:0] start_row_q;

// ----------------------------------------------------------------------------
// Messages.
wire [CFQS-1:0] line = FIRST_LINE << tx_msg_line;
wire            xoff = tx_msg_valid & tx_msg_xoff;
wire [CFQS-1:0] set  = {CFQS{xoff}} & line;
wire [CFQS-1:0] xon  = {CFQS{tx_msg_valid & ~tx_msg_xoff}} & line;

// ----------------------------------------------------------------------------
// Columns to be cleared.
wire                     sweep;
wire [DESTINATION_W-1:0] moved;
wire [CFQS-1:0]          done;

list_sweep #(.ROWS(NODES), .LINES(CFQS)) around (
  .columns(columns_q), .busy(xoff), .row(sweep_row_q), .start_row(start_row_q),
  .sweep(sweep), .moved(moved), .done(done)
);

wire [CFQS-1:0]          columns_d = (columns_q & ~done & ~set) | xon;
wire [DESTINATION_W-1:0] sweep_row_d = {DESTINATION_W{|columns_d}} & moved;

// ----------------------------------------------------------------------------
wire lookup = tx_valid & tx_head & |stopped;

ram_1r1w_masked #(.WORDS(NODES), .WIDTH(CFQS)) clop_mem (
  .clk(clk), .wen(xoff | sweep), .waddr(xoff ? tx_msg_destination : sweep_row_q), .wmask(xoff ? set : columns_q),
  .wdata({CFQS{xoff}}), .ren(lookup), .raddr(tx_destination), .rdata(departed_row)
);

genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  always @(posedge clk)
    if (rst)         start_row_q[l*DESTINATION_W +: DESTINATION_W] <= {DESTINATION_W{1'b0}};
    else if (xon[l]) start_row_q[l*DESTINATION_W +: DESTINATION_W] <= sweep_row_d;
end

always @(posedge clk)
  if (rst) begin
    departed_q    <= 1'b0;
    destination_q <= {DESTINATION_W{1'b0}};
    src_q         <= {PORT_W{1'b0}};
    columns_q     <= {CFQS{1'b1}};
    sweep_row_q   <= {DESTINATION_W{1'b0}};
  end else begin
    departed_q  <= lookup;
    columns_q   <= columns_d;
    sweep_row_q <= sweep_row_d;
    if (lookup) begin
      destination_q <= tx_destination;
      src_q         <= tx_src;
    end
  end

assign departed             = departed_q;
assign departed_destination = destination_q;
assign departed_src         = src_q;

endmodule
