// Filter of a network interface, by priority: what the switch has stopped.
// Twin: cmodel/units/npf.c. docs/microarchitecture-slot-nic.md.
`default_nettype none
module npf #(
  parameter QUEUES = 4
) (
  clk, rst,
  tx_msg_valid, tx_msg_stop,
  cand,
  stopped, let_go
);
input  wire              clk;
input  wire              rst;

// Link, reverse. tx_msg_stop: by priority, stopped from now on or not; used only with tx_msg_valid.
input  wire              tx_msg_valid;
input  wire [QUEUES-1:0] tx_msg_stop;

// The candidate's priority, one-hot or zero; registered.
input  wire [QUEUES-1:0] cand;

// stopped: it is stopped; from registers. let_go: by priority, a message in this cycle does not stop it; combinational from the message.
output wire              stopped;
output wire [QUEUES-1:0] let_go;

reg [QUEUES-1:0] stop_q;

always @(posedge clk) begin
  if (rst)               stop_q <= {QUEUES{1'b0}};
  else if (tx_msg_valid) stop_q <= tx_msg_stop;
end

assign stopped = |(stop_q & cand);
assign let_go  = ~tx_msg_stop & {QUEUES{tx_msg_valid}};

endmodule
`default_nettype wire
