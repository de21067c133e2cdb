// Where turns lead to, N turns: one-hot, by turn. DESTS = 1: all lead to the same place.
module turn_onehot #(
  parameter N      = 1,
  parameter TURN_W = 3,
  parameter DESTS  = 8
) (
  input  wire [N*TURN_W-1:0] turn,
  output wire [N*DESTS-1:0]  dest
);
genvar i, d;
for (i = 0; i < N; i = i + 1) begin : g_turn
  for (d = 0; d < DESTS; d = d + 1) begin : g_dest
    localparam [TURN_W-1:0] THIS = d;
    assign dest[i*DESTS + d] = DESTS == 1 | turn[i*TURN_W +: TURN_W] == THIS;
  end
end

endmodule
