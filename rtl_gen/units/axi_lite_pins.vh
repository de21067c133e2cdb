// AXI-Lite. Outputs are registered.
input  wire [BUS_AW-1:0] s_axil_awaddr;
input  wire              s_axil_awvalid;
output wire              s_axil_awready;
input  wire [31:0]       s_axil_wdata;
input  wire [3:0]        s_axil_wstrb;
input  wire              s_axil_wvalid;
output wire              s_axil_wready;
output wire [1:0]        s_axil_bresp;
output wire              s_axil_bvalid;
input  wire              s_axil_bready;
input  wire [BUS_AW-1:0] s_axil_araddr;
input  wire              s_axil_arvalid;
output wire              s_axil_arready;
output wire [31:0]       s_axil_rdata;
output wire [1:0]        s_axil_rresp;
output wire              s_axil_rvalid;
input  wire              s_axil_rready;
