// Credits of the queues downstream of an output. A grant takes its credit one cycle later, when a register
// of the input holds the queue.
// Twin: cmodel/units/qcu.c. docs/internals/microarchitecture-static.md.
module qcu #(
  parameter RADIX   = 8,
  parameter QUEUES  = 4,
  parameter SLOTS   = 64,
  parameter QUEUE_W = QUEUES > 1 ? $clog2(QUEUES) : 1
) (
  input  wire                     clk,
  input  wire                     rst,

  // gnt: granted input, one-hot or zero. sent_next_queue, by input: queue that the packet granted last enters downstream; used in the cycle after
  // gnt.
  input  wire [RADIX-1:0]         gnt,
  input  wire [RADIX*QUEUE_W-1:0] sent_next_queue,

  // Link, reverse. tx_credit: the receiver freed one slot of tx_credit_queue in each cycle in which this is set.
  input  wire                     tx_credit,
  input  wire [QUEUE_W-1:0]       tx_credit_queue,

  // Queues that have a credit, and two. avail, avail_two: functions of registers. avail_next, avail_two_next: the same of the next cycle;
  // combinational from sent_next_queue and tx_credit.
  output wire [QUEUES-1:0]        avail,
  output wire [QUEUES-1:0]        avail_next,
  output wire [QUEUES-1:0]        avail_two,
  output wire [QUEUES-1:0]        avail_two_next,

  // take: a credit of take_queue is taken in this cycle. take_two: that queue has two credits in the next; 0 without take.
  output wire                     take,
  output wire [QUEUE_W-1:0]       take_queue,
  output wire                     take_two
);
`include "units/slot_credit.vh"

localparam QUEUE_SLOTS = SLOTS / QUEUES;
localparam CREDITS     = slot_credits(QUEUE_SLOTS);
localparam FILL_W      = $clog2(QUEUE_SLOTS + 1);

localparam [QUEUES-1:0] FIRST_QUEUE = 1;
localparam [FILL_W-1:0] ALL         = CREDITS[FILL_W-1:0];
localparam [FILL_W-1:0] ALL_BUT_ONE = ALL - 1'b1;
localparam [FILL_W-1:0] ALL_BUT_TWO = ALL_BUT_ONE - 1'b1;

reg [QUEUES*FILL_W-1:0] used_q;
reg [RADIX-1:0]         taken_q;

// ----------------------------------------------------------------------------
// Credits taken and returned, by queue.
assign take = |taken_q;
onehot_mux #(.N(RADIX), .W(QUEUE_W)) queue_of (.sel(taken_q), .d(sent_next_queue), .y(take_queue));

wire [QUEUES-1:0] taken = {QUEUES{take}} & (FIRST_QUEUE << take_queue);
wire [QUEUES-1:0] given = {QUEUES{tx_credit}} & (FIRST_QUEUE << tx_credit_queue);

// What a queue has in the next cycle follows from what it has now: one credit less, one more, or the same. taken and given come late.
genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  wire [FILL_W-1:0] used  = used_q[q*FILL_W +: FILL_W];
  wire              three = avail_two[q] & used != ALL_BUT_TWO;   // credits
  wire              less  = taken[q] & ~given[q];
  wire              more  = given[q] & ~taken[q];

  assign avail[q]          = used != ALL;
  assign avail_two[q]      = avail[q] & used != ALL_BUT_ONE;
  assign avail_next[q]     = less ? avail_two[q] : more | avail[q];
  assign avail_two_next[q] = less ? three : more ? avail[q] : avail_two[q];

  always @(posedge clk)
    if (rst)       used_q[q*FILL_W +: FILL_W] <= {FILL_W{1'b0}};
    else if (less) used_q[q*FILL_W +: FILL_W] <= used + 1'b1;
    else if (more) used_q[q*FILL_W +: FILL_W] <= used - 1'b1;
end

assign take_two = |(taken & avail_two_next);

always @(posedge clk)
  if (rst) taken_q <= {RADIX{1'b0}};
  else     taken_q <= gnt;

`ifndef SYNTHESIS
wire [QUEUES-1:0] all_returned;  // no credit is in use
for (q = 0; q < QUEUES; q = q + 1) begin : g_all_returned
  assign all_returned[q] = ~|used_q[q*FILL_W +: FILL_W];
end

always @(posedge clk) if (!rst) begin
  if ((taken & ~avail & ~given) != {QUEUES{1'b0}}) $fatal(1, "a credit was taken that is not there");
  if ((given & all_returned & ~taken) != {QUEUES{1'b0}}) $fatal(1, "a credit too many");
end
`endif

endmodule
