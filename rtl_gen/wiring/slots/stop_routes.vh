// Flow control of set-aside queues towards upstream.
rfcu #(
  .RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS),
  .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .TURNPOOL_BITS(TURNPOOL_BITS)
) rfcu (
`include "wiring/registers/stops.vh"
  .clk(clk), .rst(rst), .count(line_count), .live(live), .sent_xoff(sent_xoff),
  .line_turns(line_turns), .line_len(line_len), .sent_set(sent_set), .sent_clear(sent_clear),
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line),
  .rx_msg_turns(rx_msg_turns), .rx_msg_len(rx_msg_len)
);
