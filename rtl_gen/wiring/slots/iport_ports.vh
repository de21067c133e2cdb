`ifdef STAMPS
      .now(now), .req_rank(req_rank[i*STAMP_W +: STAMP_W]),
`endif
      .clk(clk), .rst(rst), .rx_valid(rx_valid[i]), .rx_head(rx_head[i]),
      .rx_data(rx_data[i*FLIT_BITS +: FLIT_BITS]), .rx_credit(rx_credit[i]),
      .gnt(gnt_here), .req(req[i*RADIX +: RADIX]), .req_flits(req_flits[i*FLITS_W +: FLITS_W]), .req_long(req_long[i]),
      .rdata(rdata[i*FLIT_BITS +: FLIT_BITS])
