// Internal Xoffs on their way to one input: at most one a cycle, from the output that the input sent a
// header to. Prepends the turn of this switch to the congested point; downstream's last turn falls
// out at the top only where it is unused, for the header that matched had this turn as well.
// RECN-IQ 2.4.
`default_nettype none
module notify_in #(
  parameter RADIX         = 8,   //= radix
  parameter SAQS          = 4,   //= saqs
  parameter TURNPOOL_BITS = 31   //= turnpool_bits
) (
  from_output, from_turn,
  line, turns, len,
  notify, notify_turns, notify_len, notify_line
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

// Follow in the same cycle; notify_* count with notify.
output wire                    notify;
output wire [POOL_W-1:0]       notify_turns;
output wire [LEN_W-1:0]        notify_len;
output wire [LINE_W-1:0]       notify_line;

wire [TURN_W-1:0] turn;
wire [POOL_W-1:0] below_turns;
wire [LEN_W-1:0]  below_len;

onehot_index #(.N(RADIX))              turn_of  (.onehot(from_turn), .index(turn));
onehot_mux   #(.N(RADIX), .W(POOL_W))  turns_of (.sel(from_output), .d(turns), .y(below_turns));
onehot_mux   #(.N(RADIX), .W(LEN_W))   len_of   (.sel(from_output), .d(len), .y(below_len));
onehot_mux   #(.N(RADIX), .W(LINE_W))  line_of  (.sel(from_output), .d(line), .y(notify_line));

localparam [POOL_W-1:0] TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);

assign notify       = |from_output;
assign notify_turns = (below_turns << TURN_W) | ({TURNS{turn}} & TURN_MASK);
assign notify_len   = below_len + 1'b1;

endmodule
`default_nettype wire
