// Internal Xoffs of the outputs to one input: at most one per cycle, from the output to which the input sent a header.
// From the input, the congested point is one hop farther away than from the output. FBICM 3.5.
`default_nettype none
module dnotify_in #(
  parameter RADIX = 8,
  parameter CFQS  = 4,
  parameter NODES = 64,
  parameter HOPS  = 15
) (
  from_output,
  line, len, destination,
  told, told_port, told_len, told_line, told_destination
);
localparam PORT_W        = $clog2(RADIX);
localparam LEN_W         = $clog2(HOPS + 1);
localparam LINE_W        = CFQS > 1 ? $clog2(CFQS) : 1;
localparam DESTINATION_W = $clog2(NODES);

// from_output: the output that notifies this input, one-hot or zero.
input  wire [RADIX-1:0]               from_output;

// Notifications, by output: line of the output, its length, destination; used only where from_output is set.
input  wire [RADIX*LINE_W-1:0]        line;
input  wire [RADIX*LEN_W-1:0]         len;
input  wire [RADIX*DESTINATION_W-1:0] destination;

// Combinational. told: this input is notified. told_port: number of the output. told_len: length from this input on. All 0 without told.
output wire                           told;
output wire [PORT_W-1:0]              told_port;
output wire [LEN_W-1:0]               told_len;
output wire [LINE_W-1:0]              told_line;
output wire [DESTINATION_W-1:0]       told_destination;

wire [LEN_W-1:0] below_len;

onehot_index #(.N(RADIX))                      port_of        (.onehot(from_output), .index(told_port));
onehot_mux   #(.N(RADIX), .W(LINE_W))          line_of        (.sel(from_output), .d(line), .y(told_line));
onehot_mux   #(.N(RADIX), .W(LEN_W))           len_of         (.sel(from_output), .d(len), .y(below_len));
onehot_mux   #(.N(RADIX), .W(DESTINATION_W))   destination_of (.sel(from_output), .d(destination), .y(told_destination));

assign told     = |from_output;
assign told_len = below_len + {{(LEN_W-1){1'b0}}, told};

endmodule
`default_nettype wire
