// Whether a message that names all queues stops one, and whether it lets one go, compared with the message before.
// Twin: cmodel/units/csr_stops.c. docs/internals/microarchitecture-csr.md, section 2.
module csr_stops #(
  parameter QUEUES = 4
) (
  input  wire              clk,
  input  wire              rst,

  // Messages to upstream, and from downstream; by queue: it is stopped.
  input  wire              rx_msg_valid,
  input  wire [QUEUES-1:0] rx_msg_stop,
  input  wire              tx_msg_valid,
  input  wire [QUEUES-1:0] tx_msg_stop,

  // In the cycle of a message: xoff_*, it stops a queue; xon_*, it lets one go.
  output wire              xoff_sent,
  output wire              xon_sent,
  output wire              xoff_received,
  output wire              xon_received
);
reg [QUEUES-1:0] rx_stop_q;
reg [QUEUES-1:0] tx_stop_q;

assign xoff_sent     = rx_msg_valid & |(rx_msg_stop & ~rx_stop_q);
assign xon_sent      = rx_msg_valid & |(~rx_msg_stop & rx_stop_q);
assign xoff_received = tx_msg_valid & |(tx_msg_stop & ~tx_stop_q);
assign xon_received  = tx_msg_valid & |(~tx_msg_stop & tx_stop_q);

always @(posedge clk)
  if (rst) begin
    rx_stop_q <= {QUEUES{1'b0}};
    tx_stop_q <= {QUEUES{1'b0}};
  end else begin
    if (rx_msg_valid) rx_stop_q <= rx_msg_stop;
    if (tx_msg_valid) tx_stop_q <= tx_msg_stop;
  end

endmodule
