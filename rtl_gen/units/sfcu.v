// Congestion detection and flow control of a side: Xoff for the point of a queue that a packet entered and that holds too many cells, Xon once
// it holds few. A detection queue stands for the point of its turn, for each level by itself.
// Twin: cmodel/units/sfcu.c. docs/internals/microarchitecture-side.md.
module sfcu #(
  parameter RADIX            = 8,
  parameter DQS              = 8,   // detection queues of a VC
  parameter SAQS             = 8,
  parameter VCS              = 2,
  parameter LEVELS           = 8,
  parameter LEVEL_MAP        = 2396160,
  parameter CELLS            = 256,
  parameter DETECT_CELLS     = 64,
  parameter DETECT_XON_CELLS = 32,
  parameter XOFF_CELLS       = 32,
  parameter XON_CELLS        = 16,
  parameter REPEAT           = 0,   // 1: an Xoff is sent for each packet, since not all come from one sender
`include "units/turnpool.vh"
  parameter VC_QUEUES        = DQS + SAQS,
  parameter QUEUES           = VCS * VC_QUEUES,
  parameter VC_QUEUE_W       = $clog2(VC_QUEUES),
  parameter LEVEL_W          = LEVELS > 1 ? $clog2(LEVELS) : 1,
`ifdef SET_ASIDE
  parameter LINES            = VCS * SAQS,
`endif
  parameter CELLS_W          = $clog2(CELLS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // enter: queue that a packet enters, one-hot or zero. Its level; it has no turns ahead: used only with enter.
  input  wire [QUEUES-1:0]         enter,
  input  wire [LEVEL_W-1:0]        in_level,
  input  wire                      in_end,

  // Cells in each queue, from registers.
  input  wire [QUEUES*CELLS_W-1:0] fill,

`ifdef SET_ASIDE
  // Lines, from registers. sent: the line stops its upstream. Congested point of each line, its length, its level.
  input  wire [LINES-1:0]          sent,
  input  wire [LINES*POOL_W-1:0]   line_turns,
  input  wire [LINES*LEN_W-1:0]    line_len,
  input  wire [LINES*LEVEL_W-1:0]  line_level,

  // Pulses, functions of registers, never two in one cycle.
  output wire [LINES-1:0]          sent_set,
  output wire [LINES-1:0]          sent_clear,
`endif

  // Message: registered, used only with msg_valid. msg_xoff: 1: Xoff, 0: Xon. Turns and length are 0 with an Xon.
  output wire                      msg_valid,
  output wire                      msg_xoff,
  output wire [LEVELS-1:0]         msg_levels,
  output wire [VC_QUEUE_W-1:0]     msg_queue,
  output wire [POOL_W-1:0]         msg_turns,
  output wire [LEN_W-1:0]          msg_len
);
localparam DQ_W       = $clog2(DQS);

localparam [LEN_W-1:0] NO_TURNS = 0;

reg [QUEUES-1:0]       entered_q;
reg [LEVEL_W-1:0]      entered_level_q;
reg                    entered_end_q;
reg [LEVELS*DQS-1:0]   told_q;
reg                    msg_q;
reg                    msg_xoff_q;
reg [LEVELS-1:0]       msg_levels_q;
reg [VC_QUEUE_W-1:0]   msg_queue_q;
reg [POOL_W-1:0]       msg_turns_q;
reg [LEN_W-1:0]        msg_len_q;

// ----------------------------------------------------------------------------
// By level: the entered packet's, one-hot; told_q of its level; and which detection queues have stopped a level of each VC.
wire [LEVELS-1:0]    entered_level;
wire [DQS-1:0]       told;
wire [VCS*DQS-1:0]   told_any;

onehot_mux #(.N(LEVELS), .W(DQS)) told_of (.sel(entered_level), .d(told_q), .y(told));

genvar e, q, v;
for (e = 0; e < LEVELS; e = e + 1) begin : g_level
  localparam [LEVEL_W-1:0] THIS = e;
  assign entered_level[e] = entered_level_q == THIS;
end

for (v = 0; v < VCS; v = v + 1) begin : g_vc
  localparam [2:0] THIS = v;
  wire [LEVELS-1:0] here;
  for (e = 0; e < LEVELS; e = e + 1) begin : g_here
    assign here[e] = LEVEL_MAP[3*e +: 3] == THIS;
  end
  onehot_mux #(.N(LEVELS), .W(DQS)) any_of (.sel(here), .d(told_q), .y(told_any[v*DQS +: DQS]));
end

// ----------------------------------------------------------------------------
// Queues: Xoff of the one that a packet entered, or Xon of the lowest.
wire [QUEUES-1:0] stop, ends;
wire [QUEUES-1:0] said;        // it has stopped upstream: a detection queue the packet's level, a set-aside queue that of its line
wire [QUEUES-1:0] any;         // the same, a detection queue any level

for (v = 0; v < VCS; v = v + 1) begin : g_dqs
  assign said[v*VC_QUEUES +: DQS] = told;
  assign any[v*VC_QUEUES +: DQS]  = told_any[v*DQS +: DQS];
end

for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  localparam IS_DQ = q % VC_QUEUES < DQS;
  localparam [CELLS_W:0] HIGH = IS_DQ ? DETECT_CELLS[CELLS_W:0] : XOFF_CELLS[CELLS_W:0];
  localparam [CELLS_W:0] LOW  = IS_DQ ? DETECT_XON_CELLS[CELLS_W:0] : XON_CELLS[CELLS_W:0];

  wire [CELLS_W:0] now = {1'b0, fill[q*CELLS_W +: CELLS_W]};

  assign stop[q] = entered_q[q] & (now > HIGH) & (REPEAT != 0 | ~said[q]);
  assign ends[q] = any[q] & (now < LOW);
end

wire              stops = |stop;
wire [QUEUES-1:0] above;
wire [QUEUES-1:0] send_on = ends & ~above & {QUEUES{~stops}};

prefix_or #(.N(QUEUES)) search (.x(ends), .y(above));

// ----------------------------------------------------------------------------
// Message. Of a detection queue: its turn, but for a packet without turns ahead. The parts that are not those of the message's queue are 0.
wire [DQS-1:0]         dq_stop;        // in any VC
wire [VC_QUEUES-1:0]   sender;         // the same, of Xoff or Xon
wire [VC_QUEUE_W-1:0]  queue;
wire [LEVELS-1:0]      dq_levels;      // levels that a detection queue's Xon is for
wire [LEVELS*DQS-1:0]  told_set, told_clear;
wire                   has_turn = |dq_stop & ~entered_end_q;
wire [DQ_W-1:0]        turn;
wire [POOL_W-1:0]      dq_turns = {{(POOL_W-DQ_W){1'b0}}, turn};

// Of a set-aside queue.
wire [POOL_W-1:0]      saq_turns;
wire [LEN_W-1:0]       saq_len;
wire [LEVELS-1:0]      saq_levels;     // level of the line that sends an Xon, one-hot

for (q = 0; q < VC_QUEUES; q = q + 1) begin : g_sender
  wire [VCS-1:0] stopping, going;
  for (v = 0; v < VCS; v = v + 1) begin : g_vc
    assign stopping[v] = stop[v*VC_QUEUES + q];
    assign going[v]    = send_on[v*VC_QUEUES + q];
  end
  assign sender[q] = |{stopping, going};
  if (q < DQS) begin : g_dq
    assign dq_stop[q] = |stopping;
  end
end

for (e = 0; e < LEVELS; e = e + 1) begin : g_told
  localparam FIRST = LEVEL_MAP[3*e +: 3] * VC_QUEUES;   // queue 0 of the level's VC
  assign told_set[e*DQS +: DQS]   = stop[FIRST +: DQS] & {DQS{entered_level[e]}};
  assign told_clear[e*DQS +: DQS] = told_q[e*DQS +: DQS] & send_on[FIRST +: DQS];
  assign dq_levels[e] = |told_clear[e*DQS +: DQS];
end

onehot_index #(.N(VC_QUEUES)) number_of_sender (.onehot(sender), .index(queue));
onehot_index #(.N(DQS)) turn_of (.onehot(dq_stop & {DQS{has_turn}}), .index(turn));

`ifdef SET_ASIDE
wire [LINES-1:0]        saq_stop, saq_on;
wire [LINES*LEVELS-1:0] level_onehot;

genvar l;
for (v = 0; v < VCS; v = v + 1) begin : g_lines
  assign said[v*VC_QUEUES+DQS +: SAQS] = sent[v*SAQS +: SAQS];
  assign any[v*VC_QUEUES+DQS +: SAQS]  = sent[v*SAQS +: SAQS];
  assign saq_stop[v*SAQS +: SAQS] = stop[v*VC_QUEUES+DQS +: SAQS];
  assign saq_on[v*SAQS +: SAQS]   = send_on[v*VC_QUEUES+DQS +: SAQS];
end

for (l = 0; l < LINES; l = l + 1) begin : g_line
  for (e = 0; e < LEVELS; e = e + 1) begin : g_onehot
    localparam [LEVEL_W-1:0] THIS = e;
    assign level_onehot[l*LEVELS + e] = line_level[l*LEVEL_W +: LEVEL_W] == THIS;
  end
end

onehot_mux #(.N(LINES), .W(POOL_W)) turns_of (.sel(saq_stop), .d(line_turns), .y(saq_turns));
onehot_mux #(.N(LINES), .W(LEN_W)) len_of (.sel(saq_stop), .d(line_len), .y(saq_len));
onehot_mux #(.N(LINES), .W(LEVELS)) level_of (.sel(saq_on), .d(level_onehot), .y(saq_levels));

assign sent_set   = saq_stop;
assign sent_clear = saq_on;
`else
assign saq_turns  = {POOL_W{1'b0}};
assign saq_len    = NO_TURNS;
assign saq_levels = {LEVELS{1'b0}};
`endif

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    entered_q       <= {QUEUES{1'b0}};
    entered_level_q <= {LEVEL_W{1'b0}};
    entered_end_q   <= 1'b0;
    told_q          <= {(LEVELS*DQS){1'b0}};
    msg_q           <= 1'b0;
    msg_xoff_q      <= 1'b0;
    msg_levels_q    <= {LEVELS{1'b0}};
    msg_queue_q     <= {VC_QUEUE_W{1'b0}};
    msg_turns_q     <= {POOL_W{1'b0}};
    msg_len_q       <= NO_TURNS;
  end else begin
    entered_q <= enter;
    told_q    <= (told_q & ~told_clear) | told_set;
    msg_q     <= stops | |ends;
    if (|enter) begin
      entered_level_q <= in_level;
      entered_end_q   <= in_end;
    end
    if (stops | |ends) begin
      msg_xoff_q   <= stops;
      msg_levels_q <= stops ? entered_level : dq_levels | saq_levels;
      msg_queue_q  <= queue;
      msg_turns_q  <= dq_turns | saq_turns;
      msg_len_q    <= {{(LEN_W-1){1'b0}}, has_turn} | saq_len;
    end
  end

assign msg_valid  = msg_q;
assign msg_xoff   = msg_xoff_q;
assign msg_levels = msg_levels_q;
assign msg_queue  = msg_queue_q;
assign msg_turns  = msg_turns_q;
assign msg_len    = msg_len_q;

endmodule
