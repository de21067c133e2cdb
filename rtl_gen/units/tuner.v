// Threshold of throttling, tuned by throughput: hill climbing, and a return to the best threshold where throughput has fallen far below its own.
// Twin: cmodel/units/tuner.c. docs/microarchitecture-wormhole.md, section 7.
//
// In any network: totals come from gather, or from what else knows them; throttle from estimate, to which the threshold goes.
`default_nettype none
module tuner #(
  parameter ROUTERS      = 256,
  parameter BUFFERS      = 2048,    // of the network
  parameter GATHER       = 32,      // cycles from one total to the next
  parameter TUNE_GATHERS = 3,       // totals of a tuning period
  parameter INCREMENT    = 20,      // buffers
  parameter DECREMENT    = 81,      // buffers
  parameter FLOOR        = 81,      // buffers
  parameter FALL         = 6,       // eighths
  parameter RESETS       = 1        // 0: hill climbing alone
) (
  clk, rst,
  done, total_full, total_flow, throttle,
  threshold
);
localparam FULL_W    = $clog2(BUFFERS + 1);
localparam FLOW_W    = $clog2(GATHER * ROUTERS + 1);
localparam TUNE_W    = $clog2(TUNE_GATHERS * GATHER * ROUTERS + 1);
localparam GATHERS_W = TUNE_GATHERS > 1 ? $clog2(TUNE_GATHERS) : 1;

input  wire              clk;
input  wire              rst;

// done: totals are known. Used only with done: total_full: full buffers; total_flow: flits delivered in a gather; throttle: sources are throttled.
input  wire              done;
input  wire [FULL_W-1:0] total_full;
input  wire [FLOW_W-1:0] total_flow;
input  wire              throttle;

// Registered.
output wire [FULL_W-1:0] threshold;

localparam [GATHERS_W-1:0] LAST_GATHER = TUNE_GATHERS[GATHERS_W-1:0] - 1'b1;
localparam [0:0]           RETURNS     = RESETS != 0;
localparam [TUNE_W+2:0]    EIGHTHS     = {{(TUNE_W-1){1'b0}}, FALL[3:0]};
localparam [FULL_W+1:0]    UP          = {2'b00, INCREMENT[FULL_W-1:0]};
localparam [FULL_W+1:0]    DOWN        = {2'b00, DECREMENT[FULL_W-1:0]};
localparam [FULL_W+1:0]    LOWEST      = {2'b00, FLOOR[FULL_W-1:0]};
localparam [FULL_W+1:0]    HIGHEST     = {2'b00, BUFFERS[FULL_W-1:0]} - 1'b1;

reg [GATHERS_W-1:0] gathers_q;
reg [TUNE_W-1:0]    period_q;
reg [TUNE_W-1:0]    before_q;
reg [TUNE_W-1:0]    best_q;
reg [FULL_W-1:0]    best_at_q;
reg [FULL_W-1:0]    best_full_q;
reg [2:0]           low_q;
reg [FULL_W-1:0]    threshold_q;

// ----------------------------------------------------------------------------
// The tuning period that ends.
wire [TUNE_W-1:0] flow    = period_q + {{(TUNE_W-FLOW_W){1'b0}}, total_flow};
wire              decides = done & gathers_q == LAST_GATHER;
wire              better  = flow > best_q;
wire              low     = {flow, 3'b000} < {3'b000, best_q} * EIGHTHS & RETURNS & ~better;
wire              falls   = {flow, 3'b000} < {3'b000, before_q} * EIGHTHS;
wire              forgets = low & low_q == 3'd4;

// The threshold after it, before it is kept in its range: signed.
wire [FULL_W-1:0] returned = best_at_q < best_full_q ? best_at_q : best_full_q;
wire [FULL_W+1:0] now      = {2'b00, threshold_q};
wire [FULL_W+1:0] climbed  = falls ? now - DOWN : throttle ? now + UP : now;
wire [FULL_W+1:0] next     = low ? {2'b00, returned} : climbed;
wire [FULL_W+1:0] over     = next - LOWEST;
wire [FULL_W+1:0] raised   = over[FULL_W+1] ? LOWEST : next;
wire [FULL_W-1:0] kept     = raised > HIGHEST ? HIGHEST[FULL_W-1:0] : raised[FULL_W-1:0];

always @(posedge clk) begin
  if (rst) begin
    gathers_q   <= {GATHERS_W{1'b0}};
    period_q    <= {TUNE_W{1'b0}};
    before_q    <= {TUNE_W{1'b0}};
    best_q      <= {TUNE_W{1'b0}};
    best_at_q   <= {FULL_W{1'b0}};
    best_full_q <= {FULL_W{1'b0}};
    low_q       <= 3'd0;
    threshold_q <= UP[FULL_W-1:0];
  end else begin
    if (decides)              gathers_q   <= {GATHERS_W{1'b0}};
    else if (done)            gathers_q   <= gathers_q + 1'b1;
    if (decides)              period_q    <= {TUNE_W{1'b0}};
    else if (done)            period_q    <= flow;
    if (decides)              before_q    <= flow;
    if (decides & better)     best_q      <= flow;
    else if (decides & forgets) best_q    <= {TUNE_W{1'b0}};
    if (decides & better)     best_at_q   <= threshold_q;
    if (decides & better)     best_full_q <= total_full;
    if (decides)              low_q       <= low & ~forgets ? low_q + 1'b1 : 3'd0;
    if (decides)              threshold_q <= kept;
  end
end

assign threshold = threshold_q;

endmodule
`default_nettype wire
