output wire [8*AXIS_BYTES-1:0]   m_axis_tdata;
output wire [AXIS_BYTES-1:0]     m_axis_tkeep;
output wire                      m_axis_tvalid;
input  wire                      m_axis_tready;
output wire                      m_axis_tlast;
output wire [AXIS_ID_BITS-1:0]   m_axis_tid;
output wire [DEST_W-1:0]         m_axis_tdest;
output wire [AXIS_USER_BITS-1:0] m_axis_tuser;
