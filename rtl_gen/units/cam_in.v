// CAM of an input port: a line for each congested point that the port knows, matched with headers and
// notifications. A line is in use while its queue has packets, it is stopped, or it stops its upstream; it has no valid bit.
// Twin: cmodel/units/cam_in.c. RECN-IQ 2.2.1.
module cam_in #(
  parameter RADIX         = 8,
  parameter SAQS          = 4,
  parameter SLOTS         = 64,
`include "units/turnpool.vh"
  parameter COUNT_W       = $clog2(SLOTS + 1),
  parameter LINES         = SAQS,
  parameter LINE_W        = LINES > 1 ? $clog2(LINES) : 1
) (
  input  wire                    clk,
  input  wire                    rst,

  // count: occupancy of the set-aside queues, registered.
  input  wire [SAQS*COUNT_W-1:0] count,

  // Header to match: its turns, and their number.
  input  wire [POOL_W-1:0]       hdr_turns,
  input  wire [LEN_W-1:0]        hdr_left,

  // Of an internal Xoff: its congested point, with the turn of this switch.
  input  wire [POOL_W-1:0]       notify_next_turns,

  // Detection. detect: a pulse, never with notify, only while alloc is non-zero. detect_turn: of the new line; used only with detect.
  input  wire                    detect,
  input  wire [TURN_W-1:0]       detect_turn,

`include "units/known_lines_pins.vh"

  // match: lines in use that match the header; combinational. The others are functions of registers. notify: an internal Xoff acts in this cycle.
  // It stops the line of its congested point, or takes a free line. alloc: lowest free line, one-hot; zero if there is none.
  output wire [SAQS-1:0]         match,
  output wire [SAQS-1:0]         live,
  output wire [SAQS-1:0]         alloc,
  output wire [SAQS-1:0]         xoff,
  output wire [SAQS*POOL_W-1:0]  turns
);
localparam [LEN_W-1:0]   ONE_TURN = 1;
localparam [POOL_W-1:0]  TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);

reg [SAQS*POOL_W-1:0] turns_q;
reg [SAQS*LEN_W-1:0]  len_q;
reg [SAQS*TURNS-1:0]  len_mask_q;
reg [SAQS-1:0]        xoff_q;
reg [SAQS*LINE_W-1:0] out_line_q;
reg [SAQS-1:0]        sent_xoff_q;
reg                   notify_q;
reg [POOL_W-1:0]      notify_turns_q;
reg [LEN_W-1:0]       notify_len_q;
reg [LINE_W-1:0]      notify_line_q;

wire [SAQS-1:0] stop;    // line that the notification stops, one-hot or zero

`include "units/known_lines.vh"

// ----------------------------------------------------------------------------
// Search, and new contents of a line.
wire [SAQS-1:0] hit;     // line with the notification's congested point
wire [SAQS-1:0] take;    // free line that is taken

wire [POOL_W-1:0] new_turns = notify_q ? notify_turns_q : {TURNS{detect_turn}} & TURN_MASK;
wire [LEN_W-1:0]  new_len   = notify_q ? notify_len_q   : ONE_TURN;

wire [TURNS-1:0]  new_len_mask;

genvar l, t;
for (t = 0; t < TURNS; t = t + 1) begin : g_len_mask
  localparam [LEN_W-1:0] TURN = t;
  assign new_len_mask[t] = new_len > TURN;
end

for (l = 0; l < SAQS; l = l + 1) begin : g_line
  wire [POOL_W-1:0] point    = turns_q[l*POOL_W +: POOL_W];
  wire [LEN_W-1:0]  length   = len_q[l*LEN_W +: LEN_W];
  wire [LINE_W-1:0] out_line = out_line_q[l*LINE_W +: LINE_W];

  // Turns beyond the length are not compared.
  wire [TURNS-1:0]  len_mask = len_mask_q[l*TURNS +: TURNS];
  wire [POOL_W-1:0] compared;
  for (t = 0; t < TURNS; t = t + 1) begin : g_turn
    assign compared[t*TURN_W +: TURN_W] = {TURN_W{len_mask[t]}};
  end

  assign live[l]  = |count[l*COUNT_W +: COUNT_W] | xoff_q[l] | sent_xoff_q[l];
  assign match[l] = live[l] & (hdr_left >= length) & ~|((hdr_turns ^ point) & compared);
  assign hit[l]   = live[l] & ({length, point} == {notify_len_q, notify_turns_q});

  // The Xon comes from the output at the line's first turn, for the line of that output that `out_line` holds.
  wire [TURN_W-1:0] first = point[TURN_W-1:0];
  assign xon_hit[l] = xon_valid_all[first] & (xon_line_all[first*LINE_W +: LINE_W] == out_line);

  always @(posedge clk)
    if (rst) begin
      turns_q[l*POOL_W +: POOL_W]    <= {POOL_W{1'b0}};
      len_q[l*LEN_W +: LEN_W]        <= {LEN_W{1'b0}};
      len_mask_q[l*TURNS +: TURNS]   <= {TURNS{1'b0}};
      out_line_q[l*LINE_W +: LINE_W] <= {LINE_W{1'b0}};
    end else begin
      if (take[l]) begin
        turns_q[l*POOL_W +: POOL_W]  <= new_turns;
        len_q[l*LEN_W +: LEN_W]      <= new_len;
        len_mask_q[l*TURNS +: TURNS] <= new_len_mask;
      end
      if (stop[l]) out_line_q[l*LINE_W +: LINE_W] <= notify_line_q;
    end
end

// ----------------------------------------------------------------------------
// Allocation: the lowest line not in use.
wire [SAQS-1:0] above;
prefix_or #(.N(SAQS)) search (.x(~live), .y(above));

assign alloc = ~live & ~above;
assign take  = {SAQS{notify_q ? ~|hit : detect}} & alloc;
assign stop  = {SAQS{notify_q}} & (hit | take);

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) notify_turns_q <= {POOL_W{1'b0}};
  else     notify_turns_q <= notify_next_turns;

assign xoff  = xoff_q;
assign turns = turns_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (notify_q && (hit & (hit - 1'b1)) != {SAQS{1'b0}}) $fatal(1, "two lines of one congested point");
  if (detect && (notify_q || alloc == {SAQS{1'b0}})) $fatal(1, "no line for a detection");
end
`endif

endmodule
