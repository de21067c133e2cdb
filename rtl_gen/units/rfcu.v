// Flow control of set-aside queues: sends upstream an Xoff when a queue is long, and an Xon when it is
// short again. One message per cycle, the lowest line first.
// Twin: cmodel/units/rfcu.c. RECN-IQ 2.4, 2.5, 3.6.
module rfcu #(
  parameter RADIX          = 8,
  parameter SAQS           = 4,
  parameter SLOTS          = 64,
  parameter XOFF_THRESHOLD = 10,
  parameter XON_THRESHOLD  = 5,
`include "units/turnpool.vh"
  parameter COUNT_W        = $clog2(SLOTS + 1),
  parameter LINES          = SAQS,
  parameter LINE_W         = LINES > 1 ? $clog2(LINES) : 1
) (
  input  wire                    clk,
  input  wire                    rst,

  // Lines, functions of registers. count: occupancy of their queues. live: in use. sent_xoff: upstream is stopped.
  input  wire [SAQS*COUNT_W-1:0] count,
  input  wire [SAQS-1:0]         live,
  input  wire [SAQS-1:0]         sent_xoff,
  input  wire [SAQS*POOL_W-1:0]  line_turns,
  input  wire [SAQS*LEN_W-1:0]   line_len,

`include "units/stop_pins.vh"

  // With the message: its congested point. Xoff and Xon of a line alternate, Xoff first.
  output wire [POOL_W-1:0]       rx_msg_turns,
  output wire [LEN_W-1:0]        rx_msg_len
);
reg              msg_valid_q;
reg              msg_xoff_q;
reg [LINE_W-1:0] msg_line_q;
reg [POOL_W-1:0] msg_turns_q;
reg [LEN_W-1:0]  msg_len_q;

`include "units/stop_limits.vh"

// ----------------------------------------------------------------------------
// Lines that need a message, and the lowest of them.
wire [SAQS-1:0] want_xoff;
wire [SAQS-1:0] want_xon;
wire [SAQS-1:0] want = want_xoff | want_xon;
wire [SAQS-1:0] above;
wire [SAQS-1:0] first = want & ~above;

genvar l;
for (l = 0; l < SAQS; l = l + 1) begin : g_line
  wire [COUNT_W:0] packets = {1'b0, count[l*COUNT_W +: COUNT_W]};

  assign want_xoff[l] = (packets > most) & live[l] & ~sent_xoff[l];
  assign want_xon[l]  = (packets < least) & sent_xoff[l];
end

prefix_or #(.N(SAQS)) search (.x(want), .y(above));

assign sent_set   = first & want_xoff;
assign sent_clear = first & want_xon;

`include "units/stop_message.vh"

wire [POOL_W-1:0] turns;

onehot_mux #(.N(SAQS), .W(POOL_W)) turns_of (.sel(served), .d(line_turns), .y(turns));

always @(posedge clk)
  if (rst)          msg_turns_q <= {POOL_W{1'b0}};
  else if (|served) msg_turns_q <= turns;

assign rx_msg_turns = msg_turns_q;
assign rx_msg_len   = msg_len_q;

endmodule
