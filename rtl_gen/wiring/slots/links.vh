input  wire                       clk;
input  wire                       rst;          // synchronous, active high; one cycle is enough

// Links into the switch, link i at [i*width +: width]. The flits of a packet arrive in consecutive cycles; its header, only when there is a credit for it.
input  wire [RADIX-1:0]           rx_valid;     // a flit arrives
input  wire [RADIX-1:0]           rx_head;      // the flit is the first of a packet; used only with rx_valid
input  wire [RADIX*FLIT_BITS-1:0] rx_data;      // the flit; used only with rx_valid
output wire [RADIX-1:0]           rx_credit;    // a slot was freed: the sender gets a credit; it starts with SLOTS, with static queues SLOTS / QUEUES of each

// Links out of the switch, likewise. All outputs of the switch are registers.
output wire [RADIX-1:0]           tx_valid;     // a flit leaves
output wire [RADIX-1:0]           tx_head;      // the flit is the first of a packet; 0 without tx_valid
output wire [RADIX*FLIT_BITS-1:0] tx_data;      // the flit; valid only with tx_valid
input  wire [RADIX-1:0]           tx_credit;    // the receiver freed a slot: a credit comes back

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
localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;

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
