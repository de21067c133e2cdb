`ifdef CSR
`ifdef CSR_APB
  // APB; outputs are registered.
  input  wire              psel,
  input  wire              penable,
  input  wire              pwrite,
  input  wire [BUS_AW-1:0] paddr,
  input  wire [31:0]       pwdata,
  input  wire [3:0]        pstrb,
  output wire              pready,
  output wire [31:0]       prdata,
  output wire              pslverr,
`else
`include "units/axi_lite_pins.vh"
`endif
  output wire              irq,
`endif
