// The first turns of a route: the lowest bit of each of them. The first turn counts as one of them even if len is 0.
module turns_mask #(
  parameter TURNS  = 10,
  parameter TURN_W = 3,
  parameter LEN_W  = $clog2(TURNS + 1)
) (
  input  wire [LEN_W-1:0]        len,
  output wire [TURNS*TURN_W-1:0] mask
);
localparam [TURN_W-1:0] LOWEST = 1;

genvar t;
for (t = 0; t < TURNS; t = t + 1) begin : g_turn
  localparam [LEN_W-1:0] TURN = t;
  assign mask[t*TURN_W +: TURN_W] = LOWEST & {TURN_W{t == 0 | len > TURN}};
end

endmodule
