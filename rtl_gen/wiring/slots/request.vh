// Request of an arriving packet, with its stamp.
`ifdef STAMPS
`include "wiring/slots/stamps.vh"

localparam REQ_W = UNSTAMPED_W + STAMP_W;
wire [REQ_W-1:0] rx_req = {now, rx_unstamped};
`else
localparam REQ_W = UNSTAMPED_W;
wire [REQ_W-1:0] rx_req = rx_unstamped;
`endif
