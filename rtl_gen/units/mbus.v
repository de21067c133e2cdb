// Message bus: the input whose packet a message of the output side is about, step by step with that packet.
// Twin: cmodel/units/mbus.c. docs/internals/microarchitecture-cioq.md.
module mbus #(
  parameter RADIX  = 8,
  parameter PORT_W = $clog2(RADIX)
) (
  input  wire              clk,
  input  wire              rst,

  // xb_header: the crossbar delivers a header. xb_src: input of that header; used only with xb_header.
  input  wire              xb_header,
  input  wire [PORT_W-1:0] xb_src,

  // Input that a message of the output side is for; registered.
  output wire [PORT_W-1:0] src_msg
);
reg [PORT_W-1:0] src_enter_q;
reg [PORT_W-1:0] src_entered_q;
reg [PORT_W-1:0] src_msg_q;

always @(posedge clk)
  if (rst) begin
    src_enter_q   <= {PORT_W{1'b0}};
    src_entered_q <= {PORT_W{1'b0}};
    src_msg_q     <= {PORT_W{1'b0}};
  end else begin
    if (xb_header) src_enter_q <= xb_src;
    src_entered_q <= src_enter_q;
    src_msg_q     <= src_entered_q;
  end

assign src_msg = src_msg_q;

endmodule
