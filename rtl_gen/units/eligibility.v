// Eligibility: a head is eligible if it is ready, its input is idle and its output is open.
// No state, and so no twin in the C model.
module eligibility #(
  parameter RADIX  = 8,
  parameter QUEUES = 4,
  parameter PORT_W = $clog2(RADIX)
) (
  // idle: the memory can begin to read a packet. open: outputs that can take a packet. Both are functions of registers.
  input  wire                     idle,
  input  wire [RADIX-1:0]         open,

  // Heads. ready: the head may leave its queue. port: number of its output port; used only where ready is set.
  input  wire [QUEUES-1:0]        ready,
  input  wire [QUEUES*PORT_W-1:0] port,

  // Combinational. port_onehot: the same number, one-hot. eligible: the head may be selected.
  output wire [QUEUES*RADIX-1:0]  port_onehot,
  output wire [QUEUES-1:0]        eligible
);
localparam [RADIX-1:0] FIRST_PORT = 1;

wire [QUEUES-1:0] output_open;  // its output is open

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  assign port_onehot[q*RADIX +: RADIX] = FIRST_PORT << port[q*PORT_W +: PORT_W];
  assign output_open[q]                = |(port_onehot[q*RADIX +: RADIX] & open);
end

assign eligible = {QUEUES{idle}} & ready & output_open;

endmodule
