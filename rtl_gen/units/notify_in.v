// Xoffs of the outputs, or their sides, to one input: at most one per cycle, from the output to which the input
// sent a header. Prepends the turn of this switch to the congested point. The turn shifted out at the top is
// always unused: the header that matched had the turn of this switch as well.
// RECN-IQ 2.4.
module notify_in #(
  parameter RADIX         = 8,
`include "units/turnpool.vh"
  parameter LINE_W        = 2
) (
  // from_output: the output that notifies this input, one-hot or zero. from_turn: the same, by turn.
  input  wire [RADIX-1:0]        from_output,
  input  wire [RADIX-1:0]        from_turn,

  // Notifications, by output: line of the output, or what else names it; congested point, its length; used only where from_output is set.
  input  wire [RADIX*LINE_W-1:0] line,
  input  wire [RADIX*POOL_W-1:0] turns,
  input  wire [RADIX*LEN_W-1:0]  len,

  // Combinational; all 0 without notify_next. notify_next: this input is notified. notify_next_turns, notify_next_len: congested point, and its
  // length, from this input on. notify_next_line: line of the output.
  output wire                    notify_next,
  output wire [POOL_W-1:0]       notify_next_turns,
  output wire [LEN_W-1:0]        notify_next_len,
  output reg [LINE_W-1:0]        notify_next_line
);
wire [TURN_W-1:0] turn;
reg  [POOL_W-1:0] below_turns;
reg  [LEN_W-1:0]  below_len;
integer           o;

onehot_index #(.N(RADIX))              turn_of  (.onehot(from_turn), .index(turn));

// Equal to onehot_mux, but written so that a simulator skips the outputs that do not notify: in most cycles, all.
always @(*) begin
  below_turns      = {POOL_W{1'b0}};
  below_len        = {LEN_W{1'b0}};
  notify_next_line = {LINE_W{1'b0}};
  for (o = 0; o < RADIX; o = o + 1)
    if (from_output[o]) begin
      below_turns      = below_turns      | turns[o*POOL_W +: POOL_W];
      below_len        = below_len        | len[o*LEN_W +: LEN_W];
      notify_next_line = notify_next_line | line[o*LINE_W +: LINE_W];
    end
end

localparam [POOL_W-1:0] TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);

assign notify_next       = |from_output;
assign notify_next_turns = (below_turns << TURN_W) | ({TURNS{turn}} & TURN_MASK);
assign notify_next_len   = below_len + {{(LEN_W-1){1'b0}}, notify_next};

endmodule
