// Packets come flit by flit, as many as the header says.
`ifdef PACED
link_packets #(.PACKET_FLITS(PACKET_FLITS), .PACE_N(SPEED_N), .PACE_D(SPEED_D), .LINK(LINK), .PORT(PORT)) packets (
`else
link_packets #(.PACKET_FLITS(PACKET_FLITS), .LINK(LINK), .PORT(PORT)) packets (
`endif
  .clk(clk), .hold(hold), .cycle(cycle), .valid(valid), .head(head), .flits(flits)
);
