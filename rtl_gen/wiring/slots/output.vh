    // Output port: credits, crossbar control, link register.
    oport #(.RADIX(RADIX), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) oport (
      .clk(clk), .rst(rst), .gnt_valid(gnt_valid), .gnt_src(gnt_src), .gnt_flits(gnt_flits),
      .gnt_long(gnt_long), .tx_credit(tx_credit[o]), .xb_data(xb_data[o*FLIT_BITS +: FLIT_BITS]),
`ifdef STATIC_QUEUES
      .open(open[o]),
`else
      .open_next(open_next[o]),
`endif
`ifdef SET_ASIDE
      .tx_src(tx_src),
`endif
      .xb_src(xb_src[o*PORT_W +: PORT_W]), .xb_valid(xb_valid[o]), .tx_valid(tx_valid[o]), .tx_head(tx_head[o]),
      .tx_data(tx_data[o*FLIT_BITS +: FLIT_BITS])
    );
