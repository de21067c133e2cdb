// CAM of an output port, by destinations: line l holds the destinations that downstream stopped in its line l (CLOP).
// A header that leaves for one of them causes an internal Xoff to the input from which it came.
// Twin: cmodel/units/dcam_out.c. FBICM 3.5.
module dcam_out #(
  parameter RADIX         = 8,
  parameter CFQS          = 4,
  parameter NODES         = 64,
  parameter HOPS          = 15,
  parameter PORT_W        = $clog2(RADIX),
  parameter LEN_W         = $clog2(HOPS + 1),
  parameter LINES         = CFQS,
  parameter LINE_W        = LINES > 1 ? $clog2(LINES) : 1,
  parameter DESTINATION_W = $clog2(NODES)
) (
  input  wire                     clk,
  input  wire                     rst,

`include "units/stopped_lines_pins.vh"

`ifdef LISTS_RAM
  // The header to match left in the cycle before, when its row was read; registered. departed_*: used only with departed.
  input  wire                     departed,
  input  wire [DESTINATION_W-1:0] departed_destination,
  input  wire [PORT_W-1:0]        departed_src,
  input  wire [CFQS-1:0]          departed_row,

  // Stopped lines: from registers.
  output wire [CFQS-1:0]          stopped,
`else
  // The header to match leaves in this cycle; registered. Used only with tx_valid and tx_head.
  input  wire                     tx_valid,
  input  wire                     tx_head,
  input  wire [DESTINATION_W-1:0] tx_destination,
  input  wire [PORT_W-1:0]        tx_src,

  // Destination that an Xoff stops.
  input  wire [DESTINATION_W-1:0] tx_msg_destination,
`endif

  // Hops of a message: all Xoffs of a line up to its Xon have the same, the switch downstream included. Destination of an internal Xoff.
  input  wire [LEN_W-1:0]         tx_msg_hops,
  output wire [DESTINATION_W-1:0] notify_destination
);
localparam [LEN_W-1:0] FARTHEST = HOPS[LEN_W-1:0];

reg                     xon_valid_q;
reg [LINE_W-1:0]        xon_line_q;
reg [CFQS-1:0]          stopped_q;
reg [CFQS*LEN_W-1:0]    len_q;
reg                     notify_valid_q;
reg [PORT_W-1:0]        notify_src_q;
reg [LINE_W-1:0]        notify_line_q;
reg [DESTINATION_W-1:0] notify_destination_q;

`include "units/stopped_lines.vh"

// ----------------------------------------------------------------------------
// Header to match, and lines whose list has its destination.
wire                     header;
wire [DESTINATION_W-1:0] destination;
wire [CFQS-1:0]          row;

`ifdef LISTS_RAM
assign header      = departed;
assign destination = departed_destination;
assign src         = departed_src;
assign row         = departed_row;
assign stopped     = stopped_q;
`else
reg  [NODES*CFQS-1:0] clop_q;
wire [NODES*CFQS-1:0] learned;

list_place #(.ROWS(NODES), .WIDTH(CFQS)) stopping (.index(tx_msg_destination), .bits(set), .placed(learned));
list_row   #(.ROWS(NODES), .WIDTH(CFQS)) leaving  (.index(tx_destination), .d(clop_q), .row(row));

always @(posedge clk)
  if (rst)               clop_q <= {NODES*CFQS{1'b0}};
  else if (tx_msg_valid) clop_q <= (clop_q & ~{NODES{clr}}) | learned;

assign header      = tx_valid & tx_head;
assign destination = tx_destination;
assign src         = tx_src;
`endif

// ----------------------------------------------------------------------------
// Lines that stop the header, and whose length plus one is at most HOPS.
genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  wire [LEN_W-1:0] length = len_q[l*LEN_W +: LEN_W];

  assign match[l] = stopped_q[l] & row[l] & (length != FARTHEST);

  always @(posedge clk)
    if (rst)         len_q[l*LEN_W +: LEN_W] <= {LEN_W{1'b0}};
    else if (set[l]) len_q[l*LEN_W +: LEN_W] <= tx_msg_hops;
end

assign found = header & |match;

always @(posedge clk)
  if (rst)        notify_destination_q <= {DESTINATION_W{1'b0}};
  else if (found) notify_destination_q <= destination;

assign notify_destination = notify_destination_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((clr & ~stopped_q) != {CFQS{1'b0}}) $fatal(1, "an Xon for a line that is not stopped");
  if (found && (pick & (pick - 1'b1)) != {CFQS{1'b0}}) $fatal(1, "two lines of the same length stop a destination");
end
`endif

endmodule
