// Flow control of set-aside queues: sends upstream an Xoff when a queue is long, and an Xon when it is
// short again. One message per cycle, the lowest line first.
// Twin: cmodel/units/rfcu.c. RECN-IQ 2.4, 2.5, 3.6.
module rfcu #(
  parameter RADIX          = 8,
  parameter SAQS           = 4,
  parameter SLOTS          = 64,
  parameter XOFF_THRESHOLD = 10,
  parameter XON_THRESHOLD  = 5,
  parameter TURNPOOL_BITS  = 31,
`include "units/turnpool.vh"
  parameter COUNT_W        = $clog2(SLOTS + 1),
  parameter LINE_W         = SAQS > 1 ? $clog2(SAQS) : 1
) (
  input  wire                    clk,
  input  wire                    rst,

  // Lines, functions of registers. count: occupancy of their queues. live: in use. sent_xoff: upstream is stopped.
  input  wire [SAQS*COUNT_W-1:0] count,
  input  wire [SAQS-1:0]         live,
  input  wire [SAQS-1:0]         sent_xoff,
  input  wire [SAQS*POOL_W-1:0]  line_turns,
  input  wire [SAQS*LEN_W-1:0]   line_len,

`ifdef CSR
  // Thresholds, from the register block.
  input  wire [COUNT_W-1:0]      xoff_limit,
  input  wire [COUNT_W-1:0]      xon_limit,
`endif

  // To the CAM. sent_set, sent_clear: line whose Xoff, or Xon, is on the link in the next cycle; at most one bit of both is set.
  output wire [SAQS-1:0]         sent_set,
  output wire [SAQS-1:0]         sent_clear,

  // Link, reverse, registered: a message is valid only with rx_msg_valid. Xoff and Xon of a line alternate, Xoff first.
  output wire                    rx_msg_valid,
  output wire                    rx_msg_xoff,
  output wire [LINE_W-1:0]       rx_msg_line,
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

// ----------------------------------------------------------------------------
// The message.
wire [LINE_W-1:0] line;
wire [POOL_W-1:0] turns;
wire [LEN_W-1:0]  len;

onehot_index #(.N(SAQS))              line_of  (.onehot(first), .index(line));
onehot_mux   #(.N(SAQS), .W(POOL_W))  turns_of (.sel(first), .d(line_turns), .y(turns));
onehot_mux   #(.N(SAQS), .W(LEN_W))   len_of   (.sel(first), .d(line_len), .y(len));

always @(posedge clk)
  if (rst) begin
    msg_valid_q <= 1'b0;
    msg_xoff_q  <= 1'b0;
    msg_line_q  <= {LINE_W{1'b0}};
    msg_turns_q <= {POOL_W{1'b0}};
    msg_len_q   <= {LEN_W{1'b0}};
  end else begin
    msg_valid_q <= |want;
    if (|want) begin
      msg_xoff_q  <= |sent_set;
      msg_line_q  <= line;
      msg_turns_q <= turns;
      msg_len_q   <= len;
    end
  end

assign rx_msg_valid = msg_valid_q;
assign rx_msg_xoff  = msg_xoff_q;
assign rx_msg_line  = msg_line_q;
assign rx_msg_turns = msg_turns_q;
assign rx_msg_len   = msg_len_q;

endmodule
