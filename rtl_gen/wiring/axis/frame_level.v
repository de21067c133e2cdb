// Level of a frame: TID modulo the number of levels. One level: 0.
module frame_level #(
  parameter LEVELS  = 1,
  parameter ID_W    = 8,
  parameter LEVEL_W = LEVELS > 1 ? $clog2(LEVELS) : 1
) (
  // verilator lint_off UNUSED
  input  wire [ID_W-1:0]    id,
  // verilator lint_on UNUSED
  output wire [LEVEL_W-1:0] level
);
localparam WIDE    = ID_W > LEVEL_W ? ID_W : LEVEL_W + 1;

localparam [WIDE-1:0] ALL_LEVELS = LEVELS[WIDE-1:0];

if (LEVELS > 1) begin : g_levels
  // verilator lint_off UNUSED
  wire [WIDE-1:0] rest;
  // verilator lint_on UNUSED
  if (WIDE > ID_W) begin : g_narrow
    assign rest = {{(WIDE-ID_W){1'b0}}, id} % ALL_LEVELS;
  end else begin : g_id
    assign rest = id % ALL_LEVELS;
  end
  assign level = rest[LEVEL_W-1:0];
end else begin : g_level
  assign level = 1'b0;
end

endmodule
