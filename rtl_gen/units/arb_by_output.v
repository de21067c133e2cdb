// Scheduler, first phase, where few queues hold packets for many outputs: selects an open output, and of the ready heads that want it the one
// whose queue was served longest ago.
// Twin: cmodel/units/arb_by_output.c. docs/internals/microarchitecture-sorted.md.
module arb_by_output #(
  parameter RADIX        = 8,
  parameter QUEUES       = 5,   // 2 or more
  parameter PACKET_FLITS = 8,
  parameter TURN_W       = $clog2(RADIX),
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // idle: the memory can begin to read a packet. open: outputs that can take a packet, by turn. Both from registers.
  input  wire                      idle,
  input  wire [RADIX-1:0]          open,

  // wanted: outputs that ready heads want, by turn; from registers.
  input  wire [RADIX-1:0]          wanted,

  // Heads. ready: the head may leave its queue. turn, flits: its output, and its length in flits; used only where ready is set.
  input  wire [QUEUES-1:0]         ready,
  input  wire [QUEUES*TURN_W-1:0]  turn,
  input  wire [QUEUES*FLITS_W-1:0] flits,

  // As in arb_in. gnt: grants of the outputs, in the same cycle; zero or equal to req. All others are combinational, 0 without a request
  // or a grant. req: the selected output, one-hot. req_flits, req_long: length of the packet, and that it is more than 1. req_queue: its queue,
  // one-hot. gnt_queue: req_queue with a grant. granted: gnt is non-zero.
  input  wire [RADIX-1:0]          gnt,
  output wire [RADIX-1:0]          req,
  output wire [FLITS_W-1:0]        req_flits,
  output wire                      req_long,
  output wire [QUEUES-1:0]         req_queue,
  output wire [QUEUES-1:0]         gnt_queue,
  output wire                      granted
);
localparam PAIRS   = QUEUES * (QUEUES - 1) / 2;

// ----------------------------------------------------------------------------
// Of each output: the head that gets it. It does not wait for the selection of the output: heads compete only with those that want the same output,
// and it does not matter to them whether that is open.
localparam [RADIX-1:0] FIRST_TURN = 1;

wire [QUEUES-1:0] best;       // the head gets its output, if that is selected
wire [QUEUES-1:0] pick;
wire [PAIRS-1:0]  rivals;     // pairs of heads for one output
wire [QUEUES-1:0] several;    // the head has more than one flit

genvar q, r;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  localparam FIRST = q * (2 * QUEUES - q - 1) / 2;

  wire [RADIX-1:0] port = FIRST_TURN << turn[q*TURN_W +: TURN_W];

  assign several[q] = |(flits[q*FLITS_W +: FLITS_W] >> 1);
  assign pick[q]    = best[q] & |(port & req);

  for (r = q + 1; r < QUEUES; r = r + 1) begin : g_rival
    assign rivals[FIRST + r - q - 1] = turn[q*TURN_W +: TURN_W] == turn[r*TURN_W +: TURN_W];
  end
end

`ARBITER #(.N(RADIX)) outputs (.clk(clk), .rst(rst), .req(wanted & open & {RADIX{idle}}), .advance(granted), .gnt(req));

least_recent #(.N(QUEUES)) queues (
  .clk(clk), .rst(rst), .req(ready), .rivals(rivals), .served(gnt_queue), .best(best)
);

// ----------------------------------------------------------------------------
// Request and grant.
onehot_mux #(.N(QUEUES), .W(FLITS_W)) flits_of (.sel(pick), .d(flits), .y(req_flits));

assign req_long  = |(pick & several);
assign req_queue = pick;
assign granted   = |gnt;
assign gnt_queue = {QUEUES{granted}} & pick;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (granted && gnt != req) $fatal(1, "granted what was not requested");
  if ((pick & (pick - 1'b1)) != {QUEUES{1'b0}} || (|pick) != (|req)) $fatal(1, "not exactly one head for the request");
end
`endif

endmodule
