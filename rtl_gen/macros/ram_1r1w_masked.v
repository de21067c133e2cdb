// ram_1r1w with a write mask: of the word written, only the bits set in wmask change.
// Made of macros in the sizes for which the memory map has some, otherwise inferred.
module ram_1r1w_masked #(
  parameter WORDS  = 16,
  parameter WIDTH  = 8,
  parameter ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1
) (
  input  wire              clk,
  input  wire [WIDTH-1:0]  wmask,

`include "units/ram_pins.vh"
);
localparam MACRO  = `MACRO_OF_MASKED;      // its number in the memory map; 0: none
localparam MASKED = 1;

`include "macros/macro_or_words.vh"

if (KEPT == WORDS) begin : g_words
  integer b;
  always @(posedge clk)
    for (b = 0; b < WIDTH; b = b + 1)
      if (wen && wmask[b]) mem[waddr][b] <= wdata[b];
end

endmodule
