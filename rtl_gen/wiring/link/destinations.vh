// A header: destination and queue are of those that are there.
localparam FLITS_W       = $clog2(PACKET_FLITS + 1);
localparam DESTINATION_W = $clog2(NODES);
localparam QUEUE_W       = QUEUES > 1 ? $clog2(QUEUES) : 1;

localparam [DESTINATION_W:0] ALL_NODES  = NODES[DESTINATION_W:0];
localparam [QUEUE_W:0]       ALL_QUEUES = QUEUES[QUEUE_W:0];

`include "wiring/link/pins.vh"

wire [DESTINATION_W-1:0] destination = data[DESTINATION_W-1:0];
wire [QUEUE_W-1:0]       queue       = data[DESTINATION_W +: QUEUE_W];
wire [FLITS_W-1:0]       flits       = data[DESTINATION_W + QUEUE_W +: FLITS_W];
wire                     known       = {1'b0, queue} < ALL_QUEUES;

`include "wiring/link/packets.vh"

always @(posedge clk) if (!hold && begins) begin
  if ((^{flits, queue, destination}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: destination is %b, queue %b, flits %b",
      LINK, PORT, cycle, $time, destination, queue, flits);
  else if ({1'b0, destination} >= ALL_NODES)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: destination-out-of-range: destination of a header is %0d, of less than %0d",
      LINK, PORT, cycle, $time, destination, NODES);
  else if (!known)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: queue-out-of-range: queue of a header is %0d, of less than %0d",
      LINK, PORT, cycle, $time, queue, QUEUES);
end
