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

if (MACRO != 0) begin : g_macros
  macro_memory #(.MACRO(MACRO), .WORDS(WORDS), .WIDTH(WIDTH), .MASKED(MASKED)) memory (
    .clk(clk), .wen(wen), .waddr(waddr), .wmask(wmask), .wdata(wdata), .ren(ren), .raddr(raddr), .rdata(rdata_q)
  );
end else begin : g_inferred
  reg [WIDTH-1:0] word_q;
  always @(posedge clk) if (ren) word_q <= mem[raddr];
  assign rdata_q = word_q;
end
