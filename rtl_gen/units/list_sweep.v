// Sweep: clears columns of a list in memory, one row per cycle. A column starts at the current row, and is clear after one full round.
`default_nettype none
module list_sweep #(
  parameter ROWS  = 64,
  parameter LINES = 4
) (
  columns, busy, at, from,
  sweep, moved, done
);
localparam AT_W = $clog2(ROWS);

// columns: those being cleared. busy: the write port is taken in this cycle. at: row to clear next. from: row at which each column started.
input  wire [LINES-1:0]      columns;
input  wire                  busy;
input  wire [AT_W-1:0]       at;
input  wire [LINES*AT_W-1:0] from;

// Combinational. sweep: row `at` is cleared in this cycle. moved: row to clear after that. done: columns that are clear after this cycle.
output wire                  sweep;
output wire [AT_W-1:0]       moved;
output wire [LINES-1:0]      done;

localparam [AT_W-1:0] LAST = ROWS[AT_W-1:0] - 1'b1;

wire [AT_W-1:0] next = at == LAST ? {AT_W{1'b0}} : at + 1'b1;

assign sweep = |columns & ~busy;
assign moved = sweep ? next : at;

genvar l;
generate
  for (l = 0; l < LINES; l = l + 1) begin : g_line
    assign done[l] = sweep & columns[l] & (next == from[l*AT_W +: AT_W]);
  end
endgenerate

endmodule
`default_nettype wire
