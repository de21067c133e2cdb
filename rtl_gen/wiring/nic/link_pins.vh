  // Credits by VC, and messages of the link to the switch.
  output wire [VC_W-1:0]       link_rx_credit_vc,
  input  wire [VC_W-1:0]       link_tx_credit_vc,
  output wire                  link_rx_msg_valid, link_rx_msg_xoff,
  output wire [LEVELS-1:0]     link_rx_msg_levels,
  output wire [VC_QUEUE_W-1:0] link_rx_msg_queue,
  output wire [POOL_W-1:0]     link_rx_msg_turns,
  output wire [LEN_W-1:0]      link_rx_msg_len,
  input  wire                  link_tx_msg_valid, link_tx_msg_xoff,
  input  wire [LEVELS-1:0]     link_tx_msg_levels,
  input  wire [VC_QUEUE_W-1:0] link_tx_msg_queue,
  input  wire [POOL_W-1:0]     link_tx_msg_turns,
  input  wire [LEN_W-1:0]      link_tx_msg_len,

  // Write of a word of the routing table: in reset, or before a packet for this destination comes. The fields are used only with cfg_valid.
  input  wire                  cfg_valid,
  input  wire [DEST_W-1:0]     cfg_address,         // destination
  input  wire [POOL_W-1:0]     cfg_turns,           // its route, the first turn lowest
  input  wire [LEN_W-1:0]      cfg_left,            // number of turns
