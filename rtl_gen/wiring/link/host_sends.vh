  // Pins of a network interface to its host, which sends. Clock, and what is the same for all packets.
  input  wire                   clk,
  input  wire                   rst,                // synchronous, active high; one cycle is enough
  input  wire [NODE_BITS-1:0]   node,               // number of this end node, a constant; it goes into the header as the source

  // Packets of the host: a flit goes in a cycle with valid and ready. The destination, and what else there is of a packet, is used only with the first
  // flit, whose header bits do not matter.
  input  wire                   send_valid,
  output wire                   send_ready,         // does not depend on valid
  input  wire [FLIT_BITS-1:0]   send_data,
  input  wire                   send_last,          // the flit is the last of its packet
  input  wire [DEST_W-1:0]      send_destination,
  output wire                   send_refused,       // in the cycle after the last flit of a packet: it was refused
