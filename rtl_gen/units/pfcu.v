// Flow control of priorities: tells upstream which of them it must not send, as soon as that changes. Also marks the queue of an arriving packet.
// Twin: cmodel/units/pfcu.c. docs/internals/microarchitecture-pfc.md.
module pfcu #(
  parameter QUEUES         = 4,
  parameter SLOTS          = 64,
  parameter RESERVE        = 2,
  parameter XOFF_THRESHOLD = 10,
  parameter XON_THRESHOLD  = 5,
  parameter LINK_CYCLES    = 1,
  parameter COUNT_W        = $clog2(SLOTS + 1),
  parameter PRIORITY_W     = QUEUES > 1 ? $clog2(QUEUES) : 1
) (
  input  wire                      clk,
  input  wire                      rst,

  // Arriving header. rx_queue: its priority; used only with arrive.
  input  wire                      arrive,
  input  wire [PRIORITY_W-1:0]     rx_queue,

  // Occupancy of each queue, and the queue whose head leaves in this cycle, one-hot or zero; both registered.
  input  wire [QUEUES*COUNT_W-1:0] count,
  input  wire [QUEUES-1:0]         pop,

  // enter: queue of the packet whose header arrived in the cycle before, one-hot or zero; registered.
  output wire [QUEUES-1:0]         enter,

  // Link, reverse, registered. rx_msg_stop: by priority, upstream must not send it. rx_msg_valid: rx_msg_stop has just changed.
  output wire                      rx_msg_valid,
  output wire [QUEUES-1:0]         rx_msg_stop
);
localparam HEADROOM   = 2 * LINK_CYCLES + 7;
localparam GUARD      = LINK_CYCLES + 3;
localparam POOL       = SLOTS - GUARD - QUEUES * (RESERVE + HEADROOM);

localparam [QUEUES-1:0] FIRST_QUEUE = 1;

reg [QUEUES-1:0]  enter_q;
reg [COUNT_W-1:0] pool_q;
reg [QUEUES-1:0]  sent_q;
reg               msg_valid_q;

// ----------------------------------------------------------------------------
// Priorities to be stopped. joins, parts: queues in which one packet more, or less, is above the reserve.
wire              full = pool_q >= POOL[COUNT_W-1:0];
wire [QUEUES-1:0] joins;
wire [QUEUES-1:0] parts;
wire [QUEUES-1:0] stop;

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  wire [COUNT_W-1:0] packets = count[q*COUNT_W +: COUNT_W];
  wire               above   = packets > RESERVE[COUNT_W-1:0];
  wire               below   = packets < RESERVE[COUNT_W-1:0];
  wire               high    = packets > XOFF_THRESHOLD[COUNT_W-1:0];
  wire               low     = packets < XON_THRESHOLD[COUNT_W-1:0];

  assign joins[q] = enter_q[q] & ~pop[q] & ~below;
  assign parts[q] = pop[q] & ~enter_q[q] & above;
  assign stop[q]  = above & (full | high | (sent_q[q] & ~low));
end

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    enter_q     <= {QUEUES{1'b0}};
    pool_q      <= {COUNT_W{1'b0}};
    sent_q      <= {QUEUES{1'b0}};
    msg_valid_q <= 1'b0;
  end else begin
    enter_q     <= {QUEUES{arrive}} & (FIRST_QUEUE << rx_queue);
    pool_q      <= pool_q + {{(COUNT_W-1){1'b0}}, |joins} - {{(COUNT_W-1){1'b0}}, |parts};
    sent_q      <= stop;
    msg_valid_q <= stop != sent_q;
  end

assign enter        = enter_q;
assign rx_msg_valid = msg_valid_q;
assign rx_msg_stop  = sent_q;

`ifndef SYNTHESIS
// The headroom is enough: the pool does not overflow, and no queue holds more than its threshold and its headroom.
localparam MOST = XOFF_THRESHOLD + HEADROOM;

wire [QUEUES-1:0] beyond;
for (q = 0; q < QUEUES; q = q + 1) begin : g_beyond
  assign beyond[q] = count[q*COUNT_W +: COUNT_W] > MOST[COUNT_W-1:0];
end

localparam POOL_MOST = POOL + QUEUES * HEADROOM;

always @(posedge clk) if (!rst) begin
  if (pool_q > POOL_MOST[COUNT_W-1:0]) $fatal(1, "the pool overflows");
  if (|beyond) $fatal(1, "a priority holds more packets than its threshold and its headroom");
end
`endif

endmodule
