// Credits of the queues downstream of an output. A grant takes its credit one cycle later, when a register
// of the input holds the queue.
// Twin: cmodel/units/qcu.c. docs/microarchitecture-static.md.
`default_nettype none
module qcu #(
  parameter RADIX  = 8,
  parameter QUEUES = 4,
  parameter SLOTS  = 64
) (
  clk, rst,
  open, gnt, sent_next_queue,
  tx_credit, tx_credit_queue,
  grantable, avail, avail_next,
  exhausted, exhausted_queue
);
localparam QUEUE_W     = QUEUES > 1 ? $clog2(QUEUES) : 1;
localparam QUEUE_SLOTS = SLOTS / QUEUES;
localparam FILL_W      = $clog2(QUEUE_SLOTS + 1);

input  wire                     clk;
input  wire                     rst;

// open: the output port can take a packet; registered. gnt: granted input, one-hot or zero; only while grantable is set.
// sent_next_queue, by input: queue that the packet granted last enters downstream; used in the cycle after gnt.
input  wire                     open;
input  wire [RADIX-1:0]         gnt;
input  wire [RADIX*QUEUE_W-1:0] sent_next_queue;

// Link, reverse. tx_credit: the receiver freed one slot of tx_credit_queue in each cycle in which this is set.
input  wire                     tx_credit;
input  wire [QUEUE_W-1:0]       tx_credit_queue;

// Functions of registers: grantable, a grant is possible in this cycle; avail, queues that have credit. Combinational: avail_next, avail of
// the next cycle; exhausted, the last credit of exhausted_queue is taken in this cycle.
output wire                     grantable;
output wire [QUEUES-1:0]        avail;
output wire [QUEUES-1:0]        avail_next;
output wire                     exhausted;
output wire [QUEUE_W-1:0]       exhausted_queue;

localparam [QUEUES-1:0] FIRST_QUEUE = 1;
localparam [FILL_W-1:0] ALL         = QUEUE_SLOTS[FILL_W-1:0];
localparam [FILL_W-1:0] ALL_BUT_ONE = ALL - 1'b1;

reg [QUEUES*FILL_W-1:0] used_q;
reg [RADIX-1:0]         taken_q;
reg                     one_credit_left_q;

// ----------------------------------------------------------------------------
// Credits taken and returned, by queue.
wire              take = |taken_q;
wire [QUEUES-1:0] taken = {QUEUES{take}} & (FIRST_QUEUE << exhausted_queue);
wire [QUEUES-1:0] given = {QUEUES{tx_credit}} & (FIRST_QUEUE << tx_credit_queue);
wire [QUEUES-1:0] last;         // one credit left
wire [QUEUES-1:0] last_d;

onehot_mux #(.N(RADIX), .W(QUEUE_W)) queue_of (.sel(taken_q), .d(sent_next_queue), .y(exhausted_queue));

genvar q;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    wire [FILL_W-1:0] used = used_q[q*FILL_W +: FILL_W];
    wire [FILL_W-1:0] used_d = taken[q] == given[q] ? used : taken[q] ? used + 1'b1 : used - 1'b1;

    assign avail[q]      = used != ALL;
    assign avail_next[q] = used_d != ALL;
    assign last[q]       = used == ALL_BUT_ONE;
    assign last_d[q]     = used_d == ALL_BUT_ONE;

    always @(posedge clk) begin
      if (rst) used_q[q*FILL_W +: FILL_W] <= {FILL_W{1'b0}};
      else     used_q[q*FILL_W +: FILL_W] <= used_d;
    end
  end
endgenerate

assign grantable = open & ~(take & one_credit_left_q);
assign exhausted = |(taken & last & ~given);

always @(posedge clk) begin
  if (rst) begin
    taken_q           <= {RADIX{1'b0}};
    one_credit_left_q <= QUEUE_SLOTS == 1;
  end else begin
    taken_q           <= gnt;
    one_credit_left_q <= |last_d;
  end
end

`ifndef SYNTHESIS
wire [QUEUES-1:0] all_returned;  // no credit is in use
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_all_returned
    assign all_returned[q] = ~|used_q[q*FILL_W +: FILL_W];
  end
endgenerate

always @(posedge clk) if (!rst) begin
  if ((taken & ~avail & ~given) != {QUEUES{1'b0}}) $fatal(1, "a credit was taken that is not there");
  if ((given & all_returned & ~taken) != {QUEUES{1'b0}}) $fatal(1, "a credit too many");
end
`endif

endmodule
`default_nettype wire
