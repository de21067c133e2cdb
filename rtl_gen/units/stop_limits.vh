// Thresholds of set-aside queues.
`ifdef CSR
// From the register block; registered here as well, so that their way to the ports takes no time from the comparison.
reg [COUNT_W-1:0] xoff_limit_q;
reg [COUNT_W-1:0] xon_limit_q;

wire [COUNT_W:0] most  = {1'b0, xoff_limit_q};    // packets without an Xoff
wire [COUNT_W:0] least = {1'b0, xon_limit_q};     // packets without an Xon

always @(posedge clk)
  if (rst) begin
    xoff_limit_q <= XOFF_THRESHOLD[COUNT_W-1:0];
    xon_limit_q  <= XON_THRESHOLD[COUNT_W-1:0];
  end else begin
    xoff_limit_q <= xoff_limit;
    xon_limit_q  <= xon_limit;
  end
`else
wire [COUNT_W:0] most  = XOFF_THRESHOLD[COUNT_W:0];   // packets without an Xoff
wire [COUNT_W:0] least = XON_THRESHOLD[COUNT_W:0];    // packets without an Xon
`endif
