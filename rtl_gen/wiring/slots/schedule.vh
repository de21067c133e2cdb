`ifdef ONE_QUEUE
// Scheduler, first phase: a single queue needs no selection. Its head requests its output whenever it is eligible.
assign req       = port_onehot & {RADIX{eligible}};
assign req_flits = flits & {FLITS_W{eligible}};
assign req_long  = eligible & |(flits >> 1);
assign granted   = |gnt;
assign gnt_queue = granted & eligible;

`ifdef STAMPS
assign req_rank = rank & {STAMP_W{eligible}};
`endif
`else
// Scheduler, first phase: selects a queue of this input.
`ifdef STAMPS
arb_in #(.RADIX(RADIX), .QUEUES(QUEUES), .STAMP_W(STAMP_W), .PACKET_FLITS(PACKET_FLITS)) arb_in (
  .rank(rank), .req_rank(req_rank),
`else
arb_in #(.RADIX(RADIX), .QUEUES(QUEUES), .PACKET_FLITS(PACKET_FLITS)) arb_in (
  .clk(clk), .rst(rst),
`endif
  .eligible(eligible), .port_onehot(port_onehot), .flits(flits), .gnt(gnt), .req(req), .req_flits(req_flits),
  .req_long(req_long), .gnt_queue(gnt_queue), .granted(granted)
);
`endif
