// Adapter of a network interface, to the host: a ring of HOST_SLOTS packets' flits.
module sink #(
  parameter FLITS_AT     = 35,    // place of the length in a header
  parameter HOST_SLOTS   = 8,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter NODE_BITS    = 16
) (
  input  wire                 clk,
  input  wire                 rst,

`include "wiring/link/host_receives.vh"

  // The link of the receive side. A credit for each packet that the host has taken, registered.
  input  wire                 tx_valid,
  input  wire [FLIT_BITS-1:0] tx_data,
  output wire                 tx_credit
);
`include "units/slot_credit.vh"

localparam FLITS_W    = $clog2(PACKET_FLITS + 1);
localparam HOST_FLITS = HOST_SLOTS * PACKET_FLITS;
localparam AT_W       = HOST_FLITS > 1 ? $clog2(HOST_FLITS) : 1;
localparam FILL_W     = $clog2(HOST_FLITS + 1);

localparam LAST_FLIT = HOST_FLITS - 1;

localparam [FLITS_W-1:0] NO_FLITS = 0;
localparam [FLITS_W-1:0] ONE_FLIT = 1;
localparam [FILL_W-1:0]  NO_FILL  = 0;
localparam [AT_W-1:0]    LAST_AT  = LAST_FLIT[AT_W-1:0];

reg [AT_W-1:0]    wr_at_q;    // place of the next flit that comes
reg [AT_W-1:0]    rd_at_q;    // place of the next flit to be read
reg [FILL_W-1:0]  fill_q;     // flits between them
reg               shown_q;    // the flit that was read last: the host has not taken it yet
reg [FLITS_W-1:0] left_q;     // flits of its packet that the host has not taken, if it has taken the first; 0: that is the next one
reg               credit_q;

wire               first = left_q == NO_FLITS;
wire [FLITS_W-1:0] left  = first ? receive_data[FLITS_AT +: FLITS_W] : left_q;
wire               taken = shown_q & receive_ready;
wire               read  = fill_q != NO_FILL & (~shown_q | receive_ready);

always @(posedge clk)
  if (rst) begin
    wr_at_q  <= {AT_W{1'b0}};
    rd_at_q  <= {AT_W{1'b0}};
    fill_q   <= NO_FILL;
    shown_q  <= 1'b0;
    left_q   <= NO_FLITS;
    credit_q <= 1'b0;
  end else begin
    shown_q  <= read | (shown_q & ~receive_ready);
    credit_q <= taken & credit_goes(first, receive_last);
    if (tx_valid)        wr_at_q <= wr_at_q == LAST_AT ? {AT_W{1'b0}} : wr_at_q + 1'b1;
    if (read)            rd_at_q <= rd_at_q == LAST_AT ? {AT_W{1'b0}} : rd_at_q + 1'b1;
    if (tx_valid ^ read) fill_q  <= tx_valid ? fill_q + 1'b1 : fill_q - 1'b1;
    if (taken)           left_q  <= left - ONE_FLIT;
  end

ram_1r1w #(.WORDS(HOST_FLITS), .WIDTH(FLIT_BITS)) flit_mem (
  .clk(clk), .wen(tx_valid), .waddr(wr_at_q), .wdata(tx_data), .ren(read), .raddr(rd_at_q), .rdata(receive_data)
);

assign tx_credit      = credit_q;
assign receive_valid  = shown_q;
assign receive_first  = first;
assign receive_last   = left == ONE_FLIT;
assign receive_source = receive_data[FLITS_AT+FLITS_W +: NODE_BITS];

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (tx_valid && fill_q == HOST_FLITS[FILL_W-1:0]) $fatal(1, "a flit without room in the host");
end
`endif

endmodule
