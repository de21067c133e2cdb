// Estimate of the full buffers of the network, extrapolated from the last two totals; sources are throttled while it is above a threshold.
// Twin: cmodel/units/estimate.c. docs/internals/microarchitecture-throttle.md.
//
// In any network: totals come from gather, or from what else knows them, every GATHER_CYCLES cycles, those of as many cycles ago; the threshold from
// tuner, or it is constant.
module estimate #(
  parameter BUFFERS       = 2048,   // of the network
  parameter GATHER_CYCLES = 32,     // cycles from one total to the next
  parameter EXTRAPOLATE   = 1,      // 0: the last total is the estimate
  parameter FULL_W        = $clog2(BUFFERS + 1)
) (
  input  wire              clk,
  input  wire              rst,

  // done: a total is known; total_full: full buffers of the network, used only with done.
  input  wire              done,
  input  wire [FULL_W-1:0] total_full,

  // Full buffers above which sources are throttled; not late.
  input  wire [FULL_W-1:0] threshold,

  // What the tuner asks: throttle, but where totals do not come to all nodes in one cycle, whether the estimate that begins with this total is above the
  // threshold; used only with done.
  output wire              above,

  // Sources are throttled: a packet that has not begun must wait. From registers and the threshold.
  output wire              throttle
);
localparam GATHER_W = $clog2(GATHER_CYCLES + 1);
localparam AHEAD_W  = FULL_W + GATHER_W + 3;
localparam [0:0]          SLOPES = EXTRAPOLATE != 0;
localparam [AHEAD_W-1:0]  CYCLES = {{(AHEAD_W-GATHER_W){1'b0}}, GATHER_CYCLES[GATHER_W-1:0]};

// Signed: slope_q, ahead_q, which is the estimate times GATHER_CYCLES.
reg [FULL_W-1:0]  last_q;
reg [FULL_W:0]    slope_q;
reg [AHEAD_W-1:0] ahead_q;

wire [FULL_W:0]    slope   = ({1'b0, total_full} - {1'b0, last_q}) & {(FULL_W+1){SLOPES}};
wire [FULL_W+1:0]  newest  = {2'b00, total_full} + {slope[FULL_W], slope};
wire [AHEAD_W-1:0] begun   = {{(AHEAD_W-FULL_W-2){newest[FULL_W+1]}}, newest} * CYCLES;
wire [AHEAD_W-1:0] further = ahead_q + {{(AHEAD_W-FULL_W-1){slope_q[FULL_W]}}, slope_q};
wire [AHEAD_W-1:0] limit   = {{(AHEAD_W-FULL_W){1'b0}}, threshold} * CYCLES;

assign throttle = ~ahead_q[AHEAD_W-1] & ahead_q > limit;

`ifdef METAPACKETS
assign above = ~newest[FULL_W+1] & newest > {2'b00, threshold};
`else
assign above = throttle;
`endif

always @(posedge clk)
  if (rst) begin
    last_q  <= {FULL_W{1'b0}};
    slope_q <= {(FULL_W+1){1'b0}};
    ahead_q <= {AHEAD_W{1'b0}};
  end else begin
    ahead_q <= done ? begun : further;
    if (done) last_q  <= total_full;
    if (done) slope_q <= slope;
  end

`ifndef SYNTHESIS
localparam [FULL_W-1:0] MOST = BUFFERS[FULL_W-1:0];

always @(posedge clk) if (!rst) begin
  if (done && total_full > MOST) $fatal(1, "more full buffers than the network has");
end
`endif

endmodule
