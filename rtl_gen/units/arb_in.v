// Scheduler, first phase: picks one of the queues of this input whose heads are eligible, and requests its output.
// Twin: cmodel/units/arb_in.c. RECN-IQ 3.7.
`default_nettype none
module arb_in #(
  parameter RADIX        = 8,
  parameter QUEUES       = 5,   // 2 or more
`ifdef STAMPS
  parameter STAMP_W      = 11,
`endif
  parameter PACKET_FLITS = 8
) (
`ifdef STAMPS
  rank, req_rank,
`else
  clk, rst,
`endif
  eligible, at, flits,
  gnt,
  req, req_flits, req_long, gnt_queue, granted
);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);

// Heads: at, one-hot, and flits go with eligible.
input  wire [QUEUES-1:0]         eligible;
input  wire [QUEUES*RADIX-1:0]   at;
input  wire [QUEUES*FLITS_W-1:0] flits;

// Request and grant meet in one cycle: gnt is zero, or equal to req.
input  wire [RADIX-1:0]          gnt;
output wire [RADIX-1:0]          req;
output wire [FLITS_W-1:0]        req_flits;
output wire                      req_long;
output wire [QUEUES-1:0]         gnt_queue;
output wire                      granted;

// ----------------------------------------------------------------------------
// Pick.
wire [QUEUES-1:0] pick;

`ifdef STAMPS
// rank goes with eligible, and req_rank with req: less is older.
input  wire [QUEUES*STAMP_W-1:0] rank;
output wire [STAMP_W-1:0]        req_rank;

arbiter_oldest_first #(.N(QUEUES), .W(STAMP_W)) arbiter (.req(eligible), .rank(rank), .gnt(pick));
onehot_mux #(.N(QUEUES), .W(STAMP_W)) rank_of (.sel(pick), .d(rank), .y(req_rank));
`else
input  wire clk;
input  wire rst;

`ARBITER #(.N(QUEUES)) arbiter (.clk(clk), .rst(rst), .req(eligible), .advance(granted), .gnt(pick));

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (granted && gnt != req) $fatal(1, "granted what was not requested");
end
`endif
`endif

// ----------------------------------------------------------------------------
// Request, grant. What decides whether input and output stay idle is one bit, since it is late.
wire [QUEUES-1:0] several;    // the head has more than one flit

genvar q;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_several
    assign several[q] = |(flits[q*FLITS_W +: FLITS_W] >> 1);
  end
endgenerate

onehot_mux #(.N(QUEUES), .W(RADIX))   turn_of  (.sel(pick), .d(at),      .y(req));
onehot_mux #(.N(QUEUES), .W(FLITS_W)) flits_of (.sel(pick), .d(flits),   .y(req_flits));
onehot_mux #(.N(QUEUES), .W(1))       long_of  (.sel(pick), .d(several), .y(req_long));

assign granted   = |gnt;
assign gnt_queue = {QUEUES{granted}} & pick;

endmodule
`default_nettype wire
