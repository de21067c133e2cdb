// Memory with one write port and one read port, both synchronous. rdata holds the
// word read until the next read. A read of the word being written returns the old
// word. Neither contents nor rdata are reset. To use a macro, replace this module.
`default_nettype none
module ram_1r1w #(
  parameter WORDS = 16,
  parameter WIDTH = 8
) (
  clk, wen, waddr, wdata, ren, raddr, rdata
);
localparam ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1;

input  wire              clk;

// Write: wdata is stored at the clock edge that ends a cycle with wen.
input  wire              wen;
input  wire [ADDR_W-1:0] waddr;
input  wire [WIDTH-1:0]  wdata;

// Read: rdata is valid from the cycle after ren on.
input  wire              ren;
input  wire [ADDR_W-1:0] raddr;
output wire [WIDTH-1:0]  rdata;

reg [WIDTH-1:0] mem [0:WORDS-1];
reg [WIDTH-1:0] rdata_q;

always @(posedge clk) begin
  if (wen) mem[waddr] <= wdata;
  if (ren) rdata_q <= mem[raddr];
end

assign rdata = rdata_q;

endmodule
`default_nettype wire
