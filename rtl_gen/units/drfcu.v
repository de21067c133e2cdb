// Flow control of set-aside queues towards upstream, by destinations. While a queue is too long, an Xoff is sent for the
// destination of each packet that enters it. When the queue is short again, one Xon ends the stop of all of them.
// Twin: cmodel/units/drfcu.c. FBICM 3.5.
module drfcu #(
  parameter CFQS           = 4,
  parameter NODES          = 64,
  parameter SLOTS          = 64,
  parameter XOFF_THRESHOLD = 10,
  parameter XON_THRESHOLD  = 5,
  parameter HOPS           = 15,
  parameter LEN_W          = $clog2(HOPS + 1),
  parameter COUNT_W        = $clog2(SLOTS + 1),
  parameter LINES          = CFQS,
  parameter LINE_W         = LINES > 1 ? $clog2(LINES) : 1,
  parameter DESTINATION_W  = $clog2(NODES)
) (
  input  wire                     clk,
  input  wire                     rst,

  // Lines, functions of registers. count: occupancy of their queues. sent_xoff: upstream is stopped. line_len: length.
  input  wire [CFQS*COUNT_W-1:0]  count,
  input  wire [CFQS-1:0]          sent_xoff,
  input  wire [CFQS*LEN_W-1:0]    line_len,

  // enter: queue that a packet enters, if upstream may still send to its destination; one-hot or zero. hdr_destination: that destination; used only
  // with enter.
  input  wire [CFQS-1:0]          enter,
  input  wire [DESTINATION_W-1:0] hdr_destination,

`include "units/stop_pins.vh"

  // With the message: its length with this switch; its destination, only in an Xoff.
  output wire [LEN_W-1:0]         rx_msg_hops,
  output wire [DESTINATION_W-1:0] rx_msg_destination
);
reg                     msg_valid_q;
reg                     msg_xoff_q;
reg [LINE_W-1:0]        msg_line_q;
reg [LEN_W-1:0]         msg_len_q;
reg [DESTINATION_W-1:0] msg_destination_q;

`include "units/stop_limits.vh"

// ----------------------------------------------------------------------------
// Lines that stop packets that enter, and lines that need an Xon.
wire [CFQS-1:0] over;
wire [CFQS-1:0] want_xon;
wire [CFQS-1:0] above;

genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  wire [COUNT_W:0] packets = {1'b0, count[l*COUNT_W +: COUNT_W]};
  wire             few     = packets < least;

  assign over[l]     = (packets > most) | (sent_xoff[l] & ~few);
  assign want_xon[l] = sent_xoff[l] & few;
end

prefix_or #(.N(CFQS)) search (.x(want_xon), .y(above));

`ifdef SORTED
// Xon for the lowest line that needs it; if there is none, Xoff for the packet that enters: one may enter in every cycle, and enter is late.
assign sent_set   = enter & over & {CFQS{~|want_xon}};
assign sent_clear = want_xon & ~above;
`else
// Xoff for the packet that enters; if there is none, Xon for the lowest line that needs it.
assign sent_set   = enter & over;
assign sent_clear = want_xon & ~above & {CFQS{~|sent_set}};
`endif

`include "units/stop_message.vh"

always @(posedge clk)
  if (rst)            msg_destination_q <= {DESTINATION_W{1'b0}};
  else if (|sent_set) msg_destination_q <= hdr_destination;

assign rx_msg_hops        = msg_len_q;
assign rx_msg_destination = msg_destination_q;

endmodule
