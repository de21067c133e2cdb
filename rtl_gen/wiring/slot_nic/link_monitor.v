// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run. Each link of a network interface has rules
// of its own: to it from a switch and from the host, from it to both. Where fields are in a header, and which of them are there, say parameters.
// Messages are watched by the filters that they go to.
`ifndef SYNTHESIS
module link_monitor #(
  parameter KINDS        = 1,        // of credits; FULL of each
  parameter FULL         = 64,
  parameter CREDIT_W     = 1,        // width of credit_queue, the kind
  parameter KIND_AT      = 0,        // field of a header that says of which kind it needs a credit
  parameter FLITS_AT     = 35,       // that with its length
  parameter NODES        = 0,        // destinations, named by the lowest field; 0: there is none
  parameter QUEUES_AT    = 0,        // field that names a queue
  parameter QUEUES       = 0,        // 0: there is none
  parameter ZEROS_AT     = 31,       // field that is 0 on this link
  parameter ZEROS_W      = 0,        // 0: there is none
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter LINK         = "rx",     // names of the link in messages
  parameter PORT         = 0
) (
  clk, rst, valid, head, data, credit, credit_queue
);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam KIND_W  = KINDS > 1 ? $clog2(KINDS) : 1;
localparam DEST_W  = NODES > 1 ? $clog2(NODES) : 1;
localparam QUEUE_W = QUEUES > 1 ? $clog2(QUEUES) : 1;

localparam [KIND_W:0]      ALL_KINDS  = KINDS[KIND_W:0];
localparam [DEST_W:0]      ALL_NODES  = NODES[DEST_W:0];
localparam [QUEUE_W:0]     ALL_QUEUES = QUEUES[QUEUE_W:0];
localparam [FLIT_BITS-1:0] ALL_ONES   = {FLIT_BITS{1'b1}};
localparam [FLIT_BITS-1:0] ZEROS      = ~(ALL_ONES << ZEROS_W) << ZEROS_AT;
localparam [FLIT_BITS-1:0] NAMES      = NODES > 0 ? ~(ALL_ONES << DEST_W) : {FLIT_BITS{1'b0}};
localparam [FLIT_BITS-1:0] PLACES     = QUEUES > 0 ? ~(ALL_ONES << QUEUE_W) << QUEUES_AT : {FLIT_BITS{1'b0}};

`include "wiring/link/pins.vh"

// verilator lint_off UNUSED
input wire [CREDIT_W-1:0]  credit_queue;  // used only with credit
// verilator lint_on UNUSED

wire [FLITS_W-1:0]   flits       = data[FLITS_AT +: FLITS_W];
wire [DEST_W-1:0]    destination = data[DEST_W-1:0];
wire [QUEUE_W-1:0]   queue       = data[QUEUES_AT +: QUEUE_W];
wire [KIND_W-1:0]    kind        = KINDS > 1 ? data[KIND_AT +: KIND_W] : {KIND_W{1'b0}};
wire [FLIT_BITS-1:0] used        = data & (ZEROS | NAMES | PLACES);
wire                 known       = {1'b0, kind} < ALL_KINDS;

`include "wiring/link/packets.vh"

link_credits #(.KINDS(KINDS), .FULL(FULL), .PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins & known), .flits(flits), .spent(kind), .credit(credit),
  .gained(KINDS > 1 ? credit_queue[KIND_W-1:0] : {KIND_W{1'b0}})
);

always @(posedge clk) if (!hold && begins) begin
  if ((^{flits, used}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: flits is %b, other fields are %b", LINK, PORT, cycle, $time, flits, used);
  else if (NODES > 0 && {1'b0, destination} >= ALL_NODES)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: destination-out-of-range: destination of a header is %0d, of less than %0d",
      LINK, PORT, cycle, $time, destination, NODES);
  else if (QUEUES > 0 && {1'b0, queue} >= ALL_QUEUES)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: queue-out-of-range: queue of a header is %0d, of less than %0d",
      LINK, PORT, cycle, $time, queue, QUEUES);
  else if ((data & ZEROS) != {FLIT_BITS{1'b0}})
    $fatal(1, "%0s %0d, cycle %0d, time %0d: field-not-zero: bits %0d to %0d of a header are not 0, which on this link they are",
      LINK, PORT, cycle, $time, ZEROS_AT, ZEROS_AT + ZEROS_W - 1);
end

endmodule
`endif
