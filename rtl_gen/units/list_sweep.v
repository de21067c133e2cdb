// Sweep: clears columns of a list in memory, one row per cycle. A column starts at the current row, and is clear after one full round.
module list_sweep #(
  parameter ROWS  = 64,
  parameter LINES = 4,
  parameter ROW_W = $clog2(ROWS)
) (
  // columns: those being cleared. busy: the write port is taken in this cycle. row: the one to clear next. start_row: row at which each
  // column started.
  input  wire [LINES-1:0]       columns,
  input  wire                   busy,
  input  wire [ROW_W-1:0]       row,
  input  wire [LINES*ROW_W-1:0] start_row,

  // Combinational. sweep: `row` is cleared in this cycle. moved: row to clear after that. done: columns that are clear after this cycle.
  output wire                   sweep,
  output wire [ROW_W-1:0]       moved,
  output wire [LINES-1:0]       done
);
localparam [ROW_W-1:0] LAST = ROWS[ROW_W-1:0] - 1'b1;

wire [ROW_W-1:0] next = row == LAST ? {ROW_W{1'b0}} : row + 1'b1;

assign sweep = |columns & ~busy;
assign moved = sweep ? next : row;

genvar l;
for (l = 0; l < LINES; l = l + 1) begin : g_line
  assign done[l] = sweep & columns[l] & (next == start_row[l*ROW_W +: ROW_W]);
end

endmodule
