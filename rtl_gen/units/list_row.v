// Row `at` of a table in flip-flops, WIDTH bits of each of ROWS destinations.
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

// Rows for every value of at, so that it is a safe index.
wire [(1<<AT_W)*WIDTH-1:0] all = {{UNUSED*WIDTH{1'b0}}, d};

assign row = all[at*WIDTH +: WIDTH];

endmodule
`default_nettype wire
