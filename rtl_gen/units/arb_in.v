// Scheduler, first phase: selects one eligible head of this input and requests the output of that head.
// Twin: cmodel/units/arb_in.c. RECN-IQ 3.7.
module arb_in #(
  parameter RADIX        = 8,
  parameter QUEUES       = 5,   // 2 or more
`ifdef STAMPS
  parameter STAMP_W      = 11,
`endif
  parameter PACKET_FLITS = 8,
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  // Heads. eligible: the head may be selected. port_onehot, flits: its output, one-hot, and its length in flits; used only where eligible is
  // set.
  input  wire [QUEUES-1:0]         eligible,
  input  wire [QUEUES*RADIX-1:0]   port_onehot,
  input  wire [QUEUES*FLITS_W-1:0] flits,

`ifdef STAMPS
  // Lower ranks are older. rank: used only where eligible is set. req_rank: rank of the requesting packet, 0 while req is zero.
  input  wire [QUEUES*STAMP_W-1:0] rank,
  output wire [STAMP_W-1:0]        req_rank,
`else
  input  wire                      clk,
  input  wire                      rst,
`endif

  // req: output of the selected head, one-hot, zero if no head is eligible. req_flits: length of that packet in flits, req_long: it is more
  // than 1; both 0 while req is zero. gnt: grants of the outputs in the same cycle, zero or equal to req. granted: gnt is non-zero.
  // gnt_queue: queue of the granted head, one-hot, zero without a grant. All outputs are combinational.
  input  wire [RADIX-1:0]          gnt,
  output wire [RADIX-1:0]          req,
  output wire [FLITS_W-1:0]        req_flits,
  output wire                      req_long,
  output wire [QUEUES-1:0]         gnt_queue,
  output wire                      granted
);
// ----------------------------------------------------------------------------
// Selection.
wire [QUEUES-1:0] pick;

`ifdef STAMPS
arbiter_oldest_first #(.N(QUEUES), .W(STAMP_W)) arbiter (.req(eligible), .rank(rank), .gnt(pick));
onehot_mux #(.N(QUEUES), .W(STAMP_W)) rank_of (.sel(pick), .d(rank), .y(req_rank));
`else
`ARBITER #(.N(QUEUES)) arbiter (.clk(clk), .rst(rst), .req(eligible), .advance(granted), .gnt(pick));

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (granted && gnt != req) $fatal(1, "granted what was not requested");
end
`endif
`endif

// ----------------------------------------------------------------------------
// Request and grant. The longest path leads through req_long to idle and open of the next cycle, so lengths are compared before the selection.
wire [QUEUES-1:0] several;    // the head has more than one flit

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_several
  assign several[q] = |(flits[q*FLITS_W +: FLITS_W] >> 1);
end

onehot_mux #(.N(QUEUES), .W(RADIX))   turn_of  (.sel(pick), .d(port_onehot), .y(req));
onehot_mux #(.N(QUEUES), .W(FLITS_W)) flits_of (.sel(pick), .d(flits),       .y(req_flits));
onehot_mux #(.N(QUEUES), .W(1))       long_of  (.sel(pick), .d(several),     .y(req_long));

assign granted   = |gnt;
assign gnt_queue = {QUEUES{granted}} & pick;

endmodule
