// Mapping: the queues as linked lists of slots, and the requests of their first packets.
smu #(.RADIX(RADIX), .QUEUES(QUEUES), .SLOTS(SLOTS), .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)) smu (
  .clk(clk), .rst(rst), .slot(slot), .rx_req(rx_req), .enter(enter), .gnt_queue(gnt_queue), .granted(granted),
  .req_flits(req_flits), .open_next(open_next), .rd_idle_next(rd_idle_next), .popping(popping), .pop_slot(pop_slot),
  .pop_flits(pop_flits), .present(present), .open(open), .turns(turns),
`ifdef SET_ASIDE
  .req(req), .pop_turn(pop_turn), .held_next(held_next), .count_next(count_next), .held(held),
`endif
`ifdef MESSAGES
  .pop(pop), .count(count),
`endif
`ifdef STAMPS
  .stamp(stamp),
`elsif BY_OUTPUT
  .req_queue(req_queue), .wanted(wanted),
`endif
  .flits(flits)
);
