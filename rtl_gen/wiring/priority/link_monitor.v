// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run.
`ifndef SYNTHESIS
module link_monitor #(
  parameter QUEUES       = 4,
  parameter NODES        = 64,
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter UNDER_WAY    = 5,        // cycles after an Xoff, where the monitor is, in which headers that were granted before it may still come
  parameter LINK         = "rx",     // names of the link in messages
  parameter PORT         = 0
) (
  clk, rst, valid, head, data, credit, msg_valid, msg_stop
);
`include "wiring/link/destinations.vh"

localparam AGE_W = $clog2(UNDER_WAY + 2);

localparam [AGE_W-1:0]  LAST     = UNDER_WAY[AGE_W-1:0];
localparam [AGE_W-1:0]  YOUNGEST = 0;
localparam [QUEUES-1:0] FIRST    = 1;

input wire              msg_valid;
input wire [QUEUES-1:0] msg_stop;

reg  [QUEUES-1:0]       stop_q;          // the last message
wire [QUEUES-1:0]       closed;          // priorities stopped for so long that no header may come

link_credits #(.FULL(SLOTS), .PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins), .flits(flits), .spent(1'b0), .credit(credit), .gained(1'b0)
);

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  reg [AGE_W-1:0] age_q;               // of the stop; stays at the last cycle

  assign closed[q] = stop_q[q] & age_q == LAST;

  always @(posedge clk)
    if (hold || !stop_q[q]) age_q <= YOUNGEST;
    else if (age_q != LAST) age_q <= age_q + 1'b1;
end

always @(posedge clk)
  if (hold) begin
    stop_q <= {QUEUES{1'b0}};
  end else begin
    if (begins && known && {1'b0, destination} < ALL_NODES && |(closed & FIRST << queue))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: sent-while-stopped: a header of priority %0d, which has been stopped for more than %0d cycles",
        LINK, PORT, cycle, $time, queue, UNDER_WAY);
    if ((msg_valid !== 1'b0 && msg_valid !== 1'b1) || (msg_valid && (^msg_stop) === 1'bx))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-message: msg_valid is %b, stop %b", LINK, PORT, cycle, $time, msg_valid, msg_stop);
    else if (msg_valid && msg_stop == stop_q)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: message-without-change: a message with stop %b, as it was",
        LINK, PORT, cycle, $time, msg_stop);
    if (msg_valid) stop_q <= msg_stop;
  end

endmodule
`endif
