// Port in dimension order, of the minimal ones: that of the lowest dimension. Where both ways are as long, "+" from even coordinates, "-" from odd ones.
module dimension_order #(
  parameter DIMS  = 2,
  parameter LINKS = 2 * DIMS
) (
  // minimal: by port of the network. odd: by dimension, the coordinate of the router is odd. port: one-hot, zero if minimal is zero.
  input  wire [LINKS-1:0] minimal,
  input  wire [DIMS-1:0]  odd,
  output wire [LINKS-1:0] port
);
wire [DIMS-1:0] any;      // the dimension has a minimal port
wire [DIMS-1:0] lower;    // a lower one has

prefix_or #(.N(DIMS)) search (.x(any), .y(lower));

genvar d;
for (d = 0; d < DIMS; d = d + 1) begin : g_dim
  wire [1:0] ways = minimal[2*d +: 2];

  assign any[d]        = |ways;
  assign port[2*d]     = ~lower[d] & ways[0] & ~(ways[1] & odd[d]);
  assign port[2*d + 1] = ~lower[d] & ways[1] & ~(ways[0] & ~odd[d]);
end

endmodule
