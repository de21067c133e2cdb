  // Packets for the host: a flit goes in a cycle with valid and ready. Packets do not mix. The source is valid only with the first flit, which has the
  // header.
  output wire                   receive_valid,      // does not depend on ready; with it all stays until ready
  input  wire                   receive_ready,
  output wire [FLIT_BITS-1:0]   receive_data,
  output wire                   receive_first,      // the flit is the first of its packet
  output wire                   receive_last,
  output wire [NODE_BITS-1:0]   receive_source,
