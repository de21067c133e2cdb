// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run. A header is judged by the
// switch that it enters.
`ifndef SYNTHESIS
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
  parameter ENDS          = 0,       // 1: the receiver may be an end node, or a switch of another radix
`include "wiring/cells/header.vh"
  parameter LINK          = "rx",    // names of the link in messages
  parameter PORT          = 0
) (
  clk, rst,
`ifdef SET_ASIDE
  msg_valid, msg_xoff, msg_levels, msg_queue, msg_turns, msg_len,
`endif
  valid, head, data, credit, credit_vc
);
`include "wiring/link/cells.vh"

input wire [VC_W-1:0]      credit_vc;

`include "wiring/link/routes.vh"

`ifdef BY_DESTINATION
always @(posedge clk) if (!hold && begins && !known)
  $fatal(1, "%0s %0d, cycle %0d, time %0d: vc-out-of-range: queue of a header is %0d, of less than %0d",
    LINK, PORT, cycle, $time, vc, VCS);
`endif

link_credits #(.KINDS(VCS), .FULL(CELLS), .PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins & known), .flits(flits), .spent(vc),
  .credit(credit), .gained(credit_vc)
);

always @(posedge clk) if (!hold && begins) begin
  if ((^{flits, sl, vc, left, ahead}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: turns_left is %b, sl %b, VC %b, flits %b, turns ahead %b",
      LINK, PORT, cycle, $time, left, sl, vc, flits, ahead);
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
`endif
