  // Write: wdata is stored at the clock edge that ends a cycle with wen.
  input  wire              wen,
  input  wire [ADDR_W-1:0] waddr,
  input  wire [WIDTH-1:0]  wdata,

  // Read: rdata is valid from the cycle after ren on.
  input  wire              ren,
  input  wire [ADDR_W-1:0] raddr,
  output wire [WIDTH-1:0]  rdata
