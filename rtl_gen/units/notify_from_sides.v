// Xoffs of the output sides to one input: at most one per cycle, from the output to which the input sent a header. Prepends the turn of this
// switch to the congested point. The turn shifted out at the top is always unused: the header that entered had the turn of this switch as well.
module notify_from_sides #(
  parameter RADIX         = 8,
  parameter LEVELS        = 8,
  parameter VC_QUEUE_W    = 4,
  parameter TURNPOOL_BITS = 31,
`include "units/turnpool.vh"
  parameter LEVEL_W       = LEVELS > 1 ? $clog2(LEVELS) : 1
) (
  // from_output: the output that stops this input, one-hot or zero. from_turn: the same, by turn.
  input  wire [RADIX-1:0]            from_output,
  input  wire [RADIX-1:0]            from_turn,

  // Messages, by output: level, one-hot; queue that sends it; congested point, its length; used only where from_output is set.
  input  wire [RADIX*LEVELS-1:0]     levels,
  input  wire [RADIX*VC_QUEUE_W-1:0] sender,
  input  wire [RADIX*POOL_W-1:0]     turns,
  input  wire [RADIX*LEN_W-1:0]      len,

  // Combinational; all 0 without notify_next. Congested point, and its length, from this input on.
  output wire                        notify_next,
  output wire [LEVEL_W-1:0]          notify_next_level,
  output wire [POOL_W-1:0]           notify_next_turns,
  output wire [LEN_W-1:0]            notify_next_len,
  output wire [VC_QUEUE_W-1:0]       notify_next_queue
);
wire [TURN_W-1:0] turn;
wire [LEVELS-1:0] level_onehot;
wire [POOL_W-1:0] below_turns;
wire [LEN_W-1:0]  below_len;

onehot_index #(.N(RADIX))  turn_of  (.onehot(from_turn),    .index(turn));
onehot_index #(.N(LEVELS)) level_of (.onehot(level_onehot), .index(notify_next_level));

onehot_mux #(.N(RADIX), .W(LEVELS))     levels_of (.sel(from_output), .d(levels), .y(level_onehot));
onehot_mux #(.N(RADIX), .W(VC_QUEUE_W)) queue_of  (.sel(from_output), .d(sender), .y(notify_next_queue));
onehot_mux #(.N(RADIX), .W(POOL_W))     turns_of  (.sel(from_output), .d(turns),  .y(below_turns));
onehot_mux #(.N(RADIX), .W(LEN_W))      len_of    (.sel(from_output), .d(len),    .y(below_len));

localparam [POOL_W-1:0] TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);

assign notify_next       = |from_output;
assign notify_next_turns = (below_turns << TURN_W) | ({TURNS{turn}} & TURN_MASK);
assign notify_next_len   = below_len + {{(LEN_W-1){1'b0}}, notify_next};

endmodule
