// Internal Xoffs on their way to one input: at most one a cycle, from the output that the input sent a
// header to. Prepends the turn of this switch to the congested point; downstream's last turn falls
// out at the top only where it is unused, for the header that matched had this turn as well.
// RECN-IQ 2.4.
`default_nettype none
module notify_in #(
  parameter RADIX         = 8,
  parameter SAQS          = 4,
  parameter TURNPOOL_BITS = 31
) (
  from_output, from_turn,
  line, turns, len,
  told, told_turns, told_len, told_line
);
localparam TURN_W = $clog2(RADIX);
localparam TURNS  = TURNPOOL_BITS / TURN_W;
localparam POOL_W = TURNS * TURN_W;
localparam LEN_W  = $clog2(TURNS + 1);
localparam LINE_W = SAQS > 1 ? $clog2(SAQS) : 1;

// The output that notifies this input: one-hot or zero, by output and, the same, by turn.
input  wire [RADIX-1:0]        from_output;
input  wire [RADIX-1:0]        from_turn;

// What each output says, by output.
input  wire [RADIX*LINE_W-1:0] line;
input  wire [RADIX*POOL_W-1:0] turns;
input  wire [RADIX*LEN_W-1:0]  len;

// Follow in the same cycle; 0 where nothing is told.
output wire                    told;
output wire [POOL_W-1:0]       told_turns;
output wire [LEN_W-1:0]        told_len;
output reg  [LINE_W-1:0]       told_line;

wire [TURN_W-1:0] turn;
reg  [POOL_W-1:0] below_turns;
reg  [LEN_W-1:0]  below_len;
integer           o;

onehot_index #(.N(RADIX))              turn_of  (.onehot(from_turn), .index(turn));

// What onehot_mux does, written so that a simulator skips the outputs that say nothing, which is most of the time all of them.
always @(*) begin
  below_turns = {POOL_W{1'b0}};
  below_len   = {LEN_W{1'b0}};
  told_line   = {LINE_W{1'b0}};
  for (o = 0; o < RADIX; o = o + 1)
    if (from_output[o]) begin
      below_turns = below_turns | turns[o*POOL_W +: POOL_W];
      below_len   = below_len   | len[o*LEN_W +: LEN_W];
      told_line   = told_line   | line[o*LINE_W +: LINE_W];
    end
end

localparam [POOL_W-1:0] TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);

assign told       = |from_output;
assign told_turns = (below_turns << TURN_W) | ({TURNS{turn}} & TURN_MASK);
assign told_len   = below_len + {{(LEN_W-1){1'b0}}, told};

endmodule
`default_nettype wire
