// Bit i of y: any lower bit of x is set, y[i] = |x[i-1:0], in log2(N) levels.
// So x & ~y is the lowest set bit of x, and y is all bits above it.
`default_nettype none
module prefix_or #(
  parameter N = 8
) (
  x, y
);
input  wire [N-1:0] x;
output wire [N-1:0] y;

function [N-1:0] prefix;
  input [N-1:0] bits;
  integer step;
  begin
    prefix = bits << 1;
    for (step = 1; step < N; step = step * 2)
      prefix = prefix | (prefix << step);
  end
endfunction

assign y = prefix(x);

endmodule
`default_nettype wire
