// Which heads may be requested for: ready ones of an idle input whose output is open.
// No state, and so no twin in the C model.
`default_nettype none
module eligibility #(
  parameter RADIX  = 8,
  parameter QUEUES = 4
) (
  idle, open,
  ready, turn,
  at, eligible
);
localparam TURN_W = $clog2(RADIX);

// From registers: the read side can take a packet; outputs that can.
input  wire                     idle;
input  wire [RADIX-1:0]         open;

// Heads: turn goes with ready.
input  wire [QUEUES-1:0]        ready;
input  wire [QUEUES*TURN_W-1:0] turn;

// Follow in the same cycle: turn of each head, one-hot.
output wire [QUEUES*RADIX-1:0]  at;
output wire [QUEUES-1:0]        eligible;

localparam [RADIX-1:0] FIRST_TURN = 1;

wire [QUEUES-1:0] can;    // its output is open

genvar q;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    assign at[q*RADIX +: RADIX] = FIRST_TURN << turn[q*TURN_W +: TURN_W];
    assign can[q]               = |(at[q*RADIX +: RADIX] & open);
  end
endgenerate

assign eligible = {QUEUES{idle}} & ready & can;

endmodule
`default_nettype wire
