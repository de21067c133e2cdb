// Xons for the lines of a side: those of the place that a line leads to, for the queue there that stopped the line, and for its level. And whether
// one of them is that of an Xoff which acts in the same cycle.
module xon_lines #(
  parameter LINES      = 16,
  parameter LEVELS     = 8,
  parameter VC_QUEUE_W = 4,
  parameter DESTS      = 8,   // places from which Xons come
  parameter LEVEL_W    = LEVELS > 1 ? $clog2(LEVELS) : 1
) (
  // Xons, by place. Levels that it is for, queue that sent it; used only with xon_valid.
  input  wire [DESTS-1:0]            xon_valid,
  input  wire [DESTS*LEVELS-1:0]     xon_levels,
  input  wire [DESTS*VC_QUEUE_W-1:0] xon_queue,

  // Lines. xoff: it is stopped; where it leads to, one-hot; queue that stopped it; its level.
  input  wire [LINES-1:0]            xoff,
  input  wire [LINES*DESTS-1:0]      line_dest,
  input  wire [LINES*VC_QUEUE_W-1:0] line_queue,
  input  wire [LINES*LEVEL_W-1:0]    line_level,

  // Xoff that acts: the place where it came from, one-hot; queue that sent it; its level.
  input  wire [DESTS-1:0]            notify_dest,
  input  wire [VC_QUEUE_W-1:0]       notify_queue,
  input  wire [LEVEL_W-1:0]          notify_level,

  // Combinational.
  output wire [LINES-1:0]            xon,
  output wire                        overtaken
);
// The Xoff is treated as one more line.
wire [(LINES+1)*DESTS-1:0]      dest  = {notify_dest, line_dest};
wire [(LINES+1)*VC_QUEUE_W-1:0] queue = {notify_queue, line_queue};
wire [(LINES+1)*LEVEL_W-1:0]    level = {notify_level, line_level};
wire [LINES:0]                  hit;

genvar l, e;
for (l = 0; l <= LINES; l = l + 1) begin : g_line
  wire [DESTS-1:0]      from = dest[l*DESTS +: DESTS] & xon_valid;
  wire [LEVELS-1:0]     levels;
  wire [VC_QUEUE_W-1:0] sender;
  wire [LEVELS-1:0]     included;

  onehot_mux #(.N(DESTS), .W(LEVELS))     levels_of (.sel(from), .d(xon_levels), .y(levels));
  onehot_mux #(.N(DESTS), .W(VC_QUEUE_W)) sender_of (.sel(from), .d(xon_queue),  .y(sender));

  for (e = 0; e < LEVELS; e = e + 1) begin : g_level
    localparam [LEVEL_W-1:0] THIS = e;
    assign included[e] = levels[e] & level[l*LEVEL_W +: LEVEL_W] == THIS;
  end

  assign hit[l] = |included & sender == queue[l*VC_QUEUE_W +: VC_QUEUE_W];
end

assign xon       = xoff & hit[LINES-1:0];
assign overtaken = hit[LINES];

endmodule
