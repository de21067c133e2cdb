// Ports of a router of a k-ary n-cube that are on a shortest way to a destination. Port 2d leads to the next higher coordinate of dimension d,
// port 2d + 1 to the next lower one. docs/internals/microarchitecture-wormhole.md, section 3.
module minimal_ports #(
  parameter ARY     = 16,
  parameter DIMS    = 2,
  parameter TORUS   = 1,   // 0: mesh
  parameter COORD_W = $clog2(ARY),
  parameter LINKS   = 2 * DIMS
) (
  // Coordinates of the router and of the destination, those of dimension 0 lowest; below ARY.
  input  wire [DIMS*COORD_W-1:0] at,
  input  wire [DIMS*COORD_W-1:0] dest,

  // Zero: the router is the destination.
  output wire [LINKS-1:0]        minimal
);
localparam [COORD_W:0] ROW     = ARY[COORD_W:0];
localparam [COORD_W:0] FARTHER = ROW >> 1;           // farther than this, the other way round is shorter
localparam [COORD_W:0] NEARER  = ROW - (ROW >> 1);   // from here on it is as short

genvar d;
for (d = 0; d < DIMS; d = d + 1) begin : g_dim
  wire [COORD_W:0] x = {1'b0, dest[d*COORD_W +: COORD_W]};
  wire [COORD_W:0] a = {1'b0, at[d*COORD_W +: COORD_W]};
  wire             below = x < a;
  wire             other = x != a;

  if (TORUS != 0) begin : g_torus
    wire [COORD_W:0] f = x - a + (below ? ROW : {(COORD_W+1){1'b0}});   // hops by "+"

    assign minimal[2*d]     = other & f <= FARTHER;
    assign minimal[2*d + 1] = other & f >= NEARER;
  end else begin : g_mesh
    assign minimal[2*d]     = other & ~below;
    assign minimal[2*d + 1] = below;
  end
end

endmodule
