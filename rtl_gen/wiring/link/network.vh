  // The link from a switch: a port of the switch has these pins as tx_*. No messages are sent.
  input  wire                 link_rx_valid,
  input  wire                 link_rx_head,
  input  wire [FLIT_BITS-1:0] link_rx_data,
  output wire                 link_rx_credit,

  // The link to the switch: there, they are rx_*.
  output wire                 link_tx_valid,
  output wire                 link_tx_head,
  output wire [FLIT_BITS-1:0] link_tx_data,
  input  wire                 link_tx_credit,
