// Counters and gauges of all ports, and their last snapshot. A counter stays at its greatest value.
// Twin: cmodel/units/csr_counts.c. docs/internals/microarchitecture-csr.md, section 2.
module csr_counts #(
  parameter RADIX        = 8,
  parameter SLOTS        = 64,
  parameter COUNTERS     = 11,
  parameter GAUGES       = 3,
  parameter COUNTER_BITS = 32,
  parameter PORT_W       = $clog2(RADIX),
  parameter COUNT_W      = $clog2(SLOTS + 1),
  parameter GAUGE_W      = COUNT_W > 6 ? COUNT_W : 6,
  parameter ALL          = RADIX * COUNTERS
) (
  input  wire                            clk,
  input  wire                            rst,

  // Commands. counting: counters count. snapshot, clear: pulses; with both, the snapshot is of the values before.
  input  wire                            counting,
  input  wire                            snapshot,
  input  wire                            clear,

  // A field for each port: what its counters count in this cycle, and its gauges.
  input  wire [ALL-1:0]                  pulse,
  input  wire [RADIX*GAUGES*GAUGE_W-1:0] now,

  // Read of the snapshot, combinational. number: of a counter, or behind those, of a gauge, which comes with its peak in the upper half.
  input  wire [PORT_W-1:0]               port,
  input  wire [4:0]                      number,
  output wire [31:0]                     value,

  // A counter that should count is at its greatest value.
  output wire                            saturated
);
localparam ROWS    = COUNTERS + GAUGES;

reg [ALL*COUNTER_BITS-1:0]     count_q;
reg [RADIX*GAUGES*GAUGE_W-1:0] peak_q;
reg [ALL*COUNTER_BITS-1:0]     snap_count_q;
reg [RADIX*GAUGES*GAUGE_W-1:0] snap_now_q;
reg [RADIX*GAUGES*GAUGE_W-1:0] snap_peak_q;

// ----------------------------------------------------------------------------
wire [ALL*COUNTER_BITS-1:0]     count_d;
wire [RADIX*GAUGES*GAUGE_W-1:0] peak_d;
wire [ALL-1:0]                  stuck;

genvar k;
for (k = 0; k < ALL; k = k + 1) begin : g_counter
  wire [COUNTER_BITS-1:0] count = count_q[k*COUNTER_BITS +: COUNTER_BITS] & {COUNTER_BITS{~clear}};
  wire                    most  = &count;

  assign stuck[k] = pulse[k] & counting & most;
  assign count_d[k*COUNTER_BITS +: COUNTER_BITS] = count + {{(COUNTER_BITS-1){1'b0}}, pulse[k] & counting & ~most};
end

for (k = 0; k < RADIX * GAUGES; k = k + 1) begin : g_gauge
  wire [GAUGE_W-1:0] gauge = now[k*GAUGE_W +: GAUGE_W];
  wire [GAUGE_W-1:0] peak  = peak_q[k*GAUGE_W +: GAUGE_W];

  assign peak_d[k*GAUGE_W +: GAUGE_W] = clear | gauge > peak ? gauge : peak;
end

assign saturated = |stuck;

always @(posedge clk)
  if (rst) begin
    count_q      <= {(ALL*COUNTER_BITS){1'b0}};
    peak_q       <= {(RADIX*GAUGES*GAUGE_W){1'b0}};
    snap_count_q <= {(ALL*COUNTER_BITS){1'b0}};
    snap_now_q   <= {(RADIX*GAUGES*GAUGE_W){1'b0}};
    snap_peak_q  <= {(RADIX*GAUGES*GAUGE_W){1'b0}};
  end else begin
    count_q <= count_d;
    peak_q  <= peak_d;
    if (snapshot) begin
      snap_count_q <= count_q;
      snap_now_q   <= now;
      snap_peak_q  <= peak_q;
    end
  end

// ----------------------------------------------------------------------------
// Read.
localparam [RADIX-1:0] FIRST_PORT = 1;
localparam [ROWS-1:0]  FIRST_ROW  = 1;

wire [RADIX-1:0]                 at_port = FIRST_PORT << port;
wire [ROWS-1:0]                  at_row  = FIRST_ROW << number;
wire [COUNTERS*COUNTER_BITS-1:0] counts;
wire [GAUGES*GAUGE_W-1:0]        gauges, peaks;
wire [COUNTER_BITS-1:0]          count_here;
wire [GAUGE_W-1:0]               gauge_here, peak_here;

onehot_mux #(.N(RADIX), .W(COUNTERS*COUNTER_BITS)) counts_of (.sel(at_port), .d(snap_count_q), .y(counts));
onehot_mux #(.N(RADIX), .W(GAUGES*GAUGE_W))        gauges_of (.sel(at_port), .d(snap_now_q),   .y(gauges));
onehot_mux #(.N(RADIX), .W(GAUGES*GAUGE_W))        peaks_of  (.sel(at_port), .d(snap_peak_q),  .y(peaks));

onehot_mux #(.N(COUNTERS), .W(COUNTER_BITS)) count_of (.sel(at_row[COUNTERS-1:0]), .d(counts), .y(count_here));
onehot_mux #(.N(GAUGES), .W(GAUGE_W)) gauge_of (.sel(at_row[ROWS-1:COUNTERS]), .d(gauges), .y(gauge_here));
onehot_mux #(.N(GAUGES), .W(GAUGE_W)) peak_of  (.sel(at_row[ROWS-1:COUNTERS]), .d(peaks),  .y(peak_here));

assign value = {{(32-COUNTER_BITS){1'b0}}, count_here} | {{(16-GAUGE_W){1'b0}}, peak_here, {(16-GAUGE_W){1'b0}}, gauge_here};

endmodule
