// Memory with one write port and one read port, both synchronous. rdata holds the word read until the next read.
// A read of the word being written returns the old word. Neither contents nor rdata are reset.
// Made of macros in the sizes for which the memory map has some, otherwise inferred.
`default_nettype none
module ram_1r1w #(
  parameter WORDS = 16,
  parameter WIDTH = 8
) (
  clk, wen, waddr, wdata, ren, raddr, rdata
);
localparam ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1;
localparam MACRO = `MACRO_OF;      // its number in the memory map; 0: none

input  wire              clk;

// Write: wdata is stored at the clock edge that ends a cycle with wen.
input  wire              wen;
input  wire [ADDR_W-1:0] waddr;
input  wire [WIDTH-1:0]  wdata;

// Read: rdata is valid from the cycle after ren on.
input  wire              ren;
input  wire [ADDR_W-1:0] raddr;
output wire [WIDTH-1:0]  rdata;

// Lockstep compares the words of a memory: beside macros there is a copy of what was written, in lockstep alone.
`ifdef LOCKSTEP
localparam KEPT = WORDS;
`else
localparam KEPT = MACRO != 0 ? 1 : WORDS;
`endif
// verilator lint_off UNUSED
// verilator lint_off UNDRIVEN
reg  [WIDTH-1:0] mem [0:KEPT-1];
// verilator lint_on UNDRIVEN
// verilator lint_on UNUSED
wire [WIDTH-1:0] rdata_q;

assign rdata = rdata_q;

generate
  if (KEPT == WORDS) begin : g_words
    always @(posedge clk) if (wen) mem[waddr] <= wdata;
  end
  if (MACRO != 0) begin : g_macros
    macro_memory #(.MACRO(MACRO), .WORDS(WORDS), .WIDTH(WIDTH), .MASKED(0)) memory (
      .clk(clk), .wen(wen), .waddr(waddr), .wmask({WIDTH{1'b1}}), .wdata(wdata), .ren(ren), .raddr(raddr), .rdata(rdata_q)
    );
  end else begin : g_inferred
    reg [WIDTH-1:0] word_q;
    always @(posedge clk) if (ren) word_q <= mem[raddr];
    assign rdata_q = word_q;
  end
endgenerate

endmodule
`default_nettype wire
