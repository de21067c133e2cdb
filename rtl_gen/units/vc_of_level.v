// VC of a level, one-hot, by a map of constants: 3 bits for each level, that of level 0 lowest.
module vc_of_level #(
  parameter N       = 8,   // levels
  parameter MAP     = 2396160,
  parameter VCS     = 2,
  parameter LEVEL_W = N > 1 ? $clog2(N) : 1
) (
  input  wire [LEVEL_W-1:0] level,
  output wire [VCS-1:0]     vc
);
genvar e, v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  localparam [2:0] THIS = v;
  wire [N-1:0] of_vc;
  for (e = 0; e < N; e = e + 1) begin : g_level
    localparam [LEVEL_W-1:0] LEVEL = e;
    assign of_vc[e] = (MAP[3*e +: 3] == THIS) & (level == LEVEL);
  end
  assign vc[v] = |of_vc;
end

endmodule
