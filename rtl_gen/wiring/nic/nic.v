// Network interface with the host's adapter: packets go flit by flit, with valid and ready. Port 0, the link to a switch, has its own pins.
module nic #(
`include "wiring/nic/parameters.vh"
  parameter NODES            = 64,
`include "wiring/cells/header.vh"
  parameter DEST_W           = $clog2(NODES),
  parameter VC_W             = VCS > 1 ? $clog2(VCS) : 1,
  parameter VC_QUEUE_W       = $clog2(RADIX + VC_SAQS),
  parameter NODE_BITS        = 16
) (
`include "wiring/link/host_sends.vh"

`include "wiring/link/host_receives.vh"

`include "wiring/link/network.vh"

`include "wiring/nic/link_pins.vh"

  // Service levels of packets, used and valid with the first flit.
  input  wire [SL_W-1:0]        send_sl,
  output wire [SLS*NODES-1:0]   send_stopped,       // by service level and destination: packets are taken, but wait, and all behind them
  output wire [SL_W-1:0]        receive_sl
);
localparam MSG_W = DEST_W > VC_QUEUE_W ? DEST_W : VC_QUEUE_W;

// Links of port 1, the host's: into the network interface, and out of it.
wire                  in_valid, in_head, in_credit, in_msg_valid, in_msg_xoff;
wire [FLIT_BITS-1:0]  in_data;
wire [SL_W-1:0]       in_credit_sl;
wire [SLS-1:0]        in_msg_levels;
wire                  out_valid, out_head, out_credit;
wire [FLIT_BITS-1:0]  out_data;
wire [VC_W-1:0]       out_credit_vc;

// Pins of the switch that are wider than those of a port. What exceeds them is 0.
// verilator lint_off UNUSED
wire [MSG_W-1:0]      rx_msg_queue_0, rx_msg_queue_1;
wire [SLS-1:0]        rx_msg_levels_0;
wire [SL_W-1:0]       rx_credit_vc_0;
wire [POOL_W-1:0]     rx_msg_turns_1;
wire [LEN_W-1:0]      rx_msg_len_1;
// verilator lint_on UNUSED

assign link_rx_credit_vc  = rx_credit_vc_0[VC_W-1:0];
assign link_rx_msg_levels = rx_msg_levels_0[LEVELS-1:0];
assign link_rx_msg_queue  = rx_msg_queue_0[VC_QUEUE_W-1:0];

// ----------------------------------------------------------------------------
host_send #(
  .RADIX(RADIX), .NODES(NODES), .SLS(SLS),
`ifdef PACED
  .SPEED_N(SPEED_N), .SPEED_D(SPEED_D),
`endif
  .NIC_CELLS(NIC_CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .FLIT_BITS(FLIT_BITS),
  .TURNPOOL_BITS(TURNPOOL_BITS), .NODE_BITS(NODE_BITS)
) host_send (
  .clk(clk), .rst(rst), .node(node), .send_valid(send_valid), .send_ready(send_ready), .send_data(send_data),
  .send_last(send_last), .send_destination(send_destination), .send_sl(send_sl), .send_stopped(send_stopped),
  .send_refused(send_refused), .rx_valid(in_valid), .rx_head(in_head), .rx_data(in_data), .rx_credit(in_credit),
  .rx_credit_sl(in_credit_sl), .rx_msg_valid(in_msg_valid), .rx_msg_xoff(in_msg_xoff), .rx_msg_levels(in_msg_levels),
  .rx_msg_destination(rx_msg_queue_1[DEST_W-1:0])
);

switch #(
`include "wiring/nic/with.vh"
  .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS)
) switch (
  .clk(clk), .rst(rst), .rx_valid({in_valid, link_rx_valid}), .rx_head({in_head, link_rx_head}),
  .rx_data({in_data, link_rx_data}), .rx_credit({in_credit, link_rx_credit}), .rx_credit_vc({in_credit_sl, rx_credit_vc_0}),
  .rx_msg_valid({in_msg_valid, link_rx_msg_valid}), .rx_msg_xoff({in_msg_xoff, link_rx_msg_xoff}),
  .rx_msg_levels({in_msg_levels, rx_msg_levels_0}), .rx_msg_queue({rx_msg_queue_1, rx_msg_queue_0}),
  .rx_msg_turns({rx_msg_turns_1, link_rx_msg_turns}), .rx_msg_len({rx_msg_len_1, link_rx_msg_len}),
  .tx_valid({out_valid, link_tx_valid}), .tx_head({out_head, link_tx_head}), .tx_data({out_data, link_tx_data}),
  .tx_credit({out_credit, link_tx_credit}),
  .tx_credit_vc({{(SL_W-VC_W){1'b0}}, out_credit_vc, {(SL_W-VC_W){1'b0}}, link_tx_credit_vc}),
  .tx_msg_valid({1'b0, link_tx_msg_valid}), .tx_msg_xoff({1'b0, link_tx_msg_xoff}),
  .tx_msg_levels({{SLS{1'b0}}, {(SLS-LEVELS){1'b0}}, link_tx_msg_levels}),
  .tx_msg_queue({{MSG_W{1'b0}}, {(MSG_W-VC_QUEUE_W){1'b0}}, link_tx_msg_queue}),
  .tx_msg_turns({{POOL_W{1'b0}}, link_tx_msg_turns}), .tx_msg_len({{LEN_W{1'b0}}, link_tx_msg_len}),
  .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(cfg_turns), .cfg_left(cfg_left)
);

host_receive #(
  .RADIX(RADIX), .SLS(SLS), .SL_MAP(SL_MAP), .VCS(VCS), .HOST_CELLS(HOST_CELLS), .CELL_FLITS(CELL_FLITS),
  .PACKET_CELLS(PACKET_CELLS), .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS), .NODE_BITS(NODE_BITS)
) host_receive (
  .clk(clk), .rst(rst), .tx_valid(out_valid), .tx_head(out_head), .tx_data(out_data), .tx_credit(out_credit),
  .tx_credit_vc(out_credit_vc), .receive_valid(receive_valid), .receive_ready(receive_ready), .receive_data(receive_data),
  .receive_first(receive_first), .receive_last(receive_last), .receive_source(receive_source), .receive_sl(receive_sl)
);

endmodule
