// Four ports of a switch with AXI-Stream ports, by themselves: those of port i are p[i].s_axis_* and p[i].m_axis_*.
`timescale 1ns / 1ns
`default_nettype none
module axis_ports #(
  parameter AXIS_BYTES = 8
) (
  input  wire        aclk,
  input  wire        aresetn,
  output wire [63:0] dropped
);
genvar i;
for (i = 0; i < 4; i = i + 1) begin : p
  reg  [8*AXIS_BYTES-1:0] s_axis_tdata;
  reg  [AXIS_BYTES-1:0] s_axis_tkeep;
  reg  s_axis_tvalid;
  wire s_axis_tready;
  reg  s_axis_tlast;
  reg  [7:0] s_axis_tid;
  reg  [1:0] s_axis_tdest;
  reg  s_axis_tuser;
  wire [8*AXIS_BYTES-1:0] m_axis_tdata;
  wire [AXIS_BYTES-1:0] m_axis_tkeep;
  wire m_axis_tvalid;
  reg  m_axis_tready;
  wire m_axis_tlast;
  wire [7:0] m_axis_tid;
  wire [1:0] m_axis_tdest;
  wire m_axis_tuser;
end

sluice_axis dut (
  .aclk(aclk), .aresetn(aresetn),
  .s_axis_tdata({p[3].s_axis_tdata, p[2].s_axis_tdata, p[1].s_axis_tdata, p[0].s_axis_tdata}),
  .s_axis_tkeep({p[3].s_axis_tkeep, p[2].s_axis_tkeep, p[1].s_axis_tkeep, p[0].s_axis_tkeep}),
  .s_axis_tvalid({p[3].s_axis_tvalid, p[2].s_axis_tvalid, p[1].s_axis_tvalid, p[0].s_axis_tvalid}),
  .s_axis_tready({p[3].s_axis_tready, p[2].s_axis_tready, p[1].s_axis_tready, p[0].s_axis_tready}),
  .s_axis_tlast({p[3].s_axis_tlast, p[2].s_axis_tlast, p[1].s_axis_tlast, p[0].s_axis_tlast}),
  .s_axis_tid({p[3].s_axis_tid, p[2].s_axis_tid, p[1].s_axis_tid, p[0].s_axis_tid}),
  .s_axis_tdest({p[3].s_axis_tdest, p[2].s_axis_tdest, p[1].s_axis_tdest, p[0].s_axis_tdest}),
  .s_axis_tuser({p[3].s_axis_tuser, p[2].s_axis_tuser, p[1].s_axis_tuser, p[0].s_axis_tuser}),
  .m_axis_tdata({p[3].m_axis_tdata, p[2].m_axis_tdata, p[1].m_axis_tdata, p[0].m_axis_tdata}),
  .m_axis_tkeep({p[3].m_axis_tkeep, p[2].m_axis_tkeep, p[1].m_axis_tkeep, p[0].m_axis_tkeep}),
  .m_axis_tvalid({p[3].m_axis_tvalid, p[2].m_axis_tvalid, p[1].m_axis_tvalid, p[0].m_axis_tvalid}),
  .m_axis_tready({p[3].m_axis_tready, p[2].m_axis_tready, p[1].m_axis_tready, p[0].m_axis_tready}),
  .m_axis_tlast({p[3].m_axis_tlast, p[2].m_axis_tlast, p[1].m_axis_tlast, p[0].m_axis_tlast}),
  .m_axis_tid({p[3].m_axis_tid, p[2].m_axis_tid, p[1].m_axis_tid, p[0].m_axis_tid}),
  .m_axis_tdest({p[3].m_axis_tdest, p[2].m_axis_tdest, p[1].m_axis_tdest, p[0].m_axis_tdest}),
  .m_axis_tuser({p[3].m_axis_tuser, p[2].m_axis_tuser, p[1].m_axis_tuser, p[0].m_axis_tuser}),
  .dropped(dropped)
);
endmodule
`default_nettype wire
