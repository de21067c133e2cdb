// CAM of an input port that sorts packets as they arrive: a line for each congested point that the port knows, matched with arriving headers and
// with notifications. A line stays valid until its place is taken for another point. A line that is taken waits until the packets of its
// point that are in another queue have left.
// Twin: cmodel/units/cam_sort.c. docs/internals/microarchitecture-sorted.md.
module cam_sort #(
  parameter RADIX         = 8,
  parameter SAQS          = 4,
  parameter SLOTS         = 64,
`include "units/turnpool.vh"
  parameter QUEUES        = SAQS + 1,
  parameter COUNT_W       = $clog2(SLOTS + 1),
  parameter LINES         = SAQS,
  parameter LINE_W        = LINES > 1 ? $clog2(LINES) : 1
) (
  input  wire                      clk,
  input  wire                      rst,

  // Queues. count: their occupancy, from registers. count_next: that of the next cycle. pop: queue that a packet leaves in this cycle, one-hot or
  // zero; from registers.
  input  wire [QUEUES*COUNT_W-1:0] count,
  input  wire [QUEUES*COUNT_W-1:0] count_next,
  input  wire [QUEUES-1:0]         pop,

  // Arriving header: its turns, and their number; used only with arrive.
  input  wire                      arrive,
  input  wire [POOL_W-1:0]         rx_turns,
  input  wire [LEN_W-1:0]          rx_left,

  // Of an internal Xoff: its congested point, with the turn of this switch.
  input  wire [POOL_W-1:0]         notify_next_turns,

  // Detection. detect: a pulse, never with notify. turn: of the cold queue's head, which becomes the new line's with detect.
  input  wire                      detect,
  input  wire [TURN_W-1:0]         turn,

`include "units/known_lines_pins.vh"

  // enter: queue that the arriving packet enters, one-hot, zero without arrive; combinational from rx_*. own: a line names the output at turn, alone;
  // combinational from turn. The others are functions of registers. notify: an internal Xoff acts in this cycle. held_next: queues that may
  // not be served in the next cycle, combinational from xon_*.
  output wire [QUEUES-1:0]         enter,
  output wire                      no_free_line,
  output wire                      own,
  output wire [QUEUES-1:0]         held_next,
  output wire [SAQS*POOL_W-1:0]    turns
);
localparam COLD    = QUEUES - LINES;
localparam QUEUE_W = $clog2(QUEUES);

localparam [LEN_W-1:0]   ONE_TURN = 1;
localparam [POOL_W-1:0]  TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);

reg [SAQS*POOL_W-1:0]  turns_q;
reg [SAQS*LEN_W-1:0]   len_q;
reg [SAQS-1:0]         xoff_q;
reg [SAQS*LINE_W-1:0]  out_line_q;
reg [SAQS-1:0]         sent_xoff_q;
reg [SAQS*COUNT_W-1:0] wait_q;
reg [SAQS*QUEUE_W-1:0] behind_q;
reg                    notify_q;
reg [POOL_W-1:0]       notify_turns_q;
reg [LEN_W-1:0]        notify_len_q;
reg [LINE_W-1:0]       notify_line_q;

wire [SAQS-1:0] stop;     // line that the notification stops, one-hot or zero

`include "units/known_lines.vh"

// ----------------------------------------------------------------------------
// Search.
wire [SAQS-1:0] free;     // lines whose place can be taken
wire [SAQS-1:0] match;    // lines of the arriving header
wire [SAQS-1:0] covers;   // lines that are the notification's congested point, or before it on its route
wire [SAQS-1:0] hit;      // line with the notification's congested point
wire [SAQS-1:0] longer;   // lines of more than one turn
wire [SAQS-1:0] named;    // lines that are the output at turn
wire [SAQS-1:0] alloc;    // line whose place is taken next, one-hot or zero

genvar l, m;
for (l = 0; l < SAQS; l = l + 1) begin : g_line
  wire [POOL_W-1:0] point    = turns_q[l*POOL_W +: POOL_W];
  wire [LEN_W-1:0]  length   = len_q[l*LEN_W +: LEN_W];
  wire [LINE_W-1:0] out_line = out_line_q[l*LINE_W +: LINE_W];
  wire              valid    = |length;

  // Turns beyond the length are not compared.
  wire [POOL_W-1:0] compared;
  wire              header_differs;
  wire              notified_differs;
  turns_mask   #(.TURNS(TURNS), .TURN_W(TURN_W)) compared_of (.len(length), .mask(compared));
  turns_differ #(.TURNS(TURNS), .TURN_W(TURN_W)) header (.x(rx_turns), .y(point), .mask(compared), .differ(header_differs));
  turns_differ #(.TURNS(TURNS), .TURN_W(TURN_W)) notified (.x(notify_turns_q), .y(point), .mask(compared), .differ(notified_differs));

  assign match[l]  = valid & (rx_left >= length) & ~header_differs;
  assign covers[l] = valid & (notify_len_q >= length) & ~notified_differs;
  assign hit[l]    = covers[l] & length == notify_len_q;
  assign longer[l] = length != ONE_TURN;

  // The Xon comes from the output at the line's first turn, for the line of that output that `out_line` holds.
  wire [TURN_W-1:0] first = point[TURN_W-1:0];
  assign xon_hit[l] = xon_valid_all[first] & (xon_line_all[first*LINE_W +: LINE_W] == out_line);
  assign named[l]  = length == ONE_TURN & first == turn;
end

assign own = |named;

// ----------------------------------------------------------------------------
// The queue of the arriving packet: that of the longest line. Prefixes of one route differ in length. The longest line that covers the notification's
// point is its parent; the line that is taken is none.
wire [SAQS-1:0]      earlier = covers & ~alloc;
wire [SAQS-1:0]      parent_line;
wire [SAQS-1:0]      longest;
wire [SAQS*SAQS-1:0] beats;         // bit m of field l: line m goes before line l: it is longer, or as long and m < l

for (l = 0; l < SAQS; l = l + 1) begin : g_longest
  for (m = 0; m < SAQS; m = m + 1) begin : g_other
    if (m > l)      begin : g_higher assign beats[l*SAQS + m] = len_q[m*LEN_W +: LEN_W] > len_q[l*LEN_W +: LEN_W]; end
    else if (m < l) begin : g_lower  assign beats[l*SAQS + m] = ~(len_q[l*LEN_W +: LEN_W] > len_q[m*LEN_W +: LEN_W]); end
    else            begin : g_same   assign beats[l*SAQS + m] = 1'b0; end
  end

  assign longest[l]     = match[l] & ~|(match & beats[l*SAQS +: SAQS]);
  assign parent_line[l] = earlier[l] & ~|(earlier & beats[l*SAQS +: SAQS]);
end

assign enter = {QUEUES{arrive}} & {longest, ~|match};

// ----------------------------------------------------------------------------
// Allocation: the lowest free line, unless a packet enters its queue. A notification does not take the last one if its parent can be stopped
// instead. Without a notification nothing is in covers.
wire [SAQS-1:0]  above;
wire             coarse = ~|hit & ~|(free & above) & |(earlier & longer) & ~|(earlier & xoff_q);
wire [SAQS-1:0]  found  = hit | (parent_line & {SAQS{coarse}});   // line that a notification stops and that is not taken
wire [SAQS-1:0]  take   = {SAQS{notify_q ? ~|hit & ~coarse : detect}} & alloc & ~enter[QUEUES-1:COLD];

// Without a notification its registers are 0, and the point is that of a detection; in reset it is 0.
wire               detected  = ~notify_q & ~rst;
wire [POOL_W-1:0]  new_turns = (notify_turns_q & {POOL_W{~rst}}) | ({TURNS{turn}} & TURN_MASK & {POOL_W{detected}});
wire [LEN_W-1:0]   new_len   = (notify_len_q & {LEN_W{~rst}}) | (ONE_TURN & {LEN_W{detected}});
wire [LINE_W-1:0]  new_line  = notify_line_q & {LINE_W{~rst}};

prefix_or #(.N(SAQS)) search (.x(free), .y(above));

assign alloc        = free & ~above;
assign stop         = found | (take & {SAQS{notify_q}});
assign no_free_line = ~|free;

// Without a notification nothing is in covers, and the parent is the cold queue.
wire [QUEUES-1:0] parent = {parent_line, ~|earlier};
wire [SAQS-1:0]   filled;

`include "units/waiting_lines.vh"

// ----------------------------------------------------------------------------
// Lines.

for (l = 0; l < SAQS; l = l + 1) begin : g_state
  wire [COUNT_W-1:0] packets = count[(COLD+l)*COUNT_W +: COUNT_W];

  assign filled[l] = enter[COLD+l] | |packets;
  assign free[l]   = ~(|packets | xoff_q[l] | sent_xoff_q[l] | waiting[l]);

  // In reset, neither is selected.
  wire [COUNT_W-1:0] wait_d;
  onehot_mux #(.N(2), .W(COUNT_W)) wait_d_of (
    .sel({take[l] & ~rst, ~take[l] & ~rst}), .d({new_wait, wait_less[l*COUNT_W +: COUNT_W]}), .y(wait_d)
  );

  always @(posedge clk) begin
    wait_q[l*COUNT_W +: COUNT_W] <= wait_d;
    if (rst | take[l]) begin
      turns_q[l*POOL_W +: POOL_W]    <= new_turns;
      len_q[l*LEN_W +: LEN_W]        <= new_len;
      behind_q[l*QUEUE_W +: QUEUE_W] <= new_behind & {QUEUE_W{~rst}};
    end
    if (rst | stop[l]) out_line_q[l*LINE_W +: LINE_W] <= new_line;
  end
end

always @(posedge clk)
  if (rst) notify_turns_q <= {POOL_W{1'b0}};
  else     notify_turns_q <= notify_next_turns;

assign turns = turns_q;

`ifndef SYNTHESIS
wire [SAQS-1:0] over;      // lines that wait for more packets than there are
wire [SAQS-1:0] two_match; // lines that match a header together with one of the same length
wire [SAQS-1:0] two_cover; // and a notification

// Padded to every value of an index.
wire [(1<<QUEUE_W)*COUNT_W-1:0] count_all = {{((1<<QUEUE_W)-QUEUES)*COUNT_W{1'b0}}, count};

for (l = 0; l < SAQS; l = l + 1) begin : g_check
  wire [QUEUE_W-1:0] behind = behind_q[l*QUEUE_W +: QUEUE_W];   // queue that the line waits for
  wire [SAQS-1:0]    same;      // other lines of the same length

  for (m = 0; m < SAQS; m = m + 1) begin : g_by
    assign same[m] = m != l & len_q[m*LEN_W +: LEN_W] == len_q[l*LEN_W +: LEN_W];
  end
  assign over[l]      = g_wait[l].to_wait > count_all[behind*COUNT_W +: COUNT_W];
  assign two_match[l] = match[l] & |(match & same);
  assign two_cover[l] = earlier[l] & |(earlier & same);
end

always @(posedge clk) if (!rst) begin
  // Lengths are looked at where there are two lines, which is seldom.
  if ((match & (match - 1'b1)) != {SAQS{1'b0}} || (earlier & (earlier - 1'b1)) != {SAQS{1'b0}}) begin
    if (two_match != {SAQS{1'b0}}) $fatal(1, "two lines of one length match a header");
    if (two_cover != {SAQS{1'b0}}) $fatal(1, "two lines of one length match a notification");
  end
  if (detect && notify_q) $fatal(1, "a detection and a notification in one cycle");
  if (over != {SAQS{1'b0}}) $fatal(1, "a line waits for more packets than there are");
end
`endif

endmodule
