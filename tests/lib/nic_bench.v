// Bench of the network interface with its adapter (../nic_host.sh): two of them, the link of each into the other. What a network would do to a
// packet, the bench does: it checks the route, and takes it out of the header. Contents are a function of service level, destination, number and
// length of a packet, so that the receiver knows what was sent.
`timescale 1ns / 1ns

module host #(
  parameter RADIX = 8, VC_SAQS = 8, NODES = 64, SLS = 8, SL_MAP = 0, VCS = 2, LEVELS = 8, LEVEL_MAP = 0, BY_LEVEL = 1, NIC_LINES = 8,
  parameter SPEED_N = 1, SPEED_D = 1, CELLS = 256, NIC_CELLS = 128, HOST_CELLS = 64, CELL_FLITS = 8,
  parameter PACKET_CELLS = 32, FLIT_BITS = 64, TURNPOOL_BITS = 31, NODE_BITS = 16,
  parameter NODE = 0, PEER = 1, SEED = 1
) (
  clk, rst, cfg, phase,
  rx_valid, rx_head, rx_data, rx_credit, rx_credit_vc,
  tx_valid, tx_head, tx_end, tx_credit, tx_credit_vc
);
localparam TURN_W       = $clog2(RADIX);
localparam TURNS        = TURNPOOL_BITS / TURN_W;
localparam POOL_W       = TURNS * TURN_W;
localparam LEN_W        = $clog2(TURNS + 1);
localparam DEST_W       = $clog2(NODES);
localparam SL_W         = SLS > 1 ? $clog2(SLS) : 1;
localparam VC_W         = VCS > 1 ? $clog2(VCS) : 1;
localparam VC_QUEUE_W   = $clog2(RADIX + VC_SAQS);
localparam PACKET_FLITS = PACKET_CELLS * CELL_FLITS;
localparam FLITS_W      = $clog2(PACKET_FLITS + 1);
localparam LEFT_AT      = TURNPOOL_BITS;
localparam SL_AT        = LEFT_AT + LEN_W;
localparam FLITS_AT     = SL_AT + SL_W;
localparam SOURCE_AT    = FLITS_AT + FLITS_W;
localparam HEADER_W     = SOURCE_AT + NODE_BITS;
localparam QUEUE_W      = SL_W;
localparam PRIORITIES   = SLS;
localparam FLOWS        = SLS * NODES;
localparam NUMBER_W     = 8;                              // of a packet of its flow, in the first flit: above the header, with level and destination
localparam MARK_W       = NUMBER_W + QUEUE_W + DEST_W;
localparam LINES        = 2;

// Phases: everybody is fast, with longest packets; half of the cycles; a slow receiver, and a hot destination; packets of one flit and longest ones; the end.
localparam FAST = 0, HALF = 1, SLOW = 2, EXTREMES = 3, DRAIN = 4;

input  wire                 clk, rst, cfg;
input  wire [2:0]           phase;
input  wire                 rx_valid, rx_head;
input  wire [FLIT_BITS-1:0] rx_data;
output wire                 rx_credit;
output wire [VC_W-1:0]      rx_credit_vc;
output wire                 tx_valid, tx_head;
output wire [FLIT_BITS-1:0] tx_end;      // the flit at the end of its route
input  wire                 tx_credit;
input  wire [VC_W-1:0]      tx_credit_vc;

// ----------------------------------------------------------------------------
`include "nic_bench_parts.vh"

wire [SLS*NODES-1:0]   send_stopped;
wire [FLIT_BITS-1:0]   tx_data;
wire [SL_W-1:0]        receive_sl;
reg  [LEVELS-1:0]      msg_levels;
reg  [VC_QUEUE_W-1:0]  msg_queue;

sluice_nic dut (
  .clk(clk), .rst(rst), .node(node), .send_valid(send_valid), .send_ready(send_ready), .send_data(send_data), .send_last(send_last),
  .send_destination(send_destination), .send_sl(send_queue), .send_stopped(send_stopped), .send_refused(send_refused),
  .receive_valid(receive_valid), .receive_ready(receive_ready), .receive_data(receive_data), .receive_first(receive_first),
  .receive_last(receive_last), .receive_source(receive_source), .receive_sl(receive_sl), .link_rx_valid(rx_valid),
  .link_rx_head(rx_head), .link_rx_data(rx_data), .link_rx_credit(rx_credit), .link_rx_credit_vc(rx_credit_vc),
  .link_rx_msg_valid(rx_msg_valid), .link_rx_msg_xoff(), .link_rx_msg_levels(), .link_rx_msg_queue(), .link_rx_msg_turns(),
  .link_rx_msg_len(), .link_tx_valid(tx_valid), .link_tx_head(tx_head), .link_tx_data(tx_data), .link_tx_credit(tx_credit),
  .link_tx_credit_vc(tx_credit_vc), .link_tx_msg_valid(msg_valid), .link_tx_msg_xoff(msg_xoff), .link_tx_msg_levels(msg_levels),
  .link_tx_msg_queue(msg_queue), .link_tx_msg_turns(msg_turns), .link_tx_msg_len(msg_len), .cfg_valid(cfg_valid),
  .cfg_address(cfg_address), .cfg_turns(route_turns[cfg_address]), .cfg_left(route_left[cfg_address])
);

link_check #(.SPEED_N(SPEED_N), .SPEED_D(SPEED_D), .FLIT_BITS(FLIT_BITS), .FLITS_AT(FLITS_AT), .FLITS_W(FLITS_W)) of_link (
  .clk(clk), .rst(rst), .valid(tx_valid), .head(tx_head), .data(tx_data)
);
link_check #(.SPEED_N(SPEED_N), .SPEED_D(SPEED_D), .FLIT_BITS(FLIT_BITS), .FLITS_AT(FLITS_AT), .FLITS_W(FLITS_W)) of_host (
  .clk(clk), .rst(rst), .valid(dut.in_valid), .head(dut.in_head), .data(dut.in_data)
);

// ----------------------------------------------------------------------------
integer most;

task new_packet;
  begin
    bad   = phase != FAST && chance(8);
    dest  = phase == SLOW && !chance(4) ? 1 : below(NODES);
    queue = phase == SLOW && !chance(4) ? SLS - 1 : below(SLS);
    most  = PACKET_FLITS;
    case (phase)
      FAST:     length = most;
      EXTREMES: length = chance(2) ? 1 : most;
      default:  length = 1 + below(most);
    endcase
    if (bad) begin
      case (below(3))
        0: if (NODES < 1 << DEST_W) dest = NODES + below((1 << DEST_W) - NODES); else length = most + 1;
        1: if (SLS < 1 << SL_W) queue = SLS + below((1 << SL_W) - SLS); else length = most + 2 + below(most);
        default: length = most + 1 + below(2);
      endcase
    end
    at = 0;
  end
endtask

assign header_good = receive_sl === mark_queue;

// ----------------------------------------------------------------------------
// Points that the network stops: two lines of this bench. A header on the link was granted three cycles ago.
reg               on [0:LINES-1], on_1 [0:LINES-1], on_2 [0:LINES-1], on_3 [0:LINES-1];
integer           level [0:LINES-1], len [0:LINES-1], rest [0:LINES-1];
reg [POOL_W-1:0]  point [0:LINES-1];
integer           k, m, parks, level_here;

always @(posedge clk) begin
  if (rst) begin
    for (k = 0; k < LINES; k = k + 1) begin
      on[k]   = 0;
      on_1[k] = 0;
      on_2[k] = 0;
      on_3[k] = 0;
      rest[k] = 0;
    end
    parks      = 0;
    msg_valid <= 0;
  end else begin
    parks = parks + (dut.switch.parked != 0);
    if (dut.switch.lost) bench.failed("an Xoff is lost");
    if (tx_valid && tx_head) begin
      level_here = tx_data[SL_AT +: SL_W];
      if (BY_LEVEL == 0) level_here = SL_MAP >> 3 * level_here & 7;
      for (k = 0; k < LINES; k = k + 1)
        if (on_3[k] && level[k] == level_here && tx_data[LEFT_AT +: LEN_W] >= len[k] &&
            ((tx_data[POOL_W-1:0] ^ point[k]) & ~({POOL_W{1'b1}} << len[k] * TURN_W)) == 0)
          bench.failed("a packet leaves for a stopped point");
    end
    for (k = 0; k < LINES; k = k + 1) begin
      on_3[k] = on_2[k];
      on_2[k] = on_1[k];
      on_1[k] = on[k];
      rest[k] = rest[k] + 1;
    end
    if (msg_valid) on[msg_queue] = msg_xoff;
    msg_valid <= 0;
    k = below(LINES);
    if (rest[k] > 8 && phase != FAST && (phase == DRAIN ? on[k] : chance(16))) begin
      rest[k]    = 0;
      msg_valid <= 1;
      msg_xoff  <= !on[k];
      msg_queue <= k;
      msg_turns <= 0;
      msg_len   <= 0;
      if (!on[k]) begin
        m          = below(NODES);
        level[k]   = below(LEVELS);
        len[k]     = 1 + below(route_left[m]);
        point[k]   = route_turns[m] & ~({POOL_W{1'b1}} << len[k] * TURN_W);
        msg_turns <= point[k];
        msg_len   <= len[k];
      end
      msg_levels <= 1 << level[k];
    end
  end
end

// ----------------------------------------------------------------------------
// The link: routes, credits. The packet's destination is in its payload.
integer credits [0:VCS-1];
integer vc, tx_dest, shorts;

assign tx_end = tx_head ? {tx_data[FLIT_BITS-1:SL_AT], {SL_AT{1'b0}}} : tx_data;

always @(posedge clk) begin
  if (rst) begin
    for (vc = 0; vc < VCS; vc = vc + 1)
      credits[vc] = CELLS;
    shorts = 0;
  end else begin
    if (rx_msg_valid) bench.failed("a message to the network");
    shorts = shorts + dut.switch.nsu.short;
    if (tx_valid && tx_head) begin
      tx_dest = tx_data[FLIT_BITS-NUMBER_W-QUEUE_W-1 -: DEST_W];
      vc      = SL_MAP >> 3 * tx_data[SL_AT +: SL_W] & 7;
      if (tx_data[TURNPOOL_BITS-1:0] !== route_turns[tx_dest] || tx_data[LEFT_AT +: LEN_W] !== route_left[tx_dest])
        bench.failed("a packet has not its route");
      credits[vc] = credits[vc] - (tx_data[FLITS_AT +: FLITS_W] + CELL_FLITS - 1) / CELL_FLITS;
      if (credits[vc] < 0) bench.failed("a packet without credits");
    end
    if (tx_credit) credits[tx_credit_vc] = credits[tx_credit_vc] + 1;
  end
end

// ----------------------------------------------------------------------------
// The adapter sends nothing that is stopped. A header of its own was read two cycles ago.
reg [SLS*NODES-1:0] stopped_1, stopped_2;
integer             stops, fulls;

always @(posedge clk) begin
  if (rst) begin
    stopped_1 = 0;
    stopped_2 = 0;
    stops     = 0;
    fulls     = 0;
  end else begin
    if (dut.in_valid && dut.in_head && stopped_2[dut.in_data[SL_AT +: SL_W]*NODES+dut.in_data[DEST_W-1:0]])
      bench.failed("the adapter sends what is stopped");
    stopped_2 = stopped_1;
    stopped_1 = send_stopped;
    stops     = stops + (send_stopped != 0);
    fulls     = fulls + (dut.host_send.whole_q[dut.host_send.rd_q] && dut.host_send.need > dut.host_send.spare_of_sl);
  end
end

// All credits are back.
integer missing;

task count_missing;
  begin
    missing = 0;
    for (vc = 0; vc < VCS; vc = vc + 1) begin
      missing = missing + CELLS - credits[vc] + (dut.switch.credits.taken_q != 0) + (dut.switch.host.taken_q != 0);
    end
    missing = missing + (dut.host_send.credits.taken_q != 0);
  end
endtask

endmodule

module bench #(
  parameter RADIX = 8, VC_SAQS = 8, NODES = 64, SLS = 8, SL_MAP = 0, VCS = 2, LEVELS = 8, LEVEL_MAP = 0, BY_LEVEL = 1, NIC_LINES = 8,
  parameter SPEED_N = 1, SPEED_D = 1, CELLS = 256, NIC_CELLS = 128, HOST_CELLS = 64, CELL_FLITS = 8,
  parameter PACKET_CELLS = 32, FLIT_BITS = 64, TURNPOOL_BITS = 31, NODE_BITS = 16,
  parameter PHASE_CYCLES = 2000, SEED = 1
);
localparam VC_W = VCS > 1 ? $clog2(VCS) : 1;

`include "nic_bench_start.vh"

wire                 a_valid, a_head, a_credit, b_valid, b_head, b_credit;
wire [FLIT_BITS-1:0] a_data, b_data;
wire [VC_W-1:0]      a_credit_vc, b_credit_vc;

// Each receives with rx what the other sends with tx.
host #(
  .RADIX(RADIX), .VC_SAQS(VC_SAQS), .NODES(NODES), .SLS(SLS), .SL_MAP(SL_MAP), .VCS(VCS), .LEVELS(LEVELS), .BY_LEVEL(BY_LEVEL),
  .SPEED_N(SPEED_N), .SPEED_D(SPEED_D), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .FLIT_BITS(FLIT_BITS),
  .TURNPOOL_BITS(TURNPOOL_BITS), .NODE_BITS(NODE_BITS), .NODE(1), .PEER(2), .SEED(SEED)
) a (
  .clk(clk), .rst(rst), .cfg(cfg), .phase(phase), .rx_valid(b_valid), .rx_head(b_head), .rx_data(b_data), .rx_credit(b_credit),
  .rx_credit_vc(b_credit_vc), .tx_valid(a_valid), .tx_head(a_head), .tx_end(a_data), .tx_credit(a_credit), .tx_credit_vc(a_credit_vc)
);
host #(
  .RADIX(RADIX), .VC_SAQS(VC_SAQS), .NODES(NODES), .SLS(SLS), .SL_MAP(SL_MAP), .VCS(VCS), .LEVELS(LEVELS), .BY_LEVEL(BY_LEVEL),
  .SPEED_N(SPEED_N), .SPEED_D(SPEED_D), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .FLIT_BITS(FLIT_BITS),
  .TURNPOOL_BITS(TURNPOOL_BITS), .NODE_BITS(NODE_BITS), .NODE(2), .PEER(1), .SEED(SEED + 1000)
) b (
  .clk(clk), .rst(rst), .cfg(cfg), .phase(phase), .rx_valid(a_valid), .rx_head(a_head), .rx_data(a_data), .rx_credit(a_credit),
  .rx_credit_vc(a_credit_vc), .tx_valid(b_valid), .tx_head(b_head), .tx_end(b_data), .tx_credit(b_credit), .tx_credit_vc(b_credit_vc)
);

// Flits that a link has carried if nothing was in the way. A packet goes every second cycle, at most.
localparam CAN = PACKET_CELLS * CELL_FLITS > 1 ? PHASE_CYCLES / 2 * SPEED_D / SPEED_N : PHASE_CYCLES / 4;

integer n, before, fast_flits;

initial begin
  start;

  // Half of the first phase is to get going.
  repeat (PHASE_CYCLES / 2) @(negedge clk);
  before = a.of_link.flits;
  repeat (PHASE_CYCLES / 2) @(negedge clk);
  fast_flits = a.of_link.flits - before;
  if (fast_flits < CAN - CAN / 20) failed("the link is not used while everybody is fast");
  for (n = 1; n < 4; n = n + 1) begin
    phase = n;
    repeat (PHASE_CYCLES) @(negedge clk);
  end
  phase = 4;
  for (n = 0; n < 20000 && (a.all_received != b.all_sent || b.all_received != a.all_sent || a.at != a.length || b.at != b.length); n = n + 1)
    @(negedge clk);
  repeat (100) @(negedge clk);
  if (a.all_received != b.all_sent || b.all_received != a.all_sent) failed("not all packets came");
  for (n = 0; n < SLS * NODES; n = n + 1)
    if (a.sent[n] != b.received[n] || b.sent[n] != a.received[n]) failed("a queue's packets did not all come");
  a.count_missing;
  b.count_missing;
  if (a.missing != 0 || b.missing != 0) failed("credits are missing");
  if (a.all_refused == 0 || a.parks == 0 || a.shorts == 0 || a.stops == 0 || a.waits == 0 || a.fulls == 0) failed("something never happened");
  $display("PASSED: %0d packets, %0d refused; %0d of %0d flits while everybody was fast", a.all_sent + b.all_sent,
           a.all_refused + b.all_refused, fast_flits, CAN);
  $finish;
end

endmodule
