// CAM of a side: a line for each congested point and level that the side knows, with a queue of its own in the VC of the level. Lines are matched with
// packets that enter and with Xoffs. A line stays valid until its place is taken for another point. A line that is taken waits until the
// cells of its point that are in another queue have left.
// Twin: cmodel/units/scam.c. docs/internals/microarchitecture-side.md.
module scam #(
  parameter RADIX         = 8,
  parameter SAQS          = 8,
  parameter VCS           = 2,
  parameter LEVELS        = 8,
  parameter LEVEL_MAP     = 2396160,
  parameter CELLS         = 256,
  parameter PACKET_CELLS  = 32,
`include "units/turnpool.vh"
  parameter VC_QUEUES     = RADIX + SAQS,
  parameter QUEUES        = VCS * VC_QUEUES,
  parameter LINES         = VCS * SAQS,
  parameter VC_QUEUE_W    = $clog2(VC_QUEUES),
  parameter LEVEL_W       = LEVELS > 1 ? $clog2(LEVELS) : 1,
  parameter VC_W          = VCS > 1 ? $clog2(VCS) : 1,
  parameter CELLS_W       = $clog2(CELLS + 1),
  parameter NEED_W        = $clog2(PACKET_CELLS + 1)
) (
  input  wire                        clk,
  input  wire                        rst,

  // A packet enters a queue: its turns ahead and their number, its level, its VC; from registers.
  input  wire                        valid,
  input  wire [POOL_W-1:0]           in_turns,
  input  wire [LEN_W-1:0]            in_left,
  input  wire [LEVEL_W-1:0]          in_level,
  input  wire [VC_W-1:0]             in_vc,

  // Queues. empty: from registers. fill_next: their cells in the next cycle; depends on enter. pop: queue that a packet leaves, one-hot or zero, from
  // registers. pop_need: cells of that packet.
  input  wire [QUEUES-1:0]           empty,
  input  wire [QUEUES*CELLS_W-1:0]   fill_next,
  input  wire [QUEUES-1:0]           pop,
  input  wire [NEED_W-1:0]           pop_need,

  // Xoff; it acts one cycle later. notify_next: a pulse. notify_next_*, used only with it: level, congested point, its length (1 or more), and the queue
  // that sent it.
  input  wire                        notify_next,
  input  wire [LEVEL_W-1:0]          notify_next_level,
  input  wire [POOL_W-1:0]           notify_next_turns,
  input  wire [LEN_W-1:0]            notify_next_len,
  input  wire [VC_QUEUE_W-1:0]       notify_next_queue,

  // Xons. overtaken: the Xon of the Xoff that acts in this cycle acts as well; from notify_*. xon: lines whose stop ends.
  input  wire                        overtaken,
  input  wire [LINES-1:0]            xon,

  // Flow control towards upstream: pulses that set and clear sent, never both for a line.
  input  wire [LINES-1:0]            sent_set,
  input  wire [LINES-1:0]            sent_clear,

  // enter: queue of the packet that enters, one-hot, zero without valid. lost: the Xoff that acts finds no line. The others are functions of registers.
  // notify_*: the Xoff that acts, or acted last. blocked: the line's queue may not be served.
  output wire [QUEUES-1:0]           enter,
  output wire [LEVEL_W-1:0]          notify_level,
  output wire [POOL_W-1:0]           notify_turns,
  output wire [VC_QUEUE_W-1:0]       notify_queue,
  output wire                        lost,
  output wire [LINES-1:0]            blocked,
  output wire [LINES-1:0]            xoff,
  output wire [LINES*VC_QUEUE_W-1:0] out_queue,
  output wire [LINES-1:0]            sent,
  output wire [LINES*POOL_W-1:0]     turns,
  output wire [LINES*LEN_W-1:0]      len,
  output wire [LINES*LEVEL_W-1:0]    level
);
localparam [CELLS_W-1:0] NO_CELLS = 0;

reg [LINES*POOL_W-1:0]     turns_q;
reg [LINES*LEN_W-1:0]      len_q;
reg [LINES*LEVEL_W-1:0]    level_q;
reg [LINES-1:0]            xoff_q;
reg [LINES*VC_QUEUE_W-1:0] out_queue_q;
reg [LINES-1:0]            sent_q;
reg [LINES*CELLS_W-1:0]    wait_q;
reg [LINES*VC_QUEUE_W-1:0] behind_q;
reg                        notify_q;
reg [LEVEL_W-1:0]          notify_level_q;
reg [POOL_W-1:0]           notify_turns_q;
reg [LEN_W-1:0]            notify_len_q;
reg [VC_QUEUE_W-1:0]       notify_queue_q;

// ----------------------------------------------------------------------------
// Search.
wire [LINES-1:0] vacant;       // lines whose place can be taken
wire [LINES-1:0] match;        // lines of the packet that enters
wire [LINES-1:0] covers;       // lines of the Xoff's level that are its congested point, or before it on its route
wire [LINES-1:0] hit;          // line with the Xoff's congested point and level
wire [LINES-1:0] waiting;
wire [LINES-1:0] line_empty;   // the line's queue has no packet
wire [LINES-1:0] line_enter;   // a packet enters it

genvar l, m, t, v;
for (l = 0; l < LINES; l = l + 1) begin : g_line
  localparam OWN = (l / SAQS) * VC_QUEUES + RADIX + l % SAQS;   // the line's queue

  wire [POOL_W-1:0]  point  = turns_q[l*POOL_W +: POOL_W];
  wire [LEN_W-1:0]   length = len_q[l*LEN_W +: LEN_W];
  wire [LEVEL_W-1:0] here   = level_q[l*LEVEL_W +: LEVEL_W];

  // Turns of the line that are not those of the packet, of the Xoff. Turns beyond the length are not compared.
  wire [TURNS-1:0] packet_differs;
  wire [TURNS-1:0] notified_differs;
  for (t = 0; t < TURNS; t = t + 1) begin : g_turn
    localparam [LEN_W-1:0] TURN = t;
    wire                   used = t == 0 | length > TURN;   // a line that is not valid matches nothing anyway

    assign packet_differs[t]   = used & |(in_turns[t*TURN_W +: TURN_W] ^ point[t*TURN_W +: TURN_W]);
    assign notified_differs[t] = used & |(notify_turns_q[t*TURN_W +: TURN_W] ^ point[t*TURN_W +: TURN_W]);
  end

  assign match[l]  = valid & |length & (here == in_level) & (in_left >= length) & ~|packet_differs;
  assign covers[l] = |length & (here == notify_level_q) & (notify_len_q >= length) & ~|notified_differs;
  assign hit[l]    = covers[l] & (length == notify_len_q);

  assign waiting[l]    = wait_q[l*CELLS_W +: CELLS_W] != NO_CELLS;
  assign line_empty[l] = empty[OWN];
  assign line_enter[l] = enter[OWN];
end

assign vacant = line_empty & ~xoff_q & ~sent_q & ~waiting;

// ----------------------------------------------------------------------------
// The longest lines, of each VC: lines of one level that are on one route differ in length. The longest that covers the Xoff's point is its
// parent; the line that is taken is none.
wire [LINES-1:0] alloc;                   // lowest vacant line of each VC
wire [LINES-1:0] earlier = covers & ~alloc;
wire [LINES-1:0] longest;
wire [LINES-1:0] parent_line;

for (v = 0; v < VCS; v = v + 1) begin : g_alloc
  wire [SAQS-1:0] lower;
  prefix_or #(.N(SAQS)) search (.x(vacant[v*SAQS +: SAQS]), .y(lower));
  assign alloc[v*SAQS +: SAQS] = vacant[v*SAQS +: SAQS] & ~lower;
end

for (l = 0; l < LINES; l = l + 1) begin : g_longest
  localparam FIRST = l - l % SAQS;        // line 0 of the VC

  wire [SAQS-1:0] beats;                  // line m goes before this one: it is longer, or as long and lower
  for (m = 0; m < SAQS; m = m + 1) begin : g_other
    if (m > l % SAQS)      begin : g_higher assign beats[m] = len_q[(FIRST+m)*LEN_W +: LEN_W] > len_q[l*LEN_W +: LEN_W]; end
    else if (m < l % SAQS) begin : g_lower  assign beats[m] = ~(len_q[l*LEN_W +: LEN_W] > len_q[(FIRST+m)*LEN_W +: LEN_W]); end
    else                   begin : g_same   assign beats[m] = 1'b0; end
  end
  assign longest[l]     = match[l] & ~|(match[FIRST +: SAQS] & beats);
  assign parent_line[l] = earlier[l] & ~|(earlier[FIRST +: SAQS] & beats);
end

// ----------------------------------------------------------------------------
// Queues of the packet, and of the Xoff's point so far: that of the longest line, or the detection queue of the first turn.
wire [VCS-1:0]       enter_vc, notify_vc;
wire [VCS*RADIX-1:0] packet_dq, notify_dq;
wire [QUEUES-1:0]    parent;
wire                 matched = |match;
wire                 covered = |earlier;

for (v = 0; v < VCS; v = v + 1) begin : g_vc
  localparam [VC_W-1:0] THIS = v;
  assign enter_vc[v] = in_vc == THIS;
  assign enter[v*VC_QUEUES +: VC_QUEUES]  = {longest[v*SAQS +: SAQS], packet_dq[v*RADIX +: RADIX] & {RADIX{valid & ~matched}}};
  assign parent[v*VC_QUEUES +: VC_QUEUES] = {parent_line[v*SAQS +: SAQS], notify_dq[v*RADIX +: RADIX] & {RADIX{~covered}}};
end

detection_queue #(.DQS(RADIX), .VCS(VCS), .TURN_W(TURN_W)) of_packet (
  .vc(enter_vc), .turn(in_turns[TURN_W-1:0] & {TURN_W{|in_left}}), .dq(packet_dq)
);
detection_queue #(.DQS(RADIX), .VCS(VCS), .TURN_W(TURN_W)) of_notify (.vc(notify_vc), .turn(notify_turns_q[TURN_W-1:0]), .dq(notify_dq));

vc_of_level #(.N(LEVELS), .MAP(LEVEL_MAP), .VCS(VCS)) vc_of_notify (.level(notify_level_q), .vc(notify_vc));

// ----------------------------------------------------------------------------
// Allocation, by an Xoff without a line: the lowest vacant line, unless a packet enters its queue.
wire             acts = notify_q & ~overtaken;
wire [LINES-1:0] in_vc_of_notify;
wire [LINES-1:0] take = alloc & in_vc_of_notify & ~line_enter & {LINES{acts & ~|hit}};
wire [LINES-1:0] stop = take | (hit & {LINES{acts}});

assign lost = acts & ~|stop;

// What a line that is taken waits for: the cells of its parent; if that is a line which has none, what the parent waits for, if anything.
wire [LINES*CELLS_W-1:0] wait_less;   // new wait_q of lines that do not begin to wait
wire [LINES-1:0]         onward = parent_line & line_empty & ~line_enter;
wire [CELLS_W-1:0]       new_wait;
wire [VC_QUEUES-1:0]     new_ahead;   // parent, unless it is onward
wire [VC_QUEUE_W-1:0]    ahead_number, beyond;
wire [VC_QUEUE_W-1:0]    new_behind = ahead_number | beyond;

onehot_mux #(.N(QUEUES + LINES), .W(CELLS_W)) wait_of (.sel({onward, parent}), .d({wait_less, fill_next}), .y(new_wait));
onehot_mux #(.N(LINES), .W(VC_QUEUE_W)) beyond_of (.sel(onward), .d(behind_q), .y(beyond));
onehot_index #(.N(VC_QUEUES)) number_of_ahead (.onehot(new_ahead), .index(ahead_number));

// ----------------------------------------------------------------------------
// Lines.
wire [CELLS_W-1:0] leaving = {{(CELLS_W-NEED_W){1'b0}}, pop_need};

for (t = 0; t < VC_QUEUES; t = t + 1) begin : g_ahead
  wire [VCS-1:0] of_vc;
  for (v = 0; v < VCS; v = v + 1) begin : g_vc
    if (t < RADIX) begin : g_output assign of_vc[v] = parent[v*VC_QUEUES + t]; end
    else           begin : g_line   assign of_vc[v] = parent[v*VC_QUEUES + t] & ~onward[v*SAQS + t - RADIX]; end
  end
  assign new_ahead[t] = |of_vc;
end

for (l = 0; l < LINES; l = l + 1) begin : g_wait
  localparam FIRST = (l / SAQS) * VC_QUEUES;    // queue 0 of the VC

  wire [CELLS_W-1:0]    to_wait = wait_q[l*CELLS_W +: CELLS_W];
  wire [VC_QUEUE_W-1:0] behind  = behind_q[l*VC_QUEUE_W +: VC_QUEUE_W];
  wire [VC_QUEUES-1:0]  queue;                  // that the line waits for, one-hot
  for (t = 0; t < VC_QUEUES; t = t + 1) begin : g_behind
    localparam [VC_QUEUE_W-1:0] THIS = t;
    assign queue[t] = behind == THIS;
  end
  wire leaves = waiting[l] & |(pop[FIRST +: VC_QUEUES] & queue);

  assign in_vc_of_notify[l] = notify_vc[l / SAQS];
  assign wait_less[l*CELLS_W +: CELLS_W] = to_wait - (leaving & {CELLS_W{leaves}});

  always @(posedge clk)
    if (rst) begin
      turns_q[l*POOL_W +: POOL_W]             <= {POOL_W{1'b0}};
      len_q[l*LEN_W +: LEN_W]                 <= {LEN_W{1'b0}};
      level_q[l*LEVEL_W +: LEVEL_W]           <= {LEVEL_W{1'b0}};
      out_queue_q[l*VC_QUEUE_W +: VC_QUEUE_W] <= {VC_QUEUE_W{1'b0}};
      wait_q[l*CELLS_W +: CELLS_W]            <= NO_CELLS;
      behind_q[l*VC_QUEUE_W +: VC_QUEUE_W]    <= {VC_QUEUE_W{1'b0}};
    end else begin
      wait_q[l*CELLS_W +: CELLS_W] <= take[l] ? new_wait : wait_less[l*CELLS_W +: CELLS_W];
      if (take[l]) begin
        turns_q[l*POOL_W +: POOL_W]          <= notify_turns_q;
        len_q[l*LEN_W +: LEN_W]              <= notify_len_q;
        level_q[l*LEVEL_W +: LEVEL_W]        <= notify_level_q;
        behind_q[l*VC_QUEUE_W +: VC_QUEUE_W] <= new_behind;
      end
      if (stop[l]) out_queue_q[l*VC_QUEUE_W +: VC_QUEUE_W] <= notify_queue_q;
    end
end

always @(posedge clk)
  if (rst) begin
    xoff_q         <= {LINES{1'b0}};
    sent_q         <= {LINES{1'b0}};
    notify_q       <= 1'b0;
    notify_level_q <= {LEVEL_W{1'b0}};
    notify_turns_q <= {POOL_W{1'b0}};
    notify_len_q   <= {LEN_W{1'b0}};
    notify_queue_q <= {VC_QUEUE_W{1'b0}};
  end else begin
    xoff_q   <= (xoff_q & ~xon) | stop;
    sent_q   <= (sent_q & ~sent_clear) | sent_set;
    notify_q <= notify_next;
    if (notify_next) begin
      notify_level_q <= notify_next_level;
      notify_turns_q <= notify_next_turns;
      notify_len_q   <= notify_next_len;
      notify_queue_q <= notify_next_queue;
    end
  end

assign notify_level = notify_level_q;
assign notify_turns = notify_turns_q;
assign notify_queue = notify_queue_q;
assign blocked      = xoff_q | waiting;
assign xoff         = xoff_q;
assign out_queue    = out_queue_q;
assign sent         = sent_q;
assign turns        = turns_q;
assign len          = len_q;
assign level        = level_q;

`ifndef SYNTHESIS
wire [LINES-1:0] two_match;   // lines that match a packet together with one of the same length
wire [LINES-1:0] two_cover;   // and an Xoff
wire [LINES-1:0] over;        // more cells leave than a line waits for
for (l = 0; l < LINES; l = l + 1) begin : g_check
  localparam FIRST = l - l % SAQS;

  wire [SAQS-1:0] same;     // other lines of the same length
  for (m = 0; m < SAQS; m = m + 1) begin : g_by
    assign same[m] = m != l % SAQS & len_q[(FIRST+m)*LEN_W +: LEN_W] == len_q[l*LEN_W +: LEN_W];
  end
  assign two_match[l] = match[l] & |(match[FIRST +: SAQS] & same);
  assign two_cover[l] = earlier[l] & |(earlier[FIRST +: SAQS] & same);
  assign over[l]      = g_wait[l].leaves & (leaving > wait_q[l*CELLS_W +: CELLS_W]);
end

always @(posedge clk) if (!rst) begin
  if (two_match != {LINES{1'b0}}) $fatal(1, "two lines of one length match a packet");
  if (notify_q && two_cover != {LINES{1'b0}}) $fatal(1, "two lines of one length match an Xoff");
  if (over != {LINES{1'b0}}) $fatal(1, "more cells leave than a line waits for");
end
`endif

endmodule
