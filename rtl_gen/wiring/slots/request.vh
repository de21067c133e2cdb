// Request of an arriving packet, with its stamp.
`ifdef STAMPS
localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;
localparam REQ_W   = UNSTAMPED_W + STAMP_W;

input  wire [STAMP_W-1:0] now;        // stamp of a packet that enters in this cycle; registered, common to all inputs
output wire [STAMP_W-1:0] req_rank;   // rank of the requesting packet, lower is older

wire [QUEUES*STAMP_W-1:0] stamp;      // stamps of the heads
wire [QUEUES*STAMP_W-1:0] rank;
wire [REQ_W-1:0]          rx_req = {now, rx_unstamped};

ranks #(.N(QUEUES), .W(STAMP_W)) ranks (.stamp(stamp), .half(now[STAMP_W-1]), .rank(rank));
`else
localparam REQ_W = UNSTAMPED_W;
wire [REQ_W-1:0] rx_req = rx_unstamped;
`endif
