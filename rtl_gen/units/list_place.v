// Puts the bits of one row into a table of ROWS rows: row `index` of placed is bits, all other rows are 0.
// Combinational.
module list_place #(
  parameter ROWS    = 64,
  parameter WIDTH   = 4,
  parameter INDEX_W = $clog2(ROWS)
) (
  input  wire [INDEX_W-1:0]    index,
  input  wire [WIDTH-1:0]      bits,
  output reg [ROWS*WIDTH-1:0]  placed
);
integer r;

always @(*) begin
  placed = {ROWS*WIDTH{1'b0}};
  for (r = 0; r < ROWS; r = r + 1)
    if (index == r[INDEX_W-1:0]) placed[r*WIDTH +: WIDTH] = bits;
end

endmodule
