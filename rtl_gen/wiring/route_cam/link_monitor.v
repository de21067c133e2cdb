// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run. A header is judged by the
// switch that it enters.
`ifndef SYNTHESIS
module link_monitor #(
  parameter RADIX         = 8,
`ifdef SET_ASIDE
  parameter SAQS          = 4,
`endif
  parameter SLOTS         = 64,
  parameter FLIT_BITS     = 64,
  parameter PACKET_FLITS  = 8,
`include "units/turnpool.vh"
  parameter ENDS          = 0,       // 1: the receiver may be an end node, or a switch of another radix
  parameter LINK          = "rx",    // names of the link in messages
  parameter PORT          = 0
) (
  clk, rst,
`ifdef SET_ASIDE
  msg_valid, msg_xoff, msg_line, msg_turns, msg_len,
`endif
  valid, head, data, credit
);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);

localparam [LEN_W-1:0] NO_TURNS = 0;

`include "wiring/link/pins.vh"

wire [POOL_W-1:0]  turns  = data[POOL_W-1:0];
wire [LEN_W-1:0]   left   = data[TURNPOOL_BITS +: LEN_W];
wire [FLITS_W-1:0] flits  = data[TURNPOOL_BITS + LEN_W +: FLITS_W];
wire [POOL_W-1:0]  ahead  = turns & ~({POOL_W{1'b1}} << (left * TURN_W));

`include "wiring/link/packets.vh"
`include "wiring/link/routes.vh"

link_credits #(.FULL(SLOTS), .PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins), .flits(flits), .spent(1'b0), .credit(credit), .gained(1'b0)
);

always @(posedge clk) if (!hold && begins) begin
  if ((^{flits, left, ahead}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: turns_left is %b, flits is %b, turns ahead %b",
      LINK, PORT, cycle, $time, left, flits, ahead);
end

`ifdef SET_ASIDE
localparam LINE_W = SAQS > 1 ? $clog2(SAQS) : 1;

localparam [LINE_W:0]   ALL_LINES  = SAQS[LINE_W:0];
localparam [SAQS-1:0]   FIRST_LINE = 1;
localparam [POOL_W-1:0] NOWHERE    = 0;

input wire              msg_valid;
input wire              msg_xoff;
input wire [LINE_W-1:0] msg_line;
input wire [POOL_W-1:0] msg_turns;
input wire [LEN_W-1:0]  msg_len;

reg  [SAQS-1:0]         stopped_q;   // by line, with the congested point
reg  [SAQS*POOL_W-1:0]  turns_q;
reg  [SAQS*LEN_W-1:0]   len_q;

wire [SAQS-1:0]         line = FIRST_LINE << msg_line;
wire [SAQS-1:0]         same;        // stopped lines that name the message's point

genvar l;
for (l = 0; l < SAQS; l = l + 1) begin : g_line
  assign same[l] = stopped_q[l] & turns_q[l*POOL_W +: POOL_W] == msg_turns & len_q[l*LEN_W +: LEN_W] == msg_len;
end

always @(posedge clk)
  if (hold) begin
    stopped_q <= {SAQS{1'b0}};
    turns_q   <= {SAQS*POOL_W{1'b0}};
    len_q     <= {SAQS*LEN_W{1'b0}};
  end else begin
    if ((msg_valid !== 1'b0 && msg_valid !== 1'b1) || (msg_valid && (^{msg_xoff, msg_line, msg_turns, msg_len}) === 1'bx))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-message: msg_valid is %b, xoff %b, line %b, turns %b, len %b",
        LINK, PORT, cycle, $time, msg_valid, msg_xoff, msg_line, msg_turns, msg_len);
    else if (msg_valid && {1'b0, msg_line} >= ALL_LINES)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: line-out-of-range: a message of line %0d, of %0d",
        LINK, PORT, cycle, $time, msg_line, SAQS);
    else if (msg_valid && (msg_len == NO_TURNS || {1'b0, msg_len} >= BEYOND))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: len-out-of-range: a message with len %0d, of 1 to %0d",
        LINK, PORT, cycle, $time, msg_len, TURNS);
    else if (msg_valid && (msg_turns >> (msg_len * TURN_W)) != NOWHERE)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: turns-beyond-len: turns of a message are %h, with len %0d",
        LINK, PORT, cycle, $time, msg_turns, msg_len);
    else if (msg_valid && msg_xoff && |(stopped_q & line))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: xoff-twice: an Xoff of line %0d, which is stopped", LINK, PORT, cycle, $time, msg_line);
    else if (msg_valid && !msg_xoff && ~|(stopped_q & line))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: xon-without-xoff: an Xon of line %0d, which is not stopped",
        LINK, PORT, cycle, $time, msg_line);
    else if (msg_valid && msg_xoff && |same)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: point-named-twice: an Xoff of line %0d for turns %h, len %0d, which another line stops",
        LINK, PORT, cycle, $time, msg_line, msg_turns, msg_len);
    if (msg_valid) begin
      stopped_q                           <= msg_xoff ? stopped_q | line : stopped_q & ~line;
      turns_q[msg_line*POOL_W +: POOL_W]  <= msg_turns;
      len_q[msg_line*LEN_W +: LEN_W]      <= msg_len;
    end
  end
`endif

endmodule
`endif
