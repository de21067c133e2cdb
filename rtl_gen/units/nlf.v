// Filter of a network interface, by route: line l holds the congested point of line l of the switch's input, while that line is stopped.
// Twin: cmodel/units/slot_filter.c. docs/internals/microarchitecture-slot-nic.md.
module nlf #(
  parameter RADIX         = 8,
  parameter SAQS          = 4,
`include "units/turnpool.vh"
  parameter LINE_W        = SAQS > 1 ? $clog2(SAQS) : 1
) (
  input  wire              clk,
  input  wire              rst,

  // Message from the switch, valid only with msg_valid. Xoff and Xon of a line alternate, Xoff first; point and length are those of an Xoff.
  input  wire              msg_valid,
  input  wire              msg_xoff,
  input  wire [LINE_W-1:0] msg_line,
  input  wire [POOL_W-1:0] msg_turns,
  input  wire [LEN_W-1:0]  msg_len,

  // Route of the candidate, from registers: turns, and their number.
  input  wire [POOL_W-1:0] route_turns,
  input  wire [LEN_W-1:0]  route_left,

  // stopped: it would meet a stopped point; by: the lowest line that stops it, 0 if there is none; from registers. let_go: line of an Xon in
  // this cycle, one-hot or zero; combinational from the message.
  output wire              stopped,
  output wire [LINE_W-1:0] by,
  output wire [SAQS-1:0]   let_go
);
reg [SAQS*POOL_W-1:0] turns_q;
reg [SAQS*LEN_W-1:0]  len_q;
reg [SAQS-1:0]        xoff_q;

wire [SAQS-1:0] of_line;       // line of the message, one-hot
wire [SAQS-1:0] stop = {SAQS{msg_valid & msg_xoff}} & of_line;
wire [SAQS-1:0] match;
wire [SAQS-1:0] lower;         // a lower line matches

turn_onehot #(.N(1), .TURN_W(LINE_W), .DESTS(SAQS)) line_of (.turn(msg_line), .dest(of_line));

assign let_go = {SAQS{msg_valid & ~msg_xoff}} & of_line;

genvar l, t;
for (l = 0; l < SAQS; l = l + 1) begin : g_line
  wire [POOL_W-1:0] point  = turns_q[l*POOL_W +: POOL_W];
  wire [LEN_W-1:0]  length = len_q[l*LEN_W +: LEN_W];

  // Turns of the line that are not those of the route. Turns beyond the length are not compared.
  wire [TURNS-1:0] differs;
  for (t = 0; t < TURNS; t = t + 1) begin : g_turn
    localparam [LEN_W-1:0] TURN = t;

    assign differs[t] = length > TURN & |(route_turns[t*TURN_W +: TURN_W] ^ point[t*TURN_W +: TURN_W]);
  end

  assign match[l] = xoff_q[l] & (length <= route_left) & ~|differs;

  always @(posedge clk)
    if (rst) begin
      turns_q[l*POOL_W +: POOL_W] <= {POOL_W{1'b0}};
      len_q[l*LEN_W +: LEN_W]     <= {LEN_W{1'b0}};
    end else if (stop[l]) begin
      turns_q[l*POOL_W +: POOL_W] <= msg_turns;
      len_q[l*LEN_W +: LEN_W]     <= msg_len;
    end
end

always @(posedge clk)
  if (rst) xoff_q <= {SAQS{1'b0}};
  else     xoff_q <= (xoff_q & ~let_go) | stop;

prefix_or #(.N(SAQS)) search (.x(match), .y(lower));
onehot_index #(.N(SAQS)) number_of (.onehot(match & ~lower), .index(by));

assign stopped = |match;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((stop & xoff_q) != {SAQS{1'b0}} || (let_go & ~xoff_q) != {SAQS{1'b0}}) $fatal(1, "Xoff and Xon of a line do not alternate");
end
`endif

endmodule
