// CAM of an input port that sorts packets as they arrive: a line for each congested point that the port knows, matched with arriving headers and
// with notifications. A line stays valid until its place is taken for another point. A line that is taken waits until the packets of its
// point that are in another queue have left.
// Twin: cmodel/units/cam_sort.c. docs/microarchitecture-sorted.md.
`default_nettype none
module cam_sort #(
  parameter RADIX         = 8,
  parameter SAQS          = 4,
  parameter SLOTS         = 64,
  parameter TURNPOOL_BITS = 31
) (
  clk, rst,
  count, pop,
  arrive, rx_turns, rx_left,
  notify_next, notify_next_turns, notify_next_len, notify_next_line,
  xon_valid, xon_line,
  detect, turn,
  sent_set, sent_clear,
  enter, notify, no_free_line, own, held, sent_xoff, turns, len
);
localparam QUEUES  = SAQS + 1;
localparam QUEUE_W = $clog2(QUEUES);
localparam TURN_W  = $clog2(RADIX);
localparam TURNS   = TURNPOOL_BITS / TURN_W;
localparam POOL_W  = TURNS * TURN_W;
localparam LEN_W   = $clog2(TURNS + 1);
localparam COUNT_W = $clog2(SLOTS + 1);
localparam LINE_W  = SAQS > 1 ? $clog2(SAQS) : 1;

input  wire                      clk;
input  wire                      rst;

// Queues, from registers. count: their occupancy. pop: queue that a packet leaves in this cycle, one-hot or zero.
input  wire [QUEUES*COUNT_W-1:0] count;
input  wire [QUEUES-1:0]         pop;

// Arriving header: its turns, and their number; used only with arrive.
input  wire                      arrive;
input  wire [POOL_W-1:0]         rx_turns;
input  wire [LEN_W-1:0]          rx_left;

// Internal Xoff of an output; it acts one cycle later. notify_next: a pulse. notify_next_*: congested point, its length, line of the output; 0
// without notify_next.
input  wire                      notify_next;
input  wire [POOL_W-1:0]         notify_next_turns;
input  wire [LEN_W-1:0]          notify_next_len;
input  wire [LINE_W-1:0]         notify_next_line;

// Xons, by turn. xon_valid: a pulse. xon_line: line of the output; used only with xon_valid.
input  wire [RADIX-1:0]          xon_valid;
input  wire [RADIX*LINE_W-1:0]   xon_line;

// Detection. detect: a pulse, never with notify. turn: of the cold queue's head, which becomes the new line's with detect.
input  wire                      detect;
input  wire [TURN_W-1:0]         turn;

// Flow control towards upstream: pulses that set and clear sent_xoff, never both for a line.
input  wire [SAQS-1:0]           sent_set;
input  wire [SAQS-1:0]           sent_clear;

// enter: queue that the arriving packet enters, one-hot, zero without arrive; combinational from rx_*. own: a line names the output at turn, alone;
// combinational from turn. The others are functions of registers. notify: an internal Xoff acts in this cycle. held: queues that may not be served.
output wire [QUEUES-1:0]         enter;
output wire                      notify;
output wire                      no_free_line;
output wire                      own;
output wire [QUEUES-1:0]         held;
output wire [SAQS-1:0]           sent_xoff;
output wire [SAQS*POOL_W-1:0]    turns;
output wire [SAQS*LEN_W-1:0]     len;

localparam UNUSED_TURNS = (1 << TURN_W) - RADIX;

localparam [LEN_W-1:0]   ONE_TURN = 1;
localparam [POOL_W-1:0]  TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);
localparam [COUNT_W-1:0] ONE_PACKET = 1;

reg [SAQS*POOL_W-1:0]  turns_q;
reg [SAQS*LEN_W-1:0]   len_q;
reg [SAQS-1:0]         xoff_q;
reg [SAQS*LINE_W-1:0]  out_line_q;
reg [SAQS-1:0]         sent_xoff_q;
reg [SAQS*COUNT_W-1:0] wait_q;
reg [SAQS*QUEUE_W-1:0] behind_q;
reg [QUEUES-1:0]       held_q;
reg                    notify_q;
reg [POOL_W-1:0]       notify_turns_q;
reg [LEN_W-1:0]        notify_len_q;
reg [LINE_W-1:0]       notify_line_q;

// ----------------------------------------------------------------------------
// Search.
wire [SAQS-1:0] free;     // lines whose place can be taken
wire [SAQS-1:0] match;    // lines of the arriving header
wire [SAQS-1:0] covers;   // lines that are the notification's congested point, or before it on its route
wire [SAQS-1:0] hit;      // line with the notification's congested point
wire [SAQS-1:0] named;    // lines that are the output at turn
wire [SAQS-1:0] xon_hit;  // lines whose Xon arrives

// Padded to every value of a turn, so that no index is out of range.
wire [(1<<TURN_W)-1:0]        xon_valid_all = {{UNUSED_TURNS{1'b0}}, xon_valid};
wire [(1<<TURN_W)*LINE_W-1:0] xon_line_all  = {{UNUSED_TURNS*LINE_W{1'b0}}, xon_line};

genvar l, m, t;
generate
  for (l = 0; l < SAQS; l = l + 1) begin : g_line
    wire [POOL_W-1:0] point    = turns_q[l*POOL_W +: POOL_W];
    wire [LEN_W-1:0]  length   = len_q[l*LEN_W +: LEN_W];
    wire [LINE_W-1:0] out_line = out_line_q[l*LINE_W +: LINE_W];
    wire              valid    = |length;

    // Turns beyond the length are not compared.
    wire [POOL_W-1:0] compared;
    for (t = 0; t < TURNS; t = t + 1) begin : g_turn
      localparam [LEN_W-1:0] TURN = t;
      assign compared[t*TURN_W +: TURN_W] = {TURN_W{length > TURN}};
    end

    assign match[l]  = valid & (rx_left >= length) & ~|((rx_turns ^ point) & compared);
    assign covers[l] = valid & (notify_len_q >= length) & ~|((notify_turns_q ^ point) & compared);
    assign hit[l]    = covers[l] & length == notify_len_q;

    // The Xon comes from the output at the line's first turn, for the line of that output that `out_line` holds.
    wire [TURN_W-1:0] first = point[TURN_W-1:0];
    assign xon_hit[l] = xon_valid_all[first] & (xon_line_all[first*LINE_W +: LINE_W] == out_line);
    assign named[l]  = length == ONE_TURN & first == turn;
  end
endgenerate

assign own = |named;

// ----------------------------------------------------------------------------
// The queue of the arriving packet: that of the longest line. Prefixes of one route differ in length.
wire [SAQS-1:0] longest;
shortest #(.LINES(SAQS), .LEN_W(LEN_W)) longest_match (.cand(match), .len(~len_q), .pick(longest));

assign enter = {QUEUES{arrive}} & {longest, ~|match};

// ----------------------------------------------------------------------------
// Allocation: the lowest free line, unless a packet enters its queue.
wire [SAQS-1:0]  above;
wire [SAQS-1:0]  alloc = free & ~above;
wire [SAQS-1:0]  take  = {SAQS{notify_q ? ~|hit : detect}} & alloc & ~enter[QUEUES-1:1];
wire [SAQS-1:0]  stop  = hit | (take & {SAQS{notify_q}});

wire [POOL_W-1:0] new_turns = notify_q ? notify_turns_q : {TURNS{turn}} & TURN_MASK;
wire [LEN_W-1:0]  new_len   = notify_q ? notify_len_q   : ONE_TURN;

prefix_or #(.N(SAQS)) search (.x(free), .y(above));

assign no_free_line = ~|free;

// ----------------------------------------------------------------------------
// What a line that is taken waits for: the packets of its parent, the queue that its point's packets entered so far; if the parent has none,
// what the parent waits for. This is known of every queue by the time the parent is. Without a notification nothing is in covers, and the parent
// is the cold queue.
wire [SAQS-1:0]           covering = covers & ~alloc;
wire [SAQS-1:0]           parent_line;
wire [QUEUES-1:0]         parent = {parent_line, ~|covering};
wire [SAQS-1:0]           waits;            // lines that wait in the next cycle, unless they are taken
wire [SAQS*COUNT_W-1:0]   wait_less;        // new wait_q of lines that are not taken
wire [QUEUES*COUNT_W-1:0] wait_as;          // with this queue as its parent, the new line has this wait_q,
wire [QUEUES*QUEUE_W-1:0] behind_as;        // this behind_q,
wire [QUEUES*QUEUES-1:0]  held_as;          // and waits for this queue, one-hot or zero
wire [COUNT_W-1:0]        new_wait;
wire [QUEUE_W-1:0]        new_behind;
wire [QUEUES-1:0]         new_held;         // the queue that the new line waits for, one-hot or zero

shortest   #(.LINES(SAQS), .LEN_W(LEN_W)) longest_cover (.cand(covering), .len(~len_q), .pick(parent_line));
onehot_mux #(.N(QUEUES), .W(COUNT_W)) wait_of   (.sel(parent), .d(wait_as),   .y(new_wait));
onehot_mux #(.N(QUEUES), .W(QUEUE_W)) behind_of (.sel(parent), .d(behind_as), .y(new_behind));
onehot_mux #(.N(QUEUES), .W(QUEUES))  held_of   (.sel(parent), .d(held_as),   .y(new_held));

genvar p;
generate
  for (p = 0; p < QUEUES; p = p + 1) begin : g_parent
    localparam [QUEUE_W-1:0] QUEUE = p;
    localparam [QUEUES-1:0]  ONLY  = 1 << p;

    wire [COUNT_W-1:0] packets = count[p*COUNT_W +: COUNT_W];
    wire               stay    = pop[p] ? |(packets >> 1) : |packets;
    wire [COUNT_W-1:0] left    = pop[p] ? packets - 1'b1 : packets;
    wire [COUNT_W-1:0] more    = pop[p] ? packets : packets + 1'b1;

    if (p == 0) begin : g_cold
      assign wait_as[0 +: COUNT_W]   = enter[0] ? more : left;
      assign behind_as[0 +: QUEUE_W] = QUEUE;
      assign held_as[0 +: QUEUES]    = {{SAQS{1'b0}}, enter[0] | stay};
    end else begin : g_set_aside
      wire [QUEUE_W-1:0] behind  = behind_q[(p-1)*QUEUE_W +: QUEUE_W];
      wire               inherit = waits[p-1] & ~stay & ~enter[p];
      wire [QUEUES-1:0]  ahead;

      for (m = 0; m < QUEUES; m = m + 1) begin : g_ahead
        localparam [QUEUE_W-1:0] OTHER = m;
        assign ahead[m] = behind == OTHER;
      end

      assign wait_as[p*COUNT_W +: COUNT_W]   = enter[p] ? more : stay ? left : wait_less[(p-1)*COUNT_W +: COUNT_W];
      assign behind_as[p*QUEUE_W +: QUEUE_W] = inherit ? behind : QUEUE;
      assign held_as[p*QUEUES +: QUEUES]     = inherit ? ahead : ONLY & {QUEUES{enter[p] | stay}};
    end
  end
endgenerate

// ----------------------------------------------------------------------------
// Lines.
wire [SAQS-1:0]         xoff_d = (xoff_q & ~xon_hit) | stop;
wire [SAQS-1:0]         held_d;

// By queue, padded to every value of a number of a queue.
localparam UNUSED_QUEUES = (1 << QUEUE_W) - QUEUES;
wire [(1<<QUEUE_W)-1:0] pop_all = {{UNUSED_QUEUES{1'b0}}, pop};

generate
  for (l = 0; l < SAQS; l = l + 1) begin : g_wait
    localparam [QUEUE_W-1:0] QUEUE = l + 1;

    wire [COUNT_W-1:0] to_wait = wait_q[l*COUNT_W +: COUNT_W];
    wire [QUEUE_W-1:0] behind  = behind_q[l*QUEUE_W +: QUEUE_W];
    wire               waiting = |to_wait;
    wire               leaves  = waiting & pop_all[behind];   // a packet that the line waits for
    wire [SAQS-1:0]    holders;                               // lines that waited before and hold this line's queue

    for (m = 0; m < SAQS; m = m + 1) begin : g_holder
      assign holders[m] = waits[m] & xoff_d[m] & behind_q[m*QUEUE_W +: QUEUE_W] == QUEUE;
    end

    assign free[l]  = ~(|count[(l+1)*COUNT_W +: COUNT_W] | xoff_q[l] | sent_xoff_q[l] | waiting);
    assign waits[l] = waiting & ~(leaves & to_wait == ONE_PACKET);

    assign wait_less[l*COUNT_W +: COUNT_W] = leaves ? to_wait - 1'b1 : to_wait;

    // A line that is taken is stopped with a notification, and waits for the cold queue without.
    wire longer = len_q[l*LEN_W +: LEN_W] != ONE_TURN;
    wire ahead  = |holders | (notify_q & |take & new_held[l+1]);

    assign held_d[l] = xoff_d[l] | waits[l] | (longer & ahead) | (~notify_q & take[l] & new_held[0]);

    always @(posedge clk) begin
      if (rst) begin
        turns_q[l*POOL_W +: POOL_W]    <= {POOL_W{1'b0}};
        len_q[l*LEN_W +: LEN_W]        <= {LEN_W{1'b0}};
        out_line_q[l*LINE_W +: LINE_W] <= {LINE_W{1'b0}};
        wait_q[l*COUNT_W +: COUNT_W]   <= {COUNT_W{1'b0}};
        behind_q[l*QUEUE_W +: QUEUE_W] <= {QUEUE_W{1'b0}};
      end else begin
        if (take[l]) begin
          turns_q[l*POOL_W +: POOL_W]    <= new_turns;
          len_q[l*LEN_W +: LEN_W]        <= new_len;
          behind_q[l*QUEUE_W +: QUEUE_W] <= new_behind;
        end
        if (stop[l]) out_line_q[l*LINE_W +: LINE_W] <= notify_line_q;
        wait_q[l*COUNT_W +: COUNT_W] <= take[l] ? new_wait : wait_less[l*COUNT_W +: COUNT_W];
      end
    end
  end
endgenerate

always @(posedge clk) begin
  if (rst) begin
    xoff_q         <= {SAQS{1'b0}};
    sent_xoff_q    <= {SAQS{1'b0}};
    held_q         <= {QUEUES{1'b0}};
    notify_q       <= 1'b0;
    notify_turns_q <= {POOL_W{1'b0}};
    notify_len_q   <= {LEN_W{1'b0}};
    notify_line_q  <= {LINE_W{1'b0}};
  end else begin
    xoff_q         <= xoff_d;
    sent_xoff_q    <= (sent_xoff_q & ~sent_clear) | sent_set;
    held_q         <= {held_d, 1'b0};
    notify_q       <= notify_next;
    notify_turns_q <= notify_next_turns;
    notify_len_q   <= notify_next_len;
    notify_line_q  <= notify_next_line;
  end
end

assign notify    = notify_q;
assign held      = held_q;
assign sent_xoff = sent_xoff_q;
assign turns     = turns_q;
assign len       = len_q;

`ifndef SYNTHESIS
wire [SAQS-1:0]                 over;      // lines that wait for more packets than there are
wire [SAQS-1:0]                 holding;
wire [SAQS-1:0]                 held_now;  // what held_q has to be
wire [(1<<QUEUE_W)*COUNT_W-1:0] count_all = {{UNUSED_QUEUES*COUNT_W{1'b0}}, count};
generate
  for (l = 0; l < SAQS; l = l + 1) begin : g_check
    localparam [QUEUE_W-1:0] QUEUE = l + 1;
    wire [SAQS-1:0]          by;

    for (m = 0; m < SAQS; m = m + 1) begin : g_by
      assign by[m] = holding[m] & behind_q[m*QUEUE_W +: QUEUE_W] == QUEUE;
    end
    assign over[l]     = wait_q[l*COUNT_W +: COUNT_W] > count_all[behind_q[l*QUEUE_W +: QUEUE_W]*COUNT_W +: COUNT_W];
    assign holding[l]  = g_wait[l].waiting & xoff_q[l];
    assign held_now[l] = xoff_q[l] | g_wait[l].waiting | (g_wait[l].longer & |by);
  end
endgenerate

always @(posedge clk) if (!rst) begin
  if ((longest & (longest - 1'b1)) != {SAQS{1'b0}}) $fatal(1, "two lines of one length match a header");
  if ((parent_line & (parent_line - 1'b1)) != {SAQS{1'b0}}) $fatal(1, "two lines of one length match a notification");
  if (detect && notify_q) $fatal(1, "a detection and a notification in one cycle");
  if (over != {SAQS{1'b0}}) $fatal(1, "a line waits for more packets than there are");
  if (held_q != {held_now, 1'b0}) $fatal(1, "the queues held are not those of lines that are stopped or wait");
end
`endif

endmodule
`default_nettype wire
