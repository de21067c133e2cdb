// Reads row `index` of a table in flip-flops with WIDTH bits for each of ROWS destinations. Combinational.
module list_row #(
  parameter ROWS    = 64,
  parameter WIDTH   = 4,
  parameter INDEX_W = $clog2(ROWS)
) (
  input  wire [INDEX_W-1:0]    index,  // < ROWS
  input  wire [ROWS*WIDTH-1:0] d,
  output wire [WIDTH-1:0]      row
);
localparam UNUSED  = (1 << INDEX_W) - ROWS;

// Padded to a row for every value of index, so that none is out of range.
wire [(1<<INDEX_W)*WIDTH-1:0] all = {{UNUSED*WIDTH{1'b0}}, d};

assign row = all[index*WIDTH +: WIDTH];

endmodule
