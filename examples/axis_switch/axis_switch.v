// The switch that sluice generates, by the names of axis_switch of verilog-axis: README.md.
`timescale 1ns / 1ps
`default_nettype none
module axis_switch #(
  parameter S_COUNT = 4,
  parameter M_COUNT = 4,                       // S_COUNT
  parameter DATA_WIDTH = 8,
  parameter KEEP_ENABLE = DATA_WIDTH > 8,
  parameter KEEP_WIDTH = (DATA_WIDTH + 7) / 8,
  parameter ID_ENABLE = 0,
  parameter S_ID_WIDTH = 8,
  parameter M_ID_WIDTH = S_ID_WIDTH + $clog2(S_COUNT),
  parameter M_DEST_WIDTH = 1,
  parameter S_DEST_WIDTH = M_DEST_WIDTH + $clog2(M_COUNT),
  parameter USER_ENABLE = 1,
  parameter USER_WIDTH = 1,
  parameter M_BASE = 0,                        // 0, or of port i: i
  parameter M_TOP = 0,
  parameter M_CONNECT = {M_COUNT{{S_COUNT{1'b1}}}},
  parameter UPDATE_TID = 0,
  parameter S_REG_TYPE = 0,
  parameter M_REG_TYPE = 2,
  parameter ARB_TYPE_ROUND_ROBIN = 1,
  parameter ARB_LSB_HIGH_PRIORITY = 1
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire [S_COUNT*DATA_WIDTH-1:0]   s_axis_tdata,
  input  wire [S_COUNT*KEEP_WIDTH-1:0]   s_axis_tkeep,
  input  wire [S_COUNT-1:0]              s_axis_tvalid,
  output wire [S_COUNT-1:0]              s_axis_tready,
  input  wire [S_COUNT-1:0]              s_axis_tlast,
  input  wire [S_COUNT*S_ID_WIDTH-1:0]   s_axis_tid,
  input  wire [S_COUNT*S_DEST_WIDTH-1:0] s_axis_tdest,
  input  wire [S_COUNT*USER_WIDTH-1:0]   s_axis_tuser,
  output wire [M_COUNT*DATA_WIDTH-1:0]   m_axis_tdata,
  output wire [M_COUNT*KEEP_WIDTH-1:0]   m_axis_tkeep,
  output wire [M_COUNT-1:0]              m_axis_tvalid,
  input  wire [M_COUNT-1:0]              m_axis_tready,
  output wire [M_COUNT-1:0]              m_axis_tlast,
  output wire [M_COUNT*M_ID_WIDTH-1:0]   m_axis_tid,
  output wire [M_COUNT*M_DEST_WIDTH-1:0] m_axis_tdest,
  output wire [M_COUNT*USER_WIDTH-1:0]   m_axis_tuser
);
localparam PORT_W = $clog2(S_COUNT);
localparam ID_W   = M_DEST_WIDTH + S_ID_WIDTH;  // TID of the switch carries TDEST beside TID

// Where the port is in a TDEST: above all else, or, with M_BASE, below.
localparam PORT_AT = M_BASE == 0 ? S_DEST_WIDTH - PORT_W : 0;

wire [S_COUNT*ID_W-1:0]   s_id, m_id;
wire [S_COUNT*PORT_W-1:0] s_port, m_port;

genvar i;
for (i = 0; i < S_COUNT; i = i + 1) begin : g_port
  wire [S_DEST_WIDTH-1:0] dest   = s_axis_tdest[i*S_DEST_WIDTH +: S_DEST_WIDTH];
  wire [PORT_W-1:0]       source = m_port[i*PORT_W +: PORT_W];

  assign s_port[i*PORT_W +: PORT_W] = dest[PORT_AT +: PORT_W];
  assign s_id[i*ID_W +: ID_W]       = {dest[M_DEST_WIDTH-1:0], s_axis_tid[i*S_ID_WIDTH +: S_ID_WIDTH]};
  assign m_axis_tdest[i*M_DEST_WIDTH +: M_DEST_WIDTH] = m_id[i*ID_W+S_ID_WIDTH +: M_DEST_WIDTH];
  assign m_axis_tid[i*M_ID_WIDTH +: M_ID_WIDTH]       = {UPDATE_TID != 0 ? source : {PORT_W{1'b0}}, m_id[i*ID_W +: S_ID_WIDTH]};
end

sluice_axis the_switch (
  .aclk(clk), .aresetn(~rst), .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
  .s_axis_tlast(s_axis_tlast), .s_axis_tid(s_id), .s_axis_tdest(s_port), .s_axis_tuser(s_axis_tuser), .m_axis_tdata(m_axis_tdata),
  .m_axis_tkeep(m_axis_tkeep), .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tlast(m_axis_tlast), .m_axis_tid(m_id),
  .m_axis_tdest(m_port), .m_axis_tuser(m_axis_tuser), .dropped()
);
endmodule
`default_nettype wire
