// Memory with one write port and one read port, both synchronous. rdata holds the
// word read until the next read. A read of the word being written returns the old
// word. Neither contents nor rdata are reset. To use a macro, replace this module.
module ram_1r1w #(
  parameter WORDS  = 16,
  parameter WIDTH  = 8,
  parameter ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1
) (
  input  wire              clk,

`include "units/ram_pins.vh"
);
reg [WIDTH-1:0] mem [0:WORDS-1];
reg [WIDTH-1:0] rdata_q;

always @(posedge clk) begin
  if (wen) mem[waddr] <= wdata;
  if (ren) rdata_q <= mem[raddr];
end

assign rdata = rdata_q;

endmodule
