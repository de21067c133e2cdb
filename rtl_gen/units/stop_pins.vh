`ifdef CSR
  // Thresholds, from the register block.
  input  wire [COUNT_W-1:0]      xoff_limit,
  input  wire [COUNT_W-1:0]      xon_limit,
`endif

  // To the CAM. sent_set, sent_clear: line whose Xoff, or Xon, is on the link in the next cycle; at most one bit of both is set.
  output wire [LINES-1:0]        sent_set,
  output wire [LINES-1:0]        sent_clear,

  // Link, reverse, registered: a message is valid only with rx_msg_valid.
  output wire                    rx_msg_valid,
  output wire                    rx_msg_xoff,
  output wire [LINE_W-1:0]       rx_msg_line,
