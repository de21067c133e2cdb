// Two routes differ in one of the turns of mask (turns_mask.v). The turns are one vector throughout: simulators take half the time that they take for single turns.
module turns_differ #(
  parameter TURNS  = 10,
  parameter TURN_W = 3,
  parameter POOL_W = TURNS * TURN_W
) (
  input  wire [POOL_W-1:0] x,
  input  wire [POOL_W-1:0] y,
  input  wire [POOL_W-1:0] mask,
  output wire              differ
);
wire [POOL_W-1:0] bits = x ^ y;

genvar b;
for (b = 0; b < TURN_W; b = b + 1) begin : g_bit
  // verilator lint_off UNUSED
  wire [POOL_W-1:0] any;    // at the lowest bit of a turn: its bits up to this one differ
  // verilator lint_on UNUSED
  if (b == 0) begin : g_first
    assign any = bits;
  end else begin : g_next
    assign any = g_bit[b-1].any | (bits >> b);
  end
end

assign differ = |(g_bit[TURN_W-1].any & mask);

endmodule
