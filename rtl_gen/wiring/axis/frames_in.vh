input  wire [8*AXIS_BYTES-1:0]   s_axis_tdata;
input  wire [AXIS_BYTES-1:0]     s_axis_tkeep;
input  wire                      s_axis_tvalid;
output wire                      s_axis_tready;
input  wire                      s_axis_tlast;
input  wire [AXIS_ID_BITS-1:0]   s_axis_tid;
input  wire [DEST_W-1:0]         s_axis_tdest;
input  wire [AXIS_USER_BITS-1:0] s_axis_tuser;
