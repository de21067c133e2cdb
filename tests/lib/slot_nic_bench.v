// Bench of the network interfaces for slots with their adapters (../slot_nic_host.sh): two of them (slot_nic_bench_host.v), and a switch between them:
// it has the queues and the credits of one. Everything that one host sends comes to the other, whatever its destination. Features
// (spec/features.def) say which network interface it is.
`timescale 1ns / 1ns

// A switch from one host to the other: a queue for each class of credits. A packet goes on when it is whole, and the receiver has a credit.
module between #(
  parameter CLASSES = 1, CLASS_CREDITS = 64, CLASS_AT = 0, CLASS_W = 1, CLEAR_FROM = 0, CLEAR_W = 0,
  parameter FLIT_BITS = 64, FLITS_AT = 32, FLITS_W = 8, PACKET_FLITS = 8
) (
  input  wire                 clk, rst,
  input  wire                 in_valid, in_head,
  input  wire [FLIT_BITS-1:0] in_data,
  output reg                  in_credit,
  output reg  [CLASS_W-1:0]   in_credit_class,
  output reg                  out_valid, out_head,
  output reg  [FLIT_BITS-1:0] out_data,
  input  wire                 out_credit
);
localparam ROOM = CLASS_CREDITS * PACKET_FLITS;

reg [FLIT_BITS-1:0] flits [0:CLASSES*ROOM-1];
integer             wr [0:CLASSES-1], rd [0:CLASSES-1], packets [0:CLASSES-1], taken [0:CLASSES-1];
integer             k, in_class, left, out_class, out_left, credits, step;
reg [FLIT_BITS-1:0] clear;

always @(posedge clk) begin
  if (rst) begin
    for (k = 0; k < CLASSES; k = k + 1) begin
      wr[k]      = 0;
      rd[k]      = 0;
      packets[k] = 0;
      taken[k]   = 0;
    end
    left       = 0;
    out_left   = 0;
    out_class  = 0;
    credits    = CLASS_CREDITS;
    in_credit <= 0;
    out_valid <= 0;
    out_head  <= 0;
  end else begin
    if (out_credit) credits = credits + 1;
    in_credit <= 0;
    out_valid <= 0;
    out_head  <= 0;
    // One goes on.
    for (step = 0; step < CLASSES && out_left == 0; step = step + 1) begin
      out_class = (out_class + 1) % CLASSES;
      if (packets[out_class] > 0 && credits > 0) begin
        out_left  = flits[out_class*ROOM+rd[out_class]][FLITS_AT +: FLITS_W];
        credits   = credits - 1;
        out_head <= 1;
      end
    end
    if (out_left > 0) begin
      out_data      <= flits[out_class*ROOM+rd[out_class]];
      out_valid     <= 1;
      rd[out_class]  = (rd[out_class] + 1) % ROOM;
      out_left       = out_left - 1;
      if (out_left == 0) begin
        packets[out_class]  = packets[out_class] - 1;
        taken[out_class]    = taken[out_class] - 1;
        in_credit          <= 1;
        in_credit_class    <= out_class;
      end
    end
    // One comes. At the end of its route, a header has no turns, or queue 0.
    if (in_valid) begin
      if (in_head) begin
        in_class        = CLASSES > 1 ? in_data[CLASS_AT +: CLASS_W] : 0;
        left            = in_data[FLITS_AT +: FLITS_W];
        taken[in_class] = taken[in_class] + 1;
        if (taken[in_class] > CLASS_CREDITS) bench.failed("a packet without a credit");
      end
      clear = in_head ? ~({FLIT_BITS{1'b1}} << CLEAR_W) << CLEAR_FROM : 0;
      flits[in_class*ROOM+wr[in_class]] = in_data & ~clear;
      wr[in_class] = (wr[in_class] + 1) % ROOM;
      left         = left - 1;
      if (left == 0) packets[in_class] = packets[in_class] + 1;
    end
  end
end
endmodule

module bench #(
  parameter RADIX = 8, SAQS = 4, TURNPOOL_BITS = 31, QUEUES = 4, CFQS = 4, HOPS = 15, NODES = 64, SLOTS = 64, SOURCE_SLOTS = 4,
  parameter HOST_SLOTS = 8, FLIT_BITS = 64, PACKET_FLITS = 8, NODE_BITS = 16,
  parameter PHASE_CYCLES = 300, SEED = 1
);
localparam DEST_W  = $clog2(NODES);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam QUEUE_W = QUEUES > 1 ? $clog2(QUEUES) : 1;
`ifdef ROUTES
localparam TURNS    = TURNPOOL_BITS / $clog2(RADIX);
localparam FLITS_AT = TURNPOOL_BITS + $clog2(TURNS + 1);
localparam CLEAR_FROM = 0, CLEAR_W = FLITS_AT, CLASSES = 1;
`elsif LISTS
localparam FLITS_AT = DEST_W;
localparam CLEAR_FROM = 0, CLEAR_W = 0, CLASSES = 1;
`elsif PRIORITIES
localparam FLITS_AT = DEST_W + QUEUE_W;
localparam CLEAR_FROM = 0, CLEAR_W = 0, CLASSES = 1;
`else
localparam FLITS_AT = DEST_W + QUEUE_W;
localparam CLEAR_FROM = DEST_W, CLEAR_W = QUEUE_W, CLASSES = QUEUES;
`endif

`include "nic_bench_start.vh"

// Each host's link out, and in.
wire                 a_valid, a_head, a_credit, b_valid, b_head, b_credit;
wire [FLIT_BITS-1:0] a_data, b_data;
wire [QUEUE_W-1:0]   a_credit_class, b_credit_class;
wire                 to_a_valid, to_a_head, to_a_credit, to_b_valid, to_b_head, to_b_credit;
wire [FLIT_BITS-1:0] to_a_data, to_b_data;

host #(
  .RADIX(RADIX), .SAQS(SAQS), .TURNPOOL_BITS(TURNPOOL_BITS), .QUEUES(QUEUES), .CFQS(CFQS), .HOPS(HOPS), .NODES(NODES), .SLOTS(SLOTS),
  .SOURCE_SLOTS(SOURCE_SLOTS), .HOST_SLOTS(HOST_SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS), .NODE_BITS(NODE_BITS),
  .NODE(1), .PEER(2), .SEED(SEED)
) a (
  .clk(clk), .rst(rst), .cfg(cfg), .phase(phase), .rx_valid(to_a_valid), .rx_head(to_a_head), .rx_data(to_a_data),
  .rx_credit(to_a_credit), .tx_valid(a_valid), .tx_head(a_head), .tx_data(a_data), .tx_credit(a_credit),
  .tx_credit_queue(a_credit_class)
);
host #(
  .RADIX(RADIX), .SAQS(SAQS), .TURNPOOL_BITS(TURNPOOL_BITS), .QUEUES(QUEUES), .CFQS(CFQS), .HOPS(HOPS), .NODES(NODES), .SLOTS(SLOTS),
  .SOURCE_SLOTS(SOURCE_SLOTS), .HOST_SLOTS(HOST_SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS), .NODE_BITS(NODE_BITS),
  .NODE(2), .PEER(1), .SEED(SEED + 1000)
) b (
  .clk(clk), .rst(rst), .cfg(cfg), .phase(phase), .rx_valid(to_b_valid), .rx_head(to_b_head), .rx_data(to_b_data),
  .rx_credit(to_b_credit), .tx_valid(b_valid), .tx_head(b_head), .tx_data(b_data), .tx_credit(b_credit),
  .tx_credit_queue(b_credit_class)
);

between #(
  .CLASSES(CLASSES), .CLASS_CREDITS(SLOTS / CLASSES), .CLASS_AT(DEST_W), .CLASS_W(QUEUE_W), .CLEAR_FROM(CLEAR_FROM), .CLEAR_W(CLEAR_W),
  .FLIT_BITS(FLIT_BITS), .FLITS_AT(FLITS_AT), .FLITS_W(FLITS_W), .PACKET_FLITS(PACKET_FLITS)
) a_to_b (
  .clk(clk), .rst(rst), .in_valid(a_valid), .in_head(a_head), .in_data(a_data), .in_credit(a_credit), .in_credit_class(a_credit_class),
  .out_valid(to_b_valid), .out_head(to_b_head), .out_data(to_b_data), .out_credit(to_b_credit)
);
between #(
  .CLASSES(CLASSES), .CLASS_CREDITS(SLOTS / CLASSES), .CLASS_AT(DEST_W), .CLASS_W(QUEUE_W), .CLEAR_FROM(CLEAR_FROM), .CLEAR_W(CLEAR_W),
  .FLIT_BITS(FLIT_BITS), .FLITS_AT(FLITS_AT), .FLITS_W(FLITS_W), .PACKET_FLITS(PACKET_FLITS)
) b_to_a (
  .clk(clk), .rst(rst), .in_valid(b_valid), .in_head(b_head), .in_data(b_data), .in_credit(b_credit), .in_credit_class(b_credit_class),
  .out_valid(to_a_valid), .out_head(to_a_head), .out_data(to_a_data), .out_credit(to_a_credit)
);

integer n, before_a, before_b, received_a, received_b;

initial begin
  start;

  // While everybody is fast a flit leaves in every cycle, whatever the length of packets. Half of a phase is to get going.
  for (n = 0; n < 3; n = n + 1) begin
    phase = n;
    repeat (PHASE_CYCLES / 2) @(negedge clk);
    before_a = a.of_link.flits;
    before_b = b.of_link.flits;
    repeat (PHASE_CYCLES / 2) @(negedge clk);
    if (a.of_link.flits - before_a != PHASE_CYCLES / 2 || b.of_link.flits - before_b != PHASE_CYCLES / 2)
      failed("a link is idle while everybody is fast");
  end
  for (n = 3; n < 5; n = n + 1) begin
    phase = n;
    repeat (PHASE_CYCLES) @(negedge clk);
  end
  phase = 5;
  for (n = 0; n < 20000 && (a.all_received != b.all_sent || b.all_received != a.all_sent || a.at != a.length || b.at != b.length || a.send_valid ||
                            b.send_valid); n = n + 1)
    @(negedge clk);
  repeat (200) @(negedge clk);
  if (a.all_received != b.all_sent || b.all_received != a.all_sent) failed("not all packets came");
  for (n = 0; n < a.FLOWS; n = n + 1)
    if (a.sent[n] != b.received[n] || b.sent[n] != a.received[n]) failed("a flow's packets did not all come");
  if (!a.quiet || !b.quiet) failed("credits are missing");
  if (a.all_refused == 0 || b.all_refused == 0 || a.waits == 0 || b.waits == 0) failed("something never happened");
`ifdef PARKS
  if (a.parks == 0 || b.parks == 0) failed("nothing was parked");
`endif
  $display("PASSED: %0d packets, %0d refused; a flit in every cycle while everybody was fast", a.all_sent + b.all_sent,
           a.all_refused + b.all_refused);
  $finish;
end

endmodule
