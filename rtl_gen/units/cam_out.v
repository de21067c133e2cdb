// CAM of an output port: line l holds the congested point of line l of the input downstream, while that line
// is stopped. A header that leaves for it causes an internal Xoff to the input from which it came.
// Twin: cmodel/units/cam_out.c. RECN-IQ 2.4.
module cam_out #(
  parameter RADIX         = 8,
  parameter SAQS          = 4,
`include "units/turnpool.vh"
  parameter PORT_W        = $clog2(RADIX),
  parameter LINES         = SAQS,
  parameter LINE_W        = LINES > 1 ? $clog2(LINES) : 1
) (
  input  wire              clk,
  input  wire              rst,

  // Link, forward: the flit that leaves in this cycle, registered. Fields of its header, and the input that it came from: used only with
  // tx_valid and tx_head.
  input  wire              tx_valid,
  input  wire              tx_head,
  input  wire [POOL_W-1:0] tx_turns,
  input  wire [LEN_W-1:0]  tx_left,
  input  wire [PORT_W-1:0] tx_src,

`include "units/stopped_lines_pins.vh"

  // Congested point of a message, and of an internal Xoff. Xoff and Xon of a line alternate, Xoff first.
  input  wire [POOL_W-1:0] tx_msg_turns,
  input  wire [LEN_W-1:0]  tx_msg_len,
  output wire [POOL_W-1:0] notify_turns
);
reg [SAQS-1:0]        stopped_q;
reg [SAQS*POOL_W-1:0] turns_q;
reg [SAQS*LEN_W-1:0]  len_q;
reg                   xon_valid_q;
reg [LINE_W-1:0]      xon_line_q;
reg                   notify_valid_q;
reg [PORT_W-1:0]      notify_src_q;
reg [LINE_W-1:0]      notify_line_q;

`include "units/stopped_lines.vh"

// ----------------------------------------------------------------------------
// Lines: the header that leaves is matched with all of them.
genvar l;
for (l = 0; l < SAQS; l = l + 1) begin : g_line
  wire [POOL_W-1:0] point  = turns_q[l*POOL_W +: POOL_W];
  wire [LEN_W-1:0]  length = len_q[l*LEN_W +: LEN_W];

  // Turns beyond the length are not compared.
  wire [POOL_W-1:0] compared;
  wire              differs;
  turns_mask   #(.TURNS(TURNS), .TURN_W(TURN_W)) compared_of (.len(length), .mask(compared));
  turns_differ #(.TURNS(TURNS), .TURN_W(TURN_W)) header (.x(tx_turns), .y(point), .mask(compared), .differ(differs));

  assign match[l] = stopped_q[l] & (tx_left >= length) & ~differs;

  // Reset clears the inputs that all lines share, so that the registers of a line need no reset of their own.
  always @(posedge clk) if (rst | set[l]) begin
    turns_q[l*POOL_W +: POOL_W] <= tx_msg_turns & {POOL_W{~rst}};
    len_q[l*LEN_W +: LEN_W]     <= tx_msg_len & {LEN_W{~rst}};
  end
end

assign found = tx_valid & tx_head & |match;
assign src   = tx_src;

onehot_mux #(.N(SAQS), .W(POOL_W)) turns_of (.sel(named), .d(turns_q), .y(notify_turns));

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((set & stopped_q) != {SAQS{1'b0}} || (clr & ~stopped_q) != {SAQS{1'b0}}) $fatal(1, "Xoff and Xon of a line do not alternate");
  if (found && (pick & (pick - 1'b1)) != {SAQS{1'b0}}) $fatal(1, "two lines of one congested point");
end
`endif

endmodule
