// Flow control of set-aside queues towards upstream, by destinations.
drfcu #(
  .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .HOPS(HOPS)
) drfcu (
`include "wiring/registers/stops.vh"
  .clk(clk), .rst(rst), .count(line_count), .sent_xoff(sent_xoff), .line_len(line_len),
  .enter(enters), .hdr_destination(entered), .sent_set(sent_set), .sent_clear(sent_clear),
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line), .rx_msg_hops(rx_msg_hops),
  .rx_msg_destination(rx_msg_destination)
);
