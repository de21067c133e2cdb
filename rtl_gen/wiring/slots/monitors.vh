// ----------------------------------------------------------------------------
// In simulation, a monitor of each link names a broken rule of its contract.
`ifndef SYNTHESIS
`ifndef SLUICE_NO_LINK_MONITOR
for (i = 0; i < RADIX; i = i + 1) begin : g_monitor
  link_monitor #(
`include "wiring/slots/with_monitor.vh"
`ifdef STOPS_QUEUES
    .UNDER_WAY(2 * LINK_CYCLES + 3),
`endif
    .LINK("rx"), .PORT(i)
  ) rx (
    .clk(clk), .rst(rst), .valid(rx_valid[i]), .head(rx_head[i]), .data(rx_data[i*FLIT_BITS +: FLIT_BITS]),
`ifdef STATIC_QUEUES
    .credit_queue(rx_credit_queue[i*QUEUE_W +: QUEUE_W]),
`elsif STOPS_QUEUES
    .msg_valid(rx_msg_valid[i]), .msg_stop(rx_msg_stop[i*QUEUES +: QUEUES]),
`elsif SET_ASIDE
    .msg_valid(rx_msg_valid[i]), .msg_xoff(rx_msg_xoff[i]), .msg_line(rx_msg_line[i*LINE_W +: LINE_W]),
`ifdef TABLE
    .msg_hops(rx_msg_hops[i*LEN_W +: LEN_W]), .msg_destination(rx_msg_destination[i*DESTINATION_W +: DESTINATION_W]),
`else
    .msg_turns(rx_msg_turns[i*POOL_W +: POOL_W]), .msg_len(rx_msg_len[i*LEN_W +: LEN_W]),
`endif
`endif
    .credit(rx_credit[i])
  );

  link_monitor #(
`include "wiring/slots/with_monitor.vh"
`ifdef STOPS_QUEUES
    .UNDER_WAY(3),
`elsif TABLE
`ifdef SET_ASIDE
    .STRANGERS(1),
`endif
`else
    .ENDS(1),
`endif
    .LINK("tx"), .PORT(i)
  ) tx (
    .clk(clk), .rst(rst), .valid(tx_valid[i]), .head(tx_head[i]), .data(tx_data[i*FLIT_BITS +: FLIT_BITS]),
`ifdef STATIC_QUEUES
    .credit_queue(tx_credit_queue[i*QUEUE_W +: QUEUE_W]),
`elsif STOPS_QUEUES
    .msg_valid(tx_msg_valid[i]), .msg_stop(tx_msg_stop[i*QUEUES +: QUEUES]),
`elsif SET_ASIDE
    .msg_valid(tx_msg_valid[i]), .msg_xoff(tx_msg_xoff[i]), .msg_line(tx_msg_line[i*LINE_W +: LINE_W]),
`ifdef TABLE
    .msg_hops(tx_msg_hops[i*LEN_W +: LEN_W]), .msg_destination(tx_msg_destination[i*DESTINATION_W +: DESTINATION_W]),
`else
    .msg_turns(tx_msg_turns[i*POOL_W +: POOL_W]), .msg_len(tx_msg_len[i*LEN_W +: LEN_W]),
`endif
`endif
    .credit(tx_credit[i])
  );
end
`endif
`endif
