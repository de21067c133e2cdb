// CAM of an input port that sorts packets as they arrive, by destinations: a line for each congested point that the port knows, with the list of
// destinations whose packets cross it (CLIP), matched with arriving packets and with notifications. A line that is taken, or learns a destination,
// waits until the packets that it now has to follow have left their queue.
// Twin: cmodel/units/dcam_sort.c. docs/internals/microarchitecture-fbicm.md, section 3.
module dcam_sort #(
  parameter RADIX         = 8,
  parameter CFQS          = 4,
  parameter NODES         = 64,
  parameter SLOTS         = 64,
  parameter HOPS          = 15,
  parameter QUEUES        = CFQS + 1,
  parameter PORT_W        = $clog2(RADIX),
  parameter LEN_W         = $clog2(HOPS + 1),
  parameter COUNT_W       = $clog2(SLOTS + 1),
  parameter LINES         = CFQS,
  parameter LINE_W        = LINES > 1 ? $clog2(LINES) : 1,
  parameter DESTINATION_W = $clog2(NODES)
) (
  input  wire                      clk,
  input  wire                      rst,

  // Queues. count: their occupancy, from registers. count_next: that of the next cycle. pop: queue that a packet leaves in this cycle, one-hot or
  // zero; from registers.
  input  wire [QUEUES*COUNT_W-1:0] count,
  input  wire [QUEUES*COUNT_W-1:0] count_next,
  input  wire [QUEUES-1:0]         pop,

  // Packet that enters a queue, from registers: number of its output port; used only with arrive.
  input  wire                      arrive,
  input  wire [PORT_W-1:0]         rx_port,

  // Detection. detect: a pulse, never with notify. turn: output of the cold queue's head, which becomes the new line's with detect.
  input  wire                      detect,
  input  wire [PORT_W-1:0]         turn,

  // Of an internal Xoff: its output, and the destination that is stopped.
  input  wire [PORT_W-1:0]         notify_next_port,
  input  wire [DESTINATION_W-1:0]  notify_next_destination,

`include "units/known_lines_pins.vh"

`ifdef LISTS_RAM
  // Lines whose lists have the destination of the packet, and that of the notification; lines whose lists are not clear.
  input  wire [CFQS-1:0]           arrive_row,
  input  wire [CFQS-1:0]           notify_row,
  input  wire [CFQS-1:0]           dirty,

  // learn: line whose list gets the notification's destination, one-hot or zero. It may be stopped without that.
  output wire [CFQS-1:0]           learn,
  output wire [DESTINATION_W-1:0]  notify_destination,
`else
  // Lists in flip-flops. The row of a packet is read when its header is on the link, with the bits that change in that cycle. destination: used
  // only with header.
  input  wire                      header,
  input  wire [DESTINATION_W-1:0]  destination,
`endif

  // enter: queue that the packet enters, one-hot, zero without arrive; combinational from arrive and rx_port. own: a line names the output at turn,
  // alone; combinational from turn. The others are functions of registers. notify: an internal Xoff acts in this cycle. held_next: queues
  // that may not be served in the next cycle, combinational from xon_*.
  output wire [QUEUES-1:0]         enter,
  output wire                      no_free_line,
  output wire                      own,
  output wire [QUEUES-1:0]         held_next
);
localparam COLD    = QUEUES - LINES;
localparam QUEUE_W = $clog2(QUEUES);

localparam [LEN_W-1:0]   ONE_HOP = 1;

reg                      notify_q;
reg [PORT_W-1:0]         notify_port_q;
reg [LEN_W-1:0]          notify_len_q;
reg [LINE_W-1:0]         notify_line_q;
reg [DESTINATION_W-1:0]  notify_destination_q;
reg [CFQS*PORT_W-1:0]    port_q;
reg [CFQS*LEN_W-1:0]     len_q;
reg [CFQS-1:0]           xoff_q;
reg [CFQS*LINE_W-1:0]    out_line_q;
reg [CFQS-1:0]           sent_xoff_q;
reg [CFQS*COUNT_W-1:0]   wait_q;
reg [CFQS*QUEUE_W-1:0]   behind_q;

// ----------------------------------------------------------------------------
// Lists.
wire [CFQS-1:0] valid;      // lines with a congested point
wire [CFQS-1:0] free;       // lines without packets, not stopped, not waiting, that do not stop their upstream
wire [CFQS-1:0] can_take;   // lines that can become those of another point
wire [CFQS-1:0] take;       // line that is taken, one-hot or zero
wire [CFQS-1:0] retire;     // line that is given up, one-hot or zero
wire [CFQS-1:0] stop;       // line that the notification stops, one-hot or zero

`ifdef LISTS_RAM
// A line is given up while it is idle, so that its list is clear when a line is needed. About half of the lines stay.
localparam LINES_W = $clog2(CFQS + 1);
localparam SPARE   = CFQS - CFQS / 2;

wire [LINES_W-1:0] unused;       // lines
count_ones #(.N(CFQS)) number_of_unused (.x(~valid), .count(unused));

wire [CFQS-1:0] idle = free & valid & ~stop & ~enter[QUEUES-1:COLD];
wire [CFQS-1:0] idle_above;
prefix_or #(.N(CFQS)) search_idle (.x(idle), .y(idle_above));

assign can_take           = ~valid & ~dirty;
assign retire             = {CFQS{unused < SPARE[LINES_W-1:0]}} & idle & ~idle_above;
assign notify_destination = notify_destination_q;
`else
reg [CFQS-1:0]        row_q;
reg [NODES*CFQS-1:0]  clip_q;

wire [CFQS-1:0]       learn;          // line whose list gets the notification's destination, one-hot or zero
wire [CFQS-1:0]       header_row;
wire [CFQS-1:0]       notify_row;
wire [CFQS-1:0]       arrive_row = row_q;
wire [NODES*CFQS-1:0] learned;
wire                  same_destination = destination == notify_destination_q;

list_row   #(.ROWS(NODES), .WIDTH(CFQS)) header_lines (.index(destination), .d(clip_q), .row(header_row));
list_row   #(.ROWS(NODES), .WIDTH(CFQS)) notify_lines (.index(notify_destination_q), .d(clip_q), .row(notify_row));
list_place #(.ROWS(NODES), .WIDTH(CFQS)) learns       (.index(notify_destination_q), .bits(learn), .placed(learned));

always @(posedge clk)
  if (rst) begin
    row_q  <= {CFQS{1'b0}};
    clip_q <= {NODES*CFQS{1'b0}};
  end else begin
    if (header) row_q <= (header_row & ~take) | (learn & {CFQS{same_destination}});
    if (|take | |learn) clip_q <= (clip_q & ~{NODES{take}}) | learned;
  end

assign can_take = free;
assign retire   = {CFQS{1'b0}};   // a list clears when its line is taken
`endif

`include "units/known_lines.vh"

`include "units/stopped_destination.vh"

// ----------------------------------------------------------------------------
// Search.
wire [CFQS-1:0] match;     // lines of the packet
wire [CFQS-1:0] list_hit;  // line of the notification's length whose list has its destination
wire [CFQS-1:0] linked;    // lines of that length linked to the output line that notifies
wire [CFQS-1:0] covers;    // shorter lines that the notification's destination matches
wire [CFQS-1:0] longer;    // lines of more than one hop
wire [CFQS-1:0] named;     // lines that are the output at turn

genvar l, m;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  wire [PORT_W-1:0] line_port = port_q[l*PORT_W +: PORT_W];
  wire [LEN_W-1:0]  length    = len_q[l*LEN_W +: LEN_W];
  wire [LINE_W-1:0] out_line  = out_line_q[l*LINE_W +: LINE_W];
  wire              one_hop   = length == ONE_HOP;
  wire              same      = length == notify_len_q;
  wire              same_port = line_port == notify_port_q;

  assign valid[l]    = |length;
  assign longer[l]   = ~one_hop;
  assign match[l]    = one_hop ? line_port == rx_port : valid[l] & arrive_row[l];
  assign covers[l]   = length < notify_len_q & (one_hop ? same_port : valid[l] & notify_row[l]);
  assign list_hit[l] = valid[l] & same & notify_row[l];
  assign linked[l]   = ~free[l] & same & same_port & out_line == notify_line_q;
  assign named[l]    = one_hop & line_port == turn;

  // The Xon comes from the line's output, for the line of that output that `out_line` holds.
  assign xon_hit[l] = xon_valid_all[line_port] & (xon_line_all[line_port*LINE_W +: LINE_W] == out_line);
end

assign own = |named;

// ----------------------------------------------------------------------------
// The queue of the packet: that of the longest line. Lines of one packet differ in length.
wire [CFQS-1:0] longest;
shortest #(.LINES(CFQS), .LEN_W(LEN_W)) longest_match (.cand(match), .len(~len_q), .pick(longest));

assign enter = {QUEUES{arrive}} & {longest, ~|match};

// ----------------------------------------------------------------------------
// A notification stops the line whose list has the destination; if there is none, the lowest line linked to the output line that notifies, which
// is joined by the destination; if there is none either, the lowest line that can be taken, unless a packet enters its queue. It does not take the
// last one if its parent can be stopped instead. Without a notification nothing is in covers.
wire [CFQS-1:0] linked_above;
wire [CFQS-1:0] above;
prefix_or #(.N(CFQS)) search_linked (.x(linked), .y(linked_above));
prefix_or #(.N(CFQS)) search        (.x(can_take), .y(above));

wire            hit   = |list_hit | |linked;
wire [CFQS-1:0] joins = linked & ~linked_above & {CFQS{~|list_hit}};
wire [CFQS-1:0] alloc = can_take & ~above;
wire [CFQS-1:0] parent_line;  // longest line before the notification's point
wire [CFQS-1:0] earlier = covers & ~(alloc & {CFQS{~hit}});
wire            coarse = ~hit & ~|(can_take & above) & |(earlier & longer) & ~|(earlier & xoff_q);

assign take = {CFQS{notify_q ? ~hit & ~coarse : detect}} & alloc & ~enter[QUEUES-1:COLD];
assign stop = list_hit | joins | (take & {CFQS{notify_q}}) | (parent_line & {CFQS{coarse}});

assign no_free_line = ~|can_take;

// ----------------------------------------------------------------------------
// Of a line that is taken, or joined. Without a notification nothing is in covers, and the parent is the cold queue. A line that is taken is no parent: its
// queue is empty.
wire [QUEUES-1:0] parent = {parent_line, ~|earlier};
wire [QUEUES-1:0] any;            // queues with packets in the next cycle
wire [CFQS-1:0]   filled = any[QUEUES-1 -: CFQS];

shortest #(.LINES(CFQS), .LEN_W(LEN_W)) longest_cover (.cand(earlier), .len(~len_q), .pick(parent_line));

genvar p;
for (p = 0; p < QUEUES; p = p + 1) begin : g_any
  wire [COUNT_W-1:0] packets = count[p*COUNT_W +: COUNT_W];

  assign any[p] = enter[p] | (pop[p] ? |(packets >> 1) : |packets);
end

`include "units/waiting_lines.vh"

wire [QUEUES-1:0] new_held = (parent & any) | beyond;   // the queue that the line has to wait for, one-hot or zero

// A line can wait for one queue only. A line that waits already can wait for more packets in the same queue.
wire [CFQS-1:0] fits;                               // lines that can wait for the parent's packets
wire [CFQS-1:0] begins = take | (joins & fits);      // line that waits for what it has to wait for, if for anything

assign learn = (take & {CFQS{notify_q}}) | (joins & (fits | {CFQS{~|new_held}}));

// ----------------------------------------------------------------------------
// Lines.
wire [PORT_W-1:0]  new_port = notify_q ? notify_port_q : turn;
wire [LEN_W-1:0]   new_len  = notify_q ? notify_len_q  : ONE_HOP;

for (l = 0; l < CFQS; l = l + 1) begin : g_state
  assign free[l] = ~(|count[(COLD+l)*COUNT_W +: COUNT_W] | xoff_q[l] | sent_xoff_q[l] | waiting[l]);
  assign fits[l] = ~waiting[l] | |(ahead[l*QUEUES +: QUEUES] & parent & any);

  always @(posedge clk)
    if (rst) begin
      port_q[l*PORT_W +: PORT_W]     <= {PORT_W{1'b0}};
      len_q[l*LEN_W +: LEN_W]        <= {LEN_W{1'b0}};
      out_line_q[l*LINE_W +: LINE_W] <= {LINE_W{1'b0}};
      wait_q[l*COUNT_W +: COUNT_W]   <= {COUNT_W{1'b0}};
      behind_q[l*QUEUE_W +: QUEUE_W] <= {QUEUE_W{1'b0}};
    end else begin
      if (take[l])        len_q[l*LEN_W +: LEN_W] <= new_len;
      else if (retire[l]) len_q[l*LEN_W +: LEN_W] <= {LEN_W{1'b0}};
      // The port of a destination may have changed since it was added to the list.
      if (take[l] | stop[l]) port_q[l*PORT_W +: PORT_W] <= new_port;
      if (stop[l]) out_line_q[l*LINE_W +: LINE_W] <= notify_line_q;
      if (take[l] | (begins[l] & |new_held)) behind_q[l*QUEUE_W +: QUEUE_W] <= new_behind;
      wait_q[l*COUNT_W +: COUNT_W] <= begins[l] & |new_held ? new_wait : wait_less[l*COUNT_W +: COUNT_W];
    end
end

`ifndef SYNTHESIS
wire [CFQS-1:0] over;      // lines that wait for more packets than there are
wire [CFQS-1:0] astray;    // lines that are not valid, but have packets
for (l = 0; l < CFQS; l = l + 1) begin : g_check
  wire [COUNT_W-1:0] there;     // packets in the queue that the line waits for

  onehot_mux #(.N(QUEUES), .W(COUNT_W)) packets_of (.sel(g_wait[l].queue), .d(count), .y(there));

  assign over[l]   = g_wait[l].to_wait > there;
  assign astray[l] = ~valid[l] & |count[(COLD+l)*COUNT_W +: COUNT_W];
end

always @(posedge clk) if (!rst) begin
  if (arrive && (longest & (longest - 1'b1)) != {CFQS{1'b0}}) $fatal(1, "two lines of one length match a packet");
  if ((parent_line & (parent_line - 1'b1)) != {CFQS{1'b0}}) $fatal(1, "two lines of one length match a notification");
  if ((list_hit & (list_hit - 1'b1)) != {CFQS{1'b0}}) $fatal(1, "a destination in two lists of one length");
  if (detect && notify_q) $fatal(1, "a detection and a notification in one cycle");
  if (notify_q && ~|(notify_len_q >> 1)) $fatal(1, "a notification for a point of less than two hops");
  if (over != {CFQS{1'b0}}) $fatal(1, "a line waits for more packets than there are");
  if (astray != {CFQS{1'b0}}) $fatal(1, "packets in the queue of a line that is not valid");
end
`endif

endmodule
