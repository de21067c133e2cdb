// Counter's next value: x, or with `step` the number below it (`down`) or above. `step` may be late.
module up_down #(
  parameter W = 7    // 2 or more
) (
  input  wire [W-1:0] x,
  input  wire         step,
  input  wire         down,
  output wire [W-1:0] y
);
// A bit changes if all below it pass the change on: ones upwards, zeros downwards.
wire [W-2:0] passes = x[W-2:0] ^ {(W-1){down}};
wire [W-1:0] changes;

genvar i;
for (i = 0; i < W; i = i + 1) begin : g_bit
  if (i == 0) begin : g_lowest
    assign changes[i] = 1'b1;
  end else begin : g_higher
    assign changes[i] = &passes[i-1:0];
  end
end

assign y = x ^ (changes & {W{step}});

endmodule
