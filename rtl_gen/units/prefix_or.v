// Prefix OR in log2(N) levels: bit i of y is set if any lower bit of x is, y[i] = |x[i-1:0].
// So x & ~y is the lowest set bit of x, and y has all bits above it.
module prefix_or #(
  parameter N = 8
) (
  input  wire [N-1:0] x,
  output wire [N-1:0] y
);
localparam STEPS = N > 1 ? $clog2(N) : 0;

// Step s: any[i] = |x[i-1:i-2**s].
genvar s;
for (s = 0; s <= STEPS; s = s + 1) begin : g_step
  wire [N-1:0] any;
  if (s == 0) begin : g_first
    assign any = x << 1;
  end else begin : g_next
    assign any = g_step[s-1].any | (g_step[s-1].any << (1 << (s - 1)));
  end
end

assign y = g_step[STEPS].any;

endmodule
