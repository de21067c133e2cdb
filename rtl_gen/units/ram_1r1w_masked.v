// ram_1r1w with a write mask: of the word written, only the bits set in wmask change. To use a macro, replace this module.
module ram_1r1w_masked #(
  parameter WORDS  = 16,
  parameter WIDTH  = 8,
  parameter ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1
) (
  input  wire              clk,
  input  wire [WIDTH-1:0]  wmask,

`include "units/ram_pins.vh"
);
reg [WIDTH-1:0] mem [0:WORDS-1];
reg [WIDTH-1:0] rdata_q;

integer b;

always @(posedge clk) begin
  for (b = 0; b < WIDTH; b = b + 1)
    if (wen && wmask[b]) mem[waddr][b] <= wdata[b];
  if (ren) rdata_q <= mem[raddr];
end

assign rdata = rdata_q;

endmodule
