// Packets of a network interface to AXI-Stream, where a frame is a packet: flits go through, and none is stored.
module axis_through #(
  parameter NODES          = 64,
`include "wiring/axis/parameters.vh"
  parameter FLIT_BITS      = 138,
  parameter NODE_BITS      = 16,
  parameter DEST_W         = $clog2(NODES)
) (
  // Packets, which do not mix. The source is valid with the first flit.
`include "wiring/axis/packets_out.vh"

  input  wire                      clk,
  input  wire                      rst,
  input  wire                      receive_last
);
localparam BEAT_W = 9 * AXIS_BYTES + AXIS_USER_BITS + AXIS_ID_BITS;

reg [DEST_W-1:0] source_q;       // of the packet under way

assign receive_ready = m_axis_tready;
assign m_axis_tvalid = receive_valid;
assign m_axis_tlast  = receive_last;
assign m_axis_tdest  = receive_first ? receive_source[DEST_W-1:0] : source_q;
assign {m_axis_tid, m_axis_tuser, m_axis_tkeep, m_axis_tdata} = receive_data[HEADER_BITS +: BEAT_W];

always @(posedge clk)
  if (rst)                source_q <= {DEST_W{1'b0}};
  else if (receive_valid) source_q <= m_axis_tdest;

endmodule
