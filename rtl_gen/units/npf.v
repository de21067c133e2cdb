// Filter of a network interface, by priority: what the switch has stopped.
// Twin: cmodel/units/slot_filter.c. docs/internals/microarchitecture-slot-nic.md.
module npf #(
  parameter QUEUES = 4,
  parameter BY_W   = QUEUES > 1 ? $clog2(QUEUES) : 1
) (
  input  wire              clk,
  input  wire              rst,

  // Message from the switch. msg_stop: by priority, stopped from now on or not; used only with msg_valid.
  input  wire              msg_valid,
  input  wire [QUEUES-1:0] msg_stop,

  // The candidate's priority, one-hot or zero; registered.
  input  wire [QUEUES-1:0] cand,

  // stopped: it is stopped; by: its number, 0 without one; from registers. let_go: by priority, a message in this cycle does not stop it;
  // combinational from the message.
  output wire              stopped,
  output wire [BY_W-1:0]   by,
  output wire [QUEUES-1:0] let_go
);
reg [QUEUES-1:0] stop_q;

always @(posedge clk)
  if (rst)               stop_q <= {QUEUES{1'b0}};
  else if (msg_valid) stop_q <= msg_stop;

onehot_index #(.N(QUEUES)) number_of (.onehot(cand), .index(by));

assign stopped = |(stop_q & cand);
assign let_go  = ~msg_stop & {QUEUES{msg_valid}};

endmodule
