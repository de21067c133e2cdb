// Part of a link monitor, for simulation: messages that stop a congested point for a level. Levels have VCs of 3 bits each in LEVEL_MAP.
`ifndef SYNTHESIS
module link_levels #(
  parameter RADIX         = 8,
  parameter VC_QUEUES     = 16,   // queues of a VC
  parameter LEVELS        = 8,
  parameter LEVEL_MAP     = 2396160,
  parameter LINK          = "rx",
  parameter PORT          = 0,
`include "units/turnpool.vh"
  parameter VC_QUEUE_W    = $clog2(VC_QUEUES)
) (
  input wire                  clk,
  input wire                  hold,        // reset, or before the first one
  input wire [63:0]           cycle,       // since reset
  input wire                  msg_valid,
  input wire                  msg_xoff,
  input wire [LEVELS-1:0]     msg_levels,
  input wire [VC_QUEUE_W-1:0] msg_queue,
  input wire [POOL_W-1:0]     msg_turns,   // used only in an Xoff, as the length
  input wire [LEN_W-1:0]      msg_len
);
localparam VCS        = 8;           // at most

localparam [3*VCS-1:0]    VC_OF_LEVEL = LEVEL_MAP[3*VCS-1:0];
localparam [VC_QUEUE_W:0] ALL_QUEUES  = VC_QUEUES[VC_QUEUE_W:0];
localparam [LEN_W:0]      BEYOND      = TURNS[LEN_W:0] + 1'b1;
localparam [LEN_W-1:0]    NO_TURNS    = 0;
localparam [POOL_W-1:0]   NOWHERE     = 0;
localparam [LEVELS-1:0]   ONE_LEVEL   = 1;
localparam [VCS-1:0]      ONE_VC      = 1;

wire              xoff = msg_valid & msg_xoff;
wire [LEVELS-1:0] moved;                 // levels for which the queue is stopped, for another point
wire [VCS-1:0]    vcs;                   // VCs of the levels

genvar e, v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  localparam [2:0] THIS = v;
  wire [LEVELS-1:0] of_vc;

  for (e = 0; e < LEVELS; e = e + 1) begin : g_of_vc
    assign of_vc[e] = VC_OF_LEVEL[3*e +: 3] == THIS;
  end
  assign vcs[v] = |(msg_levels & of_vc);
end

for (e = 0; e < LEVELS; e = e + 1) begin : g_level
  reg [VC_QUEUES-1:0]        stopped_q;
  reg [VC_QUEUES*POOL_W-1:0] turns_q;
  reg [VC_QUEUES*LEN_W-1:0]  len_q;

  assign moved[e] = msg_levels[e] & stopped_q[msg_queue] &
                    (turns_q[msg_queue*POOL_W +: POOL_W] != msg_turns | len_q[msg_queue*LEN_W +: LEN_W] != msg_len);

  always @(posedge clk)
    if (hold) begin
      stopped_q <= {VC_QUEUES{1'b0}};
      turns_q   <= {VC_QUEUES*POOL_W{1'b0}};
      len_q     <= {VC_QUEUES*LEN_W{1'b0}};
    end else if (msg_valid && msg_levels[e]) begin
      stopped_q[msg_queue]                <= msg_xoff;
      turns_q[msg_queue*POOL_W +: POOL_W] <= msg_turns;
      len_q[msg_queue*LEN_W +: LEN_W]     <= msg_len;
    end
end

always @(posedge clk) if (!hold) begin
  if ((msg_valid !== 1'b0 && msg_valid !== 1'b1) || (msg_valid && (^{msg_xoff, msg_levels, msg_queue}) === 1'bx) ||
      (xoff && (^{msg_turns, msg_len}) === 1'bx))
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-message: msg_valid is %b, xoff %b, levels %b, queue %b, turns %b, len %b",
      LINK, PORT, cycle, $time, msg_valid, msg_xoff, msg_levels, msg_queue, msg_turns, msg_len);
  else if (msg_valid && msg_levels == {LEVELS{1'b0}})
    $fatal(1, "%0s %0d, cycle %0d, time %0d: no-level: a message with levels 0", LINK, PORT, cycle, $time);
  else if (xoff && (msg_levels & (msg_levels - ONE_LEVEL)) != {LEVELS{1'b0}})
    $fatal(1, "%0s %0d, cycle %0d, time %0d: xoff-of-many-levels: an Xoff with levels %b", LINK, PORT, cycle, $time, msg_levels);
  else if (msg_valid && (vcs & (vcs - ONE_VC)) != {VCS{1'b0}})
    $fatal(1, "%0s %0d, cycle %0d, time %0d: levels-of-two-vcs: an Xon with levels %b, which are of VCs %b",
      LINK, PORT, cycle, $time, msg_levels, vcs);
  else if (msg_valid && {1'b0, msg_queue} >= ALL_QUEUES)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: msg-queue-out-of-range: queue of a message is %0d, of less than %0d",
      LINK, PORT, cycle, $time, msg_queue, VC_QUEUES);
  else if (xoff && (msg_len == NO_TURNS || {1'b0, msg_len} >= BEYOND))
    $fatal(1, "%0s %0d, cycle %0d, time %0d: len-out-of-range: an Xoff with len %0d, of 1 to %0d",
      LINK, PORT, cycle, $time, msg_len, TURNS);
  else if (xoff && (msg_turns >> (msg_len * TURN_W)) != NOWHERE)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: turns-beyond-len: turns of an Xoff are %h, with len %0d",
      LINK, PORT, cycle, $time, msg_turns, msg_len);
  else if (xoff && |moved)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: point-changed: an Xoff of queue %0d for turns %h, len %0d, which is stopped for another point",
      LINK, PORT, cycle, $time, msg_queue, msg_turns, msg_len);
end

endmodule
`endif
