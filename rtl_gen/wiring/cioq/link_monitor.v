// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run. A header is judged by the
// switch that it enters.
`ifndef SYNTHESIS
`default_nettype none
module link_monitor #(
  parameter RADIX         = 8,
`ifdef SET_ASIDE
  parameter SAQS          = 8,
  parameter DQS           = 8,
  parameter LEVELS        = 8,
  parameter LEVEL_MAP     = 2396160,
`endif
  parameter SLS           = 8,
`ifndef BY_DESTINATION
  parameter SL_MAP        = 2396160,
`endif
  parameter VCS           = 2,
`ifdef PACED
  parameter SPEED_N       = 3,
  parameter SPEED_D       = 2,
`endif
  parameter CELLS         = 256,
  parameter CELL_FLITS    = 8,
  parameter PACKET_CELLS  = 32,
  parameter FLIT_BITS     = 64,
  parameter TURNPOOL_BITS = 31,
  parameter ENDS          = 0,       // 1: the receiver may be an end node, or a switch of another radix
  parameter LINK          = "rx",    // names of the link in messages
  parameter PORT          = 0
) (
  clk, rst,
`ifdef SET_ASIDE
  msg_valid, msg_xoff, msg_levels, msg_queue, msg_turns, msg_len,
`endif
  valid, head, data, credit, credit_vc
);
localparam PACKET_FLITS = PACKET_CELLS * CELL_FLITS;
localparam TURN_W       = $clog2(RADIX);
localparam TURNS        = TURNPOOL_BITS / TURN_W;
localparam POOL_W       = TURNS * TURN_W;
localparam LEN_W        = $clog2(TURNS + 1);
localparam SL_W         = SLS > 1 ? $clog2(SLS) : 1;
localparam VC_W         = VCS > 1 ? $clog2(VCS) : 1;
localparam FLITS_W      = $clog2(PACKET_FLITS + 1);
localparam NEED_W       = $clog2(PACKET_CELLS + 1);

// Fields of a header, behind the turnpool.
localparam LEFT_AT  = TURNPOOL_BITS;
`ifdef BY_DESTINATION
localparam VC_AT    = LEFT_AT + LEN_W;
localparam SL_AT    = VC_AT + VC_W;
`else
localparam SL_AT    = LEFT_AT + LEN_W;
`endif
localparam FLITS_AT = SL_AT + SL_W;

localparam [TURN_W:0]  ALL_TURNS = RADIX[TURN_W:0];
localparam [LEN_W:0]   BEYOND    = TURNS[LEN_W:0] + 1'b1;
localparam [LEN_W-1:0] NO_TURNS  = 0;
localparam [SL_W:0]    ALL_SLS   = SLS[SL_W:0];

`include "wiring/link/pins.vh"

input wire [VC_W-1:0]      credit_vc;

wire [POOL_W-1:0]  turns  = data[POOL_W-1:0];
wire [LEN_W-1:0]   left   = data[LEFT_AT +: LEN_W];
wire [SL_W-1:0]    sl     = data[SL_AT +: SL_W];
wire [FLITS_W-1:0] flits  = data[FLITS_AT +: FLITS_W];
wire [TURN_W-1:0]  turn   = turns[TURN_W-1:0];
wire [POOL_W-1:0]  ahead  = turns & ~({POOL_W{1'b1}} << (left * TURN_W));
wire [NEED_W-1:0]  need;
wire [VC_W-1:0]    vc;
wire               known;         // the VC is there

need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of (.flits(flits), .need(need));

`ifdef BY_DESTINATION
localparam [VC_W:0] ALL_VCS = VCS[VC_W:0];

assign vc    = data[VC_AT +: VC_W];
assign known = {1'b0, vc} < ALL_VCS;

always @(posedge clk) if (!hold && begins && !known)
  $fatal(1, "%0s %0d, cycle %0d, time %0d: vc-out-of-range: queue of a header is %0d, of less than %0d",
    LINK, PORT, cycle, $time, vc, VCS);
`else
wire [VCS-1:0] vc_here;

vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of_sl (.level(sl), .vc(vc_here));
onehot_index #(.N(VCS)) number_of_vc (.onehot(vc_here), .index(vc));
assign known = {1'b0, sl} < ALL_SLS;
`endif

`include "wiring/link/packets.vh"

link_credits #(.KINDS(VCS), .FULL(CELLS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins & known), .need({{(16-NEED_W){1'b0}}, need}), .spent(vc),
  .credit(credit), .gained(credit_vc)
);

always @(posedge clk) if (!hold && begins) begin
  if ((^{flits, sl, vc, left, ahead}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: turns_left is %b, sl %b, VC %b, flits %b, turns ahead %b",
      LINK, PORT, cycle, $time, left, sl, vc, flits, ahead);
  else if (left == NO_TURNS && ENDS == 0)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: no-turns-left: turns_left of a header is 0", LINK, PORT, cycle, $time);
  else if ({1'b0, left} >= BEYOND)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: turns-left-out-of-range: turns_left of a header is %0d, of at most %0d",
      LINK, PORT, cycle, $time, left, TURNS);
  else if ({1'b0, turn} >= ALL_TURNS && ENDS == 0)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: turn-out-of-range: the next turn of a header is %0d, of less than %0d",
      LINK, PORT, cycle, $time, turn, RADIX);
  else if ({1'b0, sl} >= ALL_SLS)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: sl-out-of-range: sl of a header is %0d, of less than %0d", LINK, PORT, cycle, $time, sl, SLS);
end

`ifdef SET_ASIDE
input wire                         msg_valid;
input wire                         msg_xoff;
input wire [LEVELS-1:0]            msg_levels;
input wire [$clog2(DQS+SAQS)-1:0]  msg_queue;
input wire [POOL_W-1:0]            msg_turns;
input wire [LEN_W-1:0]             msg_len;

link_levels #(
  .RADIX(RADIX), .VC_QUEUES(DQS + SAQS), .LEVELS(LEVELS), .LEVEL_MAP(LEVEL_MAP), .TURNPOOL_BITS(TURNPOOL_BITS), .LINK(LINK), .PORT(PORT)
) messages (
  .clk(clk), .hold(hold), .cycle(cycle), .msg_valid(msg_valid), .msg_xoff(msg_xoff), .msg_levels(msg_levels), .msg_queue(msg_queue),
  .msg_turns(msg_turns), .msg_len(msg_len)
);
`endif

endmodule
`default_nettype wire
`endif
