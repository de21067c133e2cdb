// VCs of the local input whose packet must not begin. docs/internals/microarchitecture-wormhole.md, section 3.
module injection_gate #(
`ifdef ALO
  parameter ARY           = 16,
  parameter DIMS          = 2,
  parameter TORUS         = 1,   // 0: mesh
  parameter AT_W          = DIMS * $clog2(ARY),
  parameter LINKS         = 2 * DIMS,
`endif
  parameter VCS           = 2,
  parameter INJECTION_VCS = 1
) (
`ifdef ALO
  // Position of the router: constant. dest: destination, by VC of the local input. owned: by output VC, a packet owns it; those of the local port do not count.
  input  wire [AT_W-1:0]     at,
  input  wire [VCS*AT_W-1:0] dest,
  // verilator lint_off UNUSED
  input  wire [(LINKS+1)*VCS-1:0] owned,
  // verilator lint_on UNUSED
`elsif TOTALS
  input  wire                throttle,      // sources are throttled
`endif

  // By VC of the local input: its packet has an output VC, from registers. As many packets of the end node enter at the same time as may; the others wait.
  input  wire [VCS-1:0]      entering,
  output wire [VCS-1:0]      held
);
localparam COUNT_W = $clog2(VCS + 1);

wire [VCS-1:0]     gated;
wire [COUNT_W-1:0] enter;

`ifdef ALO
wire [LINKS-1:0] used;     // by port of the network: one of its VCs is owned
wire [LINKS-1:0] spare;    // one is not

genvar p, v;
for (p = 0; p < LINKS; p = p + 1) begin : g_owned
  assign used[p]  = |owned[p*VCS +: VCS];
  assign spare[p] = ~&owned[p*VCS +: VCS];
end

for (v = 0; v < VCS; v = v + 1) begin : g_gate
  wire [LINKS-1:0] useful;

  minimal_ports #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS)) minimal_ports (.at(at), .dest(dest[v*AT_W +: AT_W]), .minimal(useful));

  assign gated[v] = ~(|(useful & ~used) | ~|(useful & ~spare));
end
`elsif TOTALS
assign gated = {VCS{throttle}};
`else
assign gated = {VCS{1'b0}};
`endif

count_ones #(.N(VCS)) number_entering (.x(entering), .count(enter));

assign held = gated | {VCS{enter >= INJECTION_VCS[COUNT_W-1:0]}};

endmodule
