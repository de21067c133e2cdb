// Filter of a network interface, by destination: line l holds the destinations that the switch has stopped in line l of its input.
// Twin: cmodel/units/slot_filter.c. docs/internals/microarchitecture-slot-nic.md.
module ndf #(
  parameter CFQS          = 4,
  parameter NODES         = 64,
  parameter LINE_W        = CFQS > 1 ? $clog2(CFQS) : 1,
  parameter DESTINATION_W = $clog2(NODES)
) (
  input  wire                     clk,
  input  wire                     rst,

  // Message from the switch, valid only with msg_valid, its destination only with an Xoff.
  input  wire                     msg_valid,
  input  wire                     msg_xoff,
  input  wire [LINE_W-1:0]        msg_line,
  input  wire [DESTINATION_W-1:0] msg_destination,

  // The candidate's destination, one-hot or zero; registered.
  input  wire [NODES-1:0]         cand,

  // stopped: it is stopped; by: the lowest line that stops it, 0 if there is none; from registers. let_go: line of an Xon in this cycle,
  // one-hot or zero; combinational from the message.
  output wire                     stopped,
  output wire [LINE_W-1:0]        by,
  output wire [CFQS-1:0]          let_go
);
reg [CFQS*NODES-1:0] list_q;

wire [CFQS-1:0]  of_line;           // line of the message, one-hot
wire [CFQS-1:0]  stop = {CFQS{msg_valid & msg_xoff}} & of_line;
wire [NODES-1:0] of_destination;    // its destination, one-hot
wire [CFQS-1:0]  match;
wire [CFQS-1:0]  lower;             // a lower line matches

turn_onehot #(.N(1), .TURN_W(LINE_W),        .DESTS(CFQS))  line_of        (.turn(msg_line),        .dest(of_line));
turn_onehot #(.N(1), .TURN_W(DESTINATION_W), .DESTS(NODES)) destination_of (.turn(msg_destination), .dest(of_destination));

assign let_go = {CFQS{msg_valid & ~msg_xoff}} & of_line;

genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  wire [NODES-1:0] list = list_q[l*NODES +: NODES];

  assign match[l] = |(list & cand);

  always @(posedge clk)
    if (rst) list_q[l*NODES +: NODES] <= {NODES{1'b0}};
    else     list_q[l*NODES +: NODES] <= (list & ~{NODES{let_go[l]}}) | (of_destination & {NODES{stop[l]}});
end

prefix_or #(.N(CFQS)) search (.x(match), .y(lower));
onehot_index #(.N(CFQS)) number_of (.onehot(match & ~lower), .index(by));

assign stopped = |match;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (|stop && of_destination == {NODES{1'b0}}) $fatal(1, "an Xoff for a destination that is not there");
end
`endif

endmodule
