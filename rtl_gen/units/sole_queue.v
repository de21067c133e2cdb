// What arb_in does where an input has a single queue: its head requests if it is eligible.
// No state, and so no twin in the C model.
`default_nettype none
module sole_queue #(
  parameter RADIX        = 8,
  parameter PACKET_FLITS = 8
) (
  eligible, at, flits,
  gnt,
  req, req_flits, req_long, gnt_queue, granted
);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);

// Head: at, one-hot, and flits go with eligible.
input  wire               eligible;
input  wire [RADIX-1:0]   at;
input  wire [FLITS_W-1:0] flits;

// Request and grant meet in one cycle: gnt is zero, or equal to req.
input  wire [RADIX-1:0]   gnt;
output wire [RADIX-1:0]   req;
output wire [FLITS_W-1:0] req_flits;
output wire               req_long;
output wire               gnt_queue;
output wire               granted;

assign req       = at & {RADIX{eligible}};
assign req_flits = flits & {FLITS_W{eligible}};
assign req_long  = eligible & |(flits >> 1);
assign granted   = |gnt;
assign gnt_queue = granted & eligible;

endmodule
`default_nettype wire
