// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run.
`ifndef SYNTHESIS
module link_monitor #(
  parameter QUEUES       = 4,
  parameter NODES        = 64,
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter LINK         = "rx",     // names of the link in messages
  parameter PORT         = 0
) (
  clk, rst, valid, head, data, credit, credit_queue
);
`include "wiring/link/destinations.vh"

input wire [QUEUE_W-1:0] credit_queue;

link_credits #(.KINDS(QUEUES), .FULL(SLOTS / QUEUES), .PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins & known), .flits(flits), .spent(queue), .credit(credit), .gained(credit_queue)
);

endmodule
`endif
