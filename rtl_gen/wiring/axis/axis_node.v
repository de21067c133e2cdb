// Network interface with AXI-Stream ports: an end node of a network. The link to a switch has its own pins, those of `nic`.
module axis_node #(
`ifdef NIC
`include "wiring/nic/parameters.vh"
  parameter NODES            = 64,
`include "wiring/cells/header.vh"
  parameter DEST_W           = $clog2(NODES),
  parameter VC_W             = VCS > 1 ? $clog2(VCS) : 1,
  parameter VC_QUEUE_W       = $clog2(RADIX + VC_SAQS),
`else
`include "wiring/slot_nic/parameters.vh"
`include "wiring/slot_nic/link_widths.vh"
  parameter FLITS_AT         = 35,     // place of the length in a header
`endif
  parameter FRAME_FLITS      = 8,      // of the longest packet
  parameter SEND_LEVELS      = 1,      // levels that TID tells apart
`include "wiring/axis/parameters.vh"
  parameter FRAME_BEATS      = 190,
  parameter NODE_BITS        = 16
) (
`ifdef NIC
`include "wiring/nic/link_pins.vh"
`else
`include "wiring/slot_nic/link_pins.vh"
`endif

`include "wiring/link/network.vh"

  // Frames of the host; TDEST is the node that a frame goes to.
`include "wiring/axis/frames_in.vh"

  // Frames for the host; TDEST is the node that a frame comes from.
`include "wiring/axis/frames_out.vh"

  input  wire                      clk,
  input  wire                      rst,                 // synchronous, active high; one cycle is enough
  input  wire                      run,                 // tables are written: frames may come
  input  wire [NODE_BITS-1:0]      node,                // number of this end node, a constant
  output wire [15:0]               dropped              // frames that were dropped: too long, or to no node; stays at the most
);
localparam LEVEL_W = SEND_LEVELS > 1 ? $clog2(SEND_LEVELS) : 1;

wire                  send_valid, send_ready, send_last, send_refused;
wire [FLIT_BITS-1:0]  send_data;
wire [DEST_W-1:0]     send_destination;
wire                  receive_valid, receive_ready, receive_first;
wire [FLIT_BITS-1:0]  receive_data;
wire [NODE_BITS-1:0]  receive_source;
// verilator lint_off UNUSED
wire                  receive_last;      // a frame of several packets says itself where it ends
wire [LEVEL_W-1:0]    send_level;        // without levels, 0
// verilator lint_on UNUSED

// ----------------------------------------------------------------------------
axis_send #(
  .NODES(NODES), .SEND_LEVELS(SEND_LEVELS), .HEADER_BITS(HEADER_BITS), .AXIS_BYTES(AXIS_BYTES), .AXIS_USER_BITS(AXIS_USER_BITS),
  .AXIS_ID_BITS(AXIS_ID_BITS), .FRAME_BEATS(FRAME_BEATS), .FRAME_FLITS(FRAME_FLITS), .FLIT_BITS(FLIT_BITS)
) send (
  .clk(clk), .rst(rst), .run(run), .dropped(dropped), .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep),
  .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready), .s_axis_tlast(s_axis_tlast), .s_axis_tid(s_axis_tid),
  .s_axis_tdest(s_axis_tdest), .s_axis_tuser(s_axis_tuser), .send_valid(send_valid), .send_ready(send_ready),
  .send_data(send_data), .send_last(send_last), .send_destination(send_destination), .send_level(send_level),
  .send_refused(send_refused)
);

`ifdef FRAMES_CUT
axis_receive #(
  .NODES(NODES), .SEND_LEVELS(SEND_LEVELS), .HEADER_BITS(HEADER_BITS), .AXIS_BYTES(AXIS_BYTES), .AXIS_USER_BITS(AXIS_USER_BITS),
  .AXIS_ID_BITS(AXIS_ID_BITS), .FRAME_BEATS(FRAME_BEATS), .FLIT_BITS(FLIT_BITS), .NODE_BITS(NODE_BITS)
) receive (
`else
axis_through #(
  .NODES(NODES), .HEADER_BITS(HEADER_BITS), .AXIS_BYTES(AXIS_BYTES), .AXIS_USER_BITS(AXIS_USER_BITS),
  .AXIS_ID_BITS(AXIS_ID_BITS), .FLIT_BITS(FLIT_BITS), .NODE_BITS(NODE_BITS)
) receive (
  .receive_last(receive_last),
`endif
  .clk(clk), .rst(rst), .receive_valid(receive_valid), .receive_ready(receive_ready), .receive_data(receive_data),
  .receive_first(receive_first), .receive_source(receive_source), .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep),
  .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tlast(m_axis_tlast), .m_axis_tid(m_axis_tid),
  .m_axis_tdest(m_axis_tdest), .m_axis_tuser(m_axis_tuser)
);

// ----------------------------------------------------------------------------
// The network interface.
`ifdef NIC
// verilator lint_off UNUSED
wire [LEVEL_W-1:0]           receive_level;       // it follows from TID
wire [SLS*NODES-1:0]         send_wait;           // packets that are stopped wait in the network interface
// verilator lint_on UNUSED

nic #(
`include "wiring/nic/with.vh"
  .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS), .NODE_BITS(NODE_BITS)
) nic (
  .send_sl(send_level), .send_stopped(send_wait), .receive_sl(receive_level), .link_rx_credit_vc(link_rx_credit_vc),
  .link_tx_credit_vc(link_tx_credit_vc), .link_rx_msg_valid(link_rx_msg_valid), .link_rx_msg_xoff(link_rx_msg_xoff),
  .link_rx_msg_levels(link_rx_msg_levels), .link_rx_msg_queue(link_rx_msg_queue), .link_rx_msg_turns(link_rx_msg_turns),
  .link_rx_msg_len(link_rx_msg_len), .link_tx_msg_valid(link_tx_msg_valid), .link_tx_msg_xoff(link_tx_msg_xoff),
  .link_tx_msg_levels(link_tx_msg_levels), .link_tx_msg_queue(link_tx_msg_queue), .link_tx_msg_turns(link_tx_msg_turns),
  .link_tx_msg_len(link_tx_msg_len), .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(cfg_turns), .cfg_left(cfg_left),
`else
// verilator lint_off UNUSED
`ifdef PRIORITIES
wire [QUEUES-1:0] send_wait;     // packets without room, or stopped, wait in the network interface
`else
wire [NODES-1:0]  send_wait;
`endif
// verilator lint_on UNUSED

nic #(
`include "wiring/slot_nic/with.vh"
  .PACKET_FLITS(FRAME_FLITS), .FLITS_AT(FLITS_AT), .NODE_BITS(NODE_BITS)
) nic (
`ifdef NEXT_QUEUES
  .link_rx_credit_queue(link_rx_credit_queue), .link_tx_credit_queue(link_tx_credit_queue), .cfg_queue(cfg_queue),
`elsif PARKS
  .link_rx_msg_valid(link_rx_msg_valid), .link_tx_msg_valid(link_tx_msg_valid),
`endif
`ifdef PRIORITIES
  .send_queue(send_level), .link_rx_msg_stop(link_rx_msg_stop), .link_tx_msg_stop(link_tx_msg_stop),
`elsif STOPS_LINES
  .link_rx_msg_xoff(link_rx_msg_xoff), .link_rx_msg_line(link_rx_msg_line), .link_tx_msg_xoff(link_tx_msg_xoff),
  .link_tx_msg_line(link_tx_msg_line),
`ifdef ROUTES
  .link_rx_msg_turns(link_rx_msg_turns), .link_rx_msg_len(link_rx_msg_len), .link_tx_msg_turns(link_tx_msg_turns),
  .link_tx_msg_len(link_tx_msg_len),
`else
  .link_rx_msg_hops(link_rx_msg_hops), .link_rx_msg_destination(link_rx_msg_destination), .link_tx_msg_hops(link_tx_msg_hops),
  .link_tx_msg_destination(link_tx_msg_destination),
`endif
`endif
`ifdef ROUTES
  .cfg_turns(cfg_turns), .cfg_left(cfg_left),
`endif
`ifdef SEND_TABLE
  .cfg_valid(cfg_valid), .cfg_address(cfg_address),
`endif
  .send_room(send_wait),
`endif
  .clk(clk), .rst(rst), .node(node), .send_valid(send_valid), .send_ready(send_ready), .send_data(send_data),
  .send_last(send_last), .send_destination(send_destination), .send_refused(send_refused), .receive_valid(receive_valid),
  .receive_ready(receive_ready), .receive_data(receive_data), .receive_first(receive_first), .receive_last(receive_last),
  .receive_source(receive_source), .link_rx_valid(link_rx_valid), .link_rx_head(link_rx_head), .link_rx_data(link_rx_data),
  .link_rx_credit(link_rx_credit), .link_tx_valid(link_tx_valid), .link_tx_head(link_tx_head), .link_tx_data(link_tx_data),
  .link_tx_credit(link_tx_credit)
);

endmodule
