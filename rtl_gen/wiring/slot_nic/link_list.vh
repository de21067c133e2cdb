`ifdef ROUTES
`ifdef PARKS
  link_rx_msg_valid, link_rx_msg_xoff, link_rx_msg_line, link_rx_msg_turns, link_rx_msg_len,
  link_tx_msg_valid, link_tx_msg_xoff, link_tx_msg_line, link_tx_msg_turns, link_tx_msg_len,
`endif
  cfg_valid, cfg_address, cfg_turns, cfg_left,
`elsif NEXT_QUEUES
  link_rx_credit_queue, link_tx_credit_queue,
  cfg_valid, cfg_address, cfg_queue,
`elsif PRIORITIES
  link_rx_msg_valid, link_rx_msg_stop,
  link_tx_msg_valid, link_tx_msg_stop,
`else
  link_rx_msg_valid, link_rx_msg_xoff, link_rx_msg_line, link_rx_msg_hops, link_rx_msg_destination,
  link_tx_msg_valid, link_tx_msg_xoff, link_tx_msg_line, link_tx_msg_hops, link_tx_msg_destination,
`endif
