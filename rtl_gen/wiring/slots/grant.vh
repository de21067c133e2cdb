    wire [RADIX-1:0]   req_here;
    wire               gnt_valid, gnt_long;
    wire [PORT_W-1:0]  gnt_src;
    wire [FLITS_W-1:0] gnt_flits;

    for (i = 0; i < RADIX; i = i + 1) begin : g_to
      assign req_here[i] = req[i*RADIX + o];
    end

    // Scheduler, second phase: grants this output to an input.
`ifdef STAMPS
    arb_out #(.RADIX(RADIX), .STAMP_W(STAMP_W), .PACKET_FLITS(PACKET_FLITS)) arb_out (
      .req_rank(req_rank),
`else
    arb_out #(.RADIX(RADIX), .PACKET_FLITS(PACKET_FLITS)) arb_out (
      .clk(clk), .rst(rst),
`endif
      .req(req_here), .req_flits(req_flits), .req_long(req_long), .gnt(gnt[o*RADIX +: RADIX]),
      .gnt_valid(gnt_valid), .gnt_src(gnt_src), .gnt_flits(gnt_flits), .gnt_long(gnt_long)
    );
