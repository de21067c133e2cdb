  input  wire                   clk,
  input  wire                   rst,            // synchronous, active high; one cycle is enough

  // Links into the network interface, that of port i at [i*width +: width]; as those of a switch.
  input  wire [1:0]             rx_valid,
  input  wire [1:0]             rx_head,
  input  wire [2*FLIT_BITS-1:0] rx_data,
  output wire [1:0]             rx_credit,

  // Links out of the network interface, likewise. All outputs are registers.
  output wire [1:0]             tx_valid,
  output wire [1:0]             tx_head,
  output wire [2*FLIT_BITS-1:0] tx_data,
  input  wire [1:0]             tx_credit,
