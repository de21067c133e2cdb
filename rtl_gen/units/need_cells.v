// Cells that packets need, N packets: the length in flits, divided by the flits of a cell (a power of two), rounded up.
module need_cells #(
  parameter N            = 16,
  parameter CELL_FLITS   = 8,
  parameter PACKET_CELLS = 32,
  parameter FLITS_W      = $clog2(PACKET_CELLS * CELL_FLITS + 1),
  parameter NEED_W       = $clog2(PACKET_CELLS + 1)
) (
  input  wire [N*FLITS_W-1:0] flits,
  output wire [N*NEED_W-1:0]  need
);
localparam SHIFT   = $clog2(CELL_FLITS);

genvar i;
if (SHIFT == 0) begin : g_flit
  assign need = flits;
end else begin : g_cell
  for (i = 0; i < N; i = i + 1) begin : g_packet
    assign need[i*NEED_W +: NEED_W] = flits[i*FLITS_W+SHIFT +: NEED_W] + {{(NEED_W-1){1'b0}}, |flits[i*FLITS_W +: SHIFT]};
  end
end

endmodule
