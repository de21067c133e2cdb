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
  notify_next, notify_next_port, notify_next_len, notify_next_line, notify_next_destination
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

// Combinational. notify_next: this input is notified. notify_next_port: number of the output. notify_next_len: length from this input
// on. All 0 without notify_next.
output wire                           notify_next;
output wire [PORT_W-1:0]              notify_next_port;
output wire [LEN_W-1:0]               notify_next_len;
output wire [LINE_W-1:0]              notify_next_line;
output wire [DESTINATION_W-1:0]       notify_next_destination;

wire [LEN_W-1:0] below_len;

onehot_index #(.N(RADIX))                      port_of        (.onehot(from_output), .index(notify_next_port));
onehot_mux   #(.N(RADIX), .W(LINE_W))          line_of        (.sel(from_output), .d(line), .y(notify_next_line));
onehot_mux   #(.N(RADIX), .W(LEN_W))           len_of         (.sel(from_output), .d(len), .y(below_len));
onehot_mux   #(.N(RADIX), .W(DESTINATION_W))   destination_of (.sel(from_output), .d(destination), .y(notify_next_destination));

assign notify_next     = |from_output;
assign notify_next_len = below_len + {{(LEN_W-1){1'b0}}, notify_next};

endmodule
`default_nettype wire
