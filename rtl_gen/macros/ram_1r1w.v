// Memory with one write port and one read port, both synchronous. rdata holds the word read until the next read.
// A read of the word being written returns the old word. Neither contents nor rdata are reset.
// Made of macros in the sizes for which the memory map has some, otherwise inferred.
module ram_1r1w #(
  parameter WORDS  = 16,
  parameter WIDTH  = 8,
  parameter ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1
) (
  input  wire              clk,

`include "units/ram_pins.vh"
);
localparam MACRO  = `MACRO_OF;      // its number in the memory map; 0: none
localparam MASKED = 0;

// verilator lint_off UNUSED
wire [WIDTH-1:0] wmask = {WIDTH{1'b1}};   // for macros alone
// verilator lint_on UNUSED

`include "macros/macro_or_words.vh"

if (KEPT == WORDS) begin : g_words
  always @(posedge clk) if (wen) mem[waddr] <= wdata;
end

endmodule
