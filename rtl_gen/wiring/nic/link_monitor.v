// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run. The links of a network interface
// have rules of their own: to it from a switch and from the host, from it to both. Pins are as wide as those of the network interface.
`ifndef SYNTHESIS
module link_monitor #(
  parameter RADIX         = 8,
  parameter VC_SAQS       = 8,
  parameter NODES         = 64,
  parameter SLS           = 8,
  parameter SL_MAP        = 2396160,
  parameter VCS           = 2,
  parameter LEVELS        = 8,
  parameter LEVEL_MAP     = 2396160,
`ifdef PACED
  parameter SPEED_N       = 3,
  parameter SPEED_D       = 2,
`endif
  parameter CELLS         = 256,
  parameter NIC_CELLS     = 128,
  parameter HOST_CELLS    = 64,
  parameter TO_HOST       = 0,       // 1: the receiver is the host
  parameter FROM_HOST     = 0,       // 1: the sender is the host
  parameter TO_SWITCH     = 0,       // 1: the receiver is a switch; otherwise it is the network interface
  parameter UNDER_WAY     = 2,       // cycles after an Xoff to the host in which headers that were started before it may still come
`include "wiring/cells/header.vh"
  parameter LINK          = "rx",    // names of the link in messages
  parameter PORT          = 0
) (
  clk, rst, valid, head, data, credit, credit_vc, msg_valid, msg_xoff, msg_levels, msg_queue, msg_turns, msg_len
);
`include "wiring/link/cells.vh"

localparam DEST_W       = $clog2(NODES);
localparam VC_QUEUE_W   = $clog2(RADIX + VC_SAQS);
localparam MSG_W        = DEST_W > VC_QUEUE_W ? DEST_W : VC_QUEUE_W;
localparam KINDS        = FROM_HOST != 0 ? SLS : VCS;
localparam KIND_W       = FROM_HOST != 0 ? SL_W : VC_W;
localparam FULL         = FROM_HOST != 0 ? NIC_CELLS : TO_HOST != 0 ? HOST_CELLS : CELLS;

// verilator lint_off UNUSED
input wire [SL_W-1:0]      credit_vc;     // used only with credit
input wire                 msg_valid;
input wire                 msg_xoff;      // used only with msg_valid, as all fields
input wire [SLS-1:0]       msg_levels;
input wire [MSG_W-1:0]     msg_queue;
input wire [POOL_W-1:0]    msg_turns;
input wire [LEN_W-1:0]     msg_len;

wire [TURNPOOL_BITS-1:0]   pool = data[TURNPOOL_BITS-1:0];     // of the host alone
// verilator lint_on UNUSED

wire [KIND_W-1:0]          spent;

link_credits #(.KINDS(KINDS), .FULL(FULL), .PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins & known), .flits(flits), .spent(spent),
  .credit(credit), .gained(credit_vc[KIND_W-1:0])
);

always @(posedge clk) if (!hold && begins) begin
  if ((^{flits, sl, left, ahead}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: turns_left is %b, sl %b, flits %b, turns ahead %b",
      LINK, PORT, cycle, $time, left, sl, flits, ahead);
  else if ({1'b0, sl} >= ALL_SLS)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: sl-out-of-range: sl of a header is %0d, of less than %0d", LINK, PORT, cycle, $time, sl, SLS);
end

if (TO_SWITCH != 0) begin : g_to_switch
  localparam ENDS = 0;

`include "wiring/link/routes.vh"

  link_levels #(
    .RADIX(RADIX), .VC_QUEUES(RADIX + VC_SAQS), .LEVELS(LEVELS), .LEVEL_MAP(LEVEL_MAP), .TURNPOOL_BITS(TURNPOOL_BITS), .LINK(LINK),
    .PORT(PORT)
  ) messages (
    .clk(clk), .hold(hold), .cycle(cycle), .msg_valid(msg_valid), .msg_xoff(msg_xoff), .msg_levels(msg_levels[LEVELS-1:0]),
    .msg_queue(msg_queue[VC_QUEUE_W-1:0]), .msg_turns(msg_turns), .msg_len(msg_len)
  );
end else begin : g_at_end
  always @(posedge clk) if (!hold && begins && left != NO_TURNS)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: turns-left-at-end: turns_left of a header is %0d, at the end of its route",
      LINK, PORT, cycle, $time, left);
end

if (FROM_HOST != 0) begin : g_from_host
  localparam QUEUES = SLS * NODES;

  localparam [SLS-1:0]    ONE_SL    = 1;
  localparam [NODES-1:0]  ONE_NODE  = 1;
  localparam [DEST_W:0]   ALL_NODES = NODES[DEST_W:0];
  localparam [MSG_W:0]    ALL_DESTS = NODES[MSG_W:0];

  // Queues of the send side that are stopped; in field k, those that have been for k cycles.
  reg  [(UNDER_WAY+1)*QUEUES-1:0] stopped_q;

  wire [DEST_W-1:0] destination = data[DEST_W-1:0];
  wire              closed      = stopped_q[UNDER_WAY*QUEUES + sl*NODES + {{(32-DEST_W){1'b0}}, destination}];
  wire              xoff        = msg_valid & msg_xoff;
  wire [QUEUES-1:0] named;           // queues of the message
  wire [QUEUES-1:0] stopped     = (stopped_q[QUEUES-1:0] | (named & {QUEUES{xoff}})) & ~(named & {QUEUES{~msg_xoff}});

  genvar s, k;
  for (s = 0; s < SLS; s = s + 1) begin : g_named
    assign named[s*NODES +: NODES] = msg_valid & msg_levels[s] ? ONE_NODE << msg_queue : {NODES{1'b0}};
  end
  for (k = 1; k <= UNDER_WAY; k = k + 1) begin : g_since
    always @(posedge clk) stopped_q[k*QUEUES +: QUEUES] <= hold ? {QUEUES{1'b0}} : stopped & stopped_q[(k-1)*QUEUES +: QUEUES];
  end

  assign spent = sl;

  always @(posedge clk) begin
    stopped_q[QUEUES-1:0] <= hold ? {QUEUES{1'b0}} : stopped;
    if (!hold) begin
      if (begins && (^pool) === 1'bx)
        $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: turnpool is %b", LINK, PORT, cycle, $time, pool);
      else if (begins && (|(pool >> DEST_W) || {1'b0, destination} >= ALL_NODES))
        $fatal(1, "%0s %0d, cycle %0d, time %0d: destination-out-of-range: turnpool of a header of the host is %0d, of less than %0d",
          LINK, PORT, cycle, $time, pool, NODES);
      else if (begins && closed)
        $fatal(1, "%0s %0d, cycle %0d, time %0d: sent-while-stopped: a header of sl %0d for destination %0d, which is stopped",
          LINK, PORT, cycle, $time, sl, destination);
      if ((msg_valid !== 1'b0 && msg_valid !== 1'b1) || (msg_valid && (^{msg_xoff, msg_levels, msg_queue, msg_turns, msg_len}) === 1'bx))
        $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-message: msg_valid is %b, xoff %b, levels %b, queue %b, turns %b, len %b",
          LINK, PORT, cycle, $time, msg_valid, msg_xoff, msg_levels, msg_queue, msg_turns, msg_len);
      else if (msg_valid && msg_levels == {SLS{1'b0}})
        $fatal(1, "%0s %0d, cycle %0d, time %0d: no-level: a message with levels 0", LINK, PORT, cycle, $time);
      else if (xoff && (msg_levels & (msg_levels - ONE_SL)) != {SLS{1'b0}})
        $fatal(1, "%0s %0d, cycle %0d, time %0d: xoff-of-many-levels: an Xoff with levels %b", LINK, PORT, cycle, $time, msg_levels);
      else if (msg_valid && {1'b0, msg_queue} >= ALL_DESTS)
        $fatal(1, "%0s %0d, cycle %0d, time %0d: stop-out-of-range: queue of a message is %0d, a destination of less than %0d",
          LINK, PORT, cycle, $time, msg_queue, NODES);
      else if (msg_valid && (msg_turns != {POOL_W{1'b0}} || msg_len != NO_TURNS))
        $fatal(1, "%0s %0d, cycle %0d, time %0d: route-to-host: turns of a message to the host are %h, len is %0d",
          LINK, PORT, cycle, $time, msg_turns, msg_len);
    end
  end
end else begin : g_by_vc
  assign spent = vc;
end

if (FROM_HOST == 0 && TO_SWITCH == 0) begin : g_without_messages
  always @(posedge clk) if (!hold && msg_valid !== 1'b0)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: message-not-allowed: msg_valid is %b", LINK, PORT, cycle, $time, msg_valid);
end

endmodule
`endif
