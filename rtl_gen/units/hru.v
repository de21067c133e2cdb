// Header register: the header that entered the side last, whose packet enters a queue one cycle later.
// Twin: cmodel/units/hru.c. docs/internals/microarchitecture-side.md.
module hru #(
  parameter RADIX         = 8,
  parameter SLS           = 8,
`ifdef BY_DESTINATION
  parameter VCS           = 40,
`endif
  parameter CELLS         = 256,
  parameter CELL_FLITS    = 8,
  parameter PACKET_CELLS  = 32,
`include "units/turnpool.vh"
  parameter SL_W          = SLS > 1 ? $clog2(SLS) : 1,
  parameter FLITS_W       = $clog2(PACKET_CELLS * CELL_FLITS + 1),
`ifdef BY_DESTINATION
  parameter VC_W          = VCS > 1 ? $clog2(VCS) : 1,
`endif
  parameter CELL_W        = CELLS > 1 ? $clog2(CELLS) : 1
) (
  input  wire               clk,
  input  wire               rst,

  // arrive: a header enters the side. Its fields are used only then: turns ahead, the next one lowest, and their number; service level; length
  // in flits. in_cell: the cell that its packet begins in.
  input  wire               arrive,
  input  wire [POOL_W-1:0]  in_turns,
  input  wire [LEN_W-1:0]   in_left,
  input  wire [SL_W-1:0]    in_sl,
  input  wire [FLITS_W-1:0] in_flits,
  input  wire [CELL_W-1:0]  in_cell,

`ifdef BY_DESTINATION
  // VC of the packet, which the header names: as the fields above.
  input  wire [VC_W-1:0]    in_vc,
  output wire [VC_W-1:0]    vc,
`endif

  // The same, registered. valid: the header came in the cycle before.
  output wire               valid,
  output wire [POOL_W-1:0]  turns,
  output wire [LEN_W-1:0]   left,
  output wire [SL_W-1:0]    sl,
  output wire [FLITS_W-1:0] flits,
  output wire [CELL_W-1:0]  first_cell
);
reg               valid_q;
reg [POOL_W-1:0]  turns_q;
reg [LEN_W-1:0]   left_q;
reg [SL_W-1:0]    sl_q;
reg [FLITS_W-1:0] flits_q;
reg [CELL_W-1:0]  cell_q;

always @(posedge clk)
  if (rst) begin
    valid_q <= 1'b0;
    turns_q <= {POOL_W{1'b0}};
    left_q  <= {LEN_W{1'b0}};
    sl_q    <= {SL_W{1'b0}};
    flits_q <= {FLITS_W{1'b0}};
    cell_q  <= {CELL_W{1'b0}};
  end else begin
    valid_q <= arrive;
    if (arrive) begin
      turns_q <= in_turns;
      left_q  <= in_left;
      sl_q    <= in_sl;
      flits_q <= in_flits;
      cell_q  <= in_cell;
    end
  end

assign valid      = valid_q;
assign turns      = turns_q;
assign left       = left_q;
assign sl         = sl_q;
assign flits      = flits_q;
assign first_cell = cell_q;

`ifdef BY_DESTINATION
reg [VC_W-1:0]    vc_q;

always @(posedge clk)
  if (rst)         vc_q <= {VC_W{1'b0}};
  else if (arrive) vc_q <= in_vc;

assign vc = vc_q;
`endif

endmodule
