// Network interface with the adapters to a host: packets go flit by flit, with valid and ready. Port 0, the link to a switch, has its own pins.
module nic #(
`include "wiring/slot_nic/parameters.vh"
  parameter PACKET_FLITS  = 8,
`include "wiring/slot_nic/link_widths.vh"
  parameter FLITS_AT      = 35,      // place of the length in a header
  parameter NODE_BITS     = 16
) (
`include "wiring/link/network.vh"

`include "wiring/slot_nic/link_pins.vh"

`include "wiring/link/host_sends.vh"

`include "wiring/link/host_receives.vh"

`ifdef PRIORITIES
  input  wire [SEND_QUEUE_W-1:0] send_queue,        // priority of the packet, used only with its first flit
`endif

  output wire [SEND_QUEUES-1:0] send_room           // by queue: there is a credit for a packet. One without waits, and all behind it
);
// Links of port 1, the host's: into the network interface, and out of it.
wire                    in_valid, in_head, in_credit;
wire [FLIT_BITS-1:0]    in_data;
wire [SEND_QUEUE_W-1:0] in_credit_queue;
wire                    out_valid, out_credit;
wire [FLIT_BITS-1:0]    out_data;

// Pins of the switch that do not matter here: the receive side has one queue; a header is where a packet begins; the host gets no messages.
// verilator lint_off UNUSED
wire [SEND_QUEUE_W-1:0] rx_credit_queue_0;
wire                    out_head;
`ifdef PRIORITIES
wire                    in_msg_valid;
wire [QUEUES-1:0]       in_msg_stop;
`elsif NEXT_QUEUES
assign link_rx_credit_queue = {QUEUE_W{1'b0}};
`elsif LISTS
wire                    in_msg_valid, in_msg_xoff;
wire [LINE_W-1:0]       in_msg_line;
wire [LEN_W-1:0]        in_msg_len;
wire [DEST_W-1:0]       in_msg_destination;
`elsif PARKS
wire                    in_msg_valid, in_msg_xoff;
wire [LINE_W-1:0]       in_msg_line;
wire [LEN_W-1:0]        in_msg_len;
wire [POOL_W-1:0]       in_msg_turns;
`endif
// verilator lint_on UNUSED

// ----------------------------------------------------------------------------
switch #(
`include "wiring/slot_nic/with.vh"
  .FLITS_AT(FLITS_AT), .PACKET_FLITS(PACKET_FLITS)
) switch (
`ifdef PRIORITIES
  .rx_msg_valid({in_msg_valid, link_rx_msg_valid}), .rx_msg_stop({in_msg_stop, link_rx_msg_stop}),
  .tx_msg_valid({1'b0, link_tx_msg_valid}), .tx_msg_stop({{QUEUES{1'b0}}, link_tx_msg_stop}),
`elsif STOPS_LINES
  .rx_msg_valid({in_msg_valid, link_rx_msg_valid}), .rx_msg_xoff({in_msg_xoff, link_rx_msg_xoff}),
  .rx_msg_line({in_msg_line, link_rx_msg_line}), .tx_msg_valid({1'b0, link_tx_msg_valid}),
  .tx_msg_xoff({1'b0, link_tx_msg_xoff}), .tx_msg_line({{LINE_W{1'b0}}, link_tx_msg_line}),
`ifdef LISTS
  .rx_msg_hops({in_msg_len, link_rx_msg_hops}), .rx_msg_destination({in_msg_destination, link_rx_msg_destination}),
  .tx_msg_hops({{LEN_W{1'b0}}, link_tx_msg_hops}), .tx_msg_destination({{DEST_W{1'b0}}, link_tx_msg_destination}),
`else
  .rx_msg_turns({in_msg_turns, link_rx_msg_turns}), .rx_msg_len({in_msg_len, link_rx_msg_len}),
  .tx_msg_turns({{POOL_W{1'b0}}, link_tx_msg_turns}), .tx_msg_len({{LEN_W{1'b0}}, link_tx_msg_len}),
`endif
`elsif NEXT_QUEUES
  .tx_credit_queue({{QUEUE_W{1'b0}}, link_tx_credit_queue}), .cfg_valid(cfg_valid), .cfg_address(cfg_address),
  .cfg_queue(cfg_queue),
`endif
`ifdef ROUTES
  .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(cfg_turns), .cfg_left(cfg_left),
`endif
  .clk(clk), .rst(rst), .rx_valid({in_valid, link_rx_valid}), .rx_head({in_head, link_rx_head}),
  .rx_data({in_data, link_rx_data}), .rx_credit({in_credit, link_rx_credit}),
  .rx_credit_queue({in_credit_queue, rx_credit_queue_0}), .tx_valid({out_valid, link_tx_valid}),
  .tx_head({out_head, link_tx_head}), .tx_data({out_data, link_tx_data}), .tx_credit({out_credit, link_tx_credit})
);

// ----------------------------------------------------------------------------
source #(
  .SEND_QUEUES(SEND_QUEUES), .FLITS_AT(FLITS_AT), .NODES(NODES), .SOURCE_SLOTS(SOURCE_SLOTS), .FLIT_BITS(FLIT_BITS),
  .PACKET_FLITS(PACKET_FLITS), .NODE_BITS(NODE_BITS)
) source (
`ifdef PRIORITIES
  .send_queue(send_queue),
`endif
  .clk(clk), .rst(rst), .node(node), .send_valid(send_valid), .send_ready(send_ready), .send_data(send_data),
  .send_last(send_last), .send_destination(send_destination), .send_room(send_room), .send_refused(send_refused),
  .rx_valid(in_valid), .rx_head(in_head), .rx_data(in_data), .rx_credit(in_credit), .rx_credit_queue(in_credit_queue)
);

sink #(
  .FLITS_AT(FLITS_AT), .HOST_SLOTS(HOST_SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS), .NODE_BITS(NODE_BITS)
) sink (
  .clk(clk), .rst(rst), .tx_valid(out_valid), .tx_data(out_data), .tx_credit(out_credit), .receive_valid(receive_valid),
  .receive_ready(receive_ready), .receive_data(receive_data), .receive_first(receive_first), .receive_last(receive_last),
  .receive_source(receive_source)
);

endmodule
