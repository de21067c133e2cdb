// CAM of an output port, by destinations: line l holds the destinations that downstream stopped in its line l (CLOP).
// A header that leaves for one of them causes an internal Xoff to the input from which it came.
// Twin: cmodel/units/dcam_out.c. FBICM 3.5.
`default_nettype none
module dcam_out #(
  parameter RADIX = 8,
  parameter CFQS  = 4,
  parameter NODES = 64,
  parameter HOPS  = 15
) (
  clk, rst,
`ifdef LISTS_RAM
  departed, departed_destination, departed_src, departed_row, stopped,
`else
  tx_valid, tx_head, tx_destination, tx_src, tx_msg_destination,
`endif
  tx_msg_valid, tx_msg_xoff, tx_msg_line, tx_msg_hops,
  xon_valid, xon_line,
  notify, notify_src, notify_line, notify_len, notify_destination
);
localparam PORT_W        = $clog2(RADIX);
localparam LEN_W         = $clog2(HOPS + 1);
localparam LINE_W        = CFQS > 1 ? $clog2(CFQS) : 1;
localparam DESTINATION_W = $clog2(NODES);

input  wire                     clk;
input  wire                     rst;

// Link, reverse: a message is valid only with tx_msg_valid. All Xoffs of a line up to its Xon have the same hops,
// the switch downstream included.
input  wire                     tx_msg_valid;
input  wire                     tx_msg_xoff;
input  wire [LINE_W-1:0]        tx_msg_line;
input  wire [LEN_W-1:0]         tx_msg_hops;

// Xon to all inputs, one cycle after the message; registered. xon_line: 0 without xon_valid.
output wire                     xon_valid;
output wire [LINE_W-1:0]        xon_line;

// Internal Xoff. notify: a pulse; suppressed if the Xon for the line arrives in the same cycle. notify_*: valid only with notify.
// notify_len: hops to the congested point without this switch.
output wire                     notify;
output wire [PORT_W-1:0]        notify_src;
output wire [LINE_W-1:0]        notify_line;
output wire [LEN_W-1:0]         notify_len;
output wire [DESTINATION_W-1:0] notify_destination;

localparam [CFQS-1:0]  FIRST_LINE = 1;
localparam [LEN_W-1:0] FARTHEST = HOPS[LEN_W-1:0];

reg                     xon_valid_q;
reg [LINE_W-1:0]        xon_line_q;
reg [CFQS-1:0]          stopped_q;
reg [CFQS*LEN_W-1:0]    len_q;
reg                     notify_valid_q;
reg [PORT_W-1:0]        notify_src_q;
reg [LINE_W-1:0]        notify_line_q;
reg [DESTINATION_W-1:0] notify_destination_q;

// ----------------------------------------------------------------------------
// Messages.
wire [CFQS-1:0] msg_line_onehot = FIRST_LINE << tx_msg_line;
wire [CFQS-1:0] set             = {CFQS{tx_msg_valid & tx_msg_xoff}} & msg_line_onehot;
wire            xon             = tx_msg_valid & ~tx_msg_xoff;
wire [CFQS-1:0] clr             = {CFQS{xon}} & msg_line_onehot;

// ----------------------------------------------------------------------------
// Header to match, and lines whose list has its destination.
wire                     header;
wire [DESTINATION_W-1:0] destination;
wire [PORT_W-1:0]        src;
wire [CFQS-1:0]          row;

`ifdef LISTS_RAM
// It left in the cycle before, when its row was read; registered. departed_*: used only with departed.
input  wire                     departed;
input  wire [DESTINATION_W-1:0] departed_destination;
input  wire [PORT_W-1:0]        departed_src;
input  wire [CFQS-1:0]          departed_row;

// Stopped lines: from registers.
output wire [CFQS-1:0]          stopped;

assign header      = departed;
assign destination = departed_destination;
assign src         = departed_src;
assign row         = departed_row;
assign stopped     = stopped_q;
`else
// It leaves in this cycle; registered. Used only with tx_valid and tx_head.
input  wire                     tx_valid;
input  wire                     tx_head;
input  wire [DESTINATION_W-1:0] tx_destination;
input  wire [PORT_W-1:0]        tx_src;

// Destination that an Xoff stops.
input  wire [DESTINATION_W-1:0] tx_msg_destination;

reg  [NODES*CFQS-1:0] clop_q;
wire [NODES*CFQS-1:0] learned;

list_place #(.ROWS(NODES), .WIDTH(CFQS)) stopping (.index(tx_msg_destination), .bits(set), .placed(learned));
list_row   #(.ROWS(NODES), .WIDTH(CFQS)) leaving  (.index(tx_destination), .d(clop_q), .row(row));

always @(posedge clk) begin
  if (rst)               clop_q <= {NODES*CFQS{1'b0}};
  else if (tx_msg_valid) clop_q <= (clop_q & ~{NODES{clr}}) | learned;
end

assign header      = tx_valid & tx_head;
assign destination = tx_destination;
assign src         = tx_src;
`endif

// ----------------------------------------------------------------------------
// Lines that stop the header, and whose length plus one is at most HOPS.
wire [CFQS-1:0]   match;
wire [CFQS-1:0]   pick;
wire [LINE_W-1:0] line;

genvar l;
generate
  for (l = 0; l < CFQS; l = l + 1) begin : g_line
    wire [LEN_W-1:0] length = len_q[l*LEN_W +: LEN_W];

    assign match[l] = stopped_q[l] & row[l] & (length != FARTHEST);

    always @(posedge clk) begin
      if (rst)         len_q[l*LEN_W +: LEN_W] <= {LEN_W{1'b0}};
      else if (set[l]) len_q[l*LEN_W +: LEN_W] <= tx_msg_hops;
    end
  end
endgenerate

shortest     #(.LINES(CFQS), .LEN_W(LEN_W)) shortest (.cand(match), .len(len_q), .pick(pick));
onehot_index #(.N(CFQS))                   line_of  (.onehot(pick), .index(line));

wire found = header & |match;

// ----------------------------------------------------------------------------
// Notification, one cycle after the match, with the present contents of the line.
wire [CFQS-1:0] named = FIRST_LINE << notify_line_q;

assign notify             = notify_valid_q & |(named & stopped_q & ~clr);
assign notify_src         = notify_src_q;
assign notify_line        = notify_line_q;
assign notify_destination = notify_destination_q;

onehot_mux #(.N(CFQS), .W(LEN_W)) len_of (.sel(named), .d(len_q), .y(notify_len));

assign xon_valid = xon_valid_q;
assign xon_line  = xon_line_q;

// ----------------------------------------------------------------------------
// State.
always @(posedge clk) begin
  if (rst) begin
    xon_valid_q          <= 1'b0;
    xon_line_q           <= {LINE_W{1'b0}};
    stopped_q            <= {CFQS{1'b0}};
    notify_valid_q       <= 1'b0;
    notify_src_q         <= {PORT_W{1'b0}};
    notify_line_q        <= {LINE_W{1'b0}};
    notify_destination_q <= {DESTINATION_W{1'b0}};
  end else begin
    xon_valid_q    <= xon;
    xon_line_q     <= tx_msg_line & {LINE_W{xon}};
    stopped_q      <= (stopped_q & ~clr) | set;
    notify_valid_q <= found;
    if (found) begin
      notify_src_q         <= src;
      notify_line_q        <= line;
      notify_destination_q <= destination;
    end
  end
end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((clr & ~stopped_q) != {CFQS{1'b0}}) $fatal(1, "an Xon for a line that is not stopped");
  if (found && (pick & (pick - 1'b1)) != {CFQS{1'b0}}) $fatal(1, "two lines of the same length stop a destination");
end
`endif

endmodule
`default_nettype wire
