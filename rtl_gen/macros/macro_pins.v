// A macro of the memory map, by its number, with the pins that its lines there name.
module macro_pins #(
  parameter MACRO = 0,
  parameter ADDR_W = 4,
  parameter BITS = 8,
  parameter MASK_W = 1
) (
  input  wire              clk,
  input  wire              wen,
  input  wire [ADDR_W-1:0] waddr,
  input  wire [MASK_W-1:0] wmask,
  input  wire [BITS-1:0]   wdata,
  input  wire              ren,
  input  wire [ADDR_W-1:0] raddr,
  output wire [BITS-1:0]   rdata
);
// Not every macro has a mask, or an enable for reads.
wire unused = &{1'b0, wmask, ren, MACRO != 0};

// verilator lint_off PINCONNECTEMPTY
`MACRO_INSTANCES
// verilator lint_on PINCONNECTEMPTY

endmodule
