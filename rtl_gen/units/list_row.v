// Reads row `at` of a table in flip-flops with WIDTH bits for each of ROWS destinations. Combinational.
`default_nettype none
module list_row #(
  parameter ROWS  = 64,
  parameter WIDTH = 4
) (
  at, d, row
);
localparam AT_W   = $clog2(ROWS);
localparam UNUSED = (1 << AT_W) - ROWS;

input  wire [AT_W-1:0]       at;     // < ROWS
input  wire [ROWS*WIDTH-1:0] d;
output wire [WIDTH-1:0]      row;

// Padded to a row for every value of at, so that no index is out of range.
wire [(1<<AT_W)*WIDTH-1:0] all = {{UNUSED*WIDTH{1'b0}}, d};

assign row = all[at*WIDTH +: WIDTH];

endmodule
`default_nettype wire
