  // Links into the switch, link i at [i*width +: width]. The flits of a packet arrive in consecutive cycles; its header, only when there is a credit for it.
  input  wire [RADIX-1:0]           rx_valid,     // a flit arrives
  input  wire [RADIX-1:0]           rx_head,      // the flit is the first of a packet; used only with rx_valid
  input  wire [RADIX*FLIT_BITS-1:0] rx_data,      // the flit; used only with rx_valid
  output wire [RADIX-1:0]           rx_credit,    // a slot was freed: the sender gets a credit; it starts with SLOTS, with static queues SLOTS / QUEUES of each

  // Links out of the switch, likewise. All outputs of the switch are registers.
  output wire [RADIX-1:0]           tx_valid,     // a flit leaves
  output wire [RADIX-1:0]           tx_head,      // the flit is the first of a packet; 0 without tx_valid
  output wire [RADIX*FLIT_BITS-1:0] tx_data,      // the flit; valid only with tx_valid
  input  wire [RADIX-1:0]           tx_credit,    // the receiver freed a slot: a credit comes back
