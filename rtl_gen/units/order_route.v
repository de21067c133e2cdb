// Port of a router of a k-ary n-cube to a destination, in dimension order. docs/internals/microarchitecture-wormhole.md, section 3.
module order_route #(
  parameter ARY     = 16,
  parameter DIMS    = 2,
  parameter TORUS   = 1,   // 0: mesh
  parameter COORD_W = $clog2(ARY),
  parameter AT_W    = DIMS * COORD_W,
  parameter RADIX   = 2 * DIMS + 1
) (
  // Positions of the router and of the destination.
  input  wire [AT_W-1:0]  at,
  input  wire [AT_W-1:0]  dest,

  // port: one-hot; the last one is that of the end node. ahead: in its dimension, the link between the ends of the row is still ahead.
  output wire [RADIX-1:0] port,
  // verilator lint_off UNUSED
  output wire             ahead
  // verilator lint_on UNUSED
);
wire [RADIX-2:0] minimal, ordered;
wire [DIMS-1:0]  odd, wraps;

genvar d;
for (d = 0; d < DIMS; d = d + 1) begin : g_dim
  wire [COORD_W-1:0] x = dest[d*COORD_W +: COORD_W];
  wire [COORD_W-1:0] a = at[d*COORD_W +: COORD_W];

  assign odd[d]   = a[0];
  assign wraps[d] = (ordered[2*d] & x < a) | (ordered[2*d + 1] & x > a);
end

minimal_ports #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS)) minimal_ports (.at(at), .dest(dest), .minimal(minimal));
dimension_order #(.DIMS(DIMS)) dimension_order (.minimal(minimal), .odd(odd), .port(ordered));

assign port  = {~|ordered, ordered};
assign ahead = |wraps;

endmodule
