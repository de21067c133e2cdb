// Memory management: slots, write side, read side.
mmu #(.SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) mmu (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .gnt(granted), .gnt_long(req_long),
  .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .rd_idle_next(rd_idle_next), .long_begun(long_begun),
`ifdef SET_ASIDE
  .idle(idle),
`endif
`ifdef TABLE
  .rx_store(rx_data), .slot(rx_slot),
`else
  .rx_store(rx_store), .slot(slot),
`endif
  .rdata(rdata), .rx_credit(rx_credit)
);

`ifdef TABLE
// Destination table: output port of an arriving packet.
dt #(.RADIX(RADIX), .NODES(NODES), .SLOTS(SLOTS), .PACKET_FLITS(PACKET_FLITS)) dt (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .destination(rx_data[DESTINATION_W-1:0]),
  .header_flits(header_flits), .rx_slot(rx_slot), .cfg_valid(cfg_valid), .cfg_address(cfg_address),
`ifdef SET_ASIDE
  .rx_destination(rx_destination),
`endif
  .cfg_port(cfg_port), .arrive(arrive), .slot(slot), .rx_port(rx_port), .rx_flits(rx_flits)
);
`endif
