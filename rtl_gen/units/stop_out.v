// Priorities that downstream has stopped.
// Twin: cmodel/units/stop_out.c. docs/internals/microarchitecture-pfc.md.
module stop_out #(
  parameter QUEUES = 4
) (
  input  wire              clk,
  input  wire              rst,

  // Link, reverse. tx_msg_stop: by priority, stopped from now on or not; used only with tx_msg_valid.
  input  wire              tx_msg_valid,
  input  wire [QUEUES-1:0] tx_msg_stop,

  // By priority: stopped; registered.
  output wire [QUEUES-1:0] stop
);
reg [QUEUES-1:0] stop_q;

always @(posedge clk)
  if (rst)               stop_q <= {QUEUES{1'b0}};
  else if (tx_msg_valid) stop_q <= tx_msg_stop;

assign stop = stop_q;

endmodule
