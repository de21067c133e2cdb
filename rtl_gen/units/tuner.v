// Threshold of throttling, tuned by throughput: hill climbing, and a return to the best threshold where throughput has fallen far below its own.
// Twin: cmodel/units/tuner.c. docs/internals/microarchitecture-throttle.md.
//
// In any network: totals come from gather, or from what else knows them; throttle from estimate, to which the threshold goes.
module tuner #(
  parameter ROUTERS      = 256,
  parameter BUFFERS      = 2048,   // of the network
  parameter FLOW_CYCLES  = 32,     // cycles whose flits a total counts, at most
  parameter TUNE_GATHERS = 3,      // totals of a tuning period
  parameter INCREMENT    = 20,     // buffers
  parameter DECREMENT    = 81,     // buffers
  parameter FLOOR        = 81,     // buffers
  parameter FALL         = 6,      // eighths
  parameter FULL_W       = $clog2(BUFFERS + 1),
  parameter FLOW_W       = $clog2(FLOW_CYCLES * ROUTERS + 1)
) (
  input  wire              clk,
  input  wire              rst,

  // done: totals are known. Used only with done: total_full: full buffers; total_flow: flits delivered in a gather; throttle: sources are throttled.
  input  wire              done,
  // verilator lint_off UNUSED
  input  wire [FULL_W-1:0] total_full,    // without RESETS it is not needed
  // verilator lint_on UNUSED
  input  wire [FLOW_W-1:0] total_flow,
  input  wire              throttle,

  // Registered.
  output wire [FULL_W-1:0] threshold
);
localparam TUNE_W    = $clog2(TUNE_GATHERS * FLOW_CYCLES * ROUTERS + 1);
localparam GATHERS_W = TUNE_GATHERS > 1 ? $clog2(TUNE_GATHERS) : 1;

localparam [GATHERS_W-1:0] LAST_GATHER = TUNE_GATHERS[GATHERS_W-1:0] - 1'b1;
localparam [TUNE_W+2:0]    EIGHTHS     = {{(TUNE_W-1){1'b0}}, FALL[3:0]};
localparam [FULL_W+1:0]    UP          = {2'b00, INCREMENT[FULL_W-1:0]};
localparam [FULL_W+1:0]    DOWN        = {2'b00, DECREMENT[FULL_W-1:0]};
localparam [FULL_W+1:0]    LOWEST      = {2'b00, FLOOR[FULL_W-1:0]};
localparam [FULL_W+1:0]    HIGHEST     = {2'b00, BUFFERS[FULL_W-1:0]} - 1'b1;

reg [GATHERS_W-1:0] gathers_q;
reg [TUNE_W-1:0]    period_q;
reg [TUNE_W-1:0]    before_q;
reg [FULL_W-1:0]    threshold_q;

// ----------------------------------------------------------------------------
// The tuning period that ends. low: its throughput has fallen far below the best one; the threshold then returns.
wire [TUNE_W-1:0] flow    = period_q + {{(TUNE_W-FLOW_W){1'b0}}, total_flow};
wire              decides = done & gathers_q == LAST_GATHER;
wire              falls   = {flow, 3'b000} < {3'b000, before_q} * EIGHTHS;
wire              low;
wire [FULL_W-1:0] returned;

// The threshold after it, before it is kept in its range: signed.
wire [FULL_W+1:0] now     = {2'b00, threshold_q};
wire [FULL_W+1:0] climbed = falls ? now - DOWN : throttle ? now + UP : now;
wire [FULL_W+1:0] next    = low ? {2'b00, returned} : climbed;
wire [FULL_W+1:0] over    = next - LOWEST;
wire [FULL_W+1:0] raised  = over[FULL_W+1] ? LOWEST : next;
wire [FULL_W-1:0] kept    = raised > HIGHEST ? HIGHEST[FULL_W-1:0] : raised[FULL_W-1:0];

always @(posedge clk)
  if (rst) begin
    gathers_q   <= {GATHERS_W{1'b0}};
    period_q    <= {TUNE_W{1'b0}};
    before_q    <= {TUNE_W{1'b0}};
    threshold_q <= UP[FULL_W-1:0];
  end else begin
    if (decides)   gathers_q   <= {GATHERS_W{1'b0}};
    else if (done) gathers_q   <= gathers_q + 1'b1;
    if (decides)   period_q    <= {TUNE_W{1'b0}};
    else if (done) period_q    <= flow;
    if (decides)   before_q    <= flow;
    if (decides)   threshold_q <= kept;
  end

`ifdef RESETS
// ----------------------------------------------------------------------------
// Most flits of a tuning period, the threshold in it, and full buffers at its end. Five low tuning periods in a row, and they are forgotten.
reg [TUNE_W-1:0] best_q;
reg [FULL_W-1:0] best_at_q;
reg [FULL_W-1:0] best_full_q;
reg [2:0]        low_q;

wire better  = flow > best_q;
wire forgets = low & low_q == 3'd4;

assign low      = ~better & {flow, 3'b000} < {3'b000, best_q} * EIGHTHS;
assign returned = best_at_q < best_full_q ? best_at_q : best_full_q;

always @(posedge clk)
  if (rst) begin
    best_q      <= {TUNE_W{1'b0}};
    best_at_q   <= {FULL_W{1'b0}};
    best_full_q <= {FULL_W{1'b0}};
    low_q       <= 3'd0;
  end else if (decides) begin
    if (better)       best_q      <= flow;
    else if (forgets) best_q      <= {TUNE_W{1'b0}};
    if (better)       best_at_q   <= threshold_q;
    if (better)       best_full_q <= total_full;
    low_q <= low & ~forgets ? low_q + 1'b1 : 3'd0;
  end
`else
assign low      = 1'b0;
assign returned = {FULL_W{1'b0}};
`endif

assign threshold = threshold_q;

endmodule
