// The law of stops of scheme recn-qos, for Yosys' prover (tests/lib/stops.sh): two switches and a link between them, whose messages take DELAY cycles.
// Packets, credits, the messages of all other links, and the words that memories answer are free. Wires that nobody drives here, but for those, are the
// registers of the switches that have their names.
`default_nettype none

// The law of one notifier, a side, and one receiver. Stage 0 of the way is the notifier's message, the last stage is what acts at the receiver.
module stop_law #(
  parameter RADIX     = 2,
  parameter SAQS      = 1,
  parameter VCS       = 1,
  parameter LEVELS    = 2,
  parameter LEVEL_MAP = 0,
  parameter STAGES    = 1
) (
  told, sent, line_valid, line_level, entered, entered_level,
  valid, xoff, levels, queue,
  line_stopped, line_level_there, line_queue, notified, notified_level, notified_queue,
  stopping, told_first, kept
);
localparam VC_QUEUES  = RADIX + SAQS;
localparam QUEUES     = VCS * VC_QUEUES;
localparam LINES      = VCS * SAQS;
localparam VC_QUEUE_W = $clog2(VC_QUEUES);
localparam LEVEL_W    = LEVELS > 1 ? $clog2(LEVELS) : 1;
localparam POINTS     = LEVELS * VC_QUEUES;       // a queue and a level

// Notifier.
input  wire [LEVELS*RADIX-1:0]      told;
input  wire [LINES-1:0]             sent, line_valid;
input  wire [LINES*LEVEL_W-1:0]     line_level;
input  wire [QUEUES-1:0]            entered;
input  wire [LEVEL_W-1:0]           entered_level;

// Messages on the way.
input  wire [STAGES-1:0]            valid, xoff;
input  wire [STAGES*LEVELS-1:0]     levels;
input  wire [STAGES*VC_QUEUE_W-1:0] queue;

// Receiver: lines that lead to the notifier and are stopped; the Xoff of the notifier that acts.
input  wire [LINES-1:0]             line_stopped;
input  wire [LINES*LEVEL_W-1:0]     line_level_there;
input  wire [LINES*VC_QUEUE_W-1:0]  line_queue;
input  wire                         notified;
input  wire [LEVEL_W-1:0]           notified_level;
input  wire [VC_QUEUE_W-1:0]        notified_queue;

output wire                         stopping;     // a stopped line's queue has told, or its Xon is on the way
output wire                         told_first;   // so has that of an Xoff on the way, or its Xon is behind it
output wire                         kept;         // the notifier knows the level of the packet that entered

// ----------------------------------------------------------------------------
// Queue q has told upstream of level e: bit e * VC_QUEUES + q. behind: or the Xon is in the first k stages.
wire [POINTS-1:0]            has_told;
wire [STAGES*POINTS-1:0]     on;
wire [(STAGES+1)*POINTS-1:0] behind;
wire [STAGES-1:0]            good;

assign behind[POINTS-1:0] = has_told;

genvar e, k, l, q;
for (e = 0; e < LEVELS; e = e + 1) begin : g_level
  localparam FIRST = LEVEL_MAP[3*e +: 3] * SAQS;
  localparam [LEVEL_W-1:0] THIS = e;
  assign has_told[e*VC_QUEUES +: RADIX] = told[e*RADIX +: RADIX];
  for (l = 0; l < SAQS; l = l + 1) begin : g_line
    assign has_told[e*VC_QUEUES + RADIX + l] = sent[FIRST + l] & line_level[(FIRST+l)*LEVEL_W +: LEVEL_W] == THIS;
  end
end

for (k = 0; k < STAGES; k = k + 1) begin : g_stage
  wire [POINTS-1:0] of;
  for (e = 0; e < LEVELS; e = e + 1) begin : g_level
    for (q = 0; q < VC_QUEUES; q = q + 1) begin : g_queue
      localparam [VC_QUEUE_W-1:0] THIS = q;
      assign of[e*VC_QUEUES + q] = valid[k] & levels[k*LEVELS + e] & queue[k*VC_QUEUE_W +: VC_QUEUE_W] == THIS;
    end
  end
  wire [LEVELS-1:0] named = levels[k*LEVELS +: LEVELS];
  assign on[k*POINTS +: POINTS]         = of & {POINTS{~xoff[k]}};
  assign behind[(k+1)*POINTS +: POINTS] = behind[k*POINTS +: POINTS] | on[k*POINTS +: POINTS];
  assign good[k] = ~(valid[k] & xoff[k]) | ((named & (named - 1'b1)) == 0 & |(of & behind[k*POINTS +: POINTS]));
end

wire [POINTS-1:0] at_last = behind[STAGES*POINTS +: POINTS];

// ----------------------------------------------------------------------------
// Receiver.
wire [LINES:0]                  held;
wire [LINES:0]                  stopped = {notified, line_stopped};
wire [(LINES+1)*LEVEL_W-1:0]    level   = {notified_level, line_level_there};
wire [(LINES+1)*VC_QUEUE_W-1:0] sender  = {notified_queue, line_queue};

for (l = 0; l <= LINES; l = l + 1) begin : g_held
  wire [POINTS-1:0] of;
  for (e = 0; e < LEVELS; e = e + 1) begin : g_level
    for (q = 0; q < VC_QUEUES; q = q + 1) begin : g_queue
      localparam [LEVEL_W-1:0]    LEVEL = e;
      localparam [VC_QUEUE_W-1:0] QUEUE = q;
      assign of[e*VC_QUEUES + q] = level[l*LEVEL_W +: LEVEL_W] == LEVEL & sender[l*VC_QUEUE_W +: VC_QUEUE_W] == QUEUE;
    end
  end
  assign held[l] = ~stopped[l] | |(of & at_last);
end

assign stopping   = &held[LINES-1:0];
assign told_first = held[LINES] & &good;

// ----------------------------------------------------------------------------
// A packet entered a queue of its level's VC, and a line of its level. A line has a level of its VC.
wire [QUEUES-1:0] fitting;
wire [LINES-1:0]  own;

for (q = 0; q < QUEUES; q = q + 1) begin : g_entered
  localparam LINE = (q / VC_QUEUES) * SAQS + q % VC_QUEUES - RADIX;
  wire [LEVELS-1:0] of;
  for (e = 0; e < LEVELS; e = e + 1) begin : g_level
    localparam [LEVEL_W-1:0] THIS = e;
    assign of[e] = entered_level == THIS & LEVEL_MAP[3*e +: 3] == q / VC_QUEUES;
  end
  if (q % VC_QUEUES < RADIX) assign fitting[q] = |of;
  else                       assign fitting[q] = |of & line_level[LINE*LEVEL_W +: LEVEL_W] == entered_level;
end
for (l = 0; l < LINES; l = l + 1) begin : g_own
  wire [LEVELS-1:0] of;
  for (e = 0; e < LEVELS; e = e + 1) begin : g_level
    localparam [LEVEL_W-1:0] THIS = e;
    assign of[e] = line_level[l*LEVEL_W +: LEVEL_W] == THIS & LEVEL_MAP[3*e +: 3] == l / SAQS;
  end
  assign own[l] = ~(line_valid[l] | sent[l]) | |of;
end

assign kept = (entered & ~fitting) == 0 & (entered & (entered - 1'b1)) == 0 & &own;

endmodule

module stops #(
  parameter RADIX            = 2,
  parameter SAQS             = 1,
  parameter SLS              = 2,
  parameter VCS              = 1,
  parameter LEVELS           = 2,
  parameter LEVEL_MAP        = 0,
  parameter CELLS            = 4,
  parameter DETECT_CELLS     = 2,
  parameter DETECT_XON_CELLS = 3,
  parameter XOFF_CELLS       = 2,
  parameter XON_CELLS        = 3,
  parameter FLIT_BITS        = 64,
  parameter TURNPOOL_BITS    = 2,
  parameter DELAY            = 0
) (
  clk,
  contract, stop_ends, notified_once, apart, kept, unstopped
);
localparam VC_QUEUES  = RADIX + SAQS;
localparam QUEUES     = VCS * VC_QUEUES;
localparam LINES      = VCS * SAQS;
localparam VC_QUEUE_W = $clog2(VC_QUEUES);
localparam PORT_W     = $clog2(RADIX);
localparam TURNS      = TURNPOOL_BITS / PORT_W;
localparam POOL_W     = TURNS * PORT_W;
localparam LEN_W      = $clog2(TURNS + 1);
localparam LEVEL_W    = LEVELS > 1 ? $clog2(LEVELS) : 1;
localparam SL_W       = SLS > 1 ? $clog2(SLS) : 1;
localparam VC_W       = VCS > 1 ? $clog2(VCS) : 1;
localparam CELLS_W    = $clog2(CELLS + 1);
localparam MESSAGE_W  = 2 + LEVELS + VC_QUEUE_W + POOL_W + LEN_W;
localparam STAGES     = DELAY + 1;

input  wire clk;
output wire       contract;        // assumed: headers have a service level that there is
output wire       stop_ends;       // the law: a stop ends
output wire       notified_once;   // at most one Xoff a cycle is for an input
output wire       apart;           // no queue is over and under its thresholds at once
output wire       kept;            // the law, at most one Xoff, and what their proof needs
output wire [1:0] unstopped;       // no line of the inputs, of the output before the link, is stopped: not a law

reg  begun = 1'b0;
wire rst   = ~begun;
always @(posedge clk) begun <= 1'b1;

// ----------------------------------------------------------------------------
// Output 0 of `up` leads to input 0 of `down`. What is not connected is free.
wire [RADIX-1:0]            down_valid, down_xoff, up_valid, up_xoff;
wire [RADIX*LEVELS-1:0]     down_levels, up_levels;
wire [RADIX*VC_QUEUE_W-1:0] down_queue, up_queue;
wire [RADIX*POOL_W-1:0]     down_turns, up_turns;
wire [RADIX*LEN_W-1:0]      down_len, up_len;
wire [STAGES*MESSAGE_W-1:0] way;

assign way[MESSAGE_W-1:0] = {
  down_valid[0], down_xoff[0], down_levels[LEVELS-1:0], down_queue[VC_QUEUE_W-1:0], down_turns[POOL_W-1:0], down_len[LEN_W-1:0]
};
assign {up_valid[0], up_xoff[0], up_levels[LEVELS-1:0], up_queue[VC_QUEUE_W-1:0], up_turns[POOL_W-1:0], up_len[LEN_W-1:0]}
  = way[DELAY*MESSAGE_W +: MESSAGE_W];

wire [STAGES-1:0]            way_valid, way_xoff;
wire [STAGES*LEVELS-1:0]     way_levels;
wire [STAGES*VC_QUEUE_W-1:0] way_queue;

genvar i, k, l, o, q, s;
for (k = 0; k < STAGES; k = k + 1) begin : g_stage
  if (k > 0) begin : g_link
    reg [MESSAGE_W-1:0] message_q;
    always @(posedge clk) message_q <= way[(k-1)*MESSAGE_W +: MESSAGE_W] & {MESSAGE_W{begun}};
    assign way[k*MESSAGE_W +: MESSAGE_W] = message_q;
  end
  assign {way_valid[k], way_xoff[k], way_levels[k*LEVELS +: LEVELS], way_queue[k*VC_QUEUE_W +: VC_QUEUE_W]}
    = way[k*MESSAGE_W + POOL_W + LEN_W +: 2 + LEVELS + VC_QUEUE_W];
end

wire [RADIX-1:0]            rx_valid, rx_head, up_rx_valid, up_rx_head, tx_credit, up_tx_credit;
wire [RADIX*FLIT_BITS-1:0]  rx_data, up_rx_data;
wire [RADIX*VC_W-1:0]       tx_credit_vc, up_tx_credit_vc;
wire [RADIX-1:0]            tx_msg_valid, tx_msg_xoff;
wire [RADIX*LEVELS-1:0]     tx_msg_levels;
wire [RADIX*VC_QUEUE_W-1:0] tx_msg_queue;
wire [RADIX*POOL_W-1:0]     tx_msg_turns;
wire [RADIX*LEN_W-1:0]      tx_msg_len;

sluice_switch down (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_data(rx_data), .rx_msg_valid(down_valid), .rx_msg_xoff(down_xoff),
  .rx_msg_levels(down_levels), .rx_msg_queue(down_queue), .rx_msg_turns(down_turns), .rx_msg_len(down_len),
  .tx_msg_valid(tx_msg_valid), .tx_msg_xoff(tx_msg_xoff), .tx_msg_levels(tx_msg_levels), .tx_msg_queue(tx_msg_queue),
  .tx_msg_turns(tx_msg_turns), .tx_msg_len(tx_msg_len), .tx_credit(tx_credit), .tx_credit_vc(tx_credit_vc)
);
sluice_switch up (
  .clk(clk), .rst(rst), .rx_valid(up_rx_valid), .rx_head(up_rx_head), .rx_data(up_rx_data),
  .tx_msg_valid(up_valid), .tx_msg_xoff(up_xoff), .tx_msg_levels(up_levels), .tx_msg_queue(up_queue), .tx_msg_turns(up_turns),
  .tx_msg_len(up_len), .tx_credit(up_tx_credit), .tx_credit_vc(up_tx_credit_vc)
);

// ----------------------------------------------------------------------------
// Sides of `down`: inputs, then outputs; the last is output 0 of `up`. Each is a notifier and a receiver.
localparam SIDES = 2 * RADIX + 1;

wire [SIDES-1:0]                  levels_there, sides_apart, crossed;
wire [SIDES*LEVELS*RADIX-1:0]     told;
wire [SIDES*LINES-1:0]            valid, sent, xoff;
wire [SIDES*LINES*LEVEL_W-1:0]    level;
wire [SIDES*LINES*POOL_W-1:0]     turns;
wire [SIDES*LINES*VC_QUEUE_W-1:0] out_queue;
wire [SIDES*QUEUES-1:0]           entered;
wire [SIDES*LEVEL_W-1:0]          entered_level, notify_level;
wire [SIDES-1:0]                  notify, header;
wire [SIDES*POOL_W-1:0]           notify_turns;
wire [SIDES*VC_QUEUE_W-1:0]       notify_queue;

for (s = 0; s < SIDES; s = s + 1) begin : g_side
  wire                        valid_q;
  wire [SL_W-1:0]             sl_q;
  wire [QUEUES*CELLS_W-1:0]   fill_q;
  wire [LEVELS*RADIX-1:0]     told_q;
  wire [QUEUES-1:0]           entered_q;
  wire [LEVEL_W-1:0]          entered_level_q;
  wire [LINES-1:0]            sent_q, xoff_q;
  wire [LINES*LEN_W-1:0]      len_q;
  wire [LINES*LEVEL_W-1:0]    level_q;
  wire [LINES*POOL_W-1:0]     turns_q;
  wire [LINES*VC_QUEUE_W-1:0] out_queue_q;
  wire                        notify_q;
  wire [LEVEL_W-1:0]          notify_level_q;
  wire [POOL_W-1:0]           notify_turns_q;
  wire [VC_QUEUE_W-1:0]       notify_queue_q;
  wire [LINES-1:0]            stop, xon, same;
  wire [QUEUES-1:0]           both;

  localparam [SL_W:0] LEVELS_THERE = SLS;
  assign levels_there[s] = {1'b0, sl_q} < LEVELS_THERE;

  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    localparam [CELLS_W:0] HIGH = q % VC_QUEUES < RADIX ? DETECT_CELLS[CELLS_W:0] : XOFF_CELLS[CELLS_W:0];
    localparam [CELLS_W:0] LOW  = q % VC_QUEUES < RADIX ? DETECT_XON_CELLS[CELLS_W:0] : XON_CELLS[CELLS_W:0];
    assign both[q] = {1'b0, fill_q[q*CELLS_W +: CELLS_W]} > HIGH & {1'b0, fill_q[q*CELLS_W +: CELLS_W]} < LOW;
  end
  assign sides_apart[s] = both == 0;

  // An Xon meets an Xoff that stops its line only if another queue sent that.
  for (l = 0; l < LINES; l = l + 1) begin : g_met
    assign same[l] = stop[l] & xon[l] & out_queue_q[l*VC_QUEUE_W +: VC_QUEUE_W] == notify_queue_q;
  end
  assign crossed[s] = same == 0;

  assign header[s] = valid_q;
  assign told[s*LEVELS*RADIX +: LEVELS*RADIX] = told_q;
  for (l = 0; l < LINES; l = l + 1) begin : g_line
    assign valid[s*LINES + l] = |len_q[l*LEN_W +: LEN_W];
  end
  assign sent[s*LINES +: LINES] = sent_q;
  assign xoff[s*LINES +: LINES] = xoff_q;
  assign level[s*LINES*LEVEL_W +: LINES*LEVEL_W] = level_q;
  assign turns[s*LINES*POOL_W +: LINES*POOL_W] = turns_q;
  assign out_queue[s*LINES*VC_QUEUE_W +: LINES*VC_QUEUE_W] = out_queue_q;
  assign entered[s*QUEUES +: QUEUES] = entered_q;
  assign entered_level[s*LEVEL_W +: LEVEL_W] = entered_level_q;
  assign notify[s] = notify_q;
  assign notify_level[s*LEVEL_W +: LEVEL_W] = notify_level_q;
  assign notify_turns[s*POOL_W +: POOL_W] = notify_turns_q;
  assign notify_queue[s*VC_QUEUE_W +: VC_QUEUE_W] = notify_queue_q;
end

assign contract = &levels_there;
assign apart    = ~begun | &sides_apart;

// ----------------------------------------------------------------------------
// The law: over the link, and of each input and output of `down`.
localparam PAIRS = RADIX * RADIX;

wire [PAIRS:0] stopping, told_first, known;

stop_law #(.RADIX(RADIX), .SAQS(SAQS), .VCS(VCS), .LEVELS(LEVELS), .LEVEL_MAP(LEVEL_MAP), .STAGES(STAGES)) over_link (
  .told(told[LEVELS*RADIX-1:0]), .sent(sent[LINES-1:0]), .line_valid(valid[LINES-1:0]), .line_level(level[LINES*LEVEL_W-1:0]),
  .entered(entered[QUEUES-1:0]),
  .entered_level(entered_level[LEVEL_W-1:0]), .valid(way_valid), .xoff(way_xoff), .levels(way_levels), .queue(way_queue),
  .line_stopped(xoff[2*RADIX*LINES +: LINES]), .line_level_there(level[2*RADIX*LINES*LEVEL_W +: LINES*LEVEL_W]),
  .line_queue(out_queue[2*RADIX*LINES*VC_QUEUE_W +: LINES*VC_QUEUE_W]), .notified(notify[2*RADIX]),
  .notified_level(notify_level[2*RADIX*LEVEL_W +: LEVEL_W]), .notified_queue(notify_queue[2*RADIX*VC_QUEUE_W +: VC_QUEUE_W]),
  .stopping(stopping[PAIRS]), .told_first(told_first[PAIRS]), .kept(known[PAIRS])
);

for (o = 0; o < RADIX; o = o + 1) begin : g_output
  localparam SIDE = RADIX + o;
  wire                  msg_q, msg_xoff_q;
  wire [LEVELS-1:0]     msg_levels_q;
  wire [VC_QUEUE_W-1:0] msg_queue_q;

  for (i = 0; i < RADIX; i = i + 1) begin : g_input
    localparam [PORT_W-1:0] TURN = (o + RADIX - i) % RADIX;
    wire [LINES-1:0] leads;
    for (l = 0; l < LINES; l = l + 1) begin : g_line
      assign leads[l] = turns[(i*LINES+l)*POOL_W +: PORT_W] == TURN;
    end
    stop_law #(.RADIX(RADIX), .SAQS(SAQS), .VCS(VCS), .LEVELS(LEVELS), .LEVEL_MAP(LEVEL_MAP)) inside (
      .told(told[SIDE*LEVELS*RADIX +: LEVELS*RADIX]), .sent(sent[SIDE*LINES +: LINES]), .line_valid(valid[SIDE*LINES +: LINES]),
      .line_level(level[SIDE*LINES*LEVEL_W +: LINES*LEVEL_W]), .entered(entered[SIDE*QUEUES +: QUEUES]),
      .entered_level(entered_level[SIDE*LEVEL_W +: LEVEL_W]), .valid(msg_q), .xoff(msg_xoff_q), .levels(msg_levels_q), .queue(msg_queue_q),
      .line_stopped(xoff[i*LINES +: LINES] & leads), .line_level_there(level[i*LINES*LEVEL_W +: LINES*LEVEL_W]),
      .line_queue(out_queue[i*LINES*VC_QUEUE_W +: LINES*VC_QUEUE_W]), .notified(notify[i] & notify_turns[i*POOL_W +: PORT_W] == TURN),
      .notified_level(notify_level[i*LEVEL_W +: LEVEL_W]), .notified_queue(notify_queue[i*VC_QUEUE_W +: VC_QUEUE_W]),
      .stopping(stopping[o*RADIX + i]), .told_first(told_first[o*RADIX + i]), .kept(known[o*RADIX + i])
    );
  end
end

assign stop_ends = ~begun | &stopping;
assign unstopped = {2{~begun}} | {~|xoff[2*RADIX*LINES +: LINES], ~|xoff[RADIX*LINES-1:0]};

// ----------------------------------------------------------------------------
// One Xoff at most: in each step from the crossbar to the message, the packets of one input are at one output.
localparam STEPS = 4;

wire [RADIX-1:0]             to_once;
wire [STEPS*RADIX-1:0]       at_once;
wire [STEPS*RADIX*RADIX-1:0] at;        // of step, input, output

for (o = 0; o < RADIX; o = o + 1) begin : g_way
  wire              xb_head_q;
  wire [PORT_W-1:0] xb_src_q, src_enter_q, src_entered_q, src_msg_q;
  for (i = 0; i < RADIX; i = i + 1) begin : g_from
    localparam [PORT_W-1:0] THIS = i;
    assign at[(0*RADIX+i)*RADIX + o] = xb_head_q & xb_src_q == THIS;
    assign at[(1*RADIX+i)*RADIX + o] = header[RADIX+o] & src_enter_q == THIS;
    assign at[(2*RADIX+i)*RADIX + o] = |entered[(RADIX+o)*QUEUES +: QUEUES] & src_entered_q == THIS;
    assign at[(3*RADIX+i)*RADIX + o] = g_output[o].msg_q & g_output[o].msg_xoff_q & src_msg_q == THIS;
  end
end
for (i = 0; i < RADIX; i = i + 1) begin : g_xin
  wire [RADIX-1:0] to_q;
  assign to_once[i] = (to_q & (to_q - 1'b1)) == 0;
end
for (k = 0; k < STEPS * RADIX; k = k + 1) begin : g_once
  wire [RADIX-1:0] here = at[k*RADIX +: RADIX];
  assign at_once[k] = (here & (here - 1'b1)) == 0;
end

assign notified_once = ~begun | &at_once[3*RADIX +: RADIX];
assign kept          = ~begun | (&stopping & &told_first & &known & &crossed & &at_once & &to_once);

endmodule
`default_nettype wire
