// Driven by input ports. req: a field per input, a bit per output.
wire [RADIX*RADIX-1:0]     req;
wire [RADIX*FLITS_W-1:0]   req_flits;
wire [RADIX-1:0]           req_long;
wire [RADIX*FLIT_BITS-1:0] rdata;

// Driven by output ports and the crossbar. gnt: a field per output, a bit per input.
wire [RADIX*RADIX-1:0]     gnt;
wire [RADIX-1:0]           xb_valid;
wire [RADIX*PORT_W-1:0]    xb_src;
wire [RADIX*FLIT_BITS-1:0] xb_data;

`ifdef STAMPS
// Stamps: numbers packets in the order of arrival.
wire [STAMP_W-1:0]       now;
wire [RADIX*STAMP_W-1:0] req_rank;

stamp #(.RADIX(RADIX), .SLOTS(SLOTS)) stamp (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .now(now)
);
`endif

// Crossbar.
xbar #(.RADIX(RADIX), .FLIT_BITS(FLIT_BITS)) xbar (
  .rdata(rdata), .xb_valid(xb_valid), .xb_src(xb_src), .xb_data(xb_data)
);
