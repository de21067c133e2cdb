// Registers on a bus: thresholds of the input ports.
// Twin: cmodel/units/csr.c. docs/internals/microarchitecture-csr.md, section 3.
module csr_limits #(
  parameter SLOTS                  = 64,
  parameter DETECT_THRESHOLD       = 5,
  parameter XOFF_THRESHOLD         = 10,
  parameter XON_THRESHOLD          = 5,
  parameter BUS_AW                 = 17,
  parameter AT_DETECT_THRESHOLD    = 32,
  parameter AT_STOP_THRESHOLDS     = 36,
  parameter DETECT_THRESHOLD_SLOTS = 0,
  parameter STOP_THRESHOLDS_XOFF   = 0,
  parameter STOP_THRESHOLDS_XON    = 16,
  parameter COUNT_W                = $clog2(SLOTS + 1)
) (
  input  wire               clk,
  input  wire               rst,

  // Access. write: it is a write, and is done in this cycle. there, allowed, rdata: combinational of bus_address and bus_data; rdata is 0 of other
  // registers.
  input  wire               write,
  input  wire [BUS_AW-1:0]  bus_address,
  input  wire [31:0]        bus_data,
  output wire               there,
  output wire               allowed,
  output wire [31:0]        rdata,

  // detecting: congestion is detected. Limits are registered; without detecting, no cold queue is above detect_limit.
  input  wire               detecting,
  output wire [COUNT_W-1:0] detect_limit,
  output wire [COUNT_W-1:0] xoff_limit,
  output wire [COUNT_W-1:0] xon_limit
);
reg [COUNT_W-1:0] detect_threshold_q;
reg [COUNT_W-1:0] xoff_threshold_q;
reg [COUNT_W-1:0] xon_threshold_q;

// ----------------------------------------------------------------------------
wire        at_detect = bus_address == AT_DETECT_THRESHOLD[BUS_AW-1:0];
wire        at_stop   = bus_address == AT_STOP_THRESHOLDS[BUS_AW-1:0];
wire [15:0] detect    = bus_data[DETECT_THRESHOLD_SLOTS +: 16];
wire [15:0] xoff      = bus_data[STOP_THRESHOLDS_XOFF +: 16];
wire [15:0] xon       = bus_data[STOP_THRESHOLDS_XON +: 16];

assign there   = at_detect | at_stop;
assign allowed = (at_detect & |detect & detect <= SLOTS[15:0]) | (at_stop & |xon & xon <= xoff & xoff <= SLOTS[15:0]);

always @(posedge clk)
  if (rst) begin
    detect_threshold_q <= DETECT_THRESHOLD[COUNT_W-1:0];
    xoff_threshold_q   <= XOFF_THRESHOLD[COUNT_W-1:0];
    xon_threshold_q    <= XON_THRESHOLD[COUNT_W-1:0];
  end else begin
    if (write & at_detect) detect_threshold_q <= detect[COUNT_W-1:0];
    if (write & at_stop) begin
      xoff_threshold_q <= xoff[COUNT_W-1:0];
      xon_threshold_q  <= xon[COUNT_W-1:0];
    end
  end

wire [31:0] detect_value = {{(32-COUNT_W){1'b0}}, detect_threshold_q} << DETECT_THRESHOLD_SLOTS;
wire [31:0] stop_values  = {{(32-COUNT_W){1'b0}}, xoff_threshold_q} << STOP_THRESHOLDS_XOFF |
                           {{(32-COUNT_W){1'b0}}, xon_threshold_q} << STOP_THRESHOLDS_XON;

assign rdata        = (detect_value & {32{at_detect}}) | (stop_values & {32{at_stop}});
assign detect_limit = detect_threshold_q | {COUNT_W{~detecting}};
assign xoff_limit   = xoff_threshold_q;
assign xon_limit    = xon_threshold_q;

endmodule
