  // Pins that not all network interfaces have. Write of a word of the table: in reset, or before a packet for this destination comes; the fields are
  // used only with cfg_valid.
`ifdef ROUTES
  input  wire              cfg_valid,
  input  wire [DEST_W-1:0] cfg_address,     // destination
  input  wire [POOL_W-1:0] cfg_turns,       // its route, the first turn lowest
  input  wire [LEN_W-1:0]  cfg_left,        // number of turns

`ifdef PARKS
  output wire              link_rx_msg_valid, link_rx_msg_xoff,
  output wire [LINE_W-1:0] link_rx_msg_line,
  output wire [POOL_W-1:0] link_rx_msg_turns,
  output wire [LEN_W-1:0]  link_rx_msg_len,
  input  wire              link_tx_msg_valid, link_tx_msg_xoff,
  input  wire [LINE_W-1:0] link_tx_msg_line,
  input  wire [POOL_W-1:0] link_tx_msg_turns,
  input  wire [LEN_W-1:0]  link_tx_msg_len,
`endif
`elsif NEXT_QUEUES
  output wire [QUEUE_W-1:0] link_rx_credit_queue,   // 0: an end node has one queue
  input  wire [QUEUE_W-1:0] link_tx_credit_queue,   // queue of the slot that the switch freed
  input  wire               cfg_valid,
  input  wire [DEST_W-1:0]  cfg_address,            // destination
  input  wire [QUEUE_W-1:0] cfg_queue,              // queue that its packets enter at the switch
`elsif PRIORITIES
  output wire              link_rx_msg_valid,
  output wire [QUEUES-1:0] link_rx_msg_stop,
  input  wire              link_tx_msg_valid,
  input  wire [QUEUES-1:0] link_tx_msg_stop,
`else
  output wire              link_rx_msg_valid, link_rx_msg_xoff,
  output wire [LINE_W-1:0] link_rx_msg_line,
  output wire [LEN_W-1:0]  link_rx_msg_hops,
  output wire [DEST_W-1:0] link_rx_msg_destination,
  input  wire              link_tx_msg_valid, link_tx_msg_xoff,
  input  wire [LINE_W-1:0] link_tx_msg_line,
  input  wire [LEN_W-1:0]  link_tx_msg_hops,
  input  wire [DEST_W-1:0] link_tx_msg_destination,
`endif
