// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run.
`ifndef SYNTHESIS
module link_monitor #(
  parameter CFQS         = 4,
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter NODES        = 64,
  parameter HOPS         = 15,
  parameter STRANGERS    = 0,        // 1: an Xoff may name a destination to which no packet came
  parameter LINK         = "rx",     // names of the link in messages
  parameter PORT         = 0
) (
  clk, rst, valid, head, data, credit, msg_valid, msg_xoff, msg_line, msg_hops, msg_destination
);
localparam FLITS_W       = $clog2(PACKET_FLITS + 1);
localparam LEN_W         = $clog2(HOPS + 1);
localparam LINE_W        = CFQS > 1 ? $clog2(CFQS) : 1;
localparam DESTINATION_W = $clog2(NODES);

localparam [DESTINATION_W:0] ALL_NODES  = NODES[DESTINATION_W:0];
localparam [LEN_W:0]         BEYOND     = HOPS[LEN_W:0] + 1'b1;
localparam [LEN_W-1:0]       NO_HOPS    = 0;
localparam [LINE_W:0]        ALL_LINES  = CFQS[LINE_W:0];
localparam [CFQS-1:0]        FIRST_LINE = 1;
localparam                   NUMBER_W   = 32;
localparam [NUMBER_W-1:0]    FIRST      = 1;

`include "wiring/link/pins.vh"

input wire                     msg_valid;
input wire                     msg_xoff;
input wire [LINE_W-1:0]        msg_line;
input wire [LEN_W-1:0]         msg_hops;           // used only in an Xoff, as the destination
input wire [DESTINATION_W-1:0] msg_destination;

wire [DESTINATION_W-1:0] destination = data[DESTINATION_W-1:0];
wire [FLITS_W-1:0]       flits       = data[DESTINATION_W +: FLITS_W];

`include "wiring/link/packets.vh"

link_credits #(.FULL(SLOTS), .PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) credits (
  .clk(clk), .hold(hold), .cycle(cycle), .begins(begins), .flits(flits), .spent(1'b0), .credit(credit), .gained(1'b0)
);

// Stops of a line, and resets, have numbers, so that no memory has to be cleared: a word is of this stop, or of this reset, if it has its number.
reg  [NUMBER_W-1:0]      reset_q;
reg  [CFQS*NUMBER_W-1:0] stop_q;                 // by line
reg  [NUMBER_W-1:0]      come_mem [0:NODES-1];   // by destination: reset after which a packet came
reg  [CFQS*NUMBER_W-1:0] list_mem [0:NODES-1];   // by destination: stops of it, by line

reg  [CFQS-1:0]          stopped_q;              // lines
reg  [CFQS*LEN_W-1:0]    hops_q;                 // of the line, also after its Xon

wire                     xoff  = msg_valid & msg_xoff;
wire                     xon   = msg_valid & ~msg_xoff;
wire [CFQS-1:0]          line  = FIRST_LINE << msg_line;
wire [LEN_W-1:0]         hops  = hops_q[msg_line*LEN_W +: LEN_W];
wire                     come  = come_mem[msg_destination] == reset_q;
wire [CFQS*NUMBER_W-1:0] lists = list_mem[msg_destination];
wire [CFQS-1:0]          alike;                  // other stopped lines of as many hops that stop the destination

integer n;
initial begin
  reset_q = FIRST;
  for (n = 0; n < NODES; n = n + 1) begin
    come_mem[n] = {NUMBER_W{1'b0}};
    list_mem[n] = {CFQS*NUMBER_W{1'b0}};
  end
end

genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  wire [NUMBER_W-1:0] stop = stop_q[l*NUMBER_W +: NUMBER_W];

  initial stop_q[l*NUMBER_W +: NUMBER_W] = FIRST;

  assign alike[l] = stopped_q[l] & ~line[l] & lists[l*NUMBER_W +: NUMBER_W] == stop & hops_q[l*LEN_W +: LEN_W] == msg_hops;

  always @(posedge clk) if (hold || (xon && line[l])) stop_q[l*NUMBER_W +: NUMBER_W] <= stop + FIRST;
end

always @(posedge clk) begin
  if (hold)           reset_q               <= reset_q + FIRST;
  if (!hold & begins) come_mem[destination] <= reset_q;
  if (!hold & xoff)   list_mem[msg_destination][msg_line*NUMBER_W +: NUMBER_W] <= stop_q[msg_line*NUMBER_W +: NUMBER_W];
end

always @(posedge clk) if (!hold && begins) begin
  if ((^{flits, destination}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: destination is %b, flits %b",
      LINK, PORT, cycle, $time, destination, flits);
  else if ({1'b0, destination} >= ALL_NODES)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: destination-out-of-range: destination of a header is %0d, of less than %0d",
      LINK, PORT, cycle, $time, destination, NODES);
end

always @(posedge clk)
  if (hold) begin
    stopped_q <= {CFQS{1'b0}};
    hops_q    <= {CFQS*LEN_W{1'b0}};
  end else begin
    if ((msg_valid !== 1'b0 && msg_valid !== 1'b1) || (msg_valid && (^{msg_xoff, msg_line}) === 1'bx) ||
        (xoff && (^{msg_hops, msg_destination}) === 1'bx))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-message: msg_valid is %b, xoff %b, line %b, hops %b, destination %b",
        LINK, PORT, cycle, $time, msg_valid, msg_xoff, msg_line, msg_hops, msg_destination);
    else if (msg_valid && {1'b0, msg_line} >= ALL_LINES)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: line-out-of-range: a message of line %0d, of %0d",
        LINK, PORT, cycle, $time, msg_line, CFQS);
    else if (xon && ~|(stopped_q & line))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: xon-without-xoff: an Xon of line %0d, which is not stopped",
        LINK, PORT, cycle, $time, msg_line);
    else if (xoff && (msg_hops == NO_HOPS || {1'b0, msg_hops} >= BEYOND))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: hops-out-of-range: an Xoff with hops %0d, of 1 to %0d",
        LINK, PORT, cycle, $time, msg_hops, HOPS);
    else if (xoff && {1'b0, msg_destination} >= ALL_NODES)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: stop-out-of-range: an Xoff for destination %0d, of less than %0d",
        LINK, PORT, cycle, $time, msg_destination, NODES);
    else if (xoff && !come && STRANGERS == 0)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: stop-of-stranger: an Xoff for destination %0d, to which no packet came over this link",
        LINK, PORT, cycle, $time, msg_destination);
    else if (xoff && |(stopped_q & line) && msg_hops != hops)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: hops-changed: an Xoff of line %0d with hops %0d, which is stopped with hops %0d",
        LINK, PORT, cycle, $time, msg_line, msg_hops, hops);
    else if (xoff && |alike)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: same-hops-twice: an Xoff of line %0d for destination %0d, which another line of %0d hops stops",
        LINK, PORT, cycle, $time, msg_line, msg_destination, msg_hops);
    if (xoff)     stopped_q                       <= stopped_q | line;
    else if (xon) stopped_q                       <= stopped_q & ~line;
    if (xoff)     hops_q[msg_line*LEN_W +: LEN_W] <= msg_hops;
  end

`ifdef LISTS_RAM
localparam QUIET_W = 64;

reg  [QUIET_W-1:0]      quiet_q;     // cycles without an Xoff since reset
reg  [CFQS*QUIET_W-1:0] since_q;     // what they were when the line was let go
reg  [CFQS-1:0]         named_q;     // lines with an Xoff since reset

wire [QUIET_W-1:0]      quiet = quiet_q - since_q[msg_line*QUIET_W +: QUIET_W];
wire                    other = ~|(named_q & line) | msg_hops != hops;   // surely another congested point

always @(posedge clk)
  if (hold) begin
    quiet_q <= {QUIET_W{1'b0}};
    since_q <= {CFQS*QUIET_W{1'b0}};
    named_q <= {CFQS{1'b0}};
  end else begin
    if (xoff && ~|(stopped_q & line) && other && quiet[QUIET_W-1:32] == {(QUIET_W-32){1'b0}} && quiet[31:0] < NODES[31:0])
      $fatal(1, "%0s %0d, cycle %0d, time %0d: line-reused-early: line %0d for another point, %0d cycles without an Xoff later, of %0d",
        LINK, PORT, cycle, $time, msg_line, quiet, NODES);
    if (xoff) named_q <= named_q | line;
    else      quiet_q <= quiet_q + 1'b1;
    if (xon)  since_q[msg_line*QUIET_W +: QUIET_W] <= quiet_q + 1'b1;
  end
`endif

endmodule
`endif
