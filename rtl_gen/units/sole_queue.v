// Replaces arb_in where an input has a single queue: the head requests its output whenever it is eligible.
// No state, and so no twin in the C model.
`default_nettype none
module sole_queue #(
  parameter RADIX        = 8,
  parameter PACKET_FLITS = 8
) (
  eligible, port_onehot, flits,
  gnt,
  req, req_flits, req_long, gnt_queue, granted
);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);

// Head. port_onehot, flits: its output, one-hot, and its length in flits; used only while eligible is set.
input  wire               eligible;
input  wire [RADIX-1:0]   port_onehot;
input  wire [FLITS_W-1:0] flits;

// As in arb_in. gnt: grants of the outputs, in the same cycle; zero or equal to req. All others are combinational, 0 without a request
// or a grant. req_long: req_flits is more than 1. gnt_queue: the head is granted. granted: gnt is non-zero.
input  wire [RADIX-1:0]   gnt;
output wire [RADIX-1:0]   req;
output wire [FLITS_W-1:0] req_flits;
output wire               req_long;
output wire               gnt_queue;
output wire               granted;

assign req       = port_onehot & {RADIX{eligible}};
assign req_flits = flits & {FLITS_W{eligible}};
assign req_long  = eligible & |(flits >> 1);
assign granted   = |gnt;
assign gnt_queue = granted & eligible;

endmodule
`default_nettype wire
