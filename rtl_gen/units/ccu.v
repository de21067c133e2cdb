// Credits by VC: cells of a memory that no packet was promised.
// Twin: cmodel/units/ccu.c. docs/internals/microarchitecture-cioq.md.
module ccu #(
  parameter VCS          = 2,
  parameter CELLS        = 256,
  parameter PACKET_CELLS = 32,
  parameter VC_W         = VCS > 1 ? $clog2(VCS) : 1,
  parameter CELLS_W      = $clog2(CELLS + 1),
  parameter NEED_W       = $clog2(PACKET_CELLS + 1)
) (
  input  wire                   clk,
  input  wire                   rst,

  // take: a packet is granted, of this VC, one-hot, and of so many cells; may be late: it is counted a cycle later.
  input  wire                   take,
  input  wire [VCS-1:0]         take_vc,
  input  wire [NEED_W-1:0]      take_need,

  // give: a cell of this VC became free.
  input  wire                   give,
  input  wire [VC_W-1:0]        give_vc,

  // By VC, from registers: cells that may still be promised.
  output wire [VCS*CELLS_W-1:0] spare
);
localparam [CELLS_W-1:0] ALL     = CELLS[CELLS_W-1:0];
localparam [CELLS_W-1:0] NONE    = 0;
localparam [NEED_W-1:0]  NO_NEED = 0;

reg [VCS*CELLS_W-1:0] taken_q;
reg [VCS-1:0]         taking_q;
reg [NEED_W-1:0]      need_q;

wire [CELLS_W-1:0] need = {{(CELLS_W-NEED_W){1'b0}}, take_need};
wire [VCS-1:0]     over;     // more cells than there are

always @(posedge clk)
  if (rst) begin
    taking_q <= {VCS{1'b0}};
    need_q   <= NO_NEED;
  end else begin
    taking_q <= take_vc & {VCS{take}};
    need_q   <= take_need & {NEED_W{take}};
  end

genvar v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  localparam [VC_W-1:0] THIS = v;

  wire               given = give & (give_vc == THIS);
  wire [CELLS_W-1:0] taken = taken_q[v*CELLS_W +: CELLS_W];
  wire [CELLS_W-1:0] more  = {{(CELLS_W-NEED_W){1'b0}}, need_q & {NEED_W{taking_q[v]}}};
  wire [CELLS_W-1:0] left  = ALL - taken - more;

  assign spare[v*CELLS_W +: CELLS_W] = left;
  assign over[v] = (take & take_vc[v] & need > left) | (given & taken == NONE);

  always @(posedge clk)
    if (rst) taken_q[v*CELLS_W +: CELLS_W] <= NONE;
    else     taken_q[v*CELLS_W +: CELLS_W] <= taken + more - {{(CELLS_W-1){1'b0}}, given};
end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (over != {VCS{1'b0}}) $fatal(1, "more cells promised than there are, or a credit too many");
end
`endif

endmodule
