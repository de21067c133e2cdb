// CAM of an input port, by destinations: a line for each congested point that the port knows, with the list of destinations
// whose packets cross it (CLIP). A line is in use while its queue has packets, it is stopped, or it stops its upstream.
// Twin: cmodel/units/dcam_in.c. FBICM 3.3, 3.5.
module dcam_in #(
  parameter RADIX         = 8,
  parameter CFQS          = 4,
  parameter NODES         = 64,
  parameter SLOTS         = 64,
  parameter HOPS          = 15,
  parameter PORT_W        = $clog2(RADIX),
  parameter LEN_W         = $clog2(HOPS + 1),
  parameter COUNT_W       = $clog2(SLOTS + 1),
  parameter LINES         = CFQS,
  parameter LINE_W        = LINES > 1 ? $clog2(LINES) : 1,
  parameter DESTINATION_W = $clog2(NODES)
) (
  input  wire                     clk,
  input  wire                     rst,

  // count: occupancy of the set-aside queues, registered.
  input  wire [CFQS*COUNT_W-1:0]  count,

  // Header to match: number of its output port.
  input  wire [PORT_W-1:0]        hdr_port,

  // Detection. detect: a pulse, never with notify, only while alloc is non-zero. detect_port: output of the new line; used only with detect.
  input  wire                     detect,
  input  wire [PORT_W-1:0]        detect_port,

  // Of an internal Xoff: its output, and the destination that is stopped.
  input  wire [PORT_W-1:0]        notify_next_port,
  input  wire [DESTINATION_W-1:0] notify_next_destination,

`include "units/known_lines_pins.vh"

`ifdef LISTS_RAM
  // row: read for the header or for the notification, which never need it in one cycle. dirty: lines whose lists are not clear; registered.
  input  wire [CFQS-1:0]          row,
  input  wire [CFQS-1:0]          dirty,

  // stop: line that the notification stops, and whose list gets its destination; one-hot or zero.
  output wire [CFQS-1:0]          stop,
  output wire [DESTINATION_W-1:0] notify_destination,
`else
  // Lists in flip-flops, read and written for the header and for the notification. move: line to whose queue the header's packet moves, one-hot
  // or zero. nsb: an Xoff for the header's destination stands, so that upstream does not need another; combinational.
  input  wire [DESTINATION_W-1:0] hdr_destination,
  input  wire [CFQS-1:0]          move,
  output wire                     nsb,
`endif

  // match: lines in use that match the header; combinational. The others are functions of registers. notify: an internal Xoff acts in this cycle.
  // It stops the line of its congested point, or takes a free line. alloc: lowest free line, one-hot; zero if there is none.
  output wire [CFQS-1:0]          match,
  output wire [CFQS-1:0]          live,
  output wire [CFQS-1:0]          alloc,
  output wire [CFQS-1:0]          xoff
);
localparam [LEN_W-1:0] ONE_HOP = 1;

reg                     notify_q;
reg [PORT_W-1:0]        notify_port_q;
reg [LEN_W-1:0]         notify_len_q;
reg [LINE_W-1:0]        notify_line_q;
reg [DESTINATION_W-1:0] notify_destination_q;
reg [CFQS*PORT_W-1:0]   port_q;
reg [CFQS*LEN_W-1:0]    len_q;
reg [CFQS-1:0]          xoff_q;
reg [CFQS*LINE_W-1:0]   out_line_q;
reg [CFQS-1:0]          sent_xoff_q;

// ----------------------------------------------------------------------------
// Lists.
wire [CFQS-1:0] hdr_row;      // lines whose list has the header's destination
wire [CFQS-1:0] notify_row;   // lines whose list has the notification's
wire [CFQS-1:0] free;         // lines that can be taken

`ifdef LISTS_RAM
assign hdr_row            = row;
assign notify_row         = row;
assign free               = ~dirty & ~live;
assign notify_destination = notify_destination_q;
`else
reg [CFQS-1:0]        live_prev_q;
reg [NODES*CFQS-1:0]  clip_q;
reg [NODES-1:0]       nsb_q;

wire [CFQS-1:0]       stop;         // lines that the notification stops
wire [NODES*CFQS-1:0] hdr_learned;
wire [NODES*CFQS-1:0] notify_learned;
wire [NODES-1:0]      sent;

list_row   #(.ROWS(NODES), .WIDTH(CFQS)) hdr_lines    (.index(hdr_destination), .d(clip_q), .row(hdr_row));
list_row   #(.ROWS(NODES), .WIDTH(CFQS)) notify_lines (.index(notify_destination_q), .d(clip_q), .row(notify_row));
list_place #(.ROWS(NODES), .WIDTH(CFQS)) hdr_learns   (.index(hdr_destination), .bits(move), .placed(hdr_learned));
list_place #(.ROWS(NODES), .WIDTH(CFQS)) notify_learns (.index(notify_destination_q), .bits(stop), .placed(notify_learned));
list_row   #(.ROWS(NODES), .WIDTH(1))    hdr_sent     (.index(hdr_destination), .d(nsb_q), .row(nsb));
list_place #(.ROWS(NODES), .WIDTH(1))    sending      (.index(hdr_destination), .bits(|sent_set), .placed(sent));

// The list of a line is cleared when the line is left; a bit of NSB, by the Xon of a line whose list has the destination.
wire [CFQS-1:0]       leave = live_prev_q & ~live;
wire [NODES*CFQS-1:0] xon_lists = clip_q & {NODES{sent_clear}};
wire [NODES-1:0]      freed;

genvar d;
for (d = 0; d < NODES; d = d + 1) begin : g_destination
  assign freed[d] = |xon_lists[d*CFQS +: CFQS];
end

always @(posedge clk)
  if (rst) begin
    live_prev_q <= {CFQS{1'b0}};
    clip_q      <= {NODES*CFQS{1'b0}};
    nsb_q       <= {NODES{1'b0}};
  end else begin
    live_prev_q <= live;
    if (|stop | |move | |leave)  clip_q <= (clip_q & ~{NODES{leave}}) | hdr_learned | notify_learned;
    if (|sent_set | |sent_clear) nsb_q  <= (nsb_q & ~freed) | sent;
  end

assign free = ~live;
`endif

`include "units/known_lines.vh"

`include "units/stopped_destination.vh"

// ----------------------------------------------------------------------------
// Search, and new contents of a line.
wire [CFQS-1:0] list_hit;  // line of the notification's length whose list has its destination
wire [CFQS-1:0] linked;    // lines of that length linked to the output line that notifies
wire [CFQS-1:0] take;      // free line that is taken

wire [PORT_W-1:0] new_port = notify_q ? notify_port_q : detect_port;
wire [LEN_W-1:0]  new_len  = notify_q ? notify_len_q  : ONE_HOP;

genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  wire [PORT_W-1:0] line_port = port_q[l*PORT_W +: PORT_W];
  wire [LEN_W-1:0]  length    = len_q[l*LEN_W +: LEN_W];
  wire [LINE_W-1:0] out_line  = out_line_q[l*LINE_W +: LINE_W];
  wire              same      = length == notify_len_q;

  assign live[l]     = |count[l*COUNT_W +: COUNT_W] | xoff_q[l] | sent_xoff_q[l];
  assign match[l]    = live[l] & (length == ONE_HOP ? line_port == hdr_port : hdr_row[l]);
  assign list_hit[l] = live[l] & same & notify_row[l];
  assign linked[l]   = live[l] & same & (line_port == notify_port_q) & (out_line == notify_line_q);

  // The Xon comes from the line's output, for the line of that output that `out_line` holds.
  assign xon_hit[l] = xon_valid_all[line_port] & (xon_line_all[line_port*LINE_W +: LINE_W] == out_line);

  always @(posedge clk)
    if (rst) begin
      port_q[l*PORT_W +: PORT_W]     <= {PORT_W{1'b0}};
      len_q[l*LEN_W +: LEN_W]        <= {LEN_W{1'b0}};
      out_line_q[l*LINE_W +: LINE_W] <= {LINE_W{1'b0}};
    end else begin
      if (take[l]) len_q[l*LEN_W +: LEN_W] <= new_len;
      // The port of a destination may have changed since it was added to the list.
      if (take[l] | stop[l]) port_q[l*PORT_W +: PORT_W] <= new_port;
      if (stop[l]) out_line_q[l*LINE_W +: LINE_W] <= notify_line_q;
    end
end

// ----------------------------------------------------------------------------
// Allocation: the lowest free line. A notification stops the line whose list has the destination; if there is none, the lowest line linked
// to the output line that notifies; if there is none either, the line that is taken.
wire [CFQS-1:0] above;
wire [CFQS-1:0] linked_above;
prefix_or #(.N(CFQS)) search (.x(free), .y(above));
prefix_or #(.N(CFQS)) search_linked (.x(linked), .y(linked_above));

wire [CFQS-1:0] hit = |list_hit ? list_hit : linked & ~linked_above;

assign alloc = free & ~above;
assign take  = {CFQS{notify_q ? ~|hit : detect}} & alloc;
assign stop  = {CFQS{notify_q}} & (hit | take);

assign xoff = xoff_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (notify_q && (list_hit & (list_hit - 1'b1)) != {CFQS{1'b0}}) $fatal(1, "a destination in two lines of a length");
  if (detect && (notify_q || alloc == {CFQS{1'b0}})) $fatal(1, "no line for a detection");
end
`endif

endmodule
